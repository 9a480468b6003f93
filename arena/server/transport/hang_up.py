"""Close the connection of a peer. gRPC has no call for that, so this module finds the socket by the peer's address."""

import ipaddress
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

DESCRIPTORS: Final = Path("/proc/self/fd")  # only Linux has it; elsewhere no connection is found


def hang_up(peer: str) -> bool:
    """Close the connection of a gRPC peer, such as `ipv4:127.0.0.1:5000` or `unix-abstract:tlachtli-bot-ana-7:1`.

    Return False if no connection of this peer was found.
    """
    wanted = address_of(peer)
    for number in descriptors():
        with suppress(OSError), socket.socket(fileno=os.dup(number)) as found:
            if name_of(found) == wanted:
                found.shutdown(socket.SHUT_RDWR)  # gRPC sees the end of the connection, and closes its own descriptor
                return True
    return False


def descriptors() -> list[int]:
    """Return the file descriptors of this process that are sockets."""
    found = []
    with suppress(OSError):
        for entry in DESCRIPTORS.iterdir():
            with suppress(OSError):  # it was closed meanwhile
                if str(entry.readlink()).startswith("socket:"):
                    found.append(int(entry.name))
    return found


def address_of(peer: str) -> tuple[str, int]:
    """Return the host and the port in a gRPC peer, such as `ipv6:%5B::1%5D:5000`."""
    host, _, port = peer.partition(":")[2].rpartition(":")
    return plain(host.replace("%5B", "").replace("%5D", "").partition("%25")[0]), int(port) if port.isdigit() else -1


def name_of(connected: socket.socket) -> tuple[str, int] | None:
    """Return the host and the port at the other end of a socket; None if it has neither.

    A sandbox has a name in the place of a host, and the number of the connection in the place of a port.
    """
    if connected.family == socket.AF_UNIX:
        name = connected.getpeername()
        return address_of("unix-abstract:" + name[1:].decode(errors="replace")) if isinstance(name, bytes) else None
    if connected.family not in {socket.AF_INET, socket.AF_INET6}:
        return None
    host, port = connected.getpeername()[:2]
    return plain(host.partition("%")[0]), port


def plain(host: str) -> str:
    """Return an IP address in its usual form. An IPv4 address inside an IPv6 address becomes a plain IPv4 address."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    inside = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(found if inside is None else inside)
