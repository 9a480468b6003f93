"""The connections of a sandbox, which the supervisor forwards from its Unix socket to that of the arena."""

import os
import selectors
import socket
from contextlib import suppress
from functools import partial
from typing import Final

from arena.sandbox.allowance import Allowance

READ: Final = 64 << 10  # bytes at once
UNSENT: Final = 1 << 20  # waiting bytes for one side of a connection, above which the other side is not read


class ArenaLine:
    """Makes connections to the arena's Unix socket, for the bot of one sandbox.

    The name of each connection's own socket has the name of the bot, the id of this process, and a number. The bot
    cannot choose it, so the name tells the arena which bot's sandbox has called.
    """

    def __init__(self, arena: str, bot: str) -> None:
        self._arena: Final = arena
        self._name: Final = f"tlachtli-bot-{bot}-{os.getpid()}"
        self._count = 0

    def dial(self) -> socket.socket:
        """Return a new connection to the arena. Raise OSError if the arena accepts none now."""
        self._count += 1
        made = socket.socket(socket.AF_UNIX)
        try:
            made.setblocking(False)
            made.bind(f"\0{self._name}:{self._count}")
            made.connect(f"\0{self._arena}")
        except OSError:
            made.close()
            raise
        return made


class ForwardedCall:
    """A connection of the bot, forwarded to the arena and back. A slow reader on one side slows the other side."""

    def __init__(
        self,
        selector: selectors.BaseSelector,
        calls: "set[ForwardedCall]",
        near: socket.socket,
        far: socket.socket,
        allowance: Allowance,
    ) -> None:
        """Register both sockets of the connection at a selector, and add the connection to `calls`, the open ones.

        `close` undoes both. The bot is read while `allowance` has something left.
        """
        self.allowance: Final = allowance
        self.selector: Final = selector
        self.calls: Final = calls
        self.ends: Final = (near, far)
        self.waiting: Final = {near: bytearray(), far: bytearray()}  # what is to be sent there
        calls.add(self)
        self.events: Final = dict.fromkeys(self.ends, selectors.EVENT_READ)
        for each in self.ends:
            each.setblocking(False)
            selector.register(each, selectors.EVENT_READ, partial(self.ready, each))

    def ready(self, end: socket.socket) -> None:
        """Forward bytes now that one of the two sockets, `end`, can be read or written. Never wait for more."""
        other = self.ends[end is self.ends[0]]
        try:
            self.send(end)
            is_of_bot = end is self.ends[0]
            if len(self.waiting[other]) < UNSENT and (not is_of_bot or self.allowance.is_left()):
                data = end.recv(READ)
                if is_of_bot:
                    self.allowance.read(len(data))
                if not data:
                    self.close()
                    return
                self.waiting[other] += data
                self.send(other)
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        self.select()

    def send(self, end: socket.socket) -> None:
        """Send as many of the waiting bytes to one end as it accepts now."""
        if self.waiting[end]:
            with suppress(BlockingIOError):
                del self.waiting[end][: end.send(self.waiting[end])]

    def select(self) -> None:
        """For each end, set in the selector whether the connection waits to read, to write or both.

        The bot's end does not wait to read while the allowance is spent; the supervisor calls this method again.
        """
        for end, other in (self.ends, self.ends[::-1]):
            events = selectors.EVENT_WRITE if self.waiting[end] else 0
            may_read = len(self.waiting[other]) < UNSENT and (end is not self.ends[0] or self.allowance.is_left())
            events |= selectors.EVENT_READ if may_read else 0
            if self.events[end] == events:
                continue
            if self.events[end]:
                self.selector.unregister(end)
            if events:
                self.selector.register(end, events, partial(self.ready, end))
            self.events[end] = events

    def close(self) -> None:
        """Close both ends of the connection."""
        if self not in self.calls:
            return
        for each in self.ends:
            with suppress(KeyError):
                self.selector.unregister(each)
            each.close()
        self.calls.discard(self)
