"""Tests of unknown addresses and impossible filters: the site answers with a clear message, not a stack trace."""

import socket
from urllib.parse import urlsplit

import pytest
from sqlalchemy.exc import OperationalError

from leaderboard import audit
from leaderboard.app import WRONG
from leaderboard.rendering import Templates
from leaderboard.serve import IN_A_ROW
from tests.leaderboard.reading import read, shown

NOWHERE = [
    ("/nothing", "there is no page '/nothing'"),
    ("/ranking/chess-2p", "no pool is called 'chess-2p'"),
    ("/bots/nobody", "no bot is called 'nobody'"),
    ("/matches/none", "no match is called 'none'"),
    ("/matches/none/record.jsonl", "no match is called 'none/record.jsonl'"),
    ("/tournaments/none", "no tournament is called 'none'"),
    ("/compare?bot=ana&other=nobody", "no bot is called 'nobody'"),
    ("/bots/%00", "nothing here has a name with control characters in it"),
    ("/bots/%E2%80%AEana", "nothing here has a name with control characters in it"),
    ("/bots/%FF%FE", "no bot is called"),
    ("/static/../app.py", "there is no page"),
    ("/static/..%2fapp.py", "there is no page"),
]
CANNOT_BE = [
    ("/matches?colour=red", "unknown filter 'colour': expected one of before, bot, game, seats, state"),
    ("/matches?stat=void", "did you mean 'state'?"),
    ("/matches?game=chess", "game 'chess': expected one of cacao, teotihuacan"),
    ("/matches?state=lost", "state 'lost': expected one of finished, offered, running, void"),
    ("/matches?seats=9", "seats 9: expected one of 2, 3, 4"),
    ("/matches?bot=%00", "bot: expected printable characters"),
    ("/matches?before=none", "before: no match is called 'none'"),
    ("/matches?state=void&state=void", "state: expected once"),
    ("/matches?bot=" + 300 * "x", "expected at most 200 characters"),
    ("/tournaments?before=none", "before: no tournament is called 'none'"),
    ("/tournaments/t-cup?before=x", "before 'x': expected a whole number"),
    ("/compare?bot=ana&other=ANA", "'ana' twice: expected two bots"),
    ("/compare?bot=ana", "other: expected, and not there"),
    ("/audit?before=then", "before 'then': expected a number"),
    ("/audit?before=nan", "before 'nan': expected a number that is finite"),
    ("/bots/ana?page=2", "unknown filter 'page': expected none"),
]
OF_A_MATCH = [
    ("?at=x", "at 'x': expected a whole number"),
    ("?at=-1", "at '-1': expected at least 0"),
    ("?at=4000", "at 4000: expected a number from 0 to "),
    ("?at=" + 30 * "9", "expected at most"),
    ("?at=" + 5000 * "9", "expected a smaller number"),
    ("?seat=2", "seat 2: expected a number from 0 to 1"),
]


UPGRADE = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"


@pytest.mark.parametrize(
    "asked",
    [
        b"GET /api/v1/pools HTTP/1.1\r\nHost: arena\r\n" + UPGRADE + b"\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\4" + bytes(5),
    ],
)
def test_without_tls_the_site_speaks_http_1_1_alone(site, asked):
    where = urlsplit(site.url)
    with socket.create_connection((where.hostname, where.port), timeout=30) as reader:
        reader.sendall(asked)
        heard = reader.recv(1 << 16)
    assert heard.startswith((b"HTTP/1.1 200", b"HTTP/1.1 4"))
    assert b"h2c" not in heard


def assert_told(site, path, status, words):
    """Check that a bad address gets an error page, and from the API an error as JSON. Return the text in the JSON."""
    page = site.ask(path)
    assert page.status == status, page.text
    assert words in shown(page.text)
    assert "Traceback" not in page.text
    machine = site.ask(f"/api/v1{path}")
    assert machine.status == status
    assert machine.headers["content-type"] == "application/json"
    assert machine.json["status"] == status
    return machine.json["error"]


@pytest.mark.parametrize(("path", "words"), NOWHERE)
def test_an_unknown_address_gives_the_status_404(site, path, words):
    assert_told(site, path, 404, words)


@pytest.mark.parametrize(("path", "words"), CANNOT_BE)
def test_a_bad_question_is_refused_with_the_accepted_values(site, path, words):
    assert words in assert_told(site, path, 400, words)


@pytest.mark.parametrize(("ending", "words"), OF_A_MATCH)
def test_a_position_that_a_match_does_not_have_is_no_position(site, matches, ending, words):
    assert words in assert_told(site, f"/matches/{matches['plain']}{ending}", 400, words)


def test_a_match_without_a_record_has_no_positions(site, matches):
    assert_told(site, f"/matches/{matches['running']}?at=1", 400, "shows no board before its deal is disclosed")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"])
@pytest.mark.parametrize("path", ["/", "/matches", "/api/v1/matches", "/static/site.css"])
def test_methods_that_could_change_data_are_refused(site, method, path):
    answer = site.ask(path, method)
    assert answer.status == 405
    assert "GET" in answer.headers["allow"]
    assert "pages are there to be read" in answer.text


# When something fails -------------------------------------------------------------------------------------------------

FAILURES = {
    "a fault": (RuntimeError("hush"), 500, "Internal Server Error", "Error interno del servidor"),
    "the database is away": (
        OperationalError("SELECT hush", {}, Exception("disk I/O error")),
        503,
        "Service Unavailable",
        "Servicio no disponible",
    ),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failure_is_a_page_in_the_language_of_the_address(filled, site_of, monkeypatch, failure):
    error, status, *phrases = FAILURES[failure]

    def fail(*_):
        raise error

    monkeypatch.setattr(audit, "audit", fail)
    site = site_of(filled[0])
    for path, phrase in zip(("/audit", "/es/audit"), phrases, strict=True):
        answer = site.ask(path)
        assert answer.status == status
        assert phrase in shown(answer.text)
        assert "hush" not in answer.text
        assert answer.headers["content-security-policy"]
    assert 'href="/es/ranking"' in site.ask("/es/audit").text
    machine = site.ask("/api/v1/audit")
    assert (machine.status, machine.json["status"]) == (status, status)
    assert site.ask("/rules").status == 200


def test_a_failure_of_the_error_page_is_a_line_of_text(filled, site_of, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("hush")

    monkeypatch.setattr(Templates, "render", fail)
    answer = site_of(filled[0]).ask("/rules")
    assert (answer.status, answer.text) == (500, WRONG)
    assert answer.headers["content-type"].startswith("text/plain")


def test_long_addresses_and_heads_are_refused_and_other_requests_go_on(site):
    assert site.ask("/" + 10_000 * "x").status == 404
    assert site.ask("/", cookie=12_000 * "x").status == 200
    with socket.create_connection(urlsplit(site.url).netloc.split(":")) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n" + b"x: " + 100_000 * b"y" + b"\r\n\r\n")
        connection.settimeout(20)
        assert b" 4" in connection.recv(100)[:20]
    assert site.ask("/").status == 200


@pytest.mark.parametrize(
    "noise", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\x00" * 100, b"GET\r\n\r\n", b"PRI * HTTP/2.0"]
)
def test_bytes_that_are_not_http_end_only_their_own_connection(site, noise):
    with socket.create_connection(urlsplit(site.url).netloc.split(":")) as connection:
        connection.sendall(noise)
        connection.shutdown(socket.SHUT_WR)
        connection.settimeout(20)
        while connection.recv(1000):
            pass
    assert site.ask("/").status == 200


def test_requests_that_are_sent_ahead_are_answered_up_to_a_limit(site):
    parts = urlsplit(site.url)
    with socket.create_connection((parts.hostname, parts.port), timeout=60) as reader:
        reader.sendall(b"GET /nothing HTTP/1.1\r\nHost: arena\r\n\r\n" * 10 * IN_A_ROW)
        heard = b""
        while data := reader.recv(65536):
            heard += data
    assert 0 < heard.count(b"HTTP/1.1 404") <= IN_A_ROW + 1


def test_a_filter_with_an_unknown_bot_keeps_the_form(site):
    answer = site.ask("/es/matches?bot=nobody&state=void")
    assert answer.status == 404
    text = shown(answer.text)
    assert "bot: ninguno se llama 'nobody'" in text
    fields = {dict(each.attributes).get("name"): dict(each.attributes) for each in read(answer.text)}
    assert fields["bot"]["value"] == "nobody"
    assert '<option value="void" selected>' in answer.text
    machine = site.ask("/api/v1/matches?bot=nobody")
    assert (machine.status, machine.json["error"]) == (400, "bot: none is called 'nobody'")
