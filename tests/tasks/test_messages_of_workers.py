"""Tests of what workers send: a value of a wrong type is found where it arrives, and ends nothing."""

import random

import pytest

from arena.errors import UsageError
from arena.tasks.block_task import BlockOutcome, play_block
from arena.tasks.cluster import SANDBOX, offered
from arena.tasks.jobs import Job, JobDone, JobRaised, JobRefused, checked_answers
from arena.tasks.worker_news import NEWS, read_news

ADDRESS = "tcp://10.0.0.1:4000"
STRANGE = (None, True, -1, 1 << 200, float("nan"), float("inf"), "x", b"x", [], [[]], {}, {"a": 1}, object())
KNOWN = {"host": "h", "memory_limit": 5, "last_seen": 1.5, "resources": {SANDBOX: 2}}
OWN = {"jobs": 3, "games": 120, "runs": "play", "release": "1", "machine": "m", "processors": 2}
JOBS = [Job(play_block, None)]
GOOD = JobDone(BlockOutcome(()), ADDRESS, 0.5)


def test_the_answers_of_a_worker_are_one_for_each_job():
    assert checked_answers([GOOD], JOBS) == [GOOD]
    for answers in (*STRANGE, [], [GOOD, GOOD]):
        with pytest.raises(TypeError, match="expected a"):
            checked_answers(answers, JOBS)


@pytest.mark.parametrize(
    "answer",
    [JobDone(BlockOutcome(()), 5, 0.5), JobDone(BlockOutcome(()), "w", "x"), JobRefused("x", "w"), JobRaised(5, "w")],
)
def test_an_answer_with_fields_of_wrong_types_is_no_answer(answer):
    with pytest.raises(TypeError, match="expected an answer to a job"):
        checked_answers([answer], JOBS)


@pytest.mark.parametrize("value", STRANGE)
def test_a_result_of_another_type_than_declared_is_an_error_of_that_worker(value):
    [answer] = checked_answers([JobDone(value, ADDRESS, 0.5)], JOBS)
    assert isinstance(answer, JobRaised)
    assert answer.worker == ADDRESS
    assert "BlockOutcome" in answer.traceback


def test_errors_that_a_job_reports_arrive_unchanged():
    said = [JobRefused(UsageError("no"), ADDRESS), JobRaised("LookupError: lost", ADDRESS)]
    assert checked_answers(said, JOBS * 2) == said


def test_news_of_wrong_types_count_as_missing():
    chance = random.Random(28)
    for _ in range(2000):
        known = {name: chance.choice((value, *STRANGE)) for name, value in KNOWN.items()}
        own = {name: chance.choice((value, *STRANGE)) for name, value in OWN.items()}
        known["metrics"] = chance.choice(
            ({"memory": chance.choice(STRANGE), NEWS: chance.choice((own, *STRANGE))}, *STRANGE)
        )
        found = read_news(ADDRESS, known, 2.0)
        assert (type(found.jobs), type(found.machine), type(found.runs)) == (int, str, str)
        assert min(found.memory, found.memory_limit, found.processors, found.games, found.age) >= 0
        assert offered(known, SANDBOX) >= 0
    right = read_news(ADDRESS, KNOWN | {"metrics": {"memory": 7, NEWS: OWN}}, 2.0)
    assert (right.machine, right.jobs, right.games, right.memory, right.age) == ("m", 3, 2.0, 7, 0.5)
    assert right.runs == "offers sandbox"
