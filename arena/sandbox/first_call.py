"""The first call on a connection of a bot, read from the frames of HTTP/2.

A connection is forwarded to one server (a referee or the arena), but a client may make several calls on it that belong
to different servers. So the supervisor allows a single call on each connection. The first frame that it sends to the
bot limits the open calls to one. After this call has begun, it sends a GOAWAY frame, which tells the client to open
another connection for the next call. Clients of gRPC do that by themselves, because servers end old connections in the
same way.
"""

import hashlib
from typing import Final

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEAD: Final = 9  # bytes before the content of a frame
LARGEST: Final = 1 << 18  # bytes of a frame; gRPC sends at most 16 KB
MESSAGE: Final = 16 << 10  # bytes of a first message; the arena refuses larger ones
FOREIGN: Final = 1000  # frames of further calls; a client that reads the first frames of its connection sends few
PREFIX: Final = 5  # bytes before a message of gRPC: one says if it is compressed, four its length

DATA: Final = 0  # kinds of frames
HEADERS: Final = 1
SETTINGS: Final = 4
END_STREAM: Final = 0x1  # flags
ACK: Final = 0x1
PADDED: Final = 0x8
NUMBER: Final = (1 << 31) - 1  # of a stream: the highest bit is reserved

ONE_AT_ONCE: Final = bytes([0, 3, 0, 0, 0, 1])  # SETTINGS_MAX_CONCURRENT_STREAMS: further calls wait in the client
OPENING: Final = bytes([0, 0, len(ONE_AT_ONCE), SETTINGS, 0, 0, 0, 0, 0]) + ONE_AT_ONCE  # a server's first frame

BYTES: Final = 2  # wire types of protobuf
WIDTHS: Final = {1: 8, 5: 4}
JOIN: Final = 1  # the field of a PlayRequest
TICKET: Final = 1  # the field of a Join


class BrokenCallError(Exception):
    """Raised if a bot's connection does not follow HTTP/2."""


def last_call(stream: int) -> bytes:
    """Return a GOAWAY frame as bytes. It tells a client that the call `stream` is the last one on this connection."""
    return bytes([0, 0, 8, 7, 0, 0, 0, 0, 0]) + stream.to_bytes(4, "big") + bytes(4)


class FirstCall:
    """Filters the bytes of a bot's connection: keeps the frames of its first call, and drops those of later calls.

    It also stores the first message of the call in `message`.
    """

    def __init__(self) -> None:
        self.stream = 0  # the number of the call; 0 before the call begins
        self.message: bytes | None = None  # None until it is known; empty if there is none that can be read
        self._unread: Final = bytearray()
        self._body: Final = bytearray()
        self._foreign = 0  # frames of further calls
        self._is_greeted = False
        self._is_acknowledged = False

    def pass_on(self, data: bytes) -> bytes:
        """Handle bytes that the bot has sent. Return the bytes to forward, without frames of later calls.

        Raise BrokenCallError if the bytes do not follow HTTP/2.
        """
        self._unread.extend(data)
        passed = bytearray() if self._is_greeted else self._greeting()
        while self._is_greeted and (frame := self._frame()):
            if self._takes(frame):
                passed += frame
        return bytes(passed)

    def _greeting(self) -> bytearray:
        """Return the preface with which an HTTP/2 connection begins; no bytes if it is not complete yet."""
        greeting = self._unread[: len(PREFACE)]
        if not PREFACE.startswith(greeting):
            raise BrokenCallError("expected HTTP/2")
        if len(greeting) < len(PREFACE):
            return bytearray()
        self._is_greeted = True
        del self._unread[: len(PREFACE)]
        return greeting

    def _frame(self) -> bytes:
        """Return the next HTTP/2 frame as bytes; no bytes if it is not complete yet."""
        if len(self._unread) < HEAD:
            return b""
        length = HEAD + int.from_bytes(self._unread[:3], "big")
        if length > LARGEST:
            raise BrokenCallError(f"a frame of {length} bytes")
        if len(self._unread) < length:
            return b""
        frame = bytes(self._unread[:length])
        del self._unread[:length]
        return frame

    def _takes(self, frame: bytes) -> bool:
        """Read a frame. Return True if it has to be forwarded: it belongs to the first call, or to no single call.

        Frames of later calls are not forwarded, nor is the bot's answer to the frame that limits its open calls.
        """
        kind, flags, stream = frame[3], frame[4], int.from_bytes(frame[5:HEAD], "big") & NUMBER
        if stream == 0:
            answers = kind == SETTINGS and bool(flags & ACK) and not self._is_acknowledged  # it answers OPENING
            self._is_acknowledged |= answers
            return not answers
        if kind == HEADERS and not self.stream:
            self.stream = stream
        if stream != self.stream:
            self._foreign += 1
            if self._foreign > FOREIGN:
                raise BrokenCallError(f"{FOREIGN} frames of further calls")
            return False
        if self.message is None and kind in {DATA, HEADERS}:
            if kind == DATA:
                self._read(frame[HEAD:], padded=bool(flags & PADDED))
            if flags & END_STREAM and self.message is None:
                self.message = b""
        return True

    def _read(self, content: bytes, *, padded: bool) -> None:
        """Add the content of a DATA frame to the first message. Set `message` when it is complete."""
        self._body.extend(content[1 : len(content) - content[0]] if padded and content else content)
        if len(self._body) < PREFIX:
            return
        length = int.from_bytes(self._body[1:PREFIX], "big")
        if self._body[0] or length > MESSAGE:
            self.message = b""
        elif len(self._body) >= PREFIX + length:
            self.message = bytes(self._body[PREFIX : PREFIX + length])
            self._body.clear()


def ticket_in(message: bytes) -> str:
    """Return the hash of the ticket if this message is a Join, the first message of `Play`; an empty text if not."""
    ticket = field_in(field_in(message, JOIN), TICKET)
    return hashlib.sha256(ticket).hexdigest() if ticket else ""


def field_in(message: bytes, wanted: int) -> bytes:
    """Return the last value of field number `wanted` in an encoded protobuf message; no bytes if it has none."""
    found, at = b"", 0
    while at < len(message):
        tag, at = varint(message, at)
        kind = tag & 7
        if kind == 0:
            _, at = varint(message, at)
        elif kind == BYTES:
            length, at = varint(message, at)
            if at + length > len(message):
                return b""
            found = message[at : at + length] if tag >> 3 == wanted else found
            at += length
        elif kind in WIDTHS:
            at += WIDTHS[kind]
        else:
            return b""
    return found


def varint(message: bytes, at: int) -> tuple[int, int]:
    """Return the protobuf varint that begins at index `at`, and the index of the byte after it."""
    number = 0
    for shift in range(0, 70, 7):
        if at >= len(message):
            break
        number |= (message[at] & 0x7F) << shift
        at += 1
        if not message[at - 1] & 0x80:
            return number, at
    return 0, len(message)
