# ruff: noqa: ARG001 -- a test asks for its clock by naming it
"""The door: what it lets through and what it holds up, where that needs no peer."""

import trio

from arena.protocol.v1 import common_pb2
from arena.server.access.door import HELD, too_often


async def test_who_asks_too_often_hears_so_later_and_has_to_wait_that_much_less(autojump_clock):
    began = trio.current_time()
    ended = await too_often("words", 30.0)
    assert trio.current_time() - began == HELD
    assert (ended.reason, ended.retry_after) == (common_pb2.ENDING_REASON_LIMIT, 30.0 - HELD)


async def test_nobody_is_held_longer_than_it_has_to_wait(autojump_clock):
    began = trio.current_time()
    ended = await too_often("words", 0.25)
    assert (trio.current_time() - began, ended.retry_after) == (0.25, 0.0)
