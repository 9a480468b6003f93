"""`scripts/strength [LADDER ...]`: which bot beats which, on paired deals, with 95 % intervals.

The program plays duels, and prints the tables of `docs/strength.md`. A duel is a pairing of two bots, with a floor: the
score that the first bot must reach. LADDER is the name of a list of duels. A duel ends when it is settled: the whole
interval of its score lies above or below its floor. If its blocks or the time are used up before, its row says that the
duel is open. The program runs the compiled engine in one process per core. Results are stored, and a duel is not
repeated while its players are the same.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from queue import Queue
from threading import Thread
from time import monotonic
from typing import Any, Final

from bench import environment
from bench.environment import HOME, ROOT, BenchError, Deadline
from bench.ladders import LADDERS, Duel, Outcome, document, summary

PROGRAM: Final = Path(__file__).with_name("duels.py")
PLAYERS: Final = ("arena/bots/", "arena/games/", "bench/duels.py")  # a change in these may change how they play
KEPT: Final = HOME / "strength.json"


def main() -> int:
    """Play the duels and print the tables. Return 0 if every floor was met, 1 if not."""
    parser = argparse.ArgumentParser(prog="scripts/strength", description="Who beats whom, with intervals.")
    parser.add_argument("ladders", nargs="*", metavar="LADDER", help=f"any of: {', '.join(LADDERS)} (default: all)")
    parser.add_argument("--game", metavar="GAME", help="only duels in this game")
    parser.add_argument("--of", metavar="BOT", action="append", help="only the duels of this bot")
    parser.add_argument("--not-of", metavar="BOT", action="append", default=[], help="none of the duels of this bot")
    parser.add_argument("--duel", nargs=3, metavar=("GAME", "ONE", "TWO"), help="only this one; see bench/duels.py")
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="of --duel: TWO sits at all but one of them")
    parser.add_argument("--blocks", type=int, default=400, metavar="N", help="of --duel: how many at most")
    parser.add_argument("--seconds", type=float, default=9000, metavar="S", help="end by then (default: %(default)s)")
    args = parser.parse_args()
    if unknown := set(args.ladders) - set(LADDERS):
        parser.error(f"unknown ladder {', '.join(sorted(unknown))}: expected any of {', '.join(LADDERS)}")
    duels = chosen(args)
    deadline = Deadline(args.seconds)
    python = environment.project("compiled", deadline).python
    kept = Kept(KEPT)
    outcomes = []
    for duel in duels:
        outcomes.append(played(kept.outcome(duel), python, deadline))
        kept.keep(outcomes[-1])
        print(outcomes[-1], flush=True)
    if not args.duel:
        known = {duel.name: kept.outcome(duel) for ladder in LADDERS.values() for duel in ladder}
        print(f"\n{document(known)}")
    print(f"\n{summary(outcomes)}")
    return int(any(not outcome.duel.report and not outcome.verdict.endswith(": met") for outcome in outcomes))


def chosen(args: argparse.Namespace) -> list[Duel]:
    """Return the duels that the arguments ask for."""
    if args.duel:
        game, one, two = args.duel
        return [Duel(game, one, two, seats=args.seats, blocks=args.blocks, report=True)]
    ladders = [LADDERS[name] for name in args.ladders or LADDERS]
    duels = [duel for ladder in ladders for duel in ladder if args.game in {None, duel.game}]
    return [duel for duel in duels if meets(duel, args.of or [duel.one]) and not meets(duel, args.not_of)]


def meets(duel: Duel, bots: Sequence[str]) -> bool:
    """True if any of these bots plays in the duel."""
    return duel.one in bots or duel.two in bots


class Kept:
    """The stored scores of duels. They are not used if the code of the players has changed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.players = players()
        self.duels: dict[str, Any] = {}
        if file.exists():
            told = json.loads(file.read_text())
            if told["players"] == self.players:
                self.duels = told["duels"]

    def outcome(self, duel: Duel) -> Outcome:
        """Return the stored outcome of a duel; an outcome without scores if none is stored."""
        found = self.duels.get(duel.name, {"scores": [], "seconds": 0.0})
        return Outcome(duel, tuple(found["scores"]), found["seconds"])

    def keep(self, outcome: Outcome) -> None:
        """Store an outcome immediately, because a run may be ended at any time."""
        self.duels[outcome.duel.name] = {"scores": outcome.scores, "seconds": outcome.seconds}
        self.file.write_text(json.dumps({"players": self.players, "duels": self.duels}, indent=1) + "\n")


def players() -> str:
    """Return a digest of all code that determines the choices of players."""
    digest = hashlib.sha256()
    for file in environment.source_files():
        if file.startswith(PLAYERS):
            digest.update(file.encode() + b"\0" + hashlib.sha256((ROOT / file).read_bytes()).digest())
    return digest.hexdigest()


def played(outcome: Outcome, python: Path, deadline: Deadline) -> Outcome:
    """Continue a duel until it is settled, all its blocks are played, or the time is over."""
    if outcome.settled or monotonic() > deadline.end:
        return outcome
    with ExitStack() as stack:
        for score, spent in in_order(outcome.duel, len(outcome.scores), python, stack):
            outcome = replace(outcome, scores=(*outcome.scores, score), seconds=outcome.seconds + spent)
            if outcome.settled or monotonic() > deadline.end:
                break
    return outcome


def in_order(duel: Duel, first: int, python: Path, stack: ExitStack) -> Iterator[tuple[float, float]]:
    """Yield a pair for each block (one deal) of the duel: the first player's score, and the seconds of processor time.

    The blocks come in order, so that a fast process does not decide which of them count.
    """
    processes = len(os.sched_getaffinity(0))
    words = [duel.game, str(duel.seats), duel.one, duel.two]
    lines = [
        lines_of([str(python), str(PROGRAM), *words, str(first + at), str(processes)], stack) for at in range(processes)
    ]
    while True:
        for each in lines:
            told = each.get()
            if told is None:
                raise BenchError(f"{duel.one} - {duel.two} ended early; its message stands above")
            block = json.loads(told)
            yield block["score"], block["seconds"]


def lines_of(command: Sequence[str], stack: ExitStack) -> "Queue[str | None]":
    """Start a process, which the exit stack ends when it closes.

    Return a queue, which receives each line of the process's output, and None after the last line.
    """
    process = subprocess.Popen(  # noqa: S603  the bench's own program
        command, cwd=HOME, env=environment.outside(), stdout=subprocess.PIPE, text=True
    )
    lines: Queue[str | None] = Queue()

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    reader = Thread(target=read)
    reader.start()
    stack.callback(reader.join)
    stack.callback(process.kill)
    return lines


if __name__ == "__main__":
    sys.exit(main())
