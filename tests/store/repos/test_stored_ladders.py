"""Tests of the data that the standing ladder reads and writes, on both kinds of databases."""

import pytest

from arena.store.ratings.counting import pool_value
from arena.store.ratings.rankings import refit
from arena.store.repos.stored_ladders import LadderStatus, PoolResults, StoredLadders
from arena.store.sql import ladder_queries, match_queries
from arena.tournament.open_ladder import LadderGoal
from tests.store.matches import opened_round, play_block

pytestmark = pytest.mark.usefixtures("tiny")


async def test_a_ladder_counts_games_at_once_and_ratings_after_the_next_fit(results):
    await opened_round(results)
    ladders, database = StoredLadders(results.database), results.database
    await play_block(results, 0, ("ana", "random"))
    [pool] = [pool_value(row) for row in database.read(match_queries.all_pools)]
    found = await ladders.results(pool, PoolResults())
    names = {bot for bot, _ in found.games}
    assert (names, found.ratings, found.computed) == ({"ana", "random"}, {}, None)
    refit(database, 10.0)
    fitted = await ladders.results(pool, found)
    assert {bot: rating.games for (bot, _), rating in fitted.ratings.items()} == {
        bot: games for (bot, _), games in fitted.games.items()
    }
    await play_block(results, 1, ("ana", "ben"))
    later = await ladders.results(pool, fitted)
    assert later.ratings is fitted.ratings  # the fit is read once
    assert {bot for bot, _ in later.games} == {"ana", "random", "ben"}


async def test_a_pool_without_results_has_none(results):
    await opened_round(results)
    await play_block(results, 0, ("ana", "random"))
    [row] = results.database.read(match_queries.all_pools)
    other = pool_value(row.model_copy(update={"seats": 4}))
    assert await StoredLadders(results.database).results(other, PoolResults()) == PoolResults()


async def test_the_state_of_a_ladder_replaces_the_one_before(results):
    await opened_round(results)
    await play_block(results, 0, ("ana", "random"))
    [row] = results.database.read(match_queries.all_pools)
    pool, ladders = pool_value(row), StoredLadders(results.database, lambda: 1000.0)
    for state, settled in (("playing", 1), ("settled", 3)):
        await ladders.show(pool, LadderStatus("10+0.1", state, 3, settled, LadderGoal()))
    [stored] = results.database.read(ladder_queries.all_ladders)
    assert (stored.state, stored.entrants, stored.settled, stored.changed) == ("settled", 3, 3, 1000.0)
    assert (stored.reach, stored.games) == (60, 500)
