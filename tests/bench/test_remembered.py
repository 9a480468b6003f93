"""Tests of the gain of a bot that remembers deals. The figures follow from a seed."""

import pytest

from bench.remembered import of_blocks, scores
from bench.remembers import Remembers

GAMES = 24


@pytest.fixture(params=["fresh", "paired"])
def played(request, monkeypatch):
    """Return the kind of deals, the scores of the bot that remembers, and how often it recognised the deal."""
    monkeypatch.setattr(Remembers, "decisions", 0)
    monkeypatch.setattr(Remembers, "known_again", 0)
    found = scores(request.param, GAMES, "1")
    return request.param, found, Remembers.known_again / Remembers.decisions


def test_paired_deals_are_recognised_and_fresh_deals_bring_no_gain(played):
    deals, found, known = played
    if deals == "paired":
        assert 0.4 < known < 0.6  # the second game of every deal
    else:
        assert known < 0.1  # two deals begin alike now and then
        low, high = of_blocks(found, deals).bounds
        assert low < 0.5 < high
