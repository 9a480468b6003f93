"""Analyse several records in the processes of this machine or of a cluster."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from typing import Final

from arena.analysis import Analysis, analyse
from arena.analysis.work import AnalysisTask, analyse_task
from arena.cli_support.files import read_bytes
from arena.cli_support.output import Progress
from arena.errors import ArenaError
from arena.tasks.dispatcher import Dispatcher
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job, JobDone

AHEAD: Final = 64  # records that are read before the first result is needed

Seats = tuple[int, ...] | None


def shared_out(paths: Sequence[Path], by: str | None, seats: Seats, crew: Crew | None) -> Iterator[Analysis]:
    """Yield the analyses of records in the order of their paths, made by this process or by a crew of workers."""
    if crew is None:
        for path in paths:
            yield with_bar(task_of(path, by, seats)) if len(paths) == 1 else analyse_task(task_of(path, by, seats))
        return
    with Dispatcher(crew) as dispatcher:
        left = iter(paths)
        tasks = [task_of(path, by, seats) for path in islice(left, AHEAD)]
        waiting = submitted(dispatcher, tasks)
        while waiting:
            yield waiting.popleft().result().value
            waiting += submitted(dispatcher, [task_of(path, by, seats) for path in islice(left, 1)])


def submitted(dispatcher: Dispatcher, tasks: Sequence[AnalysisTask]) -> "deque[Future[JobDone]]":
    """Submit tasks, one for each record, to the workers. Return the futures of the analyses, in the order of the tasks.

    The longest records are submitted first, so that no process still works on a long record when all others are idle.
    """
    largest_first = sorted(range(len(tasks)), key=lambda at: -len(tasks[at].data))
    futures = {at: dispatcher.submit(Job(analyse_task, tasks[at], "analyse")) for at in largest_first}
    return deque(futures[at] for at in range(len(tasks)))


def task_of(path: Path, by: str | None, seats: Seats) -> AnalysisTask:
    """Read the record in the file `path`, and return the task to analyse it.

    The task contains the record itself, so a worker on another machine can carry it out, too.
    """
    return AnalysisTask(str(path), read_bytes(str(path)), by, seats)


def with_bar(task: AnalysisTask) -> Analysis:
    """Return the analysis of a record.

    Meanwhile, show a progress bar on the terminal with the number of searched decisions.
    """
    try:
        return analyse(task.data, task.by, seats=task.seats, progress=DecisionBar())
    except ArenaError as error:
        error.args = (f"{task.name}: {error}",)
        raise


class DecisionBar:
    """A progress bar for one record: the number of searched decisions, and the remaining time."""

    def __init__(self) -> None:
        self.bar: Progress | None = None

    def __call__(self, done: int, total: int) -> None:
        """Count one more searched decision in the bar.

        Remove the bar if all decisions are done (`done` equals `total`).
        """
        if self.bar is None:
            self.bar = Progress("decision", total)
        if self.bar.moving:
            self.bar.step("")
        if done == total:
            self.bar.close()
