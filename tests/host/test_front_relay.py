"""Tests of connections from a sandbox through a relay on the worker to the front, with real sockets and TLS."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import grpc
import pytest
import trio

from arena.host.children import first_of
from arena.host.sandbox_room import FrontRelay, SandboxSettings, context_for, run_bots
from arena.tasks.sandbox_offer import SandboxOffer
from tests.certificates import make_authority, make_server, needs_openssl

METHOD = "/a.Service/Echo"


class Echo(grpc.GenericRpcHandler):
    """A server that answers each message with the name of the peer and the message."""

    def service(self, details):
        def answer(requests, context):
            for each in requests:
                yield context.peer().encode() + b" " + each

        return grpc.stream_stream_rpc_method_handler(answer) if details.method == METHOD else None


@contextmanager
def front(credentials=None):
    """Run a gRPC server in the place of a front. Yield its address."""
    server = grpc.server(ThreadPoolExecutor(4), handlers=[Echo()])
    if credentials is None:
        port = server.add_insecure_port("127.0.0.1:0")
    else:
        port = server.add_secure_port("localhost:0", credentials)
    server.start()
    try:
        yield f"localhost:{port}"
    finally:
        server.stop(None).wait()


def said(name, messages):
    """Send messages to an abstract Unix socket on a new connection. Return the answers."""
    options = [("grpc.use_local_subchannel_pool", 1)]
    with grpc.insecure_channel(f"unix-abstract:{name}", options) as channel:
        return list(channel.stream_stream(METHOD)(iter(messages), timeout=60))


def through_relay(address, ca, *, tls, work):
    """Run a relay to an address. Return the result of `work`, which gets the relay's name and runs in a thread."""
    found = []

    async def main():
        async with trio.open_nursery() as nursery:
            relay = FrontRelay(address, context_for(SandboxSettings(address, tls), ca))
            found.append(await trio.to_thread.run_sync(work, await nursery.start(relay.serve)))
            nursery.cancel_scope.cancel()

    trio.run(main)
    return found[0]


def test_each_connection_is_a_peer_of_its_own_to_the_front():
    def work(name):
        return [said(name, [b"one", b"x" * 1_000_000]) for _ in range(2)]

    with front() as address:
        first, second = through_relay(address, "", tls=False, work=work)
    peers = [each[0].removesuffix(b" one") for each in (first, second)]
    assert peers[0] != peers[1]
    assert first[1] == peers[0] + b" " + b"x" * 1_000_000


@needs_openssl
def test_the_front_is_reached_by_tls_and_only_with_a_certificate_of_its_authority(tmp_path):
    ca = make_authority(tmp_path)
    key, certificate = make_server(tmp_path)
    stranger = make_authority(tmp_path, "stranger")
    credentials = grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())])

    def refused(name):
        with pytest.raises(grpc.RpcError) as error:
            said(name, [b"one"])
        return error.value.code()

    with front(credentials) as address:
        [answer] = through_relay(address, str(ca), tls=True, work=lambda name: said(name, [b"one"]))
        assert answer.endswith(b" one")
        assert through_relay(address, str(stranger), tls=True, work=refused) is grpc.StatusCode.UNAVAILABLE


def test_a_worker_that_cannot_reach_the_front_says_at_which_address(tmp_path):
    settings = SandboxSettings("127.0.0.1:1", front_tls=False)
    offer = SandboxOffer(1, str(tmp_path / "cache"))
    with pytest.raises(ExceptionGroup) as raised:
        trio.run(run_bots, settings, offer, 0.1)
    assert re.search(
        "no arena can be reached at 127.0.0.1:1 .*expected `arena serve --referee", str(first_of(raised.value))
    )
