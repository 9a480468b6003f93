"""Tests of the site of a served arena: its start, its restart, and its end."""

import http.client
import os
import shutil
import signal
import sqlite3
import ssl
from contextlib import closing
from pathlib import Path

import pytest
import trio

from arena.cli import main
from arena.store.db.database import Database
from tests.certificates import make_authority, make_server, needs_openssl
from tests.host.monitoring.asking import samples
from tests.leaderboard.filled import Filling
from tests.leaderboard.live_matches import MatchInPlay
from tests.server.wire import WITHIN, children_of, empty_database, eventually


def where(server):
    """Return the address of the site, which the arena prints at its start."""
    return server.hear("the site is at ").partition("the site is at ")[2].strip()


def page(url, context=None):
    host, port = url.split("/")[2].rsplit(":", 1)
    kind = http.client.HTTPSConnection if url.startswith("https") else http.client.HTTPConnection
    connection = kind(host, int(port), timeout=WITHIN, **({"context": context} if context else {}))
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.status == 200
    text = answer.read().decode()
    connection.close()
    return text


def showing(server):
    """Return the ids of the processes that run the site."""
    return children_of(server.process.pid, "arena.host.site_main")


@pytest.fixture
def database(tmp_path):
    shutil.copy(empty_database(), tmp_path)
    return ("--database", str(tmp_path / "arena.db"))


def test_an_arena_serves_its_site_and_says_where(serve, database):
    server = serve("--site", "127.0.0.1:0", *database)
    assert where(server).startswith("http://127.0.0.1:")
    assert "No bot is rated yet." in page(where(server))


def test_a_match_is_on_the_site_as_soon_as_it_is_stored(serve, database):
    server = serve("--site", "127.0.0.1:0", *database)
    keeping = Database(database[1])
    trio.run(Filling(keeping).block, 0, ("ana", "greedy"))
    keeping.close()
    host = where(server).split("/")[2]
    connection = http.client.HTTPConnection(host, timeout=WITHIN)
    connection.request("GET", "/matches/r-1-0-1")
    assert b"finished" in connection.getresponse().read()
    connection.close()


def test_an_error_of_the_site_counts_in_the_metrics_of_the_arena(serve, database):
    server = serve("--site", "127.0.0.1:0", "--admin", "127.0.0.1:0", *database)
    keeping = Database(database[1])
    trio.run(Filling(keeping).block, 0, ("ana", "greedy"))
    keeping.close()
    with closing(sqlite3.connect(database[1])) as connection, connection:
        connection.execute("UPDATE matches SET settings = '{'")
    with closing(http.client.HTTPConnection(where(server).split("/")[2], timeout=WITHIN)) as connection:
        connection.request("GET", "/matches/r-1-0-1")
        assert connection.getresponse().status == 500
    eventually(lambda: samples(server), lambda found: found["arena_log_lines_total", "error"] == 1)
    assert server.stop() == 0
    server.said.clear()  # the traceback that this test caused


def test_a_served_arena_stops_while_a_match_is_watched_at_its_site(serve, database):
    server = serve("--site", "127.0.0.1:0", *database)
    keeping = Database(database[1])
    filling = Filling(keeping)
    match = trio.run(MatchInPlay.begun, filling, "one", ("ana", "quetzal"))
    connection = http.client.HTTPConnection(where(server).split("/")[2], timeout=WITHIN)
    connection.request("GET", "/matches/one/events")
    answer = connection.getresponse()
    assert answer.readline() == b"event: state\n"
    trio.run(match.answer, 2)
    lines = [answer.readline() for _ in range(9)]
    assert [line for line in lines if line.startswith(b"id: ")] == [b"id: 1\n", b"id: 2\n"]
    assert server.stop() == 0
    connection.close()
    keeping.close()


def test_the_site_is_restarted_if_its_process_ends_and_requests_wait_meanwhile(serve, database):
    server = serve("--site", "127.0.0.1:0", *database)
    assert page(where(server))
    [pid] = eventually(lambda: showing(server))
    os.kill(pid, signal.SIGKILL)
    server.hear("the process of the site ended with -9")
    assert "No bot is rated yet." in page(where(server))


def test_an_arena_that_was_killed_has_its_site_where_it_was(serve, database):
    server = serve("--site", "127.0.0.1:0", *database)
    assert page(where(server))
    server.process.kill()
    server.process.wait(WITHIN)
    again = serve("--site", where(server).split("/")[2], *database)
    assert where(again) == where(server)
    assert "No bot is rated yet." in page(where(again))


def test_a_site_ends_with_its_arena(serve, database):
    server = serve("--site", "127.0.0.1:0", *database)
    assert page(where(server))
    [pid] = eventually(lambda: showing(server))
    assert server.stop() == 0
    assert not Path(f"/proc/{pid}").exists()


@needs_openssl
def test_other_machines_are_served_with_tls(serve, database, tmp_path):
    authority = make_authority(tmp_path / "tls")
    key, certificate = make_server(tmp_path / "tls")
    tls = ("--tls-certificate", str(certificate), "--tls-key", str(key))
    server = serve("--site", "0.0.0.0:0", *tls, *database)
    url = where(server).replace("0.0.0.0", "localhost")  # noqa: S104 -- the test is about that
    assert url.startswith("https://")
    assert "No bot is rated yet." in page(url, ssl.create_default_context(cafile=str(authority)))
    with pytest.raises(ssl.SSLError):
        page(url, ssl.create_default_context())


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("0.0.0.0:7421", "0.0.0.0 is not this machine alone, and there is no certificate"),
        ("[::]:7421", "is not this machine alone"),
        ("7421", "site '7421': expected HOST:PORT, or none"),
        ("127.0.0.1:port", "expected HOST:PORT"),
        ("127.0.0.1:99999", "expected HOST:PORT"),
    ],
)
def test_an_address_that_cannot_be_is_refused_before_anything_starts(address, words, tmp_path, capfd):
    assert main(["serve", "--listen", "127.0.0.1:0", "--site", address, "--data", str(tmp_path / "data")]) == 2
    assert words in capfd.readouterr().err
    assert not (tmp_path / "data").exists()


def test_an_address_that_is_taken_is_reported(serve, database, tmp_path, capfd):
    server = serve("--site", "127.0.0.1:0", *database)
    taken = where(server).split("/")[2]
    arguments = ["--data", str(tmp_path / "other"), "--database", str(tmp_path / "other.db"), "--house", "none"]
    assert main(["serve", "--listen", "127.0.0.1:0", "--site", taken, *arguments]) == 2
    assert f"the site cannot listen at {taken}" in capfd.readouterr().err
