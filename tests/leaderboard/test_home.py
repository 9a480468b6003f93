"""Tests of the first page, of addresses beside it such as robots.txt, and of the sentences on it."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace

import pytest
from sqlmodel import update

from arena.store.db.database import Database
from arena.store.sql.watching_queries import LastAttendance, attendance_of
from arena.store.tables import MatchRow
from leaderboard.home import HomePage, RunningTournament
from leaderboard.rendering import Templates
from leaderboard.tellings import DAY, HOUR, MINUTE, ago, best_of, outcome, presence, rank_told
from leaderboard.tournaments import TableLine
from leaderboard.values import MatchLine, SeatLine
from leaderboard.words import when
from tests.leaderboard.reading import read, shown
from tests.leaderboard.test_words import BEN, ROW

NOW = 1_790_000_000.0
SEAT = SeatLine(0, "ana", "1", "bot", 1, 52, "", None, 9, 0, 0, 0, 0, 0)
OTHER = replace(SEAT, seat=1, bot="ben", place=2, score=41)
MATCH = MatchLine("m", "cacao", "10+0.1", "finished", None, False, NOW, NOW, (SEAT, OTHER))

PLAIN = {"key": "ana", "bot": "ana", "version": "1", "kind": "bot", "games": 2, "wins": 1, "draws": 0, "losses": 1}
PLAIN |= {"mean_place": 1.5, "forfeits": 0, "low": None, "high": None, "always_low": None, "always_high": None}
PLAIN |= {"tie_breaks": (), "note": ""}


def meta(text, name):
    """Return the content of the `meta` element with this name."""
    found = [dict(each.attributes) for each in read(text) if each.tag == "meta"]
    return next(each["content"] for each in found if name in {each.get("property"), each.get("name")})


def test_the_first_page_shows_running_matches_and_the_best_bot(site, matches):
    page = site.page("/")
    text = shown(page)
    assert "Bots play board games here" in text
    assert "quetzal – ana" in text  # noqa: RUF001
    assert f'href="/matches/{matches["running"]}"' in page
    assert site.get("/home")["running"][0]["match"] == matches["running"]
    assert "No leader is named yet" in text
    assert 'href="/ranking"' in page
    assert "arena bot register corn --arena HOST:PORT --invite CODE" in text


def test_the_first_page_shows_running_tournaments_and_coming_runs(site):
    text = shown(site.page("/"))
    found = site.get("/home")
    assert [line["name"] for line in found["tournaments"]] == ["Knockout"]
    assert found["tournaments"][0]["table"][0]["bot"] in text
    assert "Soon is about to begin: Cacao, round robin." in text
    assert "Friday cup: 2026-09-25 16:00" in text


def test_the_latest_results_have_their_tournaments(site):
    found = site.get("/home")["latest"]
    assert [line["state"] for line in found] == ["finished"] * 8
    assert found[0]["tournament_name"] == "Knockout"
    assert shown(site.page("/")).count("Knockout") > 4


def test_the_latest_results_have_no_game_of_an_examination(filled, tmp_path, site_of):
    shutil.copy(filled[0], tmp_path / "arena.db")
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection, connection:
        before = connection.execute("SELECT max(id) FROM matches WHERE state = 'finished'").fetchone()
        connection.execute("UPDATE matches SET fairness = 'position' WHERE id = ?", before)  # as an examination has
        [name] = connection.execute("SELECT public FROM matches WHERE id = ?", before).fetchone()
    site = site_of(tmp_path / "arena.db")
    assert name not in {line["match"] for line in site.get("/home")["latest"]}
    assert name in {line["match"] for line in site.get("/matches")["matches"]}


def test_the_card_of_a_tournament_shows_what_decides_the_places():
    ahead = TableLine(**PLAIN, rank=1, points=1.0, blocks=1, score=1.0)
    behind = TableLine(**PLAIN | {"key": "ben", "bot": "ben"}, rank=2, points=1.5, blocks=2, score=0.75)
    for table, told in (
        ((ahead, behind), "1st ana 1 100 % 2nd ben 1 75 %"),
        ((ahead, replace(behind, points=0.5, score=0.25)), "1st ana 1 1.0 points 2nd ben 1 0.5 points"),
        ((ahead, replace(behind, score=1.0)), "1st ana 1 100 % 2nd ben 1 100 %"),
        ((replace(ahead, score=0.5), behind), "1st ana 1 2nd ben 1"),  # duels decide
    ):
        held = RunningTournament("t", "Cup", "cacao", "round-robin", 9, 3, table)
        page = HomePage((), False, 0, (held,), (), (), (), ())
        assert told in shown(Templates().render("home.html", page=page)).replace("\N{THIN SPACE}", " ")


def test_an_arena_without_matches_has_a_first_page(tmp_path, site_of):
    Database(tmp_path / "arena.db").close()
    site = site_of(tmp_path / "arena.db")
    text = shown(site.page("/"))
    assert "No bot is rated yet." in text
    assert "No match is running at this moment." in text


def test_matches_that_workers_play_are_counted_on_the_first_page(filled, tmp_path, site_of):
    shutil.copy(filled[0], tmp_path / "arena.db")
    database = Database(tmp_path / "arena.db")
    database.write(
        lambda session: session.exec(update(MatchRow).values(state="offered").where(MatchRow.state == "running"))
    )
    database.close()
    site = site_of(tmp_path / "arena.db")
    offered = site.get("/home")["offered"]
    assert offered > 0
    assert f"{offered} match" in shown(site.page("/"))


def test_the_ranking_has_an_address_of_its_own_and_old_links_lead_to_it(site):
    assert shown(site.page("/ranking")) == shown(site.page("/ranking/combined"))
    moved = site.ask("/?pool=cacao-2p-bullet-r1")
    assert (moved.status, moved.headers["location"]) == (307, "/ranking/cacao-2p-bullet-r1")


def test_every_page_has_a_title_and_a_description_for_previews(site):
    for path in ("/", "/ranking", "/bots/ana", "/tournaments/t-cup", "/matches/r-1-0-0", "/matches/secret", "/rules"):
        text = site.page(path)
        assert meta(text, "og:title")
        assert meta(text, "og:description") == meta(text, "description")
    assert meta(site.page("/matches/ruled"), "og:title") in shown(site.page("/matches?bot=ana"))
    assert meta(site.page("/bots/ana"), "og:description").startswith("ana is rated 1")


def test_the_first_page_says_nothing_that_a_cup_with_fresh_deals_contradicts(site):
    assert "Every deal is played from each seat" not in site.page("/")
    assert "They change seats, and luck evens out over many deals." in shown(site.page("/"))


def test_the_page_of_a_bot_says_which_time_its_clock_leaves_out(site):
    assert "Two parts of a decision do not count on this bot's clock" in site.page("/bots/ana").replace("&#39;", "'")


def test_bots_have_a_rating_a_presence_and_a_last_match(site):
    lines = {line["bot"]: line for line in site.get("/bots")["bots"]}
    assert lines["ana"]["playing"]
    assert (lines["greedy"]["runs"], lines["ana"]["runs"]) == ("house", "dials in")
    rated = {row["bot"]: row["rating"] for row in site.get("/ranking/combined")["rows"]}
    assert {bot: line["rating"]["rating"] for bot, line in lines.items()} == rated
    newest = site.get("/matches?bot=random")["matches"][0]["match"]
    assert lines["random"]["last"]["match"] == newest
    text = shown(site.page("/bots"))
    assert "plays now" in text
    assert "always there" in text


@dataclass
class Attending:
    playing: bool = False
    runs: str = "dials in"
    attended: float | None = None
    departed: float | None = None


def test_the_last_match_of_a_bot_is_one_that_has_begun(site, filled, tmp_path, site_of):
    newest = {line["bot"]: line for line in site.get("/bots")["bots"]}["random"]["last"]["match"]
    copy = altered(filled, tmp_path, "UPDATE matches SET state = 'offered', started = NULL WHERE public = ?", newest)
    last = {line["bot"]: line for line in site_of(copy).get("/bots")["bots"]}["random"]["last"]
    assert last["match"] != newest
    assert last["state"] == "finished"


def test_the_list_of_bots_says_that_the_newest_version_was_not_admitted(site, filled, tmp_path, site_of):
    bot = site.get("/bots")["bots"][0]["bot"]
    refuse = "UPDATE versions SET admitted = NULL, refused = 'too slow' WHERE name = '2' AND bot_id = 1"
    copy = altered(filled, tmp_path, refuse)
    refused = site_of(copy)
    assert [line["bot"] for line in refused.get("/bots")["bots"] if line["refused"] == "too slow"] == [bot] == ["ana"]
    assert "ana 2 not admitted" in shown(refused.page("/bots"))
    assert "not admitted" not in shown(site.page("/bots"))


def altered(filled, folder, statement, *values):
    """Return a copy of the shared database after an SQL statement."""
    copy = folder / "altered.db"
    shutil.copy(filled[0], copy)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute(statement, values).rowcount == 1
        database.commit()
    return copy


def test_a_bot_is_connected_since_a_time_or_was_last_connected():
    assert presence(Attending()) == "never connected"
    assert presence(Attending(attended=NOW)) == f"connected since {when(NOW)}"
    assert presence(Attending(attended=NOW, departed=NOW + 60)) == f"last connected {ago(NOW + 60)}"


def test_a_bot_with_two_versions_is_connected_while_one_of_them_is():
    assert attendance_of([LastAttendance(1.0, 5.0), LastAttendance(2.0, None)]) == (2.0, None)
    assert attendance_of([LastAttendance(1.0, None), LastAttendance(2.0, 3.0)]) == (1.0, None)
    assert attendance_of([LastAttendance(1.0, 5.0), LastAttendance(2.0, 3.0)]) == (2.0, 5.0)


def test_robots_leave_out_endless_addresses(site):
    text = site.page("/robots.txt")
    assert "User-agent: *\n" in text
    assert "Disallow: /*?at=\n" in text
    assert "Disallow: /\n" not in text


# What a browser has already -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/ranking", "/bots/ana", "/tournaments/t-cup", "/rules", "/api/v1/bots"])
def test_a_browser_that_has_a_page_gets_no_body_again(site, path):
    first = site.ask(path)
    assert first.headers["cache-control"] == "no-cache"
    again = site.ask(path, **{"if-none-match": first.headers["etag"]})
    assert (again.status, again.data, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
    packed = site.ask(path, **{"accept-encoding": "gzip"})
    assert packed.headers["etag"] == first.headers["etag"]
    assert site.ask(path, **{"if-none-match": '"another"'}).status == 200


def test_the_record_of_a_disclosed_match_may_be_stored_for_good(site, matches):
    found = site.ask(f"/api/v1/matches/{matches['plain']}/record.jsonl")
    assert "immutable" in found.headers["cache-control"]
    hidden = site.ask(f"/api/v1/matches/{matches['secret']}/record.jsonl")
    assert "immutable" not in hidden.headers.get("cache-control", "")


def test_an_error_has_no_digest(site):
    assert "etag" not in site.ask("/bots/none").headers


# Sentences ----------------------------------------------------------------------------------------------------------


def test_a_match_is_named_by_its_result():
    assert outcome(MATCH) == "ana beat ben, 52 to 41"
    equal = replace(MATCH, seats=(SEAT, replace(OTHER, score=52)))
    assert outcome(equal) == "ana beat ben, 52 to 52, by the tie-break"
    assert outcome(replace(equal, adjudicated=True)) == "By a ruling, ana has the first place"
    both = (SEAT, replace(OTHER, place=1))
    assert outcome(replace(MATCH, seats=both, adjudicated=True)) == "By a ruling, ana and ben share the first place"
    assert outcome(replace(equal, seats=(*equal.seats, replace(OTHER, seat=2, bot="cem")))) == (
        "ana beat ben and cem, by the tie-break"
    )
    assert outcome(replace(MATCH, state="running")) == "ana and ben play"
    assert outcome(replace(MATCH, state="void")) == "ana and ben: void"
    assert outcome(replace(MATCH, state="offered")) == "ana and ben will play"
    lost = replace(OTHER, forfeit="crashed")
    assert outcome(replace(MATCH, seats=(SEAT, lost))) == "ana beat ben by forfeit"
    assert outcome(replace(MATCH, seats=(SEAT, replace(OTHER, place=1)))) == "ana and ben share the first place"
    third = replace(OTHER, seat=2, bot="cam", place=3)
    assert outcome(replace(MATCH, seats=(SEAT, OTHER, third))) == "ana beat ben and cam"


def test_a_moment_is_written_as_people_write_it():
    times = (5, -5, MINUTE, 3 * MINUTE, -2 * HOUR, DAY, -3 * DAY)
    assert [ago(NOW - passed, NOW) for passed in times] == [
        "just now",
        "in a moment",
        "1 minute ago",
        "3 minutes ago",
        "in 2 hours",
        "1 day ago",
        "in 3 days",
    ]
    assert ago(NOW - 8 * DAY, NOW) == "2026-09-13 14:13"


def test_a_range_of_ranks_is_a_sentence():
    assert rank_told(replace(ROW, last=4)) == "With what has been played, it could have any rank from 1 to 4."
    assert rank_told(ROW) == "With what has been played, it is the best, with 95 % certainty."
    assert rank_told(BEN) == "With what has been played, it has rank 2, with 95 % certainty."
    both = [ROW, replace(BEN, first=1)]
    assert best_of(both) == "With what has been played, each of these 2 could be the best: ana and ben."
    assert best_of([ROW, BEN]) == ""
