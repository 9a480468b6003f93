"""Tests of tokens that were made with other tokens: they are revoked together, and share limits."""

import grpc
import pytest

from arena.protocol.v1 import common_pb2, organiser_pb2, organiser_pb2_grpc
from tests.server.arenas import QUICK
from tests.server.organiser.asking import Code, refused
from tests.server.wire import WITHIN, Attending, Server

BOT, ORGANISER = common_pb2.SCOPE_BOT, common_pb2.SCOPE_ORGANISER


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """Return an arena with low limits for tokens and calls."""
    limits = ("tokens_per_hour=12", "flood_pause=60", "calls_per_minute=40")
    server = Server(tmp_path_factory.mktemp("strict"), *QUICK, *(word for each in limits for word in ("--limit", each)))
    yield server
    server.stop()


def child(server, token, bot="", scope=BOT):
    made = server.ask("CreateToken", token, scope=scope, bot=bot)
    server.secrets.add(made.token_secret)
    return made


def status(server, token, bot):
    """List a bot's tokens with this token. Return the gRPC status code."""
    try:
        server.ask("ListTokens", token, bot=bot)
    except grpc.RpcError as error:
        return error.code()
    return Code.OK


def works(server, token, bot):
    found = status(server, token, bot)
    assert found in {Code.OK, Code.UNAUTHENTICATED}
    return found is Code.OK


def id_of_first(server, bot):
    [token] = [token for token in server.ask("ListTokens", bot=bot).tokens if token.label == "first"]
    return token.id


def test_a_leaked_token_is_revoked_with_all_that_was_made_with_it(shared, names, streams):
    bot, other = names[:2]
    leaked, bystander = shared.bot(bot), shared.bot(other)
    of_organiser = child(shared, shared.organiser, bot)
    inner = child(shared, leaked, bot)
    innermost = child(shared, inner.token_secret, bot)
    streams.append(attending := Attending(shared, innermost.token_secret))
    shared.ask("RevokeToken", id=id_of_first(shared, bot), reason="it was in a screenshot")
    assert attending.ending()[0].reason == common_pb2.ENDING_REASON_TOKEN
    for dead in (leaked, inner.token_secret, innermost.token_secret):
        assert not works(shared, dead, bot)
    assert works(shared, of_organiser.token_secret, bot)
    assert works(shared, bystander, other)
    lines = shared.ask("ListAuditLines").audit_lines
    reasons = {line.target: line.reason for line in lines if line.action == "RevokeToken"}
    assert reasons[inner.token.id] == f"made with {id_of_first(shared, bot)}"
    assert reasons[innermost.token.id] == f"made with {inner.token.id}"


def test_an_invite_is_revoked_with_the_token_that_made_it(shared, names):
    leaked = child(shared, shared.organiser, scope=ORGANISER)
    second = child(shared, leaked.token_secret, scope=ORGANISER)
    invite = shared.ask("CreateInvite", second.token_secret, label="a way back", uses=9)
    good = shared.ask("CreateInvite", label="a course", uses=9)
    shared.secrets |= {invite.invite_code, good.invite_code}
    shared.ask("RevokeToken", id=leaked.token.id)
    made = refused(shared, "RegisterBot", "", name=names[0], invite_code=invite.invite_code)
    assert made.code() is Code.PERMISSION_DENIED
    registered = shared.ask("RegisterBot", "", name=names[0], invite_code=good.invite_code)
    shared.secrets.add(registered.token_secret)


def made_by_flood(server, token, bot, calls):
    """Return how many tokens this number of calls makes. Each token after the tenth is revoked at once."""
    with server.dial() as channel:
        stub = organiser_pb2_grpc.OrganiserStub(channel)
        metadata = [("authorization", f"Bearer {token}")]
        request = organiser_pb2.CreateTokenRequest(scope=BOT, bot=bot)
        made = 0
        for _ in range(calls):
            try:
                answer = stub.CreateToken(request, timeout=WITHIN, metadata=metadata)
            except grpc.RpcError:
                continue
            made += 1
            server.secrets.add(answer.token_secret)
            if made > 10:
                revoking = organiser_pb2.RevokeTokenRequest(id=answer.token.id)
                stub.RevokeToken(revoking, timeout=WITHIN, metadata=metadata)
        return made


def test_a_bot_has_sixteen_tokens_that_work_and_no_more(shared, names):
    bot = names[0]
    shared.bot(bot)
    tokens = [child(shared, shared.organiser, bot) for _ in range(15)]
    refusal = refused(shared, "CreateToken", scope=BOT, bot=bot)
    assert (refusal.code(), "16 tokens" in refusal.details()) == (Code.RESOURCE_EXHAUSTED, True)
    shared.ask("RevokeToken", id=tokens[0].token.id)
    child(shared, shared.organiser, bot)


def test_a_bot_that_makes_tokens_without_end_is_stopped_also_if_it_revokes_them(strict, names):
    token, bot = strict.bot(names[0]), names[0]
    assert made_by_flood(strict, token, bot, 14) == 12
    spare = child(strict, strict.organiser, bot)
    assert refused(strict, "CreateToken", spare.token_secret, scope=BOT, bot=bot).code() is Code.RESOURCE_EXHAUSTED


def test_a_second_token_does_not_escape_the_pause_of_a_flood(strict, names, streams):
    server = strict
    first = server.bot(names[0])
    bystander = server.bot(names[1])
    second = child(server, first, names[0]).token_secret
    third = child(server, first, names[0]).token_secret
    streams.append(flood := Attending(server, first))
    for number in range(5000):
        flood.send(pong=common_pb2.Pong(number=number))
    flood.ending()
    for token in (first, second, third):
        streams.append(late := Attending(server, token, enter=False))
        ending, _ = late.ending()
        assert (ending.reason, "flooded" in ending.text) == (common_pb2.ENDING_REASON_LIMIT, True)
    streams.append(Attending(server, bystander))


def test_calls_with_two_tokens_of_a_bot_are_counted_together(strict, names):
    first = strict.bot(names[0])
    second = child(strict, first, names[0]).token_secret
    found = [status(strict, token, names[0]) for token in (first, second) * 21]
    assert found == [Code.OK] * 39 + [Code.RESOURCE_EXHAUSTED] * 3


@pytest.mark.parametrize("scope", [BOT, ORGANISER])
def test_a_token_that_revokes_its_parent_is_revoked_too(shared, names, scope):
    bot = names[0]
    shared.bot(bot)
    parent = child(shared, shared.organiser, bot if scope == BOT else "", scope)
    made = child(shared, parent.token_secret, bot if scope == BOT else "", scope)
    shared.ask("RevokeToken", made.token_secret, id=parent.token.id)
    assert not works(shared, made.token_secret, bot)
    assert works(shared, shared.organiser, bot)
