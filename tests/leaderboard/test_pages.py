"""Tests of the pages of the site with the data of a real arena."""

import re
import shutil
import sqlite3
from contextlib import closing

import pytest
import trio

from arena.games import GAMES
from arena.record import verify
from arena.server.matches.results import Adjournment
from arena.stats.foretold import Foretold
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.store.sql.page_queries import foretold_in_words
from leaderboard.ranking import FormerAnchor, RankingPage
from leaderboard.rendering import Templates
from tests.leaderboard.filled import CUP, Filling
from tests.leaderboard.reading import read, shown
from tests.leaderboard.test_words import ROW

LATE_CHANGE = '{"anchor": null, "until": 4000000000}'  # of the anchor, after every result
PAGES = ("/", "/ranking", "/bots", "/bots/ana", "/matches", "/audit", "/rules", "/tiles", "/api")


@pytest.fixture(scope="module")
def pages(crawled):
    """Return the elements of each page, by address. Downloads of replays are left out."""
    return {
        path: read(each.text)
        for path, each in crawled.items()
        if each.headers["content-type"].startswith("text/html") and "content-disposition" not in each.headers
    }


OWN_SCRIPTS = ("/assets/replay.js?v=", "/static/live.js?", "/static/fresh.js?")


def is_own_script(element):
    """True if a script is a file of the site, without any inline code."""
    given = dict(element.attributes)
    return set(given) == {"src", "defer"} and given["src"].startswith(OWN_SCRIPTS) and not element.text


def test_every_link_leads_to_something(crawled):
    assert {path: each.status for path, each in crawled.items() if each.status != 200} == {}
    assert len(crawled) > 100


def test_every_page_can_be_read_and_says_what_it_is(pages):
    for path, elements in pages.items():
        tags = [element.tag for element in elements]
        titles = [element for element in elements if element.tag == "title" and not element.attributes]
        assert tags.count("h1") == tags.count("main") == len(titles) == 1, path
        assert dict(elements[0].attributes)["lang"] == "en"
        names = [dict(element.attributes).get("id") for element in elements]
        assert len(set(names) - {None}) == len([name for name in names if name is not None]), path


def test_every_table_has_a_caption_and_every_head_says_what_it_is_the_head_of(pages):
    for path, elements in pages.items():
        tags = [element.tag for element in elements]
        assert tags.count("table") == tags.count("caption"), path
        heads = [dict(element.attributes) for element in elements if element.tag == "th"]
        assert {head.get("scope") for head in heads} <= {"col", "row"}, path


def test_pages_load_nothing_from_other_hosts_and_only_the_sites_own_script_runs(crawled, pages):
    for path, elements in pages.items():
        assert "//" not in crawled[path].text.replace("http://www.w3.org/2000/svg", ""), path
        assert all(is_own_script(element) for element in elements if element.tag == "script"), path
        assert {"style", "iframe"} & {element.tag for element in elements} == set()
        named = {name for element in elements for name, _ in element.attributes}
        assert [name for name in named if name.startswith("on") or name == "style"] == []


def test_every_answer_has_the_headers_that_limit_a_browser(crawled):
    for each in crawled.values():
        policy = each.headers["content-security-policy"]
        assert policy.startswith("default-src 'none';")
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert each.headers["x-content-type-options"] == "nosniff"
        assert each.headers["referrer-policy"] == "no-referrer"


def test_the_ranking_names_the_best_bots_and_how_certain_their_ratings_are(site):
    text = shown(site.page("/ranking/cacao-2p-bullet-r1"))
    rows = site.get("/ranking/cacao-2p-bullet-r1")["rows"]
    leader = rows[0]
    assert f"No leader is named yet: it needs 20 deals, and {leader['bot']} has played {leader['deals']}." in text
    assert {row["last"] for row in rows} == {len(rows)}
    for row in rows:
        assert f"{round(row['rating'])} ±{round(row['reach'])}" in text
        assert f"{row['first']}\N{EN DASH}{row['last']}" in text
    assert "anchor: greedy = 1500" in text


@pytest.mark.parametrize(("before", "words"), [("random", "random had 1500"), ("", "the mean was 1500")])
def test_a_change_of_the_anchor_is_said_and_how_well_results_were_predicted(before, words):
    page = RankingPage(
        pool="cacao-2p-bullet-r1",
        title="Cacao",
        seats=2,
        pools=(),
        computed=10.0,
        model="model; anchor: greedy = 1500",
        former=FormerAnchor(before, 5.0),
        foretold=foretold_in_words(Foretold(1200, 720.0, 780.0)),
        rows=(ROW,),
        older=(),
        calibration=(),
    )
    text = shown(Templates().render("ranking.html", page=page))
    assert "The anchor has changed: until 1970-01-01 00:00" in text
    assert words in text
    assert "Log-loss of 1,200 comparisons predicted before they were played: 0.600 by the ratings, 0.650 by" in text


def test_the_ranking_shows_the_newest_version_and_keeps_older_ones_as_history(site):
    found = site.get("/ranking/combined")
    assert [row["version"] for row in found["rows"] if row["bot"] == "ana"] == ["2"]
    assert [(row["bot"], row["version"]) for row in found["older"]] == [("ana", "1")]
    assert len({row["bot"] for row in found["rows"]}) == len(found["rows"])


def test_ranks_are_among_those_that_are_shown(site):
    found = site.get("/ranking/combined")
    assert max(row["last"] for row in found["rows"]) == len(found["rows"])
    of_bot = next(line for line in site.get("/bots/ana")["ratings"] if line["standing"]["version"] == "2")
    assert of_bot["standing"] == next(row for row in found["rows"] if row["bot"] == "ana")


def test_games_and_wins_by_seat_add_up(site):
    for row in site.get("/ranking/cacao-2p-bullet-r1")["rows"]:
        assert sum(tally["games"] for tally in row["seats"]) == row["games"]
        assert sum(tally["wins"] for tally in row["seats"]) == row["wins"]


def test_forfeits_are_shown_by_reason(site, matches):
    rows = site.get("/ranking/cacao-2p-bullet-r1")["rows"]
    assert {row["bot"]: row["forfeits"] for row in rows if row["forfeits"]} == {"quetzal": {"crashed": 1}}
    assert "1 crashed" in shown(site.page("/ranking"))
    assert "forfeit: crashed, after turn" in shown(site.page(f"/matches/{matches['forfeit']}"))


def test_bots_without_a_connection_to_the_anchor_are_marked_not_anchored(site):
    rows = site.get("/ranking/teotihuacan-2p-bullet-r2")["rows"]
    assert all(row["anchored"] for row in rows)
    text = shown(site.page("/ranking"))
    assert "not anchored" not in text


@pytest.mark.parametrize("which", ["plain", "teotihuacan"])
def test_a_match_shows_its_moves_with_their_times_and_a_ledger_that_adds_up(site, matches, which):
    found = site.get(f"/matches/{matches[which]}")
    text = shown(site.page(f"/matches/{matches[which]}"))
    for move in found["moves"]:
        assert move["text"] in text
    for seat in found["seats"]:
        assert sum(sum(line["seats"][seat["seat"]]) for line in found["ledger"]) == seat["score"]
        own = [move for move in found["moves"] if move["seat"] == seat["seat"]]
        for time in ("think_us", "transport_us", "held_us", "credit_us"):
            assert sum(move[time] for move in own) == seat[time]
        assert seat["transport_us"] == seat["held_us"] + seat["credit_us"]
        assert (seat["held_us"] > 0) == (seat["credit_us"] > 0) == (seat["bot"] == "ana")


async def test_a_bot_with_free_time_out_of_line_is_marked_and_the_rule_is_stated(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    accounts, filling = StoredAccounts(database, frozenset(), 9, lambda: 0.0), Filling(database)
    names = ("ana", "bob", "cam", "dan")
    for name in names:
        await accounts.register(name, "tests", "")
    for number, pair in enumerate((names[:2], names[2:])):
        await filling.block(number, pair)
    database.close()
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection, connection:
        connection.execute("UPDATE tallies SET decisions = 60")  # as if there had been more games
    site = site_of(tmp_path / "arena.db")
    found = site.get("/bots/ana")["lag"]
    assert not found["out_of_line"]  # less than 5 ms a decision
    assert found["decisions"] == 120
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection, connection:
        connection.execute("UPDATE tallies SET held_us = 100 * held_us")
    assert site.get("/bots/ana")["lag"]["out_of_line"]
    told = shown(site.page("/bots/ana"))
    assert "out of line Two parts of a decision do not count" in told
    assert "at least 5 ms a decision and more than 4 times the median of the other registered bots" in told
    assert "out of line Two" not in shown(site.page("/bots/bob"))


@pytest.mark.parametrize("which", ["plain", "teotihuacan"])
def test_the_board_shows_the_position_after_any_answer(site, matches, which):
    path = f"/matches/{matches[which]}"
    answers = site.get(path)["board"]["answers"]
    assert site.get(path)["board"]["at"] == answers
    boards = {site.get(f"{path}?at={at}")["board"]["text"] for at in (0, answers // 2, answers)}
    assert len(boards) == 3
    first = site.get(f"{path}?at=0")["board"]
    assert first["last"] == ""
    seen = site.get(f"{path}?at=0&seat=0")["board"]
    assert (first["seat"], seen["seat"]) == (None, 0)
    assert re.sub(r"\s+", " ", first["text"]).strip() in shown(site.page(f"{path}?at=0"))


def test_the_view_of_a_seat_has_its_hand(site, matches):
    path = f"/matches/{matches['plain']}?at=3"
    assert "A's hand" in site.get(f"{path}&seat=0")["board"]["text"]
    assert "hand  " not in site.get(path)["board"]["text"].splitlines()[-3]


def test_a_record_verifies_with_the_head_that_the_page_tells(site, matches):
    for which in ("plain", "teotihuacan", "forfeit", "ruled"):
        answer = site.ask(f"/api/v1/matches/{matches[which]}/record.jsonl")
        assert answer.headers["content-type"] == "application/x-ndjson"
        report = verify(answer.data, site.get(f"/matches/{matches[which]}")["head"])
        assert report.published
        assert report.replayed
        assert f"--head {report.head}" in shown(site.page(f"/matches/{matches[which]}"))


def test_rulings_are_shown_with_their_reasons_where_they_count(site, matches):
    ruled, void = (shown(site.page(f"/matches/{matches[which]}")) for which in ("ruled", "void"))
    assert "Adjudicated: the clock was wrong Board and points are those of the game that was played." in ruled
    first = next(seat["bot"] for seat in site.get(f"/matches/{matches['ruled']}")["seats"] if seat["place"] == 1)
    assert f"By a ruling, {first} has the first place" in ruled
    assert " beat " not in ruled
    assert "Void: a broken cable" in void
    audit = shown(site.page("/audit"))
    assert "match adjudicated ana – greedy – the clock was wrong" in audit  # noqa: RUF001
    assert "match made void ana – greedy – a broken cable" in audit  # noqa: RUF001
    assert f'href="/matches/{matches["void"]}"' in site.page("/audit")
    assert "bot registered ana" in shown(site.page("/bots/ana"))


async def test_the_page_of_a_renamed_bot_shows_its_former_name(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    accounts = StoredAccounts(database)
    await accounts.register("ana", "Ann", "")
    await accounts.rename("ana", "Anna", "t", "typo")
    database.close()
    site = site_of(tmp_path / "arena.db")
    for page in ("/audit", "/bots/Anna"):
        assert "bot renamed Anna – renamed from ana to Anna: typo" in shown(site.page(page))  # noqa: RUF001


async def test_the_old_address_of_a_renamed_bot_leads_to_the_new_one(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    accounts = StoredAccounts(database)
    await accounts.register("ana_1", "Ann", "")
    await accounts.register("anax1", "Ann", "")
    await accounts.rename("ana_1", "anna", "t", "")
    await accounts.rename("anna", "Hannah", "t", "")
    database.close()
    site = site_of(tmp_path / "arena.db")
    for language in ("", "/es"):
        answer = site.ask(f"{language}/bots/ANA_1")
        assert (answer.status, answer.headers["location"]) == (303, f"{language}/bots/Hannah")
    assert site.get("/bots/ana_1")["bot"] == "Hannah"
    assert site.get("/matches?bot=anna")["bot"] == "Hannah"
    assert "Hannah" in site.page("/badges/anna/rank.svg")
    assert site.ask("/bots/anna_").status == 404


async def test_a_list_of_matches_leads_to_the_page_of_a_deleted_bot(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    accounts, filling = StoredAccounts(database), Filling(database)
    await accounts.register("ana", "Ann", "")
    await filling.block(0, ("ana", "greedy"))
    name = (await accounts.set_state("ana", "deleted", "t", "")).name
    database.close()
    site = site_of(tmp_path / "arena.db")
    for path in ("/matches", "/matches/r-1-0-0"):
        assert f'href="/bots/{name}"><bdi>ana</bdi>' in site.page(path)
    assert site.ask(f"/bots/{name}").status == 200


async def test_the_audit_names_the_actor_and_the_target_of_each_action(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    accounts, filling = StoredAccounts(database), Filling(database)
    made = await accounts.create_token("organiser", "", "Olga", "")
    await accounts.register("ana", "Ann", "")
    await accounts.withdraw("ana", (await accounts.attended("ana", "7", "")).name, made.token.id, "too slow")
    await filling.tournament("t-1", CUP, ("ana", "greedy"), blocks=0, state="cancelled")
    await accounts.note(made.token.id, "CancelTournament", "t-1", "rain")
    database.close()
    site = site_of(tmp_path / "arena.db")
    text = shown(site.page("/audit"))
    assert "tournament cancelled Cup an organiser Olga rain" in text
    assert "version withdrawn ana@7 an organiser Olga too slow" in text
    assert "bot registered ana the author" in text
    assert 'href="/es/tournaments/t-1"' in site.page("/es/audit")


async def test_the_recent_matches_of_a_bot_have_begun(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    filling = Filling(database)
    await filling.block(0, ("ana", "greedy"))
    for number in range(20):
        await filling.withdraw(filling.entry(f"left-{number}", ("ana", "greedy"), block=1 + number))
    database.close()
    site = site_of(tmp_path / "arena.db")
    for path in ("/bots/ana", "/compare?bot=ana&other=greedy"):
        assert {each["match"] for each in site.get(path)["matches"]} == {"r-1-0-0", "r-1-0-1"}
    assert site.get("/bots")["bots"][0]["last"]["match"] == "r-1-0-1"


def test_matches_of_one_deal_lead_to_each_other(site):
    assert site.get("/matches/r-1-0-0")["same_deal"] == ["r-1-0-1"]
    assert set(site.get("/matches/r-three-12-1")["same_deal"]) == {"r-three-12-0", "r-three-12-2"}


@pytest.mark.parametrize(
    ("filters", "passes"),
    [
        ("", lambda match: match["game"]),
        ("game=teotihuacan", lambda match: match["game"] == "teotihuacan"),
        ("seats=3", lambda match: len(match["seats"]) == 3),
        ("state=void", lambda match: match["state"] == "void"),
        ("state=running&game=cacao", lambda match: match["state"] == "running"),
        ("bot=QUETZAL", lambda match: "quetzal" in {seat["bot"] for seat in match["seats"]}),
        ("bot=ana&seats=3", lambda match: len(match["seats"]) == 3 and "ana" in {s["bot"] for s in match["seats"]}),
    ],
)
def test_filters_show_only_matching_matches(site, filters, passes):
    everything, rest = [], ""
    while rest is not None:
        page = site.get(f"/matches?before={rest}")
        everything, rest = everything + page["matches"], page["rest"]
    found = site.get(f"/matches?{filters}")["matches"]
    assert found
    assert found == [match for match in everything if passes(match)][: len(found)]
    assert len(found) == min(50, sum(map(bool, map(passes, everything))))


@pytest.mark.parametrize("path", PAGES)
def test_head_gets_the_headers_of_a_page_and_nothing_else(site, path):
    whole, head = site.ask(path), site.ask(path, "HEAD")
    assert head.status == 200
    assert head.data == b""
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_the_page_of_a_bot_draws_its_rating_and_its_form(site):
    ratings = site.get("/bots/ana")["ratings"]
    line = next(each["history"] for each in ratings if each["pool"] == "cacao-2p-bullet-r1")
    assert {point["line"] for point in line} == {"rating", "form"}
    rated = [point for point in line if point["line"] == "rating"]
    assert [point["games"] for point in rated] == sorted({point["games"] for point in rated})
    drawn = [element for element in read(site.page("/bots/ana")) if element.tag in {"polyline", "polygon"}]
    assert len(drawn) >= 3
    for element in drawn:
        spots = dict(element.attributes)["points"].split()
        assert all(0 <= float(number) <= 100 for spot in spots for number in spot.split(","))
    form = [point["value"] for point in line if point["line"] == "form"]
    assert abs(form[-1] - rated[-1]["value"]) < rated[-1]["reach"]
    table = site.ask("/api/v1/bots/ana/history.csv").text.splitlines()
    assert len(table) == 1 + sum(len(each["history"]) for each in ratings)


def test_a_bot_page_says_which_part_of_its_line_has_another_anchor(filled, site_of, site, tmp_path):
    shutil.copy(filled[0], tmp_path / "arena.db")
    with closing(sqlite3.connect(tmp_path / "arena.db")) as connection, connection:
        connection.execute("UPDATE rankings SET body = json_set(body, '$.former', json(?))", (LATE_CHANGE,))
    words = "the line of the rating before 2096-10-02 07:06 is on another scale"
    assert words in shown(site_of(tmp_path / "arena.db").page("/bots/ana"))
    assert "is on another scale" not in site.page("/bots/ana")


def test_the_page_of_a_bot_says_that_ratings_of_different_pools_cannot_be_compared(site):
    lines = site.get("/bots/ana")["ratings"]
    assert len(lines) > 1
    told = shown(site.page("/bots/ana"))
    assert "Do not compare the ratings of different rows" in told
    for line in lines:
        row = line["standing"]
        assert line["lowest"] <= row["rating"] - row["reach"] <= row["rating"] + row["reach"] <= line["highest"]
        assert row["is_anchor"] or (f"anchor: {line['anchor']}" if line["anchor"] else "the mean has 1500") in told


def test_a_match_that_waits_for_its_bots_after_a_restart_is_shown_as_adjourned(filled, matches, site_of, tmp_path):
    shutil.copy(filled[0], tmp_path / "arena.db")
    database = Database(tmp_path / "arena.db")
    name = matches["running"]
    trio.run(StoredResults(database).adjourn, name, Adjournment(1_790_000_000.0, 1_790_000_600.0, (1,)))
    database.close()
    site = site_of(tmp_path / "arena.db")
    page = site.page(f"/matches/{name}")
    assert "adjourned" in page
    assert "the match goes on when ana reconnects." in page
    told = site.get(f"/matches/{name}")
    assert (told["state"], told["adjourned"]["bots"]) == ("running", ["ana"])


def test_the_page_of_rules_has_a_chapter_for_every_game(site):
    named = {dict(element.attributes).get("id") for element in read(site.page("/rules")) if element.tag == "h2"}
    assert {name.replace("/", "-") for name in GAMES} <= named
    assert 'href="/rules"' in site.page("/")


def test_the_page_of_tiles_explains_every_id_of_every_game_once(site):
    text = shown(site.page("/tiles"))
    found = site.get("/tiles")["games"]
    assert [game["game"] for game in found] == list(GAMES)
    told = [tile for game in found for kind in game["kinds"] for tile in kind["tiles"]]
    assert all(tile["id"] in text and tile["text"] in text for tile in told)
    assert {"V08", "TECH05", "P24", "R04", "B6", "market_2", "mastery"} <= {tile["id"] for tile in told}
    assert len({(tile["id"], tile["text"]) for tile in told}) == len(told)


def test_a_comparison_names_the_stronger_bot_whichever_comes_first(site):
    told = [
        shown(site.page(f"/compare?bot={one}&other={other}")) for one, other in (("ana", "greedy"), ("greedy", "ana"))
    ]
    [first, second] = [re.search(r"(\w+) is (\d+) % likely to be the stronger one", each) for each in told]
    assert first.groups() == second.groups()
    assert int(first[2]) >= 50


def test_one_deal_gives_a_score_without_an_interval(site):
    page = site.page("/compare?bot=ana&other=greedy")
    assert "±0" not in page
    assert page.count('aria-label="no interval"') > 1
    assert shown(page).count("no interval") == page.count('aria-label="no interval"')
    assert "±" in page


def test_the_page_of_tiles_shows_each_tile_that_the_pictures_draw(site):
    page = site.page("/tiles")
    used = re.findall(r'<svg class="face"[^>]*><use href="#([^"]+)"', page)
    assert {"t0-jtemple", "t0-tA3-1-0-0r0", "t1-V08", "t1-TECH05", "t1-P24r0", "t2-a-mastery"} <= set(used)
    assert set(used) <= set(re.findall(r'<g id="([^"]+)"', page))
    tiles = [tile["id"] for game in site.get("/tiles")["games"] for kind in game["kinds"] for tile in kind["tiles"]]
    places = 8 + 7 + 7 + 2  # boards, Worship spaces, steps, directions
    assert len(used) == len(tiles) - places


def test_a_board_has_a_legend(site):
    found = site.get("/matches/teo-1?at=40")["board"]
    assert "Buildings row: each step on the Avenue pays" in found["legend"]
    assert found["legend"].splitlines()[0] in shown(site.page("/matches/teo-1?at=40"))


def test_the_page_of_a_bot_gives_the_reason_why_a_version_was_refused(tmp_path, site_of):
    file = tmp_path / "arena.db"
    database = Database(file)

    async def prepare():
        accounts = StoredAccounts(database)
        await accounts.register("raiser", "An author", "")
        await accounts.attended("raiser", "1", "")
        await accounts.judge("raiser", "1", "answers: it sent <nothing>")

    trio.run(prepare)
    database.close()
    site = site_of(file)
    page = site.ask("/bots/raiser").text
    reason = "<bdi>answers: it sent &lt;nothing&gt;</bdi>"
    assert f"It is not rated: version <bdi>1</bdi> was not admitted. The reason: {reason}" in page
    assert f'<span class="state">not admitted</span> {reason}' in page
    assert "a rated match counts" not in page
    assert site.ask("/api/v1/bots/raiser").json["versions"][0]["refused"] == "answers: it sent <nothing>"


def test_the_page_of_a_bot_draws_no_history_of_the_anchor(site):
    lines = {each["pool"]: each["standing"]["is_anchor"] for each in site.get("/bots/greedy")["ratings"]}
    assert any(lines.values())
    drawn = [each for each in read(site.page("/bots/greedy")) if dict(each.attributes).get("class") == "plot history"]
    assert len(drawn) < len(lines) - sum(lines.values()) + 1
