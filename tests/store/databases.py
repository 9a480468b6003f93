"""Databases for tests: fixtures that all tests can use."""

import pytest

from tests.store.servers import Server, program


@pytest.fixture(scope="session")
def postgresql():
    if program("initdb") is None:
        pytest.skip("PostgreSQL is not here: scripts/test --all installs it")
    server = Server("fsync=off", "full_page_writes=off")
    yield server
    server.end()
