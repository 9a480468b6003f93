"""Rates in rounds: a round measures each compared program once, so that a slow phase of the machine affects all."""

import json
import subprocess
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from threading import Timer
from typing import Any, Final

from bench import environment
from bench.environment import HOME, BenchError, Deadline, Environment
from bench.figures import Rate

COUNTED: Final = {"games": "games", "decisions": "decisions", "simulations": "games"}  # as what a side counts a unit
SLICE: Final = 0.5  # seconds of processor time for one side in one round
ONE_THREAD: Final = {"OMP_NUM_THREADS": "1"}  # more threads of an engine in C++ would wait in loops, which counts


class Worker:
    """A process that runs `worker.py` in one of the bench's environments, and measures the speed of programs."""

    def __init__(self, place: Environment, module: str, deadline: Deadline) -> None:
        self.process: Final = subprocess.Popen(  # noqa: S603  the bench's own worker
            [place.python, Path(__file__).with_name("worker.py"), module],
            cwd=HOME,  # not the checkout: its sources would hide the installed wheel
            env=environment.outside() | ONE_THREAD,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.watch: Final = Timer(deadline.left(), self.process.kill)
        self.watch.start()
        try:
            self.facts: Final = self._answer()
        except BenchError:
            self.close()
            raise

    def measure(self, side: str) -> dict[str, float]:
        """Let the worker's process run one of its programs again and again for `SLICE` seconds of processor time.

        `side` is the name of the program. Return a dict with the numbers of games, decisions and seconds.
        """
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps([side, SLICE]) + "\n")
        self.process.stdin.flush()
        measured: dict[str, float] = self._answer()
        return measured

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        if not line:
            words = self.process.stderr.read().strip().splitlines() or ["the bench's time was over, or it was killed"]
            raise BenchError(words[-1])
        answer = json.loads(line)
        if "error" in answer:
            raise BenchError(answer["error"])
        return answer

    def close(self) -> None:
        """Kill the worker's process."""
        self.watch.cancel()
        self.process.kill()
        self.process.communicate()


class Rounds:
    """The measured values of each rate, one for each round, or the reason why a rate could not be measured."""

    def __init__(self) -> None:
        self.values: dict[Rate, list[float]] = {}
        self.failures: dict[Rate, str] = {}
        self.facts: dict[str, Any] = {}

    def of(self, rate: Rate) -> list[float]:
        """Return the values of a rate in the order of the rounds. Raise BenchError if it could not be measured."""
        if rate in self.failures:
            raise BenchError(self.failures[rate])
        return self.values[rate]

    def measure(self, rates: Iterable[Rate], rounds: int, modules: dict[str, str], deadline: Deadline) -> None:
        """Measure each rate (speed of a program) once in each round, and store its values in `values`.

        If a rate cannot be measured, store the reason in `failures`. `modules` is a dict from the name of an
        environment to the module that has the programs to measure.
        """
        places: dict[str, dict[str, list[Rate]]] = {}
        for rate in rates:
            places.setdefault(rate.place, {}).setdefault(rate.side, []).append(rate)
        with ExitStack() as stack:
            workers: dict[str, Worker] = {}
            for place, sides in places.items():
                try:
                    workers[place] = worker = start(place, modules[place], deadline)
                    stack.callback(worker.close)
                    self.facts[place] = worker.facts
                except BenchError as error:
                    self._fail([rate for each in sides.values() for rate in each], f"{place}: {error}")
            for _ in range(rounds):
                for place, worker in workers.items():
                    for side, wanted in places[place].items():
                        self._slice(worker, side, wanted)

    def _slice(self, worker: Worker, side: str, wanted: list[Rate]) -> None:
        if wanted[0] in self.failures:
            return
        try:
            done = worker.measure(side)
        except BenchError as error:
            self._fail(wanted, str(error))
            return
        for rate in wanted:
            self.values.setdefault(rate, []).append(done[COUNTED[rate.unit]] / done["seconds"])

    def _fail(self, rates: list[Rate], why: str) -> None:
        self.failures.update(dict.fromkeys(rates, why))


def start(place: str, module: str, deadline: Deadline) -> Worker:
    """Return a new worker. Its process runs in the environment with the name `place`.

    `anchors` has the engines of other projects, and `catan` has fastcatan. The other environments have this project.
    Raise BenchError if its engine is compiled in the environment `interpreted`, or not compiled in any other one.
    """
    if place == "anchors":
        return Worker(environment.anchors(deadline), module, deadline)
    if place == "catan":
        return Worker(environment.catan(deadline), module, deadline)
    made = environment.learners if place in {"learners", "modern"} else environment.project
    worker = Worker(made(place, deadline), module, deadline)
    if worker.facts["compiled"] == (place == "interpreted"):
        worker.close()
        raise BenchError("the installed engine is " + ("compiled" if place == "interpreted" else "not compiled"))
    return worker


def summary(values: list[float]) -> tuple[float, float, float]:
    """Return the median, the least and the greatest of these values."""
    return median(values), min(values), max(values)
