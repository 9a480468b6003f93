"""Checks that the memory of an arena does not grow while it plays a ladder: `ladder.py --minutes M`.

The program starts an arena, bots in processes, and a ladder of Cacao for two without a stop rule. Every minute it
prints a line with the memory and the descriptors of the arena (with its child processes) and of the bots, and the
number of games. At the end it fits a straight line to each of these quantities by least squares, from the minute in
which everything had started. The verdict is the growth of this line in two hours. With --data, the program continues
the ladder of an earlier run, even if that run was killed. It measures from the new start.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, linear_regression
from typing import Any, Final, TextIO

import grpc

from arena.protocol.v1 import organiser_pb2 as pb
from arena.protocol.v1 import organiser_pb2_grpc

NAME: Final = "Endless"
HOURS: Final = 2.0  # for which the growth is printed
MEMORY: Final = 10.0  # percent of the mean that count as flat
DESCRIPTORS: Final = 2.0  # file descriptors: the growth that counts as flat
COMING_UP: Final = 10.0  # minutes: tickets are stored that long after a match
PATIENCE: Final = 1800.0  # seconds for all bots to connect, and for an answer; at idle priority that may take long
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
QUANTITIES: Final = ("arena_mb", "arena_descriptors", "bots_mb", "bots_descriptors")


@dataclass(frozen=True)
class Sample:
    """One measurement of a ladder: its games, and the memory and descriptors of the arena and of the bots."""

    minutes: float
    games: int
    arena_mb: float
    arena_descriptors: float
    bots_mb: float
    bots_descriptors: float

    def __str__(self) -> str:
        return (
            f"{self.minutes:6.1f} min  {self.games:7} games"
            f"  arena {self.arena_mb:7.1f} MB {self.arena_descriptors:4.0f} descriptors"
            f"  bots {self.bots_mb:7.1f} MB {self.bots_descriptors:4.0f} descriptors"
        )


class Ladder:
    """A served arena, bots in processes, and the ladder that they play."""

    def __init__(self, folder: Path, patience: float, stack: ExitStack) -> None:
        self.folder: Final = folder
        self.patience: Final = patience
        self.stack: Final = stack
        serve = ["serve", "--listen", "127.0.0.1:0", "--site", "none", "--house", "none", "--admission", "open"]
        serve += ["--analyse", "none"]
        command = [sys.executable, "-m", "arena", *serve, "--data", str(folder), "--grace", "1"]
        self.log: Final = stack.enter_context((folder / "log").open("a"))
        before = len((folder / "log").read_text())
        self.arena: Final = self._start(command, self.log)
        self.address: Final = self._address(before)
        self.token: Final = (folder / "organiser.token").read_text().strip()
        self.bots: Final[list[subprocess.Popen[bytes]]] = []

    def _start(self, command: Sequence[str], log: TextIO, **variables: str) -> "subprocess.Popen[bytes]":
        """Start a process that ends when this process ends. Return the process."""
        process = subprocess.Popen(  # noqa: S603 -- our own programs
            command, stdin=subprocess.PIPE, stdout=log, stderr=log, env={**os.environ, **variables}
        )
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        return process

    def _address(self, before: int) -> str:
        """Wait until the arena has written its address to the log, after position `before`. Return the address."""
        end = time.monotonic() + self.patience
        while time.monotonic() < end and self.arena.poll() is None:
            said, whole, _ = (self.folder / "log").read_text()[before:].partition("serving at ")[2].partition("\n")
            if whole:
                return said.split(",")[0].strip()
            time.sleep(0.1)
        raise SystemExit("the arena did not start")

    def ask(self, call: str, **fields: Any) -> Any:
        """Send a call to the arena with the organiser's token, and return the answer."""
        with grpc.insecure_channel(self.address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            method = getattr(organiser_pb2_grpc.OrganiserStub(channel), call)
            metadata = [("authorization", f"Bearer {self.token}")]
            return method(
                getattr(pb, f"{call}Request")(**fields), timeout=self.patience, metadata=metadata, wait_for_ready=True
            )

    def bring(self, count: int, kinds: Sequence[str], matches: int) -> None:
        """Start `count` bots, which take the programs in `kinds` in turn, and wait until all are connected."""
        kept = self.folder / "tokens.json"
        tokens: dict[str, str] = json.loads(kept.read_text()) if kept.exists() else {}
        for number in range(count):
            name = f"bot-{number + 1:02}"
            if name not in tokens:
                tokens[name] = self.ask("RegisterBot", name=name, author="bench").token_secret
                kept.write_text(json.dumps(tokens))
            attend = ["--arena", self.address, "--matches", str(matches), "--with-parent"]
            command = [sys.executable, "-m", "arena_sdk", kinds[number % len(kinds)], *attend]
            self.bots.append(self._start(command, self.log, ARENA_TOKEN=tokens[name]))
        end = time.monotonic() + self.patience
        while len({each.entrant for each in self.ask("ListAttendances").attendances}) < count:
            if time.monotonic() > end:
                raise SystemExit("not all bots came")
            time.sleep(0.2)

    def begin(self, count: int) -> None:
        """Begin the ladder, or resume it."""
        if any(each.name == NAME for each in self.ask("ListTournaments").tournaments):
            self.ask("ResumeTournament", tournament=NAME)
            return
        listed = ", ".join(f'"bot-{number + 1:02}"' for number in range(count))
        self.ask(
            "RunTournament",
            file=f'name = "{NAME}"\ngame = "cacao"\nclock = "600+10"\nentrants = [{listed}]\nformat = "ladder"\n',
        )

    def games(self) -> int:
        """Return the number of finished matches of the ladder."""
        return int(self.ask("GetTournament", tournament=NAME).tournament.matches_finished)

    def sample(self, minutes: float) -> Sample:
        """Return a Sample of this moment: finished games, and the memory and descriptors of the arena and the bots."""
        games = self.games()
        arena = list(family(self.arena.pid))
        bots = [pid for each in self.bots for pid in family(each.pid)]
        return Sample(minutes, games, megabytes(arena), descriptors(arena), megabytes(bots), descriptors(bots))


def family(pid: int) -> Iterator[int]:
    """Yield the ids of a process and of all its descendants."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(each) for thread in threads for each in (thread / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return
    yield pid
    for child in children:
        yield from family(child)


def megabytes(pids: Sequence[int]) -> float:
    """Return the resident memory of processes in megabytes. A process that has just ended counts as 0."""
    found = 0
    for pid in pids:
        try:
            found += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found / 1e6


def descriptors(pids: Sequence[int]) -> int:
    """Return the number of descriptors that processes have open."""
    found = 0
    for pid in pids:
        try:
            found += sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
        except (FileNotFoundError, ProcessLookupError):
            continue
    return found


def growth(samples: Sequence[Sample], quantity: str) -> tuple[float, float]:
    """Return a quantity's growth in two hours, from the straight line through its samples, and the quantity's mean."""
    values = [getattr(each, quantity) for each in samples]
    slope = linear_regression([each.minutes for each in samples], values).slope
    return slope * 60 * HOURS, fmean(values)


def verdict(samples: Sequence[Sample]) -> dict[str, Any]:
    """Return a dict with the games per minute, and the mean and growth of memory and descriptors.

    The key `flat` is true if memory and descriptors hardly grew.
    """
    first, last = samples[0], samples[-1]
    settled = [each for each in samples if each.minutes >= min(COMING_UP, last.minutes / 3)]
    found: dict[str, Any] = {
        "minutes": round(last.minutes, 1),
        "games": last.games - first.games,
        "games_per_minute": round((last.games - first.games) / (last.minutes - first.minutes), 1),
    }
    flat = True
    for quantity in QUANTITIES:
        more, mean = growth(settled, quantity)
        allowed = DESCRIPTORS if quantity.endswith("descriptors") else MEMORY * mean / 100
        flat = flat and more <= allowed
        found[quantity] = {"mean": round(mean, 1), "growth_in_two_hours": round(more, 2)}
    return found | {"flat": flat}


def main() -> int:
    """Run the ladder, and print JSON as the last line. Return 0 if memory and descriptors stay flat, 1 if they grow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=120.0, metavar="M")
    parser.add_argument("--every", type=float, default=60.0, metavar="SECONDS", help="between two lines")
    parser.add_argument("--bots", type=int, default=16, metavar="N")
    parser.add_argument("--kinds", default="random,greedy,sampler,mcts-50", metavar="BOT,...", help="they take turns")
    parser.add_argument("--matches", type=int, default=2, metavar="N", help="at once, of each bot")
    parser.add_argument("--patience", type=float, default=PATIENCE, metavar="SECONDS", help="until everybody has come")
    parser.add_argument("--whatever", action="store_true", help="exit with 0 whatever came of it")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where it is kept (default: nowhere)")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with ExitStack() as stack:
        folder = args.data or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        ladder = Ladder(folder, args.patience, stack)
        ladder.bring(args.bots, args.kinds.split(","), args.matches)
        ladder.begin(args.bots)
        before = ladder.games()
        end = time.monotonic() + args.patience
        while ladder.games() == before:  # until the first game has ended bots are still starting
            if time.monotonic() > end:
                raise SystemExit("no game has ended")
            time.sleep(0.1)
        samples = measured(ladder, args.minutes, args.every)
    found = verdict(samples)
    print(json.dumps(found), flush=True)
    return 0 if found["flat"] or args.whatever else 1


def measured(ladder: Ladder, minutes: float, every: float) -> list[Sample]:
    """Measure the ladder at regular intervals, for a number of minutes. Return the list of measurements.

    Each Sample has the games so far, and the memory and descriptors of the arena and the bots. Print each of them.
    """
    began = time.monotonic()
    samples = [ladder.sample(0.0)]
    print(samples[0], flush=True)
    while samples[-1].minutes < minutes:
        time.sleep(max(0.0, min(every * len(samples), minutes * 60) - (time.monotonic() - began)))
        samples.append(ladder.sample((time.monotonic() - began) / 60))
        print(samples[-1], flush=True)
    return samples


if __name__ == "__main__":
    sys.exit(main())
