"""The moves of a record for a player to read: turn by turn, with the points that each move gained."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from arena.cli_support.output import table
from arena.record.format import Answer, Record
from arena.record.replay import replay


@dataclass(frozen=True)
class ListedMove:
    """A bot's answer in a match: its turn and its number, both from 1, the seat, the chosen option, and the points.

    `gained` are the points that each seat gained, and `scores` are the points of each seat after the answer. `by` is
    `bot` if the bot chose the option; after a forfeit the house policy of the arena chooses. A forfeit is a ListedMove,
    too: its option is empty, its number is that of the answer before it, and `by` says why the bot forfeited.
    """

    turn: int
    answer: int
    seat: int
    option: str
    by: str
    gained: tuple[int, ...]
    scores: tuple[int, ...]

    def values(self) -> dict[str, Any]:
        """Return the move as a dict for JSON."""
        return asdict(self)


def moves_of(record: Record) -> list[ListedMove]:
    """Return the moves and forfeits of a record, as a list in the order of the match."""
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
    """Return a ListedMove for an answer or a forfeit.

    `before` and `after` are the scores of all seats before and after it.
    """
    gained = tuple(late - early for early, late in zip(before, after, strict=True))
    if isinstance(entry, Answer):
        return ListedMove(turn, number, entry.seat, entry.option, entry.by, gained, tuple(after))
    return ListedMove(turn, number, entry.seat, "", f"forfeit: {entry.reason.value}", gained, tuple(after))


def moves_table(moves: Sequence[ListedMove], names: Sequence[str]) -> str:
    """Return a text table of moves. Turn and seat are left out if they equal those of the row above.

    The seat is always printed in the first row of a turn.
    """
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
    """Return pairs of a seat and the points it gained or lost by a move; the seat that moved comes first."""
    changed = [(seat, points) for seat, points in enumerate(move.gained) if points]
    return sorted(changed, key=lambda each: each[0] != move.seat)
