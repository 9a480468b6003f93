"""The end of a match with forfeits: the seats that remain, the places, and which pairs of seats the ratings compare.

The referee follows a match with a `MatchProgress`. `verify` follows the match's record with a `MatchProgress` of its
own.
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
    """Why a seat forfeited, in the spelling of records."""

    ILLEGAL = "illegal"
    TIME = "time"
    LEFT = "left"
    CRASHED = "crashed"
    FLOOD = "flood"
    NO_SHOW = "no-show"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Departure:
    """The forfeit of a seat: the seat, the reason, and the number of completed turns before it."""

    seat: int
    reason: ForfeitReason
    turn: int


class MatchProgress:
    """A running match: the state of the game, and the seats that forfeited, in the order of their forfeits."""

    def __init__(self, state: State) -> None:
        self.state: Final = state
        self.departures: list[Departure] = []

    def leave(self, seat: int, reason: ForfeitReason) -> None:
        """Add the forfeit of a seat in the current turn, with its reason."""
        self.departures.append(Departure(seat, reason, self.state.turn))

    def has_left(self, seat: int) -> bool:
        """True if the given seat has forfeited."""
        return any(departure.seat == seat for departure in self.departures)

    @property
    def end(self) -> End | None:
        """Return why the match has ended: "finished" if the game is over, "forfeits" if at most one seat remains.

        Return None if the match has not ended.
        """
        if self.departures and self.state.seats - len(self.departures) <= 1:
            return "forfeits"
        return "finished" if self.state.to_move == OVER else None

    def placements(self) -> tuple[int, ...]:
        """Return the current places of all seats, by seat; forfeited seats come last."""
        return placements(self.state.placements(), [departure.seat for departure in self.departures])


def placements(played: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    """Return the places of a game after the seats in `left` have forfeited, in that order.

    Forfeited seats come after all other seats, a later forfeit before an earlier one. The other seats keep their order
    and ties.
    """
    stayed = [place for seat, place in enumerate(played) if seat not in left]
    places = [1 + sum(other < place for other in stayed) for place in played]
    for gone, seat in enumerate(left):
        places[seat] = len(played) - gone
    return tuple(places)


def counting_pairs(seats: int, departures: Sequence[Departure], turns: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of seats that ratings may compare after these forfeits, in a match with this number of turns.

    A pair counts if one of its seats forfeited. After a forfeit, the house policy plays on for the seat, and this
    changes the game of all other seats. So a pair in which neither seat forfeited counts only if three quarters of all
    turns were completed before the first forfeit.
    """
    left = {departure.seat for departure in departures}
    late = all(4 * departure.turn >= 3 * turns for departure in departures)
    return tuple(pair for pair in combinations(range(seats), 2) if late or left.intersection(pair))
