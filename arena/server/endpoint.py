"""Serve an arena's calls at an address, with TLS or on this machine alone, until the arena stops."""

import ipaddress
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from arena.errors import UsageError
from arena.server.access.accounts import Accounts
from arena.server.access.addresses import Addresses
from arena.server.arena import Arena, opened
from arena.server.attendance import attend_call
from arena.server.matches import play_call
from arena.server.matches.results import Results
from arena.server.transport.bridge import CONNECTIONS, OPTIONS, Handler, Served, Tls, Transport, serve
from arena.server.transport.call_line import conversation
from arena.server.transport.descriptors import Room, connections_of, raise_limit
from arena.server.transport.gate import Gate
from arena.server.transport.limits import Limits

SERVICE: Final = "arena.protocol.v1.Arena"

More = Callable[[Arena], Mapping[str, Handler]]  # further methods of a served arena


@dataclass(frozen=True)
class Serving:
    """The address of a served arena, and the settings of its server."""

    address: str
    tls: Tls | None = None
    insecure_anywhere: bool = False  # listen without TLS or without a front on other addresses than this machine's own
    limits: Limits = field(default_factory=Limits)
    fronts: tuple[str, ...] = ()  # addresses of fronts; their calls name the client's address


@asynccontextmanager
async def served(
    how: Serving, accounts: Accounts, results: Results, more: More = lambda _: {}
) -> AsyncIterator[tuple[Arena, Served]]:
    """Serve an arena's calls while the `with` block runs."""
    check_address(how)
    check_front(how)
    async with opened(accounts, results, how.limits) as arena:
        arena.door.addresses = Addresses(how.fronts)
        await arena.matches.recall()
        await arena.accounts.all_departed()
        methods: dict[str, Handler] = {
            f"{SERVICE}/Attend": conversation(attend_call.say, partial(attend_call.attend, arena)),
            f"{SERVICE}/Play": conversation(play_call.say, partial(play_call.play, arena)),
            **more(arena),
        }
        connections = connections_of(raise_limit())
        gate = Gate(arena.door.addresses.is_front, arena.door.closed)
        transport = Transport(options={**OPTIONS, CONNECTIONS: connections}, gate=gate)
        async with serve(methods, how.address, how.tls, transport) as server:
            arena.room = Room(connections)
            yield arena, server


def check_address(how: Serving) -> None:
    """Raise UsageError if other machines can reach the address without TLS and the organiser did not allow it."""
    host, colon, port = how.address.rpartition(":")
    if not (colon and host and port.isdigit() and int(port) < 1 << 16):
        raise UsageError(f"address {how.address!r}: expected HOST:PORT")
    if how.tls is None and not how.insecure_anywhere and not is_loopback(host):
        raise UsageError(
            f"{host} is not this machine alone, and there is no certificate: tokens would travel in the clear; "
            "expected --tls-certificate and --tls-key, an address such as 127.0.0.1, or --insecure-listen"
        )


def check_front(how: Serving) -> None:
    """Raise UsageError if other machines can reach the address without a front and the organiser did not allow it.

    gRPC reads frames that are no call, such as SETTINGS, as fast as they arrive, and none of its options limits them.
    A front closes such connections.
    """
    host = how.address.rpartition(":")[0]
    if not (how.fronts or how.insecure_anywhere or is_loopback(host)):
        raise UsageError(
            f"{host} is not this machine alone, and no front is named: any machine could stop all play with HTTP/2 "
            "frames that are no call; expected an address such as 127.0.0.1 behind a front (docs/front.md), --front "
            "with the front's addresses, or --insecure-listen"
        )


def is_loopback(host: str) -> bool:
    """True if only this machine can call the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
