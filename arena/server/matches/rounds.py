"""Rounds: blocks that share a secret. Each entrant adds a nonce (random bytes), so that no party can choose a deal.

The secret is stored before its digest is published, and the nonces are stored before the first offer. After a crash, a
round continues with the stored values.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import trio

from arena.errors import UsageError
from arena.games import rules
from arena.games.chance import named_seed
from arena.protocol.v1 import attend_pb2
from arena.record import Seated, block_seed, round_digest
from arena.record.format import Kind
from arena.referee import UNTIMED, MatchTerms, TimeControl
from arena.server.attendance.lobby import ConnectedBot, Lobby
from arena.server.matches.results import Agreed, Results, StoredRound
from arena.server.transport.limits import Limits


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant of a match: a bot, a house bot or an automaton, with its version."""

    name: str
    version: str
    kind: Kind = "bot"

    @property
    def seated(self) -> Seated:
        """The entrant as a Seated, the form in which matches and records name it."""
        return Seated(self.name, self.version, self.kind)


def awaited(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants that must be connected: all except an automaton, which is a part of its game."""
    return [entrant for entrant in entrants if entrant.kind != "automaton"]


def agreed_by(terms: MatchTerms, entrants: Sequence[Entrant], blocks: int) -> Agreed:
    """Return the terms of a round as an Agreed, the form in which they are stored."""
    return Agreed(
        game=terms.rules.name,
        options=dict(terms.options),
        clock=str(terms.clock),
        entrants=tuple(each.seated for each in entrants),
        seed=terms.seed,
        position=terms.position,
        rated=terms.rated,
        resume_within=terms.resume_within,
        blocks=blocks,
        ladder=terms.ladder,
    )


def terms_in(agreed: Agreed) -> MatchTerms:
    """Return the terms of a round from an Agreed, the form in which they are stored."""
    return MatchTerms(
        rules=rules(agreed.game),
        options=agreed.options,
        clock=TimeControl.read(agreed.clock),
        seed=agreed.seed,
        position=agreed.position,
        rated=agreed.rated,
        resume_within=agreed.resume_within,
        ladder=agreed.ladder,
    )


def entrants_in(agreed: Agreed) -> tuple[Entrant, ...]:
    """Return the entrants of a round from an Agreed, the form in which its terms are stored."""
    return tuple(Entrant(each.entrant, each.version, each.kind) for each in agreed.entrants)


def is_agreed(kept: Agreed | None, terms: MatchTerms, entrants: Sequence[Entrant]) -> bool:
    """True if a stored round has these terms and entrants.

    An earlier release stored some rounds with a given seed as rated. Such a round is compared as if it was unrated.
    """
    if kept is None:
        return False
    return replace(kept, rated=terms_in(kept).rated) == agreed_by(terms, entrants, kept.blocks)


@dataclass(frozen=True)
class OpenRound:
    """A round that is open, so that its matches can be played."""

    name: str
    terms: MatchTerms
    entrants: tuple[Entrant, ...]
    secret: bytes = field(repr=False)
    nonces: tuple[bytes, ...] = field(default=(), repr=False)  # in the order of the entrants

    @property
    def told(self) -> str:
        """The name of the round in messages to bots. It is empty if its deals come from a given seed or a position."""
        return self.name if self.terms.fairness == "committed" else ""

    def seed(self, block: int) -> bytes:
        """Return the seed of the block with this number."""
        return block_seed(self.secret, self.nonces, block)


class Rounds:
    """All open rounds: their secrets, and the nonces that entrants send."""

    def __init__(self, lobby: Lobby, results: Results, limits: Limits) -> None:
        self.lobby: Final = lobby
        self.results: Final = results
        self.limits: Final = limits
        self._asked: Final[dict[str, dict[tuple[str, str], bytes | None]]] = {}  # nonces, by round

    @property
    def gathering(self) -> int:
        """The number of rounds that wait for nonces now."""
        return len(self._asked)

    async def keep(
        self, name: str, terms: MatchTerms, entrants: Sequence[Entrant], tournament: str = "", blocks: int = 0
    ) -> OpenRound:
        """Make and store a round with a new secret. If a round of this name is stored, return that one.

        Do not notify entrants yet. Raise UsageError if the stored round has other terms, or if the terms of a new round
        set no time limits.
        """
        kept = await self.results.round(name)
        if kept is None:
            if terms.clock == UNTIMED:
                raise UsageError("time control none: expected a clock, because a bot that left might never reconnect")
            secret = named_seed(terms.seed.encode(), "secret") if terms.seed else secrets.token_bytes(32)
            kept = StoredRound(name, secret, agreed=agreed_by(terms, entrants, blocks), tournament=tournament)
            await self.results.keep_round(kept)
        elif not is_agreed(kept.agreed, terms, entrants):
            raise UsageError(f"round {name} is there already, on other terms: expected a new name")
        return OpenRound(name, terms, tuple(entrants), kept.secret, tuple(nonce for _, _, nonce in kept.nonces))

    async def open(self, name: str, terms: MatchTerms, entrants: Sequence[Entrant], tournament: str = "") -> OpenRound:
        """Make a round: store its secret, publish the digest of the secret, and collect and store the bots' nonces.

        The caller chooses `name`, which is random and public. `tournament` is a tournament's public id, or empty. If a
        round with this name was stored before a crash, use its secret, and its nonces if they were stored.
        """
        is_new = await self.results.round(name) is None
        a_round = await self.keep(name, terms, entrants, tournament)
        if a_round.nonces:
            return a_round
        if not is_new:
            await self._all_back(entrants)
        return await self.gather(a_round)

    async def gather(self, a_round: OpenRound) -> OpenRound:
        """Publish the digest of a round's secret, collect and store the bots' nonces, and return the round with them.

        If the deals of the round come from a known seed or a position, publish nothing and ask no bot.
        """
        entrants, name = a_round.entrants, a_round.name
        asked: dict[tuple[str, str], bytes | None] = {(each.name, each.version): None for each in awaited(entrants)}
        if a_round.told:
            await self._ask(a_round, asked)
        nonces = tuple(asked.get((each.name, each.version)) or b"" for each in entrants)
        kept = tuple((each.name, each.version, nonce) for each, nonce in zip(entrants, nonces, strict=True))
        await self.results.keep_round(StoredRound(name, a_round.secret, kept))
        if a_round.told:
            told = [attend_pb2.EntrantNonce(entrant=who, version=version, nonce=nonce) for who, version, nonce in kept]
            message = attend_pb2.Nonces(round=name, nonces=told)
            self.tell(entrants, attend_pb2.AttendResponse(nonces=message))
        return OpenRound(name, a_round.terms, entrants, a_round.secret, nonces)

    async def _ask(self, a_round: OpenRound, asked: dict[tuple[str, str], bytes | None]) -> None:
        """Send entrants the round's digest, and ask for nonces. Return when all answered or the time is over."""
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
        """Wait until all entrants have reconnected after a crash, at most for `join_within` seconds."""
        with trio.move_on_after(self.limits.join_within):
            while not all(any(self.lobby.of(each.name, each.version)) for each in awaited(entrants)):
                await self.lobby.changed()

    def nonce(self, attendance: ConnectedBot, a_round: str, nonce: bytes) -> None:
        """Record a bot's nonce. Only its first nonce counts, and only while the round collects nonces."""
        asked = self._asked.get(a_round, {})
        who = (attendance.entrant, attendance.version)
        if who in asked and asked[who] is None:
            asked[who] = nonce
            self.lobby.change()

    async def close(self, a_round: OpenRound) -> None:
        """Store that a round is closed. If bots got the digest of its secret before, send them the secret."""
        await self.results.keep_round(StoredRound(a_round.name, a_round.secret, closed=True))
        if a_round.told:
            disclosure = attend_pb2.RoundDisclosure(round=a_round.name, secret=a_round.secret)
            self.tell(a_round.entrants, attend_pb2.AttendResponse(round_secret=disclosure))

    def tell(self, entrants: Sequence[Entrant], message: attend_pb2.AttendResponse) -> None:
        """Send a message on all streams of these entrants."""
        for name, version in dict.fromkeys((each.name, each.version) for each in entrants):
            for attendance in self.lobby.of(name, version):
                attendance.tell(message)
