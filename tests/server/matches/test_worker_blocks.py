"""Tests of blocks of house bots that workers play, with the same results as at tables."""

import os
import signal
import threading
from concurrent.futures import Future
from dataclasses import replace
from types import SimpleNamespace

import pytest
import trio

from arena.protocol.v1 import organiser_pb2
from arena.record import verify
from arena.server.attendance.lobby import Lobby
from arena.server.matches.blocks import planned
from arena.server.matches.results import StoredRound
from arena.server.matches.rounds import OpenRound
from arena.server.matches.worker_blocks import FAULT, WorkerBlocks
from arena.store.db.database import Database
from arena.store.repos.stored_results import StoredResults
from arena.tasks.block_task import play_block
from arena.tasks.jobs import JobDone
from tests.server.wire import children_of, eventually
from tests.store.repos.test_worked_blocks import TERMS, WHO


class Inline:
    """A dispatcher that runs each job in a thread, each as another worker. `spoil` may change a job's result."""

    def __init__(self, spoil=lambda outcome, _: outcome):
        self.jobs, self.spoil = [], spoil

    def workers(self):
        return 2

    def submit(self, job):
        self.jobs.append(job)
        future = Future()
        threading.Thread(target=self.carry_out, args=(job, f"worker {len(self.jobs)}", future)).start()
        return future

    def carry_out(self, job, worker, future):
        value = job.work(job.given)
        future.set_result(JobDone(self.spoil(value, worker) if job.work is play_block else value, worker, 1.0))


async def play(tmp_path, dispatcher, *, twice=0.0, changed=lambda kept: kept):
    """Let workers play one block of a new database. Return what `WorkerBlocks.play` returns, and the stored results."""
    results = StoredResults(Database(tmp_path / "arena.db"))
    await results.keep_round(StoredRound("r-1", bytes(32)))
    a_round = OpenRound("r-1", TERMS, WHO, bytes(32))
    matches = [changed(kept) for kept in planned(a_round, 0, (WHO, WHO[::-1]), range(2), 1000.0)]
    await results.plan(matches)
    workers = WorkerBlocks(dispatcher, results, Lobby(), lambda: 2000.0, twice)
    assert workers.take((WHO, WHO[::-1]), matches)
    worked = await workers.play(a_round, 0, matches)
    assert not workers.blocks
    return worked, results


def another(outcome):
    """Return the outcome of a block without one line of its first record."""
    first, second = outcome.matches
    lines = first.record.splitlines(keepends=True)
    return replace(outcome, matches=(replace(first, record=b"".join([*lines[:2], *lines[3:]])), second))


async def test_a_block_is_played_by_one_worker_and_replayed_by_another(tmp_path):
    dispatcher = Inline()
    worked, results = await play(tmp_path, dispatcher)
    assert [each.state for each in worked.entries] == ["finished", "finished"]
    assert [job.work.__name__ for job in dispatcher.jobs] == ["play_block", "check_block"]
    assert [job.avoid for job in dispatcher.jobs] == ["", "worker 1"]
    for entry in worked.entries:
        assert verify(await results.record(entry.match), entry.head).deal == "disclosed"
        assert 2000.0 - entry.started > 0


async def test_a_record_that_does_not_replay_is_played_again_by_another_worker(tmp_path, caplog):
    dispatcher = Inline(lambda outcome, worker: another(outcome) if worker == "worker 1" else outcome)
    worked, _ = await play(tmp_path, dispatcher)
    assert [each.state for each in worked.entries] == ["finished", "finished"]
    assert [job.avoid for job in dispatcher.jobs] == ["", "worker 1", "worker 1", "worker 3"]
    assert "worker worker 1 played a block that does not count" in caplog.text


async def test_a_block_that_no_worker_can_play_is_void_by_the_arenas_own_fault(tmp_path, caplog):
    dispatcher = Inline(lambda outcome, _: another(outcome))
    worked, results = await play(tmp_path, dispatcher)
    for entry in worked.entries:
        assert (entry.state, entry.fault, entry.ruling) == ("void", True, FAULT)
        assert await results.match(entry.match) == entry
    assert "3 workers played it, and no record counts" in caplog.text
    assert not worked.disclosed


async def test_a_block_that_another_worker_plays_differently_does_not_count(tmp_path, caplog):
    salted = SimpleNamespace(times=0)

    def twice_different(outcome, _):
        salted.times += 1
        return outcome if salted.times != 2 else replace(outcome, matches=outcome.matches[::-1])

    worked, _ = await play(tmp_path, Inline(twice_different), twice=1.0)
    assert [each.state for each in worked.entries] == ["finished", "finished"]
    assert "went another way on worker" in caplog.text
    assert salted.times == 4


async def test_a_block_that_bots_have_begun_is_not_for_workers(tmp_path):
    results = StoredResults(Database(tmp_path / "arena.db"))
    workers = WorkerBlocks(Inline(), results, Lobby(), lambda: 0.0)
    a_round = OpenRound("r-1", TERMS, WHO, bytes(32))
    [kept] = planned(a_round, 0, (WHO,), [0], 1000.0)
    assert workers.take((WHO,), [kept])
    assert not workers.take((WHO,), [replace(kept, entry=replace(kept.entry, state="running"))])
    assert not workers.take(((WHO[0], replace(WHO[1], kind="bot")),), [kept])


async def test_an_arena_that_stops_leaves_its_blocks_to_the_next_start(tmp_path):
    workers = WorkerBlocks(
        SimpleNamespace(workers=lambda: 1, drop=lambda: None),
        StoredResults(Database(tmp_path / "arena.db")),
        Lobby(),
        lambda: 0.0,
    )
    workers.stop()
    a_round = OpenRound("r-1", TERMS, WHO, bytes(32))
    with trio.move_on_after(0.05) as waiting:
        await workers.play(a_round, 0, planned(a_round, 0, (WHO,), [0], 1000.0))
    assert waiting.cancelled_caught


@pytest.mark.slow
def test_an_arena_finishes_every_match_after_its_worker_was_killed(serve):
    arena = serve("--workers", "1", house="greedy,random")
    eventually(lambda: arena.ask("ListAttendances").attendances, lambda rows: len(rows) == 2)
    asked = {"game": "cacao", "clock": "60+1", "blocks": 12}
    matches = arena.ask("RunMatches", entrants=["greedy", "random"], **asked).matches
    [worker] = eventually(lambda: children_of(arena.process.pid, "--multiprocessing-fork"), bool)
    os.kill(worker, signal.SIGKILL)
    ended = [arena.ended(match) for match in matches]
    assert {each.state for each in ended} == {organiser_pb2.MATCH_STATE_FINISHED}
    assert children_of(arena.process.pid, "--multiprocessing-fork") != [worker]
    for each in ended[:3]:
        assert verify(b"".join(piece.data for piece in arena.ask("ReadRecord", match=each.id))).deal == "disclosed"
