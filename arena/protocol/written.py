"""A question to a seat as the writer of decisions needs it: the referee's own decision serves, no copy is made."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from arena.games.game import Event

S_co = TypeVar("S_co", covariant=True)


class WrittenDeparture(Protocol):
    """A seat that has forfeited, as a writer needs it: a departure of a record, or one that was read."""

    @property
    def seat(self) -> int:
        """The number of the seat."""

    @property
    def reason(self) -> str:
        """Why, as a record spells it."""

    @property
    def turn(self) -> int:
        """How many turns had been completed."""


class WrittenQuestion(Protocol[S_co]):
    """A question, as a writer needs it: the referee's decision, or one that was read."""

    @property
    def number(self) -> int:
        """Counted per seat, from 1."""

    @property
    def view(self) -> S_co:
        """What the seat may know."""

    @property
    def options(self) -> tuple[int, ...]:
        """What is legal."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """The same as text."""

    @property
    def clocks(self) -> Sequence[int | None]:
        """Microseconds that each seat has left; None without a clock."""

    @property
    def limit_us(self) -> int | None:
        """How long this decision may take; None without a clock."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What the seat has learnt since it was last asked."""

    @property
    def departures(self) -> Sequence[WrittenDeparture]:
        """The seats that have forfeited."""
