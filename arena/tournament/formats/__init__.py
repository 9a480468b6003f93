"""The formats: pure functions from the results so far to the next pairings."""

from collections.abc import Mapping
from typing import Final

from arena.tournament.formats.base import Format, Pairing, PlayedBlock, Round, Standing
from arena.tournament.formats.double_knockout import DoubleKnockout
from arena.tournament.formats.gauntlet import Gauntlet
from arena.tournament.formats.knockout import Knockout
from arena.tournament.formats.ladder import Ladder
from arena.tournament.formats.ladder_history import History
from arena.tournament.formats.round_robin import RoundRobin
from arena.tournament.formats.sprt_match import Looked, SprtMatch
from arena.tournament.formats.swiss import Swiss

FORMATS: Final[Mapping[str, type[Format]]] = {
    "round-robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "knockout": Knockout,
    "double-knockout": DoubleKnockout,
    "ladder": Ladder,
    "sprt": SprtMatch,
}

__all__ = [
    "FORMATS",
    "DoubleKnockout",
    "Format",
    "Gauntlet",
    "History",
    "Knockout",
    "Ladder",
    "Looked",
    "Pairing",
    "PlayedBlock",
    "Round",
    "RoundRobin",
    "SprtMatch",
    "Standing",
    "Swiss",
]
