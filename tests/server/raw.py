"""HTTP/2 written by hand, for frames that gRPC never sends."""

import socket
import struct
import time
from contextlib import suppress

from tests.server.wire import WITHIN

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1
INITIAL_WINDOW_SIZE = 4


def frame(kind, flags, stream, payload=b""):
    """Return one HTTP/2 frame as bytes."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def headers(token, path="/arena.protocol.v1.Arena/Play", content_type="application/grpc", real_ip=""):
    """Return the headers of a call as bytes of HPACK, without a table."""
    rows = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "arena"), ("te", "trailers")]
    rows += [("content-type", content_type), ("authorization", f"Bearer {token}")]
    rows += [("x-real-ip", real_ip)] if real_ip else []
    return b"".join(b"\x00" + text(name) + text(value) for name, value in rows)


def text(value):
    """Return a string as bytes of HPACK, without Huffman's code."""
    data = value.encode()
    size = len(data)
    if size < 127:
        return bytes([size]) + data
    rest = size - 127
    out = bytearray([127])
    while rest >= 128:
        out.append(rest % 128 + 128)
        rest //= 128
    out.append(rest)
    return bytes(out) + data


def message(data, *, compressed=0, length=None):
    """Return a message with the prefix that gRPC gives it. `length` may be a wrong one."""
    return bytes([compressed]) + (len(data) if length is None else length).to_bytes(4, "big") + data


class Raw:
    """A TCP connection on which a test writes HTTP/2 by hand."""

    def __init__(self, server, *, speaks=True):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN)
        if speaks:
            self.say(PREFACE + frame(SETTINGS, 0, 0) + frame(SETTINGS, ACK, 0))

    def say(self, data):
        """Send bytes, even if the peer has closed the connection."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(data)

    def call(self, token, *frames, stream=1, **fields):
        """Open the stream of a call, and send further frames."""
        self.say(frame(HEADERS, END_HEADERS, stream, headers(token, **fields)) + b"".join(frames))

    def until_closed(self):
        """Read until the peer closes the connection. Return the bytes."""
        heard = b""
        deadline = time.monotonic() + WITHIN
        while time.monotonic() < deadline:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                return heard
            if not data:
                return heard
            heard += data
        raise AssertionError("the connection is still open")

    def until(self, *kinds):
        """Read until a frame of one of these kinds has come, or the peer has closed. Return the bytes."""
        heard = b""
        while True:
            data = self.socket.recv(65536)
            heard += data
            if not data or any(kind in kinds for kind in kinds_in(heard)):
                return heard

    def close(self):
        """Close the connection."""
        self.socket.close()


class Stingy(Raw):
    """A `Play` call that reads only as many bytes as a test grants. The arena may send no more."""

    def __init__(self, server, token):
        super().__init__(server, speaks=False)
        self.say(PREFACE + frame(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, 0)) + frame(SETTINGS, ACK, 0))
        self.say(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 1 << 30)))  # of the connection; that of the stream is 0
        self.call(token)
        self._frames = b""
        self._read = b""

    def send(self, data):
        """Send a message of gRPC."""
        self.say(frame(DATA, 0, 1, message(data)))

    def grant(self, size):
        """Let the arena send this number of further bytes, and read them."""
        self.say(frame(WINDOW_UPDATE, 0, 1, struct.pack(">I", size)))
        while len(self._read) < size:
            data = self.socket.recv(65536)
            assert data, "the arena has hung up"
            self._frames += data
            self._take_frames()
        read, self._read = self._read[:size], self._read[size:]
        return read

    def _take_frames(self):
        while len(self._frames) >= 9 + (size := int.from_bytes(self._frames[:3], "big")):
            kind, flags, content = self._frames[3], self._frames[4], self._frames[9 : 9 + size]
            self._frames = self._frames[9 + size :]
            if kind == DATA:
                self._read += content
            elif kind == PING and not flags:
                self.say(frame(PING, ACK, 0, content))

    def next(self, hold=None):
        """Return the next message. Call `hold` when all of its bytes except the last were read."""
        size = int.from_bytes(self.grant(5)[1:], "big")
        if hold is None:
            return self.grant(size)
        beginning = self.grant(size - 1)
        hold()
        return beginning + self.grant(1)


def frames_in(data):
    """Yield the frames in these bytes, as kind and content."""
    while len(data) >= 9:
        size = int.from_bytes(data[:3], "big")
        yield data[3], data[9 : 9 + size]
        data = data[9 + size :]


def kinds_in(data):
    """Return the kinds of the frames in these bytes."""
    return [kind for kind, _ in frames_in(data)]


def settings_in(data):
    """Return the settings in these bytes, by number."""
    content = b"".join(content for kind, content in frames_in(data) if kind == SETTINGS)
    return dict(struct.iter_unpack(">HI", content))
