"""The values of a question that the writer of messages needs.

The referee's decision has these values, so nothing is copied.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from arena.games.game import Event

S_co = TypeVar("S_co", covariant=True)


class WrittenDeparture(Protocol):
    """The values of a seat that has forfeited, for the writer of messages."""

    @property
    def seat(self) -> int:
        """Return the number of the seat."""

    @property
    def reason(self) -> str:
        """Return the reason, in the words of a record."""

    @property
    def turn(self) -> int:
        """Return how many turns had been completed."""


class WrittenQuestion(Protocol[S_co]):
    """The values of a question, for the writer of messages: the referee's decision, or a decision from a message."""

    @property
    def number(self) -> int:
        """Return the number of the decision, counted per seat from 1."""

    @property
    def view(self) -> S_co:
        """Return the view of the seat."""

    @property
    def options(self) -> tuple[int, ...]:
        """Return the legal options."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Return the legal options as text."""

    @property
    def clocks(self) -> Sequence[int | None]:
        """Return the microseconds that each seat has left; None without a clock."""

    @property
    def limit_us(self) -> int | None:
        """Return how long this decision may take; None without a clock."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events that the seat has got since it was last asked."""

    @property
    def departures(self) -> Sequence[WrittenDeparture]:
        """Return the seats that have forfeited."""
