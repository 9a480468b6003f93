"""What a tournament asks of the world: a venue where blocks are played, and a keeper of all that was decided.

A tournament decides nothing without having it kept first, and knows nothing that the keeper does not. So whoever runs
it may be killed at any moment: the next one asks the keeper, makes the same calls again, and ends with the same table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from arena.games.game import Scalar
from arena.record import Seated
from arena.referee import MatchTerms

TournamentState = Literal["waiting", "running", "interrupted", "finished", "cancelled", "failed"]
OVER: Final[tuple[TournamentState, ...]] = ("finished", "cancelled", "failed")


def standing(state: str) -> str:
    """How a tournament stands, in words that follow its name."""
    return "has failed" if state == "failed" else f"is {state}"


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is kept; times are seconds since 1970."""

    id: str  # random and public
    name: str
    file: str  # its regulations, as they were given
    created: float
    seed: str = ""  # in place of what the regulations say; empty: what they say
    schedule: str = ""  # the id of the schedule that started it
    state: TournamentState = "waiting"
    reason: str = ""  # why it was cancelled or has failed
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended, one way or the other."""
        return self.state in OVER


@dataclass(frozen=True, slots=True)
class Participant:
    """Who takes part: `key` is its name in pairings, `who` how it is called now, `author` whose it was at the start."""

    key: str
    who: Seated
    author: str = ""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A block of a tournament: its number, counted through all rounds, and who meets in it."""

    number: int
    entrants: tuple[str, ...]  # keys, in the order of the first seating


@dataclass(frozen=True, slots=True)
class Stage:
    """A round as it was decided. One that plays a void match again says so in `instead_of`."""

    number: int
    id: str  # random and public; the round with its secret has the same
    name: str
    fixtures: tuple[Fixture, ...] = ()
    byes: tuple[str, ...] = ()  # keys
    instead_of: str = ""  # a match's name
    closed: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match of a tournament that is over, or void."""

    match: str
    block: int  # the number of its fixture
    place: int  # which seating of the block
    seats: tuple[str, ...]  # keys
    placements: tuple[int, ...] = ()  # empty if it is void
    scores: tuple[int, ...] = ()
    pairs: frozenset[tuple[int, int]] | None = None  # of seats, that count; None: all
    forfeits: tuple[int, ...] = ()  # seats
    fault: bool = False  # void by the arena's own fault: it is played again by itself
    luck: tuple[float, ...] | None = None  # what chance gave to each seat, if the regulations ask for it

    @property
    def void(self) -> bool:
        """Whether it counts for nothing."""
        return not self.placements


class Keeper(Protocol):
    """Keeps tournaments. What a call has returned from is there after any fall."""

    async def begin(self, tournament: Tournament) -> None:
        """Keep a new tournament; TakenError where the name is taken."""

    async def tournament(self, tournament: str) -> Tournament:
        """The tournament of this id, or of this name; UsageError where there is none."""

    async def tournaments(self) -> Sequence[Tournament]:
        """All tournaments, the newest first."""

    async def started_by(self, schedule: str) -> Sequence[Tournament]:
        """The tournaments that a schedule has begun, the newest first."""

    async def set_state(self, tournament: str, state: TournamentState, reason: str = "") -> Tournament:
        """Say how a tournament stands."""

    async def enter(self, tournament: str, entrants: Sequence[Participant]) -> None:
        """Fix who takes part; once it is fixed it stays."""

    async def entrants(self, tournament: str) -> tuple[Participant, ...]:
        """Who takes part; nobody before it was fixed."""

    async def decide(self, tournament: str, stage: Stage) -> None:
        """Keep a round before anything of it is offered; of one that is kept already, its further fixtures."""

    async def close(self, tournament: str, stage: int) -> None:
        """Note that a round is over."""

    async def stages(self, tournament: str, since: int = 0) -> tuple[Stage, ...]:
        """The rounds from this number on as they were decided, in order."""

    async def place_of(self, match: str) -> tuple[str, int] | None:
        """The tournament that a match belongs to, by its id, and the number of its block."""

    async def results(self, tournament: str, block: int | None = None, *, since: int = 0) -> tuple[MatchResult, ...]:
        """The matches that are over, of one block or of those from a number on: by block, then in their own order."""

    async def rulings(self) -> int:
        """A number that grows with each ruling on a match that was over, of any tournament."""


class Hall(Protocol):
    """A round that is open: its secret is fixed, and blocks are played under it."""

    async def play(self, number: int, seatings: Sequence[Sequence[Seated]]) -> None:
        """Play a block: its deal once for each seating. What of it was played before a fall is not played again."""

    def has_begun(self, number: int) -> bool:
        """Whether a match of a block is offered or played now."""

    async def close(self) -> None:
        """Publish the secret."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A version that may enter a tournament, or why it may not."""

    who: Seated
    author: str
    online: bool
    objection: str = ""  # why it may not enter a rated tournament; empty if it may
    waits: bool = False  # whether it is here and about to be examined


class Venue(Protocol):
    """Where bots attend and blocks are played."""

    async def candidate(self, name: str, freeze: float | None, *, rated: bool) -> Candidate:
        """The version that `name` or `name@version` means.

        Without a version: of those that were admitted at the moment `freeze` the newest, without it the one that
        attends, or else the newest; one without a name where it has never attended. Where it is `rated`, and there is
        an objection to that one, the next in this order that may enter, as long as there is one. UsageError where
        there is no such bot or version.
        """

    async def everybody(
        self, game: str, seats: int, options: Mapping[str, Scalar], freeze: float | None, *, rated: bool
    ) -> Sequence[Candidate]:
        """All who attend and play this game with so many seats, by name."""

    async def changed(self) -> None:
        """Wait until somebody has come or gone."""

    def now(self) -> float:
        """The time, in seconds since 1970."""

    async def open_round(self, name: str, terms: MatchTerms, entrants: Sequence[Seated], tournament: str) -> Hall:
        """Open a round under the public name given; one that was open before a fall goes on with its secret."""
