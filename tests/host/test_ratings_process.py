"""Tests of the process that fits the rankings of a real arena after new results."""

import json

import pytest

from arena.store.db.database import Database
from arena.store.ratings.rankings import COMBINED
from arena.store.sql import match_queries
from tests.server.wire import WITHIN, bring, children_of, eventually, is_running

FREQUENT = ("--limit", "refit_interval=0.05")


@pytest.fixture
def comparisons():
    """Return a function that counts the comparisons in an arena's combined ranking; None if there is no ranking."""
    databases = []

    def count(server):
        databases.append(Database(server.data / "arena.db", read_only=True))
        row = databases[-1].read(lambda session: match_queries.ranking_of(session, COMBINED))
        return sum(each["comparisons"] for each in json.loads(row.body)["rows"]) if row is not None else None

    yield count
    for each in databases:
        each.close()


def fitter(server):
    return children_of(server.process.pid, "arena.host.ratings_main")


def played(server, names, streams):
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    matches = server.match(*names[:2], rated=True)
    for _ in matches:
        seats = [ana.seat(), bob.seat()]
        streams += seats
        seats[1].in_background()
        seats[0].play_on()
    return matches


def test_a_ranking_follows_every_result_and_every_ruling(serve, names, streams, comparisons):
    server = serve(*FREQUENT)
    first, _ = played(server, names, streams)
    eventually(lambda: comparisons(server), lambda found: found == 4)
    server.ask("VoidMatch", match=first, reason="a broken cable")
    eventually(lambda: comparisons(server), lambda found: found == 2)


def test_rankings_are_fitted_once_when_an_arena_starts(serve, names, streams, comparisons):
    server = serve("--limit", "refit_interval=100000")
    played(server, names, streams)
    server.stop()
    again = serve(data=server.data)
    eventually(lambda: comparisons(again), lambda found: found == 4)


def test_the_process_that_fits_rankings_ends_with_the_arena_however_that_ends(serve):
    server = serve()
    [child] = eventually(lambda: fitter(server))
    server.process.kill()
    server.process.wait(WITHIN)
    eventually(lambda: not is_running(child))
