"""Measures how long a new user waits: for the build, and then for the first finished match of `scripts/demo`."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from time import perf_counter
from typing import Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline

COPY: Final = HOME / "demo"
FINISHED: Final = re.compile(
    r"[1-9]\d* of \d+ matches"
)  # progress where stderr is no terminal; never earlier than the first match


def build(deadline: Deadline) -> float:
    """Return the seconds to build a compiled wheel of a clean copy; the build tools are already installed."""
    _, seconds = environment.build("compiled", deadline)
    return seconds


def first_match(deadline: Deadline) -> float:
    """Return the seconds from starting `scripts/demo` in a prepared clean copy until it reports a finished match."""
    prepare(deadline)
    began = perf_counter()
    kept = tempfile.mkdtemp()  # a new one: nothing of an earlier run is resumed
    demo = subprocess.Popen(  # noqa: S603  its own script
        [COPY / "scripts" / "demo", "--data", kept],
        cwd=COPY,
        env=environment.outside(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # so that all processes that it has started can be ended with it
    )
    watch = Timer(deadline.left(), end, [demo])
    watch.start()
    assert demo.stderr is not None
    said = []
    try:
        for line in demo.stderr:
            said.append(line.strip())
            if FINISHED.search(line):
                return perf_counter() - began
    finally:
        watch.cancel()
        end(demo)
        shutil.rmtree(kept, ignore_errors=True)
    raise BenchError(f"scripts/demo ended before a match was finished: {said[-1] if said else 'it said nothing'}")


def prepare(deadline: Deadline) -> None:
    """Make a copy of the current project, download its packages, and build it."""
    stamp = COPY / ".venv" / "set-up-for"
    if stamp.exists() and stamp.read_text() == environment.fingerprint():
        return
    environment.clean_copy(COPY)
    environment.run([Path("scripts/setup")], deadline, COPY)
    stamp.write_text(environment.fingerprint())


def end(process: subprocess.Popen[str]) -> None:
    """End a process and all processes that it started, if they are still running."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


TASKS: Final[dict[str, Callable[[Deadline], float]]] = {"build": build, "first_match": first_match}
