"""The laws of the site, for a few strange histories. `python -m bench.histories 500` checks many more."""

import pytest

from arena.store.db.database import Database
from tests.leaderboard.site_laws import faults_of

FEW = 3


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    file = tmp_path_factory.mktemp("empty") / "arena.db"
    Database(file).close()
    return file


@pytest.mark.parametrize("seed", range(FEW))
def test_no_page_of_a_strange_history_breaks_a_law(seed, tmp_path, empty):
    told, faults = faults_of(seed, tmp_path, empty)
    assert faults == [], told
