"""Jobs: the work that a worker process runs, and its answers.

A job is a function of a module and one value; both can be pickled. This module imports nothing of the server or the
database, because a worker has neither.
"""

import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import UnionType
from typing import Any, Final, get_origin

from arena.errors import ArenaError

MINUTE: Final = 60.0


@dataclass(frozen=True, slots=True)
class Job:
    """One function call for a worker. Jobs of one kind take about the same time, so they can be sent in bundles."""

    work: Callable[[Any], Any]
    given: Any
    kind: str = ""
    limit: float = 0.0  # seconds after which the worker is ended; 0 for no limit
    avoid: str = ""  # the worker that gets this job only if there is no other one
    games: int = 0  # that the job plays
    low: bool = False  # True if it is sent only when no other job waits


@dataclass(frozen=True, slots=True)
class JobDone:
    """The result of a job, the worker that ran it, and its duration in seconds."""

    value: Any
    worker: str
    seconds: float


@dataclass(frozen=True, slots=True)
class JobRefused:
    """The answer to a job that raised an ArenaError. It would raise the error again, so it is not retried."""

    error: ArenaError
    worker: str


@dataclass(frozen=True, slots=True)
class JobRaised:
    """The answer to a job that raised an unexpected error, with the traceback as text."""

    traceback: str
    worker: str


Answer = JobDone | JobRefused | JobRaised

FIELD_TYPES: Final[dict[type, tuple[tuple[str, type], ...]]] = {
    JobDone: (("worker", str), ("seconds", float)),
    JobRefused: (("error", ArenaError), ("worker", str)),
    JobRaised: (("traceback", str), ("worker", str)),
}


def checked_answers(answers: object, jobs: Sequence[Job]) -> list[Answer]:
    """Return the answers of a worker to these jobs, with checked types.

    Raise TypeError if they are not a list with one answer for each job. A result of another type than the job's
    function declares becomes a JobRaised, so another worker gets the job.
    """
    if not isinstance(answers, list) or len(answers) != len(jobs):
        raise TypeError(f"a worker sent {type(answers).__name__}: expected a list with {len(jobs)} answers")
    return [checked_answer(answer, job) for answer, job in zip(answers, jobs, strict=True)]


def checked_answer(answer: Any, job: Job) -> Answer:
    """Return the answer of a worker to a job; a JobRaised in its place if its result has a wrong type.

    Raise TypeError if it is no answer.
    """
    types = FIELD_TYPES.get(type(answer), ())
    if not types or not all(isinstance(getattr(answer, name), kind) for name, kind in types):
        raise TypeError(f"a worker sent {type(answer).__name__}: expected an answer to a job")
    found: Answer = answer
    if isinstance(found, JobDone) and not isinstance(found.value, result_type(job.work)):
        expected = result_type(job.work).__name__
        return JobRaised(f"TypeError: a worker sent {type(found.value).__name__}: expected {expected}", found.worker)
    return found


def result_type(work: Callable[[Any], Any]) -> type:
    """Return the class of the results of a function, from its annotation; `object` if it declares no class."""
    declared = getattr(work, "__annotations__", {}).get("return", object)
    found = get_origin(declared) or declared
    return found if isinstance(found, type) and found is not UnionType else object


class Tally:
    """Counts the jobs and games of this process, and the submitted bots that it runs, for `arena cluster`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.jobs = 0
        self.bots = 0  # submitted bots that run in sandboxes now
        self.runs = ""  # the kind of the job that is carried out now
        self._clock: Final = clock
        self._played: Final[deque[tuple[float, int]]] = deque()

    def add(self, games: int) -> None:
        """Count a job that was done, and the games that it played."""
        self.jobs += 1
        self._played.append((self._clock(), games))
        self._forget()

    @property
    def games_last_minute(self) -> int:
        """The number of games that were played in the last 60 seconds. Any thread may read it."""
        since = self._clock() - MINUTE
        return sum(games for at, games in list(self._played) if at >= since)

    def _forget(self) -> None:
        while self._played and self._played[0][0] < self._clock() - MINUTE:
            self._played.popleft()


TALLY: Final = Tally()


def carry_out(bundle: Sequence[Job], worker: str) -> list[Answer]:
    """Run jobs one after another, and return their answers. An error of one job does not affect the next one."""
    return [answer_of(job, worker) for job in bundle]


def answer_of(job: Job, worker: str) -> Answer:
    """Run a job. Return its result as JobDone, or its error as JobRefused or JobRaised."""
    began = time.monotonic()
    TALLY.runs = job.kind
    try:
        with ended_after(job.limit):
            value = job.work(job.given)
    except ArenaError as error:
        return JobRefused(error, worker)
    except Exception:  # noqa: BLE001 -- the process that sent the job gets it
        return JobRaised(traceback.format_exc(), worker)
    finally:
        TALLY.runs = ""
    TALLY.add(job.games)
    return JobDone(value, worker, time.monotonic() - began)


@contextmanager
def ended_after(limit: float) -> Iterator[None]:
    """Let the system kill this process if the code in the `with` block takes longer than `limit` seconds.

    Python itself could not end compiled code that never returns to the interpreter. For the arena, the killed process
    is a dead worker: the job is retried, and fails after its last try.
    """
    if limit <= 0:
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
