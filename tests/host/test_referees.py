"""Tests of referees in their own processes: one is killed, one is paused, and rulings reach them.

Real processes, real bots, PostgreSQL.
"""

import os
import re
import signal
import subprocess
import sys

import grpc
import pytest

from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.record.verify import verify
from arena.server.matches.referee_messages import METHOD, Drain
from arena.server.transport.json_messages import as_bytes
from tests.host.monitoring.asking import samples
from tests.processes import Process
from tests.server.wire import ROOT, WITHIN, Attending, Gone, Server, Sitting, bring, eventually

FINISHED, VOID = organiser_pb2.MATCH_STATE_FINISHED, organiser_pb2.MATCH_STATE_VOID
RUNNING = organiser_pb2.MATCH_STATE_RUNNING
CONNECTED = re.compile(r"referee (\S+) \(process (\d+)\) is connected, at (\S+)")


@pytest.fixture(scope="module")
def arena(postgresql, tmp_path_factory):
    """Return an arena with two referees. All tests of this file share it."""
    quick = ("--limit", "nonce_within=0.3", "--grace", "1", "--limit", "refusal_held=0.5")
    server = Server(
        tmp_path_factory.mktemp("arena"),
        "--database",
        postgresql.new(),
        "--referees",
        "2",
        "--admin",
        "127.0.0.1:0",
        *quick,
        house="random",
    )
    yield server
    assert server.stop() == 0
    said = "\n".join(server.said)
    assert "Traceback" not in said, said
    assert [secret for secret in server.secrets if secret in said] == []


def referees(server):
    """Return the process ids of the connected referees, by address, the newest referee last."""
    return {at: int(process) for line in server.said for _, process, at in CONNECTED.findall(line)}


def all_there(server):
    """Wait until two referees are running and connected."""
    eventually(lambda: sum(is_there(process) for process in referees(server).values()) == 2)
    eventually(lambda: [samples(server).get(("arena_referee_up", name)) for name in ("1", "2")] == [1, 1])


def is_there(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def record_of(server, match):
    return b"".join(piece.data for piece in server.ask("ReadRecord", match=match))


def table(server, names, streams, **fields):
    """Begin a match of two bots. Return the bots' attendances, their offers and their seats."""
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2], **fields)
    offers = [ana.offer(), bob.offer()]
    seats = [ana.seat(offers[0]), bob.seat(offers[1])]
    streams += seats
    return [ana, bob], offers, seats


def played(seat, decisions):
    """Answer this number of decisions of a seat. Return the decision after them."""
    while (decision := seat.until("decision")).number <= decisions:
        seat.choose(decision.number)
    return decision


def back(server, bots, streams, last_seen):
    """Receive new offers for a running match, and join its seats again. Return the offers and the seats."""
    offers = [bot.offer() for bot in bots]
    assert all(offer.returning for offer in offers)
    seats = [
        Sitting(server, bot.token, offer.ticket, last_seen=seen, at=offer.referee)
        for bot, offer, seen in zip(bots, offers, last_seen, strict=True)
    ]
    streams += seats
    return offers, seats


def assert_finished(server, match, over):
    assert (over.reason, list(over.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    found = server.ended(match)
    assert (found.state, found.head) == (FINISHED, over.head)
    assert verify(record_of(server, match), over.head.hex()).published


def said_before_the_end(stream):
    """Read a stream until it breaks. Return the kinds of its messages."""
    kinds = set()
    try:
        while True:
            kinds.add(stream.next().WhichOneof("message"))
    except Gone:
        return kinds


def test_several_referees_need_postgresql(tmp_path):
    command = [sys.executable, "-m", "arena", "serve", "--referees", "2", "--data", str(tmp_path), "--site", "none"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--referees 2 needs PostgreSQL" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_killed_referee_loses_no_answer_and_no_seat(arena, names, streams):
    all_there(arena)
    bots, offers, seats = table(arena, names, streams)
    assert offers[0].referee == offers[1].referee != arena.address
    seats[1].in_background()
    asked = played(seats[0], 3)
    os.kill(referees(arena)[offers[0].referee], signal.SIGKILL)
    assert seats[0].ending()[0] is None
    again, seats = back(arena, bots, streams, [asked.number, 0])
    assert again[0].referee == again[1].referee != offers[0].referee
    assert seats[0].start.match == offers[0].match
    eventually(lambda: samples(arena)["arena_referees_lost_total",] >= 1)  # the page of metrics is made once a second
    same = seats[0].until("decision")
    assert same.again
    assert (same.number, same.view, same.options) == (asked.number, asked.view, asked.options)
    seats[1].in_background()
    seats[0].choose(same.number)
    assert_finished(arena, offers[0].match, seats[0].play_on())


def test_a_paused_referee_that_wakes_up_does_no_harm(arena, names, streams):
    all_there(arena)
    bots, offers, old = table(arena, names, streams)
    old[1].in_background()
    asked = played(old[0], 2)
    paused = referees(arena)[offers[0].referee]
    os.kill(paused, signal.SIGSTOP)
    try:
        _, seats = back(arena, bots, streams, [asked.number, 0])
        seats[1].in_background()
        same = seats[0].until("decision")
        seats[0].choose(same.number, len(same.options) - 1)
        old[0].choose(asked.number)  # what the paused referee finds when it wakes up
    finally:
        os.kill(paused, signal.SIGCONT)
    assert said_before_the_end(old[0]) <= {"ping"}, "it says nothing more to its seats"
    over = seats[0].play_on()
    assert_finished(arena, offers[0].match, over)
    taken = [line for line in record_of(arena, offers[0].match).splitlines() if b'"answer"' in line]
    assert len(taken) == len(set(enumerate(taken)))


def test_bots_of_the_sdk_play_on_through_a_kill_and_a_pause(arena, names, tmp_path, request):
    all_there(arena)
    before = len(arena.ask("ListMatches").matches)
    tokens = [arena.bot(name) for name in names[:2]]
    command = [sys.executable, "-m", "arena_sdk", "greedy", "--arena", arena.address, "--matches", "4"]
    logs = [(tmp_path / name).open("wb") for name in names[:2]]
    for log in logs:
        request.addfinalizer(log.close)
    bots = [
        Process(
            command,
            cwd=ROOT,
            env=os.environ | {"ARENA_TOKEN": token, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
            stdout=log,
            stderr=log,
        )
        for token, log in zip(tokens, logs, strict=True)
    ]
    with bots[0], bots[1]:
        eventually(lambda: len({each.entrant for each in arena.ask("ListAttendances").attendances} & set(names)) == 2)
        matches = arena.match(*names[:2], blocks=6, clock="600+1")
        running = eventually(lambda: [process for process in referees(arena).values() if is_there(process)])
        eventually(lambda: any(each.state == RUNNING for each in arena.ask("ListMatches").matches))
        os.kill(running[0], signal.SIGKILL)
        arena.hear("is taken from a lost referee")
        all_there(arena)
        os.kill(running[1], signal.SIGSTOP)
        try:
            ended = [arena.ended(match) for match in matches]
        finally:
            os.kill(running[1], signal.SIGCONT)
    assert [match.state for match in ended] == [FINISHED] * 12
    assert [list(match.forfeits) for match in ended] == [[]] * 12
    for match in ended:
        assert verify(record_of(arena, match.id), match.head.hex()).published
    assert len(arena.ask("ListMatches", page_size=100).matches) >= before + 12


def test_a_ruling_reaches_the_referee(arena, names, streams):
    all_there(arena)
    _, offers, seats = table(arena, names, streams)
    eventually(lambda: arena.ask("GetMatch", match=offers[0].match).match.state == RUNNING)
    arena.ask("VoidMatch", match=offers[0].match, reason="a broken table")
    for seat in seats:
        ending = seat.until("ending")
        assert (ending.reason, ending.text) == (common_pb2.ENDING_REASON_DONE, "a broken table")
    found = arena.ask("GetMatch", match=offers[0].match).match
    assert (found.state, found.ruling) == (VOID, "a broken table")


def test_a_suspension_reaches_the_referee(arena, names, streams):
    all_there(arena)
    _, offers, seats = table(arena, names, streams)
    seats[1].in_background()
    played(seats[0], 1)
    arena.ask("SuspendBot", bot=names[0], reason="a test")
    assert seats[0].until("ending").reason == common_pb2.ENDING_REASON_FORBIDDEN
    over = seats[1].overs.get(timeout=WITHIN)
    assert [(gone.seat, gone.reason) for gone in over.forfeits] == [(0, common_pb2.FORFEIT_REASON_LEFT)]
    assert arena.ended(offers[0].match).state == FINISHED


def test_a_house_bot_plays_at_a_referee(arena, names, streams):
    all_there(arena)
    [ana] = bring(arena, names[0], matches=2)
    streams.append(ana)
    matches = arena.match(names[0], "random")
    seats = [ana.seat(), ana.seat()]
    streams += seats
    seats[1].in_background()
    assert_finished(arena, seats[0].start.match, seats[0].play_on())
    assert_finished(arena, seats[1].start.match, seats[1].overs.get(timeout=WITHIN))
    assert {seat.start.match for seat in seats} == set(matches)
    found = eventually(lambda: samples(arena), lambda found: sum(decisions_of(found)) > 0)
    assert found["arena_decisions_total",] >= sum(decisions_of(found))
    assert found["arena_referee_up", "1"] == found["arena_referee_up", "2"] == 1
    assert ("arena_referee_matches", "2") in found


def decisions_of(found):
    """Return the numbers of decisions at referees 1 and 2, from the arena's metrics."""
    return [found.get(("arena_referee_decisions_total", name), 0) for name in ("1", "2")]


def test_a_caller_that_is_no_referee_is_refused(arena):
    with arena.dial() as channel:
        attach = channel.stream_stream(f"/{METHOD}")
        with pytest.raises(grpc.RpcError) as refused:
            list(attach(iter([as_bytes(Drain())]), metadata=[("authorization", f"Bearer {'x' * 43}")]))
    assert refused.value.code() == grpc.StatusCode.UNAUTHENTICATED


def test_a_ticket_that_no_referee_knows_is_refused(arena, names, streams):
    all_there(arena)
    [ana] = bring(arena, names[0])
    streams.append(ana)
    address = next(at for at, process in referees(arena).items() if is_there(process))
    seat = Sitting(arena, ana.token, "x" * 32, enter=False, at=address)
    streams.append(seat)
    assert seat.ending()[0].reason == common_pb2.ENDING_REASON_SHUTDOWN
    other = Attending(arena, "x" * 43, enter=False)
    streams.append(other)
    assert other.ending()[0].reason == common_pb2.ENDING_REASON_TOKEN
