"""The attributes that an object must have so that `DecisionWriter` can write it as a message.

The referee's own decision objects have these attributes. So they are written directly, without a copy.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from arena.games.game import Event

S_co = TypeVar("S_co", covariant=True)


class WrittenDeparture(Protocol):
    """A seat that has forfeited: the attributes that `DecisionWriter` reads."""

    @property
    def seat(self) -> int:
        """Return the number of the seat that has forfeited."""

    @property
    def reason(self) -> str:
        """Return the reason of the forfeit: a word such as `crashed`, as in the record of the match."""

    @property
    def turn(self) -> int:
        """Return how many turns had been completed before the forfeit."""


class WrittenQuestion(Protocol[S_co]):
    """A decision (a question to a seat): the attributes that `DecisionWriter` reads.

    The object is a decision of the referee, or one that was read from a message.
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
        """Return a list with one object for each seat that has forfeited."""
