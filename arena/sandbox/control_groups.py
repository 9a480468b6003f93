"""Control groups of the kernel: they count the memory and the processes of a whole sandbox. Both versions are known.

A group is made below the group of this process, never elsewhere: limits of the arena's own group hold for it, too.
"""

import contextlib
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path("/sys/fs/cgroup")
OWN: Final = Path("/proc/self/cgroup")
PREFIX: Final = "tlachtli-"
EMPTY_WITHIN: Final = 5.0  # seconds that killed processes have to leave their group
PAUSE: Final = 0.01
MB: Final = 1 << 20

NAMES: Final = {  # version 1, version 2
    "peak": ("memory.max_usage_in_bytes", "memory.peak"),
    "killed": ("memory.oom_control", "memory.events"),
}


@dataclass
class ControlGroup:
    """The folders of one sandbox: one for each controller in version 1, one in all in version 2."""

    memory: Path
    pids: Path
    version: int

    def limit(self, memory: int, processes: int) -> None:
        """Set the limits: MB, and processes with threads."""
        write(self.pids / "pids.max", str(processes))
        if self.version == 2:
            write(self.memory / "memory.max", str(memory * MB))
            with contextlib.suppress(OSError):  # a kernel without swap
                write(self.memory / "memory.swap.max", "0")
            return
        write(self.memory / "memory.limit_in_bytes", str(memory * MB))
        with contextlib.suppress(OSError):
            write(self.memory / "memory.memsw.limit_in_bytes", str(memory * MB))

    def enter(self) -> None:
        """Put this process into the group."""
        for folder in self.folders:
            write(folder / "cgroup.procs", "0")

    @property
    def folders(self) -> tuple[Path, ...]:
        """Its folders."""
        return (self.memory,) if self.version == 2 else (self.memory, self.pids)

    def processes(self) -> list[int]:
        """Return its processes, by number."""
        try:
            return [int(line) for line in (self.pids / "cgroup.procs").read_text().split()]
        except OSError:
            return []

    def memory_peak(self) -> int:
        """Return the most bytes that it had; 0 if the kernel does not say."""
        try:
            return int((self.memory / NAMES["peak"][self.version - 1]).read_text())
        except (OSError, ValueError):
            return 0

    def ran_out_of_memory(self) -> bool:
        """True if the kernel killed a process of it for want of memory."""
        return counter(self.memory / NAMES["killed"][self.version - 1], "oom_kill") > 0

    def ran_out_of_processes(self) -> bool:
        """True if a process could not be made."""
        return counter(self.pids / "pids.events", "max") > 0

    def remove(self) -> None:
        """Remove it, as soon as its processes have ended."""
        until = time.monotonic() + EMPTY_WITHIN
        for folder in self.folders:
            while folder.exists() and not removed(folder) and time.monotonic() < until:
                time.sleep(PAUSE)


def new_group(name: str, root: Path = ROOT, own: Path = OWN) -> ControlGroup | None:
    """Return a new group below the one of this process; None if there are no groups that it may use."""
    paths = own_paths(own)
    for base in places(root, paths):
        if (group := new_second(base / f"{PREFIX}{name}")) is not None:
            return group
    if {"memory", "pids"} <= set(paths):
        return new_first(*(root / each / paths[each].lstrip("/") / f"{PREFIX}{name}" for each in ("memory", "pids")))
    return None


def own_paths(own: Path) -> dict[str, str]:
    """Return the group of this process for each controller; the one of version 2 has no name."""
    found = {}
    with contextlib.suppress(OSError):
        for line in own.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            found.update(dict.fromkeys(controllers.split(","), path))
    return found


def places(root: Path, paths: Mapping[str, str]) -> Iterator[Path]:
    """Yield where a group of version 2 may be made: in the own group, and beside it, as systemd delegates it."""
    if "" in paths and (root / "cgroup.controllers").exists():
        here = root / paths[""].lstrip("/")
        yield here
        if here != root:
            yield here.parent


def new_second(folder: Path) -> ControlGroup | None:
    """Return a new group of version 2; None if it has not both controllers."""
    with contextlib.suppress(OSError):
        write(folder.parent / "cgroup.subtree_control", "+memory +pids")
    try:
        folder.mkdir()
    except OSError:
        return None
    if all(os.access(folder / name, os.W_OK) for name in ("memory.max", "pids.max", "cgroup.procs")):
        return ControlGroup(folder, folder, 2)
    removed(folder)
    return None


def new_first(memory: Path, pids: Path) -> ControlGroup | None:
    """Return a new group of version 1; None if it cannot be made."""
    made = []
    try:
        for each in (memory, pids):
            each.mkdir()
            made.append(each)
            if not os.access(each / "cgroup.procs", os.W_OK):
                raise PermissionError(str(each))
    except OSError:
        for each in made:
            removed(each)
        return None
    return ControlGroup(memory, pids, 1)


def clear_groups(root: Path = ROOT, own: Path = OWN) -> None:
    """Remove the groups that supervisors have left which were killed: their numbers belong to no process now."""
    paths = own_paths(own)
    homes = [*places(root, paths), *(root / name / path.lstrip("/") for name, path in paths.items() if name)]
    for home in homes:
        for folder in home.glob(f"{PREFIX}*"):
            number = folder.name.removeprefix(PREFIX)
            if number.isdigit() and not Path(f"/proc/{number}").exists():
                removed(folder)


def removed(folder: Path) -> bool:
    """Remove a group; False if it has processes."""
    try:
        folder.rmdir()
    except OSError:
        return not folder.exists()
    return True


def counter(path: Path, name: str) -> int:
    """Return a number of a file with a name and a number on each line; 0 if it is not there."""
    try:
        lines = dict(line.split() for line in path.read_text().splitlines())
        return int(lines.get(name, 0))
    except (OSError, ValueError):
        return 0


def write(path: Path, text: str) -> None:
    """Write into a file of the kernel, which has to exist."""
    with path.open("r+") as file:
        file.write(text)
