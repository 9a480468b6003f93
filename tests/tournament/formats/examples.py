"""One example of each format, for the tests that hold for all formats."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from arena.stats.sprt import Sprt
from arena.tournament.formats import Format
from arena.tournament.formats.double_knockout import DoubleKnockout
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.knockout import Knockout
from arena.tournament.formats.ladder import Ladder
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.sprt_match import SprtMatch
from arena.tournament.formats.swiss import Swiss
from tests.tournament.tournaments import bots


@dataclass(frozen=True)
class Example:
    """A format with some settings (`formats`), random settings of its table, and the table of a short tournament."""

    formats: Sequence[Format]
    settings: st.SearchStrategy[dict[str, Any]]
    short: str = ""
    all_seats: bool = True  # False if it is played at tables of two alone
    most: int = 9  # entrants, if a table has no more seats


def some(least=(), **optional):
    """Return random settings: all in `least`, and any of the others; `_` in a name stands for `-`."""
    return st.fixed_dictionaries(
        dict(least), optional={name.replace("_", "-"): values for name, values in optional.items()}
    )


EXAMPLES = {
    "round-robin": Example(
        [RoundRobin(rounds=2), RoundRobin(3), RoundRobin(4)], some(rounds=st.integers(1, 9)), "rounds = 2"
    ),
    "gauntlet": Example(
        [Gauntlet(rounds=2, challengers=("bot-3", "bot-7")), Gauntlet(4)],
        some(rounds=st.integers(1, 9), challengers=st.just(["bea"])),
        "rounds = 2",
    ),
    "swiss": Example(
        [Swiss(rounds=4), Swiss(3, 3, 2)], some(rounds=st.integers(1, 9), blocks=st.integers(1, 9)), "rounds = 3"
    ),
    "knockout": Example([Knockout(3)], some(blocks=st.integers(1, 9), tie_breaks=st.integers(0, 9)), all_seats=False),
    "double-knockout": Example([DoubleKnockout(2)], some(blocks=st.integers(1, 9)), all_seats=False),
    "ladder": Example(
        [Ladder(blocks=30, opening=3, round_size=8), Ladder(3, blocks=20, opening=2, round_size=8)],
        some(
            {"games": st.integers(1000, 9999)},
            top=st.integers(1, 5),
            confidence=st.floats(0.5, 1, exclude_min=True, exclude_max=True),
            until=st.just(datetime(2050, 1, 1, tzinfo=UTC)),
            opening=st.integers(1, 20),
            round_size=st.integers(1, 99),
        ),
        "games = 40\nopening = 2\nround-size = 4",
    ),
    "sprt": Example(
        [SprtMatch(Sprt(0, 100), blocks=200), SprtMatch(Sprt(0, 100), blocks=200, matches=3, seats=3)],
        some(
            {"elo0": st.floats(-100, 0), "elo1": st.floats(1, 100)},
            alpha=st.floats(0.001, 0.4),
            beta=st.floats(0.001, 0.4),
            games=st.integers(4, 999),
            round_size=st.integers(1, 99),
        ),
        "elo0 = 0\nelo1 = 200\ngames = 24\nround-size = 4",
        most=2,
    ),
}
EVERY = [each for example in EXAMPLES.values() for each in example.formats]


def field(a_format):
    """Return the names of the entrants of a tournament in this format."""
    return bots(max(EXAMPLES[a_format.name].most, getattr(a_format, "seats", 2)))
