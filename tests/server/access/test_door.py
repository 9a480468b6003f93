# ruff: noqa: ARG001 -- a test asks for its clock by naming it
"""Tests of the door, which accepts or delays calls, with invented calls."""

import pytest
import trio

from arena.protocol.v1 import common_pb2
from arena.server.access.accounts import Token
from arena.server.access.door import (
    FAILED_WAITS,
    FAILURES_AT_ONCE,
    HELD,
    Door,
    Holder,
    Holds,
    StreamEnded,
    too_often,
)
from arena.server.transport.limits import Limits


async def test_the_delay_of_a_refusal_counts_as_a_part_of_the_wait(autojump_clock):
    began = trio.current_time()
    ended = await too_often("words", 30.0)
    assert trio.current_time() - began == HELD
    assert (ended.reason, ended.retry_after) == (common_pb2.ENDING_REASON_LIMIT, 30.0 - HELD)


async def test_no_caller_is_delayed_longer_than_it_has_to_wait(autojump_clock):
    began = trio.current_time()
    ended = await too_often("words", 0.25)
    assert (trio.current_time() - began, ended.retry_after) == (0.25, 0.0)


async def test_a_caller_that_continues_to_call_is_delayed_longer(autojump_clock):
    holds = Holds(Limits(refusals_per_minute=2, refusal_held=7.0))
    waited = []
    for name in ("ana", "ana", "ana", "bob"):
        began = trio.current_time()
        await holds.too_often(name, "words", 30.0)
        waited.append(trio.current_time() - began)
    assert waited == [HELD, HELD, 7.0, HELD]


class NoTokens:
    """Accounts that know no token. They count how often they are asked for one."""

    asked = 0

    def away(self):
        return False

    async def holder(self, _secret):
        self.asked += 1


class Caller:
    """A call with a wrong token. It has only the attributes that the door reads."""

    def __init__(self):
        self.metadata = {"authorization": "Bearer guess"}
        self.peer = "ipv4:127.0.0.1:5000"


async def test_the_accounts_are_asked_once_about_an_unknown_token(autojump_clock):
    accounts = NoTokens()
    door = Door(accounts, Limits(refusals_per_minute=2))
    for _ in range(5):
        with pytest.raises(StreamEnded):
            await door.holder(Caller())
    assert accounts.asked == 1


async def test_an_attacker_has_one_line_in_the_log_with_its_name_if_it_is_known(autojump_clock, caplog):
    class OneToken(NoTokens):
        async def holder(self, secret):
            return {"good": Token("t-1", "bot", "ana", "", 0.0)}.get(secret)

    door, good = Door(OneToken(), Limits(refusals_per_minute=2)), Caller()
    good.metadata = {"authorization": "Bearer good"}
    ana = await door.holder(good)
    for _ in range(3):
        door.flooded(ana)
        door.closed("ipv4:127.0.0.1", "Bearer good")
        door.closed("ipv4:127.0.0.1", "")
    for _ in range(5):
        with pytest.raises(StreamEnded):
            await door.holder(Caller())
    said = [record.message for record in caplog.records]
    assert said == [
        "an attack by bot ana: it sent too many messages that nothing asked for",
        "an attack by host ipv4:127.0.0.1: it opened calls too fast; its connection was closed",
        "an attack by host 127.0.0.1: it calls again and again without a valid token",
    ]


async def test_a_bot_that_fails_without_end_waits_before_its_next_match_and_others_do_not(autojump_clock):
    door = Door(NoTokens(), Limits())
    ana, bob = (Holder(name, "bot", name) for name in ("ana", "bob"))
    for _ in range(FAILURES_AT_ONCE):
        door.failed(ana)
    began = trio.current_time()
    await door.after_failures(ana)
    assert trio.current_time() - began == pytest.approx(0.0, abs=1e-6)
    for _ in range(FAILURES_AT_ONCE):
        door.failed(ana)
    await door.after_failures(bob)
    assert trio.current_time() - began == pytest.approx(0.0, abs=1e-6)
    await door.after_failures(ana)
    assert trio.current_time() - began == pytest.approx(FAILED_WAITS)
