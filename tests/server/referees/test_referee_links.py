"""The front's links to referees: which referee is refused, which one gets a match, and which tokens each gets."""

import json
from types import SimpleNamespace

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from arena.host.referee_main import RefereeSettings, hello_of
from arena.server.access.door import Holder
from arena.server.matches.referee_messages import (
    Drop,
    Dropped,
    HouseTokens,
    NewCertificate,
    RefereeHello,
    Welcome,
    decoded,
)
from arena.server.observers import Observers
from arena.server.referees.referee_links import HandedOver, RefereeLink, RefereeLinks
from arena.server.transport.bridge import Refused, Status
from arena.server.transport.json_messages import as_bytes
from arena.tasks.release import release

AWAY, CHILD = "10.0.0.3:7420", "127.0.0.1:7431"


class Line:
    """The call of a referee, with the parts that its link uses."""

    def __init__(self):
        self.sent = []

    def gather(self, data):
        self.sent.append(decoded(data))

    def end(self, why):
        self.why = why


@pytest.fixture
def links():
    connected = {
        "ana": SimpleNamespace(holder=Holder("submitted ana@1", "bot", "ana", submitted="1")),
        "bob": SimpleNamespace(holder=Holder("t-1", "bot", "bob")),
    }
    led = []
    arena = SimpleNamespace(
        door=SimpleNamespace(house={}),
        lobby=SimpleNamespace(of=lambda bot, _version: iter([connected[bot]])),
        matches=SimpleNamespace(offers=SimpleNamespace(house=frozenset({"greedy"}), lead_again=led.append)),
    )
    made = RefereeLinks(arena)
    made.led = led
    return made


def link_of(links, name, address=AWAY, inside="", certificate=""):
    hello = RefereeHello("1", address, inside, 7, certificate)
    link = links.links[name] = RefereeLink(name, hello, Line(), links.send_house)
    return link


def table_of(*bots):
    seats = [SimpleNamespace(entrant=bot, version="1") for bot in bots]
    setup = SimpleNamespace(match="m-1")
    return SimpleNamespace(
        seats=seats,
        a_round=SimpleNamespace(name="r"),
        entry=SimpleNamespace(block=0),
        setup=setup,
        lost=trio.CancelScope(),
    )


async def test_a_submitted_bot_plays_only_where_its_token_cannot_be_read_on_the_way(links):
    plain = link_of(links, "plain")
    assert await links.choose(table_of("bob", "bob")) is plain
    assert await links.choose(table_of("ana", "bob")) is None
    secure = link_of(links, "secure", "10.0.0.4:7420", certificate="PEM")
    plain.matches.clear()
    assert await links.choose(table_of("ana", "bob")) is secure
    del links.links["secure"]
    near = link_of(links, "near", CHILD)
    assert await links.choose(table_of("ana", "bob")) is near


async def test_a_referee_on_another_machine_gets_tokens_of_submitted_bots_alone(links):
    child, away = link_of(links, "1", CHILD, inside="127.0.0.1:9"), link_of(links, "2", certificate="PEM")
    links.arena.door.house["key of greedy"] = Holder("house greedy", "bot", "greedy", is_house=True)
    links.arena.door.house["key of ana"] = Holder("submitted ana@1", "bot", "ana", submitted="1")
    links.send_house()
    links.send_house()
    of_ana = ["key of ana", "submitted ana@1", "ana", "1"]
    assert away._call.sent == [HouseTokens([of_ana])]
    assert child._call.sent == [HouseTokens([["key of greedy", "house greedy", "greedy", ""], of_ana])]
    links.arena.door.house.clear()
    links.send_house()
    assert away._call.sent[-1] == HouseTokens([])


async def test_a_match_is_released_when_the_referee_says_so_or_is_lost(links):
    link, table = link_of(links, "1"), table_of("ana", "bob")
    for loses in (False, True):
        link.matches["m-1"] = HandedOver(table)
        found = []

        async def release(found=found):
            found.append(await link.release(table))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(release)
            await wait_all_tasks_blocked()
            assert (link._call.sent[-1], link.matches, found) == (Drop("m-1", cut=True), {}, [])
            if loses:
                link.lose("a test")
            else:
                links._heard(link, Dropped("m-1"), 0.0)
        assert found == [not loses]
    assert not await link.release(table)


async def test_a_renewed_certificate_reaches_the_sandboxes_of_bots_that_play_there(links):
    link, table = link_of(links, "1", certificate="OLD"), table_of("ana", "bob")
    link.matches["m-1"] = HandedOver(table)
    message = NewCertificate("NEW")
    assert "NEW" not in repr(message)
    links._heard(link, decoded(json.dumps({"kind": "NewCertificate", "certificate": "NEW"}).encode()), 0.0)
    assert (link.certificate, links.led) == ("NEW", [table])


async def welcomed(hello):
    """Return the messages that a referee with this first message gets."""
    line = Line()
    links = RefereeLinks(SimpleNamespace(observers=Observers(), door=SimpleNamespace(house={})))
    await links.link_to("1", as_bytes(hello), line)
    return line.sent


async def test_a_referee_with_other_games_or_house_bots_is_refused():
    number, _, _ = release().partition(" ")
    with pytest.raises(Refused, match="expected") as refused:
        await welcomed(RefereeHello(f"{number} 00000000", "127.0.0.1:1", "", 7))
    assert refused.value.status is Status.FAILED_PRECONDITION


async def test_a_referee_of_the_same_sources_is_welcome():
    settings = RefereeSettings("", "", "", "127.0.0.1:0", "127.0.0.1", is_inside=True)
    hello = hello_of(settings, SimpleNamespace(port=1, inside=2), SimpleNamespace(pem=""))
    assert await welcomed(hello) == [Welcome(decisions=False)]
