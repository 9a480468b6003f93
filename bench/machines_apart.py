"""Machines of a bench: network namespaces on one bridge, each with an address. It needs Linux and root.

At the end, the processes, the namespaces and the bridge are removed. If the bench itself is killed, its next run
removes them.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, Self

SUBNET: Final = "10.231.78"
HERE: Final = 254  # the last number of the address that this process has on the bridge
PREFIX: Final = "tlachtli"
NEEDED: Final = ("ip", "nsenter", "setpriv")
SPACES: Final = Path("/run/netns")


def why_not() -> str:
    """Return why this machine cannot have namespaces; an empty text if it can."""
    if missing := [each for each in NEEDED if shutil.which(each) is None]:
        return f"there is no `{missing[0]}`: expected the packages iproute2 and util-linux"
    return "" if os.geteuid() == 0 else "only root may make network namespaces"


def ip(*words: str) -> str:
    """Run the command `ip` with these arguments, and return its output."""
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout  # noqa: S603, S607


class Machine:
    """A network namespace with one address. Its processes see the files and processes of the real machine."""

    def __init__(self, network: "Network", name: str, number: int) -> None:
        self.network: Final = network
        self.name: Final = name
        self.space: Final = f"{network.name}-{name}"
        self.address: Final = f"{SUBNET}.{number}"
        near, far = f"tl{os.getpid()}n{number}", f"tl{os.getpid()}f{number}"
        ip("netns", "add", self.space)
        ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", self.space)
        ip("link", "set", near, "master", network.bridge, "up")
        ip("-n", self.space, "address", "add", f"{self.address}/24", "dev", far)
        for device in (far, "lo"):
            ip("-n", self.space, "link", "set", device, "up")

    @property
    def inside(self) -> list[str]:
        """Return a list of words that, put before a command, run the command in this network namespace.

        The command is killed when its parent process ends.
        """
        return ["setpriv", "--pdeathsig", "KILL", "nsenter", f"--net={SPACES / self.space}"]

    def start(
        self, command: Sequence[str | Path], log: IO[bytes], variables: Mapping[str, str] | None = None
    ) -> "subprocess.Popen[bytes]":
        """Start a process in this namespace, with its output in `log`. Return it; its id is that of the command."""
        words = [*self.inside, *map(str, command)]
        return subprocess.Popen(words, env={**os.environ, **(variables or {})}, stdout=log, stderr=log)  # noqa: S603

    def processes(self) -> list[int]:
        """Return the ids of all processes that run in this network namespace."""
        return processes_in(self.space)

    def signal(self, number: int) -> None:
        """Send the signal `number` to all processes in this network namespace, and to no others of the real machine."""
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, number)


class Network:
    """A bridge that connects machines. This process has an address on the bridge, too."""

    def __init__(self) -> None:
        remove_old()
        self.name: Final = f"{PREFIX}-{os.getpid()}"
        self.bridge: Final = f"tl{os.getpid()}"
        self.machines: Final[list[Machine]] = []

    def __enter__(self) -> Self:
        ip("link", "add", self.bridge, "type", "bridge")
        try:
            ip("address", "add", f"{SUBNET}.{HERE}/24", "dev", self.bridge)
            ip("link", "set", self.bridge, "up")
        except subprocess.CalledProcessError:
            self.close()
            raise
        signal.signal(signal.SIGTERM, end_in_order)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def machine(self, name: str, number: int) -> Machine:
        """Add a machine to the network. `number` is the last part of its address."""
        made = Machine(self, name, number)
        self.machines.append(made)
        return made

    def close(self) -> None:
        """Kill all processes of the machines, and remove the machines and the bridge."""
        remove(self.name, self.bridge)


def end_in_order(*_: object) -> None:
    """Handle SIGTERM: exit in the normal way, so that the machines and the bridge are removed."""
    sys.exit(128 + signal.SIGTERM)


def processes_in(space: str) -> list[int]:
    """Return the ids of all processes in a namespace."""
    try:
        return [int(each) for each in ip("netns", "pids", space).split()]
    except subprocess.CalledProcessError:  # it is not there any more
        return []


def remove(name: str, bridge: str) -> None:
    """Remove the machines of one run: their processes, their namespaces, and the bridge."""
    for space in [each.name for each in SPACES.glob(f"{name}-*")]:
        for process in processes_in(space):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        with suppress(subprocess.CalledProcessError):
            ip("netns", "delete", space)
    with suppress(subprocess.CalledProcessError):
        ip("link", "delete", bridge)


def remove_old() -> None:
    """Remove the machines of earlier runs that were killed. Raise SystemExit if another run is still active."""
    found = {int(number) for each in SPACES.glob(f"{PREFIX}-*") for number in re.findall(r"-(\d+)-", each.name)}
    for number in sorted(found):
        if Path(f"/proc/{number}").exists():
            print(f"process {number} runs this bench already: expected one at a time", file=sys.stderr)
            sys.exit(2)
        remove(f"{PREFIX}-{number}", f"tl{number}")
