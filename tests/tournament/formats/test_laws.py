"""Tests that hold for every format of tournaments."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.tournament.formats import FORMATS
from tests.tournament.formats.examples import EVERY, EXAMPLES, field
from tests.tournament.tournaments import by_luck, check_resumption, check_table, play, void

ROOT = Path(__file__).parents[3]


def test_the_laws_are_checked_for_every_format():
    assert {name: {type(each) for each in example.formats} for name, example in EXAMPLES.items()} == {
        name: {kind} for name, kind in FORMATS.items()
    }


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_a_tournament_that_was_interrupted_goes_on_with_the_same_rounds(a_format):
    rounds, played = play(a_format, field(a_format), by_luck(5))
    check_resumption(a_format, field(a_format), rounds, played)


@pytest.mark.parametrize("a_format", EVERY, ids=repr)
def test_a_format_that_knows_how_many_blocks_it_has_ends_after_these(a_format):
    _, played = play(a_format, field(a_format), by_luck(8))
    assert a_format.length(field(a_format)) in {None, len(played)}


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
from tests.tournament.formats.examples import EVERY, field
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
