"""Tests of the pages of tournaments, and of the page that compares two bots."""

import csv
import io
import re
import shutil
import sqlite3
from collections import defaultdict
from contextlib import closing
from statistics import fmean

import pytest

from arena.store.db.database import Database
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.store.sql import page_queries
from arena.tournament.regulations import read
from arena.tournament.snapshot import course_of
from arena.tournament.status import Status, row_values
from tests.leaderboard.filled import CUP, Filling
from tests.leaderboard.reading import read as read_page
from tests.leaderboard.reading import shown


@pytest.fixture(scope="session")
def status(filled):
    database = Database(filled[0], read_only=True)
    found = database.read(
        lambda session: Status(
            page_queries.course_of(session, page_queries.tournament_queries.tournament_called(session, "t-cup"))
        )
    )
    database.close()
    return found


def test_the_list_shows_ended_running_and_coming_tournaments(site):
    found = site.get("/tournaments")
    assert [(line["name"], line["state"]) for line in found["tournaments"]] == [
        ("Soon", "waiting"),
        ("Knockout", "running"),
        ("Cup", "finished"),
    ]
    [planned] = found["schedules"]
    assert (planned["name"], planned["runs"], len(planned["next"])) == ("Friday cup", 1, 3)
    text = shown(site.page("/tournaments"))
    assert "cron 0 18 * * 5, by the clocks of Europe/Madrid" in text
    assert "Held 1 time so far. Next: 2026-09-25 16:00" in text


def test_the_table_is_the_one_that_the_command_line_prints(site, status):
    table = site.get("/tournaments/t-cup")["table"]
    expected = [row_values(status, standing) for standing in status.standings]
    assert [(line["rank"], line["bot"], line["points"], line["score"]) for line in table] == [
        (row["place"], row["entrant"], row["points"], row["score"]) for row in expected
    ]
    assert [[line["low"], line["high"]] for line in table] == [row["interval"] for row in expected]
    text = shown(site.page("/tournaments/t-cup"))
    for line in table:
        assert f"{line['points']:.2f}" in text
    assert f"{table[0]['bot']} won." in text


def test_the_interval_that_holds_at_any_time_is_drawn_around_the_fixed_one(site, status):
    page = site.get(f"/tournaments/{status.course.tournament.id}")
    played = [line for line in page["table"] if line["blocks"]]
    assert played
    for line in played:
        assert line["always_low"] <= line["low"] <= line["score"] <= line["high"] <= line["always_high"]
    assert 'class="always"' in site.page(f"/tournaments/{status.course.tournament.id}")


def test_cells_of_the_crosstable_name_their_units(site):
    text = shown(site.page("/tournaments/t-cup"))
    assert re.search(r"\d+\s% to \d+\s%\s?2 blocks", text)


def test_a_crosstable_says_the_same_from_both_sides_and_what_the_matches_say(site):
    page = site.get("/tournaments/t-cup")
    keys = [line["key"] for line in page["table"]]
    blocks = defaultdict(list)
    for a_round in page["rounds"]:
        for block in a_round["blocks"]:
            one, other = block["entrants"]
            won = [match["places"][match["seats"].index(one)] for match in block["matches"]]
            lost = [match["places"][match["seats"].index(other)] for match in block["matches"]]
            blocks[one, other].append(fmean((1 + (b > a) - (a > b)) / 2 for a, b in zip(won, lost, strict=True)))
    assert len(blocks) > 5
    for one, row in zip(keys, page["crosstable"], strict=True):
        for other, field in zip(keys, row, strict=True):
            scores = blocks[one, other] + [1 - score for score in blocks[other, one]]
            assert (field is None) == (one == other)
            if field is not None:
                assert field["blocks"] == len(scores) == 2
                assert field["score"] == pytest.approx(fmean(scores))
                turned = page["crosstable"][keys.index(other)][keys.index(one)]
                assert field["score"] + turned["score"] == pytest.approx(1)
                assert field["low"] + turned["high"] == pytest.approx(1)


def test_the_page_shows_the_regulations_in_words_and_as_given(site):
    text = shown(site.page("/tournaments/t-cup"))
    for words in read(CUP).in_words():
        assert words in text
    assert site.get("/tournaments/t-cup")["regulations"] == CUP


def test_a_knockout_has_a_bracket_in_which_winners_go_on(site):
    page = site.get("/tournaments/t-knockout")
    first, second, final = page["bracket"]
    assert [stage["name"] for stage in page["bracket"]] == ["quarter-finals", "semi-finals", "final"]
    assert [stage["to_come"] for stage in page["bracket"]] == [False, False, True]
    assert [len(duel["sources"]) for duel in final["duels"]] == [2]
    winners = {duel["winner"] for duel in first["duels"]}
    assert {name for duel in second["duels"] for name in (duel["one"], duel["other"])} == winners
    assert None in {duel["winner"] for duel in second["duels"]}
    assert sum(duel["other"] is None for duel in first["duels"]) == 3  # five play, so three have no opponent
    assert site.get("/tournaments/t-cup")["bracket"] == []


def test_a_running_duel_shows_its_score_and_a_later_round_its_empty_boxes(site):
    [over, running] = site.get("/tournaments/t-knockout")["bracket"][1]["duels"]
    assert (over["blocks"], sum(over["points"])) == (1, 1.0)  # the other duel of its round is still running
    assert (running["blocks"], running["winner"]) == (0, None)
    page = site.page("/tournaments/t-knockout")
    boxes = [each.text for each in read_page(page) if each.tag == "g" and ("class", "box") in each.attributes]
    assert boxes[-1] == ""
    assert re.fullmatch(r"\S+ 0 \S+ 0", boxes[-2])
    assert "Final 1 duel to come" in shown(page)


def test_a_bot_that_is_still_in_a_knockout_has_no_place(site):
    table = site.get("/tournaments/t-knockout")["table"]
    assert [line["note"] for line in table].count("still in") == 3
    for page in ("/", "/tournaments/t-knockout"):
        places = [each.text for each in read_page(site.page(page)) if named(each, "place") or named(each, "rank")]
        assert "1st" not in places or page == "/"
        assert places.count("\N{EN DASH}") >= 3
        assert "A bot that is still in has no place yet." in shown(site.page(page))
    assert "still in has" not in shown(site.page("/tournaments/t-cup"))


def named(element, name):
    return ("class", name) in element.attributes and element.tag in ("td", "span")


def test_every_block_leads_to_its_matches_and_a_match_to_its_tournament(site):
    page = site.get("/tournaments/t-cup")
    named = [match["match"] for each in page["rounds"] for block in each["blocks"] for match in block["matches"]]
    assert len(named) == len(set(named)) == page["matches"] == page["finished"] == 24
    assert {site.get(f"/matches/{name}")["tournament"] for name in named[:3]} == {"t-cup"}


def test_rounds_go_on_from_where_a_page_ends(site):
    everything = site.get("/tournaments/t-cup")["rounds"]
    assert [each["number"] for each in everything] == [1, 0]
    assert site.get("/tournaments/t-cup?before=1")["rounds"] == everything[1:]
    assert site.get("/tournaments/t-cup?before=0")["rounds"] == []


def test_a_tournament_that_has_not_begun_says_so(site):
    page = site.get("/tournaments/t-soon")
    assert (page["table"], page["rounds"], page["finished"]) == ([], [], 0)
    assert "It has not begun" in shown(site.page("/tournaments/t-soon"))


def test_a_tournament_is_found_by_its_name_too(site):
    assert site.get("/tournaments/Cup") == site.get("/tournaments/t-cup")


def test_a_bots_page_lists_the_blocks_that_wait_for_it(site):
    page = site.get("/tournaments/t-knockout")
    waiting = {
        key
        for each in page["rounds"]
        for block in each["blocks"]
        for key in block["entrants"]
        if not each["closed"] and not block["matches"]
    }
    assert len(waiting) == 2
    for bot in ("ana", "quetzal", "greedy", "random", "mcts-50"):
        told = site.get(f"/bots/{bot}")["next"]
        assert bool(told) == (bot in waiting)
        assert {line["tournament"] for line in told} <= {"t-knockout"}


def test_tables_are_csv_too(site):
    page = site.get("/tournaments/t-cup")
    rows = list(csv.DictReader(io.StringIO(site.ask("/api/v1/tournaments/t-cup/table.csv").text)))
    assert [(row["bot"], float(row["points"])) for row in rows] == [(e["bot"], e["points"]) for e in page["table"]]
    crossed = list(csv.DictReader(io.StringIO(site.ask("/api/v1/tournaments/t-cup/crosstable.csv").text)))
    assert len(crossed) == 4 * 3


def test_head_to_head_counts_the_matches_of_two_bots_and_mirrors_for_the_other_side(site):
    one = site.get("/compare?bot=ana&other=greedy")
    other = site.get("/compare?bot=greedy&other=ana")
    assert one["chance"] == pytest.approx(1 - other["chance"])
    met = [each for each in site.get("/matches?bot=ana")["matches"] if {"greedy"} & {s["bot"] for s in each["seats"]}]
    assert one["matches"] == met[: len(one["matches"])]
    for mine, theirs in zip(one["pools"], other["pools"], strict=True):
        assert mine["all"]["comparisons"] == sum(line["comparisons"] for line in mine["by_seat"])
        assert mine["all"]["score"] == pytest.approx(1 - theirs["all"]["score"])
        assert mine["all"]["reach"] == pytest.approx(theirs["all"]["reach"])
    assert site.get("/compare?bot=random&other=mcts-50")["matches"]


RUNNING = """
    UPDATE matches SET state = 'running' WHERE id IN (
        SELECT matches.id FROM matches JOIN blocks ON blocks.id = block_id JOIN rounds ON rounds.id = round_id
        JOIN tournaments ON tournaments.id = tournament_id WHERE tournaments.public = 't-cup' AND blocks.number = 2
        LIMIT :running
    )
"""


@pytest.mark.parametrize(("running", "words"), [(1, ["1 match being played"]), (2, ["2 matches being played"])])
def test_running_matches_are_not_listed_as_coming_matches(filled, tmp_path, site_of, running, words):
    shutil.copy(filled[0], tmp_path / "arena.db")
    with closing(sqlite3.connect(tmp_path / "arena.db", isolation_level=None)) as database:
        assert database.execute(RUNNING, {"running": running}).rowcount == running
    site = site_of(tmp_path / "arena.db")
    lines = [block for each in site.get("/tournaments/t-cup")["rounds"] for block in each["blocks"]]
    [line] = [each for each in lines if each["number"] == 2]
    assert (line["missing"], line["running"]) == (running, running)
    text = shown(site.page("/tournaments/t-cup"))
    assert all(each in text for each in words)
    assert "to come" not in text


def test_blocks_are_numbered_from_1_as_the_names_of_rounds_are(site):
    rows = re.findall(r'<tr><td class="n more">(\d+)</td><th scope="row" class="any">', site.page("/tournaments/t-cup"))
    assert min(map(int, rows)) == 1


async def test_a_tournament_that_was_cancelled_in_mid_round_shows_its_void_matches(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    filling, names = Filling(database), ("ana", "quetzal", "greedy", "random")
    await filling.tournament("t-cup", CUP, names, blocks=1, state="cancelled")
    stage = (await course_of(StoredTournaments(database), "t-cup")).stages[0]
    left = stage.fixtures[1]
    await filling.withdraw(filling.entry("left", left.entrants, a_round=stage.id, block=left.number))
    database.close()
    text = shown(site_of(tmp_path / "arena.db").page("/tournaments/t-cup"))
    assert " \N{EN DASH} ".join(left.entrants) + " void" in text
    assert re.search("cancelled .+ (was|were) ahead[.]", text)
