"""The arena: one object with the accounts, the token checks, the connected bots, the matches and the stored results."""

import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Final, Protocol

import trio

from arena.errors import ArenaError
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.record import ForfeitReason
from arena.referee import Heart, SeatFailed, heartbeat
from arena.server.access.accounts import Accounts, Token
from arena.server.access.door import Door, kept_away
from arena.server.access.submissions import SubmittedBotsHost
from arena.server.attendance.lobby import Lobby
from arena.server.matches.matches import Matches
from arena.server.matches.results import Results
from arena.server.observers import Observers
from arena.server.transport.call_line import CallLine
from arena.server.transport.descriptors import Room
from arena.server.transport.endings import RETURN, StreamEnded
from arena.server.transport.limits import Limits

log: Final = logging.getLogger(__name__)

TICK: Final = 0.5  # seconds between two checks of all streams


def server_name() -> str:
    """Return the name and version of the arena's software."""
    try:
        return f"tlachtli {version('tlachtli')}"
    except PackageNotFoundError:
        return "tlachtli (run from its source)"


class Check(Protocol):
    """An examination, which tests a new version of a bot before it may enter rated tournaments.

    The bot joins it as it joins a match, but with tickets that belong to no match.
    """

    @property
    def bot(self) -> str:
        """The name of the bot that is examined. Only this bot may use the tickets of the examination."""

    async def host(self, line: CallLine, join: play_pb2.Join) -> None:
        """Serve a `Play` stream of the examined bot, which joined with a ticket of this examination.

        Return when the stream has ended.
        """


class Arena:
    """A running arena: its accounts, lobby, matches and limits, which all gRPC calls share."""

    def __init__(  # noqa: PLR0913 -- what the calls share
        self,
        *,
        accounts: Accounts,
        results: Results,
        limits: Limits,
        nursery: trio.Nursery,
        heart: Heart,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.accounts: Final = accounts
        self.results: Final = results
        self.limits: Final = limits
        self.wall: Final = wall
        self.since: Final = wall()
        self.door: Final = Door(accounts, limits)
        self.lobby: Final = Lobby()
        self.observers: Final = Observers()
        self.matches: Final = Matches(
            lobby=self.lobby,
            results=results,
            limits=limits,
            nursery=nursery,
            heart=heart,
            wall=wall,
            unreachable=self.unreachable,
            observers=self.observers,
        )
        self.checks: Final[dict[str, Check]] = {}  # by ticket
        self.examines = False  # whether new versions are examined before they enter rated tournaments
        self.submitted_bots: SubmittedBotsHost | None = None  # if the arena takes submitted bots
        self.stopping = False
        self.room: Room | None = None  # for connections, once the arena listens
        self.is_full = False  # no connection is accepted

    def unreachable(self, within: float) -> bool:
        """True if a fault of the arena may have kept bots from connecting in the last `within` seconds."""
        return self.results.away() or (self.room is not None and self.room.was_full(within))

    async def look_after(self) -> None:
        """Check every stream regularly: send pings, and end streams that do not answer."""
        while True:
            await trio.sleep(TICK)
            self._look_at_room()
            now = trio.current_time()
            for attendance in list(self.lobby.attendances):
                attendance.look_after(now, self.limits)
            for seat in self.matches.seats():
                seat.look_after(now)

    def _look_at_room(self) -> None:
        """Log when the arena reaches its limit of connections, and when it accepts connections again."""
        is_full = self.room is not None and not self.room.look()
        if is_full and not self.is_full:
            log.error("no more connections are accepted: limit reached; no bot loses a match for not joining meanwhile")
        elif self.is_full and not is_full:
            log.info("connections are accepted again")
        self.is_full = is_full

    async def look_at_tokens(self) -> None:
        """Check regularly for revoked tokens. Pause this check while the database is unavailable."""
        while True:
            await trio.sleep(TICK)
            try:
                await self.look_at_accounts()
            except ArenaError as error:
                log.error("token check failed (database unavailable): %s", error)  # noqa: TRY400 -- it says all

    async def look_at_accounts(self) -> None:
        """End the streams of bots that may no longer connect, for example because a token was revoked."""
        house = {holder.token for holder in self.door.house.values()}
        attending = [each for each in self.lobby.attendances if each.holder.token not in house]
        seats = [seat for seat in self.matches.seats() if seat.token and seat.token not in house]
        await self._look_at_submitted()
        if not attending and not seats:
            return
        used = {*(each.holder.token for each in attending), *(seat.token for seat in seats)}
        tokens = await self.accounts.standing(used)
        withdrawn = await self.accounts.withdrawn({each.entrant for each in attending})
        for attendance in attending:
            ended = banned(tokens.get(attendance.holder.token), attendance.entrant)
            why = withdrawn.get((attendance.entrant, attendance.version))
            if ended is None and why is not None:
                words = f"version {attendance.version} was withdrawn: {why}"
                ended = StreamEnded(common_pb2.ENDING_REASON_FORBIDDEN, words)
            if ended is not None:
                attendance.line.finish(ended)
        for seat in seats:
            ended = banned(tokens.get(seat.token))
            if ended is not None:
                seat.fail(SeatFailed(ForfeitReason.LEFT, ended.text), ended, at_once=True)

    async def _look_at_submitted(self) -> None:
        """End the streams of submitted bots that an organiser has suspended. Their sandboxes end a moment later."""
        here = {holder.token: holder.bot for holder in self.door.house.values() if holder.submitted}
        if not here:
            return
        states = await self.accounts.states(set(here.values()))
        gone = {token: ended for token, bot in here.items() if (ended := kept_away(states.get(bot, "active")))}
        for attendance in list(self.lobby.attendances):
            if (ended := gone.get(attendance.holder.token)) is not None:
                attendance.line.finish(ended)
        for seat in list(self.matches.seats()):
            if (ended := gone.get(seat.token)) is not None:
                seat.fail(SeatFailed(ForfeitReason.LEFT, ended.text), ended, at_once=True)

    def crashed(self, bot: str, how: str, token: str = "") -> None:
        """Let a bot forfeit its matches, because the arena saw its process end. `how` says how the process ended.

        With a token, the bot forfeits only the seats that it joined with this token.
        """
        self.observers.bot_crashed(bot, how)
        for seat in list(self.matches.seats()):
            if seat.entrant == bot and seat.joined.is_set() and token in {"", seat.token}:
                seat.fail(SeatFailed(ForfeitReason.CRASHED, how), None)

    def displaced(self, token: str, bot: str, version: str) -> None:
        """Interrupt the matches of a bot, because the machine that ran it was lost.

        A running match continues from its journal when its bots have reconnected. A match that has not begun is offered
        again. No seat loses time or forfeits. `token` is the id of the bot's token; `bot` and `version` find seats
        without a token.
        """
        for attendance in list(self.lobby.attendances):
            if attendance.holder.token == token:
                attendance.line.finish(StreamEnded(common_pb2.ENDING_REASON_SHUTDOWN, "its machine was lost", RETURN))
        for table in list(self.matches.tables.values()):
            if any(seat.belongs_to(token, bot, version) for seat in table.seats):
                table.lost.cancel()

    async def stop(self, grace: float) -> None:
        """Begin no new match, notify all bots, and give running matches `grace` seconds to end."""
        self.stopping = True
        self.observers.arena_stopping(grace)
        for attendance in list(self.lobby.attendances):
            words = "the arena is about to stop; running matches finish if they can"
            attendance.notice(attend_pb2.NOTICE_KIND_SHUTDOWN, words, within=grace)
        await self.matches.stop(grace)
        ended = StreamEnded(common_pb2.ENDING_REASON_SHUTDOWN, "the arena has stopped", RETURN)
        for seat in list(self.matches.seats()):
            seat.finish(ended)
        for attendance in list(self.lobby.attendances):
            attendance.line.finish(ended)


def banned(token: Token | None, bot: str = "") -> StreamEnded | None:
    """Return the error that ends the streams of a bot that may no longer connect with this token; None if it may.

    `bot` is the name under which the bot connected. If it is given, also return an error if the bot has another name
    now, so that it reconnects under this name.
    """
    if token is None or token.revoked is not None:
        return StreamEnded(common_pb2.ENDING_REASON_TOKEN, "the token has been revoked")
    if kept := kept_away(token.bot_state):
        return kept
    if bot and token.bot != bot:
        return StreamEnded(common_pb2.ENDING_REASON_SHUTDOWN, f"the bot is called {token.bot} now: reconnect", 0.1)
    return None


@asynccontextmanager
async def opened(accounts: Accounts, results: Results, limits: Limits) -> AsyncIterator[Arena]:
    """Open an arena while the `with` block runs.

    The arena pings the bots on its streams. It ends the streams of bots that do not answer, and of revoked tokens.
    """
    async with heartbeat() as heart, trio.open_nursery() as nursery:
        arena = Arena(accounts=accounts, results=results, limits=limits, nursery=nursery, heart=heart)
        nursery.start_soon(arena.look_after)
        nursery.start_soon(arena.look_at_tokens)
        yield arena
        nursery.cancel_scope.cancel()
