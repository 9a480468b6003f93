"""Attacks on connections and on HTTP/2. They need neither a token nor a valid call."""

import asyncio
import struct
from functools import partial
from itertools import cycle, islice
from typing import Final

from bench.hostile.peers import ARENA, AT_ONCE, CONNECTIONS, Attack, Target, Times, at_once, connected, headers, numbers
from tests.server.raw import CONTINUATION, DATA, END_HEADERS, HEADERS, PING, PREFACE, RESET, SETTINGS, frame

MANY: Final = 80  # connections: as many as a sandbox may open
IDLE: Final = 400  # connections that want nothing
CANCEL: Final = struct.pack(">I", 8)
NOISE: Final = (
    b"GET / HTTP/1.1\r\nHost: arena\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    bytes(range(256)) * 16,
    PREFACE + frame(SETTINGS, 0, 0, b"12345"),
    PREFACE + frame(SETTINGS, 0, 0) + frame(HEADERS, END_HEADERS, 1, b"\xff" * 8),
    PREFACE + b"\xff\xff\xff" + bytes(6) + b"much too long",
)


async def idle(target: Target, times: Times) -> None:
    """Open connections that answer pings and send nothing else."""

    async def stay() -> None:
        async with connected(target) as peer:
            times.add()
            await peer.end.wait()

    await at_once(IDLE, stay, 0.5)


async def silent(target: Target, times: Times) -> None:
    """Open connections, and send no byte."""

    async def stay() -> None:
        reader, writer = await asyncio.open_connection(target.host, target.port)
        times.add()
        try:
            await reader.read()
        finally:
            writer.close()

    await at_once(IDLE // 2, stay, 0.5)


async def broken(target: Target, times: Times) -> None:
    """Send bytes that are not HTTP/2, or broken HTTP/2."""
    kinds = cycle(NOISE)

    async def babble() -> None:
        reader, writer = await asyncio.open_connection(target.host, target.port, ssl=target.tls("h2"))
        try:
            writer.write(next(kinds))
            times.add()
            async with asyncio.timeout(1):
                await reader.read()
        finally:
            writer.close()

    await at_once(10, babble)


async def reset_on(target: Target, times: Times) -> None:
    """Open streams on one connection, and reset each of them immediately."""
    head = headers("x" * 43, f"{ARENA}/Play")
    async with connected(target) as peer:
        streams = numbers()
        while not peer.closed:
            await peer.say(
                b"".join(
                    frame(HEADERS, END_HEADERS, number, head) + frame(RESET, 0, number, CANCEL)
                    for number in islice(streams, AT_ONCE)
                )
            )
            times.add(AT_ONCE)
            await asyncio.sleep(0)


def resets(connections: int) -> Attack:
    """Return an attack that opens and resets streams on this number of connections."""

    async def attack(target: Target, times: Times) -> None:
        await at_once(connections, partial(reset_on, target, times), 0.05)

    return attack


async def endless_headers(target: Target, times: Times) -> None:
    """Send headers that do not end."""
    part = frame(CONTINUATION, 0, 1, (b"\x00\x04name" + b"\x7f\x81\x7e" + b"v" * 16_384)[:16_384])

    async def go_on() -> None:
        async with connected(target) as peer:
            await peer.say(frame(HEADERS, 0, 1, headers("x")))
            while not peer.closed:
                await peer.say(part)
                times.add()
                await asyncio.sleep(0)  # a stream that is closed lets nothing else run: the end would never be noticed

    await at_once(4, go_on, 0.01)


def frames(one: bytes, connections: int = 2, first: bytes = b"") -> Attack:
    """Return an attack that sends copies of one HTTP/2 frame without end, after the bytes `first`."""
    many = one * 100

    async def attack(target: Target, times: Times) -> None:
        async def go_on() -> None:
            async with connected(target) as peer:
                await peer.say(first)
                while not peer.closed:
                    await peer.say(many)
                    times.add(100)
                    await asyncio.sleep(0)

        await at_once(connections, go_on, 0.01)

    return attack


def floods(connections: int) -> dict[str, Attack]:
    """Return the attacks with frames that are no call, by name, each on this number of connections."""
    call = frame(HEADERS, END_HEADERS, 1, headers("x" * 43, f"{ARENA}/Play"))
    attacks = {
        "pings of HTTP/2": frames(frame(PING, 0, 0, bytes(8)), connections),
        "settings of HTTP/2": frames(frame(SETTINGS, 0, 0), connections),
        "open and reset": resets(connections),
        "empty frames": frames(frame(DATA, 0, 1), connections, call),
    }
    return {f"{name}, {connections} connections": attack for name, attack in attacks.items()}


FLOODS: Final = {name: attack for connections in (CONNECTIONS, MANY) for name, attack in floods(connections).items()}


ATTACKS: Final[dict[str, Attack]] = {
    "idle connections": idle,
    "silent connections": silent,
    "broken bytes": broken,
    "open and reset": resets(1),
    "headers without end": endless_headers,
    "pings of HTTP/2": frames(frame(PING, 0, 0, bytes(8))),
    "settings of HTTP/2": frames(frame(SETTINGS, 0, 0)),
    **FLOODS,
}
