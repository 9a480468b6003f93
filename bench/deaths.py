"""Kill the arena, its children and its database repeatedly: `deaths.py COUNT [--postgresql] [--seed N]`.

Two bots play rated matches without end. Each kill is a SIGKILL to one victim: the arena, the process that fits
rankings, the process of the site, or (with --postgresql) the whole database server. Some victims are killed at a random
moment, some when they are idle. If a child or the database is killed, the arena must not end. Every result that a bot
got must be in the database, and every requested match must be played once.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from bench.killed import LONGEST, NAMES, PATIENCE, PER_KILL, Scene, faults, is_over, left, until
from tests.server.wire import children_of, is_running
from tests.store import servers

CHILDREN: Final = {"ratings": "arena.host.ratings_main", "site": "arena.host.site_main"}
LOOK: Final = 0.02  # seconds between two checks whether a process is working
QUIET: Final = 3  # looks without work, after which a process is idle


class Busy(Scene):
    """An arena with all its child processes, and two bots that play matches in it."""

    arguments = ("--house", "none", "--site", "127.0.0.1:0", "--admission", "open", "--limit", "refit_interval=0.5")


def worked(process: int) -> int:
    """Return the processor time that a process has used, in ticks."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return int(fields[11]) + int(fields[12])


def wait_until_idle(process: int) -> None:
    """Wait until several checks in a row find that a process used no processor time."""
    calm, before = 0, worked(process)
    end = time.monotonic() + PATIENCE
    while calm < QUIET and time.monotonic() < end:
        time.sleep(LOOK)
        calm, before = (calm + 1 if worked(process) == before else 0), worked(process)


def goes_on(scene: Scene) -> float:
    """Wait until the arena sends a decision to a bot. Return the seconds of waiting."""
    scene.asked.clear()
    start = time.monotonic()
    until(lambda: scene.asked)
    return time.monotonic() - start


class Killer:
    """Kills the arena, its children or its database, one kill after another, and counts the kills."""

    def __init__(self, scene: Scene, server: servers.Server | None, chance: Random) -> None:  # type: ignore[no-any-unimported,unused-ignore]
        self._scene: Final = scene
        self._server: Final = server
        self._chance: Final = chance
        self.killed: Final[Counter[str]] = Counter()
        self.deaths = 0  # how often the arena itself ended because another process was killed
        self.slowest = 0.0

    def kill_one(self) -> None:
        """Kill the arena, one of its child processes or its database, and wait until the matches continue.

        The choice of the process is random. The kill comes at a random moment, or when the process is idle.
        """
        victims: dict[str, Callable[[bool], None]] = {"arena": self._arena, "ratings": self._child, "site": self._child}
        if self._server:
            victims["database"] = self._database
        victim = self._chance.choice(sorted(victims))
        time.sleep(self._chance.uniform(0, LONGEST))
        if victim in CHILDREN and not children_of(self._scene.server.pid, CHILDREN[victim]):
            victim = "arena"  # the pause before a restart grows with each kill, up to a minute
        idle = self._chance.random() < 0.5
        self._role = victim
        victims[victim](idle)
        self.killed[f"{victim} {'idle' if idle else 'random'}"] += 1
        if self._scene.server.poll() is not None:
            self.deaths += 1
            self._scene.fall()
        self.slowest = max(self.slowest, goes_on(self._scene))

    def _arena(self, idle: bool) -> None:
        if idle:
            wait_until_idle(self._scene.server.pid)
        self._scene.fall()

    def _child(self, idle: bool) -> None:
        [process] = children_of(self._scene.server.pid, CHILDREN[self._role])
        if idle:
            wait_until_idle(process)
        os.kill(process, signal.SIGKILL)
        until(lambda: not is_running(process) or self._scene.server.poll() is not None)

    def _database(self, _idle: bool) -> None:
        assert self._server is not None
        self._server.stop("immediate")
        time.sleep(self._chance.uniform(0, LONGEST))
        self._server.start()


def main() -> None:
    """Kill a random process of the arena, or its database, COUNT times. Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("count", type=int)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    server = servers.Server() if args.postgresql else None
    try:
        with tempfile.TemporaryDirectory() as folder:
            said = deaths(Path(folder), server, args)
    finally:
        if server:
            server.end()
    sys.stdout.write(json.dumps(said) + "\n")


def deaths(folder: Path, server: servers.Server | None, args: argparse.Namespace) -> dict[str, object]:
    """Kill random processes of an arena during matches, and wait until all matches have ended.

    Return a dict with the numbers of kills and of wrong matches, and the longest wait until the matches continued.
    """
    scene = Busy(folder, server.address("postgres") if server else "")
    killer = Killer(scene, server, Random(args.seed))
    try:
        blocks = max(1, args.count * PER_KILL)
        asked = scene.ask("RunMatches", entrants=NAMES, game="cacao", clock="60+1", blocks=blocks, rated=True)
        scene.first_decision()
        for number in range(1, args.count + 1):
            killer.kill_one()
            if not number % 10:
                sys.stderr.write(f"{number} kills; the arena died {killer.deaths} times\n")
        waiting = left(scene)
        (folder / "hurry").touch()
        until(lambda: is_over(scene), 20 * PATIENCE)
    finally:
        scene.end()
    found = faults(scene, set(asked.matches))
    return {
        "kills": args.count,
        "left": waiting,
        "arena died": killer.deaths,
        "slowest": killer.slowest,
        **found,
        **killer.killed,
    }


if __name__ == "__main__":
    try:
        main()
    except subprocess.SubprocessError as error:
        raise SystemExit(str(error)) from None
