"""The interface to the stored rounds and matches, and the classes of their values.

A round's secret is stored before its digest is published, a match before it is offered, and a result before any seat
gets it. So an arena that crashed continues from its last state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from arena.games.game import Scalar
from arena.record import ForfeitReason, ResultLine, Seated
from arena.record.format import Fairness
from arena.referee import Journal, MatchOutcome
from arena.tasks.block_task import ReplayedMatch

WITHDRAWN: Final = "the tournament ended before this match began"  # the ruling of a withdrawn match
MatchState = Literal["offered", "running", "finished", "void"]
OVER: Final[tuple[MatchState, ...]] = ("finished", "void")  # the states of a match that has ended


@dataclass(frozen=True, slots=True)
class Loss:
    """The forfeit of a seat: the reason, and the number of turns before the forfeit."""

    seat: int
    reason: ForfeitReason
    turn: int


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The result of a match that was played, its forfeits, and the last hash of its record."""

    result: ResultLine
    losses: tuple[Loss, ...]
    head: str

    @classmethod
    def of(cls, outcome: MatchOutcome) -> "MatchEnd":
        """Return a MatchEnd (result, forfeits, last hash of the record) from a referee's outcome of a match."""
        losses = tuple(Loss(lost.seat, lost.reason, lost.turn) for lost in outcome.forfeits)
        return cls(outcome.result, losses, outcome.head)


@dataclass(frozen=True, slots=True)
class Adjournment:
    """The time for which a running match waits for bots to reconnect. Times are seconds since 1970."""

    since: float
    until: float  # a bot that has not reconnected by then loses
    seats: tuple[int, ...]  # the match waits for the bots of these seats


@dataclass(frozen=True, slots=True)
class BotFaults:
    """How many matches of a bot have begun, and how many faults of the arena of each kind happened in these matches."""

    bot: str
    matches: int  # how many matches of the bot have begun
    adjourned: int  # how often one of them waited for its bots after a restart
    void: int  # how many of them became void by the arena's fault
    behind: int  # at how many of these faults the bot had fewer points than the best other seat
    ahead: int  # at how many it had more points; at the rest it was level, or the points are unknown
    absent: int  # how often the bot did not reconnect in time


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The current state of a match. Times are seconds since 1970.

    `head` is the last hash of the match's record; it is empty before the match has ended.
    """

    match: str
    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    seats: tuple[Seated, ...]
    clock: str
    fairness: Fairness
    created: float
    round: str = ""  # private until the round is over, with its block and its place there
    block: int = 0
    instead_of: int | None = None  # the block with the void match that this block replays with a new deal
    place: int = 0  # the index of its seating in the block; a void match and its replay have the same index
    state: MatchState = "offered"
    result: ResultLine | None = None
    losses: tuple[Loss, ...] = ()
    head: str = ""
    ruling: str = ""  # the reason that an organiser or the arena gave for voiding or adjudicating the match
    fault: bool = False  # void by the arena's own fault: it is replayed
    adjournment: Adjournment | None = None  # of a running match that waits for its bots
    adjudicated: bool = False
    rated: bool = True  # a rated match counts for the ratings if it begins with a deal
    started: float | None = None
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """True if the match is finished or void."""
        return self.state in OVER

    @property
    def is_withdrawn(self) -> bool:
        """True if the match is void because its tournament was cancelled or failed before the match began.

        If the tournament is resumed, another match is planned in its place.
        """
        return self.state == "void" and self.fault and self.started is None and self.ruling == WITHDRAWN

    @property
    def awaited(self) -> tuple[str, ...]:
        """The names of the bots that the match waits for after a restart of the arena."""
        return () if self.adjournment is None else tuple(self.seats[seat].entrant for seat in self.adjournment.seats)

    @property
    def drawn_as(self) -> int:
        """The number of the match's block. If the block replays a void match, the number of the block of that match."""
        return self.block if self.instead_of is None else self.instead_of

    @property
    def asked(self) -> tuple[Seated, ...]:
        """The entrants that answer decisions, by seat: all except an automaton, which has the last seat."""
        return tuple(seated for seated in self.seats if seated.kind != "automaton")


@dataclass(frozen=True, slots=True)
class Agreed:
    """The terms that all matches of a round share, in the form in which they are stored."""

    game: str
    options: Mapping[str, Scalar]
    clock: str
    entrants: tuple[Seated, ...]
    seed: str = ""  # empty for fair deals
    position: str = ""  # empty for a deal
    rated: bool = True
    resume_within: float | None = None  # seconds to reconnect after a restart; None: the limit of the arena
    blocks: int = 0  # the number of blocks of a series, which have the same entrants; 0 in a tournament
    ladder: bool = False  # True if it is a series of the standing ladder: each deal is played once


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round: its secret, its terms, and a nonce (random bytes for the seeds of the deals) from each entrant."""

    round: str
    secret: bytes = field(repr=False)
    nonces: tuple[tuple[str, str, bytes], ...] = ()  # entrant, version, nonce
    closed: bool = False
    agreed: Agreed | None = None
    tournament: str = ""  # its public id; empty outside tournaments


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match with its state and terms, and with the secrets, journal and tickets to play or resume it."""

    entry: MatchSummary
    salt: bytes = field(repr=False)
    bot_seeds: tuple[int, ...] = field(default=(), repr=False)  # empty if they follow from the salt
    lines: tuple[bytes, ...] = field(default=(), repr=False)  # the journal of a running match
    tickets: tuple[tuple[str, ...], ...] = field(default=(), repr=False)  # hashed, by seat; empty before it runs


@dataclass(frozen=True, slots=True)
class WorkedMatch:
    """A match that one worker played and another one checked by a replay. `entry` is its finished state."""

    entry: MatchSummary
    played: ReplayedMatch


@dataclass(frozen=True, slots=True)
class WorkedBlock:
    """The matches of one block that workers played, with the seed and the salts that disclose its deal."""

    matches: tuple[WorkedMatch, ...]
    seed: bytes | None = field(default=None, repr=False)
    salts: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # by match


@dataclass(frozen=True, slots=True)
class Issued:
    """A stored ticket: its hash, its bot, and whether its match is still running."""

    ticket: str
    entrant: str
    running: bool


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """A filter for matches. An empty field matches everything."""

    bot: str = ""  # the current name of a bot, in any letter case
    state: MatchState | Literal[""] = ""
    tournament: str = ""  # its public id


class Results(Protocol):
    """The interface to the stored results."""

    def away(self) -> bool:
        """True if the database is unavailable. Writes then wait."""

    async def keep_round(self, a_round: StoredRound) -> None:
        """Store a round, or its new state.

        The caller does so before the digest is published, before the first offer, and when the round is closed.
        """

    async def round(self, name: str) -> StoredRound | None:
        """Return the round of this name; None if there is none."""

    async def open_rounds(self) -> tuple[StoredRound, ...]:
        """Return the open rounds of series, oldest first."""

    async def plan(self, matches: Sequence[PlannedMatch]) -> None:
        """Store matches before they are offered: all of them or none. Matches that are stored already do not change."""

    async def block(self, a_round: str, number: int) -> tuple[PlannedMatch, ...]:
        """Return the matches of a block and their replays, in the order in which they were planned."""

    async def replays(self, a_round: str) -> int:
        """Return how many blocks of a round replay a void match of another block."""

    async def is_disclosed(self, match: str) -> bool:
        """True if the deal of this match was published."""

    async def tickets(self) -> tuple[Issued, ...]:
        """Return the tickets of running matches and of recently ended matches."""

    async def open_match(self, entry: MatchSummary, tickets: Sequence[str] = ()) -> Journal:
        """Return the journal of a new match.

        When the first line of the journal is written, the match becomes a running one, with these tickets.
        """

    async def reissue(self, match: str, tickets: Sequence[str]) -> None:
        """Store new tickets of a resumed match, one for each seat. Earlier tickets stay valid."""

    async def adjourn(self, match: str, adjournment: Adjournment) -> None:
        """Store that a match waits for its bots. Each adjournment counts as one fault of the arena."""

    async def go_on(self, match: str, lines: Sequence[bytes], absent: Sequence[int] = ()) -> Journal:
        """Store that a resumed match no longer waits for its bots. Return its journal, which begins with `lines`.

        `absent` are the seats with bots that did not reconnect in time.
        """

    async def faults(self) -> tuple[BotFaults, ...]:
        """Return a BotFaults for each bot that had faults of the arena in its matches, the bot with the most first."""

    async def keep(self, entry: MatchSummary) -> None:
        """Store the current state of a match, and an organiser's ruling on it.

        Of a result that is stored already, change only the places of the seats: a ruling does not change the other
        values.
        """

    async def finish(self, block: WorkedBlock) -> frozenset[str]:
        """Store the results of matches that workers played. A second call with the same block changes nothing.

        Return the names of the matches with a result that is valid. The others were voided before.
        """

    async def disclose(self, seed: bytes, salts: Mapping[str, bytes]) -> None:
        """Publish a deal: add its seed to the records of its matches, and to each record the salt of the match."""

    async def match(self, match: str) -> MatchSummary | None:
        """Return the match with this name; None if there is none."""

    async def matches(self, sought: MatchFilter, limit: int, before: str = "") -> tuple[MatchSummary, ...]:
        """Return the newest matches that pass a filter, at most `limit` of them.

        If `before` names a match, return only matches that are older than it.
        """

    async def record(self, match: str) -> bytes | None:
        """Return the record of a finished match; None if it is not stored."""
