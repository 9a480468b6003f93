"""The chain of a record: a hash over every line and all before it, so that nothing can be changed, cut or reordered.

Its last link, the head, is published with the result. The appendix is no part of it.
"""

import hashlib
from typing import Final

GENESIS: Final = bytes(32)


class Chain:
    """A chain that grows line by line."""

    def __init__(self) -> None:
        self.head: bytes = GENESIS

    def add(self, line: bytes) -> "Chain":
        """Return the chain with one more line, in bytes without the newline: SHA-256 of the head, then the line."""
        self.head = hashlib.sha256(self.head + line).digest()
        return self

    @property
    def hex(self) -> str:
        """Return the head as it is published."""
        return self.head.hex()
