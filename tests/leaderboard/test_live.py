"""Tests of running matches on the site: their pages, their events, and their list."""

import http.client
import json
import re
from functools import partial
from urllib.parse import urlsplit

import pytest
import trio
from axe_playwright_python.sync_playwright import Axe

from arena.languages import speaking
from arena.server.matches.results import Adjournment
from arena.store.db.database import Database
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.tournament.venue import Tournament
from leaderboard.feed import STREAMS, Streams, TooManyStreamsError
from leaderboard.live import face
from tests.leaderboard.filled import Filling, analysed
from tests.leaderboard.live_matches import MatchInPlay
from tests.leaderboard.reading import shown
from tests.leaderboard.sites import WITHIN, Site

NAMES = ("ana", "quetzal")
PAUSE = 10_000  # milliseconds between two looks of an open page
PREFIXES = {"en": "", "es": "/es"}


class Stream:
    """A watcher's connection, which receives the events of a match."""

    def __init__(self, site, path, **headers):
        self.connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=WITHIN)
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def next(self):
        """Return the kind, the number and the value of the next event; None at the end of the stream."""
        kind, number, value = "", None, None
        for _ in range(100):
            line = self.answer.readline().decode()
            assert not line.startswith(":"), "nothing came for 15 seconds"
            name, _, rest = line.rstrip("\n").partition(": ")
            if not line:
                return None
            if name == "event":
                kind = rest
            elif name == "id":
                number = int(rest)
            elif name == "data":
                value = json.loads(rest)
            elif not name and kind:
                return kind, number, value
        raise AssertionError(kind)

    def until(self, kind):
        """Return the next events, up to the first one of this kind."""
        found = [self.next()]
        while found[-1][0] != kind:
            found.append(self.next())
        return found

    def close(self):
        self.answer.close()
        self.connection.close()


@pytest.fixture
def filling(tmp_path):
    database = Database(tmp_path / "arena.db")
    yield Filling(database)
    database.close()


@pytest.fixture
def live_site(filling, site_of):
    return lambda: site_of(filling.database.file)


def begun(filling, match="one", names=NAMES, **more):
    return trio.run(lambda: MatchInPlay.begun(filling, match, names, **more))


# The page -----------------------------------------------------------------------------------------------------------


def test_a_reader_finds_a_running_match_follows_it_steps_back_and_sees_it_end(filling, live_site, browser):
    match = begun(filling, "one", NAMES)
    trio.run(match.answer, 4)
    site = live_site()
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(site.url)
    page.locator(".on-now a.match").click()
    page.locator("#picture svg title").wait_for(state="attached")
    assert page.locator(".live .on").inner_text() == "Live"
    before = page.locator(".clock .number").all_inner_texts()
    trio.run(match.answer, 3)
    page.locator("#count", has_text="After 7 of 7").wait_for(state="attached")
    caption = page.locator("#caption").inner_text()
    assert any(name in caption for name in NAMES)
    assert page.locator("#caption").get_attribute("aria-live") == "polite"
    assert page.locator(".clock .number").all_inner_texts() != before
    page.locator("#to-back").click()
    assert page.locator("#to-live").is_visible()
    trio.run(match.answer, 2)
    page.locator("#count", has_text="After 6 of 9").wait_for(state="attached")
    page.locator("#to-live").click()
    page.locator("#count", has_text="After 9 of 9").wait_for(state="attached")
    assert not page.locator("#to-live").is_visible()
    trio.run(match.forfeit, 0)
    trio.run(match.end)
    page.locator("text=Download the replay").wait_for()  # one seat is left, which ends the match
    assert page.locator(".live").count() == 0
    assert [text for text in said if "404" not in text] == []
    page.close()


WALKS = {
    "en": ("Back", "{} beat {}, ", "It turned most in turn "),
    "es": ("Atrás", "{} venció a {}, ", "El mayor giro fue en el turno "),
}


@pytest.mark.parametrize("language", WALKS)
def test_a_spectator_finds_a_match_in_two_clicks_and_learns_where_it_turned(filling, live_site, browser, language):
    back, won, turned = WALKS[language]
    terms = 'name = "Cup"\ngame = "cacao"\nclock = "10+0.1"\nentrants = ["ana", "quetzal"]\n'
    trio.run(StoredTournaments(filling.database, filling.now).begin, Tournament("t-1", "Cup", terms, filling.now()))
    trio.run(filling.open_round, "t-1-0", "t-1")
    match = begun(filling, "one", NAMES, a_round="t-1-0")
    trio.run(match.answer, 9)
    site = live_site()
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale=language)
    page = context.new_page()
    page.goto(site.url)
    page.get_by_role("link", name="Cup").first.click()
    page.locator("a.match").first.click()
    page.locator("#count", has_text="9").wait_for(state="attached")
    assert page.evaluate("document.documentElement.lang") == language
    trio.run(match.answer, 2)
    page.locator("#count", has_text="11").wait_for(state="attached")
    page.locator("#to-back", has_text=back).click()
    page.wait_for_function("document.querySelector('#at').value === '10'")
    trio.run(match.end)
    trio.run(analysed_by_the_arena, filling, "one")
    page.locator("#live").wait_for(state="detached")
    page.reload()
    names = [name for _, name in sorted(zip(match.kept.result.placements, NAMES, strict=True))]
    assert page.locator(".lead").inner_text().startswith(won.format(*names))
    assert turned in page.locator("#review").inner_text()
    page.locator("#review a.to").first.click()
    page.locator("#picture svg title").filter(has_not_text="End of the game").wait_for(state="attached")
    context.close()


async def analysed_by_the_arena(filling, match):
    analysed(filling.database, match)


@pytest.mark.parametrize("screen", [{"width": 1280, "height": 800}, {"width": 360, "height": 740}])
def test_axe_finds_no_barrier_on_pages_of_running_matches(filling, live_site, browser, screen):
    shown = begun(filling, "shown", NAMES, game="teotihuacan", block=1)
    hidden, _ = begun(filling, "hidden", NAMES, block=2), begun(filling, "other", NAMES[::-1], block=2, place=1)
    trio.run(shown.answer, 9)
    trio.run(hidden.answer, 2)
    site = live_site()
    page = browser.new_page(viewport=screen)
    for path in ("matches/shown", "matches/hidden"):
        page.goto(site.url + path)
        found = Axe().run(page).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    page.close()


def test_a_match_that_becomes_void_while_it_is_watched_says_so(filling, live_site, browser):
    match = begun(filling)
    trio.run(match.answer, 2)
    site = live_site()
    page = browser.new_page()
    page.goto(f"{site.url}matches/one")
    page.locator("#picture svg title").wait_for(state="attached")
    trio.run(match.become_void, "a <b>storm</b>")
    page.locator("#live-void", has_text="This match was made void while you watched it. a <b>storm</b>").wait_for()
    assert page.locator("#picture svg").count() == 1
    page.close()


def test_a_page_shows_the_board_as_soon_as_the_other_match_of_the_deal_has_ended(filling, live_site, browser):
    first, last = begun(filling, "first", NAMES), begun(filling, "last", NAMES[::-1], place=1)
    trio.run(last.answer, 3)
    site = live_site()
    page = browser.new_page()
    page.goto(f"{site.url}matches/last")
    assert page.locator("#picture").count() == 0
    assert "Another match of the same deal has not ended" in page.locator(".live-state").inner_text()
    trio.run(last.answer, 9)
    assert page.locator(".clock .number").all_inner_texts() == 2 * ["\N{EN DASH}"]
    trio.run(lambda: first.end(disclose=False))
    page.locator("#count", has_text="After 12 of 12").wait_for(state="attached")
    page.close()


def test_nothing_tells_how_many_decisions_a_match_without_a_board_has(filling, live_site):
    first, last = begun(filling, "first", NAMES), begun(filling, "last", NAMES[::-1], place=1)
    trio.run(last.answer, 2)
    site = live_site()
    asked = ("/matches/last/live", "/matches/last", "/live", "/matches", "/home", "/bots/quetzal")

    def answers():
        return [site.page("/matches/last"), *(site.get(address) for address in asked)]

    before, stream = answers(), Stream(site, "/matches/last/events")
    assert stream.next() == ("state", None, {"state": "running", "reason": "deal", "adjourned": False})
    trio.run(last.answer, 7)
    assert answers() == before
    trio.run(lambda: first.end(disclose=False))
    assert stream.next() == ("state", None, {"state": "running", "reason": "", "adjourned": False})
    stream.close()
    assert [site.get("/matches/last/live")[name] for name in ("last", "at")] == [9, 9]


def test_a_match_that_ended_before_its_deal_is_disclosed_has_places_and_no_times(filling, live_site):
    first, _ = begun(filling, "first", NAMES), begun(filling, "last", NAMES[::-1], place=1)
    trio.run(first.answer, 3)
    trio.run(first.forfeit, 0)
    trio.run(lambda: first.end(disclose=False))
    site = live_site()
    told = ("forfeit_turn", "decisions", "think_us", "transport_us", "stall_us", "held_us", "credit_us")
    [line] = [each for each in site.get("/matches")["matches"] if each["match"] == "first"]
    match = site.get("/matches/first")
    assert match["turns"] is None
    for seat in (*line["seats"], *match["seats"]):
        assert [seat[name] for name in told] == [None] * len(told)
        assert seat["place"] is not None
    assert "turn" not in re.search(r"Ended</dt><dd>.*?</dd>", site.page("/matches/first"))[0]
    trio.run(filling.disclose, first.kept)
    assert all(seat["decisions"] is not None for seat in site.get("/matches/first")["seats"])


def test_without_script_a_page_says_how_to_go_on(filling, live_site):
    match = begun(filling)
    trio.run(match.answer, 5)
    site = live_site()
    text = site.page("/matches/one?at=3")
    assert "<noscript><p>Reload this page to see what has been played since.</p></noscript>" in text
    assert "After 3 of 5 answers" in text
    assert 'style="' not in text


# The events ---------------------------------------------------------------------------------------------------------


def test_a_watcher_gets_every_answer_once_and_the_end(filling, live_site):
    match = begun(filling)
    trio.run(match.answer, 3)
    stream = Stream(live_site(), "/api/v1/matches/one/events")
    assert stream.next() == ("state", None, {"state": "running", "reason": "", "adjourned": False})
    assert [stream.next()[1] for _ in range(3)] == [1, 2, 3]
    trio.run(match.end)
    *steps, end = stream.until("end")
    assert [number for _, number, _ in steps] == list(range(4, match.answers))  # the last line is the result
    assert [value["at"] for _, _, value in steps] == list(range(4, match.answers))
    assert [each["points"] for each in steps[-1][2]["seats"]] == list(match.state.scores())
    assert end == ("end", None, {"state": "finished", "ruling": ""})
    assert stream.next() is None
    stream.close()


def test_each_watcher_of_a_match_gets_the_words_of_the_language_in_the_address(filling, live_site):
    match = begun(filling)
    trio.run(match.answer, 3)
    site = live_site()
    streams = {language: Stream(site, f"{prefix}/matches/one/events") for language, prefix in PREFIXES.items()}
    steps = {language: stream.until("step")[-1][2] for language, stream in streams.items()}
    assert "lays the worker tile" in steps["en"]["said"]
    assert "coloca la loseta de recolectores" in steps["es"]["said"]
    assert 'href="/matches/one?at=1' in steps["en"]["turns"]
    assert 'href="/es/matches/one?at=1' in steps["es"]["turns"]
    for stream in streams.values():
        stream.close()


@pytest.mark.parametrize("way", ["header", "address"])
def test_a_broken_connection_continues_after_its_last_event(filling, live_site, way):
    match = begun(filling)
    trio.run(match.answer, 6)
    more = {"Last-Event-ID": "4"} if way == "header" else {}
    stream = Stream(live_site(), f"/matches/one/events{'' if more else '?after=4'}", **more)
    assert stream.next()[0] == "state"
    assert [stream.next()[1] for _ in range(2)] == [5, 6]
    stream.close()


def test_events_and_frames_put_the_same_boards_together(filling, live_site):
    match = begun(filling, game="teotihuacan")
    site = live_site()
    trio.run(match.answer, 2)
    first = site.ask("/matches/one/frames.json").json
    trio.run(match.answer, 8)
    stream = Stream(site, "/matches/one/events?after=2")
    for _, _, value in [stream.next() for _ in range(9)][1:]:
        assert len(first["pieces"]) == value["from"]
        first["pieces"] += value["pieces"]
        first["eyes"]["spectator"].append(value["frame"])
    stream.close()
    last = site.ask("/matches/one/frames.json").json
    assert (first["pieces"], first["eyes"]) == (last["pieces"], last["eyes"])
    board = site.ask("/matches/one/board.svg?at=10").text
    assert board.startswith("<svg")


def test_many_watchers_of_a_match_cost_one_query_for_each_step(filling, live_site, monkeypatch):
    from leaderboard import followers

    read = []
    whole = followers.live_queries.lines_from
    monkeypatch.setattr(followers.live_queries, "lines_from", lambda *given: read.append(given[2]) or whole(*given))
    match = begun(filling)
    site = live_site()
    streams = [Stream(site, "/matches/one/events") for _ in range(12)]
    for stream in streams:
        assert stream.next()[0] == "state"
    known = len(read)
    for _ in range(3):
        trio.run(match.answer)
        assert len({json.dumps(stream.next()) for stream in streams}) == 1
    assert len(read) - known == 3
    for stream in streams:
        stream.close()


def test_watchers_get_the_news_that_a_match_waits_for_its_bots(filling, live_site):
    match = begun(filling)
    trio.run(match.answer, 2)
    site = live_site()
    stream = Stream(site, "/matches/one/events?after=2")
    assert stream.next()[2]["adjourned"] is False
    waiting = Adjournment(filling.now(), filling.now(), (0,))
    trio.run(filling.results.adjourn, "one", waiting)
    assert stream.next() == ("state", None, {"state": "running", "reason": "", "adjourned": True})
    assert "This match is adjourned" in site.page("/matches/one")
    assert 'class="on"' not in site.page("/matches/one")
    stream.close()


# Bad input ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "headers", "status", "words"),
    [
        ("/matches/none/events", {}, 404, "no match is called"),
        ("/matches/one/events?after=9", {}, 400, "event 9: expected a number from 0 to 2"),
        ("/matches/one/events?after=-1", {}, 400, "expected at least 0"),
        ("/matches/one/events?after=x", {}, 400, "expected a whole number"),
        ("/matches/one/events?more=1", {}, 400, "unknown filter"),
        ("/matches/one/events", {"Last-Event-ID": "\u00b2"}, 400, "expected the number of an event"),
        ("/matches/one/events", {"Last-Event-ID": "9" * 40}, 400, "expected the number of an event"),
        ("/matches/one?at=3", {}, 400, "at 3: expected a number from 0 to 2"),
        ("/matches/one?seat=0", {}, 400, "is shown as a spectator sees it"),
        ("/matches/one/board.svg?at=3", {}, 400, "at 3: expected a number from 0 to 2"),
        ("/matches/one/frames.json?seat=1", {}, 400, "is shown as a spectator sees it"),
        ("/matches/one/replay.html", {}, 404, "shows no board before its deal is disclosed"),
        ("/api/v1/matches/none/live", {}, 404, "is being played"),
    ],
)
def test_an_impossible_request_for_events_is_refused_in_words(bad_site, path, headers, status, words):
    answer = bad_site.ask(path, **headers)
    assert answer.status == status
    assert words in answer.text.replace("&#39;", "'")


@pytest.fixture(scope="module")
def bad_site(tmp_path_factory):
    database = Database(tmp_path_factory.mktemp("bad") / "arena.db")
    trio.run(begun(Filling(database)).answer, 2)
    site = Site(database.file)
    yield site
    site.close()
    database.close()


def test_streams_beyond_the_limit_are_refused_and_told_when_to_ask_again(filling, site_of, monkeypatch):
    monkeypatch.setattr(Streams.__init__, "__defaults__", (3, 20))
    trio.run(begun(filling).answer, 2)
    site = site_of(filling.database.file)
    streams = [Stream(site, "/matches/one/events") for _ in range(3)]
    for stream in streams:
        assert stream.next()[0] == "state"
    refused = site.ask("/matches/one/events")
    assert (refused.status, refused.headers["retry-after"]) == (503, "30")
    assert "3 event streams are open" in refused.text
    assert site.ask("/matches/one").status == 200
    for stream in streams:
        stream.close()


def test_a_front_names_the_address_of_a_reader(filling, site_of, monkeypatch):
    monkeypatch.setattr(Streams.__init__, "__defaults__", (9, 1))
    trio.run(begun(filling).answer, 2)
    site = site_of(filling.database.file)
    streams = [Stream(site, "/matches/one/events", **{"X-Real-IP": f"192.0.2.{number}"}) for number in (1, 2)]
    for stream in streams:
        assert stream.next()[0] == "state"
    assert site.ask("/matches/one/events", **{"X-Real-IP": "192.0.2.2"}).status == 503
    for stream in streams:
        stream.close()


def test_another_address_may_open_fewer_streams_than_this_machine():
    streams = Streams(most=4, per_address=2)
    with streams.one("192.0.2.1"), streams.one("192.0.2.1"):
        with pytest.raises(TooManyStreamsError, match="2 event streams of this address"):
            streams.check("192.0.2.1")
        with streams.one("127.0.0.1"), streams.one("127.0.0.1"), pytest.raises(TooManyStreamsError, match="4 event"):
            streams.check("192.0.2.2")
    streams.check("192.0.2.1")
    assert streams.open == 0
    assert STREAMS >= 200


def test_a_head_request_opens_no_stream(bad_site):
    answer = bad_site.ask("/matches/one/events", "HEAD")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_a_site_ends_while_streams_are_open(filling):
    trio.run(begun(filling).answer, 2)
    site = Site(filling.database.file)
    stream = Stream(site, "/matches/one/events")
    assert stream.next()[0] == "state"
    site.close()  # it fails if the site's thread does not end
    stream.close()


# What is on ---------------------------------------------------------------------------------------------------------


def test_the_list_of_running_matches_names_them_with_their_clocks(filling, live_site):
    one, other = begun(filling, "one", NAMES), begun(filling, "other", NAMES[::-1], place=1)
    alone = begun(filling, "alone", ("<b>ana", "quetzal"), block=4)
    trio.run(alone.answer, 4)
    trio.run(other.answer, 1)
    site = live_site()
    found = site.get("/live")
    assert [(each["match"], each["shown"]) for each in found] == [("alone", True), ("other", False), ("one", False)]
    assert found[0]["seats"][0]["bot"] == "<b>ana"
    assert all(seat["clock_us"] is not None for seat in found[0]["seats"])
    assert all(seat["clock_us"] is None for each in found[1:] for seat in each["seats"])
    now = site.get("/matches/alone/live")
    assert [seat["clock_us"] for seat in now["seats"]] == [seat["clock_us"] for seat in found[0]["seats"]]
    assert site.get("/matches/one/live")["reason"] == "deal"
    trio.run(one.end)


def test_the_page_of_a_tournament_lists_its_running_matches(filling, live_site):
    cup = Tournament("t-1", "Cup", terms_of("round-robin"), filling.now())
    trio.run(StoredTournaments(filling.database, filling.now).begin, cup)
    trio.run(filling.open_round, "t-1-0", "t-1")
    match, _ = begun(filling, "ours", NAMES, a_round="t-1-0"), begun(filling, "another", NAMES, block=1)
    trio.run(match.answer, 3)
    site = live_site()
    page = site.page("/tournaments/t-1")
    assert 'href="/matches/ours"' in page
    assert 'src="/matches/ours/board.svg"' in page
    assert "/matches/another" not in page
    [line] = site.get("/live?tournament=t-1")
    assert f"Time left: {face(line['seats'][0]['clock_us'])}" in shown(page)
    assert "On now" not in site.page("/tournaments")
    trio.run(match.become_void, "a storm")
    assert "On now" not in site.page("/tournaments/t-1")


def test_the_first_page_shows_a_match_that_begins_while_it_is_open(filling, live_site, browser):
    site = live_site()
    page = browser.new_page()
    page.clock.install()
    page.goto(site.url)
    assert page.locator("#running").inner_text() == "No match is running at this moment."
    match = begun(filling, "one", NAMES)
    trio.run(match.answer, 4)
    page.clock.run_for(PAUSE)
    page.locator("#running a.match").wait_for()
    clocks = page.locator("#running .clocks")
    before = clocks.inner_text()
    trio.run(match.answer, 4)
    page.clock.run_for(PAUSE)
    board = page.locator("#running img[src$='/matches/one/board.svg?now=8']")
    board.wait_for()
    board.evaluate("board => board.decode()")
    assert clocks.inner_text() != before
    trio.run(match.end)
    page.clock.run_for(PAUSE)
    page.locator("#latest a[href='/matches/one']").wait_for()
    assert page.locator("#running").inner_text() == "No match is running at this moment."
    page.close()


def test_a_part_of_a_page_that_the_reader_uses_is_not_replaced(filling, live_site, browser):
    match = begun(filling, "one", NAMES)
    trio.run(match.answer, 4)
    site = live_site()
    page = browser.new_page()
    page.clock.install()
    page.goto(site.url)
    page.locator("#running a.match").focus()
    trio.run(match.end)
    with page.expect_response(site.url):
        page.clock.run_for(PAUSE)
    page.locator("#latest a[href='/matches/one']").wait_for()
    assert page.locator("#running a.match").count() == 1
    page.close()


def terms_of(kind):
    """Return the regulations of a tournament of two bots in this format."""
    terms = f'name = "Cup"\ngame = "cacao"\nclock = "10+0.1"\nentrants = ["ana", "quetzal"]\nformat = "{kind}"\n'
    return terms + ("[sprt]\nelo0 = 0\nelo1 = 40\ngames = 24\n" if kind == "sprt" else "")


def test_an_open_page_of_a_tournament_asks_no_more_when_it_is_over(filling, live_site, browser):
    cup = Tournament("t-1", "Cup", terms_of("round-robin"), filling.now())
    stored = StoredTournaments(filling.database, filling.now)
    trio.run(stored.begin, cup)
    site = live_site()
    page = browser.new_page()
    page.clock.install()
    page.goto(f"{site.url}tournaments/t-1")
    trio.run(stored.set_state, "t-1", "finished")
    with page.expect_response(f"{site.url}tournaments/t-1"):
        page.clock.run_for(PAUSE)
    page.locator("#progress", has_text="finished").wait_for()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(3 * PAUSE)
    page.evaluate("fetch('/robots.txt')")
    assert [url for url in asked if "tournaments" in url] == []
    page.close()


def test_the_page_of_a_running_tournament_keeps_its_table_up_to_date(filling, live_site, browser):
    cup = Tournament("t-1", "Cup", terms_of("round-robin"), filling.now())
    trio.run(StoredTournaments(filling.database, filling.now).begin, cup)
    trio.run(filling.open_round, "t-1-0", "t-1")
    site = live_site()
    page = browser.new_page()
    page.clock.install()
    page.goto(f"{site.url}tournaments/t-1")
    assert page.locator("#running a.match").count() == 0
    match = begun(filling, "ours", NAMES, a_round="t-1-0")
    trio.run(match.answer, 3)
    page.clock.run_for(PAUSE)
    page.locator("#running a.match").wait_for()
    page.close()


@pytest.mark.parametrize(
    ("kind", "part"), [("knockout", "bracket"), ("round-robin", "crosstable"), ("sprt", "test"), ("swiss", "rounds")]
)
def test_an_open_page_of_a_running_tournament_updates_each_part(kind, part, filling, live_site, browser):
    names, regulations = ("ana@2", "quetzal@1"), terms_of(kind)
    trio.run(partial(filling.tournament, "t-1", regulations, names, blocks=0, state="running"))
    site = live_site()
    page = browser.new_page()
    page.clock.install()
    page.goto(f"{site.url}tournaments/t-1")
    before = page.locator(f"#{part}").inner_text()
    trio.run(filling.play_on, "t-1", 1)
    page.clock.run_for(PAUSE)
    page.wait_for_function("([part, before]) => document.getElementById(part).innerText !== before", arg=[part, before])
    page.close()


def test_the_stream_of_a_match_that_is_over_has_its_end_alone(filling, live_site):
    match = begun(filling)
    trio.run(match.become_void, "a storm")
    stream = Stream(live_site(), "/matches/one/events", **{"Last-Event-ID": "40"})
    assert stream.next() == ("end", None, {"state": "void", "ruling": "a storm"})
    assert stream.next() is None
    stream.close()


@pytest.mark.parametrize(
    ("microseconds", "words"),
    [(None, "\N{EN DASH}"), (-5, "0:00.0"), (9_349_999, "0:09.3"), (59_999_999, "0:59.9"), (600_000_000, "10:00")],
)
def test_a_clock_shows_tenths_in_the_last_minute(microseconds, words):
    assert face(microseconds) == words


def test_a_clock_has_the_decimal_mark_of_the_language():
    with speaking("fr"):
        assert face(9_349_999) == "0:09,3"
