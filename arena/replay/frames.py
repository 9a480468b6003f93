"""The pictures of all positions of a match, small enough to be sent together.

Most of a picture is equal to the next picture. So a picture is cut into the SVG elements below its root. Each different
element is sent once, and a *frame*, the picture of one position, is a list of element numbers.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from arena.games.game import SPECTATOR, Rules
from arena.games.pictures import ALONE, FRAME, INLINE, SEATS
from arena.languages import noted, say
from arena.replay.retelling import Positions, Retelling
from arena.texts import clean

PREFIX: Final = "m-"
TAGS: Final = re.compile(r"((?:<[^/>][^>]*/>)+)|<(/?)[^>]*>")  # a row of empty elements, or one tag
PARTS: Final = re.compile(r'^<svg[^>]* data-parts="([^"]+)"')
SPECTATORS: Final = "spectator"
PART_NAMES: Final = {
    "table": noted("Table"),
    "stacks": noted("Display"),
    "boards": noted("Boards"),
    "temples": noted("Temples"),
    "tracks": noted("Tracks"),
}


def eye(observer: int) -> str:
    """Return the name of an observer in addresses and JSON: `spectator`, or the number of the seat as text."""
    return SPECTATORS if observer == SPECTATOR else str(observer)


def elements(svg: str) -> Iterator[str]:
    """Yield the opening tag of an SVG's root, then every element directly below the root, as texts."""
    depth, start = 0, 0
    for tags in TAGS.finditer(svg):
        empty, closes = tags.groups()
        if not empty:
            depth += -1 if closes else 1
        if depth != 1:
            continue
        found = svg[start : tags.end()]
        if empty:
            yield from (f"{each}/>" for each in found.split("/>")[:-1])
        else:
            yield found
        start = tags.end()


def frames(told: Retelling, observers: Sequence[int]) -> dict[str, Any]:
    """Return the pictures of all positions of a match for these observers, as a dict of JSON values.

    `pieces` is a list of SVG elements. `eyes` maps the name of each observer to a list with a frame for each position;
    a frame is a list of indices in `pieces`. `parts` lists the parts of the pictures that can be shown alone, such as
    one player's board.
    """
    rules = told.rules()
    if rules is None or told.playable < 0 or not rules.drawing:
        return {"pieces": [], "parts": [], "eyes": {eye(observer): [] for observer in observers}}
    views: list[list[Any]] = [[] for _ in observers]
    for state in Positions(told).all():
        for seen, observer in zip(views, observers, strict=True):
            seen.append(state.view(observer))
    pool: dict[str, int] = {}
    eyes = {
        eye(observer): [
            [pool.setdefault(element, len(pool)) for element in elements(svg)] for svg in _drawn(rules, told, seen)
        ]
        for observer, seen in zip(observers, views, strict=True)
    }
    return {"pieces": list(pool), "parts": parts(rules, told, views[0][-1]), "eyes": eyes}


def _drawn(rules: Rules, told: Retelling, seen: Sequence[Any]) -> Iterator[str]:
    before = None
    for view in seen:
        yield rules.picture(view, names=told.names, before=before, fit=seen[-1], form=FRAME, prefix=PREFIX)
        before = view


def parts(rules: Rules, told: Retelling, view: Any) -> list[tuple[str, str]]:
    """Return a list of the parts of a match's pictures that can be shown alone: each a name and an SVG `viewBox`."""
    found = rules.picture_parts(view, names=told.names, fit=view, form=FRAME)
    return list(zip(part_names(told.names, found), found.values(), strict=True))


def part_names(entrants: Sequence[str], found: Iterable[str]) -> list[str]:
    """Return the names that readers see for parts of a picture, as a list in the order of the ids `found`.

    A part is an area that can be shown alone, such as the boards. The area of a seat is named by its letter and
    entrant.
    """
    names = {f"seat_{seat}": f"{SEATS[seat]} {clean(name)}" for seat, name in enumerate(entrants)}
    names |= {part: say(name) for part, name in PART_NAMES.items()}
    return [names.get(part, part) for part in found]


def parts_of(svg: str) -> list[str]:
    """Return a list with the ids of the parts of a picture that can be shown alone; empty if it names none."""
    found = PARTS.search(svg)
    return [part.partition(" ")[0] for part in found[1].split(";")] if found else []


def as_bytes(value: dict[str, Any]) -> bytes:
    """Return the JSON values of a match's pictures as JSON text, in ASCII bytes."""
    return json.dumps(value, separators=(",", ":")).encode()


def picture_at(told: Retelling, places: Positions, at: int, observer: int, form: str = INLINE) -> str:
    """Return the SVG of the position after `at` answers. All pictures of one match have the same size.

    Return an empty text if there is no such position, or if the game has no drawing.
    """
    rules = told.rules()
    if rules is None or not rules.drawing or not 0 <= at <= told.playable:
        return ""
    before = places.at(at - 1).view(observer) if at else None
    now, last = places.at(at).view(observer), places.at(told.playable).view(observer)
    prefix = PREFIX if form != ALONE else ""
    return rules.picture(now, names=told.names, before=before, fit=last, form=form, prefix=prefix)


def symbols(told: Retelling, places: Positions) -> str:
    """Return the SVG symbols that all pictures of a match use; empty if the match has no pictures."""
    rules = told.rules()
    if rules is None or not rules.drawing or told.playable < 0:
        return ""
    return rules.picture_symbols(places.at(0).view(SPECTATOR), prefix=PREFIX)
