"""The analysis of one record as a piece of work for another process."""

from dataclasses import dataclass, field

from arena.analysis.account import Analysis, analyse
from arena.errors import ArenaError


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """A record to analyse: its name for errors, its bytes, the search, and the seats with decisions to search."""

    name: str
    data: bytes = field(repr=False)
    by: str | None
    seats: tuple[int, ...] | None = None  # None: all of them


def analyse_task(task: AnalysisTask) -> Analysis:
    """Analyse a record; an error names it."""
    try:
        return analyse(task.data, task.by, seats=task.seats)
    except ArenaError as error:
        error.args = (f"{task.name}: {error}",)
        raise
