"""Tests of the positions from which a bot has to continue a game."""

import pytest

from arena.games import GAMES
from arena.games.steps import OVER
from arena_sdk.check import variants
from arena_sdk.doctor.games import odd_positions


@pytest.mark.parametrize("seats", GAMES["cacao"].seats)
def test_odd_positions_hold_every_kind_of_question(seats):
    rules = GAMES["cacao"]
    for options in variants(rules):
        positions = list(odd_positions(rules, seats, options))
        assert all(position.to_move != OVER for position in positions)
        kinds = {rules.spell(each, option).split()[0] for each in positions for option in each.options()}
        assert kinds >= {"place", "fill"}
    assert kinds >= {"work"}
