"""Tests of an arena with broken output or a closed terminal: no bot loses a match by that.

SIGHUP makes the arena read certificates again.
"""

import os
import signal
import ssl
from contextlib import suppress

import grpc
import pytest
import trustme

from arena.protocol.v1 import attend_pb2, common_pb2
from tests.server.wire import WITHIN, Attending, bring, children_of, eventually

FINISHED = common_pb2.END_REASON_FINISHED

RUN = """
sys.argv[0] = "arena"
runpy.run_module("arena", run_name="__main__")
"""

# As `arena serve 2>&1 | tee`.
PIPED = f"""
import os, runpy, subprocess, sys
tee = subprocess.Popen(["tee"], stdin=subprocess.PIPE)
os.dup2(tee.stdin.fileno(), 1)
os.dup2(tee.stdin.fileno(), 2)
{RUN}"""

# With a terminal of its own, which SIGUSR1 closes.
IN_TERMINAL = f"""
import fcntl, os, pty, runpy, signal, sys, termios
os.setsid()
ours, its = pty.openpty()
fcntl.ioctl(its, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGUSR1, lambda *_: os.close(ours))
{RUN}"""

WITHOUT_TERMINAL = f"""
import os, runpy, sys
os.setsid()
{RUN}"""


def seated(server, names, streams):
    """Begin a match of two bots. Return the first bot's attendance, and both seats."""
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2])
    seats = [ana.seat(), bob.seat()]
    streams += seats
    return ana, seats


def plays_to_its_end(server, ana, seats):
    """Check that a stopping arena notifies its bots, lets their match end, and then ends itself."""
    assert ana.until("notice").kind == attend_pb2.NOTICE_KIND_SHUTDOWN
    for seat in seats:
        seat.in_background()
    assert [seat.overs.get(timeout=WITHIN).reason for seat in seats] == [FINISHED] * 2
    assert server.process.wait(WITHIN) == 0


def close_output(_server, tee):
    """End the reader of the output, as Ctrl-C does."""
    os.kill(tee, signal.SIGINT)


def clog_output(server, tee):
    """Stop the process that reads the output, and fill the pipe to it."""
    os.kill(tee, signal.SIGSTOP)
    pipe = os.open(f"/proc/{server.process.pid}/fd/2", os.O_WRONLY | os.O_NONBLOCK)
    try:
        while True:
            os.write(pipe, bytes(512))
    except BlockingIOError:
        os.close(pipe)


@pytest.mark.parametrize("harm", [close_output, clog_output])
def test_an_arena_that_loses_its_output_still_plays_its_match_to_the_end(serve, names, streams, harm):
    server = serve("--grace", "120", program=("-c", PIPED))
    [tee] = children_of(server.process.pid, "tee")
    ana, seats = seated(server, names, streams)
    harm(server, tee)
    server.process.send_signal(signal.SIGINT)
    try:
        plays_to_its_end(server, ana, seats)
    finally:
        with suppress(ProcessLookupError):
            os.kill(tee, signal.SIGKILL)


def test_an_arena_names_the_matches_that_it_waits_for_and_says_that_it_stops_now(serve, names, streams):
    server = serve("--grace", "120")
    seated(server, names, streams)
    server.process.send_signal(signal.SIGINT)
    line = server.hear("waiting for ")
    assert all(name in line for name in names[:2])
    server.process.send_signal(signal.SIGINT)
    server.hear("stopping now")
    assert server.process.wait(WITHIN) == 0


def test_matches_end_first_when_the_terminal_is_closed(serve, names, streams):
    server = serve("--grace", "120", program=("-c", IN_TERMINAL))
    ana, seats = seated(server, names, streams)
    server.process.send_signal(signal.SIGUSR1)
    server.process.send_signal(signal.SIGHUP)  # a shell sends another one
    plays_to_its_end(server, ana, seats)


@pytest.fixture
def files(tmp_path):
    """Return the paths of a certificate and its key, and a function that writes a new certificate to them."""
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"

    def write(authority, *, key_of=None):
        certificate = authority.issue_cert("127.0.0.1")
        chain.write_bytes(b"".join(blob.bytes() for blob in certificate.cert_chain_pems))
        key.write_bytes((key_of or certificate).private_key_pem.bytes())

    return chain, key, write


def shown(port):
    """Connect to a port, and return the server's certificate."""
    return ssl.get_server_certificate(("127.0.0.1", port), timeout=WITHIN)


def test_sighup_reads_the_certificate_again_and_ends_no_stream(serve, names, streams, files):
    chain, key, write = files
    first, second = trustme.CA(), trustme.CA()
    write(first)
    tls = ("--tls-certificate", str(chain), "--tls-key", str(key))
    server = serve(*tls, program=("-c", WITHOUT_TERMINAL))
    server.dial = lambda: grpc.secure_channel(
        server.address,
        grpc.ssl_channel_credentials(first.cert_pem.bytes()),
        [("grpc.use_local_subchannel_pool", 1)],
    )
    with server.dial() as channel:
        ana = Attending(server, server.bot(names[0]), channel=channel)
        streams.append(ana)
        before = shown(server.port)
        write(second)
        server.process.send_signal(signal.SIGHUP)
        server.hear("the certificate was read again")
        after = eventually(lambda: shown(server.port), lambda found: found != before)
        assert after in chain.read_text()
        write(first, key_of=second.issue_cert("127.0.0.1"))
        server.process.send_signal(signal.SIGHUP)
        server.hear("the old one stays")
        assert shown(server.port) == after
        assert ana.ended is None
        ana.close()


def test_sighup_without_a_certificate_changes_nothing(serve, names, streams):
    server = serve(program=("-c", WITHOUT_TERMINAL))
    server.process.send_signal(signal.SIGHUP)
    server.hear("no certificate to read again")
    streams += bring(server, names[0])
