"""Attacks from a seat: the hostile bot plays matches against an honest bot."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import grpc

from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from bench.hostile.peers import ARENA, LOST, Attack, Target, Times, at_once, connected, hello, messages, metadata
from tests.server.raw import DATA, END_HEADERS, HEADERS, WINDOW_UPDATE, frame, headers, message

Seat = Callable[[Target, Any, str, Times], Awaitable[None]]

FAR: Final = (1 << 31) - 1
LATE: Final = 0.095  # seconds by which a pong is late
THINKS: Final = 0.06  # seconds that the window for the last byte is withheld
TEXT: Final = "\x1b]0;owned\x07\x1b[2J\u202e=HYPERLINK(1)\r\n" * 10


def seated(play: Seat) -> Attack:
    """Return an attack in which the bot connects, and plays each offered seat with the function `play`."""

    async def attack(target: Target, times: Times) -> None:
        async with target.channel() as channel:
            await at_once(1, partial(attend, target, channel, times, play), 0.5)

    return attack


async def attend(target: Target, channel: grpc.aio.Channel, times: Times, play: Seat) -> None:
    """Answer the messages of one `Attend` stream, and play each offered seat, until the stream ends."""
    call: Any = channel.stream_stream(f"{ARENA}/Attend")(metadata=metadata(target.token))
    await call.write(hello())
    seats = set()
    async for said in messages(call, attend_pb2.AttendResponse):
        kind = said.WhichOneof("message")
        if kind == "ping":
            pong = common_pb2.Pong(number=said.ping.number)
            await call.write(attend_pb2.AttendRequest(pong=pong).SerializeToString())
        elif kind == "round":
            nonce = attend_pb2.Nonce(round=said.round.round, nonce=b"x")
            await call.write(attend_pb2.AttendRequest(nonce=nonce).SerializeToString())
        elif kind == "offer":
            seats.add(asyncio.create_task(take(target, channel, times, play, said.offer.ticket)))


async def take(target: Target, channel: grpc.aio.Channel, times: Times, play: Seat, ticket: str) -> None:
    """Play an offered seat with the function `play`. Ignore connection errors."""
    with suppress(*LOST):
        await play(target, channel, ticket, times)


async def joined(target: Target, channel: grpc.aio.Channel, ticket: str, last_seen: int = 0) -> Any:
    """Open a `Play` call, join the seat of a ticket, and return the call."""
    call: Any = channel.stream_stream(f"{ARENA}/Play")(metadata=metadata(target.token))
    await send(call, join=play_pb2.Join(ticket=ticket, protocol=1, last_seen=last_seen))
    return call


async def send(call: Any, **fields: Any) -> None:
    """Send a message on a `Play` call. `name` is its field in the oneof."""
    await call.write(play_pb2.PlayRequest(**fields).SerializeToString())


async def choose(call: Any, said: Any, index: int = 0) -> None:
    """Answer a decision with the option `index`."""
    await send(call, choice=play_pb2.Choice(number=said.decision.number, index=index))


async def answer_twice(target: Target, channel: grpc.aio.Channel, ticket: str, times: Times) -> None:
    """Answer each decision, then send other choices for the same decision, which the arena refuses."""
    call = await joined(target, channel, ticket)
    async for said in messages(call, play_pb2.PlayResponse):
        kind = said.WhichOneof("message")
        if kind == "ping":
            await send(call, pong=common_pb2.Pong(number=said.ping.number))
        elif kind == "decision":
            await choose(call, said)
            await choose(call, said, 1)
        elif kind == "refused":
            times.add()
            await send(call, choice=play_pb2.Choice(number=said.refused.number, index=1))


async def fail(target: Target, channel: grpc.aio.Channel, ticket: str, times: Times) -> None:
    """Report a failure with a text that contains terminal commands."""
    call = await joined(target, channel, ticket)
    await send(call, failed=play_pb2.Failed(text=TEXT))
    times.add()
    async for _ in messages(call, play_pb2.PlayResponse):
        pass


async def answer_late(target: Target, channel: grpc.aio.Channel, ticket: str, times: Times) -> None:
    """Delay every pong and every choice by the same time. The delay then looks like a slow network to the arena."""
    call = await joined(target, channel, ticket)
    async for said in messages(call, play_pb2.PlayResponse):
        kind = said.WhichOneof("message")
        if kind in {"ping", "decision"}:
            times.add()
            await asyncio.sleep(LATE)
        if kind == "ping":
            await send(call, pong=common_pb2.Pong(number=said.ping.number))
        elif kind == "decision":
            await choose(call, said)


async def claim_more(target: Target, channel: grpc.aio.Channel, ticket: str, times: Times) -> None:
    """Join the seat repeatedly, and claim each time to have received decisions that were never sent."""
    for _ in range(20):
        call = await joined(target, channel, ticket, FAR)
        times.add()
        await call.read()
        call.cancel()


async def babble(target: Target, channel: grpc.aio.Channel, ticket: str, times: Times) -> None:
    """Send bytes that are no message of the protocol."""
    call = await joined(target, channel, ticket)
    await call.read()
    await call.write(b"\xff" * 500)
    times.add()
    async for _ in messages(call, play_pb2.PlayResponse):
        pass


async def stay_away(_target: Target, _channel: grpc.aio.Channel, _ticket: str, times: Times) -> None:
    """Do not join the offered match, so that the offer expires."""
    times.add()
    await asyncio.sleep(0)


async def say_nothing(target: Target, channel: grpc.aio.Channel, ticket: str, times: Times) -> None:
    """Join the seat, and answer neither decisions nor pings."""
    call = await joined(target, channel, ticket)
    times.add()
    async for _ in messages(call, play_pb2.PlayResponse):
        pass


async def withhold(target: Target, _channel: grpc.aio.Channel, ticket: str, times: Times) -> None:
    """Receive a question byte by byte while the bot thinks, so that the clock is not charged for the delay."""
    async with connected(target, window=0) as peer:
        await peer.say(frame(WINDOW_UPDATE, 0, 0, (1 << 30).to_bytes(4, "big")))
        join = play_pb2.PlayRequest(join=play_pb2.Join(ticket=ticket, protocol=1)).SerializeToString()
        head = frame(HEADERS, END_HEADERS, 1, headers(target.token, f"{ARENA}/Play"))
        await peer.say(head + frame(DATA, 0, 1, message(join)))
        while not peer.closed:  # the bytes are read but not used: the attack is on the clock of the seat
            await peer.say(frame(WINDOW_UPDATE, 0, 1, (1).to_bytes(4, "big")))
            times.add()
            await asyncio.sleep(THINKS / 10)


ATTACKS: Final[dict[str, Attack]] = {
    "windows opened byte by byte": seated(withhold),
    "pongs that are late": seated(answer_late),
    "a last_seen of 2^31-1": seated(claim_more),
    "choices to be refused": seated(answer_twice),
    "failures with hostile texts": seated(fail),
    "no messages but bytes": seated(babble),
    "seats not taken": seated(stay_away),
    "seats that say nothing": seated(say_nothing),
}
