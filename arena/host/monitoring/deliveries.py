"""The events of a web hook: a bounded queue, and one task that posts its events.

The arena never waits for a delivery. Events that cannot be delivered are dropped, counted and logged.
"""

import hashlib
import hmac
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import trio

from arena.host.monitoring.http_post import PostError, PostUrl, post
from arena.server.arena import server_name
from arena.texts import as_json, cleaned

log: Final = logging.getLogger(__name__)

MOST: Final = 1000  # events in the queue
TOGETHER: Final = 50  # events in one request
PAUSES: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)  # seconds before each further try
BETWEEN: Final = 0.2  # seconds between two requests
LAST: Final = 3.0  # seconds for waiting events when the arena ends
SAID: Final = 60.0  # seconds between two lines of the log about a full queue
RETRIED: Final = frozenset({408, 425, 429})  # and every status from 500 on
AGENT: Final = "tlachtli-webhook"

Send = Callable[[PostUrl, Mapping[str, str], bytes], Awaitable[int]]


@dataclass(frozen=True)
class WebhookTarget:
    """The URL to which events are posted, and the secret that signs the requests."""

    url: PostUrl
    secret: bytes = field(repr=False)

    def headers(self, delivery: str, body: bytes, now: float) -> dict[str, str]:
        """Return the HTTP headers of a request as a dict. One of them is a signature of the time and the body."""
        timestamp = str(int(now))
        signature = hmac.new(self.secret, f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
        return {
            "Content-Type": "application/json",
            "User-Agent": AGENT,
            "Arena-Delivery": delivery,
            "Arena-Timestamp": timestamp,
            "Arena-Signature": f"v1={signature}",
        }


class Deliveries:
    """Posts events to the URL of a web hook, in the order of the events."""

    def __init__(self, target: WebhookTarget, *, send: Send = post, wall: Callable[[], float] = time.time) -> None:
        self.target: Final = target
        self.delivered = 0  # events
        self.dropped = 0
        self.failed_tries = 0
        self._send: Final = send
        self._wall: Final = wall
        self._queue: Final[deque[dict[str, Any]]] = deque()
        self._under_way = 0  # events of the request that is being made
        self._closing: Final = trio.Event()
        self._stirred = trio.Event()
        self._full_said = -SAID

    @property
    def waiting(self) -> int:
        """The number of events that are not delivered yet."""
        return len(self._queue) + self._under_way

    def put(self, event: dict[str, Any]) -> None:
        """Queue an event. Drop it if the queue is full."""
        if len(self._queue) >= MOST:
            self.dropped += 1
            self._say_full()
            return
        self._queue.append(event)
        self._stir()

    def _say_full(self) -> None:
        now = time.monotonic()
        if now - self._full_said >= SAID:
            self._full_said = now
            log.warning("web hook: %d events wait, so further ones are dropped; %d so far", MOST, self.dropped)

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()

    async def run(self) -> None:
        """Deliver events until the task is cancelled."""
        while True:
            while not self._queue:
                await self._stirred.wait()
            some = [self._queue.popleft() for _ in range(min(TOGETHER, len(self._queue)))]
            self._under_way = len(some)
            try:
                await self._deliver(some)
            except Exception:
                self._drop(len(some), "an error of the arena's own")
                log.exception("web hook: a request failed")
            finally:
                self._under_way = 0
                self._stir()
            await self._wait(BETWEEN)

    async def _deliver(self, events: list[dict[str, Any]]) -> None:
        """Post events in one request. Repeat the request after each failure that may pass.

        Drop the events if the last of the tries fails, or if the server refuses them for good.
        """
        delivery = secrets.token_hex(8)
        body = as_json({"delivery": delivery, "server": server_name(), "events": cleaned(events)}).encode()
        why = ""
        for pause in (*PAUSES, 0.0):
            is_last = self._closing.is_set() or not pause
            try:
                status = await self._send(self.target.url, self.target.headers(delivery, body, self._wall()), body)
            except PostError as error:
                why = str(error)
            else:
                if 200 <= status < 300:
                    self.delivered += len(events)
                    return
                why = f"status {status}"
                is_last = is_last or not (status >= 500 or status in RETRIED)
            self.failed_tries += 1
            if is_last:
                break
            log.info("web hook: %s: %s; another try in %g s at most", self.target.url.name, why, pause)
            await self._wait(pause)
        self._drop(len(events), why)

    def _drop(self, events: int, why: str) -> None:
        self.dropped += events
        log.warning("web hook: %d events for %s were dropped: %s", events, self.target.url.name, why)

    async def _wait(self, seconds: float) -> None:
        """Wait before the next try. Return immediately when the arena stops."""
        with trio.move_on_after(seconds):
            await self._closing.wait()

    async def idle(self) -> None:
        """Wait until all queued events are delivered or dropped."""
        while self.waiting:
            await self._stirred.wait()

    async def finish(self) -> None:
        """Try for three seconds to deliver the queued events. Then drop the rest."""
        self._closing.set()
        with trio.move_on_after(LAST):
            await self.idle()
        if self.waiting:
            self._drop(self.waiting, "the arena has ended")
