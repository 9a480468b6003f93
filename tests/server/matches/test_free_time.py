"""Tests that no client gains free thinking time, with a client that delays everything that it can."""

import threading
import time

import pytest

from arena.protocol.v1 import common_pb2, play_pb2
from arena.record import Answer, read_record, verify
from arena.referee.clock import IN_A_MATCH, IN_HAND, REFILL_US
from arena.referee.match_setup import LAG_ALLOWANCE_US
from tests.server.raw import Stingy
from tests.server.wire import bring

R = play_pb2.PlayResponse
WITHHOLDS = 0.06  # seconds, at every decision
DELAYS = 0.095


def pause(seconds):
    """Wait for some seconds. By such waiting the cheat tries to gain free time."""
    threading.Event().wait(seconds)


def record_of(server, match):
    server.ended(match)
    return b"".join(part.data for part in server.ask("ReadRecord", match=match))


def answers_of(record, seat):
    return [entry for entry in record.entries if isinstance(entry, Answer) and entry.seat == seat]


def against(server, names, streams, **attack):
    """Play a match between a cheat and a bot that plays by itself. Return the cheat, its Over and its offer."""
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2])
    offer = ana.offer()
    cheat = Cheat(server, ana.token, offer, **attack)
    streams += [cheat.seat, bob.seat().in_background()]
    over = cheat.play_on()
    return cheat, over, offer


class Cheat:
    """Plays a seat with delays. It measures the seconds from the arrival of each question to its answer."""

    def __init__(self, server, token, offer, *, withholds=0.0, delays=0.0, thinks=0.0):
        self.seat = Stingy(server, token)
        self.seat.send(play_pb2.PlayRequest(join=play_pb2.Join(ticket=offer.ticket, protocol=1)).SerializeToString())
        self.withholds, self.delays, self.thinks = withholds, delays, thinks
        self.known = 0.0
        assert R.FromString(self.seat.next()).WhichOneof("message") == "start"
        self.pong(R.FromString(self.seat.next()).ping.number)

    def pong(self, number):
        pause(self.delays)
        self.seat.send(play_pb2.PlayRequest(pong=common_pb2.Pong(number=number)).SerializeToString())

    def hold(self):
        """Wait before the last byte of a question is read."""
        self.since = time.monotonic()
        pause(self.withholds)

    def play_on(self):
        while True:
            message = R.FromString(self.seat.next(self.hold))
            kind = message.WhichOneof("message")
            if kind == "ping":
                self.pong(message.ping.number)
            elif kind == "over":
                return message.over
            elif kind == "decision":
                pause(self.thinks)
                choice = play_pb2.Choice(number=message.decision.number, index=0)
                self.known += time.monotonic() - self.since
                self.seat.send(play_pb2.PlayRequest(choice=choice).SerializeToString())


ATTACKS = {
    "withholds the last byte": {"withholds": WITHHOLDS},
    "delays its pongs": {"delays": DELAYS, "thinks": DELAYS},
    "does both": {"withholds": 0.03, "delays": DELAYS, "thinks": WITHHOLDS},
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_a_peer_gains_no_more_than_its_lag_budget_in_a_match(shared, names, streams, attack):
    cheat, over, offer = against(shared, names, streams, **attack)
    data = record_of(shared, offer.match)
    answers = answers_of(read_record(data), offer.seat)
    charged, stalled = (sum(getattr(each, name) for each in answers) for name in ("think_us", "stall_us"))
    gained = cheat.known * 1e6 - charged - stalled
    assert len(answers) >= 10
    assert cheat.known * 1e6 > 1.5 * IN_A_MATCH * LAG_ALLOWANCE_US  # it has tried for more than it may have
    assert gained <= IN_HAND * LAG_ALLOWANCE_US + charged * LAG_ALLOWANCE_US // REFILL_US + len(answers)
    assert sum(each.held_us + each.credit_us for each in answers) <= IN_A_MATCH * LAG_ALLOWANCE_US
    # What it did is public, and adds up.
    assert {each.held_us + each.credit_us - each.transport_us for each in answers} == {0}
    assert sum(each.held_us + each.credit_us for each in answers) >= gained - len(answers)
    assert over.times[offer.seat].think_us == charged
    assert over.times[offer.seat].transport_us == sum(each.transport_us for each in answers)
    assert verify(data, over.head.hex()).published


def test_thinking_time_is_charged_even_if_the_pongs_are_late(shared, names, streams):
    slow, _, offer = against(shared, names, streams, delays=0.3, thinks=0.06)
    answers = answers_of(read_record(record_of(shared, offer.match)), offer.seat)
    think, transport, stall = (
        sum(getattr(each, name) for each in answers) for name in ("think_us", "transport_us", "stall_us")
    )
    assert think + transport + stall >= slow.known * 1e6 - len(answers)
    assert think > transport
    assert transport <= IN_HAND * LAG_ALLOWANCE_US + think * LAG_ALLOWANCE_US // REFILL_US
