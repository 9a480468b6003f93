"""Sentences about the end of a match, for the authors of its bots.

They name the bot, the decision, the fault, the expected answer, and the command that shows the position.
"""

from dataclasses import dataclass
from typing import Final

from arena.record import ForfeitReason, ResultLine, Seated
from arena.referee.clock import MICROSECONDS

MEANING: Final = {
    ForfeitReason.ILLEGAL: "chose what was not offered",
    ForfeitReason.TIME: "ran out of time",
    ForfeitReason.LEFT: "left and did not return",
    ForfeitReason.CRASHED: "crashed",
    ForfeitReason.FLOOD: "sent more messages than the arena reads",
    ForfeitReason.NO_SHOW: "did not come",
    ForfeitReason.RESIGNED: "resigned",
}


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A seat that forfeited: its entrant, the reason, the decision where it happened, and what was at fault."""

    seat: int
    who: Seated
    reason: ForfeitReason
    decision: int  # the seat's own, from 1; 0 before its first
    turn: int  # turns completed
    answers: int  # answers in the record before it, as for `arena show --at`
    detail: str  # what happened, and what was expected
    board: str  # the board that the seat saw; empty before its first decision

    def words(self, record: str) -> str:
        """Return the message about the forfeit for the bot's author; `record` is the path of the record."""
        when = f"at its decision {self.decision}" if self.decision else "before its first decision"
        lines = [
            f"{self.who.entrant} {self.who.version} (seat {self.seat}) {MEANING[self.reason]} {when}: {self.detail}",
            f"that loses ({self.reason}); the record lies in {record}: arena show {record} --at {self.answers}",
        ]
        return "\n".join([*lines, self.board.rstrip()] if self.board else lines)


def out_of_time(charged_us: int, limit_us: int) -> str:
    """Return a phrase with the time that the answer took and the time that was allowed."""
    return f"it took {charged_us / MICROSECONDS:.6f} s, expected at most {limit_us / MICROSECONDS:.6f} s"


def not_offered(index: object, options: int) -> str:
    """Return a phrase that says which index the bot chose, and which indices are options."""
    shown = ascii(index)[:40]
    return f"it chose index {shown}, expected a number from 0 to {options - 1}"


def other_decision(number: object, expected: int) -> str:
    """Return a phrase that names the decision that the bot answered instead of the pending one."""
    return f"it answered decision {ascii(number)[:40]}, expected {expected}"


def summary(result: ResultLine, seats: tuple[Seated, ...]) -> str:
    """Return a line with the entrants, their places and points, and the reason why the match ended."""
    order = sorted(range(len(seats)), key=lambda seat: (result.placements[seat], seat))
    places = ", ".join(f"{result.placements[seat]}. {seats[seat].entrant} ({result.scores[seat]})" for seat in order)
    return f"{places}; {result.reason} after {result.turns} turns"
