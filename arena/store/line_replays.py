"""Replay the records of an export: what a line says must be what its record says, and the record must replay.

Many lines are replayed by child processes, one for each processor. A child reads lines and answers with what is wrong
with each; it ends when its input does, so no child outlives the command.
"""

import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from queue import SimpleQueue
from typing import Final, Self, TypeVar

from arena.errors import ArenaError, CannotVerifyError, VerificationError
from arena.record import Record, read_record, verify
from arena.store.line_checks import Line
from arena.store.repos.match_rows import departures_of, losses_of, pairs_that_count

T = TypeVar("T")

HERE: Final = 48  # records that are replayed in this process: a child takes a second to begin
AT_ONCE: Final = 16  # records that a child is sent at once
NICE: Final = 10  # a served arena goes before


def objection(line: Line) -> str:
    """Return what is wrong with the record of a match's line; empty if the line is what was played."""
    try:
        return _difference(line)
    except VerificationError as error:
        return f"its record is damaged: {error}"
    except CannotVerifyError as error:
        return f"its record cannot be replayed: {error}; `arena move` moves a database without replaying"
    except ArenaError as error:
        return f"its record cannot be replayed: {error}"
    except Exception as error:  # noqa: BLE001 -- a record of a stranger, at whatever place of an engine it fails
        return f"its record cannot be replayed ({type(error).__name__})"


def _difference(line: Line) -> str:
    data = line["record"].encode()
    report = verify(data, line["head"])
    if not report.replayed:
        return "its record cannot be replayed: expected an appendix with its deal"
    record = read_record(data)
    for name, found, expected in _compared(line, record):
        if found != expected:
            return f"{name}: expected {ascii(expected)[:80]} as in its record, found {ascii(found)[:80]}"
    return ""


def _compared(line: Line, record: Record) -> Iterator[tuple[str, object, object]]:
    """What a line says and what its record says, by name."""
    header, result, seats = record.header, record.result, line["seats"]
    assert result is not None
    yield "match", line["match"], header.match
    yield "game", line["game"], header.game
    yield "rules_version", line["rules_version"], header.rules_version
    yield "options", line["options"], dict(header.options)
    yield "clock", line["clock"], header.clock
    yield "fairness", line["fairness"], header.fairness
    told = [(seat["entrant"], seat["version"], seat["kind"]) for seat in seats]
    yield "seats", told, [(seat.entrant, seat.version, seat.kind) for seat in header.seats]
    yield "turns", line["turns"], result.turns
    yield "reason", line["reason"], result.reason
    yield "scores", [seat["score"] for seat in seats], list(result.scores)
    losses = losses_of(record, record.appendix.seed if record.appendix is not None else None)
    told = [(number, seat["forfeit"], seat["forfeit_turn"]) for number, seat in enumerate(seats) if seat["forfeit"]]
    yield "forfeits", told, sorted((loss.seat, loss.reason.value, loss.turn) for loss in losses)
    if not line["adjudicated"]:
        yield "placements", [seat["placement"] for seat in seats], list(result.placements)
        pairs = pairs_that_count(len(seats), departures_of(losses), result.turns)
        yield "pairs", line["pairs"], None if pairs is None else [list(pair) for pair in pairs]


# Many --------------------------------------------------------------------------------------------------------------


def objections(lines: Iterable[tuple[int, Line]]) -> Iterator[tuple[int, str]]:
    """For each numbered line, in their order: what is wrong with its record."""
    lines = iter(lines)
    few = list(islice(lines, HERE + 1))
    if len(few) <= HERE:
        yield from ((number, objection(line)) for number, line in few)
        return
    yield from _by_children(batched(_chain(few, lines), AT_ONCE))


def _chain(few: Iterable[T], more: Iterable[T]) -> Iterator[T]:
    yield from few
    yield from more


def batched(values: Iterator[T], size: int) -> Iterator[list[T]]:
    """Values in lists of a size; the last one may be shorter."""
    while some := list(islice(values, size)):
        yield some


def _by_children(batches: Iterator[list[tuple[int, Line]]]) -> Iterator[tuple[int, str]]:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ExitStack() as stack:
        free: SimpleQueue[Child] = SimpleQueue()
        for _ in range(count):
            free.put(stack.enter_context(Child()))
        threads = stack.enter_context(ThreadPoolExecutor(count))
        waiting: deque[tuple[list[int], Future[list[str]]]] = deque()

        def send(some: list[tuple[int, Line]]) -> None:
            records = [line for _, line in some]
            waiting.append(([number for number, _ in some], threads.submit(_asked, free, records)))

        for some in islice(batches, 2 * count):
            send(some)
        while waiting:
            numbers, answers = waiting.popleft()
            yield from zip(numbers, answers.result(), strict=True)
            for some in islice(batches, 1):
                send(some)


def _asked(free: "SimpleQueue[Child]", records: list[Line]) -> list[str]:
    """Ask a child that is free."""
    child = free.get()
    try:
        return child.ask(records)
    finally:
        free.put(child)


class Child:
    """A process that replays; killed at the end of its `with`."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "arena.store.line_replays"]
        self.process: Final = subprocess.Popen(  # noqa: S603 -- this program
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        with self.process:
            pass

    def ask(self, records: list[Line]) -> list[str]:
        """Return what is wrong with each record. Raise ArenaError if the process ended."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps(records).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass
        answer = self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise ArenaError("a process that replays records ended: expected enough memory; try again")
        found: list[str] = json.loads(answer)
        return found


def main() -> None:
    """Replay until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command that started it decides
    os.nice(NICE)
    for text in sys.stdin.buffer:
        answers = [objection(line) for line in json.loads(text)]
        sys.stdout.buffer.write(json.dumps(answers).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
