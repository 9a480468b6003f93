"""How a match ends when seats forfeit: who is still in, the places, and which pairs of seats count.

The referee follows a match with a `MatchProgress`, and `verify` follows the record of it with another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final, Literal

from arena.games.game import State
from arena.games.steps import OVER

End = Literal["finished", "forfeits"]


class ForfeitReason(StrEnum):
    """Why a seat lost the right to go on."""

    ILLEGAL = "illegal"
    TIME = "time"
    LEFT = "left"
    CRASHED = "crashed"
    FLOOD = "flood"
    NO_SHOW = "no-show"
    RESIGNED = "resigned"  # from schema 2 of the record on


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that forfeited: why, and how many turns had been completed."""

    seat: int
    reason: ForfeitReason
    turn: int


class MatchProgress:
    """A match as it goes: the state of the game, and who has forfeited, in that order."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.departures: list[Departure] = []

    def leave(self, seat: int, reason: ForfeitReason) -> None:
        """Let a seat forfeit."""
        self.departures.append(Departure(seat, reason, self.state.turn))

    def has_left(self, seat: int) -> bool:
        """Whether a seat has forfeited."""
        return any(departure.seat == seat for departure in self.departures)

    @property
    def end(self) -> End | None:
        """By what the match has ended, if it has: the game is over, or at most one seat is left."""
        if self.departures and self.state.seats - len(self.departures) <= 1:
            return "forfeits"
        return "finished" if self.state.to_move == OVER else None

    def placements(self) -> tuple[int, ...]:
        """The places as the match stands, forfeits counted."""
        return placements(self.state.placements(), [departure.seat for departure in self.departures])


def placements(played: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    """Places when the seats in `left` forfeited in that order.

    They stand below all others, who left later above who left earlier; the others keep their order and their ties.
    """
    stayed = [place for seat, place in enumerate(played) if seat not in left]
    places = [1 + sum(other < place for other in stayed) for place in played]
    for gone, seat in enumerate(left):
        places[seat] = len(played) - gone
    return tuple(places)


def counting_pairs(seats: int, departures: Sequence[Departure], turns: int) -> tuple[tuple[int, int], ...]:
    """The pairs of seats whose order says something about them, in a match that took so many turns.

    A pair with a forfeiter always counts. Two seats that stayed played against the house from the first forfeit on, so
    they count only if three quarters of all turns had been completed by then.
    """
    left = {departure.seat for departure in departures}
    late = all(4 * departure.turn >= 3 * turns for departure in departures)
    return tuple(pair for pair in combinations(range(seats), 2) if late or left.intersection(pair))
