"""Tests of the front of docs/front.md: a real nginx with the shipped files, in front of a real arena."""

import socket
import ssl
from contextlib import closing
from urllib.parse import unquote

import grpc
import hpack
import pytest

from arena.protocol.v1 import common_pb2
from tests.certificates import make_authority, make_server, needs_openssl
from tests.server.front import NGINX, STREAMS, Nginx
from tests.server.raw import END_HEADERS, HEADERS, PREFACE, SETTINGS, Raw, frame, frames_in, headers
from tests.server.wire import WITHIN, Attending, Sitting

pytestmark = [
    needs_openssl,
    pytest.mark.skipif(
        NGINX is None or not STREAMS.exists(), reason="there is no nginx: scripts/test --all installs it"
    ),
]

FINISHED = common_pb2.END_REASON_FINISHED
TOO_MANY = "too many calls without a good token"
SHORT = {
    "client_header_timeout       ": "10s",
    "keepalive_timeout           ": "60s",
    "send_timeout                ": "20s",
}


@pytest.fixture
def ca(tmp_path):
    authority = make_authority(tmp_path)
    make_server(tmp_path)
    return authority


class Secure(Raw):
    """A TLS connection to a front, from another local address, on which a test writes HTTP/2 by hand."""

    def __init__(self, front, ca, source):
        context = ssl.create_default_context(cafile=ca)
        context.set_alpn_protocols(["h2"])
        plain = socket.create_connection(("127.0.0.1", front.port), timeout=WITHIN, source_address=(source, 0))
        try:
            self.socket = context.wrap_socket(plain, server_hostname="127.0.0.1")
        except OSError:
            plain.close()
            raise
        self.say(PREFACE + frame(SETTINGS, 0, 0) + frame(SETTINGS, 1, 0))


def why_refused(front, ca, source, **more):
    """Make a call with an invalid token from this local address. Return the words of the refusal."""
    with closing(Secure(front, ca, source)) as caller:
        caller.say(frame(HEADERS, END_HEADERS, 1, headers("x" * 43, **more)))
        decoder, heard, read = hpack.Decoder(), b"", 0
        while True:
            heard += caller.socket.recv(65536)
            whole = [content for kind, content in frames_in(heard) if kind == HEADERS]
            for content in whole[read:]:
                fields = dict(decoder.decode(content))
                if "grpc-message" in fields:
                    return unquote(fields["grpc-message"])
            read = len(whole)


def play_through(server, front, ca, names):
    """Play matches between two bots. All calls, the organiser's, too, go through the front. Return why they ended."""
    server.dial = lambda: front.channel(ca)
    with front.channel(ca) as one, front.channel(ca) as other:
        bots = [
            Attending(server, server.bot(name), channel=each) for name, each in zip(names, (one, other), strict=True)
        ]
        matches = server.match(*names)
        seats = [
            Sitting(server, bot.token, bot.offer().ticket, channel=bot.channel).in_background()
            for bot in bots
            for _ in matches
        ]
        ended = [server.ended(match).reason for match in matches]
        for stream in (*seats, *bots):
            stream.close()
    return ended


def test_bots_play_through_a_front_that_ends_tls(serve, names, tmp_path, ca):
    server = serve("--front", "127.0.0.1")
    with Nginx(tmp_path, "arena-http.conf", server) as front:
        assert play_through(server, front, ca, names[:2]) == [FINISHED] * 2


def test_bots_play_through_a_front_that_passes_tls_on(serve, names, tmp_path, ca):
    server = serve("--tls-certificate", str(tmp_path / "server.pem"), "--tls-key", str(tmp_path / "server.key"))
    with Nginx(tmp_path, "arena-stream.conf", server) as front:
        assert play_through(server, front, ca, names[:2]) == [FINISHED] * 2


def test_a_silent_stream_outlives_every_time_limit_but_those_of_days(serve, names, tmp_path, ca):
    server = serve("--front", "127.0.0.1", "--limit", "ping_interval=3")
    short = {f"{name} {was};": f"{name} 1s;" for name, was in SHORT.items()}
    with Nginx(tmp_path, "arena-http.conf", server, short) as front, front.channel(ca) as channel:
        bot = Attending(server, server.bot(names[0]), channel=channel, answers=False)
        for _ in range(2):  # at once, and 3 s later
            bot.send(pong=common_pb2.Pong(number=bot.until("ping").number))
        assert bot.ended is None
        bot.close()


def test_the_arena_tells_the_clients_behind_the_front_apart(serve, tmp_path, ca):
    server = serve("--front", "127.0.0.1", "--limit", "refusals_per_minute=2")
    with Nginx(tmp_path, "arena-http.conf", server) as front:
        refusals = [why_refused(front, ca, source) for source in ("127.0.0.2",) * 3 + ("127.0.0.3",)]
    assert [words.startswith(TOO_MANY) for words in refusals] == [False, False, True, False]


def test_a_client_does_not_choose_its_own_address(serve, tmp_path, ca):
    server = serve("--front", "127.0.0.1", "--limit", "refusals_per_minute=2")
    with Nginx(tmp_path, "arena-http.conf", server) as front:
        refusals = [why_refused(front, ca, "127.0.0.2", real_ip=f"192.0.2.{number}") for number in range(3)]
    assert [words.startswith(TOO_MANY) for words in refusals] == [False, False, True]


def test_one_address_opens_no_more_streams_than_its_limit(serve, names, tmp_path, ca):
    server = serve("--front", "127.0.0.1")
    with Nginx(tmp_path, "arena-http.conf", server, {" 512;": " 2;"}) as front, front.channel(ca) as channel:
        token = server.bot(names[0])
        bots = [Attending(server, token, channel=channel) for _ in range(2)]
        late = Attending(server, token, channel=channel, enter=False)
        # nginx answers 503 and resets the stream: gRPC reports what it reads first.
        assert late.ending()[1].code in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL}
        assert "expected the metadata entry" in why_refused(front, ca, "127.0.0.2")
        for stream in (*bots, late):
            stream.close()


def test_one_address_opens_no_more_connections_than_its_limit(serve, tmp_path, ca):
    server = serve("--tls-certificate", str(tmp_path / "server.pem"), "--tls-key", str(tmp_path / "server.key"))
    with Nginx(tmp_path, "arena-stream.conf", server, {" 512;": " 2;"}) as front:
        crowd = [Secure(front, ca, "127.0.0.2") for _ in range(2)]
        with pytest.raises(OSError):  # noqa: PT011 -- closed or reset: that is up to the kernel
            Secure(front, ca, "127.0.0.2")
        assert "expected the metadata entry" in why_refused(front, ca, "127.0.0.3")
        for each in crowd:
            each.close()
