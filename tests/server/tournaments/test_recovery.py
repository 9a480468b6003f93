"""Tests of calls about a tournament that come while a restarted arena has not resumed it yet."""

from functools import partial

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from tests.server.tournaments.test_schedules import WAITING, Prompt, world


@pytest.fixture
def database(tmp_path):
    opened = Prompt(tmp_path / "arena.db")
    yield opened
    opened.close()


async def test_calls_about_a_tournament_wait_until_the_restarted_arena_has_resumed_it(database, autojump_clock):
    async with world(database, autojump_clock) as made:
        await made.tournaments.start(WAITING)
    states = []
    async with world(database, autojump_clock, recovered=False) as made, trio.open_nursery() as nursery:

        async def watch():
            async for status in made.tournaments.watch("Cup"):
                states.append(status.course.tournament.state)

        nursery.start_soon(watch)
        nursery.start_soon(partial(made.tournaments.cancel, "Cup", "rain", abandon=True))
        await wait_all_tasks_blocked()
        assert states == []
        assert (await made.tournaments.status("Cup")).course.tournament.state == "interrupted"
        await made.tournaments.recover()
    assert states[-1] == "cancelled"
