"""Measures rates on request: `worker.py MODULE` reads requests and writes answers as JSON lines.

It imports only the standard library, because its environment has an engine and no other part of the bench.
"""

import importlib
import json
import os
import sys
from collections.abc import Callable
from time import process_time
from typing import Any, Final

CHUNK: Final = 0.005  # seconds between two reads of the clock: a read takes about a microsecond


def main() -> None:
    """For each line of stdin, measure the speed of one program, and print the result as a line of JSON.

    The first printed line has the versions of Python and of the measured engine.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # prints of an engine must not mix with the answers
    module = importlib.import_module(sys.argv[1])
    say(answers, {"python": sys.version.split()[0], **module.FACTS})
    sides: dict[str, Side] = {}
    for line in sys.stdin:
        name, seconds = json.loads(line)
        try:
            if name not in sides:
                sides[name] = Side(module.SIDES[name]())
            say(answers, sides[name].slice(seconds))
        except Exception as error:  # noqa: BLE001  a failure is an answer, too: the next side may still work
            say(answers, {"error": f"{name}: {type(error).__name__}: {error}"})


def say(answers: Any, what: dict[str, object]) -> None:
    """Print one line of JSON."""
    answers.write(json.dumps(what) + "\n")
    answers.flush()


class Side:
    """One of the programs of which the bench compares the speeds. Its state stays in memory between measurements."""

    def __init__(self, play: Callable[[], tuple[int, int]]) -> None:
        self.play = play
        self.chunk = 1
        while True:  # warms up, too
            began = process_time()
            self.repeat()
            if process_time() - began >= CHUNK:
                break
            self.chunk *= 2

    def repeat(self) -> tuple[int, int]:
        """Run the program `chunk` times, and return the numbers of games and decisions.

        `chunk` is a number that makes this take long enough to be measured.
        """
        games = decisions = 0
        for _ in range(self.chunk):
            played, decided = self.play()
            games += played
            decisions += decided
        return games, decisions

    def slice(self, seconds: float) -> dict[str, object]:
        """Run the program until it has used `seconds` of processor time. Time of other processes does not count.

        Return the games, the decisions and the seconds.
        """
        games = decisions = 0
        began = process_time()
        while (spent := process_time() - began) < seconds:
            played, decided = self.repeat()
            games += played
            decisions += decided
        return {"games": games, "decisions": decisions, "seconds": spent}


if __name__ == "__main__":
    main()
