"""An arena that is killed repeatedly while matches are played: `killed.py COUNT [DATABASE]`, one JSON line.

The arena and its bots are separate processes; the bots continue after a kill and reconnect by themselves. The arena is
killed with SIGKILL at random moments and started again at the same port, on the same database: DATABASE, or a new
SQLite file. Every result that a bot got must be in the database, and every requested match must be played once. The
program measures the seconds from the moment when the port is open to the first decision that a bot gets.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, TypeVar

import grpc
from sqlmodel import Session

from arena.protocol.v1 import organiser_pb2, organiser_pb2_grpc
from arena.record.verify import verify
from arena.store.db.database import Database
from arena.store.repos.match_rows import record_bytes
from arena.store.sql import match_queries

T = TypeVar("T")

BOT: Final = """
import faulthandler, os, pathlib, signal, time
from arena_sdk import Bot, run

faulthandler.register(signal.SIGUSR1)  # prints its stack if it does not end

def say(*words):
    os.write(1, ("@" + " ".join(map(str, words)) + "\\n").encode())

class Steady(Bot):
    def start(self, start):
        self.match = start.match

    def choose(self, turn):
        say("asked", time.monotonic(), self.match)
        if not pathlib.Path("hurry").exists():
            time.sleep(0.05)
        return turn.options[turn.number % len(turn.options)]

    def over(self, over):
        if over.head:  # of a match that is void there is none
            say("over", self.match, over.head)

run(Steady)
"""
NAMES: Final = ("ana", "bob")
AT_ONCE: Final = 4
PER_KILL: Final = 4  # matches that are asked for: more than are played between two kills
LONGEST: Final = 1.5  # seconds from the first decision to the next kill
PATIENCE: Final = 60.0  # seconds for anything


class Scene:
    """An arena that is killed repeatedly, and two bots, which continue to run."""

    at_once: int = AT_ONCE
    arguments: tuple[str, ...] = ("--house", "none", "--site", "none", "--admission", "open")

    def __init__(self, folder: Path, database: str) -> None:
        self.folder: Final = folder
        self.database: Final = database or str(folder / "arena.db")
        self.asked: Final[list[float]] = []  # when bots were asked, since the port is open
        self.asked_of: Final[dict[str, float]] = {}  # when a bot was last asked, by match
        self.heads: Final[dict[str, set[str]]] = {}  # that bots got, by match
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: Final[int] = free.getsockname()[1]
        self.open_since = 0.0
        self.server = self.start()
        self.organiser: Final = until(lambda: (folder / "organiser.token").read_text().strip())
        (folder / "bot.py").write_text(BOT)
        self.bots: Final = [self.bot(name) for name in NAMES]
        until(lambda: len(self.ask("ListAttendances").attendances) == len(NAMES))

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the arena, and wait until its port is open. Return the process."""
        where = ["--listen", f"127.0.0.1:{self.port}", "--data", str(self.folder), "--database", self.database]
        limits = ["--limit", "returns_per_minute=100000", "--limit", "joins_per_minute=100000"]
        command = [sys.executable, "-m", "arena", "serve", *where, *self.arguments, *limits]
        with (self.folder / "log").open("ab") as log:
            server = subprocess.Popen(command, stderr=log)  # noqa: S603 -- our own program
        until(self._is_open)
        self.open_since = time.monotonic()
        return server

    def _is_open(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def bot(self, name: str) -> "subprocess.Popen[bytes]":
        """Start a bot's process. Store the decisions and results that it reports."""
        token = self.ask("RegisterBot", name=name).token_secret
        command = [sys.executable, "bot.py", "--arena", f"127.0.0.1:{self.port}", "--matches", str(self.at_once)]
        environment = {**os.environ, "ARENA_TOKEN": token}
        with (self.folder / f"said-{name}").open("wb") as said:
            process = subprocess.Popen(  # noqa: S603 -- our own program
                command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=said
            )
        threading.Thread(target=self._listen, args=(process,), daemon=True).start()
        return process

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            kind, *words = line.decode().split()
            if kind == "@asked":
                self.asked.append(float(words[0]))
                self.asked_of[words[1]] = float(words[0])
            elif kind == "@over":
                self.heads.setdefault(words[0], set()).add(words[1])

    def ask(self, call: str, **fields: Any) -> Any:
        """Send a call to the arena with the organiser's token, and return the answer."""
        with grpc.insecure_channel(f"127.0.0.1:{self.port}", [("grpc.use_local_subchannel_pool", 1)]) as channel:
            method = getattr(organiser_pb2_grpc.OrganiserStub(channel), call)
            request = getattr(organiser_pb2, f"{call}Request")(**fields)
            return method(request, timeout=PATIENCE, metadata=[("authorization", f"Bearer {self.organiser}")])

    def first_decision(self) -> float:
        """Wait for the first decision after a start. Return its seconds since the port was opened."""
        return min(until(lambda: [at for at in self.asked if at > self.open_since])) - self.open_since

    def fall(self) -> None:
        """Kill the arena with SIGKILL, and start it again on the same database."""
        self.server.kill()
        self.server.wait()
        self.asked.clear()
        self.server = self.start()

    def end(self) -> None:
        """End all processes."""
        for process in (*self.bots, self.server):
            process.terminate()
        for process in (*self.bots, self.server):
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGUSR1)
                time.sleep(1.0)
                process.kill()
                for said in sorted(self.folder.glob("said-*")):
                    sys.stderr.write(f"{said.name}: {said.read_text()[-4000:]}\n")
                raise


def until(look: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Call `look` until it returns a true value, and return that value."""
    end = time.monotonic() + patience
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.002)
    return found


def left(scene: Scene) -> int:
    """Return the number of matches that have not begun."""
    return ask(scene, lambda session: sum(each.match.state == "offered" for each in match_queries.all_matches(session)))


def is_over(scene: Scene) -> bool:
    """True if all requested matches have been played."""
    return ask(scene, lambda session: not match_queries.open_rounds(session))


def ask(scene: Scene, question: Callable[[Session], T]) -> T:
    """Open the database, read from it with the function `question`, and return the result."""
    database = Database(scene.database)
    try:
        return database.read(question)
    finally:
        database.close()


def faults(scene: Scene, wanted: set[str]) -> dict[str, int]:
    """Compare the matches in the database with the requested ones `wanted` and with the results that the bots got.

    Return a dict with the numbers of lost, repeated, damaged, void and finished matches.
    """
    database = Database(scene.database)
    found = database.read(match_queries.all_matches)
    finished = {each.match.public: each for each in found if each.match.state == "finished"}
    places = Counter((each.block.public if each.block else "", each.match.place) for each in finished.values())
    kept = {name: {each.match.head} for name, each in finished.items()}
    damaged = 0
    for each in finished.values():
        row = database.read(lambda session, match=each.match: match_queries.record_of(session, match))
        damaged += row is None or not verify(record_bytes(row), each.match.head).published
    database.close()
    return {
        "lost": sum(kept.get(name) != heads for name, heads in scene.heads.items()) + len(wanted) - len(places),
        "twice": sum(count - 1 for count in places.values()),
        "damaged": damaged,
        "void": len(found) - len(finished),
        "finished": len(finished),
    }


def main() -> None:
    """Kill the arena COUNT times during matches, and print the figures as JSON."""
    count, database = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    chance = Random(1)
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(Path(folder), database)
        try:
            blocks = max(1, count * PER_KILL // len(NAMES))
            wanted = set(scene.ask("RunMatches", entrants=NAMES, game="cacao", clock="60+1", blocks=blocks).matches)
            scene.first_decision()
            seconds = []
            for _ in range(count):
                time.sleep(chance.uniform(0, LONGEST))
                scene.fall()
                seconds.append(scene.first_decision())
                sys.stderr.write(f"{len(seconds)} kills, {seconds[-1]:.2f} s to the first decision\n")
            waiting = left(scene)
            (scene.folder / "hurry").touch()
            until(lambda: is_over(scene), 10 * PATIENCE)
        finally:
            scene.end()
        said = faults(scene, wanted)
    sys.stdout.write(
        json.dumps({"kills": count, "left": waiting, "p50": median(seconds), "worst": max(seconds), **said}) + "\n"
    )


if __name__ == "__main__":
    main()
