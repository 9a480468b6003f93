"""The catalogue of a game: a line of text for every id of a tile or a place, which says what it is or does.

A place is for example a board, a space or a step of a track. The texts are made from the data with which the engine
plays, so the site, the documentation and `arena show` say the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A tile, or a place such as a board or a space: its id, kind, effect, and number of copies in the box."""

    id: str
    kind: str
    text: str
    copies: int = 1
    also: tuple[str, ...] = ()  # other ids of tiles that are alike; the arena writes `id` for all of them

    @property
    def ids(self) -> tuple[str, ...]:
        """Return a tuple of all ids that this entry describes: its own id, then the ids of equal tiles."""
        return (self.id, *self.also)


Catalogue = Sequence[CatalogueEntry]


def by_kind(catalogue: Catalogue) -> dict[str, list[CatalogueEntry]]:
    """Return a dict from each kind, such as `board`, to a list of the entries of this kind, in catalogue order."""
    kinds: dict[str, list[CatalogueEntry]] = {}
    for entry in catalogue:
        kinds.setdefault(entry.kind, []).append(entry)
    return kinds


def lines_of(catalogue: Catalogue, shown: Iterable[str]) -> list[str]:
    """Return a list of texts in catalogue order: one line for each tile or place that has one of the ids in `shown`."""
    wanted = set(shown)
    found = [entry for entry in catalogue if not wanted.isdisjoint(entry.ids)]
    width = max((len(entry.id) for entry in found), default=0)
    return [f"{entry.id:<{width}}  {entry.text}" for entry in found]
