"""Opens the site's address before the site can answer, so that an early reader waits and gets no error."""

import errno
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import UsageError

PATIENCE: Final = 3.0  # seconds for the site of a killed arena to end
AGAIN: Final = 0.05  # seconds between two tries


@dataclass(frozen=True)
class Address:
    """The site's address, and the files of its certificate if it has one."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None


@dataclass(frozen=True)
class Listening:
    """An open address on which the site accepts connections: the address, and its file descriptor."""

    where: Address
    descriptor: int

    @property
    def url(self) -> str:
        """The site's address in the form for a browser on this machine."""
        return f"{'http' if self.where.certificate is None else 'https'}://{self.where.host}:{self.where.port}/"


def listen(where: Address, patience: float = PATIENCE) -> Listening:
    """Open the site's address, and return it as a Listening. Port 0 takes any free port.

    If the address is in use, try again for `patience` seconds. Raise UsageError if it cannot be opened.
    """
    host = where.host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    until = time.monotonic() + patience
    while True:
        try:
            taken = socket.create_server((host, where.port), family=family)
        except OSError as reason:
            if reason.errno == errno.EADDRINUSE and time.monotonic() < until:
                time.sleep(AGAIN)
                continue
            words = f"{reason.strerror}; expected another --site, or none"
            raise UsageError(f"the site cannot listen at {where.host}:{where.port}: {words}") from None
        port: int = taken.getsockname()[1]
        return Listening(Address(where.host, port, where.certificate, where.key), taken.detach())
