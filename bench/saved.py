"""`python3 -m bench.saved [GAME ...]`: what share of games is saved by playing a deal in each seating.

The share is measured for each game, number of seats and bot. A house bot plays against itself. So a win comes from the
deal or from the bots' random numbers, not from strength. The program runs the compiled engine in one process per core.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Final

from arena.errors import UsageError
from arena.games import GAMES as EVERY_GAME
from arena.stats.saved import saved
from arena.stats.standings import Finished
from bench import environment
from bench.environment import BenchError, Deadline
from bench.strength import lines_of

PROGRAM: Final = Path(__file__).with_name("dealt.py")
GAMES: Final = {
    name: rules for name, rules in EVERY_GAME.items() if not rules.automata
}  # an automaton changes no seats
BOTS: Final = ("greedy", "mcts-50")


def main() -> int:
    """Print the saved share of games, line by line. Return 0 if every share could be measured, 1 if not."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.saved", description="Games saved by deal blocks.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of: {', '.join(GAMES)} (default: all)")
    parser.add_argument("--bot", action="append", choices=BOTS, help="only this one (default: all)")
    parser.add_argument("--blocks", type=int, default=1000, metavar="N", help="at most (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, metavar="S", help="of each row, at most (default: 60)")
    parser.add_argument("--python", type=Path, metavar="FILE", help="play with this Python's engine, build none")
    args = parser.parse_args()
    if unknown := set(args.games) - set(GAMES):
        parser.error(f"unknown game {', '.join(sorted(unknown))}: expected any of {', '.join(GAMES)}")
    python = args.python or environment.project("compiled", Deadline(600)).python
    whole = True
    for game in args.games or GAMES:
        for seats in GAMES[game].seats:
            for bot in args.bot or BOTS:
                with ExitStack() as stack:
                    stream = played(python, [game, str(seats), bot], stack)
                    matches = list(taken(stream, args.blocks * seats, monotonic() + args.seconds))
                try:
                    found = saved(matches)
                    print(f"{game:<14} {seats}p {bot:<8} {found!s:<22} {found.blocks} blocks", flush=True)
                except UsageError as error:
                    whole = False
                    print(f"{game:<14} {seats}p {bot:<8} not found: {error}", flush=True)
    return int(not whole)


def taken(stream: Iterator[Finished], most: int, end: float) -> Iterator[Finished]:
    """Yield the matches of an iterator: the first `most`, or fewer if the time `end` is reached before."""
    for match in islice(stream, most):
        yield match
        if monotonic() > end:
            return


def played(python: Path, words: list[str], stack: ExitStack) -> Iterator[Finished]:
    """Yield the matches of all blocks in order, so that a fast process does not decide which blocks count."""
    processes = len(os.sched_getaffinity(0))
    commands = [[str(python), str(PROGRAM), *words, str(at), str(processes)] for at in range(processes)]
    lines = [lines_of(command, stack) for command in commands]
    block = 0
    while True:
        told = lines[block % processes].get()
        if told is None:
            raise BenchError(f"{' '.join(words)} ended early; its message stands above")
        rotations = json.loads(told)
        names = [f"{words[-1]} {number}" for number in range(len(rotations))]
        for turn, places in enumerate(rotations):
            yield Finished(f"block {block}", (*names[turn:], *names[:turn]), tuple(places))
        block += 1


if __name__ == "__main__":
    sys.exit(main())
