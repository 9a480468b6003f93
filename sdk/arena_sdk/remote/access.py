"""Access of a bot to an arena: the address, the bot's token, and TLS.

A call to another machine uses TLS unless the author explicitly allows plain text, because every call carries the token.
"""

import ipaddress
import os
import re
import socket
import ssl
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import grpc

from arena.errors import ArenaError, UsageError

TOKEN_VARIABLE: Final = "ARENA_TOKEN"  # noqa: S105 -- where a token stands, and none itself
LARGEST: Final = 256 * 1024  # the largest message that is accepted, in bytes
HANDSHAKE: Final = 2.0  # seconds to find out whether the other end speaks TLS
SOCKET_PATH: Final = 107  # bytes of the path of a socket
UNIX: Final = "unix:"  # before the absolute path of a socket on this machine

_NAME: Final = r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252})"
_ADDRESS: Final = re.compile(rf"({_NAME}|\[[0-9A-Fa-f:.]+\]):([0-9]{{1,5}})", re.ASCII)
_TOKEN: Final = re.compile(r"[!-~]{8,512}", re.ASCII)


class AddressError(ArenaError):
    """Raised if an arena names an address to which the bot must not send its token."""


@dataclass(frozen=True)
class Access:
    """The access of one bot to one arena: address, token and TLS. The text form of this value never shows the token."""

    address: str
    token: str = field(repr=False)
    tls: bool = False
    roots: bytes | None = field(default=None, repr=False)  # the certificates that TLS trusts; None: the public ones
    plaintext: bool = False  # whether the token may leave this machine in the clear

    @classmethod
    def to(
        cls, address: str, token: str, *, ca: str | None = None, plaintext: bool = False, tls: bool = False
    ) -> "Access":
        """Return the access to an arena at an address. Raise UsageError if the arguments are invalid.

        It uses TLS if the caller wants TLS, or if the address is on another machine.
        """
        if not is_address(address):
            expected = "expected HOST:PORT, as 127.0.0.1:7420 or [::1]:7420, or unix:/PATH of a socket"
            raise UsageError(f"address {address!r}: {expected}")
        if ca is not None and plaintext:
            raise UsageError("a CA file is for TLS, and --plaintext is without: expected one of them")
        if tls and plaintext:
            raise UsageError("--tls is with TLS and --plaintext is without: expected one of them")
        secure = tls or ca is not None or not (plaintext or is_loopback(address))
        return cls(address, token, secure, None if ca is None else read_ca(ca), plaintext)

    def at(self, referee: str) -> "Access":
        """Return the access to the referee that an offer names. If it names none, return the access to the arena.

        If the arena's address is a socket (`unix:/PATH`), every match uses this socket, because a bot in a sandbox has
        no other connection. Raise AddressError if the bot must not send its token to the referee.
        """
        if not referee or referee == self.address or self.address.startswith(UNIX):
            return self
        if not is_address(referee) or referee.startswith(UNIX):
            raise AddressError(f"the arena offered the address {referee!r}: expected HOST:PORT")
        if not (self.tls or self.plaintext or is_loopback(referee)):
            raise AddressError(f"the arena offered {referee}, on another machine and without TLS: expected TLS")
        return replace(self, address=referee)  # on TLS it stays on TLS: what has none there never sees the token

    def channel(self, patience: float) -> grpc.Channel:
        """Return a new gRPC channel. Connecting may take `patience` seconds.

        Each attempt needs a new channel, because gRPC would wait before a retry on a failed one.
        """
        options = (
            ("grpc.use_local_subchannel_pool", 1),
            ("grpc.min_reconnect_backoff_ms", round(patience * 1000)),
            ("grpc.max_receive_message_length", LARGEST),
            ("grpc.enable_retries", 0),
        )
        if not self.tls:
            return grpc.insecure_channel(self.address, options)
        return grpc.secure_channel(self.address, grpc.ssl_channel_credentials(self.roots), options)

    def missing_tls(self) -> str:
        """Return an instruction for the author if the server needs TLS and this access has none; empty if not."""
        if self.tls or not speaks_tls(self.address):
            return ""
        return "this arena speaks TLS: expected --ca FILE with its CA, or --tls if its certificate is publicly trusted"

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Return the metadata of every call, which has the token."""
        return (("authorization", f"Bearer {self.token}"),)


def speaks_tls(address: str) -> bool:
    """True if the server at this address answers a TLS handshake. Nothing secret is sent."""
    if address.startswith(UNIX):
        return False
    host, _, port = address.rpartition(":")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    try:
        with socket.create_connection((host.strip("[]"), int(port)), HANDSHAKE) as line, context.wrap_socket(line):
            return True
    except ssl.SSLError as error:
        return "ALERT" in str(error.reason)
    except OSError:
        return False


def is_address(text: str) -> bool:
    """True if the text is a host and a port, or `unix:` with the absolute path of a socket."""
    if address_path(text):
        return True
    found = _ADDRESS.fullmatch(text)
    return found is not None and 0 < int(found[2]) < 1 << 16


def address_path(text: str) -> str:
    """Return the path in `unix:/PATH`. Return an empty text for another address, or if the path is too long."""
    path = text.removeprefix(UNIX)
    fits = path != text and path.startswith("/") and path.isprintable() and len(os.fsencode(path)) <= SOCKET_PATH
    return path if fits else ""


def is_loopback(address: str) -> bool:
    """True if the address is certainly on this machine."""
    if address.startswith(UNIX):
        return True
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def read_ca(file: str) -> bytes:
    """Return the certificates of the authorities that TLS trusts, from a file.

    Raise UsageError if the file has none.
    """
    try:
        data = Path(file).read_bytes()
    except OSError as reason:
        raise UsageError(f"CA file {file}: {reason.strerror}") from None
    if b"-----BEGIN CERTIFICATE-----" not in data:
        raise UsageError(f"CA file {file}: expected certificates in PEM, as an organiser hands them out")
    return data


def read_token(file: str | None) -> str:
    """Return the token from a file, or from the environment if no file is given.

    Raise UsageError if there is no valid token.
    """
    if file is None:
        token, where = os.environ.get(TOKEN_VARIABLE, ""), f"the environment's {TOKEN_VARIABLE}"
        if not token:
            expected = f"expected one in the environment, {TOKEN_VARIABLE}=..., or in a file, --token-file FILE"
            raise UsageError(f"no token: {expected}; `arena bot register` makes one")
    else:
        where = f"token file {file}"
        try:
            token = Path(file).read_text(encoding="utf-8")
        except OSError as reason:
            raise UsageError(f"{where}: {reason.strerror}") from None
        except UnicodeDecodeError:
            raise UsageError(f"{where} is no text: expected a token and nothing else") from None
    token = token.strip()
    if not _TOKEN.fullmatch(token):
        raise UsageError(f"{where} holds no token: expected 8 to 512 printable characters without spaces")
    return token
