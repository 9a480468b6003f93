"""Results: what is kept of rounds and matches. The interface, and the plain values that stand behind it.

A round's secret is kept before its digest is told to anybody, and a result before any seat hears of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from arena.games.game import Scalar
from arena.record import ForfeitReason, ResultLine, Seated
from arena.record.format import Fairness
from arena.referee import Journal

MatchState = Literal["offered", "running", "finished", "void"]


@dataclass(frozen=True, slots=True)
class Loss:
    """A seat that forfeited: why, and after how many turns."""

    seat: int
    reason: ForfeitReason
    turn: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One match as it stands; times are seconds since 1970. `head` is empty before the end."""

    match: str
    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    seats: tuple[Seated, ...]
    clock: str
    fairness: Fairness
    created: float
    round: str = ""  # private until the round is over, with its block
    block: int = 0
    state: MatchState = "offered"
    result: ResultLine | None = None
    losses: tuple[Loss, ...] = ()
    head: str = ""
    ruling: str = ""  # what an organiser, or the arena itself, wrote when voiding or adjudicating it
    adjudicated: bool = False
    started: float | None = None
    ended: float | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A round's secret, and everybody's nonce in the order that counts."""

    round: str
    secret: bytes = field(repr=False)
    nonces: tuple[tuple[str, str, bytes], ...] = ()  # entrant, version, nonce
    closed: bool = False


class Results(Protocol):
    """What an arena asks of whoever keeps its results."""

    async def keep_round(self, a_round: Round) -> None:
        """Keep a round as it stands: before its digest is told, before its first offer, and when it is closed."""

    async def open_match(self, entry: Entry) -> Journal:
        """Keep a match from its offer on; its record goes into the journal, line by line."""

    async def keep(self, entry: Entry) -> None:
        """Keep a match as it stands now."""

    async def disclose(self, match: str, seed: bytes, salt: bytes) -> None:
        """Add the deal's seed and the match's salt to its record."""

    async def match(self, match: str) -> Entry | None:
        """The match of this name."""

    async def matches(self) -> tuple[Entry, ...]:
        """All matches, the newest first."""

    async def record(self, match: str) -> bytes | None:
        """The record of a finished match."""
