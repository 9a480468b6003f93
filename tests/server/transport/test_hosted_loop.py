"""Tests of an asyncio loop inside trio: the actions that each may request from the other."""

import asyncio
import socket
import threading
from functools import partial

import pytest
import trio
import trio.testing
from grpc._cython import cygrpc

from arena.server.transport.hosted_loop import EVENTS, LOOKS, hosted
from tests.server.wire import WITHIN


async def test_a_coroutine_of_asyncio_returns_its_value_to_trio():
    async def add():
        await asyncio.sleep(0)
        return 1 + 2

    async with hosted() as host:
        assert await host.outcome(add()) == 3


async def test_an_error_of_a_coroutine_is_raised_in_trio():
    async def fail():
        raise KeyError("in the loop")

    async with hosted() as host:
        with pytest.raises(KeyError, match="in the loop"):
            await host.outcome(fail())


async def test_timers_of_the_loop_fire_even_if_nothing_else_happens():
    async def wait():
        began = asyncio.get_running_loop().time()
        await asyncio.sleep(0.05)
        await asyncio.wait_for(asyncio.sleep(0.05), timeout=WITHIN)  # a timer that is taken back, and an earlier one
        return asyncio.get_running_loop().time() - began

    async with hosted() as host:
        with trio.fail_after(WITHIN):
            assert await host.outcome(wait()) >= 0.1


async def test_a_loop_that_waits_does_not_block_trio():
    async def forever():
        await asyncio.Event().wait()

    async with hosted() as host:
        with trio.move_on_after(0.01) as waited:
            await host.outcome(forever())
    assert waited.cancelled_caught


async def test_code_in_the_loop_may_start_and_wake_tasks_of_trio():
    heard = []
    woken = trio.Event()

    async def task():
        heard.append("started")
        await woken.wait()
        heard.append("woken")

    async with hosted() as host:

        async def loop_side():
            host.nursery.start_soon(task)
            await asyncio.sleep(0)
            woken.set()

        await host.outcome(loop_side())
    assert heard == ["started", "woken"]


async def test_loop_and_tasks_run_in_one_thread():
    async def here():
        return threading.get_ident()

    async with hosted() as host:
        assert await host.outcome(here()) == threading.get_ident()


async def test_descriptors_wake_the_loop():
    near, far = socket.socketpair()
    near.setblocking(False)
    with near, far:
        async with hosted() as host:

            async def read():
                return await asyncio.get_running_loop().sock_recv(near, 10)

            with trio.fail_after(WITHIN):
                async with trio.open_nursery() as nursery:
                    heard = []

                    async def listen():
                        heard.append(await host.outcome(read()))

                    nursery.start_soon(listen)
                    await trio.testing.wait_all_tasks_blocked()
                    far.send(b"hello")
            assert heard == [b"hello"]


async def test_other_threads_wake_the_loop():
    async def elsewhere():
        loop = asyncio.get_running_loop()
        heard = loop.create_future()
        threading.Timer(0.01, loop.call_soon_threadsafe, (heard.set_result, "back")).start()
        return await heard

    async with hosted() as host:
        with trio.fail_after(WITHIN):
            assert await host.outcome(elsewhere()) == "back"


@pytest.mark.parametrize(("messages", "at_once"), [(1, True), (2, False)])
async def test_the_answer_to_a_single_message_is_processed_at_once(messages, at_once):
    near, far = socket.socketpair()
    with near, far:
        came, done = trio.Event(), trio.Event()

        def read():
            near.recv(1)
            host.arrivals += messages
            came.set()

        async with hosted() as host:
            host.loop.add_reader(near, read)
            host.rouse()
            await trio.testing.wait_all_tasks_blocked()
            far.send(b"x")
            with trio.fail_after(WITHIN):
                await came.wait()
                host.loop.call_soon(done.set)
                host.rouse()
                assert done.is_set() is at_once
                await done.wait()
            host.loop.remove_reader(near)


@pytest.mark.parametrize(("name", "calls"), [(EVENTS, 1), ("another", 3)])
async def test_grpc_is_called_once_for_all_its_events(name, calls):
    near, far = socket.socketpair()
    near.setblocking(False)
    with near, far:
        called = []

        def handle():
            called.append(None)
            near.recv(1)  # gRPC reads a byte, too, and older releases fail if there is none

        handle.__qualname__ = name
        async with hosted() as host:
            host.loop.add_reader(near, partial(handle))
            far.send(b"111")
            host.rouse()
            await trio.testing.wait_all_tasks_blocked()
            host.loop.remove_reader(near)
    assert len(called) == calls


def test_the_function_that_handles_events_has_its_name_in_grpc():
    assert cygrpc.PollerCompletionQueue._handle_events.__qualname__ == EVENTS


async def test_a_job_for_a_loop_that_has_ended_does_no_harm():
    async with hosted() as host:
        await host.outcome(asyncio.sleep(0))
    host.rouse()


async def test_a_descriptor_that_is_always_ready_leaves_tasks_their_turn():
    near, far = socket.socketpair()
    with near, far:
        far.send(b"never read")
        seen = []
        async with hosted() as host:
            host.loop.add_reader(near, lambda: seen.append(None))
            host.rouse()
            with trio.fail_after(WITHIN):
                while len(seen) <= 3 * LOOKS:
                    await trio.lowlevel.checkpoint()
            host.loop.remove_reader(near)


async def test_the_loop_outlives_the_tasks_that_it_has_started():
    ended = []

    async def last():
        ended.append(True)

    async with hosted() as host:

        async def slow():
            try:
                await trio.sleep_forever()
            finally:
                with trio.CancelScope(shield=True):
                    await host.outcome(last())

        with trio.move_on_after(0.01):
            host.nursery.start_soon(slow)
            await trio.sleep_forever()
        host.nursery.cancel_scope.cancel()
    assert ended == [True]
    assert host.loop.is_closed()


async def test_the_loop_is_closed_when_the_block_raises():
    with pytest.RaisesGroup(ValueError, flatten_subgroups=True):
        async with hosted() as host:
            raise ValueError
    assert host.loop.is_closed()
