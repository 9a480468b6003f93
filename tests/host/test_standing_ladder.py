"""Tests of the standing ladder on a served arena: it rates bots by itself, and survives a kill."""

import argparse
import json
import os
import subprocess
import sys
import urllib.request
from collections import Counter
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from arena.cli import main
from arena.commands.demo import demo_cups
from arena.errors import UsageError
from arena.host.house_bots import Household
from arena.host.running_arena import running
from arena.host.standing_ladder import LadderScene, LadderSettings, StandingLadder, all_pools, read_ladder
from arena.server.endpoint import Serving
from arena.store.db.database import Database
from arena.store.ratings.counting import count_anew
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_ladders import StoredLadders
from arena.store.sql import ladder_queries, match_queries
from tests.processes import Process
from tests.server.wire import ROOT, Attending, Server, eventually
from tests.store.repos.test_stored_results import everything_counted

QUICK = ("--limit", "refit_interval=0.2", "--limit", "nonce_within=0.3", "--grace", "1", "--ladder")
POOL = ("--ladder-pool", "cacao:2")
SETTLED = 'arena_ladder_entrants{game="cacao",seats="2",state="settled"} 3.0'
BOT = """
from arena_sdk import Bot, run

class Ana(Bot):
    "Takes the first thing offered."
    version = "VERSION"
    def choose(self, turn):
        return turn.options[0]

run(Ana)
"""


@contextmanager
def dialling(server, folder, secret, version="1"):
    """Run a bot in its own process until the block ends, as its author starts it."""
    file = folder / "ana.py"
    file.write_text(BOT.replace("VERSION", version))
    environment = {**os.environ, "ARENA_TOKEN": secret, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
    command = [sys.executable, str(file), "--arena", server.address]
    with Process(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        yield


def state(server):
    """Return the only ladder's state, its number of entrants, and how many are settled; None if there is no ladder."""
    database = Database(server.data / "arena.db", read_only=True)
    try:
        [row] = database.read(ladder_queries.all_ladders) or [None]
    finally:
        database.close()
    return None if row is None else (row.state, row.entrants, row.settled)


def settled(server, entrants):
    return eventually(lambda: state(server), lambda found: found == ("settled", entrants, entrants))


def ranked(server, capsys):
    """Return the rating of each entrant, and half the width of its interval, by entrant."""
    assert main(["ranking", "--database", str(server.data / "arena.db"), "--json"]) == 0
    [pool, _] = json.loads(capsys.readouterr().out)
    assert pool["ladder"]["clock"] == "10+0.1"
    return {row["entrant"]: (row["rating"], row["reach"]) for row in pool["rows"]}


def metrics(server):
    line = server.hear("metrics and health are at ")
    with urllib.request.urlopen(f"http://{line.partition('http://')[2].split('/')[0]}/metrics") as answer:
        return answer.read().decode()


def test_after_a_kill_no_match_counts_twice_and_a_bot_that_connects_is_rated(tmp_path, capsys):
    with Server(tmp_path / "arena", *QUICK, *POOL, house="greedy,random") as server:
        eventually(lambda: finished(server), lambda count: count > 2)
        assert state(server) == ("playing", 2, 0)
        server.process.kill()
    few = (*QUICK, *POOL, "--ladder-games", "5", "--admin", "127.0.0.1:0")
    with Server(tmp_path / "arena", *few, house="greedy,random") as server:
        secret = server.bot("ana")
        settled(server, 2)
        with dialling(server, tmp_path, secret):
            settled(server, 3)
        settled(server, 2)
        with dialling(server, tmp_path, secret, version="2"):  # a new version has a rating of its own
            settled(server, 3)
            eventually(lambda: metrics(server), lambda text: SETTLED in text)
        ratings = ranked(server, capsys)
        assert set(ratings) == {"greedy 2", "random 1", "ana 1", "ana 2"}
        assert all(reach > 0 for _, reach in ratings.values())
        assert "ladder of cacao with 2 seats" in server.hear("all 3 entrants are settled")
        assert server.stop() == 0
        assert state(server)[0] == "stopped"
    assert_each_counts_once(server)


def finished(server):
    database = Database(server.data / "arena.db", read_only=True)
    try:
        return database.read(match_queries.how_many_finished)
    finally:
        database.close()


def assert_each_counts_once(server):
    database = Database(server.data / "arena.db")
    try:
        matches = database.read(match_queries.all_matches)
        assert {found.match.state for found in matches} <= {"finished", "void"}
        assert all(a_round.closed for a_round in database.read(match_queries.all_rounds))
        blocks = [(found.match.block_id, found.match.place) for found in matches]
        assert len(set(blocks)) == len(blocks)
        before = database.read(everything_counted)
        database.write(count_anew)
        assert database.read(everything_counted) == before
    finally:
        database.close()


def cup(name, entrants):
    return f'name = "{name}"\ngame = "cacao"\nclock = "10+0.1"\nentrants = {entrants}\n'


async def test_the_ladder_knows_the_bots_of_tournaments_that_wait_for_them(tmp_path):
    database = Database(tmp_path / "arena.db")
    accounts = StoredAccounts(database)
    for name in ("ana", "bob", "cam"):
        await accounts.register(name, "", "")
    how, nobody = Serving("127.0.0.1:0"), Household((), 1)
    try:
        async with running(database, how, accounts, nobody, examines=False) as held:
            ladder = StandingLadder(held.arena, held.tournaments, StoredLadders(database), LadderSettings())
            assert await ladder.busy() == frozenset()
            await held.tournaments.start(cup("Cup", ["ana", "bob"]))
            assert await ladder.busy() == {"ana", "bob"}
            await held.tournaments.start(cup("Open", '"all"'))
            assert await ladder.busy() is None  # it may be any bot
    finally:
        database.close()


async def test_the_ladder_of_the_demo_ends_when_its_time_is_over(tmp_path):
    database = Database(tmp_path / "arena.db")
    how, nobody = Serving("127.0.0.1:0"), Household((), 1)
    try:
        async with running(database, how, StoredAccounts(database), nobody, examines=False) as held:
            held.tournaments.leave_others()
            settings = LadderSettings((("cacao", 2),), seconds=0.2)
            await StandingLadder(held.arena, held.tournaments, StoredLadders(database), settings).run()
            assert [row.state for row in database.read(ladder_queries.all_ladders)] == ["ended"]
    finally:
        database.close()


def test_the_demo_plays_its_games_for_ten_minutes_unless_the_ladder_is_turned_off():
    cups = [cup for cup in demo_cups.CUPS if cup.game == "cacao"]
    ladder = demo_cups.ladder_of(cups, argparse.Namespace(no_ladder=False))
    assert ladder.seconds == 600
    assert set(ladder.pools) == {("cacao", 2), ("cacao", 3), ("cacao", 4)}
    assert demo_cups.ladder_of(cups, argparse.Namespace(no_ladder=True)) is None


ANA = ("ana", "1")


@pytest.mark.parametrize(
    ("room", "scene", "free"),
    [
        (4, {}, True),
        (0, {}, False),
        (4, {"resting": frozenset({ANA})}, False),
        (4, {"busy": frozenset({"ana"}), "at_tables": Counter({ANA: 1})}, True),
        (4, {"busy": frozenset({"ana"}), "at_tables": Counter({ANA: 2})}, False),
        (4, {"busy": None, "at_tables": Counter({ANA: 2})}, False),
        (4, {"at_tables": Counter({ANA: 3})}, True),
        (1, {"at_tables": Counter({ANA: 1}), "unseated": Counter({ANA: 1})}, False),
    ],
)
def test_the_ladder_uses_at_most_half_of_the_capacity_of_a_bot_in_a_tournament(room, scene, free):
    usual = {"streams": {}, "resting": frozenset(), "busy": frozenset(), "mine": ()}
    counts = {"at_tables": Counter(), "unseated": Counter()}
    stream = SimpleNamespace(room=room, matches_at_once=4)
    assert LadderScene(**{**usual, **counts, **scene}).is_free(ANA, [stream]) is free


def arguments(**values):
    usual = {"ladder": True, "ladder_pool": [], "ladder_clock": "", "ladder_reach": None, "ladder_games": None}
    return argparse.Namespace(**{**usual, **values})


def test_a_ladder_has_all_games_and_the_stated_goal_unless_others_are_named():
    assert read_ladder(arguments(ladder=False)) is None
    usual = read_ladder(arguments())
    assert set(usual.pools) == set(all_pools())
    assert {game for game, _ in usual.pools} == {"cacao", "teotihuacan"}
    assert (usual.clock, usual.goal.reach, usual.goal.games) == ("10+0.1", 60, 500)
    named = read_ladder(arguments(ladder_pool=["cacao:3", "cacao:3"], ladder_reach=40, ladder_clock="st=1"))
    assert (named.pools, named.goal.reach, named.clock) == ((("cacao", 3),), 40, "st=1")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"ladder": False, "ladder_reach": 40}, "without --ladder"),
        ({"ladder_pool": ["cacao:9"]}, "cacao:9"),
        ({"ladder_pool": ["teotihuacan/solo:2"]}, "teotihuacan/solo:2"),
        ({"ladder_clock": "none"}, "expected a clock"),
        ({"ladder_clock": "soon"}, "unknown time control"),
    ],
)
def test_an_impossible_ladder_is_refused(values, words):
    with pytest.raises(UsageError, match=words):
        read_ladder(arguments(**values))


def test_matches_that_are_asked_for_go_before_the_next_match_of_the_ladder(tmp_path):
    with Server(tmp_path / "arena", *QUICK, *POOL, "--ladder-clock", "300+1", house="greedy") as server:
        ana = Attending(server, server.bot("ana"), matches=1)
        seat = ana.seat(offer := ana.offer())
        assert offer.clock.bank_us == 300_000_000  # a match of the ladder
        asked = server.match("ana", "greedy", clock="600+1")
        seat.play_on()
        for _ in asked:
            offer = ana.offer()
            assert offer.match in asked
            ana.seat(offer).play_on()
        offer = ana.offer()
        assert (offer.match in asked, offer.clock.bank_us) == (False, 300_000_000)
        ana.close()
