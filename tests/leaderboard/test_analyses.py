"""Tests of analyses on pages: the curve beside a replay, the story, and a bot's losses by chapter."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from axe_playwright_python.sync_playwright import Axe

from arena.analysis import read_analysis
from arena.replay.fragments import Shown
from arena.replay.retelling import Positions, option_in_words, retold
from arena.replay.review import PlainWords, Review, felt, remarks, reviewed, section
from tests.leaderboard.reading import read, shown
from tests.leaderboard.test_replays import count

MATCH, OTHER = "/matches/r-1-0-0", "/matches/r-1-0-1"


@pytest.fixture
def analysis(site):
    return read_analysis(site.ask(f"/api/v1{MATCH}/analysis.json").json)


@pytest.fixture
def words(site):
    told = retold(site.ask(f"/api/v1{MATCH}/record.jsonl").data)
    return PlainWords(told, Positions(told))


def plain(part):
    """Return the text in a piece of HTML, without its tags."""
    return unescape(re.sub("<[^>]*>", "", part))


def paths(text, kind):
    return [
        each for each in read(text) if each.tag == "path" and kind in dict(each.attributes).get("class", "").split()
    ]


def test_a_page_shows_the_curve_the_costly_decisions_and_the_luck(site, analysis, words):
    text = site.page(MATCH)
    costly = remarks(analysis, words)
    assert costly
    assert len(paths(text, "dear")) == len(costly) == text.count('class="cost"')
    assert len(paths(text, "luck")) == len(felt(analysis)) > 0
    dearest = max(analysis.decisions, key=lambda each: each.cost)
    words = (
        f"cost {round(100 * dearest.cost)} ± {round(100 * dearest.noise)}; best: {words.option(dearest, dearest.best)}"
    )
    move = re.search(rf'id="m{dearest.answers + 1}">.*?</li>', text)[0]
    assert words in plain(move)
    assert "▼" in move


def test_an_analysis_names_options_tiles_and_seats_as_players_do(site, analysis, words):
    notation = re.compile(r"\b(place|overbuild|fill|work) \S+ r?\d|\b(market|plantation|gold_mine)_|sun_site|seat \d")
    text = site.page(MATCH)
    assert notation.search(plain(re.search(r'id="review".*?</section>', text, re.DOTALL)[0])) is None
    for each in (each for each in analysis.decisions if each.option != each.best):
        chosen, best = words.option(each, each.option), words.option(each, each.best)
        assert chosen != best
        assert best.startswith(("lays the worker tile", "fills ", "lets ", "pays a sun token")), best
    assert option_in_words(words.told, words.places, 0, "castle short") == "castle short"
    assert option_in_words(words.told, words.places, 10_000, "place 1-1-1-1 r0 at 1,0") == "place 1-1-1-1 r0 at 1,0"


def test_a_worker_tile_is_named_as_it_lies(words):
    answer, step = next(
        (each, step)
        for each, step in zip(words.told.record.entries, words.told.steps, strict=True)
        if " r1 " in each.option
    )
    north, east, south, west = answer.option.split()[1].split("-")
    assert f"lays the worker tile {west}-{north}-{east}-{south} at " in step.passages[0].text


def test_the_story_of_each_seat_leads_to_its_dearest_decisions_and_to_the_same_deal(site, analysis):
    text = site.page(MATCH)
    story = text[text.index('id="review"') :]
    for name in analysis.seats:
        assert re.search(rf"{name} at seat [AB] (won|lost) with", plain(story))
    dearest = max(analysis.decisions, key=lambda each: each.cost)
    assert f'href="{MATCH}?at={dearest.answers + 1}#board"' in story
    assert "(match r-1-0-1)" in plain(story)
    assert re.search(rf'<a class="to" href="{MATCH}[?]at=[0-9]+#board" rel="nofollow">It turned most in turn', story)
    assert "arena show" not in story


def test_a_match_without_an_analysis_says_how_to_get_one(site):
    text = shown(site.page(OTHER))
    assert "There is no analysis of this match yet." in text
    assert f'<a href="/api/v1{OTHER}/record.jsonl" download="match.jsonl">download the record</a>' in site.page(OTHER)
    assert "arena analyse match.jsonl --html match.html" in text
    assert site.get(OTHER)["analysed_by"] is None
    answer = site.ask(f"/api/v1{OTHER}/analysis.json")
    assert (answer.status, "has no analysis" in answer.text) == (404, True)


@pytest.mark.parametrize("match", ["secret", "running", "void"])
def test_the_page_of_a_match_that_cannot_be_analysed_does_not_mention_analyses(site, match):
    assert "no analysis" not in shown(site.page(f"/matches/{match}"))
    assert site.ask(f"/api/v1/matches/{match}/analysis.json").status == 404


def test_the_replay_file_has_the_analysis_too_and_another_address(site, browser, tmp_path):
    address = re.search(r'href="([^"]*replay\.html[^"]*)"', site.page(MATCH))[1]
    assert address != re.search(r'href="([^"]*replay\.html[^"]*)"', site.page(OTHER))[1].replace("r-1-0-1", "r-1-0-0")
    answer = site.ask(address)
    assert "immutable" in answer.headers["cache-control"]
    assert "immutable" not in site.ask(f"{MATCH}/replay.html").headers["cache-control"]
    file = tmp_path / "match.html"
    file.write_bytes(answer.data)
    context = browser.new_context(offline=True)
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"file://{file}#at=3")
    page.locator("#review a.to").first.click()
    at = count(page)
    assert at != 3
    assert page.locator(".outlook .here").get_attribute("d") == f"M{at} 0V100"
    assert said == []
    context.close()


def test_the_line_in_the_curve_follows_the_slider_and_a_story_leads_to_its_position(site, page):
    page.goto(f"{site.url.rstrip('/')}{MATCH}?at=5")
    line = page.locator(".outlook .here")
    assert line.get_attribute("d") == "M5 0V100"
    page.locator("#at").fill("12")
    assert line.get_attribute("d") == "M12 0V100"
    page.evaluate("window.stays = true")
    link = page.locator("#review a.to", has_text=re.compile("^Answer")).first
    at = int(re.search(r"at=(\d+)", link.get_attribute("href"))[1])
    link.click()
    assert count(page) == at
    assert line.get_attribute("d") == f"M{at} 0V100"
    assert "cost " in page.locator("#caption").text_content()
    assert page.evaluate("window.stays")
    assert page.said == []


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1440, "dark")])
def test_axe_finds_nothing_with_every_part_of_the_analysis_open(site, browser, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    for path in (f"{MATCH}?at=9", OTHER, "/bots/ana"):
        page.goto(site.url.rstrip("/") + path)
        page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
        found = Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"][:200] for node in each["nodes"]][:2]) for each in found] == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_the_page_of_a_bot_says_in_which_chapters_it_loses_points(site, analysis):
    [cacao, teotihuacan] = site.get("/bots/ana")["losses"]
    assert (cacao["game"], cacao["games"], teotihuacan["games"]) == ("cacao", 1, 1)
    lost = sum(100 * each.cost for each in analysis.decisions if each.seat == 0 and each.is_blunder)
    assert cacao["points"] == pytest.approx(lost)
    assert [each["points"] for each in cacao["chapters"]] == sorted(
        (each["points"] for each in cacao["chapters"]), reverse=True
    )
    assert sum(each["decisions"] for each in cacao["chapters"]) == sum(each.seat == 0 for each in analysis.decisions)
    text = shown(site.page("/bots/ana"))
    assert "Cacao, 1 analysed game" in text
    assert "Step A: put down a worker tile C-5" in text
    assert "Where its points are lost" not in shown(site.page("/bots/quetzal"))


def test_names_in_an_analysis_cannot_steer_a_page(site, analysis):
    told = retold(site.ask(f"/api/v1{MATCH}/record.jsonl").data)
    evil = '<script>x</script>"\u202e'
    decisions = tuple(replace(each, option=evil, best=evil) for each in analysis.decisions)
    luck = tuple(replace(each, what=evil) for each in analysis.luck)
    review = Review(replace(analysis, seats=(evil, evil), decisions=decisions, luck=luck))
    places = Positions(told)
    at = reviewed(Shown(told, 3, -1, lambda at, _: f"?at={at}"), review, places)
    html = section(at, review, places) + at.outlook + "".join(at.remarks.values())
    assert "<script" not in html
    assert "\u202e" not in html


def test_an_analysis_of_another_number_of_seats_is_not_shown(site, analysis):
    told = retold(site.ask(f"/api/v1{MATCH}/record.jsonl").data)
    assert Review(analysis).fits(told)
    assert not Review(replace(analysis, seats=("a", "b", "c"))).fits(told)


def test_the_analysis_is_the_one_that_the_command_prints(site, analysis):
    values = json.loads(site.ask(f"/api/v1{MATCH}/analysis.json").text)
    assert (values["by"], site.get(MATCH)["analysed_by"]) == ("mcts-8", "mcts-8")
    assert values["match"] == "r-1-0-0"
    assert analysis.by == "mcts-8"
