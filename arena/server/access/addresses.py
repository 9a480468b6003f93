"""Find the network address of a call's client, even if a proxy has forwarded the call."""

import ipaddress
from collections.abc import Iterable
from typing import Final

from arena.errors import UsageError
from arena.server.transport.bridge import Call

REAL: Final = "x-real-ip"  # the metadata entry in which a front names its client
NETWORK: Final = 64  # bits of an IPv6 address: a household or a server has the rest to itself


class Addresses:
    """Finds the address of a call's client.

    A trusted proxy (a *front*) forwards calls of many clients, and names the client's address in the metadata of each
    call. Such metadata is ignored in all other calls.
    """

    def __init__(self, fronts: Iterable[str] = ()) -> None:
        self._fronts: Final = frozenset(_front(each) for each in fronts)

    def is_front(self, peer: str) -> bool:
        """True if a gRPC peer is a trusted proxy, which forwards the calls of many clients."""
        return bool(self._fronts) and _host(peer) in self._fronts

    def of(self, call: Call) -> str:
        """Return the network of a call's client as a text: an IPv4 address, or the /64 network of an IPv6 address.

        If a trusted proxy forwards the call, return the network of the client that the proxy names. If the call comes
        from a sandbox, return the name that all connections of this sandbox share. If the address is no IP address,
        return the text with which gRPC names the other end of the connection.
        """
        own = _host(call.peer)
        if own in self._fronts and (named := _read(call.metadata.get(REAL, ""))):
            return _network(named)
        address = _read(own)
        return own or call.peer if address is None else _network(address)

    def is_like_a_front(self, call: Call) -> bool:
        """True if a call has the address of a trusted proxy, but was not forwarded by it."""
        return self.is_front(call.peer) and REAL not in call.metadata


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def _front(text: str) -> str:
    address = _read(text)
    if address is None:
        raise UsageError(f"front {text!r}: expected an IP address, as 127.0.0.1")
    return str(address)


def _read(text: str) -> Address | None:
    """Return the IP address in a text; None if the text has none. Convert IPv4 inside IPv6 to plain IPv4."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped) or address


def _network(address: Address) -> str:
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


def _host(peer: str) -> str:
    """Return the host of a gRPC peer, such as `::1` for `ipv6:%5B::1%5D:5000`."""
    host = peer.partition(":")[2].rpartition(":")[0]
    host = host.replace("%5B", "").replace("%5D", "").strip("[]")
    address = _read(host.partition("%25")[0])
    return host if address is None else str(address)
