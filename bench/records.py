"""Figures of the seconds to verify 1,000 records of Cacao with the compiled engine."""

import shutil
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline

HOW_MANY: Final = 1000
RECORDS: Final = HOME / "records"
PROGRAM: Final = Path(__file__).with_name("recorded.py")


def verify(deadline: Deadline) -> float:
    """Return the seconds that `arena.record.verify` takes for all records, without the start of the process."""
    python = environment.project("compiled", deadline).python
    write(python, deadline)
    verified, seconds = environment.run([python, PROGRAM, "verify", RECORDS], deadline, HOME).split()
    if int(verified) != HOW_MANY:
        raise BenchError(f"expected {HOW_MANY} replayed records, got {verified}")
    return float(seconds)


def command(deadline: Deadline) -> float:
    """Return the seconds that `arena verify` takes for a folder with the records, from its start to its end."""
    python = environment.project("compiled", deadline).python
    write(python, deadline)
    began = perf_counter()
    environment.run([python.with_name("arena"), "verify", RECORDS], deadline, HOME)
    return perf_counter() - began


def write(python: Path, deadline: Deadline) -> None:
    """Write 1,000 new records of Cacao matches to the folder `RECORDS`.

    `python` is the Python that runs the program: that of the environment in which the records will be verified.
    """
    shutil.rmtree(RECORDS, ignore_errors=True)
    environment.run([python, PROGRAM, "write", RECORDS, str(HOW_MANY)], deadline, HOME)


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {"verify": verify, "command": command}
