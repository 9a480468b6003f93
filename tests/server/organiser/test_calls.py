"""Tests of what all calls of the organiser share: allowed callers, errors, and pages of lists."""

import grpc
import pytest

from arena.protocol.v1 import common_pb2
from tests.server.organiser.asking import CHANGES, READS, Code, refused, token_of
from tests.server.wire import WITHIN


def test_an_organiser_that_calls_too_often_has_to_wait(serve):
    server = serve("--limit", "calls_per_minute=3")
    for _ in range(3):
        server.ask("GetArena")
    error = refused(server, "GetArena")
    assert error.code() is Code.RESOURCE_EXHAUSTED
    assert 1 <= int(dict(error.trailing_metadata())["retry-after"]) <= 60


def test_without_a_token_nothing_is_answered(serve):
    server = serve()
    for call in ("GetArena", "ListTokens", "RunMatches"):
        assert refused(server, call, "").code() is Code.UNAUTHENTICATED
        assert refused(server, call, "guess").code() is Code.UNAUTHENTICATED


def test_a_read_only_token_changes_nothing(shared):
    read = token_of(shared, common_pb2.SCOPE_READ)
    for call in READS:
        shared.ask(call, read)
    for call in CHANGES:
        error = refused(shared, call, read)
        assert error.code() is Code.PERMISSION_DENIED
        assert "a token of the scope read: expected a token of the scope " in error.details()


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
def test_the_status_of_a_call_says_what_is_wrong_with_it(shared, call, fields, code):
    error = refused(shared, call, **fields)
    assert error.code() is code
    assert error.details()


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
