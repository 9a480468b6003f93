"""The analysis of one record as a task that another process can do."""

from dataclasses import dataclass, field

from arena.analysis.account import Analysis, analyse
from arena.errors import ArenaError


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """A record to analyse: the name for error messages, the bytes, the search, and the seats to search for."""

    name: str
    data: bytes = field(repr=False)
    by: str | None
    seats: tuple[int, ...] | None = None  # None: all of them


def analyse_task(task: AnalysisTask) -> Analysis:
    """Return the analysis of a record. The message of an error names the record."""
    try:
        return analyse(task.data, task.by, seats=task.seats)
    except ArenaError as error:
        error.args = (f"{task.name}: {error}",)
        raise
