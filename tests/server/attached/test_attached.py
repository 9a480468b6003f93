"""Tests of the call between a front and its other processes, with both sides over real gRPC."""

from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
import trio

from arena.errors import ArenaError, ProtocolError
from arena.server.access.door import Door
from arena.server.attached.attached_room import AttachedRoom, FrontAddress
from arena.server.attached.process_links import ProcessLink, ProcessLinks
from arena.server.transport.bridge import Transport, serve
from arena.server.transport.dialled import dialled
from arena.server.transport.json_messages import from_bytes
from arena.server.transport.limits import Limits

METHOD = "arena.cooks.v1.Cooks/Attach"


@dataclass(frozen=True)
class CookHello:
    release: str


@dataclass(frozen=True)
class CookPulse:
    pass


@dataclass(frozen=True)
class Dish:
    name: str


@dataclass(frozen=True)
class Waiter:
    """A message of a kind that the front does not know."""

    release: str


KINDS = {each.__name__: each for each in (CookHello, CookPulse, Dish)}


class CookLink(ProcessLink):
    """The front's link to one cook, a process that gets dishes as its work."""

    def __init__(self, name, call):
        super().__init__(name, 7, "in the kitchen", call)
        self.dishes, self.given_up = [], []

    def give_up(self):
        self.given_up.append(self.lost_why)


class Cooks(ProcessLinks):
    """The front's links to all cooks. The first message of a cook names its release."""

    def __init__(self):
        super().__init__(SimpleNamespace(door=Door(None, Limits(refusal_held=0.0))), "cook", METHOD)
        self.known, self.changed = [], trio.Event()

    async def link_to(self, name, hello, call):
        message = from_bytes(KINDS, hello)
        if not isinstance(message, CookHello):
            raise ProtocolError(f"{type(message).__name__}: expected a CookHello first")
        self.check_release(name, message.release, "1.0")
        self.known.append(CookLink(name, call))
        return self.known[-1]

    def received(self, link, arrival, nursery):
        message = from_bytes(KINDS, arrival.data)
        if isinstance(message, CookPulse):
            link.heard = max(link.heard, arrival.at)
        else:
            link.dishes.append(message.name)
            self.links_changed()

    def links_changed(self):
        self.changed.set()
        self.changed = trio.Event()

    async def until(self, condition):
        while not condition():
            await self.changed.wait()


class Kitchen(AttachedRoom):
    """A cook's side of the call. It sends each dish back."""

    def __init__(self):
        super().__init__()
        self.cut = 0

    async def take(self, data, nursery):
        nursery.start_soon(self._cook, from_bytes(KINDS, data))

    async def _cook(self, dish):
        self.send(dish)

    def pulse(self):
        return CookPulse()

    def cut_off(self):
        self.cut += 1


@asynccontextmanager
async def front():
    """Run a front. Yield its links to cooks, the gRPC loop, and the address."""
    cooks = Cooks()
    async with serve(cooks.methods(), "127.0.0.1:0", transport=Transport(grace=0.1)) as server:
        yield cooks, server.host, f"127.0.0.1:{server.port}"


async def test_a_process_that_is_expected_works_until_its_link_is_lost():
    async with front() as (cooks, host, address), trio.open_nursery() as nursery:
        kitchen = Kitchen()
        at = FrontAddress(address, cooks.expect("ana"))
        assert at.secret not in repr(at)
        nursery.start_soon(kitchen.stay_attached, host, at, METHOD, lambda: CookHello("1.0"))
        await cooks.until(lambda: cooks.links)
        link = cooks.links["ana"]
        link.send(Dish("soup"))
        await cooks.until(lambda: link.dishes == ["soup"])
        assert kitchen.is_welcome
        cooks.lose(link, "a test")
        assert (link.given_up, cooks.links) == (["a test"], {})
        link.send(Dish("a dish for a cook that is lost"))
        await cooks.until(lambda: cooks.links)  # it has opened its call again
        again = cooks.links["ana"]
        assert again is not link
        assert kitchen.cut == 1
        again.send(Dish("cake"))
        await cooks.until(lambda: again.dishes == ["cake"])
        nursery.cancel_scope.cancel()


async def test_a_newer_call_of_a_process_replaces_the_older_one():
    async with front() as (cooks, host, address), trio.open_nursery() as nursery:
        at = FrontAddress(address, cooks.expect("ana"))
        async with dialled(host, at.address, f"/{METHOD}", at.secret) as call:
            nursery.start_soon(Kitchen().talk, call, CookHello("1.0"))
            await cooks.until(lambda: cooks.links)
            async with dialled(host, at.address, f"/{METHOD}", at.secret) as newer:
                nursery.start_soon(Kitchen().talk, newer, CookHello("1.0"))
                await cooks.until(lambda: len(cooks.known) == 2)
                old, new = cooks.known
                assert old.given_up == ["a newer call of this cook came"]
                assert cooks.links == {"ana": new}
                nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("secret", "first", "why"),
    [
        ("another", CookHello("1.0"), "expected the secret of a cook"),
        ("", CookHello("2.0\n"), r"a cook of 2.0\n: expected 1.0"),
        ("", Dish("soup"), "Dish: expected a CookHello first"),
        ("", Waiter("1.0"), "a message between processes of the arena cannot be read"),
    ],
)
async def test_a_stranger_and_another_release_are_refused(secret, first, why):
    async with front() as (cooks, host, address):
        expected = cooks.expect("ana")
        async with dialled(host, address, f"/{METHOD}", secret or expected) as call:
            assert why in await Kitchen().talk(call, first)
        assert cooks.known == []
        cooks.forget("ana")
        async with dialled(host, address, f"/{METHOD}", expected) as call:
            assert "the secret" in await Kitchen().talk(call, CookHello("1.0"))


async def test_a_process_without_a_front_ends_and_names_the_address():
    async with serve({}, "127.0.0.1:0") as server:
        address = f"127.0.0.1:{server.port}"
        with pytest.raises(ArenaError, match=rf"no arena can be reached at {address} .* \(.+\): expected"):
            await Kitchen().stay_attached(
                server.host, FrontAddress(address, "secret"), METHOD, lambda: CookHello("1.0"), 0.0
            )
