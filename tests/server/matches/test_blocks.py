"""Tests of blocks in a real arena: when their matches are offered, and rulings on pending matches."""

from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.server.matches.blocks import TRIES
from tests.server.arenas import spoilt
from tests.server.wire import CACAO, Attending, bring

FINISHED, VOID = organiser_pb2.MATCH_STATE_FINISHED, organiser_pb2.MATCH_STATE_VOID


def test_a_match_that_is_made_void_while_it_waits_is_never_offered(serve, names, streams):
    server = serve()
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    matches = server.match(*names[:2])
    seats = [ana.seat(), bob.seat()]
    streams += seats
    [waiting] = set(matches) - {seats[0].start.match}
    assert server.ask("VoidMatch", match=waiting, reason="enough").match.state == VOID
    seats[1].in_background()
    seats[0].play_on()
    ana.until("round_secret")
    assert server.ask("GetMatch", match=waiting).match.ruling == "enough"


def test_a_block_waits_for_room_for_all_its_matches_if_every_bot_takes_that_many(serve, names, streams):
    server = serve()
    ana, bob, cam, dan = bring(server, *names, matches=2)
    streams += [ana, bob, cam, dan]
    server.match(*names[:2])
    offers = [ana.offer(), ana.offer()]
    theirs = {offer.match: offer for offer in (bob.offer(), bob.offer())}
    one, other = [(ana.seat(offer), bob.seat(theirs[offer.match])) for offer in offers]
    streams += [*one, *other]
    one[1].in_background()
    one[0].play_on()
    second = server.match(*names[:2])
    server.match(*names[2:])
    cam.offer()  # what was asked for later has its room, so what was asked for before has looked for it
    running = {each.entrant: each.matches_running for each in server.ask("ListAttendances").attendances}
    assert (running[names[0]], running[names[1]]) == (1, 1)
    other[1].in_background()
    other[0].play_on()
    assert {ana.offer().match, ana.offer().match} == set(second)


def test_the_matches_of_a_block_are_played_in_turn_if_one_bot_takes_fewer(serve, names, streams):
    server = serve()
    [ana], [bob] = bring(server, names[0], matches=1), bring(server, names[1], matches=2)
    streams += [ana, bob]
    matches = server.match(*names[:2])
    seats = [ana.seat(), bob.seat()]
    streams += seats
    running = {each.entrant: each.matches_running for each in server.ask("ListAttendances").attendances}
    assert running == {names[0]: 1, names[1]: 1}
    seats[1].in_background()
    seats[0].play_on()
    assert {seats[0].start.match, ana.offer().match} == set(matches)


def test_a_bot_that_reconnects_for_other_games_loses_its_matches(serve, names, streams):
    server = serve("--limit", "join_within=0.5")
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    matches = server.match(*names[:2])
    seats = [ana.seat(), bob.seat()]
    streams += seats
    ana.close()
    three = common_pb2.GameSupport(game="cacao", rules_version=CACAO.version, seats=[3])
    streams.append(Attending(server, ana.token, matches=1, games=[three]))
    seats[1].in_background()
    seats[0].play_on()
    [waiting] = set(matches) - {seats[0].start.match}
    streams.append(bob.seat())
    lost = bob.until("result")  # of the first match
    while lost.match != waiting:
        lost = bob.until("result")
    assert [each.reason for each in lost.forfeits] == [common_pb2.FORFEIT_REASON_NO_SHOW]


def played_until_told(streams, ana, bob, times):
    """Play this number of matches, and wait for the result of each."""
    for _ in range(times):
        seats = [ana.seat(), bob.seat()]
        streams += seats
        for seat in seats:
            seat.in_background()
        ana.until("result")


def test_a_match_that_fails_by_the_arenas_fault_is_retried_a_limited_number_of_times(serve, names, streams):
    server = serve()
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    with spoilt(server):
        server.match(*names[:2])
        played_until_told(streams, ana, bob, 6)
    block = ana.until("block")
    matches = server.ask("ListMatches").matches
    assert {match.state for match in matches} == {VOID}
    assert {"the arena's own fault" in match.ruling for match in matches} == {True}
    assert {match.id for match in matches} == {each.match for each in block.matches}
    assert len(matches) == 2 * TRIES
    server.hear("a fault")


def test_a_replayed_match_counts_and_the_spoilt_one_does_not(serve, names, streams):
    server = serve()
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    with spoilt(server):
        server.match(*names[:2])
        played_until_told(streams, ana, bob, 1)
    played_until_told(streams, ana, bob, 2)
    block = ana.until("block")
    states = [match.state for match in server.ask("ListMatches").matches]
    assert sorted(states) == sorted([VOID, FINISHED, FINISHED])
    assert len(block.matches) == 3
