"""Tests of the replay of a match: its page, with and without script, and its file, which needs no site."""

import gzip
import json
import re
import shutil
import sqlite3
from contextlib import closing

import pytest
from axe_playwright_python.sync_playwright import Axe

from arena.replay.document import packed, record_in
from arena.store.repos import match_rows
from arena.store.repos.match_rows import unpacked
from leaderboard.replays import Replays
from leaderboard.resources import reads_gzip
from tests.leaderboard.reading import read, shown

MATCH = "/matches/teo-1"
CUP = "/matches/r-1-0-0"


# Over the wire -------------------------------------------------------------------------------------------------------


def test_resources_are_packed_tagged_and_immutable_if_their_address_has_a_version(site):
    frames = re.search(r'id="frames"[^>]* href="([^"]*)"', site.page(MATCH))[1]
    answer = site.ask(frames, **{"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "accept-encoding"
    assert set(json.loads(gzip.decompress(answer.data))) == {"pieces", "parts", "eyes"}
    assert gzip.decompress(answer.data) == site.ask(frames).data
    again = site.ask(frames, **{"if-none-match": answer.headers["etag"]})
    assert (again.status, again.data) == (304, b"")
    assert site.ask(f"{MATCH}/frames.json?v=old").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "reads"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, GZIP;q=0.8", True),
        ("gzip;q=0", False),
        ("gzip; q=0.00", False),
        ("", False),
    ],
)
def test_the_headers_of_a_client_say_whether_it_unpacks_gzip(accepted, reads):
    assert reads_gzip(accepted) == reads


def test_a_packed_page_is_not_sent_again_if_it_has_not_changed(site):
    answer = site.ask(f"{MATCH}?at=40", **{"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    assert len(answer.data) < 100_000
    assert site.ask(f"{MATCH}?at=40", **{"if-none-match": answer.headers["etag"]}).status == 304
    assert site.ask("/", **{"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_a_board_is_a_picture_that_other_pages_may_show(site):
    answer = site.ask(f"{MATCH}/board.svg?at=12&seat=1")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'",
        answer.headers["content-security-policy"],
    )
    assert answer.text.startswith("<svg")
    assert answer.text != site.ask(f"{MATCH}/board.svg?at=13&seat=1").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"{MATCH}/board.svg?at=100000", 400),
        (f"{MATCH}/board.svg?at=x", 400),
        (f"{MATCH}/board.svg?seat=2", 400),
        (f"{MATCH}/frames.json?seat=9", 400),
        (f"{MATCH}?at=100000", 400),
        ("/matches/secret/board.svg", 404),
        ("/matches/secret/frames.json", 404),
        ("/matches/secret/replay.html", 404),
        ("/matches/running/board.svg", 404),
        ("/matches/nothing/board.svg", 404),
        ("/assets/other.js", 404),
    ],
)
def test_an_impossible_position_or_seat_is_refused(site, path, status):
    assert site.ask(path).status == status


def test_pages_say_that_the_sites_own_script_may_run(site):
    policy = site.ask(MATCH).headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "connect-src 'self'" in policy
    address = re.search(r'<script src="([^"]*)"', site.page(MATCH))[1]
    assert site.ask(address).headers["cache-control"].endswith("immutable")


def test_the_file_holds_the_record_and_nothing_may_load_into_it(site):
    address = re.search(r'href="([^"]*/replay\.html[^"]*)"', site.page(CUP))[1]
    answer = site.ask(address)
    assert answer.headers["content-disposition"] == 'attachment; filename="match.html"'
    assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'sha256-")
    assert record_in(answer.data) == site.ask(f"/api/v1{CUP}/record.jsonl").data
    assert f'<code id="head">{site.get(CUP)["head"]}</code>' in answer.text


# Records that cannot be played ----------------------------------------------------------------------------------------


@pytest.fixture
def altered(filled, site_of, tmp_path):
    """Return a function that changes the record of a match in a copy of the database, and opens a site on it."""

    def start(old, new):
        file = tmp_path / "arena.db"
        shutil.copy(filled[0], file)
        with closing(sqlite3.connect(file)) as database:
            number = database.execute("SELECT id FROM matches WHERE public = 'r-1-0-0'").fetchone()[0]
            data = database.execute("SELECT data FROM records WHERE match_id = ?", (number,)).fetchone()[0]
            record = unpacked(data)
            assert old in record
            stored = match_rows.packed(record.replace(old, new))
            database.execute("UPDATE records SET data = ? WHERE match_id = ?", (stored, number))
            database.commit()
        return site_of(file)

    return start


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"rules_version":1', b'"rules_version":9', "by rules version 9"),
        (b'"option":"place', b'"option":"plane', "line 2"),
        (b'"schema":1', b'"schema":9', "this release checks schema 1"),
        (b'"line":"header"', b'"line":"hidden"', "expected the header"),
        (b'"line":"result"', b'"line":"answer"', "line "),
    ],
)
def test_a_record_that_cannot_be_played_has_a_page_that_says_why(altered, old, new, words):
    site = altered(old, new)
    page = site.page(CUP)
    assert words in shown(page).replace("Line", "line")
    assert "Where the points come from" in page
    assert site.ask(f"{CUP}?at=5").status == 200
    assert site.ask(f"{CUP}/board.svg?at=5").status in {200, 400, 404}
    assert site.ask(f"/api/v1{CUP}").status == 200
    if b"rules_version" in old:
        head = site.get(CUP)["head"]
        assert head in site.page(f"{CUP}/replay.html")  # the published one, not that of the altered record
        assert json.loads(site.ask(f"{CUP}/frames.json").data)["eyes"] == {"spectator": []}
        assert "place 1-1-1-1" in shown(page)


# In a browser --------------------------------------------------------------------------------------------------------


def count(page):
    return int(re.search(r"After (\d+) of", page.locator("#count").text_content())[1])


def title(page):
    return page.locator("#picture title").text_content()


def settle(page, at):
    """Wait until the browser's address names this position."""
    page.wait_for_url(re.compile(rf"at={at}(\D|$)"))


def test_keys_buttons_and_moves_step_without_loading_the_page(site, page):
    page.goto(f"{site.url.rstrip('/')}{MATCH}?at=30")
    page.evaluate("window.stays = true")
    first = title(page)
    for key, at in (("ArrowRight", 31), ("ArrowRight", 32), ("ArrowLeft", 31), ("Home", 0)):
        page.keyboard.press(key)
        assert count(page) == at
    assert page.locator("#caption").text_content() == "Nothing has been played yet."
    page.locator("#m30 a").click()
    assert count(page) == 30
    settle(page, 30)
    assert title(page) == first
    page.keyboard.press("Shift+ArrowRight")
    assert count(page) > 30
    page.locator("#to-mark").click()
    assert page.locator(".said.now").count() == 1
    assert "Eclipse 1" in page.locator("#caption").text_content()
    page.keyboard.press("End")
    page.locator("#picture title", has_text="End of game").wait_for(state="attached")
    assert page.locator("#to-on").get_attribute("aria-disabled") == "true"
    page.locator("#at").fill("12")
    assert count(page) == 12
    assert "12 of" in page.locator("#at").get_attribute("aria-valuetext")
    assert page.evaluate("window.stays")
    assert page.said == []


def test_a_reader_with_a_keyboard_skips_the_moves(site, page):
    page.goto(f"{site.url.rstrip('/')}{MATCH}")
    page.locator("#board a.skip").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#board')") is None
    assert page.evaluate("document.activeElement !== document.body")


def test_each_seat_has_its_own_view_and_the_address_names_the_seat(site, page):
    page.goto(f"{site.url.rstrip('/')}{CUP}?at=9")
    spectator = page.locator("#picture").inner_html()
    page.locator("#eyes a").nth(1).click()
    settle(page, 9)
    page.wait_for_url(re.compile("seat=0"))
    page.wait_for_function("was => document.getElementById('picture').innerHTML !== was", arg=spectator)
    mine = page.locator("#picture").inner_html()
    page.reload()
    page.locator("#parts").wait_for()
    assert page.locator("#picture").inner_html() == mine


def test_play_goes_on_until_it_is_stopped(site, page):
    page.goto(f"{site.url.rstrip('/')}{CUP}?at=3")
    page.locator("#steps select").select_option("Very fast")
    page.locator("#play").click()
    assert page.locator("#play").inner_text() == "Pause"
    page.locator("#count", has_text=re.compile(r"After ([6-9]|\d\d) of")).wait_for()
    page.locator("#play").click()
    assert page.locator("#play").inner_text() == "Play"
    assert page.locator("#caption").get_attribute("aria-live") == "polite"


def test_without_script_every_position_is_a_link(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url.rstrip('/')}{MATCH}?at=30")
    before = title(page)
    page.get_by_role("link", name="On", exact=True).click()
    assert count(page) == 31
    page.get_by_role("link", name="Turn back", exact=True).click()
    assert count(page) <= 30
    page.locator("#m30 a").click()
    assert title(page) == before
    page.locator("#eyes a").nth(2).click()
    assert page.locator("#eyes [aria-current]").inner_text().endswith("greedy")
    assert page.locator("#play, #parts").count() == 0
    context.close()


@pytest.mark.parametrize(("width", "key"), [(390, "End"), (1440, "ArrowRight")])
def test_axe_finds_nothing_after_a_step(site, page, width, key):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site.url.rstrip('/')}{MATCH}?at=0")
    page.locator("#parts").wait_for()
    page.keyboard.press(key)
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"][:200] for node in each["nodes"]][:2]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_match_without_boards_is_read_without_errors(altered, page):
    site = altered(b'"rules_version":1', b'"rules_version":9')
    page.goto(f"{site.url.rstrip('/')}{CUP}")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Check in this browser").click()
    page.locator("#chain", has_text="Changed: the chain").wait_for()
    assert page.locator("#at, #steps").count() == 0
    assert page.said == []


def test_a_narrow_screen_shows_a_part_and_another_one_at_a_click(site, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url.rstrip('/')}{MATCH}?at=20")
    boards = page.get_by_role("button", name="Boards")
    boards.wait_for()
    assert boards.get_attribute("aria-pressed") == "true"
    before = page.locator("#picture svg").get_attribute("viewBox")
    page.get_by_role("button", name="Temples").click()
    page.wait_for_function("was => document.querySelector('#picture svg').getAttribute('viewBox') !== was", arg=before)


def test_the_file_opens_without_network_and_checks_its_chain(site, browser, tmp_path):
    file = tmp_path / "match.html"
    file.write_bytes(site.ask(f"{MATCH}/replay.html").data)
    context = browser.new_context(offline=True)
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"file://{file}#at=30")
    page.locator("#chain", has_text="Checked in this browser").wait_for()
    assert count(page) == 30
    page.keyboard.press("ArrowRight")
    settle(page, 31)
    page.locator("#eyes a").nth(1).click()
    page.wait_for_url(re.compile("seat=0"))
    assert page.locator("#picture svg").count() == 1
    assert said == []
    context.close()


def test_a_file_with_a_changed_record_says_so(site, browser, tmp_path):
    data = site.ask(f"{CUP}/replay.html").data
    record = record_in(data)
    other = record.replace(b'"think_us":', b'"think_us":1', 1)
    file = tmp_path / "match.html"
    file.write_bytes(data.replace(packed(record).encode(), packed(other).encode()))
    page = browser.new_page()
    page.goto(f"file://{file}")
    page.locator("#chain", has_text="Changed: the chain").wait_for()
    page.close()


def test_a_browser_that_cannot_unpack_or_check_says_so_and_shows_the_rest(site, browser, tmp_path):
    file = tmp_path / "match.html"
    file.write_bytes(site.ask(f"{CUP}/replay.html").data)
    page = browser.new_page()
    page.add_init_script(
        "delete globalThis.DecompressionStream; Object.defineProperty(crypto, 'subtle', {value: undefined})"
    )
    page.goto(f"file://{file}")
    page.locator("#chain", has_text="cannot check").wait_for()
    page.locator("#caption", has_text="cannot open the pictures").wait_for()
    assert page.locator("#picture svg").count() == 1
    assert page.locator(".said").count() > 20
    page.close()


# What is remembered ---------------------------------------------------------------------------------------------------


def test_the_site_remembers_a_limited_number_of_records(site):
    replays = Replays(most=1)
    one, other = (site.ask(f"/api/v1/matches/{name}/record.jsonl").data for name in ("r-1-0-0", "r-1-0-1"))
    first = replays.of(one)
    assert replays.of(one) is first
    replays.of(other)
    assert replays.of(one) is not first


def test_a_page_without_a_replay_needs_no_script(site):
    assert "script" not in {element.tag for element in read(site.page("/matches/secret"))}
