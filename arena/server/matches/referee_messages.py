"""The JSON messages between the front of an arena (`arena serve`) and a referee in its own process.

Both must run the same release, with the same versions of games and house bots; the referee's first message names
them. Most messages name a match and a seat. The docstring of a message from the front says what the referee has to do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from arena.record import ForfeitReason, ResultLine, Seated
from arena.referee import MatchTerms
from arena.server.matches.results import Loss, MatchEnd, MatchSummary, PlannedMatch
from arena.server.transport.json_messages import from_bytes

METHOD: Final = "arena.referees.v1.Referees/Attach"  # the call that a referee opens

# From the front ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Assign:
    """Prepare a match, so that its bots can join.

    If the match has not begun, `planned` has its seats, salt and bot seeds: play it as soon as each seat is joined or
    has failed. If it was interrupted, `planned` is None: read its journal from the database, and wait for `Begin`.
    """

    match: str
    round: str
    block: int
    epoch: int
    planned: Mapping[str, Any] | None = field(default=None, repr=False)  # with the salt of its deal


@dataclass(frozen=True)
class Begin:
    """Play on in a match that was interrupted. Its journal has the answers so far."""

    match: str


@dataclass(frozen=True)
class Drop:
    """Stop a match: write nothing more to its journal. Send its seats nothing more except a `Finish`.

    With `cut`, also cut the streams of its seats, and answer with `Dropped`: the match goes on elsewhere.
    """

    match: str
    cut: bool = False


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
    """From now on, send the bot of a seat its options in this form: moves, text or both.

    `features` are the protocol features that the bot declared. They decide which optional fields the messages have.
    """

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
    """Accept only these tokens from bots that the arena runs.

    `holders` has a list for each token: the hash of its secret, its id, the bot, and the bot's version if it was
    submitted.
    """

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
    certificate: str = field(default="", repr=False)  # as PEM; empty without TLS


@dataclass(frozen=True)
class NewCertificate:
    """The referee has read its certificate again. The message has it as PEM."""

    certificate: str = field(repr=False)


@dataclass(frozen=True)
class Dropped:
    """A match was stopped, and the streams of its seats were cut."""

    match: str


@dataclass(frozen=True)
class Ready:
    """The referee is ready: bots may join a match that was interrupted.

    If `fault` is not empty, the referee cannot take the match.
    """

    match: str
    fault: str = ""


@dataclass(frozen=True)
class Joined:
    """A bot's stream has joined a seat. `token` is the id of the bot's token."""

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
    """The bot of a seat has failed, so the seat forfeits."""

    match: str
    seat: int
    reason: str
    detail: str


@dataclass(frozen=True)
class Ended:
    """A match is over: `end` has its stored result, or `fault` says why the match could not be played."""

    match: str
    fault: str = ""
    end: Mapping[str, Any] | None = None


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
    | NewCertificate
    | Dropped
    | Ready
    | Joined
    | Left
    | SeatLost
    | Ended
    | Settled
    | Pulse
)

SeatMessage: TypeAlias = OpenTicket | CloseTicket | Speak | FailSeat | Finish  # from the front, about a seat

KINDS: Final[dict[str, type[RefereeMessage]]] = {each.__name__: each for each in RefereeMessage.__args__}


def spelled_plan(kept: PlannedMatch) -> dict[str, Any]:
    """Return the seats, salt, bot seeds and similar data of a planned match as a dict of JSON values, for a referee.

    The referee reads all other terms of the match from the stored round.
    """
    entry = kept.entry
    return {
        "place": entry.place,
        "seats": [[each.entrant, each.version, each.kind] for each in entry.seats],
        "created": entry.created,
        "instead_of": entry.instead_of,
        "salt": kept.salt.hex(),
        "bot_seeds": kept.bot_seeds,
    }


def planned_from(task: Assign, terms: MatchTerms) -> PlannedMatch:
    """Return the planned match that an Assign message describes, with the terms of its round."""
    assert task.planned is not None, "a match that goes on is read from the database"
    values = task.planned
    entry = MatchSummary(
        match=task.match,
        game=terms.rules.name,
        rules_version=terms.rules.version,
        options=terms.options,
        seats=tuple(Seated(*each) for each in values["seats"]),
        clock=str(terms.clock),
        fairness=terms.fairness,
        created=values["created"],
        round=task.round,
        block=task.block,
        instead_of=values["instead_of"],
        place=values["place"],
        rated=terms.rated,
        epoch=task.epoch,
    )
    return PlannedMatch(entry, bytes.fromhex(values["salt"]), tuple(values["bot_seeds"]))


def spelled_end(end: MatchEnd) -> dict[str, Any]:
    """Return a match's result, its forfeits and the last hash of its record as a dict of JSON values."""
    losses = [[loss.seat, loss.reason.value, loss.turn] for loss in end.losses]
    return {**end.result.values(), "losses": losses, "head": end.head}


def end_from(values: Mapping[str, Any]) -> MatchEnd:
    """Return a match's result, its forfeits and the last hash of its record, read from the JSON values of a message."""
    result = ResultLine(
        placements=tuple(values["placements"]),
        scores=tuple(values["scores"]),
        ledger={name: tuple(map(tuple, rounds)) for name, rounds in values["ledger"].items()},
        turns=values["turns"],
        reason=values["reason"],
    )
    losses = tuple(Loss(seat, ForfeitReason(reason), turn) for seat, reason, turn in values["losses"])
    return MatchEnd(result, losses, values["head"])


def decoded(data: bytes) -> RefereeMessage:
    """Return the message in these bytes. Raise ProtocolError if they are not a message."""
    return from_bytes(KINDS, data)
