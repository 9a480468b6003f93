"""The drawing of a knockout: a box for each duel, in a column for each stage, and lines from a duel to the next one.

A double knockout has three parts: the bracket of the entrants that have lost no duel, below it the bracket of those
that have lost one duel, and at the right the grand final. A line leads from a duel to the next duel of its winner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leaderboard.values import ShownEntrant
from leaderboard.words import points as points_told

if TYPE_CHECKING:
    from leaderboard.tournaments import BracketStage, DuelLine

WIDTH: Final = 150  # of a box
HEIGHT: Final = 44
APART: Final = 34  # between two columns
ROW: Final = 56  # from one box to the next one below it
HEAD: Final = 44  # above the boxes, for the names of the stages
BETWEEN: Final = 60  # between the two brackets of a double knockout
NAME: Final = 15  # characters of a name
HEADING: Final = 18  # characters of a stage's name on one line


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """One side of a duel in its box: an entrant, its points, and whether it advances."""

    name: str  # empty if there is no opponent, or if it is not known yet
    points: str
    won: bool
    is_known: bool = True  # False if an earlier duel has to decide which entrant it is


@dataclass(slots=True)
class Box:
    """The box of a duel in a drawing: its position, its sides, and the boxes of earlier duels that lead to it."""

    column: int
    part: int  # 0 for the upper bracket, 1 for the lower one, 2 for the grand final
    sides: tuple[DrawnSide, ...]
    after: list["Box"]  # the duels that its entrants won before
    y: float = 0.0

    @property
    def x(self) -> int:
        """The x coordinate of the box's left edge."""
        return self.column * (WIDTH + APART)


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of a stage above its column."""

    x: int
    y: float
    name: str


@dataclass(frozen=True, slots=True)
class BracketDrawing:
    """A whole bracket: boxes, lines and headings, with coordinates in units of the drawing."""

    width: int
    height: float
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]  # paths, as SVG spells them
    headings: tuple[Heading, ...]


@dataclass
class Layout:
    """The drawing of a knockout while it is made: its boxes, and each entrant's last box and number of lost duels."""

    names: Mapping[str, str]
    boxes: list[Box] = field(default_factory=list)
    latest: dict[str, tuple[Box, bool]] = field(default_factory=dict)  # with whether the entrant won
    lost: dict[str, int] = field(default_factory=dict)
    finals: int = 0
    by_place: dict[tuple[int, int], Box] = field(default_factory=dict)  # by column, and by the duel's place in it

    def add_stage(self, column: int, stage: "BracketStage") -> None:
        """Add the boxes of a stage's duels as a column."""
        for place, duel in enumerate(stage.duels):
            before = len(self.boxes)
            if duel.sources:
                self.add_to_come(column, duel)
            else:
                self.add(column, duel)
            if len(self.boxes) > before:
                self.by_place[column, place] = self.boxes[-1]

    def add_to_come(self, column: int, duel: "DuelLine") -> None:
        """Add the empty box of a duel that has not begun. Its sources are in earlier columns."""
        sources = [(self.by_place[each.stage, each.duel], each.won) for each in duel.sources]
        parts = {box.part if won else 1 for box, won in sources}
        unknown = DrawnSide("", "", won=False, is_known=False)
        sides = (unknown, unknown if len(sources) > 1 else DrawnSide("", "", won=False))
        before = [box for box, won in sources if won]
        self.boxes.append(Box(column, 2 if len(parts) > 1 else parts.pop(), sides, before))

    def add(self, column: int, duel: "DuelLine") -> None:
        """Add the box of a duel to a column. Do nothing if the duel has no entrant yet."""
        keys = [key for key in (duel.one, duel.other) if key is not None]
        if not keys:
            return
        before = [box for key in keys if key in self.latest for box, won in [self.latest[key]] if won]
        box = Box(column, self.part(keys), self.sides(duel), before)
        self.boxes.append(box)
        for key in keys:
            won = key == duel.winner
            self.latest[key] = (box, won)
            if duel.winner is not None and not won:
                self.lost[key] = self.lost.get(key, 0) + 1

    def part(self, keys: Sequence[str]) -> int:
        """Return the part of the drawing for a duel: 0 for the upper bracket, 1 for the lower, 2 for the grand final.

        In the upper bracket no entrant has lost a duel; in the lower bracket both have lost one.
        """
        losses = {self.lost.get(key, 0) > 0 for key in keys}
        if len(losses) > 1 or self.finals:
            self.finals += 1
            return 2
        return int(losses == {True})

    def sides(self, duel: "DuelLine") -> tuple[DrawnSide, ...]:
        """Return both sides of a duel's box: the name of the entrant, its points, and whether it advances."""
        drawn = []
        for key, points in zip((duel.one, duel.other), duel.points, strict=True):
            name = "" if key is None else self.names.get(key, key)
            shown = points_told(points) if None not in (duel.one, duel.other) else ""
            drawn.append(DrawnSide(name, shown, key is not None and key == duel.winner))
        return tuple(drawn)

    def place(self) -> float:
        """Set the vertical positions of all boxes, and return the height of the drawing."""
        bottom = self.place_part(0, HEAD)
        if any(box.part == 1 for box in self.boxes):
            bottom = self.place_part(1, bottom + BETWEEN)
        for box in self.boxes:
            if box.part == 2:
                box.y = sum(each.y for each in box.after) / len(box.after) if box.after else HEAD
        return bottom

    def place_part(self, part: int, top: float) -> float:
        """Set the vertical positions of the boxes of one bracket, from `top` down. Return its lower edge.

        `part` is 0 for the upper bracket and 1 for the lower one.
        """
        columns: dict[int, list[Box]] = {}
        for box in self.boxes:
            if box.part == part:
                columns.setdefault(box.column, []).append(box)
        bottom = top
        for column in sorted(columns):
            bottom = max(bottom, settle(columns[column], part, top))
        return bottom


def settle(boxes: Sequence[Box], part: int, top: float) -> float:
    """Set the vertical positions of one column's boxes so that none overlap. Return the lower edge of the last one."""
    for row, box in enumerate(boxes):
        inside = [each.y for each in box.after if each.part == part]
        box.y = sum(inside) / len(inside) if inside else top + row * ROW
    least = top
    for box in sorted(boxes, key=lambda each: each.y):
        box.y = max(box.y, least)
        least = box.y + ROW
    return least - ROW + HEIGHT


def drawing_of(stages: Sequence["BracketStage"], entrants: Mapping[str, ShownEntrant]) -> BracketDrawing:
    """Return the drawing of a knockout. It names each bot, with the version if two versions of the bot take part."""
    layout = Layout({key: shortened(key if "@" in key else who.bot) for key, who in entrants.items()})
    for column, stage in enumerate(stages):
        layout.add_stage(column, stage)
    height = layout.place()
    boxes = tuple(layout.boxes)
    return BracketDrawing(
        width=max((box.x + WIDTH for box in boxes), default=WIDTH),
        height=max((box.y + HEIGHT for box in boxes), default=height),
        boxes=boxes,
        lines=tuple(connection(each, box) for box in boxes for each in box.after),
        headings=headings(stages, boxes),
    )


def headings(stages: Sequence["BracketStage"], boxes: Sequence[Box]) -> tuple[Heading, ...]:
    """Return the names of the stages with their coordinates, each above its column of duels.

    A stage of a double knockout may have one name above the upper bracket and one above the lower bracket.
    """
    found = []
    for column, stage in enumerate(stages):
        parts = stage.name.split(" and ") if " and losers' " in stage.name else [stage.name]
        for part in sorted({box.part for box in boxes if box.column == column}):
            top = min(box.y for box in boxes if box.column == column and box.part == part)
            first = min((box.y for box in boxes if box.part == part), default=top) if part < 2 else top
            name = parts[min(part, len(parts) - 1)] if part < 2 else stage.name
            found.append(Heading(column * (WIDTH + APART), first - 10, name))
    return tuple(found)


def connection(one: Box, other: Box) -> str:
    """Return the SVG path of the line from a duel's box to the box of its winner's next duel."""
    start, end, middle = one.x + WIDTH, other.x, other.x - APART // 2
    y, to = one.y + HEIGHT / 2, other.y + HEIGHT / 2
    return f"M{start} {y:g}H{middle}V{to:g}H{end}"


def in_lines(name: str) -> list[str]:
    """Return the name of a stage as one line; a long name as two lines of about the same length."""
    words = name.split()
    if len(name) <= HEADING or len(words) < 2:
        return [name]
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(ways, key=lambda way: max(map(len, way))))


def shortened(name: str) -> str:
    """Return a name that is cut, if necessary, to the number of characters that fits a box."""
    return name if len(name) <= NAME else name[: NAME - 1] + "…"
