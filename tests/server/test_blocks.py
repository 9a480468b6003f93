"""Blocks in a real arena: when their matches are offered, and what an organiser decides about one that waits."""

from arena.protocol.v1 import organiser_pb2
from tests.server.wire import bring

VOID = organiser_pb2.MATCH_STATE_VOID


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


def test_a_block_waits_for_the_room_of_all_its_matches_where_everybody_takes_that_many(serve, names, streams):
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


def test_a_block_is_played_one_after_the_other_where_somebody_takes_fewer(serve, names, streams):
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
