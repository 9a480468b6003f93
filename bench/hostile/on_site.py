"""Attacks on the site, which has its own process."""

import asyncio
import os
from typing import Final

from bench.hostile.peers import Attack, Target, Times, at_once

PAGES: Final = ("/", "/matches", "/ranking", "/bots", "/api/matches?page=1")
PIPELINED: Final = 200  # requests in one packet


async def opened(target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection to the site, and return its reader and its writer."""
    return await asyncio.open_connection(target.site_host, target.site_port, ssl=target.tls("http/1.1"))


def request(path: str, *more: str) -> bytes:
    """Return the bytes of an HTTP/1.1 request for a page."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: arena", *more, "", ""]).encode()


async def pipelined(target: Target, times: Times) -> None:
    """Send many requests at once, and disconnect without reading an answer."""

    async def send() -> None:
        _, writer = await opened(target)
        try:
            writer.write(request("/matches") * PIPELINED)
            times.add(PIPELINED)
            await asyncio.sleep(0.2)
        finally:
            writer.close()

    await at_once(8, send)


async def read_on(target: Target, times: Times) -> None:
    """Request pages and read them, without end."""

    async def read() -> None:
        for path in PAGES:
            reader, writer = await opened(target)
            try:
                writer.write(request(path, "Connection: close"))
                await reader.read()
                times.add()
            finally:
                writer.close()

    await at_once(8, read)


async def slow(target: Target, times: Times) -> None:
    """Send a request byte by byte."""

    async def drip() -> None:
        _, writer = await opened(target)
        try:
            for byte in request("/", *["X-Slow: yes"] * 100):
                writer.write(bytes([byte]))
                await writer.drain()
                times.add()
                await asyncio.sleep(0.1)
        finally:
            writer.close()

    await at_once(100, drip, 0.1)


async def broken(target: Target, times: Times) -> None:
    """Send bytes that are not HTTP."""

    async def babble() -> None:
        reader, writer = await opened(target)
        try:
            writer.write(os.urandom(2000) + b"\r\n\r\n")
            times.add()
            async with asyncio.timeout(1):
                await reader.read()
        finally:
            writer.close()

    await at_once(8, babble)


ATTACKS: Final[dict[str, Attack]] = {
    "the site: requests pipelined": pipelined,
    "the site: readers without end": read_on,
    "the site: requests byte by byte": slow,
    "the site: broken bytes": broken,
}
