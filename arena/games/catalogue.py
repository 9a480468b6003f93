"""The catalogue of a game: every tile and place with an id, each with one line that describes it.

The lines are made from the engine's own tables, so the site, the documentation and `arena show` say the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A tile or a place: its id, its kind, its effect, and its number of copies in the box."""

    id: str
    kind: str
    text: str
    copies: int = 1
    also: tuple[str, ...] = ()  # other ids of tiles that are alike; the arena writes `id` for all of them

    @property
    def ids(self) -> tuple[str, ...]:
        """Return all ids that this entry describes: first its own id, then the other ids of tiles that are alike."""
        return (self.id, *self.also)


Catalogue = Sequence[CatalogueEntry]


def by_kind(catalogue: Catalogue) -> dict[str, list[CatalogueEntry]]:
    """Return a mapping from each kind of tile or place to its catalogue entries, in the order of the catalogue."""
    kinds: dict[str, list[CatalogueEntry]] = {}
    for entry in catalogue:
        kinds.setdefault(entry.kind, []).append(entry)
    return kinds


def lines_of(catalogue: Catalogue, shown: Iterable[str]) -> list[str]:
    """Return a line of text for each tile or place that has one of these ids, in the order of the catalogue."""
    wanted = set(shown)
    found = [entry for entry in catalogue if not wanted.isdisjoint(entry.ids)]
    width = max((len(entry.id) for entry in found), default=0)
    return [f"{entry.id:<{width}}  {entry.text}" for entry in found]
