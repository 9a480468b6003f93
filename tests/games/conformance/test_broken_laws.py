"""Tests that each law can be broken, and that each defect breaks only the laws about it."""

import pytest

from arena.errors import LawError
from arena.games import conformance
from arena.games.conformance import ALL_LAWS, CheckedTable
from tests.games.conformance.defects import BAD_CODECS, DEFECTS, Peeking, TinyCodec
from tests.games.tiny.rules import TINY, Sea


def broken_laws(rules, codec):
    """Check each law alone. Return those that a game breaks."""
    return {law for law in ALL_LAWS if breaks(rules, codec, law)}


def breaks(rules, codec, law):
    for seed in range(4):
        try:
            conformance.check_game(CheckedTable(rules, 3, {"scraps": True}, seed, codec), [law])
        except LawError as broken:
            if str(broken).startswith(law.replace("_", " ") + ": "):
                return True
    return False


def name_of(rules):
    return rules.state.__name__ if rules.state is not Sea else type(rules).__name__


def test_the_tiny_game_breaks_no_law():
    assert broken_laws(TINY, TinyCodec()) == set()


@pytest.mark.parametrize(("rules", "laws"), [pytest.param(*defect, id=name_of(defect[0])) for defect in DEFECTS])
def test_a_defect_breaks_the_laws_that_name_it_and_no_others(rules, laws):
    assert broken_laws(rules, None if isinstance(rules, Peeking) else TinyCodec()) == laws


@pytest.mark.parametrize(("codec", "laws"), BAD_CODECS)
def test_a_bad_codec_breaks_the_laws_that_name_it_and_no_others(codec, laws):
    assert broken_laws(TINY, codec) == laws


def test_every_law_can_be_broken():
    assert set().union(*(laws for _, laws in DEFECTS + BAD_CODECS)) == ALL_LAWS
