"""The chain of a record: a hash over each line and all lines before it, so that any change to a line can be detected.

The last hash of a chain is its head, which is published with the result. The chain does not cover the appendix.
"""

import hashlib
from typing import Final

GENESIS: Final = bytes(32)


class Chain:
    """The running hash of a record: its head is a hash over all lines that were added."""

    def __init__(self) -> None:
        self.head: bytes = GENESIS

    def add(self, line: bytes) -> "Chain":
        """Add a line, without its newline: the new head is SHA-256 over the old head and the line. Return the Chain."""
        self.head = hashlib.sha256(self.head + line).digest()
        return self

    @property
    def hex(self) -> str:
        """Return the head, the hash over all lines that were added, in hexadecimal, as the arena publishes it."""
        return self.head.hex()
