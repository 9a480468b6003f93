"""Tests of analyses of matches in a database: stored, replaced, exported, deleted."""

import pytest

from arena.cli import main
from arena.store.db.database import Database
from arena.store.exchange import public_lines
from arena.store.prune import DAY, KEPT, prune, read_keep
from arena.store.repos.stored_analyses import analyses_of, store_analyses
from arena.store.sql import analysis_queries, page_queries
from leaderboard.bots import called
from tests.analysis.played import record
from tests.store.matches import SALT, entry, opened_round, play, seed

pytestmark = pytest.mark.usefixtures("tiny")
NOW = 2_000_000_000.0
LUCK = [{"luck": 0.125}, {"luck": -0.125}]


def found(match="m-1", by="mcts-800", **changes):
    """Return an analysis of a match as values, with some of them changed."""
    return {
        "match": match,
        "game": "tiny",
        "by": by,
        "version": 1,
        "decisions": [{"seat": 0, "cost": 0.25, "noise": 0.1, "chapter": "C-5"}],
        "accounts": LUCK,
    } | changes


async def played(results, match="m-1"):
    await opened_round(results)
    done = await play(results, entry(match))
    await results.disclose(seed(done), {match: SALT})
    return done


async def test_an_analysis_is_stored_beside_its_match_and_replaced_by_a_newer_one(results, database):
    await played(results)
    assert store_analyses(database, [found(), found(by="")], lambda: NOW) == []
    assert store_analyses(database, [found(version=2)], lambda: NOW + 1) == []
    assert analyses_of(database, "m-1") == [found(version=2), found(by="")]
    assert analyses_of(database, "m-2") == []


async def test_matches_that_the_database_does_not_have_are_named(results, database):
    await played(results)
    assert store_analyses(database, [found(), found("m-2")]) == ["m-2"]
    assert analyses_of(database, "m-1") == [found()]


async def test_an_export_has_analyses_if_it_is_asked_for_them(results, database):
    await played(results)
    store_analyses(database, [found()])
    assert [line for line in public_lines(database) if line["line"] == "analysis"] == []
    lines = list(public_lines(database, analyses=True))
    assert [line for line in lines if line["line"] == "analysis"] == [{"line": "analysis", **found()}]


async def test_an_analysis_of_a_secret_deal_is_not_exported(results, database):
    await opened_round(results)
    await play(results, entry())
    store_analyses(database, [found()])
    assert [line["line"] for line in public_lines(database, analyses=True)] == ["export", "end"]


async def test_old_analyses_are_deleted_only_if_that_is_asked_for(results, database):
    await played(results)
    store_analyses(database, [found()], lambda: NOW - 40 * DAY)
    assert prune(database, KEPT, NOW, deletes=True).get("analyses", 0) == 0
    assert prune(database, read_keep(["analyses=30"]), NOW, deletes=True)["analyses"] == 1
    assert analyses_of(database, "m-1") == []


def test_the_command_names_records_of_matches_that_the_database_does_not_have(tmp_path, capsys):
    Database(tmp_path / "arena.db").close()
    (tmp_path / "1.jsonl").write_bytes(record())
    words = ["analyse", str(tmp_path), "--by", "none", "--store", "--database", str(tmp_path / "arena.db")]
    assert main(words) == 2
    assert "not in the database: " in capsys.readouterr().err


async def test_costs_by_chapter_are_those_of_the_newest_search_and_outlive_the_analysis(results, database):
    await played(results)
    decisions = [
        {"seat": 0, "cost": 0.25, "noise": 0.1, "chapter": "C-5"},
        {"seat": 0, "cost": 0.05, "noise": 0.1, "chapter": "C-5"},
        {"seat": 1, "cost": 0.5, "noise": 0.1, "chapter": "C-6"},
    ]
    store_analyses(database, [found(by="mcts-50"), found(decisions=decisions), found(by="", decisions=[])], lambda: NOW)

    def costs(session):
        ana = [each.entrant for each in page_queries.entrants_of(session, called(session, "ana"))]
        return analysis_queries.costs_by_chapter(session, ana), analysis_queries.analysed_games(session, ana)

    expected = ([("tiny", "C-5", 2, 1, 0.25)], {"tiny": 1})
    assert database.read(costs) == expected
    assert prune(database, read_keep(["analyses=0"]), NOW + DAY, deletes=True)["analyses"] == 3
    assert database.read(costs) == expected


async def test_only_the_newest_matches_of_a_bot_count_for_its_costs(results, database, monkeypatch):
    for match in ("m-1", "m-2", "m-3"):
        await played(results, match)
        decisions = [{"seat": 0, "cost": 0.25, "noise": 0.1, "chapter": "C-5"}]
        store_analyses(database, [found(match=match, decisions=decisions)])

    def games(session):
        ana = [each.entrant for each in page_queries.entrants_of(session, called(session, "ana"))]
        return analysis_queries.analysed_games(session, ana)

    assert database.read(games) == {"tiny": 3}
    monkeypatch.setattr(analysis_queries, "COUNTED", 2)
    assert database.read(games) == {"tiny": 2}
