"""The same tests on both databases."""

import pytest

from arena.store.database import Database
from arena.store.results import StoredResults


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """The address of a new database."""
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
