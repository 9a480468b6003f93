"""Tests of bytes that no gRPC client would send, over real sockets. Other connections are not affected."""

import resource
import socket
import threading
from contextlib import suppress
from pathlib import Path

import grpc
import pytest
import trustme

from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2, organiser_pb2_grpc, play_pb2
from arena.server.transport.bridge import AHEAD
from tests.server.raw import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    INITIAL_WINDOW_SIZE,
    PREFACE,
    RESET,
    SETTINGS,
    Raw,
    frame,
    headers,
    message,
    settings_in,
)
from tests.server.wire import WITHIN, Attending, Sitting, Stream, bring, eventually, hello

R = common_pb2


def well(server, name, streams):
    """Check that a new bot can still connect."""
    streams.append(Attending(server, server.bot(name)))


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: arena\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the beginning of TLS, where there is none
        b"\x00" * 4096,
        bytes(range(256)) * 64,
        PREFACE[:10] + b"?" * 100,
    ],
    ids=["HTTP/1", "TLS", "zeros", "noise", "half a preface"],
)
def test_a_connection_that_begins_with_garbage_is_closed(shared, names, streams, data):
    raw = Raw(shared, speaks=False)
    streams.append(raw)
    raw.say(data)
    raw.until_closed()
    well(shared, names[0], streams)


@pytest.mark.parametrize(
    "data",
    [
        frame(SETTINGS, 0, 0, b"12345"),
        frame(HEADERS, END_HEADERS, 1, b"\xff\xff\xff\xff\xff\xff\xff\xff"),
        frame(6, 0, 0, b"a ping cut short"),
        frame(CONTINUATION, END_HEADERS, 1, b"of nothing"),
        b"\xff\xff\xff" + bytes(6) + b"much too long",
    ],
    ids=["settings", "headers", "ping", "continuation", "length"],
)
def test_garbage_inside_http2_ends_the_connection(shared, names, streams, data):
    raw = Raw(shared)
    streams.append(raw)
    raw.say(data)
    raw.until_closed()
    well(shared, names[0], streams)


@pytest.mark.parametrize(
    "payload",
    [message(b"\x0a", length=1 << 30), message(b"\x0a", length=0xFFFFFFFF), message(b"x" * 99, compressed=1)],
    ids=["a length of a GiB", "the longest length", "a bit that says compressed"],
)
def test_a_message_with_a_wrong_length_or_flag_ends_its_stream(shared, names, streams, payload):
    raw = Raw(shared)
    streams.append(raw)
    raw.call(shared.bot(names[1]), frame(DATA, 0, 1, payload))
    assert raw.until(RESET, GOAWAY)
    well(shared, names[0], streams)


def test_a_message_cut_short_counts_as_having_left(shared, names, streams):
    raw = Raw(shared)
    streams.append(raw)
    raw.call(shared.bot(names[1]), frame(DATA, END_STREAM, 1, message(b"\x0a\x02", length=500)))
    assert raw.until(RESET, GOAWAY, HEADERS)
    well(shared, names[0], streams)


def test_another_content_type_is_refused(shared, names, streams):
    raw = Raw(shared)
    streams.append(raw)
    raw.call(shared.bot(names[1]), frame(DATA, END_STREAM, 1), content_type="text/html")
    assert raw.until(HEADERS, RESET)
    well(shared, names[0], streams)


def test_headers_without_end_are_refused(shared, names, streams):
    raw = Raw(shared)
    streams.append(raw)
    raw.say(frame(HEADERS, 0, 1, headers("x" * 100)))
    for _ in range(64):
        raw.say(frame(CONTINUATION, 0, 1, b"\x00\x04name" + b"\x7f\x81\x7e" + b"v" * 16_384)[: 9 + 16_384])
    raw.until_closed()
    well(shared, names[0], streams)


def test_thousands_of_streams_opened_and_reset_do_not_delay_other_bots(shared, names, streams):
    raw = Raw(shared)
    streams.append(raw)
    token = shared.bot(names[1])
    head = headers(token)
    for number in range(1, 4001, 2):
        raw.say(frame(HEADERS, END_HEADERS, number, head) + frame(RESET, 0, number, bytes([0, 0, 0, 8])))
    well(shared, names[0], streams)


def test_metadata_that_is_too_large_is_refused(shared, names, streams):
    stream = Stream(shared, "Attend", play_pb2.PlayRequest, play_pb2.PlayResponse, "t" * 100_000)
    _, gone = stream.ending()
    assert gone.code in {grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNAVAILABLE}
    stream.close()
    well(shared, names[0], streams)


def test_an_unknown_method_has_the_status_unimplemented(shared, streams):
    stream = Stream(shared, "Teleport", play_pb2.PlayRequest, play_pb2.PlayResponse, "x")
    streams.append(stream)
    assert stream.ending()[1].code is grpc.StatusCode.UNIMPLEMENTED


def test_an_oversized_message_after_join_counts_as_having_left(shared, names, streams):
    ana, bob = bring(shared, *names[:2], matches=1)
    streams += [ana, bob]
    shared.match(*names[:2], clock="60+0")
    mine, theirs = ana.seat(), bob.seat().in_background()
    streams += [mine, theirs]
    mine.until("decision")
    mine.send_bytes(bytes(100_000))
    assert mine.ending()[1].code is grpc.StatusCode.RESOURCE_EXHAUSTED
    back = Sitting(shared, ana.token, ana.tickets[0])
    streams.append(back)
    assert back.play_on().reason == R.END_REASON_FINISHED


def test_a_seat_that_does_not_read_is_disconnected_and_loses(serve, names, streams):
    server = serve("--limit", "held=0.3")
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2], clock="st=1")
    offer, theirs = ana.offer(), bob.seat().in_background()  # ana has the first seat: bob is never asked
    streams.append(theirs)
    raw = Raw(server)
    streams.append(raw)
    # A window of no bytes at all: what the arena writes never leaves.
    raw.say(frame(SETTINGS, 0, 0, (4).to_bytes(2, "big") + (0).to_bytes(4, "big")))
    join = play_pb2.PlayRequest(join=play_pb2.Join(ticket=offer.ticket, protocol=1)).SerializeToString()
    raw.call(ana.token, frame(DATA, 0, 1, message(join)))
    ended = server.ended(offer.match)
    assert [forfeit.reason for forfeit in ended.forfeits] == [R.FORFEIT_REASON_LEFT]


def test_an_attendance_that_does_not_read_is_disconnected(serve, names):
    server = serve("--limit", "ping_interval=0.1", "--limit", "ping_timeout=0.3")
    raw = Raw(server)
    raw.say(frame(SETTINGS, 0, 0, (4).to_bytes(2, "big") + (0).to_bytes(4, "big")))
    token = server.bot(names[0])
    data = attend_pb2.AttendRequest(hello=hello()).SerializeToString()
    raw.call(token, frame(DATA, 0, 1, message(data)), path="/arena.protocol.v1.Arena/Attend")
    eventually(lambda: server.ask("GetBot", bot=names[0]).bot.versions)
    eventually(lambda: not server.ask("ListAttendances").attendances)
    raw.close()


def test_thousands_of_half_open_connections_do_not_keep_bots_out(serve, names, streams):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))
    server = serve()
    before = descriptors(server)
    try:
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(1000)]
        ana, bob = bring(server, *names[:2], matches=1)
        streams += [ana, bob]
        server.match(*names[:2])
        seats = [ana.seat().in_background(), bob.seat().in_background()]
        streams += seats
        assert seats[0].overs.get(timeout=WITHIN).reason == R.END_REASON_FINISHED
        for each in idle:
            each.close()
        eventually(lambda: descriptors(server) < before + 100)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def descriptors(server):
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def test_the_arena_buffers_little_for_a_peer_that_does_not_read(shared, streams):
    raw = Raw(shared)
    streams.append(raw)
    assert settings_in(raw.until(SETTINGS))[INITIAL_WINDOW_SIZE] == AHEAD


def test_a_flood_by_many_streams_leaves_other_matches_playing(shared, names, streams):
    flooder = Attending(shared, shared.bot(names[2]))
    streams.append(flooder)
    ana, bob = bring(shared, *names[:2], matches=1)
    streams += [ana, bob]
    shared.match(*names[:2])
    seats = [ana.seat(), bob.seat()]
    streams += seats
    stop = threading.Event()

    def flood():
        number = 0
        while not stop.is_set() and flooder.ended is None:
            flooder.send(pong=R.Pong(number=number))
            number += 1

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    for seat in seats:
        seat.in_background()
    assert {seat.overs.get(timeout=WITHIN).reason for seat in seats} == {R.END_REASON_FINISHED}
    stop.set()
    thread.join(WITHIN)


# TLS -------------------------------------------------------------------------------------------------------


@pytest.fixture
def authority():
    return trustme.CA()


@pytest.fixture
def secure(serve, authority, tmp_path):
    """Return an arena that has a TLS certificate for 127.0.0.1."""
    certificate = authority.issue_cert("127.0.0.1")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.write_bytes(b"".join(blob.bytes() for blob in certificate.cert_chain_pems))
    key.write_bytes(certificate.private_key_pem.bytes())
    data = tmp_path / "secure"
    return SecurelyAsked(serve, data, chain, key, authority)


class SecurelyAsked:
    """An arena with TLS, and TLS connections to it."""

    def __init__(self, serve, data, chain, key, authority):
        self.server = serve("--tls-certificate", str(chain), "--tls-key", str(key), data=data)
        self.roots = authority.cert_pem.bytes()

    def channel(self, roots=None):
        return grpc.secure_channel(self.server.address, grpc.ssl_channel_credentials(roots or self.roots))


def register(secure, name):
    with secure.channel() as channel:
        stub = organiser_pb2_grpc.OrganiserStub(channel)
        metadata = [("authorization", f"Bearer {secure.server.organiser}")]
        made = stub.RegisterBot(organiser_pb2.RegisterBotRequest(name=name), metadata=metadata, timeout=WITHIN)
    secure.server.secrets.add(made.token_secret)
    return made.token_secret


def test_a_bot_attends_over_tls(secure, names, streams):
    with secure.channel() as channel:
        ana = Attending(secure.server, register(secure, names[0]), channel=channel)
        streams.append(ana)
        assert ana.welcome.entrant == names[0]


def test_a_certificate_of_another_authority_is_not_trusted(secure, names, streams):
    token = register(secure, names[0])
    with secure.channel(trustme.CA().cert_pem.bytes()) as channel:
        ana = Attending(secure.server, token, enter=False, channel=channel)
        assert ana.ending()[1].code is grpc.StatusCode.UNAVAILABLE
        ana.close()
    with secure.channel() as channel:
        streams.append(Attending(secure.server, token, channel=channel))


def test_a_client_without_tls_gets_no_answer_at_a_port_with_tls(secure):
    ana = Attending(secure.server, "token", enter=False)
    assert ana.ending()[1].code is grpc.StatusCode.UNAVAILABLE
    ana.close()


def test_a_broken_handshake_harms_no_other_connection(secure, names, streams):
    plain = socket.create_connection(("127.0.0.1", secure.server.port))
    plain.sendall(b"\x16\x03\x01\x02\x00\x01\x00")
    plain.close()
    noise = socket.create_connection(("127.0.0.1", secure.server.port), timeout=WITHIN)
    noise.sendall(bytes(range(256)) * 16)
    with suppress(ConnectionResetError):
        while noise.recv(4096):
            pass
    noise.close()
    with secure.channel() as channel:
        streams.append(Attending(secure.server, register(secure, names[0]), channel=channel))
