"""Replay the records of an export. A line must agree with its record, and the record must replay.

If there are many lines, worker processes replay them, one for each processor. All workers end with the command.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from itertools import chain, islice, repeat
from typing import Final, TypeVar

from arena.errors import ArenaError, CannotVerifyError, VerificationError
from arena.record import Record, read_record, verify
from arena.store.line_checks import Line
from arena.store.repos.match_rows import departures_of, losses_of, pairs_that_count
from arena.tasks.dispatcher import Dispatcher, JobFailedError
from arena.tasks.executors import NICE, Crew, processors
from arena.tasks.jobs import Job, JobDone

T = TypeVar("T")

HERE: Final = 48  # records that are replayed in this process: a worker takes a second to begin
AT_ONCE: Final = 16  # records of one job
AHEAD: Final = 64  # jobs for each worker that are read before they are replayed


def objection(line: Line) -> str:
    """Replay the record in a line of an export. Return an error text, or an empty text if all is well.

    A line has the data of one match, such as its places, and the match's record. The record must replay, and the data
    must agree with it.
    """
    try:
        return _difference(line)
    except VerificationError as error:
        return f"its record is damaged: {error}"
    except CannotVerifyError as error:
        return f"its record cannot be replayed: {error}; `arena move` moves a database without replaying"
    except ArenaError as error:
        return f"its record cannot be replayed: {error}"
    except Exception as error:  # noqa: BLE001 -- a record of unknown origin may fail at any place of an engine
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
    """Yield each value that a match's export line and its record must share: name, value in line, value in record."""
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
    """Replay the records of numbered lines. Yield each line's number and its error text, in order.

    The text is empty if the line is correct.
    """
    lines = iter(lines)
    few = list(islice(lines, HERE + 1))
    if len(few) <= HERE:
        yield from ((number, objection(line)) for number, line in few)
        return
    yield from _by_workers(batched(chain(few, lines), AT_ONCE))


def batched(values: Iterator[T], size: int) -> Iterator[list[T]]:
    """Yield the values in lists of `size` values; the last list may be shorter."""
    while some := list(islice(values, size)):
        yield some


def _by_workers(batches: Iterator[list[tuple[int, Line]]]) -> Iterator[tuple[int, str]]:
    """Replay the records of lines in worker processes, one for each processor.

    Yield each line's number and its error text, in the order of the lines. The text is empty if the record is correct.
    """
    count = processors()
    waiting: deque[tuple[list[int], Future[JobDone]]] = deque()
    with Dispatcher(Crew(count, nice=NICE)) as dispatcher:
        for ahead in chain([AHEAD * count], repeat(1)):
            for some in islice(batches, ahead):
                job = Job(objections_to, [line for _, line in some], "replay")
                waiting.append(([number for number, _ in some], dispatcher.submit(job)))
            if not waiting:
                return
            numbers, answers = waiting.popleft()
            yield from zip(numbers, _answered(answers), strict=True)


def _answered(answers: "Future[JobDone]") -> list[str]:
    """Wait for a worker's job, and return its error texts. Raise ArenaError if workers repeatedly crashed in it."""
    try:
        found: list[str] = answers.result().value
    except JobFailedError as error:
        raise ArenaError("processes that replay records ended: expected enough memory; try again") from error
    return found


def objections_to(lines: list[Line]) -> list[str]:
    """Replay the records of lines. Return a list with an error text for each line; an empty text if it is correct."""
    return [objection(line) for line in lines]
