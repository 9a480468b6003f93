"""`scripts/strength [LADDER ...]`: who beats whom, on paired deals, with 95 % intervals.

Prints a row for each duel of the ladders that are asked for. A duel ends as soon as it is settled: when its interval
lies on one side of the floor that is set for it, looked at every so many blocks; or else when its blocks or the time is
used up, and then its row says that it is open. Runs the compiled engine, in as many processes as there are cores.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Queue
from threading import Thread
from time import monotonic
from typing import Final

from arena.games import rules
from arena.stats.intervals import Estimate, estimate
from bench import environment
from bench.environment import HOME, BenchError, Deadline

PROGRAM: Final = Path(__file__).with_name("duels.py")
LOOKS: Final = 20  # blocks between two looks at the interval: to look at every one would settle too much by chance


@dataclass(frozen=True)
class Duel:
    """Who is to score how much against whom."""

    game: str
    one: str
    two: str
    floor: float = 0.5  # settled when it is clear on which side of this the score lies
    target: float | None = None
    seats: int = 2
    blocks: int = 400  # at most
    report: bool = False  # nothing is expected, it is only told


@dataclass(frozen=True)
class Outcome:
    """What came of a duel."""

    duel: Duel
    scores: tuple[float, ...]  # by block
    seconds: float  # of processor time

    @property
    def estimate(self) -> Estimate:
        """The score and its interval."""
        return estimate(self.scores)

    @property
    def verdict(self) -> str:
        """What is settled."""
        if not self.scores:
            return "not played"
        bounds = self.estimate.bounds
        if bounds is None or bounds[0] <= self.duel.floor <= bounds[1]:
            return "open"
        if self.duel.report:
            return "stronger" if bounds[0] > self.duel.floor else "weaker"
        return "met floor" if bounds[0] > self.duel.floor else "MISSES FLOOR"


def ladder(game: str, eight_hundred: Duel) -> list[Duel]:
    """The house bots of a game, each against a weaker one."""
    return [
        Duel(game, "greedy", "random", 0.80),
        Duel(game, "greedy", "sampler", report=True),
        Duel(game, "mcts-50", "greedy", report=True),
        Duel(game, "mcts-200", "greedy", report=True),
        Duel(game, "mcts-200", "random", 0.97, 0.99),
        Duel(game, "mcts-200", "sampler", report=True),
        Duel(game, "mcts-200", "mcts-50", report=True),
        eight_hundred,
        Duel(game, "mcts-3200", "mcts-800", report=True, blocks=200),
    ]


def tables(game: str) -> list[Duel]:
    """The same at three and four seats, one against a table of the other; a block there takes many times as long."""
    pairs = [("greedy", "random"), ("mcts-50", "greedy"), ("mcts-200", "mcts-50"), ("mcts-800", "mcts-200")]
    return [Duel(game, *pair, seats=seats, blocks=60, report=True) for seats in (3, 4) for pair in pairs]


def automaton() -> list[Duel]:
    """The house bots against the automaton at all of its levels, from the easiest to the hardest."""
    solo = rules("teotihuacan/solo")
    bots = ("random", "greedy", "sampler", "mcts-50", "mcts-200", "mcts-800")
    pairs = [(bot, level) for level in solo.levels for bot in bots] + [("mcts-3200", "standard")]
    return [Duel(solo.name, bot, f"{solo.automaton}-{level}", blocks=100, report=True) for bot, level in pairs]


LADDERS: Final = {
    "cacao": ladder("cacao", Duel("cacao", "mcts-800", "mcts-200", 0.70, 0.85)),
    "teotihuacan": ladder("teotihuacan", Duel("teotihuacan", "mcts-800", "mcts-200", report=True)),
    "teotibot": automaton(),
    "tables": [*tables("cacao"), *tables("teotihuacan")],
}


def main() -> int:
    """0: every floor was met; 1 otherwise."""
    parser = argparse.ArgumentParser(prog="scripts/strength", description="Who beats whom, with intervals.")
    parser.add_argument("ladders", nargs="*", metavar="LADDER", help=f"any of: {', '.join(LADDERS)} (default: all)")
    parser.add_argument("--duel", nargs=3, metavar=("GAME", "ONE", "TWO"), help="only this one; see bench/duels.py")
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="of --duel: TWO sits at all but one of them")
    parser.add_argument("--blocks", type=int, default=400, metavar="N", help="of --duel: how many at most")
    parser.add_argument("--seconds", type=float, default=9000, metavar="S", help="end by then (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the scores of all blocks there, too")
    args = parser.parse_args()
    if unknown := set(args.ladders) - set(LADDERS):
        parser.error(f"unknown ladder {', '.join(sorted(unknown))}: expected any of {', '.join(LADDERS)}")
    if args.duel:
        duels = [Duel(*args.duel, seats=args.seats, blocks=args.blocks, report=True)]
    else:
        duels = [duel for name in args.ladders or LADDERS for duel in LADDERS[name]]
    deadline = Deadline(args.seconds)
    python = environment.project("compiled", deadline).python
    outcomes = []
    for duel in duels:
        outcomes.append(played(duel, python, deadline))
        print(row(outcomes[-1]), flush=True)
    print(summary(outcomes))
    if args.json:
        args.json.write_text(json.dumps([asdict(outcome) for outcome in outcomes], indent=1) + "\n")
    return int(any(not outcome.duel.report and outcome.verdict != "met floor" for outcome in outcomes))


def summary(outcomes: Sequence[Outcome]) -> str:
    """What it took, and what the budget has left open."""
    minutes = sum(outcome.seconds for outcome in outcomes) / 60
    left = [row(outcome) for outcome in outcomes if outcome.verdict in {"open", "not played"}]
    told = f"{len(outcomes) - len(left)} of {len(outcomes)} duels settled in {minutes:.0f} minutes of processor time"
    return "\n".join([f"\n{told}", *(["left open:", *left] if left else [])])


def row(outcome: Outcome) -> str:
    """A duel in a line of a table."""
    duel = outcome.duel
    seats = "" if duel.seats == 2 else f" at {duel.seats} seats"
    expected = "" if duel.report else f", floor {duel.floor:.2f}"
    pair = f"{duel.game}{seats}: {duel.one} - {duel.two}"
    blocks = f"{len(outcome.scores)} blocks, {outcome.seconds:.0f} s"
    score = str(outcome.estimate) if outcome.scores else "-"
    return f"{pair:<48} {score:<24} {blocks:<20} {outcome.verdict}{expected}"


def played(duel: Duel, python: Path, deadline: Deadline) -> Outcome:
    """Play a duel until it is settled, or its blocks are played, or the time is over."""
    scores: list[float] = []
    seconds = 0.0
    outcome = Outcome(duel, (), seconds)
    if monotonic() > deadline.end:
        return outcome
    with ExitStack() as stack:
        for score, spent in in_order(duel, python, stack):
            scores.append(score)
            seconds += spent
            outcome = Outcome(duel, tuple(scores), seconds)
            if len(scores) >= duel.blocks or monotonic() > deadline.end:
                break
            if len(scores) % LOOKS == 0 and outcome.verdict != "open":
                break
    return outcome


def in_order(duel: Duel, python: Path, stack: ExitStack) -> Iterator[tuple[float, float]]:
    """The score of every block and what it took, in order: a fast process must not decide which blocks count."""
    processes = len(os.sched_getaffinity(0))
    words = [duel.game, str(duel.seats), duel.one, duel.two]
    lines = [lines_of([str(python), str(PROGRAM), *words, str(at), str(processes)], stack) for at in range(processes)]
    while True:
        for each in lines:
            told = each.get()
            if told is None:
                raise BenchError(f"{duel.one} - {duel.two} ended early; its message stands above")
            block = json.loads(told)
            yield block["score"], block["seconds"]


def lines_of(command: Sequence[str], stack: ExitStack) -> "Queue[str | None]":
    """What a process prints, line by line; the process ends with the stack."""
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
