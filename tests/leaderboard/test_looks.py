"""Tests of the pages in a real browser: on every screen, by keyboard, in light and dark colours."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from jinja2 import FileSystemLoader

from arena.store.db.database import Database
from leaderboard import rendering

TEMPLATES = rendering.HERE / "templates"
PATHS = {
    "the first page": "/",
    "the ranking": "/ranking",
    "a pool": "/ranking/cacao-2p-bullet-r1",
    "tournaments": "/tournaments",
    "a round robin": "/tournaments/t-cup",
    "a knockout": "/tournaments/t-knockout",
    "head-to-head": "/compare?bot=ana&other=greedy",
    "bots": "/bots",
    "a bot": "/bots/ana",
    "matches": "/matches?game=cacao",
    "a match": "/matches/r-1-0-0?at=9",
    "a game of Teotihuacan": "/matches/teo-1?at=40&seat=1",
    "a secret match": "/matches/secret",
    "a board in a frame": "/embed/matches/r-1-0-0?at=9",
    "a match that was decided otherwise": "/matches/ruled",
    "the audit": "/audit",
    "the rules": "/rules",
    "the tiles": "/tiles",
    "the reference": "/api",
    "what is not there": "/nothing",
}
DRAWN = {
    "a double knockout": "/tournaments/t-double",
    "a Swiss tournament": "/tournaments/t-swiss",
    "an SPRT": "/tournaments/t-sprt",
    "a gauntlet": "/tournaments/t-gauntlet",
    "a running match": "/matches/running",
    "a ranking with a ladder": "/ranking/teotihuacan-2p-bullet-r2",
    "a bot that has not played": "/bots/nothing-yet",
}
EMPTY = {path: path for path in ("/", "/ranking", "/tournaments", "/bots", "/matches", "/audit")}
# The dark page has the markup of the light one in other colours; in another language a page has the colours of English.
# axe describes each element that breaks a rule, and no other element, which would take most of the time.
BRIEF = {"resultTypes": ["violations"]}
COLOURS = BRIEF | {"runOnly": ["color-contrast", "link-in-text-block"]}
ALL_BUT_CONTRAST = BRIEF | {"rules": {"color-contrast": {"enabled": False}}}
RULES = {"light": BRIEF, "dark": COLOURS}
SCREENS = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}

# where the board and its controls are, read in one step: the page draws the board anew when its frames arrive
BOARD_AND_CONTROLS = """
["#picture > svg", ".controls"].map(each => document.querySelector(each).getBoundingClientRect())
"""


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(params=list(SCREENS))
def screen(request):
    return SCREENS[request.param]


@pytest.fixture
def page(browser, scheme, screen):
    context = browser.new_context(viewport=screen, color_scheme=scheme)
    opened = context.new_page()
    opened.said = []
    opened.on("console", lambda message: opened.said.append(message.text))
    opened.on("pageerror", lambda error: opened.said.append(str(error)))
    opened.asked = []
    opened.on("request", lambda request: opened.asked.append(request.url))
    yield opened
    context.close()


def test_axe_finds_no_barrier_to_reading(site, page, scheme, screen):
    assert_readable(site, page, screen, PATHS, RULES[scheme])


def test_axe_finds_no_barrier_in_drawn_tournaments(held, page, scheme, screen):
    assert_readable(held, page, screen, DRAWN, RULES[scheme])
    assert page.said == []


def test_axe_finds_no_barrier_in_an_arena_where_nothing_was_played(tmp_path, site_of, browser):
    Database(tmp_path / "arena.db").close()
    context = browser.new_context(viewport=SCREENS["phone"])
    assert_readable(site_of(tmp_path / "arena.db"), context.new_page(), SCREENS["phone"], EMPTY, BRIEF)
    context.close()


def test_axe_reads_every_template(held, site_of, monkeypatch):
    read, of_file = set(), FileSystemLoader.get_source

    def get_source(loader, environment, template):
        read.add(template)
        return of_file(loader, environment, template)

    monkeypatch.setattr(FileSystemLoader, "get_source", get_source)
    site = site_of(held.database.file)
    for path in (PATHS | DRAWN).values():
        site.ask(path)
    assert read == {file.name for file in TEMPLATES.glob("*.html")}


def assert_readable(site, page, screen, paths, rules):
    axe = Axe()
    for what, path in paths.items():
        page.goto(site.url + path.removeprefix("/"))
        found = axe.run(page, options=rules)
        assert found.response["passes"], what
        told = [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found.response["violations"]]
        assert told == [], what
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= screen["width"], what


# Longer words on a narrow screen are the hard case.
SPOKEN = [("es", "phone"), ("pt", "desktop"), ("fr", "phone")]


@pytest.mark.parametrize(("language", "size"), SPOKEN)
def test_axe_finds_no_barrier_in_any_language(held, browser, language, size):
    axe = Axe()
    context = browser.new_context(viewport=SCREENS[size])
    opened = context.new_page()
    for what, path in (PATHS | DRAWN).items():
        opened.goto(f"{held.url}{language}{path}")
        assert opened.evaluate("document.documentElement.lang") == language, what
        found = axe.run(opened, options=ALL_BUT_CONTRAST)
        assert [(each["id"], each["nodes"][0]["html"]) for each in found.response["violations"]] == [], what
        assert opened.evaluate("document.documentElement.scrollWidth") <= SCREENS[size]["width"], what
    context.close()


def test_a_reader_follows_a_match_in_spanish(site, browser):
    context = browser.new_context(viewport=SCREENS["desktop"], locale="es-MX")
    opened = context.new_page()
    opened.goto(site.url)
    assert opened.url == f"{site.url}es/"
    opened.goto(f"{site.url}es/matches/r-three-12-0")
    opened.locator("#play", has_text="Reproducir").wait_for(state="attached")
    opened.locator("#m1 a").click()
    opened.locator("#count", has_text="Tras 1 de").wait_for(state="attached")
    opened.wait_for_url("**/es/matches/r-three-12-0?at=1*")
    opened.get_by_role("link", name="English").click()
    opened.wait_for_url(lambda url: url.startswith(f"{site.url}matches/r-three-12-0?") and "at=1" in url)
    opened.locator("#count", has_text="After 1 of").wait_for(state="attached")
    opened.goto(site.url)  # the choice is stored
    assert opened.url == site.url
    context.close()


def test_a_browser_asks_no_other_host_and_reports_no_error(site, page):
    for path in PATHS.values():
        page.goto(site.url + path.removeprefix("/"))
    assert {url.startswith(site.url) for url in page.asked} == {True}
    assert [text for text in page.said if "404" not in text] == []


def test_the_first_key_leads_past_the_navigation_and_the_focus_is_seen(site, page):
    page.goto(site.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.locator("a.skip").bounding_box()["width"] > 50
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"


def test_colours_follow_what_the_reader_likes(site, page, scheme):
    page.goto(site.url)
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", colour))) > 384) == (scheme == "light")


def test_a_reader_gets_from_the_ranking_to_a_position_and_on(site, page):
    page.goto(f"{site.url}ranking")
    page.get_by_role("link", name="quetzal").first.click()
    assert page.get_by_role("heading", level=1).inner_text() == "quetzal"
    page.get_by_role("link", name=re.compile("^(greedy beat quetzal|quetzal beat greedy), ")).last.click()
    page.locator("#m1 a").click()
    page.locator("#count", has_text="After 1 of").wait_for(state="attached")
    page.locator("#to-on").click()
    page.locator("#count", has_text="After 2 of").wait_for(state="attached")
    page.locator("#picture title").filter(has_not_text="End of the game").wait_for(state="attached")
    before = page.locator("#picture title").text_content()
    page.locator("#play").press("End")
    page.locator("#picture title", has_text="End of the game").wait_for(state="attached")
    assert page.locator("#picture title").text_content() != before


def test_a_step_that_is_taken_before_the_frames_arrive_stays(site, page):
    held = []
    page.route("**/frames.json*", lambda route: held.append(route))  # noqa: PLW0108 -- Playwright takes no built-in
    page.goto(f"{site.url}matches/r-three-12-0")
    page.locator("#m1 a").click()
    page.locator("#count", has_text="After 1 of").wait_for(state="attached")
    [route] = held
    route.continue_()
    page.locator("#picture title").filter(has_not_text="End of the game").wait_for(state="attached")
    assert "After 1 of" in page.locator("#count").text_content()


def test_the_whole_board_and_its_controls_fit_one_window(site, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    opened.goto(f"{site.url}matches/teo-1?at=40")
    opened.locator("#play").wait_for()
    board, controls = opened.evaluate(BOARD_AND_CONTROLS)
    assert board["y"] + board["height"] <= 900
    assert controls["y"] + controls["height"] <= 900
    assert controls["x"] >= board["x"] + board["width"]
    context.close()


def test_a_phone_has_the_board_on_its_first_screen(site, browser):
    context = browser.new_context(viewport=SCREENS["phone"])
    opened = context.new_page()
    held = []  # the page cuts the board without its frames
    opened.route("**/frames.json*", lambda route: held.append(route))  # noqa: PLW0108 -- Playwright takes no built-in
    opened.goto(f"{site.url}matches/teo-1?at=40")
    opened.locator("#picture > svg.part").wait_for()
    board, controls = opened.evaluate(BOARD_AND_CONTROLS)
    assert controls["y"] - board["y"] >= SCREENS["phone"]["height"] / 5
    assert board["width"] <= SCREENS["phone"]["width"]
    assert re.fullmatch(r"Turn \d+: [AB] [(].+[)] .+; A\s\d+, B\s\d+", opened.locator(".whose").inner_text())
    opened.get_by_role("button", name="Whole").click()
    held.pop().continue_()
    opened.locator("#picture > svg:not(.part)").wait_for()
    assert not opened.locator(".whose").is_visible()  # the whole board has it in its headline
    context.close()


def test_filters_are_a_form_that_needs_no_script(site, page):
    page.goto(f"{site.url}matches")
    page.get_by_label("State").select_option("void")
    page.get_by_label("Bot").fill("greedy")
    page.get_by_role("button", name="Show").click()
    assert page.locator("tbody .state").all_inner_texts() == ["void"]
    assert page.get_by_label("State").input_value() == "void"


def test_the_caption_of_a_wide_table_fits_a_phone(browser, site):
    opened = browser.new_page(viewport={"width": 390, "height": 844})
    opened.goto(f"{site.url}tournaments/t-cup")
    table = opened.locator("table.cross")
    assert table.bounding_box()["width"] > 390
    caption = table.locator("caption").bounding_box()
    assert caption["x"] + caption["width"] <= 390
    opened.close()


def test_on_a_phone_a_wide_table_and_a_bracket_scroll_in_their_box_at_a_readable_size(held, browser):
    context = browser.new_context(viewport={"width": 400, "height": 800})
    page = context.new_page()
    for path, inside in (("/bots/ana", "table.whole"), ("/tournaments/t-double", "svg.knockout")):
        page.goto(held.url.rstrip("/") + path)
        box = page.locator(".scroll", has=page.locator(inside)).first
        assert box.evaluate("each => each.scrollWidth > each.clientWidth"), path
        assert "gradient" in box.evaluate("each => getComputedStyle(each).backgroundImage"), path
    name = page.locator("svg.knockout .side-name", has_text="random").first
    assert name.evaluate("each => each.getBoundingClientRect().height") >= 13
    page.goto(held.url.rstrip("/") + "/bots")
    assert page.locator(".scroll").first.evaluate("each => each.scrollWidth <= each.clientWidth")
    context.close()


@pytest.mark.parametrize("language", ["es", "pt", "fr"])
def test_longer_words_cut_no_table_of_ratings_on_a_desktop(site, browser, language):
    page = browser.new_page(viewport=SCREENS["desktop"])
    for path in ("/ranking", "/ranking/cacao-2p-bullet-r1", "/bots", "/bots/ana"):
        page.goto(f"{site.url}{language}{path}")
        for box in page.locator(".scroll").all():
            assert box.evaluate("each => each.scrollWidth <= each.clientWidth"), path
    page.close()
