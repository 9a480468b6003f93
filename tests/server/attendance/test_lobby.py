"""Tests of the lobby: a bot gets at most as many matches as it declared."""

import os
import signal
import subprocess
import sys

import trio
from hypothesis import given
from hypothesis import strategies as st

from arena.protocol.v1 import attend_pb2, common_pb2
from arena.record import Seated
from arena.server.access.door import Holder
from arena.server.attendance.lobby import ConnectedBot, Lobby
from arena.server.matches.results import MatchSummary
from tests.server.wire import ROOT, WITHIN, Attending, bring, eventually

# The lobby by itself -----------------------------------------------------------------------------------------------

VERSIONS = ("1", "2")


class Line:
    """A stand-in for an `Attend` stream. It stores the number of the last ping."""

    def __init__(self):
        self.ping = 0

    def post(self, data, *, asks=False):
        self.ping = attend_pb2.AttendResponse.FromString(data).ping.number or self.ping

    def finish(self, ended):
        raise AssertionError(f"nobody is sent away here: {ended}")


class Seat:
    """A stand-in for a seat at a table. It may have a stream."""

    def __init__(self):
        self.stream, self.failed = None, None


class World:
    """A lobby, and methods for everything that may happen to it."""

    def __init__(self, running):
        self.lobby, self.matches = Lobby(), 0
        for _ in range(running):  # when the arena crashed
            self.lobby.places(self.entry())
        self.open = [f"m-{number}" for number in range(running)]

    def entry(self, version="1"):
        self.matches += 1
        seats = (Seated("ana", version, "bot"),)
        name = f"m-{self.matches - 1}"
        return MatchSummary(name, "cacao", 1, {}, seats, "10+0", "committed", 0.0, state="running")

    def comes(self, version, most):
        form, games = attend_pb2.OPTION_FORM_BOTH, {"cacao": frozenset({1})}
        self.lobby.enter(ConnectedBot(Holder("t", "bot", "ana"), VERSIONS[version], games, most, form, Line(), 0.0))

    def goes(self, which, _):
        if here := self.lobby.attendances:
            self.lobby.leave(here[which % len(here)])

    def answers(self, which, _):
        if here := self.lobby.attendances:
            each = here[which % len(here)]
            if each.pong(each.line.ping, trio.current_time()):
                self.lobby.answered(each)

    def is_offered(self, version, which):
        """Offer a match as a block does: on a stream with a free slot, or on none if the bot is not connected.

        Do nothing if the bot is connected and has no free slot.
        """
        version = VERSIONS[version]
        able = [each for each in self.lobby.able("ana", version, "cacao", 1) if each.room > 0]
        absent = not any(self.lobby.of("ana", version)) and not self.lobby.awaits("ana", version)
        if able or absent:
            entry = self.entry(version)
            [place] = self.lobby.places(entry)
            if able:
                self.lobby.give(place, able[which % len(able)])
            self.open.append(entry.match)

    def is_sat_at(self, which, _):
        for place in self.places():
            if place.seat is None:
                place.seat = Seat()
        if places := self.places():
            seat = places[which % len(places)].seat
            seat.stream = None if seat.stream else "somebody"
            self.lobby.change()

    def is_over(self, which, _):
        if self.open:
            self.lobby.free(self.open.pop(which % len(self.open)))
            self.lobby.change()

    def places(self):
        return [place for some in self.lobby._places.values() for place in some]

    def check(self):
        lobby = self.lobby
        held = {id(each): set() for each in lobby.attendances}
        for place in self.places():
            if place.host is not None:
                held[id(place.host)].add(place.name)  # which is here
                assert place.bot == (place.host.entrant, place.host.version)
        for each in lobby.attendances:
            assert each.matches == held[id(each)]
            assert len(each.matches) <= each.matches_at_once
            assert not (each.after and each.matches)
            assert each.after <= set(lobby.attendances)
        waiting = [place for place in self.places() if place.host is None]
        assert sorted(waiting, key=id) == sorted(lobby._homeless, key=id)
        for place in waiting:
            assert place.is_played or not any(each.room for each in lobby.of(*place.bot))


STEPS = ("comes", "goes", "answers", "is_offered", "is_sat_at", "is_over")


HAPPENINGS = st.tuples(st.sampled_from(STEPS), st.integers(0, 1), st.integers(1, 3))


@given(st.integers(0, 3), st.lists(HAPPENINGS, max_size=25))
def test_no_stream_exceeds_its_capacity_and_no_match_waits_while_there_is_room(running, steps):
    async def live():
        world = World(running)
        for step, which, number in steps:
            getattr(world, step)(which, number)
            world.check()

    trio.run(live)


# An arena in which processes come and go ---------------------------------------------------------------------------


def heard_until_offered(stream):
    """Read messages up to the next offer. Return the kinds of the messages before it, and the offer."""
    kinds = []
    while True:
        message = stream.next()
        kind = message.WhichOneof("message")
        if kind == "offer":
            stream.tickets.append(message.offer.ticket)
            stream.server.secrets.add(message.offer.ticket)
            return kinds, message.offer
        kinds.append(kind)


def running(server):
    return {each.entrant: each.matches_running for each in server.ask("ListAttendances").attendances}


def test_a_second_process_adds_capacity_when_the_first_has_answered_a_ping(serve, names, streams):
    server = serve()
    ana, bob = bring(server, *names[:2], matches=1)
    second = Attending(server, bob.token, matches=1)
    more = Attending(server, ana.token, matches=1)
    streams += [ana, bob, second, more]
    matches = server.match(*names[:2])
    first = {stream.offer().match for stream in (bob, second)}
    assert first == set(matches)
    assert {stream.offer().match for stream in (ana, more)} == first


def bot(server, token, name):
    """Run a bot of the SDK in its own process. It takes one match at a time."""
    command = [sys.executable, "-m", "arena_sdk", name, "--arena", server.address, "--matches", "1"]
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "ARENA_TOKEN": token}
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_process_that_replaces_a_silent_one_is_offered_its_match_first(serve, names, streams):
    server = serve()
    [ana] = bring(server, names[0], matches=2)
    cam, dan = bring(server, *names[2:], matches=1)
    streams += [ana, cam, dan]
    token = server.bot(names[1])
    old = bot(server, token, "random")
    try:
        eventually(lambda: running(server), lambda rows: names[1] in rows)
        matches = server.match(*names[:2], clock="600+0")
        mine = ana.seat()
        streams.append(mine)
        mine.until("decision")
        old.send_signal(signal.SIGSTOP)  # its streams stay open, and say nothing any more
        new = Attending(server, token, matches=1)
        streams.append(new)
        server.match(*names[2:])
        cam.offer()  # what was asked for later has its room, so what was asked for before has looked for it
    finally:
        old.kill()
        old.wait(WITHIN)
    kinds, offer = heard_until_offered(new)
    assert (offer.returning, offer.match) == (True, mine.start.match)
    assert kinds == []
    streams.append(new.seat(offer).in_background())
    mine.choose(1)
    mine.play_on()
    kinds, offer = heard_until_offered(new)
    assert (offer.returning, {offer.match, mine.start.match}) == (False, set(matches))
    assert "result" in kinds


def test_a_bot_that_reconnects_with_less_capacity_gets_its_matches_one_by_one(serve, names, streams):
    server = serve()
    ana, bob = bring(server, *names[:2], matches=2)
    streams += [ana, bob]
    server.match(*names[:2], clock="600+0")
    seats = [ana.seat().in_background(), ana.seat().in_background(), bob.seat(), bob.seat()]
    streams += seats
    for stream in (*seats[2:], bob):
        stream.close()
    back = Attending(server, bob.token, matches=1)
    streams.append(back)
    played = set()
    for _ in range(2):
        kinds, offer = heard_until_offered(back)
        assert offer.returning
        assert ("result" in kinds) == bool(played)
        played.add(offer.match)
        seat = back.seat(offer)
        streams.append(seat)
        assert seat.play_on().reason == common_pb2.END_REASON_FINISHED
    assert played == {seat.start.match for seat in seats}


def test_an_offer_that_was_not_taken_goes_to_the_next_process_of_the_bot(serve, names, streams):
    server = serve()
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2])
    first = ana.offer()
    ana.close()
    back = Attending(server, ana.token, matches=1)
    streams.append(back)
    offer = back.offer()
    assert (offer.match, offer.ticket, offer.returning) == (first.match, first.ticket, False)
    seats = [back.seat(offer).in_background(), bob.seat()]
    streams += seats
    assert seats[1].play_on().reason == common_pb2.END_REASON_FINISHED
