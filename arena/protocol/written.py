"""A question to a seat as the writer of decisions needs it: the referee's own decision fits, so no copy is made."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from arena.games.game import Event

S_co = TypeVar("S_co", covariant=True)


class WrittenDeparture(Protocol):
    """A seat that has forfeited, as a writer needs it: a departure of a record, or one that was read."""

    @property
    def seat(self) -> int:
        """Return the number of the seat."""

    @property
    def reason(self) -> str:
        """Return the reason, as a record spells it."""

    @property
    def turn(self) -> int:
        """Return how many turns had been completed."""


class WrittenQuestion(Protocol[S_co]):
    """A question, as a writer needs it: the referee's decision, or one that was read."""

    @property
    def number(self) -> int:
        """Return the number of the decision, counted per seat from 1."""

    @property
    def view(self) -> S_co:
        """Return what the seat may know."""

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
