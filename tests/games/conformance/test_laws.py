"""Tests that the laws hold for every game."""

import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import GAMES, conformance, game
from arena.games.conformance import CheckedTable
from arena.protocol.games import codec
from tests.games.conformance.defects import TinyCodec
from tests.games.tiny import TINY

CODECS = {"tiny": TinyCodec(), **{name: codec(name) for name in GAMES}}
KNOWN = {TINY.name: TINY, **GAMES}


def variants(names):
    """Return test parameters for each of these games, with each seat count and each value of its options."""
    return [
        pytest.param(
            name, seats, options, id=f"{name}-{seats}p-{'-'.join(f'{key}={value}' for key, value in options.items())}"
        )
        for name in names
        for seats, options in conformance.variants(KNOWN[name])
    ]


# Games with many options are long ones, too: to hold one of them to all laws takes seconds.
LONG = [name for name, rules in KNOWN.items() if conformance.combinations(rules) is None]
SHORT = [name for name in KNOWN if name not in LONG]
EVERY = (
    3  # decisions, of which a law is held at one in a long game: there are seventy such games, of 400 decisions each
)
COMPILED = not game.__file__.endswith(".py")


def test_every_game_of_the_laws_has_a_codec():
    assert set(CODECS) == set(KNOWN)


@pytest.mark.parametrize(("name", "seats", "options"), variants(SHORT))
@pytest.mark.parametrize("seed", range(2 if COMPILED else 1))
def test_all_laws_hold_for_every_game_seat_count_and_option(name, seats, options, seed):
    conformance.check_game(CheckedTable(KNOWN[name], seats, options, seed, CODECS[name]))


def a_part(params):
    """Mark five of six parameters as slow; if the engine is interpreted, leave out two of three."""
    slow = [pytest.param(*each.values, id=each.id, marks=pytest.mark.slow) for each in params]
    marked = [params[number] if number % 6 == 0 else each for number, each in enumerate(slow)]
    return marked if COMPILED else params[::3]


@pytest.mark.parametrize(("name", "seats", "options"), a_part(variants(LONG)))
def test_all_laws_hold_for_every_long_game_seat_count_and_option(request, name, seats, options):
    seed = zlib.crc32(request.node.callspec.id.encode())  # what is done now and then is done at other moments of each
    conformance.check_game(CheckedTable(KNOWN[name], seats, options, seed, CODECS[name]), every=EVERY)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), variants(SHORT))
@settings(max_examples=2)
@given(seed=st.integers(min_value=2, max_value=2**64))
def test_all_laws_hold_whatever_the_seed(name, seats, options, seed):
    conformance.check_game(CheckedTable(KNOWN[name], seats, options, seed, CODECS[name]))


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
@settings(max_examples=2)
@given(seed=st.integers(min_value=2, max_value=2**64), data=st.data())
def test_all_laws_hold_in_long_games_whatever_the_seed(name, seed, data):
    seats, options = data.draw(st.sampled_from(list(conformance.variants(KNOWN[name]))))
    conformance.check_game(CheckedTable(KNOWN[name], seats, options, seed, CODECS[name]), every=EVERY)
