"""Breaks a bot's connection during games: `dropped.py KIND COUNT`. The results are one JSON line at the end.

The program runs a real arena and two bots of the SDK in processes. One bot connects through a `Road`, which can be cut.
There are three kinds of breaks. `cut` breaks the bot's connections; new ones can be made immediately. `kill` kills the
bot's process and starts another one. `pull` blocks all packets to the bot, which is in a network namespace, for a
second. The program measures the seconds until the bot's next answer in the record: from the end of the break, or for
`kill` from the first attempt of the new process.
"""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import grpc
from cable import NEAR, Cable

from arena.protocol.v1 import organiser_pb2, organiser_pb2_grpc
from arena.record import Answer, read_record
from arena.record.verify import verify
from arena.store.db.database import Database
from arena.store.repos.match_rows import record_bytes
from arena.store.sql import match_queries

BOT: Final = """
import time
from arena_sdk import Bot, run

class Steady(Bot):
    def choose(self, turn):
        time.sleep(0.02)
        return turn.options[0]

run(Steady)
"""
PATIENCE: Final = 30.0  # seconds for anything
PULLED: Final = 1.0  # seconds that the cable hangs loose
SOON: Final = 1.0  # seconds within which it should go on


class Road:
    """A proxy between a bot and a port of the arena. It can break all its connections."""

    def __init__(self, to: int) -> None:
        self.to: Final = to
        self.listener: Final = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: Final[int] = self.listener.getsockname()[1]
        self.set_out = 0.0
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self.listener.accept()
            self.set_out = self.set_out or time.monotonic()
            far = socket.create_connection(("127.0.0.1", self.to))
            self._open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=carry, args=(source, sink), daemon=True).start()

    def cut(self) -> None:
        """Break all connections. New ones can be made immediately."""
        broken, self._open = self._open, []
        for each in broken:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def carry(source: socket.socket, sink: socket.socket) -> None:
    """Copy bytes from one socket to the other until either connection ends."""
    try:
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Scene:
    """The arena and its two bots: the connection of `dropped` breaks, that of `steady` does not."""

    def __init__(self, folder: Path, cable: Cable | None = None) -> None:
        self.folder: Final = folder
        self.cable: Final = cable
        self.host: Final = "127.0.0.1" if cable is None else NEAR
        self._database: sqlite3.Connection | None = None
        (folder / "bot.py").write_text(BOT)
        serve = [
            "arena",
            "serve",
            "--site",
            "none",
            "--listen",
            f"{self.host}:0",
            "--insecure-listen",
            "--admission",
            "open",
            "--data",
            str(folder),
            "--house",
            "none",
            "--grace",
            "0.1",
            "--admission",
            "open",
        ]
        limit = ["--limit", "returns_per_minute=100000", "--limit", "joins_per_minute=100000"]
        self.server: Final = subprocess.Popen([sys.executable, "-m", *serve, *limit], stderr=subprocess.PIPE, text=True)  # noqa: S603 -- our own program
        self.port: Final = int(self._hear("serving at").rpartition(":")[2])
        threading.Thread(target=self._listen, daemon=True).start()
        self.organiser: Final = (folder / "organiser.token").read_text().strip()
        self.channel: Final = grpc.insecure_channel(f"{self.host}:{self.port}")
        self.road: Final = Road(self.port)
        self.tokens: Final = {name: self.ask("RegisterBot", name=name).token_secret for name in ("dropped", "steady")}
        self.steady: Final = self.bot("steady", f"{self.host}:{self.port}")
        self.dropped = self.drop_in()
        until(lambda: len(self.ask("ListAttendances").attendances) == 2)

    def _hear(self, words: str) -> str:
        assert self.server.stderr is not None
        for line in self.server.stderr:
            if words in line:
                return line.strip()
        raise RuntimeError("the arena did not start")

    def _listen(self) -> None:
        assert self.server.stderr is not None
        for _ in self.server.stderr:
            pass

    def drop_in(self) -> "subprocess.Popen[bytes]":
        """Start the bot `dropped`, and return its process. It connects through the virtual cable or the proxy."""
        if self.cable is not None:
            return self.bot("dropped", f"{self.host}:{self.port}", self.cable.beyond)
        return self.bot("dropped", f"127.0.0.1:{self.road.port}")

    def bot(self, name: str, address: str, beyond: Sequence[str] = ()) -> "subprocess.Popen[bytes]":
        """Start a bot's process, and return it."""
        command = [*beyond, sys.executable, str(self.folder / "bot.py"), "--arena", address, "--plaintext"]
        quiet = subprocess.DEVNULL
        environment = {**os.environ, "ARENA_TOKEN": self.tokens[name]}
        return subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)  # noqa: S603 -- our own program

    def ask(self, call: str, **fields: Any) -> Any:
        """Send a call to the arena with the organiser's token, and return the answer."""
        method = getattr(organiser_pb2_grpc.OrganiserStub(self.channel), call)
        request = getattr(organiser_pb2, f"{call}Request")(**fields)
        return method(request, timeout=PATIENCE, metadata=[("authorization", f"Bearer {self.organiser}")])

    def running(self) -> int | None:
        """Return the database id of the running match; None if no match is running."""
        found = self.rows("SELECT m.id FROM matches m JOIN journal j ON j.match_id = m.id WHERE m.state = 'running'")
        return int(found[0][0]) if found else None

    def rows(self, question: str, *values: object) -> list[Any]:
        """Run a query with these values on the arena's database. Return its rows as a list of tuples."""
        if self._database is None:
            self._database = sqlite3.connect(self.folder / "arena.db", timeout=PATIENCE, isolation_level=None)
        return self._database.execute(question, values).fetchall()

    def seat(self, match: int) -> int:
        """Return the seat of the bot `dropped` in a match."""
        [[seat]] = self.rows("SELECT seat FROM seats WHERE match_id = ? AND name = 'dropped'", match)
        return int(seat)

    def answers(self, match: int, seat: int) -> int:
        """Return how many answers of a seat are stored, in a running or finished match."""
        line = f'{{"line":"answer","seat":{seat},%'
        [[written]] = self.rows(
            "SELECT count(*) FROM journal WHERE match_id = ? AND CAST(line AS TEXT) LIKE ?", match, line
        )
        [[decided]] = self.rows("SELECT decisions FROM seats WHERE match_id = ? AND seat = ?", match, seat)
        return max(int(written), int(decided))

    def close(self) -> None:
        """End all processes."""
        for bot in (self.dropped, self.steady):
            bot.kill()  # after SIGTERM, they would first play their matches to the end
            bot.wait(PATIENCE)
        self.server.terminate()
        self.server.wait(PATIENCE)


def until(look: Callable[[], Any]) -> Any:
    """Call `look` until it returns a true value, and return that value. Raise TimeoutError if that takes too long."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.005)
    return found


def drop(scene: Scene, kind: str, chance: Random) -> float | None:
    """Break the bot's connection once in a game. Return the seconds until its next answer; None if it sends none."""
    after = chance.randrange(3, 12)
    while True:
        match = until(scene.running)
        seat = scene.seat(match)
        if scene.answers(match, seat) <= after and scene.running() == match:
            break
        time.sleep(0.005)
    until(lambda: scene.answers(match, seat) >= after)
    scene.road.set_out = 0.0
    if kind == "kill":
        scene.dropped.kill()
        scene.dropped.wait()
        scene.road.cut()
        before = scene.answers(match, seat)
        scene.dropped = scene.drop_in()
        began = until(lambda: scene.road.set_out)
    elif scene.cable is not None:
        scene.cable.pull()
        time.sleep(PULLED)
        before, began = scene.answers(match, seat), time.monotonic()
        scene.cable.plug()
    else:
        scene.road.cut()
        before, began = scene.answers(match, seat), time.monotonic()
    try:
        until(lambda: scene.answers(match, seat) > before)
    except TimeoutError:
        return None
    return time.monotonic() - float(began)


def main() -> None:
    """Break the connection COUNT times, always in the way KIND, and print the results."""
    kind, count = sys.argv[1], int(sys.argv[2])
    chance = Random(1)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        cable = stack.enter_context(closing(Cable())) if kind == "pull" else None
        scene = Scene(Path(folder), cable)
        try:
            scene.ask("RunMatches", entrants=["dropped", "steady"], game="cacao", clock="60+1", blocks=count)
            gaps = [drop(scene, kind, chance) for _ in range(count)]
        finally:
            scene.close()
        database = Database(Path(folder) / "arena.db")
        twice = damaged(database)
        database.close()
    good = sorted(gap for gap in gaps if gap is not None)
    values = {"on": sum(gap <= SOON for gap in good), "of": count, "twice": twice, "gaps": good}
    sys.stdout.write(json.dumps(values) + "\n")


def damaged(database: Database) -> int:
    """Return how many finished records do not replay. A record with a repeated answer would not replay."""
    found = 0
    for match in database.read(match_queries.all_matches):
        row = database.read(lambda session, match=match.match: match_queries.record_of(session, match))
        if row is not None:
            data = record_bytes(row)
            asked = sum(isinstance(entry, Answer) for entry in read_record(data).entries)
            found += verify(data).answers != asked
    return found


if __name__ == "__main__":
    main()
