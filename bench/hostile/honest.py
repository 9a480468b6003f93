"""The honest bots, in a process of their own: `python -m bench.hostile.honest`.

The first line on stdin has the address of the arena; each further line has the token of one more bot. A bot connects,
always takes the first option, and reconnects when it is disconnected. Four times a second, a line on stdout has the
numbers of decisions and games so far.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from typing import Any, Final

import grpc

from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from bench.hostile.peers import ARENA, LOST, Target, hello, messages, metadata

EVERY: Final = 0.25  # seconds
AT_ONCE: Final = 4  # matches of a bot
RETRY: Final = 0.5  # seconds before a bot comes back


class Done:
    """How many decisions the honest bots have answered, and how many matches have ended for one of them."""

    def __init__(self) -> None:
        self.decisions = 0
        self.overs = 0


async def main() -> None:
    """Start a bot for each token that a line of stdin brings."""
    stdin = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stdin), sys.stdin)
    target = Target(**json.loads(await stdin.readline()))
    done = Done()
    tasks = [asyncio.create_task(report(done))]
    while line := await stdin.readline():
        told = json.loads(line)
        counted = done if told["counts"] else Done()
        tasks.append(asyncio.create_task(stay(target, told["token"], counted)))
    for task in tasks:
        task.cancel()


async def report(done: Done) -> None:
    """Print the numbers of decisions and ended matches four times a second."""
    while True:
        row = {"at": time.monotonic(), "decisions": done.decisions, "overs": done.overs}
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
        await asyncio.sleep(EVERY)


async def stay(target: Target, token: str, done: Done) -> None:
    """Connect a bot to the arena with the call `Attend`, and connect it again whenever the stream of this call ends."""
    async with target.channel() as channel:
        while True:
            with suppress(*LOST):
                await attend(channel, token, done)
            await asyncio.sleep(RETRY)


async def attend(channel: grpc.aio.Channel, token: str, done: Done) -> None:
    """Answer the messages of one `Attend` stream until it ends. The bot continues matches that are not over then."""
    call: Any = channel.stream_stream(f"{ARENA}/Attend")(metadata=metadata(token))
    await call.write(hello(AT_ONCE))
    async for message in messages(call, attend_pb2.AttendResponse):
        kind = message.WhichOneof("message")
        if kind == "ping":
            pong = common_pb2.Pong(number=message.ping.number)
            await call.write(attend_pb2.AttendRequest(pong=pong).SerializeToString())
        elif kind == "round":
            nonce = attend_pb2.Nonce(round=message.round.round, nonce=b"x")
            await call.write(attend_pb2.AttendRequest(nonce=nonce).SerializeToString())
        elif kind == "offer":
            SEATS.add(asyncio.create_task(keep_seat(channel, token, message.offer.ticket, done)))


SEATS: Final[set["asyncio.Task[None]"]] = set()


async def keep_seat(channel: grpc.aio.Channel, token: str, ticket: str, done: Done) -> None:
    """Play a seat until its match is over. Join it again whenever its stream breaks."""
    while True:
        try:
            if await sit(channel, token, ticket, done):
                return
        except LOST:
            pass
        await asyncio.sleep(RETRY)


async def sit(channel: grpc.aio.Channel, token: str, ticket: str, done: Done) -> bool:
    """Play a seat on one stream. Return False if the bot has to join the seat again, True if it does not."""
    call: Any = channel.stream_stream(f"{ARENA}/Play")(metadata=metadata(token))
    join = play_pb2.Join(ticket=ticket, protocol=1)
    await call.write(play_pb2.PlayRequest(join=join).SerializeToString())
    is_over = False
    async for message in messages(call, play_pb2.PlayResponse):
        kind = message.WhichOneof("message")
        if kind == "decision":
            done.decisions += 1
            choice = play_pb2.Choice(number=message.decision.number, index=0)
            await call.write(play_pb2.PlayRequest(choice=choice).SerializeToString())
        elif kind == "ping":
            pong = common_pb2.Pong(number=message.ping.number)
            await call.write(play_pb2.PlayRequest(pong=pong).SerializeToString())
        elif kind == "over":
            done.overs += 1
            is_over = True
        elif kind == "ending":
            is_over = is_over or message.ending.reason in GONE
    return is_over


GONE: Final = {common_pb2.ENDING_REASON_TICKET, common_pb2.ENDING_REASON_TOO_LATE}


if __name__ == "__main__":
    asyncio.run(main())
