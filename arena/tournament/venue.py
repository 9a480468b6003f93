"""The interfaces between a tournament and its arena: a venue plays blocks, a keeper stores all decisions.

A tournament acts only on stored decisions, and reads its whole state from the keeper. So its process may be killed at
any moment: the next process reads from the keeper, repeats the calls, and ends with the same table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from arena.record import Seated
from arena.referee import MatchTerms

TournamentState = Literal["waiting", "running", "interrupted", "finished", "cancelled", "failed"]
OVER: Final[tuple[TournamentState, ...]] = ("finished", "cancelled", "failed")


def standing(state: str) -> str:
    """Return the state of a tournament as words that can follow its name: "is running" or "has failed"."""
    return "has failed" if state == "failed" else f"is {state}"


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is stored. Times are seconds since 1970."""

    id: str  # random and public
    name: str
    file: str  # its regulations, as they were given
    created: float
    seed: str = ""  # instead of the seed in the regulations; empty: that seed
    schedule: str = ""  # the id of the schedule that started it
    state: TournamentState = "waiting"
    reason: str = ""  # the reason, if it was cancelled or has failed
    ended: float | None = None

    @property
    def is_over(self) -> bool:
        """True if the tournament is finished, cancelled or failed."""
        return self.state in OVER


@dataclass(frozen=True, slots=True)
class Participant:
    """An entrant of a tournament: its key in pairings, its current name and version, and its author at the start."""

    key: str
    who: Seated
    author: str = ""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A block of a tournament: its number, counted through all stages, and its entrants."""

    number: int
    entrants: tuple[str, ...]  # keys, in the order of the first seating


@dataclass(frozen=True, slots=True)
class Stage:
    """A stored stage (step) of a tournament: its blocks and byes. If it replays a void match, `instead_of` names it."""

    number: int
    id: str  # random and public; the round with its secret has the same
    name: str
    fixtures: tuple[Fixture, ...] = ()
    byes: tuple[str, ...] = ()  # keys
    instead_of: str = ""  # a match's name
    closed: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match of a tournament that is finished or void. A void match does not count."""

    match: str
    block: int  # the number of its fixture
    place: int  # the number of its seating in the block
    seats: tuple[str, ...]  # keys
    placements: tuple[int, ...] = ()  # empty if it is void
    scores: tuple[int, ...] = ()
    pairs: frozenset[tuple[int, int]] | None = None  # the pairs of seats that count; None: all
    forfeits: tuple[int, ...] = ()  # seats
    fault: bool = False  # void by the arena's own fault: the arena replays it by itself

    @property
    def void(self) -> bool:
        """True if the match does not count."""
        return not self.placements


class Keeper(Protocol):
    """Stores tournaments. A change is stored when its call returns, and survives a crash."""

    async def begin(self, tournament: Tournament) -> None:
        """Store a new tournament. Raise TakenError if the name is taken."""

    async def tournament(self, tournament: str) -> Tournament:
        """Return the tournament with this id or name. Raise UsageError if there is none."""

    async def tournaments(self) -> Sequence[Tournament]:
        """Return all tournaments, the newest first."""

    async def started_by(self, schedule: str) -> Sequence[Tournament]:
        """Return the tournaments that a schedule has begun, the newest first."""

    async def set_state(self, tournament: str, state: TournamentState, reason: str = "") -> Tournament:
        """Set the state of a tournament with its reason, and return the tournament."""

    async def enter(self, tournament: str, entrants: Sequence[Participant]) -> None:
        """Store the entrants of a tournament. A second call changes nothing."""

    async def entrants(self, tournament: str) -> tuple[Participant, ...]:
        """Return the entrants of a tournament; none before they are stored."""

    async def decide(self, tournament: str, stage: Stage) -> None:
        """Store a stage before any of its matches is offered. If the stage is stored already, add its new fixtures."""

    async def close(self, tournament: str, stage: int) -> None:
        """Mark a stage of a tournament, given by its number, as over."""

    async def stages(self, tournament: str, since: int = 0) -> tuple[Stage, ...]:
        """Return the stored stages of a tournament from the number `since` on, in order."""

    async def place_of(self, match: str) -> tuple[str, int] | None:
        """Return the id of a match's tournament, and the number of the match's block; None if it has no tournament."""

    async def results(self, tournament: str, block: int | None = None, *, since: int = 0) -> tuple[MatchResult, ...]:
        """Return the finished and void matches of a tournament, in the order of their blocks.

        With `block`, return only the matches of this block. With `since`, leave out blocks with a lower number.
        """

    async def rulings(self) -> int:
        """Return a number that grows each time an organiser voids or changes the result of a match that has ended.

        The number is for all tournaments together.
        """


class Hall(Protocol):
    """A round that the arena has opened, with its secret fixed: it plays the blocks of this round."""

    async def play(self, number: int, seatings: Sequence[Sequence[Seated]]) -> None:
        """Play a block: its deal once for each seating. Matches that were finished before a crash are not repeated."""

    def has_begun(self, number: int) -> bool:
        """True if a match of the block with this number is offered or running now."""

    async def close(self) -> None:
        """Close this round, and publish its secret, which together with the nonces of entrants determined the deals."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A version that may enter a tournament, and the objection to its entry, if there is one."""

    who: Seated
    author: str
    online: bool
    objection: str = ""  # the objection to its entry to a rated tournament; empty if there is none
    waits: bool = False  # True if it is connected and about to be examined


class Venue(Protocol):
    """The interface of a tournament to its arena, which knows the connected bots and plays blocks."""

    async def candidate(self, name: str, freeze: float | None, *, rated: bool) -> Candidate:
        """Return a Candidate for `name`, which is a bot, or for `name@version`.

        A bot's name alone means its newest version that was admitted at the time `freeze`. Without `freeze` it means
        the connected version, or the newest one if none is connected. If the bot has never connected, the Candidate's
        version is an empty text.

        An objection says why a version may not enter a rated tournament. If `rated` is true and there is an objection
        to this version, return another version of the bot that may enter, if there is one. If there is none, the
        Candidate has the objection. Raise UsageError if the bot or the version does not exist.
        """

    async def everybody(self, game: str, seats: int, freeze: float | None, *, rated: bool) -> Sequence[Candidate]:
        """Return the connected bots that play this game with `seats` seats, sorted by name."""

    async def changed(self) -> None:
        """Wait until the connected bots or their seats have changed."""

    def now(self) -> float:
        """Return the time, in seconds since 1970."""

    async def open_round(self, name: str, terms: MatchTerms, entrants: Sequence[Seated], tournament: str) -> Hall:
        """Open a round with the given public name. If the round was open before a crash, reuse its secret."""
