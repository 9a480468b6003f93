"""A bot's connection to an arena: it names the games that it plays, and takes the seats that it is offered.

The connection stays until the bot leaves after its last match, the arena ends the connection, or the arena cannot serve
the bot. The main thread checks for signals, and for streams on which no message comes. One thread reads the arena's
messages, and each match has a thread of its own.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from types import FrameType
from typing import Any, Final

from arena.errors import BotError
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.referee.clock import MICROSECONDS
from arena_sdk.bot import AnyBot
from arena_sdk.remote import parting
from arena_sdk.remote.access import Access
from arena_sdk.remote.fairness import Witness
from arena_sdk.remote.messages import over_of, supported, why_not, word
from arena_sdk.remote.news import MatchNews, News
from arena_sdk.remote.pace import IDLE, SEAT, RetryPace
from arena_sdk.remote.parting import Parting, Then
from arena_sdk.remote.seat import Sitting
from arena_sdk.remote.stream import ATTEND, CallStream, Parted

LOOK: Final = 0.2  # seconds between two looks after signals and silence
SILENCE: Final = 60.0  # seconds without a word that mean a broken path, until Welcome says how often pings come
GIVE_UP: Final = 60.0  # seconds in which an arena must have answered once
GOODBYE: Final = 10.0  # seconds that the arena has, after the last match of a bot that drains, to end the stream itself
INTERRUPTED: Final = 130

Key = tuple[str, int]  # match and seat: a bot may hold several seats of a match


class Attendance:
    """The connection of one bot to one arena, from the first Hello to its end."""

    def __init__(self, kind: type[AnyBot], access: Access, matches: int, news: News) -> None:
        self.access: Final = access
        self.news: Final = news
        self.witness: Final = Witness()
        self.silence = SILENCE
        self._kind: Final = kind
        self._matches: Final = matches
        self._pace: Final = RetryPace()
        self._began: Final = time.monotonic()
        self._lock: Final = threading.Lock()
        self._sittings: Final[dict[Key, Sitting]] = {}
        self._wake: Final = threading.Event()
        self._stream: CallStream | None = None
        self._entrant = ""  # as Welcome says; until then the arena has never answered
        self._let_in = False  # True if the present stream was admitted
        self._signals = 0
        self._draining = False
        self._quiet_since = float("inf")  # the time at which the last match of a draining bot ended
        self._end: Final = threading.Event()  # the connection has ended finally; matches may still run
        self._code = 0
        self._told = ""
        news.keep_secret(access.token)

    # The main thread --------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Stay connected until the bot leaves or the connection has ended finally. Return the exit code.

        After the first SIGINT or SIGTERM the bot accepts no more matches, and leaves when the last one is over. The
        second signal disconnects it immediately.
        """
        reader = threading.Thread(target=self._attend, name="attend", daemon=True)
        with self._signals_counted():
            reader.start()
            while not self._is_over():
                self._wake.wait(LOOK)
                self._wake.clear()
                self._look()
            self._leave()
            reader.join(LOOK)
        return self._code

    def drain(self) -> None:
        """Accept no more matches, and disconnect when the last match is over."""
        if self._draining:
            return
        self._draining = True
        stream = self._stream
        if stream is not None and self._let_in:
            stream.send(attend_pb2.AttendRequest(drain=attend_pb2.Drain()))

    def stop(self) -> None:
        """Disconnect immediately. Running matches continue without this bot."""
        self._signals = max(self._signals, 2)
        self._wake.set()

    def _is_over(self) -> bool:
        if self._signals >= 2:
            self._code = INTERRUPTED
            return True
        with self._lock:
            if self._sittings:
                return False
        if self._draining and not self._let_in:  # there is no stream to end
            return True
        return self._end.is_set() or time.monotonic() - self._quiet_since > GOODBYE

    def _look(self) -> None:
        """Check for signals, and for streams without a message for too long. The caller repeats this every second."""
        if self._signals == 1 and not self._draining:
            self.news.note("draining: the running matches are played to their end (once more: leave at once)")
            self.drain()
        stream = self._stream
        if stream is not None:
            stream.look()
        for sitting in self._seated():
            sitting.look()
        if not self._draining or self._seated():
            self._quiet_since = float("inf")
        elif self._quiet_since == float("inf"):
            self._quiet_since = time.monotonic()

    def _leave(self) -> None:
        """End all matches and streams that are still open."""
        self._end.set()
        for sitting in self._seated():
            sitting.leave()
        stream = self._stream
        if stream is not None:
            stream.cancel()

    @contextmanager
    def _signals_counted(self) -> Iterator[None]:
        """Count SIGINT and SIGTERM until the `with` block ends, if this is the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def count(_number: int, _frame: FrameType | None) -> None:
            self._signals += 1

        before: dict[int, Any] = {each: signal.signal(each, count) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    # Seats ------------------------------------------------------------------------------------------------------------

    def unfit(self, words: str) -> None:
        """Print these words, which say why the bot cannot be started, and set the exit code for a faulty bot.

        Accept no more matches, and disconnect when the last one is over.
        """
        self.news.note(words)
        self._code = BotError.exit_code
        self.drain()

    def left(self, sitting: Sitting) -> None:
        """Remove a seat that has ended from the seats of this connection."""
        with self._lock:
            if self._sittings.get((sitting.match, sitting.seat)) is sitting:
                del self._sittings[sitting.match, sitting.seat]
        self._wake.set()

    def _seated(self) -> list[Sitting]:
        with self._lock:
            return list(self._sittings.values())

    def _offered(self, offer: attend_pb2.Offer) -> None:
        """Join an offered match in a new thread. If the bot already has the seat, reconnect to it.

        If this program cannot play the match, print the reason.
        """
        self.news.keep_secret(offer.ticket)
        reason = why_not(offer)
        if reason:
            self.news.note(f"match {offer.match} is not taken: {reason}")
            return
        self.witness.offered(offer)
        with self._lock:
            sitting = self._sittings.get((offer.match, offer.seat))
            if sitting is None or not sitting.offered(offer):
                sitting = self._sittings[offer.match, offer.seat] = Sitting(self._kind, offer, self)
                threading.Thread(target=sitting.run, name=f"match {offer.match}", daemon=True).start()

    def _settled(self, notice: attend_pb2.ResultNotice) -> None:
        """Pass the result of a match to the bot's seat in it. If this seat has ended, print the result."""
        with self._lock:
            sitting = self._sittings.get((notice.match, notice.seat))
        if sitting is not None:
            sitting.settled(notice)
            return
        self.news.result(MatchNews(notice.match, "", notice.seat, (), over_of(notice), 0, 0))

    # The thread that reads --------------------------------------------------------------------------------------------

    def _attend(self) -> None:
        """Connect, and reconnect after each break, until the bot is done or the arena refuses it."""
        while not self._end.is_set():
            how = self._attempt()
            if self._end.is_set() or how.then is Then.DONE:
                break
            refused = how.then is Then.NEVER or (how.is_setting and not self._entrant)
            if refused or self._is_hopeless():
                self.news.note(f"{self.access.address}: {how.words}")
                self._code = self._code or (BotError.exit_code if refused else 1)
                break
            if self._draining and not self._seated():
                break
            self._trouble(f"{self.access.address}: {how.words}; trying again")
            longest = SEAT if self._seated() else IDLE
            self._end.wait(max(how.wait, self._pace.wait(longest)))
        self._end.set()
        self._wake.set()

    def _is_hopeless(self) -> bool:
        """True if the arena has not answered for so long that the address is probably wrong."""
        return not self._entrant and time.monotonic() - self._began > GIVE_UP

    def _attempt(self) -> Parting:
        """Connect once, and read the stream until it ends. Return its end as a Parting (what the bot does next)."""
        self._stream = stream = CallStream(self.access, ATTEND, self._pace.patience)
        stream.send(attend_pb2.AttendRequest(hello=self._hello()))
        stream.expect(self.silence)
        try:
            return stream.converse(attend_pb2.AttendResponse, partial(self._hear, stream))
        finally:
            self._let_in, self._stream = False, None

    def _hello(self) -> attend_pb2.Hello:
        """Return the Hello message, with the bot's games and the number of matches that it can play at once."""
        return attend_pb2.Hello(
            protocol=PROTOCOL,
            version=str(self._kind.version),
            games=supported(self._kind),
            matches_at_once=self._matches,
            option_form=attend_pb2.OPTION_FORM_BOTH,
            client=f"arena_sdk {release()}",
            features=[attend_pb2.FEATURE_LAG_BUDGET],
        )

    def _hear(self, stream: CallStream, message: attend_pb2.AttendResponse) -> None:
        """Handle one message of the arena. Ignore kinds of messages that this program does not know."""
        stream.expect(self.silence)
        kind = message.WhichOneof("message")
        if kind == "welcome":
            self._welcomed(stream, message.welcome)
        elif kind == "ping":
            stream.send(attend_pb2.AttendRequest(pong=common_pb2.Pong(number=message.ping.number)))
        elif kind == "offer":
            self._offered(message.offer)
        elif kind == "withdrawal":
            self._withdrawn(message.withdrawal)
        elif kind == "result":
            self._settled(message.result)
        elif kind == "notice":
            self.news.note(f"arena: {message.notice.text}")
        elif kind == "ending":
            raise Parted(parting.of_ending(message.ending, playing=False))
        else:
            self._witness(stream, message)

    def _witness(self, stream: CallStream, message: attend_pb2.AttendResponse) -> None:
        """Answer or check a message about the fairness of the deals. Print each fault."""
        kind = message.WhichOneof("message")
        wrong: list[str] = []
        if kind == "round":
            stream.send(attend_pb2.AttendRequest(nonce=self.witness.nonce(message.round)))
        elif kind == "nonces":
            wrong = self.witness.nonces(message.nonces, self._entrant)
        elif kind == "block":
            wrong = self.witness.block(message.block)
        elif kind == "round_secret":
            wrong = self.witness.secret(message.round_secret)
        for each in wrong:
            self.news.note(f"NOT FAIR: {each}")

    def _welcomed(self, stream: CallStream, welcome: attend_pb2.Welcome) -> None:
        """Store the bot's name and the ping interval from the arena's Welcome, and print that the bot is connected."""
        self._pace.reset()
        self._entrant, self._let_in, self._told = welcome.entrant, True, ""
        rhythm = (welcome.ping_interval_us + welcome.ping_timeout_us) / MICROSECONDS
        self.silence = rhythm if rhythm > 0 else SILENCE
        stream.expect(self.silence)
        admission = word(common_pb2.Admission, "ADMISSION_", welcome.admission)
        games = ", ".join(support.game for support in welcome.games)
        self.news.note(
            f"attending {self.access.address} as {welcome.entrant} {welcome.version} ({admission}): "
            f"{games}, {welcome.matches_at_once} at once"
        )
        if self._draining:
            stream.send(attend_pb2.AttendRequest(drain=attend_pb2.Drain()))

    def _withdrawn(self, withdrawal: attend_pb2.Withdrawal) -> None:
        """Print that the offer of a match is withdrawn, and leave the bot's seats in it if the match has not begun."""
        self.news.about(withdrawal.match, f"the offer is withdrawn: {withdrawal.text}")
        for sitting in self._seated():
            if sitting.match == withdrawal.match:
                sitting.withdrawn()

    def _trouble(self, text: str) -> None:
        """Print a problem for the author, unless it equals the last printed one."""
        if text != self._told:
            self._told = text
            self.news.note(text)


def release() -> str:
    """Return the version of the installed SDK; `0` if it is not installed as a package."""
    try:
        return version("tlachtli")
    except PackageNotFoundError:
        return "0"
