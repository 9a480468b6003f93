"""Tests of how long a tournament waits for disconnected bots, by a clock of the test."""

from contextlib import asynccontextmanager

import pytest
import trio

from arena.store.sql import match_queries
from tests.server.tournaments.test_schedules import WAITING, Prompt, world

CUP = f"{WAITING}[round-robin]\nrounds = 50\n"
NAMES = ("ana", "ben", "cai", "dov")
PATIENCE = {"start_within": 0.0, "nonce_within": 0.0, "join_within": 30.0}


@pytest.fixture
def database(tmp_path):
    opened = Prompt(tmp_path / "arena.db")
    yield opened
    opened.close()


@asynccontextmanager
async def deserted(database, clock, names=NAMES[:2]):
    """Open an arena that has admitted these bots. None of them is connected."""
    async with world(database, clock, **PATIENCE) as made:
        for name in names:
            if name not in {"ana", "ben"}:
                await made.arena.accounts.register(name, "", "")
            await made.arena.accounts.attended(name, "1", "")
            await made.arena.accounts.judge(name, "1", "")
        yield made


async def played(made, file):
    """Start a tournament, and wait until it is over. Return its snapshot."""
    tournament = await made.tournaments.start(file)
    await made.tournaments.live[tournament.id].over.wait()
    return (await made.tournaments.status(tournament.id)).course


async def test_two_matches_wait_for_a_missing_bot_and_the_others_are_lost_at_once(database, autojump_clock):
    async with deserted(database, autojump_clock) as made:
        began = trio.current_time()
        course = await played(made, CUP)
        assert course.tournament.state == "finished"
        assert course.settled_matches == course.matches == 100
        assert trio.current_time() - began < 2 * 2 * 30 + 10  # a match is offered twice, for 30 s


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_match_that_no_bot_joined_is_void_and_is_not_played_again(database, autojump_clock, seats):
    names = NAMES[:seats]
    async with deserted(database, autojump_clock, names) as made:
        listed = ", ".join(f'"{name}"' for name in names)
        course = await played(
            made, f'name = "Cup"\ngame = "cacao"\nseats = {seats}\nclock = "10"\nentrants = [{listed}]\n'
        )
        assert course.settled_matches == course.matches == len(course.results)
        assert {result.void for result in course.results} == {True}
        assert course.forfeits == {}
        assert [(line.rank, line.points, line.blocks, line.row) for line in course.standings()] == [
            (1, 0, 0, None)
        ] * seats
        entries = [await made.arena.results.match(result.match) for result in course.results]
        assert {(entry.state, entry.ruling, entry.fault) for entry in entries} == {("void", "nobody came to it", False)}
    assert database.read(match_queries.all_pools) == []


@pytest.mark.parametrize(("form", "size"), [("ladder", 16), ("sprt", 8)])
async def test_a_tournament_that_waits_for_a_bot_retries_slowly(database, autojump_clock, form, size):
    terms = "elo0 = 0\nelo1 = 20\n" if form == "sprt" else ""
    async with deserted(database, autojump_clock) as made:
        tournament = await made.tournaments.start(f'{WAITING}format = "{form}"\n[{form}]\n{terms}')
        await trio.sleep(300)
        course = (await made.tournaments.status(tournament.id)).course
        assert 300 / 60 * size < len(course.fixtures) <= 2 * size * (300 / 30 + 2)
        await made.tournaments.cancel("Cup", "", abandon=False)
        await made.tournaments.live[tournament.id].over.wait()
