"""Tests that hold for every format of tournaments."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.stats.sprt import Sprt
from arena.tournament import formats
from arena.tournament.formats import DoubleKnockout, Format, Gauntlet, Knockout, Ladder, RoundRobin, SprtMatch, Swiss
from tests.tournament.tournaments import bots, by_luck, check_resumption, check_table, play, void

ROOT = Path(__file__).parents[3]

EVERY = [
    RoundRobin(rounds=2),
    RoundRobin(3),
    RoundRobin(4),
    Gauntlet(rounds=2, challengers=("bot-3", "bot-7")),
    Gauntlet(4),
    Swiss(rounds=4),
    Swiss(3, 3, 2),
    Knockout(3),
    DoubleKnockout(2),
    Ladder(blocks=30, opening=3, round_size=8),
    Ladder(3, blocks=20, opening=2, round_size=8),
    SprtMatch(Sprt(0, 100), blocks=200),
    SprtMatch(Sprt(0, 100), blocks=200, matches=3, seats=3),
]


def field(a_format):
    return bots(a_format.seats if isinstance(a_format, SprtMatch) else 9)


def test_the_laws_are_checked_for_every_format():
    public = [getattr(formats, name) for name in formats.__all__]
    classes = {each for each in public if hasattr(each, "standings")} - {Format}
    assert classes == {type(a_format) for a_format in EVERY}


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_a_tournament_that_was_interrupted_goes_on_with_the_same_rounds(a_format):
    rounds, played = play(a_format, field(a_format), by_luck(5))
    check_resumption(a_format, field(a_format), rounds, played)


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_a_format_that_knows_how_many_blocks_it_has_ends_after_these(a_format):
    _, played = play(a_format, field(a_format), by_luck(8))
    depends = isinstance(a_format, Knockout | DoubleKnockout | SprtMatch)
    assert a_format.length(field(a_format)) == (None if depends else len(played))


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_there_is_a_table_after_any_number_of_blocks(a_format):
    _, played = play(a_format, field(a_format), by_luck(6))
    for some in (0, 1, len(played) // 2, len(played)):
        check_table(a_format, field(a_format), played[:some])


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_the_names_of_blocks_have_no_effect(a_format):
    rounds, played = play(a_format, field(a_format), by_luck(7))
    renamed = [
        replace(each, matches=tuple(replace(match, block=f"x{each.number * 7919 % 101}") for match in each.matches))
        for each in played
    ]
    check_resumption(a_format, field(a_format), rounds, renamed)


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_a_tournament_with_only_void_blocks_ends_with_a_table(a_format):
    _, played = play(a_format, field(a_format), void)
    check_table(a_format, field(a_format), played)


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_every_seat_of_a_table_has_a_different_entrant(a_format):
    rounds, _ = play(a_format, field(a_format), by_luck(8))
    for a_round in rounds:
        assert a_round.pairings
        for pairing in a_round.pairings:
            assert len(set(pairing.entrants)) == len(pairing.entrants) == getattr(a_format, "seats", 2)
            assert set(pairing.entrants) <= set(field(a_format))


TOLD = """
from tests.tournament.formats.test_laws import EVERY, field
from tests.tournament.tournaments import by_luck, play
for a_format in EVERY:
    rounds, played = play(a_format, field(a_format), by_luck(3))
    print(rounds, a_format.standings(field(a_format), played))
"""


def test_rounds_and_tables_are_the_same_whatever_the_hash_seed():
    told = set()
    for seed in ("1", "2"):
        here = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "PYTHONHASHSEED": seed}
        ran = subprocess.run([sys.executable, "-c", TOLD], env=here, check=True, capture_output=True, text=True)
        told.add(ran.stdout)
    assert len(told) == 1
