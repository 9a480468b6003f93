"""Run commands, and read which children a process has and how much processor time it has used. Linux only."""

import os
import subprocess
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


def run_in(folder: Path, *command: str | Path) -> str:
    """Run a command in a folder, and return its output.

    If it fails, raise SystemExit with the last lines of the output.
    """
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout
