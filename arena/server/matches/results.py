"""Results: what is kept of rounds and matches. The interface, and the plain values that stand behind it.

A round's secret is kept before its digest is told to anybody, a match with all that it follows from before it is
offered, and a result before any seat hears of it: so an arena that fell goes on where it was.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from arena.games.game import Scalar
from arena.record import ForfeitReason, ResultLine, Seated
from arena.record.format import Fairness
from arena.referee import Journal
from arena.tasks.block_task import ReplayedMatch

MatchState = Literal["offered", "running", "finished", "void"]
OVER: Final[tuple[MatchState, ...]] = ("finished", "void")  # the states of a match that has ended, this way or that


@dataclass(frozen=True, slots=True)
class Loss:
    """A seat that forfeited: why, and after how many turns."""

    seat: int
    reason: ForfeitReason
    turn: int


@dataclass(frozen=True, slots=True)
class Adjournment:
    """Why a match that was running does not go on yet. Times are seconds since 1970."""

    since: float
    until: float  # a bot that is not back by then loses
    seats: tuple[int, ...]  # whose bots it waits for


@dataclass(frozen=True, slots=True)
class BotFaults:
    """The faults of the arena that a bot was part of, beside the matches that it began."""

    bot: str
    matches: int  # that began
    adjourned: int  # times that one of them waited for its bots after a restart
    void: int  # of them that became void by the arena's fault
    behind: int  # faults at whose moment it had fewer points than the best other seat
    ahead: int  # faults at whose moment it had more; of the rest it was level, or that is not known
    absent: int  # times that it did not come back in time


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """One match as it stands; times are seconds since 1970. `head` is empty before the end."""

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
    instead_of: int | None = None  # the number of the block whose void match this block plays again, with a new deal
    place: int = 0  # which seating of the block; one that was void by the arena's fault shares it with its replay
    state: MatchState = "offered"
    result: ResultLine | None = None
    losses: tuple[Loss, ...] = ()
    head: str = ""
    ruling: str = ""  # what an organiser, or the arena itself, wrote when voiding or adjudicating it
    fault: bool = False  # void by the arena's own fault: it is played again
    adjournment: Adjournment | None = None  # of one that is running, while it waits for its bots
    adjudicated: bool = False
    rated: bool = True  # whether it counts for the ratings, if it begins with a deal
    started: float | None = None
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended, one way or the other."""
        return self.state in OVER

    @property
    def awaited(self) -> tuple[str, ...]:
        """The bots that it waits for after a restart of the arena."""
        return () if self.adjournment is None else tuple(self.seats[seat].entrant for seat in self.adjournment.seats)

    @property
    def drawn_as(self) -> int:
        """The number of the block that was drawn up: its own, or that of the block whose match it plays again."""
        return self.block if self.instead_of is None else self.instead_of

    @property
    def asked(self) -> tuple[Seated, ...]:
        """Who sits where decisions are asked: all but an automaton, which has the last seat."""
        return tuple(seated for seated in self.seats if seated.kind != "automaton")


@dataclass(frozen=True, slots=True)
class Agreed:
    """What all matches of a round share."""

    game: str
    options: Mapping[str, Scalar]
    clock: str
    entrants: tuple[Seated, ...]
    seed: str = ""  # empty for fair deals
    position: str = ""  # empty for a deal
    rated: bool = True
    resume_within: float | None = None  # seconds to come back after a restart; None: the limit of the arena
    blocks: int = 0  # of a series, whose blocks all have the same entrants; 0 where a tournament says who meets


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round: its secret, everybody's nonce in the order that counts, and what was agreed."""

    round: str
    secret: bytes = field(repr=False)
    nonces: tuple[tuple[str, str, bytes], ...] = ()  # entrant, version, nonce
    closed: bool = False
    agreed: Agreed | None = None
    tournament: str = ""  # its public id; empty outside tournaments


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match with what it follows from, and how far it had come: its journal, and whose tickets open its seats."""

    entry: MatchSummary
    salt: bytes = field(repr=False)
    bot_seeds: tuple[int, ...] = field(default=(), repr=False)  # empty where they follow from the salt
    lines: tuple[bytes, ...] = field(default=(), repr=False)  # of the journal of one that is running
    tickets: tuple[tuple[str, ...], ...] = field(default=(), repr=False)  # hashed, by seat; empty before it runs


@dataclass(frozen=True, slots=True)
class WorkedMatch:
    """A match that a worker has played and another one has replayed; `entry` is finished."""

    entry: MatchSummary
    played: ReplayedMatch


@dataclass(frozen=True, slots=True)
class WorkedBlock:
    """Matches of one block that workers have played, and its deal if the block is over with them."""

    matches: tuple[WorkedMatch, ...]
    seed: bytes | None = field(default=None, repr=False)
    salts: Mapping[str, bytes] = field(default_factory=dict, repr=False)  # by match


@dataclass(frozen=True, slots=True)
class Issued:
    """A ticket that was issued before the arena fell: its hash, whose it was, and whether its match goes on."""

    ticket: str
    entrant: str
    running: bool


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches are meant; what is empty does not matter."""

    bot: str = ""  # what it is called now, however capitalised
    state: MatchState | Literal[""] = ""
    tournament: str = ""  # its public id


class Results(Protocol):
    """What an arena asks of whoever keeps its results."""

    def away(self) -> bool:
        """Whether nothing can be kept now, and whoever keeps something waits."""

    async def keep_round(self, a_round: StoredRound) -> None:
        """Keep a round as it stands: before its digest is told, before its first offer, and when it is closed."""

    async def round(self, name: str) -> StoredRound | None:
        """The round of this name."""

    async def open_rounds(self) -> tuple[StoredRound, ...]:
        """The rounds of series that are not closed, in the order in which they were opened."""

    async def plan(self, matches: Sequence[PlannedMatch]) -> None:
        """Keep matches before they are offered, all or none; those that are kept already stay as they are."""

    async def block(self, a_round: str, number: int) -> tuple[PlannedMatch, ...]:
        """The matches of a block and of those that play one of them again, in the order in which they were planned."""

    async def replays(self, a_round: str) -> int:
        """Return how many blocks of a round play a void match of another block again."""

    async def is_disclosed(self, match: str) -> bool:
        """Whether the deal of the match of this name is no secret any more."""

    async def tickets(self) -> tuple[Issued, ...]:
        """The tickets of matches that are running, and of the last that are over."""

    async def open_match(self, entry: MatchSummary, tickets: Sequence[str] = ()) -> Journal:
        """The journal of a match that starts; with its first line it is running, opened by these tickets."""

    async def reissue(self, match: str, tickets: Sequence[str]) -> None:
        """Keep further tickets of a match that goes on, one for each seat; those of before open them still."""

    async def adjourn(self, match: str, adjournment: Adjournment) -> None:
        """Store that a match waits for its bots; each adjournment is one fault of the arena."""

    async def go_on(self, match: str, lines: Sequence[bytes], absent: Sequence[int] = ()) -> Journal:
        """The journal of a match that goes on after these lines, which are in it; it is adjourned no longer.

        `absent` are the seats whose bots did not come back in time.
        """

    async def faults(self) -> tuple[BotFaults, ...]:
        """Return the bots that were part of faults of the arena: the one with the most comes first."""

    async def keep(self, entry: MatchSummary) -> None:
        """Store the state of a match and what was decided about it. The result itself is stored by its journal."""

    async def finish(self, block: WorkedBlock) -> frozenset[str]:
        """Finish matches that workers have played. Return the names of those that count: others became void before.

        Once more changes nothing.
        """

    async def disclose(self, seed: bytes, salts: Mapping[str, bytes]) -> None:
        """Add a deal's seed, and to each its salt, to the records of its matches."""

    async def match(self, match: str) -> MatchSummary | None:
        """The match of this name."""

    async def matches(self, sought: MatchFilter, limit: int, before: str = "") -> tuple[MatchSummary, ...]:
        """The newest matches that are sought, or those that came just before the one of this name; UsageError."""

    async def record(self, match: str) -> bytes | None:
        """The record of a finished match."""
