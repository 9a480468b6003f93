"""Kill the supervisors and bubblewraps of submitted bots while they play. Print how many matches that cost."""

import os
import random
import signal
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from arena.cli import main as arena
from tests.sandbox.test_killed_sandboxes import KINDS, SUPERVISOR, processes_of, remains_of
from tests.server.wire import Server, children_of, eventually

BOTS: Final = 2
BLOCKS: Final = 500  # of the two bots: more than they play until the last kill
PLAYED: Final = 3  # matches between two kills
MANIFEST: Final = 'version = "1"\nentry = "python bot.py --matches 4"\ngames = ["cacao"]\n'
BOT: Final = """
from arena_sdk import Bot, run

class Submitted(Bot):
    version = "1"
    def choose(self, turn):
        return turn.options[0]

run(Submitted)
"""
FINISHED: Final = "SELECT count(*) FROM matches WHERE state = 'finished'"
FORFEITS: Final = "SELECT count(*) FROM seats WHERE forfeit != ''"


def kill_sandboxes(kills: int) -> int:
    """Kill this number of processes of sandboxes while their bots play. Return 0 if no match and no folder is lost."""
    with tempfile.TemporaryDirectory() as name, Server(Path(name, "arena"), "--grace", "0.1") as server:
        bots = [submitted(server, Path(name), f"bot-{number}") for number in range(BOTS)]
        eventually(lambda: set(bots) <= {each.entrant for each in server.ask("ListAttendances").attendances})
        server.match(*bots, blocks=BLOCKS)
        killed = [one_kill(server) for _ in range(kills)]
        played(server, PLAYED)
        left = [each for supervisor in killed for each in remains_of(supervisor)]
        forfeits, finished = count(server, FORFEITS), count(server, FINISHED)
    print(
        f"{kills} kills of supervisors and bubblewrap while {BOTS} submitted bots played {finished} matches to the end"
    )
    print(f"forfeits: {forfeits} (floor 0); folders and control groups left: {len(left)} (floor 0)")
    return int(bool(forfeits or left))


def submitted(server: Server, folder: Path, name: str) -> str:
    """Submit a bot of this name, and return the name."""
    package, token = folder / name, folder / f"{name}.token"
    package.mkdir()
    (package / "bot.toml").write_text(MANIFEST)
    (package / "bot.py").write_text(BOT)
    token.write_text(server.bot(name))
    assert arena(["bot", "submit", str(package), "--arena", server.address, "--token-file", str(token)]) == 0
    return name


def one_kill(server: Server) -> int:
    """Kill a process of a sandbox after some more matches. Return the id of the sandbox's supervisor."""
    played(server, PLAYED)
    everyone = eventually(lambda: [each for each in sandboxes(server) if len(each) == len(KINDS)])
    processes = random.choice(everyone)
    os.kill(random.choice(processes), signal.SIGKILL)
    return processes[0]


def sandboxes(server: Server) -> list[list[int]]:
    """Return the processes of each sandbox: the supervisor, and bubblewrap outside and inside."""
    return [processes_of(each) for each in children_of(server.process.pid, SUPERVISOR)]


def played(server: Server, matches: int) -> None:
    """Wait until some more matches are finished."""
    before = count(server, FINISHED)
    eventually(lambda: count(server, FINISHED) >= before + matches)


def count(server: Server, statement: str) -> int:
    """Return the number that a query of the arena's database yields."""
    with closing(sqlite3.connect(f"file:{server.data}/arena.db?mode=ro", uri=True)) as database:
        found: Any = database.execute(statement).fetchone()[0]
        return int(found)
