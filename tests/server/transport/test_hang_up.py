"""Tests of closing a connection that is found by the address of its peer."""

import socket

import pytest

from arena.server.transport.hang_up import address_of, hang_up


@pytest.fixture(params=["127.0.0.1", "::1"])
def pair(request):
    """Return two connected sockets, and the name by which gRPC knows their connection."""
    family = socket.AF_INET6 if ":" in request.param else socket.AF_INET
    with socket.create_server((request.param, 0), family=family) as listener:
        far = socket.create_connection(listener.getsockname()[:2])
        near, _ = listener.accept()
    host, port = far.getsockname()[:2]
    with far, near:
        yield far, near, f"ipv6:%5B{host}%5D:{port}" if ":" in host else f"ipv4:{host}:{port}"


def test_the_peer_of_a_closed_connection_reads_its_end(pair):
    far, near, peer = pair
    assert hang_up(peer)
    assert far.recv(1) == near.recv(1) == b""


def test_a_connection_of_another_port_stays_open(pair):
    far, near, peer = pair
    host = peer.rpartition(":")[0]
    assert not hang_up(f"{host}:1")
    far.sendall(b"x")
    assert near.recv(1) == b"x"


def test_a_connection_of_a_sandbox_is_found_by_the_name_of_its_socket():
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as far:
        listener.bind("")
        listener.listen()
        far.bind("\0tlachtli-bot-ana-77:3")
        far.connect(listener.getsockname())
        near, _ = listener.accept()
        with near:
            assert not hang_up("unix-abstract:tlachtli-bot-ana-77:4")
            assert hang_up("unix-abstract:tlachtli-bot-ana-77:3")
            assert far.recv(1) == near.recv(1) == b""


@pytest.mark.parametrize("peer", ["", "unix:", "ipv4:", "ipv4:127.0.0.1", "unix:/run/arena.sock"])
def test_an_invalid_address_closes_no_connection(peer):
    assert not hang_up(peer)


def test_an_ipv4_address_inside_an_ipv6_one_is_read_as_the_ipv4_address():
    assert address_of("ipv6:%5B::ffff:127.0.0.1%5D:80") == address_of("ipv4:127.0.0.1:80") == ("127.0.0.1", 80)
