"""The feed of running matches: it reads new lines from the database and sends them as events to all watchers.

One task checks all watched matches twenty times a second, in one query. The task sleeps while no match is watched. Each
watched match has a *follower*, which reads its new journal lines once. Every watcher gets the same bytes.
"""

import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from ipaddress import ip_address
from typing import Final, TypeVar

import trio
from fastapi import Request, Response
from sse_starlette import EventSourceResponse
from starlette.types import Receive, Scope, Send

from arena.languages import say
from arena.languages.prose import prose
from arena.server.matches.results import OVER
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.sql import match_queries
from arena.store.sql.live_queries import LiveHead
from leaderboard.followers import Follower, JournalNews, LiveState, facts_of, news_of
from leaderboard.reading import BadQuestionError, NotThereError
from leaderboard.voices import CARRIAGE, Voice, Voices, sent_event

log: Final = logging.getLogger(__name__)

TICK: Final = 0.05  # seconds between two looks
AWAY: Final = 1.0  # seconds until the next look if the database is unavailable
STREAMS: Final = 500  # open at once: each holds a connection
PER_ADDRESS: Final = 20  # of them for one address that is not this machine
UNWATCHED: Final = 16  # followers that are remembered without watchers, for the next page
THREADS: Final = 2  # that read and draw
PING: Final = 15  # seconds between two signs of life on a stream
SLOW: Final = 30.0  # seconds in which a watcher has to take an event
RETRY: Final = 30  # seconds after which a refused watcher may ask again

T = TypeVar("T")


class TooManyStreamsError(Exception):
    """Raised if a stream would exceed a limit; the message names the limit."""


class Streams:
    """The open event streams of the site, counted in total and by the address of the reader."""

    def __init__(self, most: int = STREAMS, per_address: int = PER_ADDRESS) -> None:
        self.most: Final = most
        self.per_address: Final = per_address
        self.open = 0
        self._by_address: Final[Counter[str]] = Counter()

    def check(self, address: str) -> None:
        """Raise TooManyStreamsError if the limit in total or for this address is reached.

        For an address of this machine, only the total is limited.
        """
        if self.open >= self.most:
            raise TooManyStreamsError(f"{self.open} event streams are open, and no more are served at once")
        if not is_local(address) and self._by_address[address] >= self.per_address:
            raise TooManyStreamsError(f"{self.per_address} event streams of this address are open already")

    @contextmanager
    def one(self, address: str) -> Iterator[None]:
        """Count a stream of this address as open until the `with` block ends.

        Raise TooManyStreamsError if a limit is reached.
        """
        self.check(address)
        self.open += 1
        self._by_address[address] += 1
        try:
            yield
        finally:
            self.open -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


class Watched:
    """A match that spectators watch, and how many they are.

    `follower` reads the journal of the match, `voices` makes its sentences and pictures in each language, and `bell`
    is the event that wakes the watchers.
    """

    def __init__(self, follower: Follower) -> None:
        self.follower: Final = follower
        self.voices: Final = Voices(follower)
        self.bell = trio.Event()
        self.watchers = 0
        self.lock: Final = trio.Lock()  # a follower is in one thread at a time

    def ring(self) -> None:
        """Wake all watchers of the match."""
        self.bell.set()
        self.bell = trio.Event()


class Feed:
    """All matches that spectators watch or have watched lately on this site, each with the reader of its journal."""

    def __init__(self, database: Database, streams: Streams | None = None) -> None:
        self.database: Final = database
        self.streams: Final = streams or Streams()
        self.looks = 0  # how often the database was queried for news
        self._watched: Final[OrderedDict[str, Watched]] = OrderedDict()
        self._limiter: Final = trio.CapacityLimiter(THREADS)
        self._wanted = trio.Event()

    # One match ------------------------------------------------------------------------------------------------------

    async def find(self, name: str) -> Watched | None:
        """Read the new journal lines of a match. Return it as a Watched; None if no match has this name."""
        known = self._watched.get(name)
        if known is None:
            facts = await self._work(lambda: self.database.read(lambda session: facts_of(session, name)))
            if facts is None:
                return None
            known = self._watched.setdefault(name, Watched(Follower(self.database, facts)))
            self._forget()
        self._watched.move_to_end(name)
        await self._refresh(known)
        return known

    async def look(self, name: str) -> Watched | None:
        """Read the new journal lines of a running match. Return it as a Watched; None if the match is not running."""
        if name not in self._watched and not await self._work(lambda: self._is_played(name)):
            return None
        found = await self.find(name)
        return found if found is not None and not found.follower.now.is_over else None

    def _is_played(self, name: str) -> bool:
        found = self.database.read(lambda session: match_queries.match_called(session, name))
        return found is not None and found.state in {"offered", "running"}

    def _forget(self) -> None:
        idle = [name for name, each in self._watched.items() if not each.watchers and not each.lock.locked()]
        for name in idle[: max(0, len(idle) - UNWATCHED)]:
            del self._watched[name]

    async def _refresh(self, watched: Watched) -> None:
        """Read the new journal lines of a match now. If there are any, wake its watchers."""
        async with watched.lock:
            follower = watched.follower
            key = follower.facts.match_id
            found = await self._work(
                lambda: self.database.read(lambda session: news_of(session, {key: (follower.head, follower.lines)}))
            )
            if key in found:
                await self._work(lambda: watched.voices.take(found[key]))
                watched.ring()

    async def voice(self, watched: Watched) -> Voice:
        """Return the Voice of a match in the reader's language: its sentences, pictures and events."""
        async with watched.lock:
            return await self._work(watched.voices.voice)

    async def work(self, watched: Watched, work: Callable[[], T]) -> T:
        """Run a function in a thread, and return its result.

        The function can use the data of `watched`: no other thread uses them meanwhile.
        """
        async with watched.lock:
            return await self._work(work)

    async def _work(self, work: Callable[[], T]) -> T:
        return await trio.to_thread.run_sync(work, limiter=self._limiter)

    # All watched matches --------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def running(self, _app: object = None) -> AsyncIterator[None]:
        """Check watched matches for new journal lines until the `with` block ends."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._run, nursery)
            yield
            nursery.cancel_scope.cancel()

    async def _run(self, nursery: trio.Nursery) -> None:
        while True:
            if not any(each.watchers for each in self._watched.values()):
                self._wanted = trio.Event()
                await self._wanted.wait()
            try:
                await self._tick(nursery)
            except StoreError as error:
                log.warning("live matches are not read: %s", error)
                await trio.sleep(AWAY)
            await trio.sleep(TICK)

    async def _tick(self, nursery: trio.Nursery) -> None:
        """Read the new journal lines of all watched matches, with one query to find them, and wake the watchers."""
        due = {each.follower.facts.match_id: each for each in self._watched.values() if each.watchers}
        due = {key: each for key, each in due.items() if not each.lock.locked()}
        known = {key: (each.follower.head, each.follower.lines) for key, each in due.items()}
        if not known:
            return
        self.looks += 1
        found = await self._work(lambda: self.database.read(lambda session: news_of(session, known)))
        for key, news in found.items():
            nursery.start_soon(self._take, due[key], news, known[key])

    async def _take(self, watched: Watched, news: JournalNews, known: tuple[LiveHead | None, int]) -> None:
        async with watched.lock:
            follower = watched.follower
            if (follower.head, follower.lines) != known:  # a page has read them meanwhile
                return
            try:
                await self._work(lambda: watched.voices.take(news))
            except Exception:
                log.exception("match %s cannot be followed", watched.follower.facts.match)
            watched.ring()

    @contextmanager
    def watching(self, watched: Watched) -> Iterator[None]:
        """Count a watcher of a match until the `with` block ends."""
        name = watched.follower.facts.match
        watched = self._watched.setdefault(name, watched)
        watched.watchers += 1
        self._wanted.set()
        try:
            yield
        finally:
            watched.watchers -= 1
            self._forget()

    # Streams --------------------------------------------------------------------------------------------------------

    async def stream(self, request: Request, name: str, after: int | None) -> Response:
        """Return a stream with the events of a match that follow event number `after`.

        After a reconnect the browser names its last event in a header. Then the stream continues after this event.
        """
        address = address_of(request)
        self.streams.check(address)
        last = last_read(request, after)
        watched = await self.look(name)
        if watched is None:
            return await self._ended(name)
        marker = watched.follower.now.marker
        if last > marker:
            raise BadQuestionError(f"event {last}: expected a number from 0 to {marker}, which is the last event")
        voice = await self.voice(watched)
        return LiveStream(self, watched, events(watched, voice, last), address)

    async def _ended(self, name: str) -> Response:
        """Return the final event of a match that is not running. Raise NotThereError if no match has this name."""
        found = await self._work(lambda: self.database.read(lambda session: match_queries.match_called(session, name)))
        if found is None:
            raise NotThereError(say("no match is called %(name)s", name=repr(name)))
        return Response(end_event(found.state, found.ruling), media_type="text/event-stream")


class LiveStream(EventSourceResponse):
    """The HTTP response that carries the events of a match to one watcher."""

    def __init__(self, feed: Feed, watched: Watched, content: AsyncIterator[bytes], address: str) -> None:
        super().__init__(content, ping=PING, sep=CARRIAGE, send_timeout=SLOW)
        self._feed: Final = feed
        self._match: Final = watched
        self._address: Final = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events until the match ends or the watcher leaves."""
        if scope.get("head"):
            await Response(headers=dict(self.headers), media_type=self.media_type)(scope, receive, send)
            return
        try:
            with self._feed.streams.one(self._address), self._feed.watching(self._match):
                await super().__call__(scope, receive, send)
        except TimeoutError:
            pass  # the watcher read nothing for too long
        except TooManyStreamsError as error:
            headers = {"retry-after": str(RETRY)}
            await Response(str(error), 503, headers, media_type="text/plain")(scope, receive, send)


def last_read(request: Request, after: int | None) -> int:
    """Return the number of the last event that a watcher has read: from the header `Last-Event-ID`, or `after`.

    Return 0 if the watcher names none. Raise BadQuestionError if the header has no number.
    """
    said = request.headers.get("last-event-id", "")
    if not said:
        return after or 0
    if not (said.isascii() and said.isdigit() and len(said) < 10):
        raise BadQuestionError(f"Last-Event-ID {said[:60]!r}: expected the number of an event")
    return int(said)


async def events(watched: Watched, voice: Voice, last: int) -> AsyncIterator[bytes]:
    """Yield the current state of a match, the events after number `last`, each later state, and the final event."""
    sent = last
    told: LiveState | None = None
    while True:
        bell, now = watched.bell, watched.follower.now
        if not now.is_over and (told is None or differs(told, now)):
            if told is not None and told.reason != now.reason:
                sent = 0
            yield sent_event("state", {"state": now.state, "reason": now.reason, "adjourned": bool(now.adjourned)})
            told = now
        while sent < min(now.marker, voice.made):
            sent += 1
            yield voice.event(sent)
        if now.is_over:
            yield end_event(now.state, now.ruling)
            return
        await bell.wait()


def end_event(state: str, ruling: str) -> bytes:
    """Return the event that ends the stream of a match."""
    return sent_event("end", {"state": state, "ruling": prose(ruling)})


def differs(one: LiveState, other: LiveState) -> bool:
    """True if a browser must load the page of a match again, because its state changed from `one` to `other`.

    A new page is needed if the match begins or begins to wait, goes on after a wait, or shows its board or hides it.
    It is not needed if the match has ended.
    """
    parts = ((each.state, each.reason, bool(each.adjourned)) for each in (one, other))
    return next(parts) != next(parts) and other.state not in OVER


def address_of(request: Request) -> str:
    """Return the reader's address; an empty text if it is unknown.

    A proxy on this machine forwards the address in `X-Real-IP`.
    """
    address = request.client.host if request.client is not None else ""
    return request.headers.get("x-real-ip", address) if is_local(address) else address


def is_local(address: str) -> bool:
    """True for an address of this machine, and for an unknown address."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True
