"""An address that stays the same while the arenas behind it start and stop, each at a new port."""

import socket
import threading
from contextlib import suppress

from tests.server.wire import WITHIN


class Gate:
    """An address that forwards connections to the arena behind it. It closes them at once if there is no arena."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self.behind = None  # the port of an arena
        threading.Thread(target=self._let_in, daemon=True).start()

    def close(self):
        """Accept no more connections. Open connections stay until the arena closes them."""
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes the task that waits for a connection
        self._listener.close()

    def _let_in(self):
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._lead, args=(near,), daemon=True).start()

    def _lead(self, near):
        """Forward bytes in both directions between a peer and the arena, until one of them closes the connection."""
        with near, suppress(OSError):
            if self.behind is None:
                return
            with socket.create_connection(("127.0.0.1", self.behind), timeout=WITHIN) as far:
                far.settimeout(None)
                back = threading.Thread(target=carry, args=(far, near), daemon=True)
                back.start()
                carry(near, far)
                back.join(WITHIN)


def carry(one, other):
    """Forward bytes from one side to the other. When one side ends, end both."""
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for each in (one, other):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
