"""The messages between the front of an arena and a referee in a process of its own, as JSON.

Both are of the same release, which the referee's first message says. A message names a match and a seat by their names.
The docstring of a message from the front says what the referee does when it gets the message.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TypeAlias

from arena.errors import ProtocolError

# From the front ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Assign:
    """Get ready for a match, so that its bots can join; `Begin` starts it later."""

    match: str
    round: str
    block: int
    epoch: int


@dataclass(frozen=True)
class Begin:
    """Play a match, from its journal if it has one. `tickets` are the hashes of the last offers, by seat."""

    match: str
    started: float | None
    tickets: Sequence[str] = field(repr=False)


@dataclass(frozen=True)
class Drop:
    """Stop a match: write nothing more, and send its seats nothing more but what `Finish` says."""

    match: str


@dataclass(frozen=True)
class OpenTicket:
    """Let the ticket with this hash open a seat."""

    match: str
    seat: int
    ticket: str = field(repr=False)


@dataclass(frozen=True)
class CloseTicket:
    """Let the ticket with this hash open nothing any more."""

    match: str
    seat: int
    ticket: str = field(repr=False)


@dataclass(frozen=True)
class Speak:
    """Send the bot of a seat its decisions in this form, as its features want them."""

    match: str
    seat: int
    form: Any
    features: Sequence[Any]


@dataclass(frozen=True)
class FailSeat:
    """Let a seat forfeit. `ending` is how its stream ends: reason, text, seconds after which to try again."""

    match: str
    seat: int
    reason: str
    detail: str
    ending: Sequence[Any] | None
    at_once: bool


@dataclass(frozen=True)
class Finish:
    """End the stream of a seat with these last words."""

    match: str
    seat: int
    ending: Sequence[Any]


@dataclass(frozen=True)
class HouseTokens:
    """The tokens of the bots that the arena runs itself, by the hashes of their secrets."""

    holders: Sequence[Sequence[Any]] = field(repr=False)


@dataclass(frozen=True)
class RenewCertificate:
    """Read the certificate and its key again."""


@dataclass(frozen=True)
class Drain:
    """Report through health checks that no new calls are taken: the arena is about to stop."""


@dataclass(frozen=True)
class AskSettled:
    """Answer with `Settled` when all earlier messages have been handled."""


@dataclass(frozen=True)
class Welcome:
    """The referee is accepted. `decisions` says whether the front wants the times of decisions."""

    decisions: bool


# From the referee --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RefereeHello:
    """The first message: where bots reach the referee, and where the bots of this machine do, if it is the front's."""

    release: str
    address: str
    inside: str
    process: int


@dataclass(frozen=True)
class Ready:
    """Bots may join a match. `fault` says why they may not."""

    match: str
    fault: str = ""


@dataclass(frozen=True)
class Joined:
    """A stream has joined a seat, with this token."""

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
    """A seat can play no longer."""

    match: str
    seat: int
    reason: str
    detail: str


@dataclass(frozen=True)
class Ended:
    """A match is stored as finished. `fault` says why it could not be played on."""

    match: str
    fault: str = ""


@dataclass(frozen=True)
class Settled:
    """All messages before `AskSettled` have been handled."""


@dataclass(frozen=True)
class Pulse:
    """A heartbeat: the matches at the referee, and the decisions since the last one, with their times if wanted.

    `was_closed` is true if bots may not have been able to connect since then.
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


def encoded(message: RefereeMessage) -> bytes:
    """Return a message as bytes."""
    return json.dumps({"kind": type(message).__name__, **asdict(message)}).encode()


def decoded(data: bytes) -> RefereeMessage:
    """Return the message in these bytes. Raise ProtocolError if there is none."""
    try:
        fields = json.loads(data)
        return KINDS[fields.pop("kind")](**fields)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProtocolError(f"a message between front and referee cannot be read: {error}") from error
