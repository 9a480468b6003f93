"""The front's links to its referees: a referee of another release is refused."""

from types import SimpleNamespace

import pytest
import trio

from arena.host.referee_main import RefereeSettings, hello_of
from arena.server.matches.referee_messages import RefereeHello, Welcome, decoded
from arena.server.observers import Observers
from arena.server.referees.referee_links import RefereeLinks
from arena.server.transport.bridge import Refused, Status
from arena.server.transport.json_messages import as_bytes
from arena.tasks.release import release


class Sent(list):
    """A call that keeps the messages of the front."""

    gather = list.append


async def link_of(hello):
    """Return the messages that a referee with this first message gets."""
    sent = Sent()
    links = RefereeLinks(SimpleNamespace(observers=Observers(), door=SimpleNamespace(house={})))
    await links.link_to("1", as_bytes(hello), sent)
    return [decoded(each) for each in sent]


def test_a_referee_with_other_games_or_house_bots_is_refused():
    number, _, _ = release().partition(" ")
    with pytest.raises(Refused, match="expected") as refused:
        trio.run(link_of, RefereeHello(f"{number} 00000000", "127.0.0.1:1", "", 7))
    assert refused.value.status is Status.FAILED_PRECONDITION


def test_a_referee_of_the_same_sources_is_welcome():
    settings = RefereeSettings("", "", "", "127.0.0.1:0", "127.0.0.1", is_inside=True)
    hello = hello_of(settings, SimpleNamespace(port=1, inside=2))
    assert trio.run(link_of, hello) == [Welcome(decisions=False)]
