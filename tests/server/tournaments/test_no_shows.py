"""Tests of how long a tournament waits for disconnected bots, by a clock of the test."""

from collections import Counter
from contextlib import asynccontextmanager

import pytest
import trio

from arena.server.matches.results import WITHDRAWN, MatchFilter
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


async def states_of(made):
    entries = await made.arena.results.matches(MatchFilter(), 1000)
    return Counter((entry.state, entry.ruling) for entry in entries)


async def cancelled(made):
    """Start a tournament of bots that do not come, and cancel it before its matches begin. Return it."""
    tournament = await made.tournaments.start(CUP)
    await trio.sleep(1)
    live = made.tournaments.live[tournament.id]
    assert ("offered", "") in await states_of(made)
    await made.tournaments.cancel("Cup", "rain", abandon=True)
    await live.over.wait()
    return tournament


async def test_matches_of_a_cancelled_tournament_that_have_not_begun_are_void(database, autojump_clock):
    async with deserted(database, autojump_clock) as made:
        await cancelled(made)
        assert {state for state, _ in await states_of(made)} == {"void"}
        assert (await states_of(made))["void", WITHDRAWN] > 0
        assert (await made.tournaments.status("Cup")).course.settled_matches < 100


async def test_a_resumed_tournament_plays_its_withdrawn_matches_with_the_same_deals(database, autojump_clock):
    async with deserted(database, autojump_clock) as made:
        tournament = await cancelled(made)
        await made.tournaments.resume("Cup")
        await made.tournaments.live[tournament.id].over.wait()
        course = (await made.tournaments.status("Cup")).course
        assert course.tournament.state == "finished"
        assert course.settled_matches == course.matches == 100
        entries = await made.arena.results.matches(MatchFilter(), 1000)
        assert {entry.instead_of for entry in entries} == {None}


async def test_a_tournament_can_be_cancelled_and_resumed_more_often_than_a_faulty_match_is_replayed(
    database, autojump_clock
):
    async with deserted(database, autojump_clock) as made:
        tournament = await cancelled(made)
        for _ in range(4):
            await made.tournaments.resume("Cup")
            await trio.sleep(1)
            await made.tournaments.cancel("Cup", "", abandon=True)
        await made.tournaments.resume("Cup")
        await made.tournaments.live[tournament.id].over.wait()
        course = (await made.tournaments.status("Cup")).course
        assert course.settled_matches == course.matches == 100


async def test_a_start_voids_the_matches_that_an_earlier_release_left_as_offered(database, autojump_clock):
    async with deserted(database, autojump_clock) as made:
        await cancelled(made)
        with database.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE matches SET state = 'offered', ruling = '', fault = FALSE, ended = NULL")
    async with deserted(database, autojump_clock) as made:
        assert {state for state, _ in await states_of(made)} == {"offered"}
        await made.tournaments.recover()
        assert set(await states_of(made)) == {("void", WITHDRAWN)}
