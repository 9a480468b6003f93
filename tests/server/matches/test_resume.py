"""Tests of an arena that is killed and started again, with real bots and both databases."""

import os
import subprocess
import sys

import pytest

from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2
from arena.record import block_seed, read_record
from arena.record.verify import verify
from arena.server.matches.blocks import AGAIN
from tests.server.wire import ROOT, WITHIN, Attending, Sitting, bring, eventually

FINISHED, VOID = organiser_pb2.MATCH_STATE_FINISHED, organiser_pb2.MATCH_STATE_VOID
RUNNING = organiser_pb2.MATCH_STATE_RUNNING
OPEN = {organiser_pb2.MATCH_STATE_OFFERED, RUNNING}


@pytest.fixture
def again(serve):
    """Return a function that kills an arena, and starts it again with the same database and address."""

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
    """Connect the bots of these streams to a restarted arena. Return their new streams."""
    return [Attending(server, stream.token, matches=1, **fields) for stream in streams]


def played(seat, decisions):
    """Answer this number of decisions of a seat. Return the decision after them."""
    while (decision := seat.until("decision")).number <= decisions:
        seat.choose(decision.number)
    return decision


def table(server, names, streams, **fields):
    """Begin a match of two bots. Return their attendances and seats. The tests play both seats."""
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2], **fields)
    mine, theirs = ana.seat(), bob.seat()
    streams += [mine, theirs]
    return ana, bob, mine, theirs


def test_a_match_resumes_where_it_was_and_the_old_tickets_are_valid(serve, again, names, streams):
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


def test_a_bot_that_lost_its_state_gets_all_events_again(serve, again, names, streams):
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


def match_of(server, name):
    return server.ask("GetMatch", match=name).match


def waits_for(server, match, *seats):
    """Wait until a match is adjourned because these seats are not connected. Return the match."""
    return eventually(
        lambda: match_of(server, match),
        lambda found: tuple(found.adjournment.seats) == seats and found.adjournment.since_time.seconds,
    )


def test_a_match_is_adjourned_until_all_its_bots_are_here_at_once(serve, again, names, streams):
    server = serve("--limit", "ping_interval=0.2")
    ana, bob, mine, theirs = table(server, names, streams)
    theirs.in_background()
    asked = played(mine, 3)
    match = mine.start.match
    server = again(server)
    found = waits_for(server, match, 0, 1)
    assert (found.state, found.adjournment.until_time.seconds - found.adjournment.since_time.seconds) == (RUNNING, 600)
    [ana] = back(server, ana)
    offer = ana.offer()
    assert (offer.returning, offer.join_within_us) == (True, 600_000_000)
    early = ana.seat(offer)
    waits_for(server, match, 1)
    early.close()
    waits_for(server, match, 0, 1)
    [bob] = back(server, bob)
    late = bob.seat()
    waits_for(server, match, 0)
    assert drained(early) == set()  # the position was sent to no bot
    ana_again = ana.seat(offer)
    streams += [ana, bob, early, late, ana_again]
    same = ana_again.until("decision")
    assert (same.number, same.view, same.clock) == (asked.number, asked.view, asked.clock)
    assert not match_of(server, match).HasField("adjournment")
    assert drained(late) == set()
    late.in_background()
    ana_again.choose(same.number)
    assert ana_again.play_on().reason == common_pb2.END_REASON_FINISHED
    assert len(all_matches(server)) == 2


def drained(seat):
    """Return the kinds of a seat's unread messages, without pings."""
    kinds = set()
    while not seat.inbox.empty():
        message = seat.inbox.get()
        kinds.add(None if message is None else message.WhichOneof("message"))
    return kinds - {None, "ping"}


def test_a_bot_that_does_not_reconnect_in_time_loses_if_another_one_does(serve, again, names, streams):
    server = serve()
    ana, _, mine, theirs = table(server, names, streams)
    theirs.in_background()
    played(mine, 3)
    server = again(server, "--limit", "resume_within=1")
    [ana] = back(server, ana)
    streams.append(ana)
    half = ana.seat()
    streams.append(half)
    over = half.play_on()
    assert [(each.seat, each.reason) for each in over.forfeits] == [(1, common_pb2.FORFEIT_REASON_LEFT)]
    assert list(over.result.placements) == [1, 2]
    assert match_of(server, mine.start.match).state == FINISHED
    assert verify(record_of(server, mine.start.match), over.head.hex()).published
    assert len(all_matches(server)) == 2  # nothing is played again
    [ana_faults, bob_faults] = sorted(server.ask("ListFaults").faults, key=lambda each: each.bot)
    assert (bob_faults.bot, bob_faults.matches, bob_faults.adjourned, bob_faults.absent) == (names[1], 1, 1, 1)
    assert (ana_faults.bot, ana_faults.void_matches, ana_faults.absent) == (names[0], 0, 0)
    assert (ana_faults.behind, ana_faults.ahead) == (bob_faults.ahead, bob_faults.behind)


def nobody_is_back(server, again, match):
    """Restart an arena. Check that the match is void, because no bot reconnects in time. Return the arena."""
    server = again(server, "--limit", "resume_within=0.2")
    found = eventually(lambda: match_of(server, match), lambda found: found.state == VOID)
    assert found.ruling == "none of its bots came back within 0.2 s after a restart of the arena"
    assert not found.HasField("adjournment")
    return server


def played_again(ana, bob, streams, matches):
    """Play this number of matches between two bots, one after another."""
    for _ in range(matches):
        seats = [ana.seat(), bob.seat()]
        streams += seats
        seats[1].in_background()
        seats[0].play_on()


@pytest.mark.parametrize("rated", [True, False])
def test_a_rated_match_to_which_no_bot_reconnects_is_replayed_with_a_new_deal(serve, again, names, streams, rated):
    server = serve()
    ana, bob, mine, theirs = table(server, names, streams, rated=rated)
    theirs.in_background()
    played(mine, 3)
    void = mine.start.match
    server = nobody_is_back(server, again, void)
    ana, bob = back(server, ana, bob)
    streams += [ana, bob]
    played_again(ana, bob, streams, 2)
    blocks = [ana.until("block")] + ([ana.until("block")] if rated else [])
    secret = ana.until("round_secret").secret
    states = {match.id: match.state for match in all_matches(server)}
    assert sorted(states.values()) == sorted([VOID, FINISHED, FINISHED])
    finished = [match for match, state in states.items() if state == FINISHED]
    deals = {each.match: block for block in blocks for each in block.matches}
    assert deals.keys() == states.keys()
    [fresh] = [match for match in finished if match_of(server, match).seats == match_of(server, void).seats]
    [stands] = set(finished) - {fresh}
    assert deals[stands].number == deals[void].number == 0
    assert deals[fresh].number == (AGAIN if rated else 0)
    for match in finished:
        assert read_record(record_of(server, match)).appendix.seed == deals[match].seed
        assert deals[match].seed == block_seed(secret, [b"", b""], deals[match].number)
        assert verify(record_of(server, match), match_of(server, match).head.hex()).published


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


def test_a_running_match_of_a_later_series_resumes_before_waiting_ones(serve, again, names, streams):
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


def test_a_round_asks_again_for_nonces_that_were_not_stored_yet(serve, again, names, streams):
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
    """Return the options with which an arena uses SQLite or PostgreSQL."""
    return [] if request.param == "sqlite" else ["--database", request.getfixturevalue("postgresql").new()]


def test_bots_that_run_through_a_restart_play_all_matches_to_their_end(serve, again, names, tmp_path, database):
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
