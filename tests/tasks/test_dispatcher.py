"""Tests of jobs for workers of both kinds: every job has one result, even if workers die meanwhile."""

import pytest

from arena.analysis.work import AnalysisTask, analyse_task
from arena.errors import UsageError
from arena.tasks.block_task import difference, play_block
from arena.tasks.dispatcher import TRIES, Dispatcher, JobFailedError
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job
from tests.analysis.played import analysed, record
from tests.tasks import chores
from tests.tasks.blocks import block

pytestmark = pytest.mark.slow
WITHIN = 60


def test_a_check_goes_to_another_worker_than_the_one_that_it_checks(dispatcher):
    first = dispatcher.submit(Job(chores.add_one, 1)).result(WITHIN)
    others = [dispatcher.submit(Job(chores.add_one, 1, avoid=first.worker)).result(WITHIN) for _ in range(3)]
    assert first.worker not in {each.worker for each in others}


def test_blocks_of_workers_equal_those_of_this_process_except_for_times(dispatcher):
    tasks = [block("greedy", "random", number) for number in range(8)]
    futures = [dispatcher.submit(Job(play_block, task, task.kind, task.limit)) for task in tasks]
    for task, future in zip(tasks, futures, strict=True):
        assert difference(future.result(WITHIN).value, play_block(task)) == ""


def test_each_small_job_returns_its_own_result(dispatcher):
    futures = [dispatcher.submit(Job(chores.add_one, number, "add")) for number in range(500)]
    assert [future.result(WITHIN).value for future in futures] == list(range(1, 501))


def test_a_job_survives_the_kill_of_its_worker(dispatcher, tmp_path):
    futures = [dispatcher.submit(Job(chores.add_one, number, "mixed")) for number in range(50)]
    killed = dispatcher.submit(Job(chores.die_once, str(tmp_path / "died"), "mixed"))
    futures += [dispatcher.submit(Job(chores.add_one, number, "mixed")) for number in range(50, 100)]
    assert [future.result(WITHIN).value for future in futures] == list(range(1, 101))
    assert killed.result(WITHIN).value == "alive"


def test_a_job_that_fails_twice_is_tried_a_third_time(dispatcher, tmp_path):
    assert dispatcher.submit(Job(chores.fail_until, str(tmp_path))).result(WITHIN).value == 2
    assert len(list(tmp_path.iterdir())) == TRIES


def test_a_job_that_fails_three_times_reports_where_it_failed(dispatcher):
    with pytest.raises(JobFailedError, match=r"failed 3 times.*LookupError: lost") as failed:
        dispatcher.submit(Job(chores.fail, "lost")).result(WITHIN)
    assert "in fail\n" in failed.value.__notes__[0]
    assert not failed.value.died


def test_a_result_of_a_wrong_type_fails_its_job_alone(dispatcher):
    wrong = dispatcher.submit(Job(chores.mislead, 1))
    right = dispatcher.submit(Job(chores.add_one, 1))
    with pytest.raises(JobFailedError, match=r"failed 3 times.*a worker sent str: expected int"):
        wrong.result(WITHIN)
    assert right.result(WITHIN).value == 2


def test_an_error_that_the_arena_explains_is_raised_at_once(dispatcher):
    with pytest.raises(UsageError, match="no such game"):
        dispatcher.submit(Job(chores.refuse, "no such game")).result(WITHIN)


@pytest.mark.parametrize("dispatcher", ["processes"], indirect=True)  # Dask takes long to start workers again
def test_a_job_that_always_kills_its_worker_fails_alone(dispatcher):
    good = [dispatcher.submit(Job(chores.add_one, number, "one kind")) for number in range(20)]
    bad = dispatcher.submit(Job(chores.die, None, "one kind"))
    with pytest.raises(JobFailedError, match="died") as failed:
        bad.result(WITHIN)
    assert failed.value.died
    assert [future.result(WITHIN).value for future in good] == list(range(1, 21))


def test_a_job_that_waits_behind_one_that_kills_the_worker_is_not_blamed(caplog):
    with Dispatcher(Crew(1)) as dispatcher:
        for kind in ("deadly", "good"):  # short kinds, so one job waits at the worker while another one runs
            dispatcher.submit(Job(chores.add_one, 0, kind)).result(WITHIN)
        bad = dispatcher.submit(Job(chores.die, None, "deadly"))
        good = dispatcher.submit(Job(chores.add_one, 1, "good"))
        with pytest.raises(JobFailedError, match="died"):
            bad.result(WITHIN)
        assert good.result(WITHIN).value == 2
    assert [line.split("(")[1].split(")")[0] for line in caplog.messages] == ["die"] * (TRIES - 1)


@pytest.mark.parametrize("dispatcher", ["processes"], indirect=True)  # Dask takes long to start workers again
def test_a_job_that_never_ends_is_ended(dispatcher):
    with pytest.raises(JobFailedError, match="took too long"):
        dispatcher.submit(Job(chores.go_on, None, limit=0.2)).result(WITHIN)


def test_a_record_is_analysed_by_any_worker_as_in_this_process(dispatcher):
    task = AnalysisTask("match.jsonl", record(), "mcts-20")
    done = dispatcher.submit(Job(analyse_task, task, "analyse")).result(WITHIN)
    assert done.value.values() == analysed("mcts-20").values()


def test_jobs_of_low_priority_come_after_those_that_were_submitted_later():
    order = []
    with Dispatcher(Crew(1)) as dispatcher:
        first = dispatcher.submit(Job(chores.add_one, 0))  # the worker starts for it, which takes longest
        names = ["low"] * 3 + ["usual"] * 3
        futures = [dispatcher.submit(Job(chores.add_one, 0, name, low=name == "low")) for name in names]
        for name, future in zip(names, futures, strict=True):
            future.add_done_callback(lambda _, name=name: order.append(name))
        for future in (first, *futures):
            future.result(WITHIN)
    assert order == ["usual"] * 3 + ["low"] * 3
