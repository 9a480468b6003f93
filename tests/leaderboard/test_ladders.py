"""Tests of the standing ladder of a pool, on its page and as JSON."""

import json
import shutil

import pytest
import trio

from arena.stats.pools import Pool
from arena.store.db.database import Database
from arena.store.ratings.counting import pool_value
from arena.store.repos.stored_ladders import LadderStatus, StoredLadders
from arena.store.sql import match_queries
from arena.tournament.open_ladder import LadderGoal
from tests.leaderboard.reading import shown

STATES = {
    "playing": "plays here when the arena is idle, on the clock 10+0.1. Of 5 entrants 3 are settled.",
    "settled": "has settled all 5 entrants. It goes on when a new bot or a new version comes.",
    "waiting": "waits for enough bots. Connected entrants: 5.",
    "ended": "has ended, because its time was over. Of 5 entrants 3 were settled.",
    "stopped": "stopped with the arena. Of 5 entrants 3 were settled.",
}


@pytest.fixture(scope="module")
def database(filled, tmp_path_factory):
    file = tmp_path_factory.mktemp("ladder") / "arena.db"
    shutil.copy(filled[0], file)
    opened = Database(file)
    yield opened
    opened.close()


def show(database, pool, state):
    status = LadderStatus("10+0.1", state, 5, 3, LadderGoal(60, 500))
    trio.run(StoredLadders(database, lambda: 1_800_000_000.0).show, pool, status)


def test_a_page_and_its_json_say_how_far_the_ladder_is(database, site_of):
    pool = pool_value(database.read(match_queries.all_pools)[0])
    show(database, pool, "playing")
    site = site_of(database.address)
    [line] = site.get("/ladders")
    for state, words in STATES.items():
        show(database, pool, state)
        page = shown(site.page(f"/ranking/{line['pool']}"))
        assert f"The standing ladder {words}" in page
        assert "at most ±60 points, or after 500 games. Last change: 2027-01-15 08:00" in page
        found = site.get(f"/ranking/{line['pool']}")["ladder"]
        assert [found] == site.get("/ladders")
        assert (found["state"], found["entrants"], found["settled"]) == (state, 5, 3)
    assert (found["clock"], found["reach"], found["games"], found["changed"]) == ("10+0.1", 60, 500, 1_800_000_000)


def test_a_ladder_is_there_before_its_pool_has_a_result(database, site_of):
    show(database, Pool.of("cacao", 4, {"auto_resolve": True}, 1, "classical"), "waiting")
    found = {line["pool"]: line["state"] for line in site_of(database.address).get("/ladders")}
    assert found["cacao-4p-classical-r1"] == "waiting"


def test_a_match_of_a_ladder_says_so_with_a_link_to_its_ranking(database, site_of):
    agreed = {"game": "cacao", "ladder": True}
    with database.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE rounds SET agreed = ? WHERE public = 'r-1'", (json.dumps(agreed),))
    site = site_of(database.address)
    found = site.get("/matches/r-1-0-0")
    assert found["ladder"] == found["pool"]
    link = f'<a href="/ranking/{found["pool"]}">'
    assert f"{link}standing ladder</a>" in site.page("/matches?bot=ana")
    assert f"{link}Standing ladder</a>" in site.page("/matches/r-1-0-0")
    assert "no tournament" in shown(site.page("/matches"))
    assert site.get("/matches/secret")["ladder"] is None


def test_a_pool_without_a_ladder_says_nothing_of_one(site):
    pool = site.get("/pools")[0]["pool"]
    assert site.get(f"/ranking/{pool}")["ladder"] is None
    assert "standing ladder" not in site.page(f"/ranking/{pool}")
