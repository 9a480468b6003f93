"""Tests of matches that an organiser requests, and of rulings on them."""

import pytest

from arena.protocol.v1 import common_pb2, organiser_pb2
from tests.server.organiser.asking import Code, refused
from tests.server.wire import bring


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, Code.INVALID_ARGUMENT),
        ({"clock": "soon"}, Code.INVALID_ARGUMENT),
        ({"clock": "none"}, Code.INVALID_ARGUMENT),
        ({"blocks": 0}, Code.INVALID_ARGUMENT),
        ({"blocks": 1 << 30}, Code.INVALID_ARGUMENT),
        ({"entrants": []}, Code.INVALID_ARGUMENT),
        ({"position": "{}"}, Code.INVALID_ARGUMENT),
        ({"settings": [common_pb2.Setting(name="no_such", flag=True)]}, Code.INVALID_ARGUMENT),
    ],
)
def test_impossible_matches_are_refused(shared, names, streams, fields, code):
    streams += bring(shared, *names[:2])
    good = {"entrants": names[:2], "game": "cacao", "clock": "10+0", "blocks": 1}
    assert refused(shared, "RunMatches", **(good | fields)).code() is code


def test_a_missing_bot_is_named_in_the_error(shared, names):
    shared.bot(names[0])
    terms = {"game": "cacao", "clock": "10+0", "blocks": 1}
    error = refused(shared, "RunMatches", entrants=[names[0], names[0]], **terms)
    assert error.code() is Code.FAILED_PRECONDITION
    assert names[0] in error.details()
    assert refused(shared, "RunMatches", entrants=["nobody", "nobody"], **terms).code() is Code.NOT_FOUND
    shared.ask("SuspendBot", bot=names[0], reason="a look at it")
    assert "is suspended" in refused(shared, "RunMatches", entrants=[names[0], names[0]], **terms).details()


def test_a_finished_match_can_be_decided_anew_and_made_void_in_public(shared, names, streams):
    ana, bob = streams[:] = bring(shared, *names[:2], matches=1)
    shared.match(*names[:2])
    seats = [ana.seat().in_background(), bob.seat().in_background()]
    streams += seats
    match = seats[0].start.match
    before = shared.ended(match)
    assert refused(shared, "AdjudicateMatch", match=match, placements=[1, 3]).code() is Code.INVALID_ARGUMENT
    decided = shared.ask("AdjudicateMatch", match=match, placements=[2, 1], reason="collusion").match
    assert list(decided.result.placements) == [2, 1]
    assert decided.reason == common_pb2.END_REASON_ADJUDICATED
    assert decided.head == before.head
    notice = ana.until("notice")
    assert (notice.match, "collusion" in notice.text) == (match, True)
    void = shared.ask("VoidMatch", match=match, reason="all of it").match
    assert (void.state, void.ruling) == (organiser_pb2.MATCH_STATE_VOID, "all of it")
    targets = shared.ask("ListAuditLines", target=match).audit_lines
    assert [(line.action, line.reason) for line in targets] == [
        ("VoidMatch", "all of it"),
        ("AdjudicateMatch", "collusion"),
    ]
