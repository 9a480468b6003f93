"""Tournaments of every format in an arena that is killed repeatedly: `cups.py KILLS [FORMAT ...]`.

A served arena plays tournaments between house bots, which are limited by simulations, with a fixed seed and a clock
that cannot run out. The arena is killed with SIGKILL at random moments, and started again on the same database. Every
tournament must end with the table of a tournament without kills, and each of its matches must be played once. The
program measures the seconds from the moment when the port is open until a match of the tournament is played again; this
includes the start of the house bots.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import grpc

from arena.protocol.v1 import organiser_pb2 as pb
from arena.protocol.v1 import organiser_pb2_grpc

HOUSE: Final = ("random", "greedy", "sampler", "mcts-50")
FORMATS: Final = {
    "round-robin": "rounds = 2",
    "gauntlet": "rounds = 3",
    "swiss": "rounds = 3",
    "knockout": "",
    "double-knockout": "",
    "ladder": "games = 48\nopening = 4\nround-size = 6",
    "sprt": "elo0 = 0\nelo1 = 30\ngames = 48\nround-size = 6",
}
LONGEST: Final = 4.0  # seconds from the port being open to the next kill
PATIENCE: Final = 300.0  # seconds for anything
OVER: Final = {pb.TOURNAMENT_STATE_FINISHED, pb.TOURNAMENT_STATE_FAILED, pb.TOURNAMENT_STATE_CANCELLED}

Table = list[tuple[str, int, float, int]]


@dataclass
class Arena:
    """A served arena that this program starts and kills."""

    folder: Path
    process: subprocess.Popen[str] | None = None
    address: str = ""
    opened: float = 0.0
    resumed: list[float] = field(default_factory=list)  # seconds

    def start(self) -> None:
        """Start the arena, and wait until its port is open."""
        command = [sys.executable, "-m", "arena", "serve", "--listen", "127.0.0.1:0", "--data", str(self.folder)]
        more = ["--site", "none", "--house", ",".join(HOUSE), "--grace", "0.1", "--analyse", "none"]
        self.process = subprocess.Popen([*command, *more], stderr=subprocess.PIPE, text=True)  # noqa: S603 -- our own
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "serving at " in line:
                self.address = line.partition("serving at ")[2].split(",")[0].strip()
                self.opened = time.monotonic()
                return
        raise SystemExit("the arena did not start")

    def kill(self) -> None:
        """Kill the arena with SIGKILL. The house bots then end by themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def ask(self, call: str, **fields: Any) -> Any:
        """Send a call to the arena with the organiser's token, and return the answer."""
        token = (self.folder / "organiser.token").read_text().strip()
        with grpc.insecure_channel(self.address, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            method = getattr(organiser_pb2_grpc.OrganiserStub(channel), call)
            return method(
                getattr(pb, f"{call}Request")(**fields), timeout=30, metadata=[("authorization", f"Bearer {token}")]
            )

    def tournament(self, name: str) -> Any:
        """Return the current state of a tournament."""
        return self.ask("GetTournament", tournament=name).tournament

    def wait(self, name: str, until: float) -> Any:
        """Wait until a tournament ends, or until the time `until`. Return the tournament."""
        while (found := self.tournament(name)).state not in OVER and time.monotonic() < until:
            if found.matches_running and self.opened:
                self.resumed.append(time.monotonic() - self.opened)
                self.opened = 0.0
            time.sleep(0.05)
        return found


def regulations(kind: str, name: str) -> str:
    """Return the regulations of a tournament of a format."""
    entrants = HOUSE if kind != "sprt" else HOUSE[1:3]
    listed = ", ".join(f'"{each}"' for each in entrants)
    return (
        f'name = "{name}"\ngame = "cacao"\nclock = "600+10"\nentrants = [{listed}]\nformat = "{kind}"\n'
        f'seed = "kills"\n[{kind}]\n{FORMATS[kind]}\n'
    )


def table(tournament: Any) -> Table:
    """Return entrants, places, points and numbers of matches of a tournament, which kills must not change."""
    return [(row.entrant, row.place, row.points, row.matches) for row in tournament.standings]


def killed(kind: str, kills: int) -> dict[str, Any]:
    """Play tournaments of a format in an arena that is killed `kills` times.

    Return a dict with the numbers of kills, tournaments and wrong tournaments, and the seconds until play continued.
    """
    rng = Random(f"{kind} {kills}")
    with tempfile.TemporaryDirectory() as folder:
        arena = Arena(Path(folder))
        arena.start()
        arena.ask("RunTournament", file=regulations(kind, "undisturbed"))
        expected = arena.wait("undisturbed", time.monotonic() + PATIENCE)
        if expected.state != pb.TOURNAMENT_STATE_FINISHED:
            raise SystemExit(f"{kind}: {expected.reason or 'it did not end'}")
        arena.resumed.clear()
        done, others, wrong = 0, 0, 0
        while done < kills:
            name = f"killed {others}"
            others += 1
            arena.ask("RunTournament", file=regulations(kind, name))
            while True:
                found = arena.wait(name, time.monotonic() + rng.uniform(0, LONGEST if done < kills else PATIENCE))
                if found.state in OVER:
                    break
                arena.kill()
                done += 1
                arena.start()
            same = found.state == expected.state and table(found) == table(expected)
            once = found.matches_finished == expected.matches_finished
            wrong += not (same and once)
        arena.kill()
    resumed = sorted(arena.resumed)
    return {
        "format": kind,
        "kills": done,
        "tournaments": others,
        "wrong": wrong,
        "p50": round(median(resumed), 2) if resumed else None,
        "worst": round(resumed[-1], 2) if resumed else None,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill the arena during tournaments of each format, and print a line of JSON for each format. Return 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int, metavar="KILLS")
    parser.add_argument("formats", nargs="*", metavar="FORMAT", default=list(FORMATS))
    args = parser.parse_args(arguments)
    for kind in args.formats:
        found = killed(kind, args.kills)
        print(json.dumps(found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
