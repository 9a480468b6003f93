"""Tests of the client's address of a call, with and without a front."""

from types import SimpleNamespace

import pytest

from arena.errors import UsageError
from arena.server.access.addresses import Addresses


def call(peer, **metadata):
    return SimpleNamespace(peer=peer, metadata={name.replace("_", "-"): text for name, text in metadata.items()})


@pytest.mark.parametrize(
    ("peer", "network"),
    [
        ("ipv4:192.0.2.7:5000", "192.0.2.7"),
        ("ipv6:%5B2001:db8::7%5D:5000", "2001:db8::/64"),
        ("ipv6:%5B2001:db8::ffff:8%5D:5001", "2001:db8::/64"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:5000", "192.0.2.7"),
        ("unix:/run/arena.sock", "unix:/run/arena.sock"),
        ("unix-abstract:tlachtli-bot-ana-77:3", "tlachtli-bot-ana-77"),
    ],
)
def test_a_client_is_identified_by_its_ipv4_address_or_its_ipv6_network(peer, network):
    assert Addresses().of(call(peer)) == network


def test_a_front_names_its_client():
    addresses = Addresses(["127.0.0.1", "::1"])
    assert addresses.of(call("ipv4:127.0.0.1:5000", x_real_ip="192.0.2.7")) == "192.0.2.7"
    assert addresses.of(call("ipv6:%5B::1%5D:5000", x_real_ip="2001:db8::7")) == "2001:db8::/64"


def test_only_a_front_may_name_the_address_of_its_client():
    addresses = Addresses(["127.0.0.1"])
    assert addresses.of(call("ipv4:192.0.2.8:5000", x_real_ip="192.0.2.7")) == "192.0.2.8"
    assert Addresses().of(call("ipv4:127.0.0.1:5000", x_real_ip="192.0.2.7")) == "127.0.0.1"


def test_a_sandbox_is_never_taken_for_a_front():
    addresses = Addresses(["127.0.0.1", "::1"])
    sandbox = call("unix-abstract:tlachtli-bot-ana-77:3", x_real_ip="192.0.2.7")
    assert not addresses.is_front(sandbox.peer)
    assert addresses.of(sandbox) == "tlachtli-bot-ana-77"


def test_a_direct_call_from_the_address_of_a_front_is_no_forwarded_one():
    addresses = Addresses(["127.0.0.1"])
    assert addresses.is_like_a_front(call("ipv4:127.0.0.1:5000"))
    assert not addresses.is_like_a_front(call("ipv4:127.0.0.1:5000", x_real_ip="192.0.2.7"))
    assert not addresses.is_like_a_front(call("ipv4:192.0.2.7:5000"))


def test_an_invalid_address_names_no_client():
    assert Addresses(["127.0.0.1"]).of(call("ipv4:127.0.0.1:5000", x_real_ip="here; there")) == "127.0.0.1"


def test_a_front_has_an_address():
    with pytest.raises(UsageError, match="expected an IP address"):
        Addresses(["arena.example"])
