"""Tests of the calls about the tokens of bots, and about invites."""

import time

from google.protobuf.timestamp_pb2 import Timestamp

from arena.protocol.v1 import common_pb2
from tests.server.organiser.asking import CHANGES, READS, Code, refused


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


def test_an_invite_ends_when_it_says_and_when_it_is_revoked(shared, names):
    past = Timestamp(seconds=int(time.time()) - 1)
    ended = shared.ask("CreateInvite", label="ended", uses=1, expire_time=past)
    made = shared.ask("CreateInvite", label="revoked", uses=1)
    shared.secrets |= {ended.invite_code, made.invite_code}
    assert shared.ask("RevokeInvite", id=made.invite.id, reason="astray").invite.HasField("revoke_time")
    for code in (ended.invite_code, made.invite_code):
        assert refused(shared, "RegisterBot", "", name=names[0], invite_code=code).code() is Code.PERMISSION_DENIED
    assert {"ended", "revoked"} <= {invite.label for invite in shared.ask("ListInvites").invites}
