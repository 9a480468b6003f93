"""Analyses of several records, shared out over processes."""

import multiprocessing
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from arena.analysis import Analysis, analyse
from arena.cli_support.files import read_bytes
from arena.cli_support.output import Progress
from arena.errors import ArenaError
from arena.tasks.executors import begin_quietly


@dataclass(frozen=True)
class Task:
    """One record to analyse: by which search, and the decisions of which seats."""

    path: Path
    by: str | None
    seats: tuple[int, ...] | None


def shared_out(tasks: Sequence[Task], workers: int) -> Generator[Analysis, None, None]:
    """Analyse records, `workers` at once; the results come in the order of the tasks."""
    if workers <= 1:
        for task in tasks:
            yield carry_out(task, DecisionBar() if len(tasks) == 1 else None)
        return
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=begin_quietly, initargs=(0,))
    try:
        yield from pool.map(carry_out, tasks)
    except BrokenProcessPool:
        raise ArenaError("a child process died while it analysed a record") from None
    finally:
        pool.shutdown(cancel_futures=True)


class DecisionBar:
    """Shows on a terminal how many decisions of a record are searched, and how long the rest will take."""

    def __init__(self) -> None:
        self.bar: Progress | None = None

    def __call__(self, done: int, total: int) -> None:
        """Show how many decisions are done."""
        if self.bar is None:
            self.bar = Progress("decision", total)
        if self.bar.moving:
            self.bar.step("")
        if done == total:
            self.bar.close()


def carry_out(task: Task, bar: DecisionBar | None = None) -> Analysis:
    """Analyse one record; an error names it."""
    try:
        return analyse(read_bytes(str(task.path)), task.by, seats=task.seats, progress=bar)
    except ArenaError as error:
        error.args = (f"{task.path}: {error}",)
        raise
