"""Tests of stored rankings: the choice of the anchor, its change, and rankings of old releases."""

import json

import pytest

from arena.stats import anchor
from arena.store.ratings.rankings import COMBINED, kept_ranking, refit
from arena.store.sql import identity_queries, match_queries
from arena.store.tables import RankingRow
from tests.store.matches import opened_round, play_block

pytestmark = pytest.mark.usefixtures("tiny")


def kept(database, scope="1"):
    return database.read(lambda session: kept_ranking(session, scope))


def anchor_of(database, scope="1"):
    found = kept(database, scope)
    return named(database, found.anchor)


def named(database, key):
    return database.read(lambda session: identity_queries.names_of_entrants(session, [key]))[key][0]


async def test_a_listed_bot_with_few_blocks_is_no_anchor_and_a_change_is_stored(results, monkeypatch):
    monkeypatch.setattr(anchor, "LEAST", 2)
    database = results.database
    await opened_round(results)
    for number, names in enumerate([("ana", "random"), ("ana", "random"), ("random", "ben"), ("ana", "mcts-200")]):
        await play_block(results, number, names)
    refit(database, 10.0)
    assert anchor_of(database) == anchor_of(database, COMBINED) == "random"
    assert kept(database).former is None
    await play_block(results, 4, ("mcts-200", "ben"))
    refit(database, 20.0)
    refit(database, 30.0)
    assert anchor_of(database) == anchor_of(database, COMBINED) == "mcts-200"
    before, until = kept(database).former
    assert (named(database, before), until) == ("random", 20.0)
    assert [pool.anchor_id for pool in database.read(match_queries.all_pools)] == [kept(database).anchor]


async def test_the_anchor_has_1500_and_an_interval(results):
    await opened_round(results)
    for number in range(3):
        await play_block(results, number, ("ana", "random"))
        await play_block(results, 10 + number, ("random", "ben"))
    refit(results.database, 10.0)
    found = kept(results.database)
    row = next(row for row in found.rows if row["entrant"] == found.anchor)
    assert row["rating"] == pytest.approx(1500)
    assert row["reach"] > 0


async def test_a_ranking_that_an_earlier_version_stored_is_read(results):
    await opened_round(results)
    await play_block(results, 0, ("ana", "random"))
    refit(results.database, 10.0)

    def age(session):
        row = session.get(RankingRow, "1")
        body = json.loads(row.body)
        del body["former"]
        row.body = json.dumps(body)

    results.database.write(age)
    assert kept(results.database).former is None
    assert refit(results.database, 20.0)
    assert kept(results.database).former is None
