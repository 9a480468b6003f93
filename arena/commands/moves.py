"""The moves of a record for a player to read: turn by turn, with the points that each move gained."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.cli_support.output import table
from arena.record.format import Answer, Record
from arena.record.replay import replay


@dataclass(frozen=True)
class ListedMove:
    """An answer of a match: its number and its turn, both from 1, the seat, the option, and the points that it brought.

    `scores` are the points of each seat after the answer. `by` is `bot` unless the house policy answered. A forfeit is
    listed as a move with an empty option and with the number of the answer before it; its `by` has the reason.
    """

    turn: int
    answer: int
    seat: int
    option: str
    by: str
    gained: tuple[int, ...]
    scores: tuple[int, ...]

    def values(self) -> dict[str, Any]:
        """Return the move as values for JSON."""
        return asdict(self)


def moves_of(record: Record) -> list[ListedMove]:
    """Return the moves and forfeits of a record, in order."""
    before: list[tuple[int, int, Any, list[int]]] = []
    number = 0
    course = None
    for moment in replay(record):
        course = moment.course
        number += isinstance(moment.entry, Answer)
        before.append((course.state.turn + 1, number, moment.entry, course.state.scores()))
    if course is None:
        return []
    after = [scores for *_, scores in before[1:]] + [course.state.scores()]
    return [move_of(*each, scores) for each, scores in zip(before, after, strict=True)]


def move_of(turn: int, number: int, entry: Any, before: Sequence[int], after: Sequence[int]) -> ListedMove:
    """Return a ListedMove for one answer, with the points that it brought to each seat.

    These are the differences between the scores `before` and `after` the answer.
    """
    gained = tuple(late - early for early, late in zip(before, after, strict=True))
    if isinstance(entry, Answer):
        return ListedMove(turn, number, entry.seat, entry.option, entry.by, gained, tuple(after))
    return ListedMove(turn, number, entry.seat, "", f"forfeit: {entry.reason.value}", gained, tuple(after))


def moves_table(moves: Sequence[ListedMove], names: Sequence[str]) -> str:
    """Return a text table of moves. The cell of a turn or seat is empty if it equals the cell above."""
    rows = []
    turn = seat = -1
    for move in moves:
        new = (move.turn, move.seat) != (turn, seat)
        rows.append(
            [
                str(move.turn) if move.turn != turn else "",
                f"{names[move.seat]} ({move.seat})" if new else "",
                move.option + ("" if move.by == "bot" else f"  [{move.by}]"),
                str(move.answer) if move.option else "",
                ", ".join(f"{points:+d}" + (f" ({at})" if at != move.seat else "") for at, points in gains(move)),
                " : ".join(map(str, move.scores)),
            ]
        )
        turn, seat = move.turn, move.seat
    return table(["turn", "seat", "option", "answer", "gained", "points"], rows, left=3)


def gains(move: ListedMove) -> list[tuple[int, int]]:
    """Return each seat with changed points, paired with the change; the seat that moved comes first."""
    changed = [(seat, points) for seat, points in enumerate(move.gained) if points]
    return sorted(changed, key=lambda each: each[0] != move.seat)
