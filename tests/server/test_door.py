# ruff: noqa: ARG001 -- a test asks for its clock by naming it
"""The door: what it lets through and what it holds up, where that needs no peer."""

import trio

from arena.protocol.v1 import common_pb2
from arena.server.door import HELD, Holds, too_often
from arena.server.limits import Limits


async def test_who_asks_too_often_hears_so_later_and_has_to_wait_that_much_less(autojump_clock):
    began = trio.current_time()
    ended = await too_often("words", 30.0)
    assert trio.current_time() - began == HELD
    assert (ended.reason, ended.retry_after) == (common_pb2.ENDING_REASON_LIMIT, 30.0 - HELD)


async def test_nobody_is_held_longer_than_it_has_to_wait(autojump_clock):
    began = trio.current_time()
    ended = await too_often("words", 0.25)
    assert (trio.current_time() - began, ended.retry_after) == (0.25, 0.0)


async def test_who_goes_on_asking_is_held_longer(autojump_clock):
    holds = Holds(Limits(refusals_per_minute=2, refusal_held=7.0))
    waited = []
    for name in ("ana", "ana", "ana", "bob"):
        began = trio.current_time()
        await holds.too_often(name, "words", 30.0)
        waited.append(trio.current_time() - began)
    assert waited == [HELD, HELD, 7.0, HELD]
