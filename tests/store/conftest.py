"""Fixtures that run the same tests on both kinds of databases."""

import logging

import pytest
import trio

from arena.store.db.database import Database
from arena.store.repos.stored_results import StoredResults


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """Return the address of a new database: a SQLite file, or PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "arena.db")
    return request.getfixturevalue("postgresql").new()


@pytest.fixture
def database(address):
    opened = Database(address)
    yield opened
    opened.close()


@pytest.fixture
def results(database):
    return StoredResults(database)


class Waiting(logging.Handler):
    """A log handler that sets an event when a call waits for the database."""

    def __init__(self):
        super().__init__()
        self.event = trio.Event()

    def emit(self, record):
        if "waiting for the database" in record.getMessage():
            self.event.set()


@pytest.fixture
def waiting():
    """Return an event that is set when the log says that a call waits for the database."""
    handler = Waiting()
    logging.getLogger("arena.store.db.database").addHandler(handler)
    yield handler.event
    logging.getLogger("arena.store.db.database").removeHandler(handler)
