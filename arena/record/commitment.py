"""Secrets that are fixed before play begins, and disclosed when no player can use them any more.

Before a round its secret's digest is published, and every entrant adds a nonce. The secret and the nonces together
determine the deal of each block. A match is offered with a commitment: a hash of the deal's seed, the match's id and
a salt. The salt is random bytes, new for each match, so bots cannot see from hashes which matches belong to one block.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from arena.errors import UsageError

SEED_BYTES: Final = 32
SALT_BYTES: Final = 32


def round_digest(secret: bytes) -> str:
    """Return the digest that is published before a round: SHA-256 of the round's secret, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def block_seed(secret: bytes, nonces: Sequence[bytes], number: int) -> bytes:
    """Return the seed of a round's block number `number`.

    The seed is HMAC-SHA256 with the secret as key. The message has for each nonce its length in 4 bytes and the nonce,
    then the number in 8 bytes.
    """
    parts = [len(nonce).to_bytes(4, "big") + nonce for nonce in nonces]
    return hmac.digest(secret, b"".join(parts) + number.to_bytes(8, "big"), "sha256")


def commit(seed: bytes, match: str, salt: bytes) -> str:
    """Return the commitment with which a match is offered, a hash that does not disclose its deal.

    It is SHA-256 of the block's seed, the match's id and the match's salt, in hexadecimal.
    """
    if len(seed) != SEED_BYTES or len(salt) != SALT_BYTES:  # other lengths could give two matches one text
        expected = f"expected a seed of {SEED_BYTES} bytes and a salt of {SALT_BYTES}"
        raise UsageError(f"{expected}, got {len(seed)} and {len(salt)}")
    return hashlib.sha256(seed + match.encode() + salt).hexdigest()
