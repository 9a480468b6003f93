"""How long a tournament waits for bots that have gone, by a clock that a test turns."""

import pytest
import trio

from tests.service.test_schedules import WAITING, Prompt, world

CUP = f"{WAITING}rated = false\n[round-robin]\nrounds = 50\n"


@pytest.fixture
def database(tmp_path):
    opened = Prompt(tmp_path / "arena.db")
    yield opened
    opened.close()


async def test_two_matches_are_waited_for_and_the_rest_are_lost_at_once(database, autojump_clock):
    async with world(database, autojump_clock, start_within=0.0, nonce_within=0.0, join_within=30.0) as arena:
        for name in ("ana", "ben"):
            await arena.arena.accounts.attended(name, "1", "")
        began = trio.current_time()
        tournament = await arena.tournaments.start(CUP)
        await arena.tournaments.live[tournament.id].over.wait()
        course = (await arena.tournaments.status(tournament.id)).course
        assert sum(course.forfeits.values()) == course.finished == 100
        assert trio.current_time() - began < 2 * 2 * 30 + 10  # a match is offered twice, for 30 s
