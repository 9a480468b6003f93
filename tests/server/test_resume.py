"""An arena that is killed in the middle of everything, and started again: real processes, real bots, one database."""

import os
import subprocess
import sys

import pytest

from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2
from arena.record import block_seed, read_record
from arena.record.verify import verify
from tests.server.wire import ROOT, WITHIN, Attending, Sitting, bring, eventually

FINISHED, VOID = organiser_pb2.MATCH_STATE_FINISHED, organiser_pb2.MATCH_STATE_VOID
RUNNING = organiser_pb2.MATCH_STATE_RUNNING
OPEN = {organiser_pb2.MATCH_STATE_OFFERED, RUNNING}


@pytest.fixture
def again(serve):
    """Kill an arena, and start it again on the same database, at the same address."""

    def start(server, *arguments, **options):
        kill(server)
        options = {"listen": server.address} | options
        started = serve(*arguments, data=server.data, **options)
        started.secrets |= server.secrets
        return started

    return start


def kill(server):
    server.process.kill()
    server.process.wait(WITHIN)


def record_of(server, match):
    return b"".join(piece.data for piece in server.ask("ReadRecord", match=match))


def all_matches(server):
    return list(server.ask("ListMatches").matches)


def back(server, *streams, **fields):
    """The same bots, attending again."""
    return [Attending(server, stream.token, matches=1, **fields) for stream in streams]


def played(seat, decisions):
    """Answer so many decisions, and return the next one."""
    while (decision := seat.until("decision")).number <= decisions:
        seat.choose(decision.number)
    return decision


def table(server, names, streams, **fields):
    """Two bots at one table; the first seat in our hands, the second plays by itself."""
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2], **fields)
    mine, theirs = ana.seat(), bob.seat()
    streams += [mine, theirs]
    return ana, bob, mine, theirs


def test_a_match_goes_on_where_it_was_with_the_tickets_that_the_bots_have(serve, again, names, streams):
    server = serve()
    ana, bob, mine, theirs = table(server, names, streams)
    theirs.in_background()
    asked = played(mine, 3)
    server = again(server)
    seats = [
        Sitting(server, ana.token, ana.tickets[0], last_seen=asked.number),
        Sitting(server, bob.token, bob.tickets[0]),
    ]
    streams += seats
    assert [seat.start for seat in seats] == [mine.start, theirs.start]
    same = seats[0].until("decision")
    assert same.again
    assert (same.number, same.view, same.options, same.clock) == (asked.number, asked.view, asked.options, asked.clock)
    assert list(same.events) == []
    seats[1].in_background()
    seats[0].choose(same.number)
    over = seats[0].play_on()
    assert over.reason == common_pb2.END_REASON_FINISHED
    assert not over.forfeits
    checked = verify(record_of(server, mine.start.match), over.head.hex())
    assert checked.published


def test_a_ticket_of_any_time_since_the_match_began_opens_its_seat(serve, again, names, streams):
    server = serve()
    ana, bob, mine, theirs = table(server, names, streams)
    theirs.in_background()
    asked = played(mine, 3)
    server = again(server)
    [ana_again] = back(server, ana)
    streams.append(ana_again)
    offer = ana_again.offer()
    assert offer.ticket not in ana.tickets
    server = again(server)
    seats = [Sitting(server, ana.token, offer.ticket), Sitting(server, bob.token, bob.tickets[0])]
    streams += seats
    assert seats[0].until("decision").number == asked.number
    seats[1].in_background()
    seats[0].choose(asked.number)
    assert seats[0].play_on().reason == common_pb2.END_REASON_FINISHED


def test_who_has_forgotten_everything_is_told_all_events_again(serve, again, names, streams):
    server = serve()
    ana, bob, mine, theirs = table(server, names, streams)
    theirs.in_background()
    told = []
    for _ in range(3):
        decision = mine.until("decision")
        told += decision.events
        mine.choose(decision.number)
    told += mine.until("decision").events
    server = again(server)
    attending = back(server, ana, bob)
    offers = [stream.offer() for stream in attending]
    assert all(offer.returning for offer in offers)
    seats = [stream.seat(offer) for stream, offer in zip(attending, offers, strict=True)]
    streams += [*attending, *seats]
    same = seats[0].until("decision")
    assert (same.number, same.again, same.events_since) == (4, False, 0)
    assert list(same.events) == told


def test_a_loser_that_claims_to_know_more_than_the_journal_gets_no_new_game(serve, again, names, streams):
    server = serve()
    ana, bob, mine, theirs = table(server, names, streams)
    theirs.in_background()
    asked = played(mine, 3)
    for _ in range(5):
        server = again(server)
        seats = [
            Sitting(server, ana.token, ana.tickets[0], last_seen=2**31 - 1),
            Sitting(server, bob.token, bob.tickets[0]),
        ]
        streams += seats
        same = seats[0].until("decision")
        assert (same.number, same.view, same.events_since) == (asked.number, asked.view, 0)
    seats[1].in_background()
    seats[0].choose(same.number)
    assert seats[0].play_on().reason == common_pb2.END_REASON_FINISHED
    assert VOID not in {match.state for match in all_matches(server)}


def test_a_match_whose_bot_does_not_come_back_is_void_and_played_again_with_the_same_deal(serve, again, names, streams):
    server = serve()
    ana, bob, mine, theirs = table(server, names, streams)
    theirs.in_background()
    played(mine, 3)
    server = again(server, "--limit", "join_within=4")
    [ana] = back(server, ana)
    streams.append(ana)
    half = ana.seat()
    streams.append(half)
    assert ana.until("result").reason == common_pb2.END_REASON_VOID
    void = server.ask("GetMatch", match=mine.start.match).match
    assert void.state == VOID
    assert f"{names[1]} did not come back in time" in void.ruling
    [bob] = back(server, bob)
    streams.append(bob)
    seats = []
    for _ in range(2):
        seats += [ana.seat(), bob.seat()]
        streams += seats
        seats[-1].in_background()
        seats[-2].play_on()
    block = ana.until("block")
    assert {each.match for each in block.matches} >= {mine.start.match, *(seat.start.match for seat in seats)}
    assert len(block.matches) == 3
    first = next(seat.start.match for seat in seats if seat.start.seats == mine.start.seats)
    assert read_record(record_of(server, first)).appendix.seed == block.seed
    states = [match.state for match in all_matches(server)]
    assert sorted(states) == sorted([VOID, FINISHED, FINISHED])


def test_a_series_goes_on_by_itself_and_nothing_is_played_twice(serve, again, names, streams):
    server = serve()
    ana, bob, mine, theirs = table(server, names, streams, blocks=2)
    theirs.in_background()
    first = mine.play_on()
    before = all_matches(server)
    server = again(server)
    attending = back(server, ana, bob)
    streams += attending
    for _ in range(3):
        seats = [stream.seat() for stream in attending]
        streams += seats
        seats[1].in_background()
        assert seats[0].play_on().reason == common_pb2.END_REASON_FINISHED
    secret = attending[0].until("round_secret").secret
    after = all_matches(server)
    assert {match.id for match in after} == {match.id for match in before}
    assert {match.state for match in after} == {FINISHED}
    assert server.ask("GetMatch", match=mine.start.match).match.head == first.head
    seeds = {read_record(record_of(server, match.id)).appendix.seed for match in after}
    assert seeds == {block_seed(secret, [b"", b""], number) for number in range(2)}


def test_what_ran_in_a_later_series_comes_before_what_waited_in_an_earlier_one(serve, again, names, streams):
    server = serve()
    ana, bob, cam, dan = bring(server, *names, matches=1)
    streams += [ana, bob, cam, dan]
    server.match(names[1], names[3])
    seats = [bob.seat(), dan.seat()]
    server.match(*names[:2])  # waits for bob
    server.match(names[0], names[2])
    seats += [ana.seat(), cam.seat()]
    streams += seats
    eventually(lambda: [match.state for match in all_matches(server)], lambda states: states.count(RUNNING) == 2)
    server = again(server)
    attending = back(server, ana, bob, cam, dan)
    streams += attending
    offers = [stream.offer() for stream in attending]
    assert all(offer.returning for offer in offers)
    assert [offers[at].match for at in (1, 3, 0, 2)] == [seat.start.match for seat in seats]


def test_a_round_whose_nonces_were_not_kept_yet_asks_for_them_again(serve, again, names, streams):
    server = serve("--limit", "nonce_within=60")
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2])
    announced = ana.until("round")
    server = again(server)
    attending = back(server, ana, bob)
    streams += attending
    asked = [stream.until("round") for stream in attending]
    assert {(each.round, each.secret_digest) for each in asked} == {(announced.round, announced.secret_digest)}
    for stream, nonce in zip(attending, (b"dice", b"luck"), strict=True):
        stream.send(nonce=attend_pb2.Nonce(round=announced.round, nonce=nonce))
    nonces = attending[0].until("nonces")
    assert [each.nonce for each in nonces.nonces] == [b"dice", b"luck"]
    assert attending[0].offer().round == announced.round


def sdk_bot(address, token, name, said):
    command = [sys.executable, "-m", "arena_sdk", name, "--arena", address, "--matches", "2"]
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "ARENA_TOKEN": token}
    with said.open("ab") as file:
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file, stderr=file)


def over(server):
    return {each.id: each.head for each in all_matches(server) if each.state not in OPEN}


def one_more_is_over(server, so_far):
    return eventually(lambda: over(server), lambda found: len(found) > len(so_far))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    """The arguments that make an arena use it."""
    return [] if request.param == "sqlite" else ["--database", request.getfixturevalue("postgresql").new()]


def test_bots_that_outlive_the_arena_and_the_house_play_everything_to_its_end(serve, again, names, tmp_path, database):
    server = serve(*database, house="random")
    said = tmp_path / "said"
    bots = [sdk_bot(server.address, server.bot(name), "random", said) for name in names[:2]]
    try:
        eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: len(rows) == 3)
        wanted = [*server.match(*names[:2], blocks=4), *server.match(names[0], "random", blocks=3)]
        heads = {}
        for _ in range(3):
            heads = one_more_is_over(server, heads)
            server = again(server, *database, house="random")
            assert over(server).items() >= heads.items()
        for match in wanted:
            found = server.ended(match)
            assert (found.state, list(found.forfeits)) == (FINISHED, [])
            assert verify(record_of(server, match), found.head.hex()).published
        assert len(all_matches(server)) == len(wanted)
    finally:
        for bot in bots:
            bot.kill()
            bot.wait(WITHIN)
    assert "NOT FAIR" not in said.read_text()
