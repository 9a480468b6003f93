"""Tests of badges and boards that other sites show in their pages."""

import threading
import xml.etree.ElementTree as ET
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from leaderboard.badges import LONGEST, badge, shortened, width_of
from tests.leaderboard.reading import read, shown
from tests.leaderboard.test_hostile import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"


def words_of(data):
    """Return the texts of a badge. Fail if it is not well-formed SVG."""
    return [each.text for each in ET.fromstring(data).iter(f"{SVG}text")]


def test_a_badge_says_the_rating_and_the_rank_of_the_ranking(site):
    rows = site.get("/ranking/combined")["rows"]
    row = next(each for each in rows if each["bot"] == "ana")
    rating, rank = (words_of(site.ask(f"/badges/ana/{name}.svg").data) for name in ("rating", "rank"))
    assert rating == ["ana rating", f"{row['rating']:.0f} ± {row['reach']:.0f}"]
    assert rank == ["ana rank", f"{row['first']}\N{EN DASH}{row['last']} of {len(rows)}"]


def test_a_badge_of_a_pool_has_the_rating_there(site):
    pool = "cacao-3p-bullet-r1"
    row = next(each for each in site.get(f"/ranking/{pool}")["rows"] if each["bot"] == "ana")
    found = words_of(site.ask(f"/badges/ANA/rating.svg?pool={pool}").data)
    assert found[1] == f"{row['rating']:.0f} ± {row['reach']:.0f}"
    assert words_of(site.ask(f"/badges/random/rank.svg?pool={pool}").data)[1] == "not rated yet"


def test_other_sites_may_show_a_badge_and_it_contains_no_script(site):
    headers = site.ask("/badges/ana/rating.svg").headers
    assert headers["content-type"] == "image/svg+xml"
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["cache-control"] == "public, max-age=300"
    assert headers["etag"]


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/badges/nobody/rating.svg", "no bot is called 'nobody'"),
        ("/badges/ana/rank.svg?pool=chess", "no pool is called 'chess'"),
        ("/badges/ana/place.svg", "there is no page"),
    ],
)
def test_a_badge_of_an_unknown_bot_gives_the_status_404(site, path, words):
    answer = site.ask(path)
    assert answer.status == 404
    assert words in shown(answer.text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_name_in_a_badge_is_a_text(text):
    data = badge(shortened(text), shortened(text), "#000")
    tree = ET.fromstring(data)
    assert {each.tag.removeprefix(SVG) for each in tree.iter()} == {"svg", "title", "rect", "path", "text"}
    assert {name for each in tree.iter() for name in each.attrib if name.startswith(("on", "style"))} == set()
    assert all(word.isprintable() and len(word) <= LONGEST for word in words_of(data))
    assert int(tree.attrib["width"]) == 2 * width_of(words_of(data)[0])


# Boards in frames ---------------------------------------------------------------------------------------------------


def test_a_board_may_be_framed_and_no_other_page(site, matches):
    framed = site.ask(f"/embed/matches/{matches['plain']}?at=9")
    assert framed.status == 200
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    assert framed.headers["cross-origin-resource-policy"] == "cross-origin"
    for path in ("/", f"/matches/{matches['plain']}"):
        headers = site.ask(path).headers
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_a_framed_board_shows_the_position_and_leads_to_the_match(site, matches):
    text = site.page(f"/embed/matches/{matches['plain']}?at=9")
    image = next(dict(each.attributes) for each in read(text) if each.tag == "img")
    assert image["src"] == f"/matches/{matches['plain']}/board.svg?at=9"
    assert image["alt"].startswith("The board after 9 of ")
    assert site.ask(image["src"]).headers["content-type"] == "image/svg+xml"
    assert f'href="/matches/{matches["plain"]}?at=9"' in text
    assert "script" not in {each.tag for each in read(text)}


@pytest.fixture
def elsewhere(tmp_path):
    """Return a function: it serves a page from another server than the site's, and returns the page's address."""
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=tmp_path))
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()

    def show(page):
        (tmp_path / "index.html").write_text(page)
        return f"http://127.0.0.1:{serving.server_port}/"

    yield show
    serving.shutdown()
    thread.join()
    serving.server_close()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_a_page_of_another_site_shows_the_board_and_the_badge(site, matches, browser, elsewhere):
    framed, badge = f"{site.url}embed/matches/{matches['plain']}?at=9", f"{site.url}badges/ana/rating.svg"
    page = browser.new_page()
    page.goto(elsewhere(f'<iframe src="{framed}"></iframe><img src="{badge}">'))
    for image in (page.frame_locator("iframe").locator("img"), page.locator("img")):
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.close()


def test_a_framed_board_of_an_open_deal_shows_names_alone(site, matches):
    for which in ("secret", "running"):
        text = site.page(f"/embed/matches/{matches[which]}")
        assert "The board is shown when the deal is disclosed." in shown(text)
        assert "img" not in {each.tag for each in read(text)}
        assert site.ask(f"/embed/matches/{matches[which]}?at=1").status == 400


def test_a_framed_board_has_no_position_beyond_the_end(site, matches):
    answer = site.ask(f"/embed/matches/{matches['plain']}?at=4000")
    assert answer.status == 400
    assert "at 4000: expected a number from 0 to" in shown(answer.text)
    assert site.ask("/embed/matches/none").status == 404
    assert site.ask(f"/embed/matches/{matches['plain']}?seat=0").status == 400
