"""Values that the system (Linux) has about processes: their children, and the processor time that they have used."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

TICK: Final = os.sysconf("SC_CLK_TCK")


def children_of(process: int, word: str) -> Iterator[int]:
    """Yield the children of a process with this word in their command."""
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in (thread / "children").read_text().split():
            with suppress(FileNotFoundError, ProcessLookupError):
                if word.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                    yield int(child)


def seconds_used(process: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK
