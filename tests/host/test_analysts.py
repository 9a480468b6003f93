"""Tests of analyses that an arena makes by itself, in a process of the lowest priority, newest matches first."""

import os
from contextlib import suppress

import pytest
import trio

from arena.analysis import VERSION
from arena.host.analysts import ALL, LOWEST, ONE, RATED, AnalysisWish, Analysts
from arena.store.db.database import Database
from arena.store.repos.match_rows import packed
from arena.store.repos.stored_analyses import analyses_of
from arena.store.sql import analysis_queries
from arena.tasks.dispatcher import Dispatcher
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job
from tests.host.test_ratings_process import played
from tests.leaderboard.filled import Filling
from tests.server.wire import children_of, eventually
from tests.tasks import chores

QUICK = "mcts-2"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """Return a database with two blocks of Cacao, one of them unrated, and a match with a secret deal."""
    file = tmp_path_factory.mktemp("analysed") / "arena.db"

    async def fill():
        filling = Filling(database)
        await filling.block(1, ("greedy", "random"))
        for number in range(2):
            unrated = filling.entry(f"unrated-{number}", ("greedy", "random"), block=2, place=number, rated=False)
            await filling.play(unrated, disclose=number == 1)
        await filling.play(filling.entry("secret", ("greedy", "random"), a_round="r-2"), disclose=False)

    database = Database(file)
    trio.run(fill)
    yield database
    database.close()


def waiting(database, which, but=()):
    """Return the names of the matches without an analysis, in the order in which the arena analyses them."""
    found, left_out = [], set(but)
    while True:
        match = database.read(
            lambda session: analysis_queries.next_unanalysed(
                session, ["cacao"], QUICK, VERSION, rated=which == RATED, but=left_out
            )
        )
        if match is None:
            return found
        found.append(match.public)
        left_out.add(match.id)


def test_the_newest_match_comes_first_and_a_secret_deal_never(filled):
    assert waiting(filled, ALL) == ["unrated-1", "unrated-0", "r-1-1-1", "r-1-1-0"]
    assert waiting(filled, RATED) == ["r-1-1-1", "r-1-1-0"]


def test_only_the_newest_of_many_matches_are_analysed(filled):
    newest = filled.read(
        lambda session: analysis_queries.next_unanalysed(session, ["cacao"], QUICK, VERSION, rated=True, newest=3)
    )
    assert newest is None


async def test_a_worker_analyses_the_requested_matches_and_none_twice(filled):
    analysts = Analysts(filled, AnalysisWish(RATED, QUICK), Crew(1))
    assert await analysts.work_off() == 2
    [found] = analyses_of(filled, "r-1-1-0")
    assert (found["by"], found["version"]) == (QUICK, VERSION)
    assert analyses_of(filled, "unrated-0") == []
    assert waiting(filled, RATED) == []
    assert await analysts.work_off() == 0
    assert len(waiting(filled, ALL)) == 2


async def test_a_match_that_cannot_be_analysed_is_left_out_until_a_restart(filled, caplog):
    analysts = Analysts(filled, AnalysisWish(ALL, "mcts-3"), Crew(1))
    match = await analysts._next()
    with Dispatcher(Crew(1)) as dispatcher:
        assert not await analysts._analyse(dispatcher, match._replace(record=packed(b"{}\n")))
    assert "no analysis: match unrated-1: line 1" in caplog.text
    assert "no analysis: Error -3" not in caplog.text
    with Dispatcher(Crew(1)) as dispatcher:
        assert not await analysts._analyse(dispatcher, match._replace(record=b"no zlib"))
    assert "no analysis: Error -3" in caplog.text
    assert (await analysts._next()).public == "unrated-0"
    assert (await Analysts(filled, AnalysisWish(ALL, "mcts-3"))._next()).public == "unrated-1"


def test_the_worker_has_the_lowest_priority():
    with Dispatcher(ONE) as dispatcher:
        assert dispatcher.submit(Job(chores.niceness, None)).result().value == LOWEST == 19


def workers_of(server):
    return children_of(server.process.pid, "--multiprocessing-fork")


def niceness_of(process):
    try:
        return os.getpriority(os.PRIO_PROCESS, process)
    except ProcessLookupError:
        return None


def test_a_served_arena_analyses_a_match_and_the_worker_ends_after_it(serve, names, streams):
    server = serve("--analyse", "rated", "--analyse-by", "mcts-1")
    matches = played(server, names, streams)
    [worker] = eventually(lambda: workers_of(server))
    eventually(lambda: niceness_of(worker), lambda nice: nice in {LOWEST, None})
    with suppress(PermissionError, ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, worker, 0)  # a busy machine gives it too little to end within a test
    database = Database(server.data / "arena.db", read_only=True)
    try:
        for match in matches:
            eventually(lambda match=match: analyses_of(database, match))
        eventually(lambda: not workers_of(server))
    finally:
        database.close()
