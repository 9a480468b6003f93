"""One seat in one match, on its own thread: it joins, gets decisions, answers, and reconnects if the stream breaks.

The bot's instance stays the same after a reconnect, so it forgets nothing. A choice is stored until the next decision.
If the same decision comes again, the answer was lost on the way. Then the stored choice is sent again, without a call
of `choose`.
"""

import threading
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from arena.errors import ProtocolError
from arena.games import GAMES
from arena.protocol.codec import PROTOCOL, decision_from_message
from arena.protocol.games import codec
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.referee.clock import MICROSECONDS
from arena.referee.seat import Over, Start
from arena_sdk.bot import AnyBot
from arena_sdk.local import Raised, index_of, seeded, shortened
from arena_sdk.remote import parting
from arena_sdk.remote.access import Access, AddressError
from arena_sdk.remote.fairness import Witness
from arena_sdk.remote.messages import over_of, start_of, turn_of, word
from arena_sdk.remote.news import MatchNews, News
from arena_sdk.remote.pace import RetryPace
from arena_sdk.remote.parting import Parting, Then
from arena_sdk.remote.stream import PLAY, CallStream, Parted

FAREWELL: Final = 5.0  # seconds in which the arena may end the stream after its last message
NO_OPTION: Final = -1  # the index of an answer that is not an option; the referee rules on it


class Company(Protocol):
    """The parts of a bot's connection to an arena that its seats in matches use. Attendance implements them."""

    @property
    def access(self) -> Access:
        """Return the Access to the arena: its address, the bot's token, and the TLS settings."""

    @property
    def news(self) -> News:
        """Return the News, which prints lines for the author."""

    @property
    def witness(self) -> Witness:
        """Return the Witness, which checks the fairness of the deals."""

    @property
    def silence(self) -> float:
        """Return the number of seconds without a message after which a connection counts as broken."""

    def unfit(self, words: str) -> None:
        """Print these words, which say why the bot cannot be started, and accept no more matches."""

    def left(self, sitting: "Sitting") -> None:
        """Remove a seat that has ended from the seats of the connection."""


class Sitting:
    """One seat of the bot in one match, from its offer to its end, on a thread of its own."""

    def __init__(self, kind: type[AnyBot], offer: attend_pb2.Offer, company: Company) -> None:
        self.match: Final = offer.match
        self.seat: Final = offer.seat
        self._kind: Final = kind
        self._offer = offer
        self._company: Final = company
        self._pace: Final = RetryPace()
        self._wake: Final = threading.Event()
        self._stream: CallStream | None = None
        self._bot: AnyBot | None = None
        self._start: Start | None = None
        self._seen = 0  # the number of the last decision
        self._answer: play_pb2.Choice | None = None  # to that decision
        self._joined = 0  # how many streams have been given a Start
        self._over = False  # True if the bot has received the result
        self._end: Final = threading.Event()  # True if there is no reason to reconnect
        self._lock: Final = threading.Lock()  # between the thread of the seat, and offers that arrive meanwhile
        self._closed = False  # True if the seat takes no further offer
        self._told = ""  # the last trouble that was reported

    # Calls of the Attendance ------------------------------------------------------------------------------------------

    def offered(self, offer: attend_pb2.Offer) -> bool:
        """Store a repeated offer, and reconnect with it immediately. Return False if this seat has ended.

        If the offer names another referee, end the current stream: its referee no longer has the match.
        """
        with self._lock:
            if self._closed:
                return False
            is_elsewhere = offer.referee != self._offer.referee
            self._offer = offer
            stream = self._stream
        self._wake.set()
        if is_elsewhere and stream is not None:
            stream.cancel()
        return True

    def withdrawn(self) -> None:
        """End the seat because its offer was withdrawn, unless the match has begun."""
        if self._start is None:
            self.leave()

    def settled(self, notice: attend_pb2.ResultNotice) -> None:
        """End this seat, because the result of the match has come on the bot's Attend stream.

        Send the result to the bot only if the seat has no stream: an open stream sends it, too.
        """
        if self._stream is None and not self._over:
            self._finish(over_of(notice))
        self._end.set()
        self._wake.set()

    def leave(self) -> None:
        """Leave the seat immediately. The match continues without this bot."""
        self._end.set()
        with self._lock:
            self._closed = True
            stream = self._stream
        self._wake.set()
        if stream is not None:
            stream.cancel()

    def look(self) -> None:
        """End the stream if no message has come for too long."""
        stream = self._stream
        if stream is not None:
            stream.look()

    # The thread -------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play at the seat until its end: after each stream that breaks, reconnect with a new one."""
        try:
            while not self._end.is_set():
                offer = self._offer
                how = self._attempt(offer)
                if self._end.is_set() or self._over:
                    break
                if how.then is Then.AGAIN:
                    self._trouble(f"{how.words}; coming back")
                    self._wake.wait(max(how.wait, self._pace.wait()))
                    self._wake.clear()
                elif self._close(offer):
                    self._trouble(how.words)
                    break
        finally:
            self._company.left(self)

    def _close(self, offer: attend_pb2.Offer) -> bool:
        """Close the seat, unless a newer offer than `offer` has come. Return True if the seat is closed."""
        with self._lock:
            self._closed = self._offer is offer
            return self._closed

    def _attempt(self, offer: attend_pb2.Offer) -> Parting:
        """Play on one stream until it ends. Return how the stream ended."""
        try:
            access = self._company.access.at(offer.referee)
        except AddressError as error:
            return Parting(Then.NEVER, str(error))
        stream = CallStream(access, PLAY, self._pace.patience)
        with self._lock:
            self._stream = stream
            is_old = self._offer is not offer
        if is_old:  # an offer has come since this attempt began: it did not see the stream, so it cannot have ended it
            stream.cancel()
        join = play_pb2.Join(ticket=offer.ticket, last_seen=self._seen, protocol=PROTOCOL)
        stream.send(play_pb2.PlayRequest(join=join))
        stream.expect(self._company.silence + offer.join_within_us / MICROSECONDS)
        try:
            return stream.converse(play_pb2.PlayResponse, partial(self._hear, stream))
        finally:
            self._stream = None

    def _hear(self, stream: CallStream, message: play_pb2.PlayResponse) -> None:
        """Handle one message of the referee. Ignore kinds of messages that this program does not know."""
        stream.expect(self._company.silence)
        kind = message.WhichOneof("message")
        if kind == "start":
            self._begin(stream, message.start)
        elif kind == "decision":
            self._decide(stream, message.decision)
        elif kind == "ping":
            stream.send(play_pb2.PlayRequest(pong=common_pb2.Pong(number=message.ping.number)))
        elif kind == "refused":
            self._note(f"decision {message.refused.number}: another choice stands: {message.refused.text}")
        elif kind == "forfeited":
            reason = word(common_pb2.ForfeitReason, "FORFEIT_REASON_", message.forfeited.reason)
            self._note(f"lost at decision {message.forfeited.number} ({reason}): {message.forfeited.text}")
        elif kind == "over":
            stream.expect(FAREWELL)
            self._finish(over_of(message.over))
        elif kind == "ending":
            raise Parted(parting.of_ending(message.ending, playing=True))

    def _begin(self, stream: CallStream, message: play_pb2.Start) -> None:
        """Handle the terms of the match. Start the bot, unless it was started before a reconnect."""
        start = start_of(message)
        self._pace.reset()
        self._told = ""
        self._joined += 1
        if self._start is not None:
            self._company.news.about(self.match, "back in the match")
            return
        for wrong in self._company.witness.started(start.match, message.commitment):
            self._note(wrong)
        against = ", ".join(who.entrant for seat, who in enumerate(start.seats) if seat != start.seat)
        again = "back at" if self._offer.returning else "at"
        terms = f"{again} {start.game}, seat {start.seat}, against {against}, clock {start.clock}"
        self._company.news.about(self.match, terms)
        stream.expect(None)
        try:
            self._bot = seeded(self._kind, start.bot_seed)
            self._bot.start(start)
        except (Exception, SystemExit) as reason:  # noqa: BLE001 -- whatever an author's code does
            raised = Raised(reason)
            self._company.unfit(f"the bot could not be started: {raised.what}\n{raised.traceback}")
            raise self._given_up(stream, raised.what) from None
        self._start = start
        stream.expect(self._company.silence)

    def _decide(self, stream: CallStream, message: play_pb2.Decision) -> None:
        """Answer a decision. If the same decision comes again, send the same answer without asking the bot.

        If the arena's machine lost power, the last second of play may be lost. The arena then asks an earlier decision.
        """
        if self._start is None:
            raise ProtocolError("a Decision came first: expected a Start")
        if message.number != self._seen or not message.again:
            stream.expect(None)  # neither side need send anything while the bot thinks
            index = self._chosen(stream, self._start, message)
            self._answer = play_pb2.Choice(number=message.number, index=index)
            self._seen = message.number
            stream.expect(self._company.silence)
        if self._answer is not None and self._answer.number == message.number:
            stream.send(play_pb2.PlayRequest(choice=self._answer))

    def _chosen(self, stream: CallStream, start: Start, message: play_pb2.Decision) -> int:
        """Return the index that the bot chooses; -1 if its answer is not an option.

        If the bot raises an exception, give up the match.
        """
        turn = turn_of(decision_from_message(codec(start.game), message), GAMES[start.game], start)
        try:
            answer = self._present.choose(turn)
        except (Exception, SystemExit) as reason:  # noqa: BLE001 -- whatever an author's code does; `exit()`, too
            raised = self._raised(reason, f"decision {message.number}")
            raise self._given_up(stream, raised.what) from None
        index = index_of(turn, answer)
        if index is None:
            expected = f"expected one of turn.options or its index, 0 to {len(turn.options) - 1}"
            self._note(f"decision {message.number}: the bot chose {shortened(answer)}, {expected}")
            return NO_OPTION
        return index

    @property
    def _present(self) -> AnyBot:
        """Return the instance of the bot at this seat. Use it only after the bot was started."""
        assert self._bot is not None, "a bot is started before it is asked"
        return self._bot

    def _raised(self, reason: BaseException, when: str) -> Raised:
        """Print an exception of the author's code for the author. Return the exception as Raised."""
        raised = Raised(reason)
        self._note(f"{when}: the bot raised {raised.what}\n{raised.traceback}")
        return raised

    def _given_up(self, stream: CallStream, what: str) -> Parted:
        """Send Failed to the arena, because the bot gives up the match. Return the exception for the caller to raise.

        Read until the call ends, because cancelling the call could lose the message.
        """
        self._end.set()
        stream.send(play_pb2.PlayRequest(failed=play_pb2.Failed(text=what)))
        stream.expect(FAREWELL)
        with suppress(Parted):
            for _ in stream.messages():
                pass
        return Parted(Parting(Then.NEVER, what))

    def _finish(self, over: Over) -> None:
        """Send the result to the bot, and print it for the author. Do nothing if that was done before."""
        if self._over:
            return
        self._over = True
        start = self._start
        names = () if start is None else tuple(who.entrant for who in start.seats)
        returns = max(0, self._joined - 1)
        self._company.news.result(MatchNews(self.match, self._offer.game, self.seat, names, over, self._seen, returns))
        if self._bot is not None:
            try:
                self._bot.over(over)
            except (Exception, SystemExit) as reason:  # noqa: BLE001 -- whatever an author's code does
                self._raised(reason, "after the end")

    # Words ------------------------------------------------------------------------------------------------------------

    def _note(self, text: str) -> None:
        self._company.news.note(f"match {self.match}: {text}")

    def _trouble(self, text: str) -> None:
        """Print a problem for the author, unless it equals the last printed one."""
        if text != self._told:
            self._told = text
            self._company.news.about(self.match, text)
