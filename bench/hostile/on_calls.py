"""Attacks with calls, with and without a valid token."""

import asyncio
from functools import partial
from typing import Any, Final

from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2, play_pb2
from bench.hostile.peers import (
    ARENA,
    AT_ONCE,
    CONNECTIONS,
    ORGANISER,
    Attack,
    Target,
    Times,
    at_once,
    call_on,
    calls,
    connected,
    hello,
    messages,
    metadata,
    numbers,
)
from tests.server.raw import DATA, END_HEADERS, HEADERS, RESET, frame, headers, message

BAD: Final = "x" * 43
GUESS: Final = organiser_pb2.RegisterBotRequest(name="mallory", invite_code="x" * 22).SerializeToString()
TICKET: Final = play_pb2.PlayRequest(join=play_pb2.Join(ticket="x" * 22, protocol=1)).SerializeToString()
FAR: Final = (1 << 31) - 1
HUGE: Final = 1 << 20  # bytes


async def tokens(target: Target, times: Times) -> None:
    """Make further tokens with the hostile bot's own token, without end."""
    request = organiser_pb2.CreateTokenRequest(scope=common_pb2.SCOPE_BOT, bot=target.name)
    body = request.SerializeToString()
    await at_once(4, partial(call_on, target, times, f"{ORGANISER}/CreateToken", target.token, body), 0.05)


async def extremes(target: Target, times: Times) -> None:
    """List tokens with extreme page sizes, page tokens and names, without end."""
    pb = organiser_pb2
    bodies = [
        pb.ListTokensRequest(bot=target.name, page_size=FAR),
        pb.ListTokensRequest(bot=target.name, page_size=-FAR),
        pb.ListTokensRequest(bot=target.name, page_token="9" * 9),
        pb.ListTokensRequest(bot="\u202e" * 300),
    ]
    await asyncio.gather(
        *(
            at_once(1, partial(call_on, target, times, f"{ORGANISER}/ListTokens", target.token, b.SerializeToString()))
            for b in bodies
        )
    )


async def own_lists(target: Target, times: Times, connections: int) -> None:
    """List the tokens of the hostile bot, without end."""
    body = organiser_pb2.ListTokensRequest(bot=target.name).SerializeToString()
    step = partial(call_on, target, times, f"{ORGANISER}/ListTokens", target.token, body)
    await at_once(connections, step, 0.05)


async def reset_with_token(target: Target, times: Times) -> None:
    """Open streams with a valid token, send Hello, and reset them."""
    head = headers(target.token, f"{ARENA}/Attend")

    async def go_on() -> None:
        async with connected(target) as peer:
            for number in numbers():
                await peer.say(
                    frame(HEADERS, END_HEADERS, number, head)
                    + frame(DATA, 0, number, message(hello()))
                    + frame(RESET, 0, number, bytes([0, 0, 0, 8]))
                )
                times.add()
                await asyncio.sleep(0)
                if peer.closed:
                    return

    await at_once(1, go_on, 0.05)


async def come_and_go(target: Target, times: Times) -> None:
    """Open an `Attend` stream, and disconnect as soon as the arena has sent Welcome, without end."""
    async with target.channel() as channel:

        async def visit() -> None:
            call: Any = channel.stream_stream(f"{ARENA}/Attend")(metadata=metadata(target.token))
            await call.write(hello())
            times.add()
            await call.read()
            call.cancel()

        await at_once(8, visit)


async def unasked(target: Target, times: Times) -> None:
    """Open `Attend` streams, and send messages that the arena did not ask for, until a stream ends."""
    pong = attend_pb2.AttendRequest(pong=common_pb2.Pong(number=0)).SerializeToString()
    async with target.channel() as channel:

        async def pour() -> None:
            call: Any = channel.stream_stream(f"{ARENA}/Attend")(metadata=metadata(target.token))
            await call.write(hello())
            while not call.done():
                await call.write(pong)
                times.add()

        await at_once(4, pour)


async def huge(target: Target, times: Times) -> None:
    """Open `Attend` streams, and send messages of a megabyte."""
    async with target.channel() as channel:

        async def send() -> None:
            call: Any = channel.stream_stream(f"{ARENA}/Attend")(metadata=metadata(target.token))
            await call.write(hello())
            times.add()
            await call.write(bytes(HUGE))
            async for _ in messages(call, attend_pb2.AttendResponse):
                pass

        await at_once(4, send)


async def lies(target: Target, times: Times) -> None:
    """Send messages with a wrong length, or with a wrong compression flag."""
    bodies = [message(b"\x0a", length=1 << 30), message(b"x" * 99, compressed=1), message(b"\x0a\x02", length=500)]

    async def lie() -> None:
        async with connected(target) as peer:
            for number in numbers():
                await peer.turn(number)
                head = frame(HEADERS, END_HEADERS, number, headers(target.token, f"{ARENA}/Attend"))
                await peer.say(head + frame(DATA, 1, number, bodies[number // 2 % len(bodies)]))
                times.add()

    await at_once(2, lie, 0.05)


async def unread(target: Target, times: Times) -> None:
    """Open `Attend` streams with a flow-control window of 0, so that the arena may send nothing on them."""

    async def stay() -> None:
        async with connected(target, window=0) as peer:
            for number, _ in zip(numbers(), range(AT_ONCE), strict=False):
                head = frame(HEADERS, END_HEADERS, number, headers(target.token, f"{ARENA}/Attend"))
                await peer.say(head + frame(DATA, 0, number, message(hello())))
                times.add()
            await peer.end.wait()

    await at_once(4, stay, 1.0)


ATTACKS: Final[dict[str, Attack]] = {
    "bad tokens": calls(f"{ARENA}/Attend", token=BAD),
    f"bad tokens, {CONNECTIONS} connections": calls(f"{ARENA}/Attend", token=BAD, connections=CONNECTIONS),
    "invite codes, guessed": calls(f"{ORGANISER}/RegisterBot", GUESS, token=""),
    "tickets, guessed": calls(f"{ARENA}/Play", TICKET),
    "calls with a token": partial(own_lists, connections=1),
    f"calls with a token, {CONNECTIONS} connections": partial(own_lists, connections=CONNECTIONS),
    "open and reset with a token": reset_with_token,
    "tokens without end": tokens,
    "numbers and texts at their ends": extremes,
    "come and go": come_and_go,
    "messages that nothing asked for": unasked,
    "messages of a megabyte": huge,
    "messages that lie": lies,
    "windows of no bytes": unread,
}
