"""The call `Play`: one seat in one match, from Join to the last message."""

from functools import partial

import trio

from arena.errors import ProtocolError
from arena.protocol.codec import PROTOCOL
from arena.protocol.games.game_codec import parse
from arena.protocol.v1 import common_pb2, play_pb2
from arena.record import ForfeitReason
from arena.referee import SeatFailed
from arena.server.arena import Arena
from arena.server.transport.bridge import Arrival, FloodError
from arena.server.transport.call_line import CallLine
from arena.server.transport.endings import StreamEnded


def say(ending: common_pb2.Ending) -> bytes:
    """Return the last message of the stream."""
    return play_pb2.PlayResponse(ending=ending).SerializeToString()


async def play(arena: Arena, line: CallLine) -> None:
    """Let a bot join its seat. Serve the stream until it breaks or the match is over."""
    holder = await arena.door.bot(line.call)
    join = read_join(await line.first(arena.limits))
    check = arena.checks.get(join.ticket)
    if check is not None and check.bot == holder.bot:
        await check.host(line, join)
        return
    seat = await arena.matches.tickets.seat_of(join.ticket, holder)
    if seat.joined.is_set():
        await arena.matches.tickets.count_join(holder)
    else:
        await arena.door.after_failures(holder)
    seat.join(line, join.last_seen, holder.token, trio.current_time())
    try:
        line.call.listen(partial(seat.received, line))
        await line.call.left()
    except FloodError as flood:
        arena.door.flooded(holder)
        seat.fail(SeatFailed(ForfeitReason.FLOOD, str(flood)), StreamEnded(common_pb2.ENDING_REASON_FLOOD, str(flood)))
        await trio.sleep_forever()  # until the forfeit has been sent, or the peer has hung up
    finally:
        if seat.failed is not None:
            arena.door.failed(holder)
        seat.leave(line)
        arena.matches.left(seat)


def read_join(arrival: Arrival) -> play_pb2.Join:
    """Return the Join. Raise StreamEnded if the first message is not one."""
    try:
        message = parse(play_pb2.PlayRequest, arrival.data)
    except ProtocolError as error:
        raise StreamEnded(common_pb2.ENDING_REASON_BROKEN, str(error)) from None
    kind = message.WhichOneof("message")
    if kind != "join":
        raise StreamEnded(
            common_pb2.ENDING_REASON_BROKEN, f"{kind or 'a message without content'}: expected a Join first"
        )
    if message.join.protocol != PROTOCOL:
        words = f"protocol {message.join.protocol}: expected {PROTOCOL}"
        raise StreamEnded(common_pb2.ENDING_REASON_PROTOCOL_VERSION, words)
    return message.join
