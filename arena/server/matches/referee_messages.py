"""The JSON messages between the front of an arena and a referee in its own process.

Both must run the same release; the referee's first message names its release. Most messages name a match and a seat.
The docstring of a message from the front says what the referee has to do.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from arena.server.transport.json_messages import from_bytes

METHOD: Final = "arena.referees.v1.Referees/Attach"  # the call that a referee opens

# From the front ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Assign:
    """Prepare a match, so that its bots can join; `Begin` starts it later."""

    match: str
    round: str
    block: int
    epoch: int


@dataclass(frozen=True)
class Begin:
    """The order to play a match, from its journal if there is one. `tickets` are hashes, one for each seat."""

    match: str
    started: float | None
    tickets: Sequence[str] = field(repr=False)


@dataclass(frozen=True)
class Drop:
    """Stop a match: write nothing more to its journal. Send its seats nothing more except a `Finish`."""

    match: str


@dataclass(frozen=True)
class OpenTicket:
    """Let the ticket with this hash open a seat."""

    match: str
    seat: int
    ticket: str = field(repr=False)


@dataclass(frozen=True)
class CloseTicket:
    """Make the ticket with this hash invalid."""

    match: str
    seat: int
    ticket: str = field(repr=False)


@dataclass(frozen=True)
class Speak:
    """Send the bot of a seat its decisions in this option form, with the fields of these features."""

    match: str
    seat: int
    form: Any
    features: Sequence[Any]


@dataclass(frozen=True)
class FailSeat:
    """Let a seat forfeit. `ending` says how its stream ends: reason, text, and seconds until a retry."""

    match: str
    seat: int
    reason: str
    detail: str
    ending: Sequence[Any] | None
    at_once: bool


@dataclass(frozen=True)
class Finish:
    """End the stream of a seat with this last message."""

    match: str
    seat: int
    ending: Sequence[Any]


@dataclass(frozen=True)
class HouseTokens:
    """Accept tokens of house bots. The message has the hashes of their secrets."""

    holders: Sequence[Sequence[Any]] = field(repr=False)


@dataclass(frozen=True)
class RenewCertificate:
    """Read the certificate and its key again."""


@dataclass(frozen=True)
class Drain:
    """Report in health checks that no new calls are accepted: the arena is about to stop."""


@dataclass(frozen=True)
class AskSettled:
    """Answer with `Settled` when all earlier messages have been handled."""


@dataclass(frozen=True)
class Welcome:
    """Begin to work: the front accepted the referee. `decisions` is true if the front wants the times of decisions."""

    decisions: bool


# From the referee --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RefereeHello:
    """The first message of a referee: its addresses for bots, from outside and on the front's machine."""

    release: str
    address: str
    inside: str
    process: int


@dataclass(frozen=True)
class Ready:
    """A referee's message that bots may join a match; with `fault`, that they may not, and why."""

    match: str
    fault: str = ""


@dataclass(frozen=True)
class Joined:
    """A stream with this token has joined a seat."""

    match: str
    seat: int
    token: str


@dataclass(frozen=True)
class Left:
    """The stream of a seat has ended."""

    match: str
    seat: int


@dataclass(frozen=True)
class SeatLost:
    """A seat has failed and can play no longer."""

    match: str
    seat: int
    reason: str
    detail: str


@dataclass(frozen=True)
class Ended:
    """A match was stored as finished. If it could not be played, `fault` says why."""

    match: str
    fault: str = ""


@dataclass(frozen=True)
class Settled:
    """All messages before `AskSettled` have been handled."""


@dataclass(frozen=True)
class Pulse:
    """A heartbeat: the matches at the referee, the decisions since the last heartbeat, and their times if wanted.

    `was_closed` is true if bots may have been unable to connect since the last heartbeat.
    """

    matches: int
    decisions: int
    times: Sequence[Sequence[int]] = field(default=(), repr=False)
    was_closed: bool = False


RefereeMessage: TypeAlias = (
    Assign
    | Begin
    | Drop
    | OpenTicket
    | CloseTicket
    | Speak
    | FailSeat
    | Finish
    | HouseTokens
    | RenewCertificate
    | Drain
    | AskSettled
    | Welcome
    | RefereeHello
    | Ready
    | Joined
    | Left
    | SeatLost
    | Ended
    | Settled
    | Pulse
)

KINDS: Final[dict[str, type[RefereeMessage]]] = {each.__name__: each for each in RefereeMessage.__args__}


def decoded(data: bytes) -> RefereeMessage:
    """Return the message in these bytes. Raise ProtocolError if they are not a message."""
    return from_bytes(KINDS, data)
