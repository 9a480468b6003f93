"""Control groups (cgroups) of the Linux kernel: they limit memory, processes and processor of a whole sandbox.

Versions 1 and 2 of the kernel's interface work. A new group is made below the group of this process, so that the limits
of the arena's own group apply to it, too. If that is not possible, it is made below the parent group, which systemd may
have delegated.
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
CONTROLLERS: Final = ("memory", "pids", "cpu")
PERIOD: Final = 20_000  # microseconds after which the processor time of a group counts anew
WEIGHT: Final = 33  # of a sandbox, where a process of the arena has 100: as niceness 5
SHARES: Final = 10  # of version 1 for a weight of 1

NO_GROUPS: Final = (
    "no control group with limits of memory, processes and processor can be made: expected root, or a unit of systemd "
    "with Delegate=yes and DelegateSubgroup=arena, or --without-control-groups, with which a bot can take all memory"
)

NAMES: Final = {  # version 1, version 2
    "peak": ("memory.max_usage_in_bytes", "memory.peak"),
    "killed": ("memory.oom_control", "memory.events"),
}


@dataclass
class ControlGroup:
    """The cgroup folders of one sandbox: one per controller in version 1, a single one in version 2."""

    memory: Path
    pids: Path
    cpu: Path
    version: int

    def limit(self, memory: int, processes: int, processors: int) -> None:
        """Set the limits of the group: memory in MB, processes and threads, and how many processors they may use."""
        write(self.pids / "pids.max", str(processes))
        self._limit_processor(processors)
        if self.version == 2:
            write(self.memory / "memory.max", str(memory * MB))
            with contextlib.suppress(OSError):  # a kernel without swap
                write(self.memory / "memory.swap.max", "0")
            return
        write(self.memory / "memory.limit_in_bytes", str(memory * MB))
        with contextlib.suppress(OSError):
            write(self.memory / "memory.memsw.limit_in_bytes", str(memory * MB))

    def _limit_processor(self, processors: int) -> None:
        """Limit the processor time. All sandboxes have equal shares, and smaller ones than the arena's processes."""
        if self.version == 2:
            write(self.cpu / "cpu.max", f"{processors * PERIOD} {PERIOD}")
            write(self.cpu / "cpu.weight", str(WEIGHT))
            return
        write(self.cpu / "cpu.cfs_period_us", str(PERIOD))
        write(self.cpu / "cpu.cfs_quota_us", str(processors * PERIOD))
        write(self.cpu / "cpu.shares", str(WEIGHT * SHARES))

    def enter(self) -> None:
        """Move this process into the control group."""
        for folder in self.folders:
            write(folder / "cgroup.procs", "0")

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of the group: one for each controller, or a single one in version 2."""
        return (self.memory,) if self.version == 2 else (self.memory, self.pids, self.cpu)

    def processes(self) -> list[int]:
        """Return the ids of the processes in the group; an empty list if the group cannot be read."""
        try:
            return [int(line) for line in (self.pids / "cgroup.procs").read_text().split()]
        except OSError:
            return []

    def memory_peak(self) -> int:
        """Return the highest memory use of the group in bytes; 0 if the kernel does not report it."""
        return number_in(self.memory / NAMES["peak"][self.version - 1])

    def ran_out_of_memory(self) -> bool:
        """True if the kernel killed a process of the group at its memory limit."""
        return self._was_killed() and self._was_full()

    def is_a_victim(self) -> bool:
        """True if the kernel killed a process of the group because the machine, not the group, had no memory left."""
        return self._was_killed() and not self._was_full()

    def _was_killed(self) -> bool:
        return counter(self.memory / NAMES["killed"][self.version - 1], "oom_kill") > 0

    def _was_full(self) -> bool:
        """True if the group has reached its memory limit."""
        if self.version == 2:
            return counter(self.memory / "memory.events", "max") > 0
        return self.memory_peak() >= number_in(self.memory / "memory.limit_in_bytes") - MB

    def ran_out_of_processes(self) -> bool:
        """True if the group's limit of processes has kept a process from starting."""
        return counter(self.pids / "pids.events", "max") > 0

    def remove(self) -> None:
        """Remove the group when its killed processes have ended, or give up after five seconds."""
        for folder in self.folders:
            remove_when_empty(folder)


def new_group(name: str, root: Path = ROOT, own: Path = OWN) -> ControlGroup | None:
    """Return a new group for a sandbox; None if this process cannot make one."""
    paths = own_paths(own)
    for base in places(root, paths):
        if (group := new_second(base / f"{PREFIX}{name}")) is not None:
            return group
    if set(CONTROLLERS) <= set(paths):
        return new_first(*(root / each / paths[each].lstrip("/") / f"{PREFIX}{name}" for each in CONTROLLERS))
    return None


def own_paths(own: Path) -> dict[str, str]:
    """Return a dict from a controller's name, such as "memory", to the path of this process's group.

    In version 2 there is one group for all controllers; its key is an empty text. `own` is the file /proc/self/cgroup.
    """
    found = {}
    with contextlib.suppress(OSError):
        for line in own.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            found.update(dict.fromkeys(controllers.split(","), path))
    return found


def places(root: Path, paths: Mapping[str, str]) -> Iterator[Path]:
    """Yield the folders in which a version 2 group may be made: this process's group, then its parent group.

    systemd may delegate the parent group, and start the arena in a group below it.
    """
    if "" in paths and (root / "cgroup.controllers").exists():
        here = root / paths[""].lstrip("/")
        yield here
        if here != root:
            yield here.parent


def new_second(folder: Path) -> ControlGroup | None:
    """Return a new group of version 2; None if it cannot be made, or lacks one of the limits."""
    with contextlib.suppress(OSError):
        write(folder.parent / "cgroup.subtree_control", " ".join(f"+{each}" for each in CONTROLLERS))
    try:
        folder.mkdir()
    except OSError:
        return None
    if all(os.access(folder / name, os.W_OK) for name in ("memory.max", "pids.max", "cpu.max", "cgroup.procs")):
        return ControlGroup(folder, folder, folder, 2)
    removed(folder)
    return None


def new_first(memory: Path, pids: Path, cpu: Path) -> ControlGroup | None:
    """Return a new group of version 1; None if it cannot be made or entered."""
    made = []
    try:
        for each in (memory, pids, cpu):
            each.mkdir()
            made.append(each)
            if not os.access(each / "cgroup.procs", os.W_OK):
                raise PermissionError(str(each))
    except OSError:
        for each in made:
            removed(each)
        return None
    return ControlGroup(memory, pids, cpu, 1)


def clear_groups(ended: int = 0, root: Path = ROOT, own: Path = OWN) -> None:
    """Remove the groups of supervisors that were killed, such as the one with the process id `ended`.

    The name of a group has the process id of its supervisor.
    """
    paths = own_paths(own)
    homes = [*places(root, paths), *(root / name / path.lstrip("/") for name, path in paths.items() if name)]
    for home in homes:
        for folder in home.glob(f"{PREFIX}*"):
            number = folder.name.removeprefix(PREFIX)
            if number.isdigit() and (int(number) == ended or not Path(f"/proc/{number}").exists()):
                remove_when_empty(folder)


def remove_when_empty(folder: Path) -> None:
    """Remove the folder of a group when its killed processes have ended, or give up after five seconds."""
    until = time.monotonic() + EMPTY_WITHIN
    while folder.exists() and not removed(folder) and time.monotonic() < until:
        time.sleep(PAUSE)


def removed(folder: Path) -> bool:
    """Remove the folder of a group. Return False if that fails, because the group still has processes."""
    try:
        folder.rmdir()
    except OSError:
        return not folder.exists()
    return True


def counter(path: Path, name: str) -> int:
    """Return the number after `name` in a kernel file with lines such as `oom_kill 3`; 0 if the name is missing."""
    try:
        lines = dict(line.split() for line in path.read_text().splitlines())
        return int(lines.get(name, 0))
    except (OSError, ValueError):
        return 0


def number_in(path: Path) -> int:
    """Return the number in a kernel file; 0 if it has none."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return 0


def write(path: Path, text: str) -> None:
    """Write a text into an existing file of the kernel."""
    with path.open("r+") as file:
        file.write(text)
