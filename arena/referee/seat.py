"""The interface between a match and a seat: decisions, messages, and failures of the seat.

A seat never gets the referee's State: all values in this module follow from the seat's own view.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from arena.games.game import Event, Rules, Scalar
from arena.record import Departure, ForfeitReason, Seated
from arena.referee.clock import Stopwatch, TimeControl, Timing
from arena.referee.verdict import Forfeited


@dataclass(frozen=True, slots=True)
class Start:
    """The terms of a match for one seat. `Bot.start` gets them.

    `seats` names the bots by seat, and `clock` is the time control. `bot_seed` has 64 bits that reveal nothing about
    the deal; a bot that draws all its random numbers from it plays the same again. `commitment` is a hash that binds
    the arena to the deal before the match; it is None if the game begins at a position.

    >>> from arena_sdk import Bot, practice
    >>> class Curious(Bot):
    ...     def start(self, start):
    ...         self.rivals = [seated.entrant for number, seated in enumerate(start.seats) if number != start.seat]
    ...     def choose(self, turn):
    ...         assert self.rivals == ["random"]
    ...         return turn.options[0]
    >>> practice(Curious, "random", games=2, seed=1).forfeits
    ()
    """

    match: str
    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    seat: int
    seats: tuple[Seated, ...]
    clock: TimeControl
    bot_seed: int  # 64 bits that reveal nothing about the deal; a bot that uses only these repeats its play
    commitment: str | None  # None if the game begins at a position


class Decision(NamedTuple):
    """A question to one seat: its view, its legal options, and its time."""

    number: int  # counted per seat, from 1
    seat: int
    view: Any
    options: tuple[int, ...]
    spellings: tuple[str, ...]  # of the options
    clocks: tuple[int | None, ...]  # microseconds that each seat has left; None without a clock
    events: tuple[Event, ...]  # events since the seat was last asked
    state_rules: Rules
    watch: Stopwatch
    limit_us: int | None = None  # how long this decision may take; None without a clock
    last_timing: Timing | None = None  # the times of the seat's last answer
    departures: tuple[Departure, ...] = ()  # the seats that have forfeited


@dataclass(frozen=True, slots=True)
class Choice:
    """The answer to a decision: the number of the decision, and the index of an option."""

    number: int
    index: int


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The time that a seat has spent in the whole match, in microseconds."""

    think_us: int
    transport_us: int
    stall_us: int


@dataclass(frozen=True, slots=True)
class Over:
    """The end of a match. `Bot.over` gets it after the result has been stored.

    `placements` and `scores` are by seat, `ledger` has the sources of the points, `reason` why the match ended, and
    `head` is the last hash of its record's chain.

    >>> from arena_sdk import Bot, practice
    >>> class Happy(Bot):
    ...     def choose(self, turn):
    ...         return turn.options[0]
    ...     def over(self, over):
    ...         assert min(over.placements) == 1
    >>> practice(Happy, "random", games=2, seed=1).forfeits
    ()
    """

    placements: tuple[int, ...]
    scores: tuple[int, ...]
    ledger: Mapping[str, tuple[tuple[int, ...], ...]]
    reason: str
    head: str
    departures: tuple[Departure, ...] = ()  # the seats that forfeited, in order
    times: tuple[SeatTime, ...] = ()  # by seat


class SeatFailed(Exception):  # noqa: N818 -- no fault of the arena: a match answers it with a forfeit
    """Raised by a seat that cannot go on. The match answers with a forfeit of the seat.

    The exception has the reason, and a sentence about it for the bot's author.
    """

    def __init__(self, reason: ForfeitReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Seat(Protocol):
    """A seat of a match. Each method may raise SeatFailed. Any other exception is a fault of the arena."""

    async def start(self, start: Start) -> None:
        """Prepare the bot for the match. Return when it is ready."""

    async def choose(self, decision: Decision) -> Choice | None:
        """Return the seat's answer to a decision.

        When the time is over, the match cancels this call. But if the seat has the method `late` (see `HearsLate`), the
        match calls `late` and does not cancel: `late` ends the wait for the answer, and this call then returns None.
        """

    async def over(self, over: Over) -> None:
        """Deliver the result of the match to the bot."""


@runtime_checkable
class HearsLate(Protocol):
    """A seat with the method `late`, which the match calls when the time for an answer is over.

    For such a seat, the match does not cancel the call of `choose`.
    """

    def late(self) -> None:
        """End the wait for an answer, if the seat waits for one, because the time is over.

        The match may call this repeatedly while `choose` runs. It must neither wait nor raise an exception.
        """


@runtime_checkable
class FailsUnasked(Protocol):
    """A seat that may fail while it is not asked. The match checks this before it asks another seat."""

    @property
    def failed(self) -> SeatFailed | None:
        """Return the failure because of which the seat cannot go on; None if it can."""


@runtime_checkable
class HearsForfeit(Protocol):
    """A seat that the match notifies immediately when the seat forfeits, whatever the reason."""

    def forfeited(self, forfeited: Forfeited) -> None:
        """Handle the forfeit of the seat, which `forfeited` describes.

        The method must neither wait nor raise an exception.
        """


@runtime_checkable
class Recalls(Protocol):
    """A seat that needs earlier decisions. It gets them when a match continues after an interruption."""

    def recall(self, decision: Decision, index: int) -> None:
        """Remember again a decision that the seat answered before the interruption; `index` is that of its choice.

        The match calls this for each such decision, in order, before it continues. The method must neither wait nor
        raise an exception.
        """
