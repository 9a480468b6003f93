"""The organiser's calls, one by one, at a real arena."""

import time

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from arena.protocol.v1 import common_pb2, organiser_pb2, organiser_pb2_grpc
from tests.server.wire import WITHIN, Attending, bring

Code = grpc.StatusCode
CHANGES = ["RenameBot", "SuspendBot", "DeleteBot", "WithdrawVersion", "CreateInvite", "RunMatches", "VoidMatch"]
READS = ["GetArena", "ListAttendances", "ListBots", "ListInvites", "ListMatches", "ListAuditLines"]


def refused(server, call, token=None, **fields):
    """How a call is refused."""
    with pytest.raises(grpc.RpcError) as error:
        server.ask(call, token, **fields)
    return error.value


def token_of(server, scope, **fields):
    made = server.ask("CreateToken", scope=scope, label="test", **fields)
    server.secrets.add(made.token_secret)
    return made.token_secret


def test_without_a_token_nothing_is_answered(serve):
    server = serve()
    for call in ("GetArena", "ListTokens", "RunMatches"):
        assert refused(server, call, "").code() is Code.UNAUTHENTICATED
        assert refused(server, call, "guess").code() is Code.UNAUTHENTICATED


def test_who_may_read_changes_nothing(shared):
    read = token_of(shared, common_pb2.SCOPE_READ)
    for call in READS:
        shared.ask(call, read)
    for call in CHANGES:
        assert refused(shared, call, read).code() is Code.PERMISSION_DENIED


def test_a_bot_asks_for_nothing_but_its_own_tokens(shared, names):
    ana, bob = shared.bot(names[0]), shared.bot(names[1])
    for call in (*READS, *CHANGES):
        assert refused(shared, call, ana).code() is Code.PERMISSION_DENIED
    second = shared.ask("CreateToken", ana, scope=common_pb2.SCOPE_BOT, bot=names[0].upper(), label="laptop")
    shared.secrets.add(second.token_secret)
    assert [token.label for token in shared.ask("ListTokens", ana, bot=names[0]).tokens] == ["laptop", "first"]
    for call, fields in (
        ("ListTokens", {}),
        ("ListTokens", {"bot": names[1]}),
        ("CreateToken", {"scope": common_pb2.SCOPE_BOT, "bot": names[1]}),
        ("CreateToken", {"scope": common_pb2.SCOPE_ORGANISER}),
        ("RevokeToken", {"id": shared.ask("ListTokens", bob, bot=names[1]).tokens[0].id}),
    ):
        assert refused(shared, call, ana, **fields).code() is Code.PERMISSION_DENIED
    shared.ask("RevokeToken", ana, id=second.token.id)
    assert refused(shared, "ListTokens", second.token_secret, bot=names[0]).code() is Code.UNAUTHENTICATED


def test_the_arena_says_what_it_plays(shared):
    answer = shared.ask("GetArena")
    assert answer.protocol == 1
    assert "cacao" in {game.game for game in answer.games}
    assert answer.start_time.seconds > 0


def test_registration_needs_an_invite_or_an_organiser(serve, names):
    server = serve()
    assert refused(server, "RegisterBot", "", name=names[0]).code() is Code.PERMISSION_DENIED
    assert refused(server, "RegisterBot", "", name=names[0], invite_code="guess").code() is Code.PERMISSION_DENIED
    made = server.ask("CreateInvite", label="course", uses=1)
    server.secrets.add(made.invite_code)
    bot = server.ask("RegisterBot", "", name=names[0], author="a student", invite_code=made.invite_code)
    server.secrets.add(bot.token_secret)
    assert (bot.bot.name, bot.bot.author, bot.token.scope) == (names[0], "a student", common_pb2.SCOPE_BOT)
    used = refused(server, "RegisterBot", "", name=names[1], invite_code=made.invite_code)
    assert used.code() is Code.PERMISSION_DENIED
    Attending(server, bot.token_secret).close()


def test_guessing_invite_codes_is_slowed_down(serve, names):
    server = serve("--limit", "refusals_per_minute=2")
    for _ in range(2):
        assert refused(server, "RegisterBot", "", name=names[0], invite_code="x").code() is Code.PERMISSION_DENIED
    error = refused(server, "RegisterBot", "", name=names[0], invite_code="x")
    assert error.code() is Code.RESOURCE_EXHAUSTED
    assert int(dict(error.trailing_metadata())["retry-after"]) >= 1


def test_open_registration_is_limited_by_address_and_invites_are_exempt(serve, names):
    server = serve("--open-registration", "--limit", "registrations_per_hour=2")
    for name in names[:2]:
        server.secrets.add(server.ask("RegisterBot", "", name=name).token_secret)
    error = refused(server, "RegisterBot", "", name=names[2])
    assert error.code() is Code.RESOURCE_EXHAUSTED
    assert 3500 < int(dict(error.trailing_metadata())["retry-after"]) <= 3600
    code = server.ask("CreateInvite", label="course", uses=9).invite_code
    server.secrets.add(code)
    for name in names[2:]:
        server.secrets.add(server.ask("RegisterBot", "", name=name, invite_code=code).token_secret)


def test_an_invite_ends_when_it_says_and_when_it_is_revoked(shared, names):
    past = Timestamp(seconds=int(time.time()) - 1)
    ended = shared.ask("CreateInvite", label="ended", uses=1, expire_time=past)
    made = shared.ask("CreateInvite", label="revoked", uses=1)
    shared.secrets |= {ended.invite_code, made.invite_code}
    assert shared.ask("RevokeInvite", id=made.invite.id, reason="astray").invite.HasField("revoke_time")
    for code in (ended.invite_code, made.invite_code):
        assert refused(shared, "RegisterBot", "", name=names[0], invite_code=code).code() is Code.PERMISSION_DENIED
    assert {"ended", "revoked"} <= {invite.label for invite in shared.ask("ListInvites").invites}


@pytest.mark.parametrize(
    ("call", "fields", "code"),
    [
        ("GetBot", {"bot": "nobody-at-all"}, Code.NOT_FOUND),
        ("GetMatch", {"match": "../../etc/passwd"}, Code.NOT_FOUND),
        ("ReadRecord", {"match": "none"}, Code.NOT_FOUND),
        ("RevokeToken", {"id": "none"}, Code.NOT_FOUND),
        ("RegisterBot", {"name": "greedy"}, Code.ALREADY_EXISTS),
        ("RegisterBot", {"name": "<script>"}, Code.INVALID_ARGUMENT),
        ("CreateToken", {"scope": 0}, Code.INVALID_ARGUMENT),
        ("CreateToken", {"scope": 77}, Code.INVALID_ARGUMENT),
        ("ListBots", {"page_token": "x"}, Code.INVALID_ARGUMENT),
        ("ListBots", {"page_size": -1}, Code.INVALID_ARGUMENT),
        ("CreateInvite", {"uses": 0}, Code.INVALID_ARGUMENT),
    ],
)
def test_what_is_wrong_with_a_call_is_its_status(shared, call, fields, code):
    error = refused(shared, call, **fields)
    assert error.code() is code
    assert error.details()


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
def test_matches_that_cannot_be_are_refused(shared, names, streams, fields, code):
    streams += bring(shared, *names[:2])
    good = {"entrants": names[:2], "game": "cacao", "clock": "10+0", "blocks": 1}
    assert refused(shared, "RunMatches", **(good | fields)).code() is code


def test_a_bot_that_is_not_here_is_named(shared, names):
    shared.bot(names[0])
    terms = {"game": "cacao", "clock": "10+0", "blocks": 1}
    error = refused(shared, "RunMatches", entrants=[names[0], names[0]], **terms)
    assert error.code() is Code.FAILED_PRECONDITION
    assert names[0] in error.details()
    assert refused(shared, "RunMatches", entrants=["nobody", "nobody"], **terms).code() is Code.NOT_FOUND


def test_broken_bytes_are_an_invalid_argument(shared):
    with grpc.insecure_channel(shared.address) as channel:
        call = channel.unary_unary("/arena.protocol.v1.Organiser/GetBot")
        with pytest.raises(grpc.RpcError) as error:
            call(b"\xff\xff", metadata=[("authorization", f"Bearer {shared.organiser}")], timeout=WITHIN)
    assert error.value.code() is Code.INVALID_ARGUMENT


def test_lists_come_in_pages(shared, names):
    for name in names[:3]:
        shared.bot(name)
    found, page = [], ""
    while True:
        answer = shared.ask("ListBots", page_size=2, page_token=page)
        assert len(answer.bots) <= 2
        found += [bot.name for bot in answer.bots]
        page = answer.next_page_token
        if not page:
            break
    assert found == [bot.name for bot in shared.ask("ListBots").bots]
    assert set(names[:3]) <= set(found)


def test_rename_and_delete_keep_what_was_played(shared, names, streams):
    ana, bob = streams[:] = bring(shared, *names[:2], matches=1)
    shared.match(*names[:2])
    seats = [ana.seat().in_background(), bob.seat().in_background()]
    streams += seats
    match = seats[0].start.match
    shared.ended(match)
    renamed = shared.ask("RenameBot", bot=names[0], new_name=names[2], reason="marriage").bot
    assert renamed.name == names[2]
    ending, _ = ana.ending()
    assert ending.reason == common_pb2.ENDING_REASON_SHUTDOWN  # come back, under the new name
    left = shared.ask("DeleteBot", bot=names[1], reason="asked for").bot
    assert left.state == organiser_pb2.BOT_STATE_DELETED
    assert names[1] in {holder.entrant for holder in shared.ask("GetMatch", match=match).match.seats}
    lines = shared.ask("ListAuditLines").audit_lines[:2]
    assert [(line.action, line.reason) for line in lines] == [
        ("DeleteBot", "asked for"),
        ("RenameBot", f"renamed from {names[0]} to {names[2]}: marriage"),
    ]


def test_a_finished_match_can_be_decided_otherwise_and_made_void_in_public(shared, names, streams):
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


def test_every_call_of_the_page_is_answered(shared):
    stub = set(vars(organiser_pb2_grpc.OrganiserServicer)) - {"__doc__"}
    calls = {name for name in stub if not name.startswith("_")}
    assert [name for name in sorted(calls) if is_unimplemented(shared, name)] == []


def is_unimplemented(server, call):
    try:
        server.ask(call)
    except grpc.RpcError as error:
        return error.code() is Code.UNIMPLEMENTED
    return False
