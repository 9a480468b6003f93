"""Rounds: blocks that share a secret, to which everybody adds a nonce; so nobody can have chosen a deal.

A secret is kept before its digest is told, and the nonces before the first offer. A round that is kept already, because
the arena fell, goes on with what it has.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import trio

from arena.errors import UsageError
from arena.games import rules
from arena.games.chance import named_seed
from arena.games.game import Rules, Scalar
from arena.protocol.v1 import attend_pb2
from arena.record import Seated, block_seed, round_digest
from arena.record.format import Fairness, Kind
from arena.referee import UNTIMED, TimeControl
from arena.server.limits import Limits
from arena.server.lobby import Attendance, Lobby
from arena.server.results import Agreed, Results, Round


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is to play: a bot in one of its versions."""

    name: str
    version: str
    kind: Kind = "bot"

    @property
    def seated(self) -> Seated:
        """As the record names it."""
        return Seated(self.name, self.version, self.kind)


def awaited(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Those who have to be here: an automaton is a part of its game."""
    return [entrant for entrant in entrants if entrant.kind != "automaton"]


@dataclass(frozen=True)
class Terms:
    """What all matches of a round share. Rounds of the same seed have the same deals."""

    rules: Rules
    options: Mapping[str, Scalar]
    clock: TimeControl
    seed: str = ""  # empty for fair deals
    position: str = ""  # where every match begins; empty for a deal
    rated: bool = True  # whether the results count for the ratings; never those of a seed
    resume_within: float | None = None  # seconds to come back after a restart; None: the limit of the arena

    def __post_init__(self) -> None:
        if self.seed:  # the organiser knows the deals
            object.__setattr__(self, "rated", False)

    @property
    def fairness(self) -> Fairness:
        """Where the deals come from."""
        if self.position:
            return "position"
        return "seeded" if self.seed else "committed"

    @property
    def deals_anew(self) -> bool:
        """True if a void match is played again with a new deal: in rated play its bots know too much of the old."""
        return self.rated and self.fairness == "committed"

    def agreed(self, entrants: Sequence[Entrant], blocks: int) -> Agreed:
        """As it is kept."""
        return Agreed(
            game=self.rules.name,
            options=dict(self.options),
            clock=str(self.clock),
            entrants=tuple(each.seated for each in entrants),
            seed=self.seed,
            position=self.position,
            rated=self.rated,
            resume_within=self.resume_within,
            blocks=blocks,
        )

    @classmethod
    def of(cls, agreed: Agreed) -> "Terms":
        """From what is kept."""
        clock = TimeControl.read(agreed.clock)
        return cls(
            rules=rules(agreed.game),
            options=agreed.options,
            clock=clock,
            seed=agreed.seed,
            position=agreed.position,
            rated=agreed.rated,
            resume_within=agreed.resume_within,
        )


def is_agreed(kept: Agreed | None, terms: Terms, entrants: Sequence[Entrant]) -> bool:
    """True if a round was opened on these terms. Earlier releases rated rounds of a seed: they go on unrated."""
    if kept is None:
        return False
    return replace(kept, rated=Terms.of(kept).rated) == terms.agreed(entrants, kept.blocks)


@dataclass(frozen=True)
class OpenRound:
    """A round that is open: its matches can be played."""

    name: str
    terms: Terms
    entrants: tuple[Entrant, ...]
    secret: bytes = field(repr=False)
    nonces: tuple[bytes, ...] = field(default=(), repr=False)  # in the order of the entrants

    @property
    def told(self) -> str:
        """Its name as bots are told it: only of a round whose secret and nonces they can check."""
        return self.name if self.terms.fairness == "committed" else ""

    def seed(self, block: int) -> bytes:
        """The seed of a block."""
        return block_seed(self.secret, self.nonces, block)


class Rounds:
    """All rounds that are open: their secrets, and the nonces that are asked for."""

    def __init__(self, lobby: Lobby, results: Results, limits: Limits) -> None:
        self.lobby: Final = lobby
        self.results: Final = results
        self.limits: Final = limits
        self._asked: Final[dict[str, dict[tuple[str, str], bytes | None]]] = {}  # nonces, by round

    async def keep(
        self, name: str, terms: Terms, entrants: Sequence[Entrant], tournament: str = "", blocks: int = 0
    ) -> OpenRound:
        """Fix the secret of a round and keep it, or find it kept; nobody is told anything yet."""
        kept = await self.results.round(name)
        if kept is None:
            if terms.clock == UNTIMED:
                raise UsageError("time control none: expected a clock, or a bot that left would be waited for for ever")
            secret = named_seed(terms.seed.encode(), "secret") if terms.seed else secrets.token_bytes(32)
            kept = Round(name, secret, agreed=terms.agreed(entrants, blocks), tournament=tournament)
            await self.results.keep_round(kept)
        elif not is_agreed(kept.agreed, terms, entrants):
            raise UsageError(f"round {name} is there already, on other terms: expected a new name")
        return OpenRound(name, terms, tuple(entrants), kept.secret, tuple(nonce for _, _, nonce in kept.nonces))

    async def open(self, name: str, terms: Terms, entrants: Sequence[Entrant], tournament: str = "") -> OpenRound:
        """Fix the secret, tell its digest, and gather the nonces; all of it kept before the first offer."""
        is_new = await self.results.round(name) is None
        a_round = await self.keep(name, terms, entrants, tournament)
        if a_round.nonces:
            return a_round
        if not is_new:
            await self._all_back(entrants)
        return await self.gather(a_round)

    async def gather(self, a_round: OpenRound) -> OpenRound:
        """Tell the digest and gather the nonces, where the deals are to be fair; the round with everybody's."""
        entrants, name = a_round.entrants, a_round.name
        asked: dict[tuple[str, str], bytes | None] = {(each.name, each.version): None for each in awaited(entrants)}
        if a_round.told:
            await self._ask(a_round, asked)
        nonces = tuple(asked.get((each.name, each.version)) or b"" for each in entrants)
        kept = tuple((each.name, each.version, nonce) for each, nonce in zip(entrants, nonces, strict=True))
        await self.results.keep_round(Round(name, a_round.secret, kept))
        if a_round.told:
            told = [attend_pb2.EntrantNonce(entrant=who, version=version, nonce=nonce) for who, version, nonce in kept]
            message = attend_pb2.Nonces(round=name, nonces=told)
            self.tell(entrants, attend_pb2.AttendResponse(nonces=message))
        return OpenRound(name, a_round.terms, entrants, a_round.secret, nonces)

    async def _ask(self, a_round: OpenRound, asked: dict[tuple[str, str], bytes | None]) -> None:
        """Ask for nonces, and wait until all are there or the time is over."""
        within = self.limits.nonce_within
        digest = bytes.fromhex(round_digest(a_round.secret))
        message = attend_pb2.Round(round=a_round.name, secret_digest=digest, nonce_within_us=round(within * 1_000_000))
        self._asked[a_round.name] = asked
        try:
            self.tell(a_round.entrants, attend_pb2.AttendResponse(round=message))
            with trio.move_on_after(within):
                while any(nonce is None for nonce in asked.values()):
                    await self.lobby.changed()
        finally:
            del self._asked[a_round.name]

    async def _all_back(self, entrants: Sequence[Entrant]) -> None:
        """Wait until all have come back whom an arena that fell has lost, as long as somebody has to join a match."""
        with trio.move_on_after(self.limits.join_within):
            while not all(any(self.lobby.of(each.name, each.version)) for each in awaited(entrants)):
                await self.lobby.changed()

    def nonce(self, attendance: Attendance, a_round: str, nonce: bytes) -> None:
        """Take a bot's nonce; the first counts, and only as long as it is asked for."""
        asked = self._asked.get(a_round, {})
        who = (attendance.entrant, attendance.version)
        if who in asked and asked[who] is None:
            asked[who] = nonce
            self.lobby.change()

    async def close(self, a_round: OpenRound) -> None:
        """Publish the secret: it is over."""
        await self.results.keep_round(Round(a_round.name, a_round.secret, closed=True))
        if a_round.told:
            disclosure = attend_pb2.RoundDisclosure(round=a_round.name, secret=a_round.secret)
            self.tell(a_round.entrants, attend_pb2.AttendResponse(round_secret=disclosure))

    def tell(self, entrants: Sequence[Entrant], message: attend_pb2.AttendResponse) -> None:
        """Tell entrants something, on every stream of theirs."""
        for name, version in dict.fromkeys((each.name, each.version) for each in entrants):
            for attendance in self.lobby.of(name, version):
                attendance.tell(message)
