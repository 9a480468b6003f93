"""The values that a question must have so that the writer of messages can write it.

The referee's decisions have these values, so nothing is copied.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from arena.games.game import Event

S_co = TypeVar("S_co", covariant=True)


class WrittenDeparture(Protocol):
    """The values that the writer of messages needs of a seat that has forfeited."""

    @property
    def seat(self) -> int:
        """Return the number of the seat that has forfeited."""

    @property
    def reason(self) -> str:
        """Return the reason of the forfeit, as a record spells it."""

    @property
    def turn(self) -> int:
        """Return how many turns had been completed before the forfeit."""


class WrittenQuestion(Protocol[S_co]):
    """The values of a question that the writer of messages needs.

    The question is a decision of the referee, or one that was read from a message.
    """

    @property
    def number(self) -> int:
        """Return the number of the decision, counted per seat from 1."""

    @property
    def view(self) -> S_co:
        """Return the view of the seat that is asked."""

    @property
    def options(self) -> tuple[int, ...]:
        """Return the legal options as the engine's numbers."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the legal options as text, in the order of `options`."""

    @property
    def clocks(self) -> Sequence[int | None]:
        """Return the time left of each seat, in microseconds; None for each seat if the match has no clock."""

    @property
    def limit_us(self) -> int | None:
        """Return the longest time for this decision, in microseconds; None without a clock."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events that the seat was sent since its last decision."""

    @property
    def departures(self) -> Sequence[WrittenDeparture]:
        """Return a description of each seat that has forfeited."""
