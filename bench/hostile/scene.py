"""The scene of an attack: a served arena, nginx before it if wanted, and honest bots that play meanwhile."""

import json
import os
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

import grpc

from bench.hostile import from_sandboxes
from bench.hostile.attack import NEED_SEATS
from bench.hostile.peers import MOST, Target
from tests.certificates import make_authority, make_server
from tests.server.front import Nginx
from tests.server.wire import ROOT, Server, eventually

HONEST: Final = 8
BLOCKS: Final = 5_000  # of each pair of honest bots at a time: the most that one call may ask for
SEATS_OF_A_BLOCK: Final = 4  # two games of two seats
LOOK: Final = 0.5  # seconds between two looks at how many matches are over
GUEST_BLOCKS: Final = 200  # of a hostile bot with its guest
WARM: Final = 20 * HONEST  # seats that are played to their end before anything is measured
FORFEITS: Final = (
    "SELECT count(*) FROM seats WHERE forfeit != '' AND (name LIKE 'honest-%' OR name LIKE 'guest-%')"  # of honest bots
)


class Scene:
    """An arena with honest bots, which play against each other without end while attacks run."""

    def __init__(
        self, folder: Path, *, front: bool, honest: int = HONEST, warm: int = WARM, blocks: int = BLOCKS
    ) -> None:
        self._open: Final = ExitStack()
        self._closed: Final = threading.Event()
        self._numbers = 0
        self.rows: Final[list[dict[str, float]]] = []
        arguments = ["--site", "127.0.0.1:0", "--grace", "0.1", *(["--front", "127.0.0.1"] if front else [])]
        try:
            self.server = self._open.enter_context(Server(folder / "arena", *arguments))
            host, port = self.server.hear("the site is at ").rstrip("/").rpartition("//")[2].split(":")
            self.own = Target("127.0.0.1", self.server.port, host, int(port))
            self.hostile = self.own
            if front:
                self._put_front_before(folder)
            self.honest = self._start_honest()
            names = [self.register(f"honest-{number}", counts=True) for number in range(honest)]
            pairs = list(zip(names[::2], names[1::2], strict=True))
            threading.Thread(target=self._keep_playing, args=(pairs, blocks), daemon=True).start()
            eventually(lambda: self.rows and self.rows[-1]["overs"] > warm)
        except BaseException:
            self.close()
            raise

    def _put_front_before(self, folder: Path) -> None:
        """Start nginx as a proxy before the arena, with the configuration file of the project.

        Honest bots use IPv4 and hostile ones IPv6, so that nginx sees different addresses.
        """
        ca = make_authority(folder)
        make_server(folder, hosts="DNS:localhost,IP:127.0.0.1,IP:::1")
        site = {"127.0.0.1:7421": f"{self.own.site_host}:{self.own.site_port}"}
        front = self._open.enter_context(Nginx(folder, "arena-http.conf", self.server, site))
        self.own = Target("127.0.0.1", front.port, "127.0.0.1", front.port, str(ca))
        self.hostile = replace(self.own, host="::1", site_host="::1")

    def _start_honest(self) -> "subprocess.Popen[str]":
        process = start("bench.hostile.honest")
        self._open.callback(end, process)
        threading.Thread(target=self._listen, args=(process,), daemon=True).start()
        self._tell(process, asdict(self.own))
        return process

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.rows.append(json.loads(line))

    def _keep_playing(self, pairs: list[tuple[str, str]], blocks: int) -> None:
        """Request matches between the honest bots. Whenever half of them are over, request the same number again."""
        asked = 0
        while not self._closed.is_set():
            if self.rows and self.rows[-1]["overs"] >= asked * len(pairs) * blocks * SEATS_OF_A_BLOCK / 2:
                for one, other in pairs:
                    patiently(lambda one=one, other=other: self.server.match(one, other, blocks=blocks))
                asked += 1
            self._closed.wait(LOOK)

    def _tell(self, process: "subprocess.Popen[str]", value: Any) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(value) + "\n")
        process.stdin.flush()

    def register(self, name: str, *, counts: bool) -> str:
        """Register an honest bot, connect it, and return its name. `rate` counts its games if `counts` is true."""
        self._tell(self.honest, {"token": patiently(lambda: self.server.bot(name)), "counts": counts})
        eventually(lambda: name in self._attending())
        return name

    def _attending(self) -> set[str]:
        return {each.entrant for each in patiently(lambda: self.server.ask("ListAttendances")).attendances}

    def attack(self, name: str, seconds: float, most: int = MOST) -> "subprocess.Popen[str]":
        """Start an attack with a new hostile bot. If the attack needs seats, an honest bot plays matches with it."""
        self._numbers += 1
        bot = f"mallory-{self._numbers}"
        target = replace(self.hostile, name=bot, token=patiently(lambda: self.server.bot(bot)))
        guest = self.register(f"guest-{self._numbers}", counts=False) if name in NEED_SEATS else ""
        process = start("bench.hostile.attack", name, str(seconds), str(most))
        self._open.callback(end, process)
        self._tell(process, asdict(target))
        if guest:
            eventually(lambda: bot in self._attending())
            self.server.match(bot, guest, blocks=GUEST_BLOCKS)
        return process

    def wait_for(self, name: str, seconds: float) -> None:
        """Wait until the newest attack is under way: its bot is slowed down, or this number of seconds is over."""
        if name in from_sandboxes.ATTACKS:
            self.server.hear(f"mallory-{self._numbers} is slowed down")
        else:
            time.sleep(seconds)

    def end_attack(self, name: str) -> None:
        """End the sandbox of the newest attack, if it has one."""
        if name in from_sandboxes.ATTACKS:
            self.server.ask("SuspendBot", bot=f"mallory-{self._numbers}", reason="it attacks")

    def rate(self, seconds: float) -> float:
        """Wait this number of seconds. Return how many games per second the honest bots play against each other.

        Honest bots that play against a hostile bot do not count: `register` got `counts=False` for them.
        """
        first = self._newest()
        time.sleep(seconds)
        last = self._newest()
        decisions = (last["decisions"] - first["decisions"]) / (last["at"] - first["at"])
        return decisions / last["decisions"] * last["overs"] / 2  # both seats of a game count both

    def _newest(self) -> dict[str, float]:
        count = len(self.rows)
        eventually(lambda: len(self.rows) > count)
        return self.rows[-1]

    def forfeits(self) -> int:
        """Return how many matches honest bots have forfeited so far."""
        with closing(sqlite3.connect(f"file:{self.server.data}/arena.db?mode=ro", uri=True)) as database:
            found: int = database.execute(FORFEITS).fetchone()[0]
            return found

    def memory(self) -> float:
        """Return the resident memory of the arena, in megabytes."""
        pages = int(Path(f"/proc/{self.server.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 1e6

    def descriptors(self) -> int:
        """Return the number of descriptors that the arena has open."""
        return len(list(Path(f"/proc/{self.server.process.pid}/fd").iterdir()))

    def lives(self) -> bool:
        """True if the arena is still running and answers."""
        return self.server.process.poll() is None and patiently(lambda: self.server.ask("GetArena")).protocol == 1

    def close(self) -> None:
        """Request no further matches, and end all processes: the arena, nginx if it was started, bots and attacks."""
        self._closed.set()
        self._open.close()


def patiently(ask: Callable[[], Any]) -> Any:
    """Return the arena's answer to a call. Repeat the call if gRPC refuses it because too many calls wait.

    If a thousand calls wait to be accepted, gRPC resets some of them at random, with the status CANCELLED.
    """
    answers: list[Any] = []

    def answered() -> bool:
        try:
            answers.append(ask())
        except grpc.RpcError as error:
            if error.code() is not grpc.StatusCode.CANCELLED:  # type: ignore[attr-defined]  # the stubs do not know it
                raise
        return bool(answers)

    eventually(answered)
    return answers[0]


def start(module: str, *arguments: str) -> "subprocess.Popen[str]":
    """Start a module of the attacks in a new process."""
    return subprocess.Popen(  # noqa: S603 -- our own modules
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def end(process: "subprocess.Popen[str]") -> None:
    """End a process, and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def times_of(process: "subprocess.Popen[str]") -> int:
    """Wait until an attack's process reports its end. Return the number of its actions; 0 without a report."""
    assert process.stdout is not None
    said = process.stdout.readline()
    return int(json.loads(said)["times"]) if said else 0
