"""The bot's part in the chance of a round: it adds a nonce, and checks afterwards that no party chose the deals.

Chapter 3 of docs/protocol.md says which value is published at which time. `Witness` stores the commitments (digests of
secrets), which are published first, and compares them with the secrets, which are published later.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from arena.protocol.v1 import attend_pb2
from arena.record import block_seed, commit
from arena.record.commitment import SALT_BYTES, SEED_BYTES

KEPT: Final = 10_000  # rounds and commitments at most: an arena that never discloses fills no memory
NONCE_BYTES: Final = 32

T = TypeVar("T")


@dataclass
class WatchedRound:
    """What the bot stores about a round to check it at the end.

    These are the digest of the arena's secret, the nonce of this bot, the nonces of all bots, and the published seed
    of each block.
    """

    digest: bytes
    nonce: bytes
    nonces: list[bytes] | None = None
    seeds: dict[int, bytes] = field(default_factory=dict)


class Witness:
    """Stores the digests of secrets that the arena publishes first, and checks the secrets that it publishes later.

    A check returns a list with a sentence for each fault; the list is empty if all is correct.
    """

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._draw: Final = draw
        self._rounds: Final[dict[str, WatchedRound]] = {}
        self._commitments: Final[dict[str, bytes]] = {}  # by match

    def nonce(self, announced: attend_pb2.Round) -> attend_pb2.Nonce:
        """Return the bot's nonce for a round. Draw and store it at the first call."""
        known = self._rounds.get(announced.round)
        if known is None:
            known = WatchedRound(announced.secret_digest, self._draw(NONCE_BYTES))
            keep(self._rounds, announced.round, known)
        return attend_pb2.Nonce(round=announced.round, nonce=known.nonce)

    def nonces(self, message: attend_pb2.Nonces, entrant: str) -> list[str]:
        """Check the bot's own nonce among all nonces of a round. Return the faults as sentences.

        It must be the nonce that the bot sent, or empty if the bot sent it too late.
        """
        course = self._rounds.get(message.round)
        if course is None:
            return []
        course.nonces = [each.nonce for each in message.nonces]
        own = [each.nonce for each in message.nonces if each.entrant == entrant]
        if all(nonce in {course.nonce, b""} for nonce in own):
            return []
        return [f"round {message.round}: the arena published another nonce for this bot than it had sent"]

    def offered(self, offer: attend_pb2.Offer) -> None:
        """Store the commitment (a digest of the deal) that the arena sent with an offered match."""
        if offer.commitment:
            keep(self._commitments, offer.match, offer.commitment)

    def started(self, match: str, commitment: bytes) -> list[str]:
        """Check that a match starts with the same commitment (digest of its deal) as was sent with its offer.

        Return the faults as sentences.
        """
        if self._commitments.get(match, commitment) == commitment:
            return []
        return [f"match {match}: its commitment is not the one it was offered with"]

    def block(self, message: attend_pb2.BlockDisclosure) -> list[str]:
        """Check that each match of a block was dealt from the published seed. Return the faults as sentences.

        The commitment that came with a match's offer must be a digest of this seed.
        """
        if message.round in self._rounds:
            self._rounds[message.round].seeds[message.number] = message.seed
        wrong = []
        for each in message.matches:
            commitment = self._commitments.pop(each.match, None)
            whole = (len(message.seed), len(each.salt)) == (SEED_BYTES, SALT_BYTES)
            if commitment is not None and not (
                whole and bytes.fromhex(commit(message.seed, each.match, each.salt)) == commitment
            ):
                wrong.append(f"match {each.match}: it was not dealt as its commitment says")
        return wrong

    def secret(self, message: attend_pb2.RoundDisclosure) -> list[str]:
        """Check that the digest and the block seeds that the arena published for a round follow from its secret.

        Return the faults as sentences.
        """
        course = self._rounds.pop(message.round, None)
        if course is None:
            return []
        if hashlib.sha256(message.secret).digest() != course.digest:
            return [f"round {message.round}: its secret does not have the announced digest"]
        nonces = course.nonces
        if nonces is None:
            return []
        return [
            f"round {message.round}: the seed of block {number} does not follow from secret and nonces"
            for number, seed in course.seeds.items()
            if block_seed(message.secret, nonces, number) != seed
        ]


def keep(known: dict[str, T], name: str, value: T) -> None:
    """Store a value by name in `known`. If it has too many values, delete the oldest one."""
    known[name] = value
    if len(known) > KEPT:
        del known[next(iter(known))]
