"""Tests of the addresses to which a bot sends its token, and of the connections that it uses for that."""

import socket
import threading
from types import SimpleNamespace

import grpc
import pytest

from arena.commands.remote_organiser import Remote
from arena.errors import ArenaError, UsageError
from arena.protocol.v1 import organiser_pb2 as pb
from arena.protocol.v1 import organiser_pb2_grpc
from arena_sdk.doctor.table import DoctorTable
from arena_sdk.remote.access import Access, AddressError, is_address, is_loopback, read_token
from tests.certificates import make_authority, make_server, needs_openssl
from tests.sdk.remote.host import SOON, TOKEN, Host, attending, finish, play_on, wait_for


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    make_authority(folder)
    make_authority(folder, "other")
    make_server(folder)
    make_server(folder, name="elsewhere", hosts="DNS:elsewhere.example")
    return folder


@pytest.fixture
def tls_host(folder):
    host = Host(certificate=((folder / "server.key").read_bytes(), (folder / "server.pem").read_bytes()))
    yield host
    host.close()


@pytest.mark.parametrize("text", ["127.0.0.1:7420", "localhost:1", "[::1]:7420", "arena.example.org:443"])
def test_an_address_is_a_host_and_a_port(text):
    assert is_address(text)


@pytest.mark.parametrize(
    "text", ["", "host", ":1", "host:", "host:0", "host:65536", "http://host:1", "unix:a", "unix:", "a b:1"]
)
def test_other_texts_are_refused_as_an_address(text):
    assert not is_address(text)


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1:1", True),
        ("127.8.9.1:1", True),
        ("[::1]:1", True),
        ("LOCALHOST:1", True),
        ("10.0.0.1:1", False),
        ("localhost.example.org:1", False),
    ],
)
def test_only_loopback_addresses_are_on_this_machine(address, near):
    assert is_loopback(address) is near


def test_connections_to_other_machines_use_tls_unless_the_author_turns_it_off(tmp_path):
    (tmp_path / "ca.pem").write_text("-----BEGIN CERTIFICATE-----")
    ca = str(tmp_path / "ca.pem")
    assert [
        Access.to("127.0.0.1:1", TOKEN).tls,
        Access.to("127.0.0.1:1", TOKEN, ca=ca).tls,
        Access.to("arena.example.org:1", TOKEN).tls,
        Access.to("arena.example.org:1", TOKEN, plaintext=True).tls,
    ] == [False, True, True, False]
    with pytest.raises(UsageError, match="one of them"):
        Access.to("arena.example.org:1", TOKEN, ca=ca, plaintext=True)


def test_a_referee_inherits_tls_and_without_it_lies_on_this_machine():
    tls = Access("arena.example.org:1", TOKEN, tls=True)
    near = Access("127.0.0.1:1", TOKEN)
    assert tls.at("referee.example.org:2") == Access("referee.example.org:2", TOKEN, tls=True)
    assert tls.at("") is tls
    assert near.at("127.0.0.1:2").address == "127.0.0.1:2"
    with pytest.raises(AddressError, match="without TLS"):
        near.at("referee.example.org:2")


def test_an_access_in_a_traceback_shows_no_token():
    assert TOKEN not in repr(Access("127.0.0.1:1", TOKEN))


def test_a_token_comes_from_a_file_or_from_the_environment(tmp_path, monkeypatch):
    file = tmp_path / "token"
    file.write_text(f"  {TOKEN}\n")
    monkeypatch.setenv("ARENA_TOKEN", "of-the-environment")
    assert (read_token(str(file)), read_token(None)) == (TOKEN, "of-the-environment")


@pytest.mark.parametrize("content", [b"", b"two words of it", b"caf\xc3\xa9-and-more", b"\xff\xfe\x00", b"short"])
def test_a_file_without_a_token_is_reported_without_its_content(tmp_path, content):
    (tmp_path / "token").write_bytes(content)
    with pytest.raises(UsageError) as refused:
        read_token(str(tmp_path / "token"))
    assert "expected" in str(refused.value)
    assert "words" not in str(refused.value)


@needs_openssl
def test_a_match_over_tls(tls_host, folder):
    table = DoctorTable("tls")
    with attending(tls_host.address, tls=True, roots=(folder / "ca.pem").read_bytes()) as guest:
        tls_host.welcome()
        tls_host.attend.send(table.offer())
        line, _ = tls_host.take_seat(table)
        play_on(line, table)
        finish(line, table)
        wait_for(guest.out.getvalue)


@needs_openssl
def test_a_certificate_of_another_authority_is_refused_at_once_and_in_words(tls_host, folder):
    with attending(tls_host.address, tls=True, roots=(folder / "other.pem").read_bytes()) as guest:
        assert guest.leaves() == 3
    assert "its certificate is not one that this bot trusts: expected --ca FILE" in guest.err.getvalue()


@needs_openssl
def test_a_certificate_for_another_host_is_refused_at_once_and_in_words(folder):
    key, certificate = (folder / "elsewhere.key").read_bytes(), (folder / "elsewhere.pem").read_bytes()
    host = Host(certificate=(key, certificate))
    with attending(host.address, tls=True, roots=(folder / "ca.pem").read_bytes()) as guest:
        assert guest.leaves() == 3
    host.close()
    assert "its certificate is for another host name" in guest.err.getvalue()


@needs_openssl
def test_a_bot_with_tls_at_a_port_without_tls_is_refused_in_words(folder):
    host = Host()
    with attending(host.address, tls=True, roots=(folder / "ca.pem").read_bytes()) as guest:
        assert guest.leaves() == 3
    host.close()
    assert "it does not speak TLS there" in guest.err.getvalue()


@needs_openssl
def test_a_bot_without_tls_at_a_port_with_tls_hears_what_to_add(tls_host):
    with attending(tls_host.address) as guest:
        assert guest.leaves() == 3
    assert "this arena speaks TLS: expected --ca FILE with its CA, or --tls" in guest.err.getvalue()


@needs_openssl
def test_a_command_without_tls_at_a_port_with_tls_hears_what_to_add(tls_host):
    with pytest.raises(ArenaError, match=r"cannot be reached: this arena speaks TLS: expected --ca FILE"):
        Remote(Access.to(tls_host.address, TOKEN)).call("ListBots", pb.ListBotsRequest())


def test_tls_is_asked_for_on_this_machine_and_not_together_with_plaintext():
    assert Access.to("127.0.0.1:1", TOKEN, tls=True).tls
    with pytest.raises(UsageError, match="expected one of them"):
        Access.to("127.0.0.1:1", TOKEN, tls=True, plaintext=True)


@needs_openssl
def test_a_bot_on_tls_never_shows_token_or_ticket_to_a_referee_without_it(tls_host, folder):
    overheard = []
    with socket.create_server(("127.0.0.1", 0)) as bare:

        def listen():
            connection, _ = bare.accept()
            with connection:
                overheard.append(connection.recv(1 << 16))
                connection.sendall(b"no TLS here")

        listener = threading.Thread(target=listen)
        listener.start()
        table = DoctorTable("bare")
        with attending(tls_host.address, tls=True, roots=(folder / "ca.pem").read_bytes()) as guest:
            tls_host.welcome()
            tls_host.attend.send(table.offer(referee=f"127.0.0.1:{bare.getsockname()[1]}"))
            listener.join(SOON)
            wait_for(lambda: "match bare: the arena cannot be reached" in guest.err.getvalue())
    (said,) = overheard
    assert said[0] == 0x16  # a TLS handshake
    assert TOKEN.encode() not in said
    assert table.ticket.encode() not in said


# A socket of this machine ---------------------------------------------------------------------------------------------


def test_a_socket_of_this_machine_is_an_address():
    assert is_address("unix:/run/arena.sock")
    assert not is_address("unix:/" + "a" * 107)
    assert not Access.to("unix:/run/arena.sock", "token").tls


def test_every_match_is_played_through_the_socket():
    access = Access.to("unix:/run/arena.sock", "token")
    assert access.at("10.0.0.1:7420") == access


def test_an_arena_elsewhere_cannot_name_a_socket_of_this_machine():
    with pytest.raises(AddressError, match="expected HOST:PORT"):
        Access.to("127.0.0.1:7420", "token").at("unix:/run/other.sock")


def test_a_refusal_for_today_says_in_hours_when_to_try_again(monkeypatch):
    class Refusal(grpc.RpcError):
        code = staticmethod(lambda: grpc.StatusCode.RESOURCE_EXHAUSTED)
        details = staticmethod(lambda: "5 submissions of ana in a day")
        trailing_metadata = staticmethod(lambda: (("retry-after", "86302"),))

    def refuse(*_, **__):
        raise Refusal

    monkeypatch.setattr(organiser_pb2_grpc, "OrganiserStub", lambda _: SimpleNamespace(ListBots=refuse))
    with pytest.raises(ArenaError, match=r"in a day \(RESOURCE_EXHAUSTED\); try again in 23 h 59 min$"):
        Remote(Access.to("127.0.0.1:1", TOKEN)).call("ListBots", pb.ListBotsRequest())
