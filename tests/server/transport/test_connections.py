"""Tests with more connections than the arena has descriptors: no bot loses a match by that."""

import resource
import threading
import time

import grpc
import pytest
import trio

from arena.protocol.v1 import common_pb2, organiser_pb2, organiser_pb2_grpc
from arena.server.transport.descriptors import MOST, Room, connections_of
from tests.server.raw import Raw
from tests.server.wire import WITHIN, bring

DESCRIPTORS = 300
JOIN_WITHIN = 4.0  # long enough for four seats to be joined on a machine with other work

# The soft limit is lower than the hard one, as on most machines.
FEW_DESCRIPTORS = f"""
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (100, {DESCRIPTORS}))
sys.argv[0] = "arena"
runpy.run_module("arena", run_name="__main__")
"""


@pytest.fixture
def crowd():
    """Return an empty list for idle connections. They are closed after the test."""
    opened = []
    yield opened
    for each in opened:
        each.close()


class Organiser:
    """An organiser with a connection of its own, which is opened at once."""

    def __init__(self, server, channel):
        self.stub = organiser_pb2_grpc.OrganiserStub(channel)
        self.metadata = [("authorization", f"Bearer {server.organiser}")]
        self.stub.ListBots(organiser_pb2.ListBotsRequest(), metadata=self.metadata, timeout=WITHIN)

    def match(self, *entrants):
        request = organiser_pb2.RunMatchesRequest(entrants=entrants, game="cacao", clock="600+1", blocks=1)
        return self.stub.RunMatches(request, metadata=self.metadata, timeout=WITHIN).matches[0]

    def state(self, match):
        request = organiser_pb2.GetMatchRequest(match=match)
        return self.stub.GetMatch(request, metadata=self.metadata, timeout=WITHIN).match.state


def fill(server, crowd):
    """Open connections until the arena accepts no more."""
    while not any("no more connections" in line for line in server.said):
        assert len(crowd) < 4 * DESCRIPTORS, "the arena takes connections without end"
        crowd += [Raw(server) for _ in range(20)]
        threading.Event().wait(0.02)


def test_connections_without_end_cost_no_bot_a_match(serve, names, streams, crowd):
    server = serve("--limit", f"join_within={JOIN_WITHIN}", program=("-c", FEW_DESCRIPTORS))
    streams += bring(server, *names[:2], matches=2)
    with grpc.insecure_channel(server.address) as channel:
        organiser = Organiser(server, channel)
        fill(server, crowd)
        match = organiser.match(*names[:2])
        began = time.monotonic()
        while time.monotonic() - began < 2.5 * JOIN_WITHIN:  # a seat is offered twice
            assert organiser.state(match) == organiser_pb2.MATCH_STATE_OFFERED
    for each in crowd:
        each.close()
    server.hear("connections are accepted again")
    seats = [bot.seat().in_background() for bot in list(streams) for _ in range(2)]
    streams += seats
    assert server.ended(match).reason == common_pb2.END_REASON_FINISHED


def test_a_match_is_played_to_its_end_without_a_free_descriptor(serve, names, streams):
    server = serve()
    bots = bring(server, *names[:2], matches=1)
    streams += bots
    server.match(*names[:2])
    seats = [bot.seat() for bot in bots]
    streams += seats
    match = seats[0].start.match  # of the two that were asked for
    before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        for seat in seats:
            seat.in_background()
        assert [seat.overs.get(timeout=WITHIN).reason for seat in seats] == [common_pb2.END_REASON_FINISHED] * 2
    finally:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
    assert server.ended(match).state == organiser_pb2.MATCH_STATE_FINISHED


def test_an_arena_keeps_a_fifth_of_its_descriptors_for_itself():
    assert connections_of(1_000) == 800
    assert connections_of(1 << 30) == MOST


@pytest.mark.usefixtures("autojump_clock")
async def test_a_full_room_is_remembered_for_some_seconds():
    used = iter([10, 20, 110, 20, 20])
    room = Room(100, lambda: next(used))
    assert room.look()
    assert not room.look()
    await trio.sleep(5)
    assert room.was_full(within=6)
    assert not room.was_full(within=4)


async def test_the_room_is_full_when_no_descriptor_is_left():
    asked = []

    def in_use():
        asked.append(None)
        if len(asked) > 1:
            raise OSError(24, "too many open files")
        return 10

    assert not Room(100, in_use).look()
