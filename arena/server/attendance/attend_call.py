"""The call `Attend`: the stream of a connected bot, from its Hello to the last message."""

from contextlib import suppress
from typing import Final

import trio

from arena.errors import ArenaError, ProtocolError, UsageError
from arena.games import GAMES
from arena.protocol.codec import PROTOCOL
from arena.protocol.games.game_codec import parse
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.server import messages
from arena.server.access.accounts import TooManyError
from arena.server.access.door import Holder
from arena.server.arena import Arena, server_name
from arena.server.attendance.lobby import ConnectedBot
from arena.server.transport.bridge import BURST, Arrival, FloodError
from arena.server.transport.call_line import CallLine, fits
from arena.server.transport.endings import StreamEnded
from arena.server.transport.first_message import read_hello

NONCE_BYTES: Final = 32
DEPARTING: Final = 1.0  # seconds that the end of a stream may take to be stored


def say(ending: common_pb2.Ending) -> bytes:
    """Return the last message of an `Attend` stream as bytes: it says why the stream ends."""
    return attend_pb2.AttendResponse(ending=ending).SerializeToString()


async def attend(arena: Arena, line: CallLine) -> None:
    """Check a bot and serve its stream until it disconnects."""
    holder = await arena.door.attendant(line.call)
    hello = read_hello((await line.first(arena.limits)).data)
    try:
        games, missing = in_common(hello)
        attendance = await admitted(arena, line, holder, hello, games)
    except StreamEnded as ended:
        if holder.submitted and arena.submitted_bots is not None:
            arena.submitted_bots.turned_away(holder.token, ended.text, ended.retry_after)
        raise
    line.post(attend_pb2.AttendResponse(welcome=welcome(arena, attendance)).SerializeToString())
    for text in missing:
        attendance.notice(attend_pb2.NOTICE_KIND_GAME_NOT_OFFERED, text)
    arena.lobby.enter(attendance)
    if holder.submitted and arena.submitted_bots is not None:
        arena.submitted_bots.connected(holder.token)
    try:
        attendance.ping(trio.current_time())

        def received(arrival: Arrival) -> None:
            try:
                fits(arrival.data, arena.limits)
                take(arena, attendance, parse(attend_pb2.AttendRequest, arrival.data), arrival.at)
            except ProtocolError as error:
                line.finish(StreamEnded(common_pb2.ENDING_REASON_BROKEN, str(error)))
            except StreamEnded as ended:
                line.finish(ended)

        line.call.listen(received)
        await line.call.left()
    except FloodError:
        arena.door.flooded(holder)
        raise
    finally:
        arena.lobby.leave(attendance)
        await departed(arena, attendance)


async def departed(arena: Arena, attendance: ConnectedBot) -> None:
    """Store that a bot has disconnected, unless the same version has another stream or is a house bot.

    Give up if the database fails or takes more than a second: the next start of the arena stores it.
    """
    who = attendance.entrant, attendance.version
    if not attendance.holder.is_house and next(arena.lobby.of(*who), None) is None:
        with trio.move_on_after(DEPARTING, shield=True), suppress(ArenaError):
            await arena.accounts.departed(*who)


def in_common(hello: attend_pb2.Hello) -> tuple[dict[str, frozenset[int]], list[str]]:
    """Return a dict with the games that bot and arena have in common, each with the seat counts that both play.

    Also return a list with the reason why each other game is refused. Raise StreamEnded if they have no game in common.
    """
    games: dict[str, frozenset[int]] = {}
    missing = []
    for support in hello.games:
        name = ascii(support.game)[1:-1][:40]
        rules = GAMES.get(support.game)
        if rules is None:
            missing.append(f"{name} is not played here: expected games among {', '.join(GAMES)}")
        elif support.rules_version != rules.version:
            missing.append(f"{name} by rules version {support.rules_version}: expected {rules.version}")
        elif seats := frozenset(support.seats) & frozenset(rules.seats):
            games[support.game] = seats
        else:
            missing.append(f"{name}: expected seat counts among {', '.join(map(str, rules.seats))}")
    if not games:
        played = [common_pb2.RulesVersion(game=rules.name, version=rules.version) for rules in GAMES.values()]
        words = "; ".join(missing) or "Hello names no game: expected one or more"
        raise StreamEnded(common_pb2.ENDING_REASON_RULES_VERSION, words[:500], rules=played)
    return games, missing


async def admitted(
    arena: Arena, line: CallLine, holder: Holder, hello: attend_pb2.Hello, games: dict[str, frozenset[int]]
) -> ConnectedBot:
    """Check whether a bot may connect, and return it as a connected bot.

    Raise StreamEnded if it may not, for example because the arena is stopping.
    """
    limits = arena.limits
    if arena.stopping:
        raise StreamEnded(common_pb2.ENDING_REASON_SHUTDOWN, "the arena is stopping", 5.0)
    if sum(1 for _ in arena.lobby.of(holder.bot)) >= limits.streams_per_bot:
        words = f"{limits.streams_per_bot} streams of Attend: that is the limit for one bot"
        raise StreamEnded(common_pb2.ENDING_REASON_LIMIT, words, limits.ping_timeout)
    await check_submitted(arena, holder, hello.version)
    admission = common_pb2.ADMISSION_UNSPECIFIED
    if not holder.is_house:
        try:
            version = await arena.accounts.attended(holder.bot, hello.version, holder.token)
        except UsageError as error:
            raise StreamEnded(common_pb2.ENDING_REASON_BROKEN, str(error)) from None
        except TooManyError as error:
            raise StreamEnded(common_pb2.ENDING_REASON_LIMIT, str(error), error.retry_after) from None
        if version.withdrawn:
            words = f"version {version.name} was withdrawn: {version.withdrawn}"
            raise StreamEnded(common_pb2.ENDING_REASON_FORBIDDEN, words)
        if arena.examines:
            admission = messages.ADMISSIONS[version.admission]
    return ConnectedBot(
        holder=holder,
        version=hello.version,
        games=games,
        matches_at_once=min(hello.matches_at_once, limits.matches_per_bot),
        form=hello.option_form,
        features=messages.features(hello.features),
        line=line,
        since=arena.wall(),
        admission=admission,
    )


async def check_submitted(arena: Arena, holder: Holder, version: str) -> None:
    """Raise StreamEnded if a bot declares a version that it may not declare.

    A submitted bot may declare only its own version. No other client may declare a submitted version.
    """
    words = ""
    if holder.submitted:
        if version != holder.submitted:
            words = f"version {ascii(version)[1:-1][:40]}: expected {holder.submitted}, as bot.toml of the package says"
    elif not holder.is_house and await is_submitted(arena, holder.bot, version):
        words = f"version {version} was submitted, and runs at the arena: expected another version"
    if words:
        raise StreamEnded(common_pb2.ENDING_REASON_FORBIDDEN, words)


async def is_submitted(arena: Arena, bot: str, version: str) -> bool:
    """True if this version of a bot was submitted."""
    return arena.submitted_bots is not None and await arena.submitted_bots.store.is_submitted(bot, version)


def welcome(arena: Arena, attendance: ConnectedBot) -> attend_pb2.Welcome:
    """Return the Welcome message for a bot that has connected."""
    limits = arena.limits
    return attend_pb2.Welcome(
        protocol=PROTOCOL,
        server=server_name(),
        entrant=attendance.entrant,
        version=attendance.version,
        games=messages.supported(attendance.games),
        matches_at_once=attendance.matches_at_once,
        ping_interval_us=round(limits.ping_interval * 1_000_000),
        ping_timeout_us=round(limits.ping_timeout * 1_000_000),
        admission=attendance.admission,
        max_message_bytes=limits.max_message_bytes,
        max_messages_per_second=BURST,
        returns_per_minute=limits.returns_per_minute,
        features=sorted(attendance.features),
    )


def take(arena: Arena, attendance: ConnectedBot, message: attend_pb2.AttendRequest, at: float) -> None:
    """Handle a message that a bot sends after its Hello."""
    kind = message.WhichOneof("message")
    if kind == "pong":
        if attendance.pong(message.pong.number, at):
            arena.lobby.answered(attendance)
    elif kind == "nonce":
        if len(message.nonce.nonce) > NONCE_BYTES:
            raise ProtocolError(f"a nonce of {len(message.nonce.nonce)} bytes: expected at most {NONCE_BYTES}")
        arena.matches.rounds.nonce(attendance, message.nonce.round, message.nonce.nonce)
    elif kind == "drain":
        attendance.draining = True
        arena.lobby.change()
        attendance.go_if_done()
    else:
        raise ProtocolError(f"{kind or 'a message without content'}: expected a pong, a nonce or a drain")
