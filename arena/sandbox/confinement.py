"""Confine a supervisor before bubblewrap runs: lower its limits, and give it a user id of its own."""

import errno
import os
import resource
import socket
from pathlib import Path
from typing import Final

from arena.errors import UsageError
from arena.sandbox.control_groups import ControlGroup
from arena.sandbox.sandbox_order import SandboxOrder

MB: Final = 1 << 20
USERS: Final = range(59_000, 60_000)  # the real users of sandboxes, one each; Debian gives no account these
BEYOND: Final = {"python": 1024, "node": 8192, "static": 1024}  # MB of addresses more than memory, without a group
OUTSIDE: Final = 8  # processes more that the user may have: the limit of the sandbox is reached first
FIRST_TO_END: Final = "1000"  # if the machine runs out of memory, it ends a sandbox before anything else
NICE: Final = 5  # the niceness of a bot: the arena's own work goes first


def confine(order: SandboxOrder, group: ControlGroup | None, user: int | None) -> None:
    """Set the limits of this process and drop the rights of root, before the process runs bubblewrap."""
    bounds = order.bounds
    os.nice(NICE)
    Path("/proc/self/oom_score_adj").write_text(FIRST_TO_END, encoding="ascii")
    if group is not None:
        group.enter()
    else:
        addresses = (bounds.memory + BEYOND[order.runtime]) * MB
        lower(resource.RLIMIT_AS, addresses)
    lower(resource.RLIMIT_CORE, 0)
    lower(resource.RLIMIT_FSIZE, bounds.file_size * MB)
    lower(resource.RLIMIT_NOFILE, bounds.open_files)
    lower(resource.RLIMIT_CPU, bounds.processor_seconds + 1, 1)  # of each process; the sum is watched
    lower(resource.RLIMIT_MSGQUEUE, 0)
    lower(resource.RLIMIT_MEMLOCK, 0)
    if user is not None:
        lower(resource.RLIMIT_NPROC, bounds.processes + OUTSIDE)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)


def lower(kind: int, value: int, more: int = 0) -> None:
    """Lower a resource limit of this process to `value`, and the hard limit to `value + more`. Never raise a limit."""
    _, hard = resource.getrlimit(kind)
    highest = value + more if hard == resource.RLIM_INFINITY else min(value + more, hard)
    resource.setrlimit(kind, (min(value, highest), highest))


class reserved_user:  # noqa: N801 -- used like a function
    """Yield a user id for one sandbox while the `with` block runs; None if the arena does not run as root.

    Two supervisors never have the same id: each supervisor holds an abstract Unix socket with the id in its name. Raise
    UsageError if no id is free.
    """

    def __init__(self) -> None:
        self._held: socket.socket | None = None

    def __enter__(self) -> int | None:
        if os.geteuid() != 0:
            return None
        for user in USERS:
            held = socket.socket(socket.AF_UNIX)
            try:
                held.bind(f"\0tlachtli-user-{user}")
            except OSError as error:
                held.close()
                if error.errno != errno.EADDRINUSE:
                    raise
                continue
            self._held = held
            return user
        raise UsageError(f"all users from {USERS.start} to {USERS.stop - 1} run a sandbox: expected a free one")

    def __exit__(self, *_: object) -> None:
        if self._held is not None:
            self._held.close()
