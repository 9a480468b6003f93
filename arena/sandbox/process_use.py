"""Read the memory, processor time and threads of a process from `/proc`."""

import os
import resource
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CLOCK_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ProcessUse:
    """What a process uses: seconds of processor time, bytes of memory, and threads.

    The processor time includes that of its child processes that have ended.
    """

    processor: float
    resident: int
    threads: int


def process_use(number: int) -> ProcessUse:
    """Return the resource use of the process with this id. Raise OSError if the process has ended."""
    fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(int(each) for each in fields[11:15])
    return ProcessUse(ticks / CLOCK_TICKS, int(fields[21]) * resource.getpagesize(), int(fields[17]))


def proportional(number: int) -> int:
    """Return the memory of the process with this id, in bytes; 0 if it has ended.

    Memory that processes share is divided among them.
    """
    with suppress(OSError):
        for line in Path(f"/proc/{number}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
