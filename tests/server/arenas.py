"""Arenas for tests: fixtures that all tests can use."""

import sqlite3
from contextlib import closing, contextmanager
from itertools import count

import pytest

from tests.server.wire import Server

QUICK = ("--limit", "nonce_within=0.3", "--limit", "refusal_held=0.5", "--grace", "1")


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """Return an arena that many tests share. Each test registers its own bots."""
    server = Server(tmp_path_factory.mktemp("arena"), *QUICK)
    yield server
    assert server.stop() == 0
    said = "\n".join(server.said)
    assert "Traceback" not in said, said
    assert [secret for secret in server.secrets if secret in said] == []


@pytest.fixture
def serve(tmp_path):
    """Return a function that starts an arena, with arguments and a data folder of the test."""
    servers = []

    def start(*arguments, data=tmp_path / "arena", **options):
        server = Server(data, *QUICK, *arguments, **options)
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.stop()
    for server in servers:
        said = "\n".join(server.said)
        assert "Traceback" not in said, said
        assert [secret for secret in server.secrets if secret in said] == []


# It stands for whatever goes wrong in the arena itself: the third answer of any match cannot be written down.
SPOILT = """
    CREATE TRIGGER spoilt BEFORE INSERT ON journal WHEN NEW.number = 3
    BEGIN SELECT RAISE(ABORT, 'a fault'); END
"""


@contextmanager
def spoilt(server):
    """Make every match of an arena void by an error of the arena itself, until the block ends."""
    with closing(sqlite3.connect(server.data / "arena.db", isolation_level=None)) as database:
        database.execute(SPOILT)
        yield
        database.execute("DROP TRIGGER spoilt")


_numbers = count(1)


@pytest.fixture
def names():
    """Return four names of bots that no other test has used."""
    number = next(_numbers)
    return [f"{name}-{number}" for name in ("ana", "bob", "cam", "dan")]


@pytest.fixture
def streams():
    """Return an empty list. Streams that a test appends are closed after the test."""
    opened = []
    yield opened
    for stream in opened:
        stream.close()
