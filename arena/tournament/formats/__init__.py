"""The formats: pure functions from the results so far to the next pairings."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from arena.tournament.formats.base import Format

# One line for each format: its file, in which `FORMAT` is the class. Help and error messages name them in this order.
FILES: Final = (
    "round_robin",
    "gauntlet",
    "swiss",
    "knockout",
    "double_knockout",
    "ladder",
    "sprt_match",
)

FORMATS: Final[Mapping[str, type[Format]]] = {
    kind.name: kind for kind in (import_module(f"{__name__}.{file}").FORMAT for file in FILES)
}

__all__ = ["FORMATS", "Format"]
