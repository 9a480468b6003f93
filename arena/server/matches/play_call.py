"""The call `Play`: one seat in one match, from Join to the last message."""

from functools import partial

import trio

from arena.protocol.v1 import common_pb2, play_pb2
from arena.record import ForfeitReason
from arena.referee import SeatFailed
from arena.server.arena import Arena
from arena.server.transport.bridge import FloodError
from arena.server.transport.call_line import CallLine
from arena.server.transport.endings import StreamEnded
from arena.server.transport.first_message import read_join


def say(ending: common_pb2.Ending) -> bytes:
    """Return the last message of a `Play` stream as bytes: it says why the stream ends."""
    return play_pb2.PlayResponse(ending=ending).SerializeToString()


async def play(arena: Arena, line: CallLine) -> None:
    """Let a bot join its seat. Serve the stream until it breaks or the match is over."""
    holder = await arena.door.bot(line.call)
    join = read_join((await line.first(arena.limits)).data)
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
