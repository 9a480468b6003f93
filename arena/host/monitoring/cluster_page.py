"""The page `/cluster` of the admin address: workers, tasks and games per second, for the organiser.

The scheduler knows the workers of a cluster from their heartbeats. A thread asks the scheduler at most once in two
seconds, for all readers together.
"""

import html
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any, Final

import trio

from arena.errors import ArenaError, counted
from arena.host.monitoring.admin import AdminAnswer
from arena.tasks.dispatcher import Dispatcher, TaskCounts
from arena.tasks.worker_news import WorkerNews, news_of

FRESH: Final = 2.0  # seconds for which an answer of the scheduler is used again
ANSWER: Final = 2.0  # seconds that the scheduler has to answer
AGAIN: Final = 5  # seconds after which a browser reads the page again
MB: Final = 1_000_000
NO_WORKERS: Final = "This arena has no workers: house bots play as bots that attend."
HTML_KIND: Final = "text/html; charset=utf-8"
JSON_KIND: Final = "application/json"
STYLE: Final = (
    "body{font:16px/1.5 sans-serif;margin:2em;max-width:80em}table{border-collapse:collapse}"
    "th,td{text-align:left;padding:.2em 1em .2em 0;border-bottom:1px solid #ccc}"
)


@dataclass(frozen=True)
class ClusterView:
    """The contents of the page `/cluster`: workers and tasks."""

    workers_are: str  # in words: where they are, or that there are none
    trouble: str  # why the workers are not known; empty if they are
    tasks: TaskCounts
    workers: tuple[WorkerNews, ...]


class ClusterPage:
    """Makes the answers to requests for the page `/cluster`, as HTML or as JSON."""

    def __init__(self, dispatcher: Dispatcher | None) -> None:
        self.dispatcher: Final = dispatcher
        self._asking: Final = trio.Lock()
        self._known: tuple[tuple[WorkerNews, ...], str] = ((), "")  # the workers, or why they are not known
        self._asked = -FRESH

    async def page(self) -> AdminAnswer:
        """Return the page `/cluster` as HTML, in the answer to an HTTP request."""
        return AdminAnswer(HTTPStatus.OK, written(await self.view()).encode(), HTML_KIND)

    async def as_json(self) -> AdminAnswer:
        """Return the contents of the page `/cluster` as JSON, in the answer to an HTTP request."""
        return AdminAnswer(HTTPStatus.OK, json.dumps(asdict(await self.view())).encode() + b"\n", JSON_KIND)

    async def view(self) -> ClusterView:
        """Return the state that the page shows, with a list of workers that is at most two seconds old."""
        workers, trouble = await self._workers()
        counts = TaskCounts(0, 0, 0, 0, 0.0) if self.dispatcher is None else self.dispatcher.counts()
        return ClusterView(where(self.dispatcher), trouble, counts, workers)

    async def _workers(self) -> tuple[tuple[WorkerNews, ...], str]:
        """Return the workers of the cluster, and a text that says why they are unknown; it is empty if they are known.

        The scheduler is asked at most once in two seconds.
        """
        async with self._asking:
            if self.dispatcher is not None and trio.current_time() - self._asked >= FRESH:
                self._known = await known_to(self.dispatcher)
                self._asked = trio.current_time()
            return self._known


async def known_to(dispatcher: Dispatcher) -> tuple[tuple[WorkerNews, ...], str]:
    """Ask the scheduler for the workers of the cluster. Return the workers and an empty text.

    If the scheduler fails or does not answer within two seconds, return no workers, and a text that says why.
    """
    try:
        with trio.move_on_after(ANSWER):
            return tuple(await trio.to_thread.run_sync(news_of, dispatcher.lanes, abandon_on_cancel=True)), ""
    except ArenaError as error:
        return (), str(error)
    return (), f"the scheduler has not answered within {ANSWER:g} s"


def where(dispatcher: Dispatcher | None) -> str:
    """Return a sentence that says where the workers of an arena run: in a cluster, on this machine, or nowhere."""
    if dispatcher is None:
        return NO_WORKERS
    crew = dispatcher.crew
    if crew.cluster is not None:
        return f"The workers are those of the cluster {crew.cluster.address}."
    return f"There is no cluster. This arena has {counted(crew.workers, 'worker process', 'worker processes')} here."


# The page -----------------------------------------------------------------------------------------------------------


def written(view: ClusterView) -> str:
    """Return the contents of the page `/cluster` as HTML."""
    tasks = view.tasks
    unknown = f"The workers are not known now: {view.trouble}."
    counts = f"{tasks.waiting} waiting, {tasks.running} running, {tasks.done} done, {tasks.failed} failed"
    said = [
        view.workers_are,
        *([unknown] if view.trouble else []),
        f"Tasks since the start of the arena: {counts}.",
        f"{tasks.games:.1f} games a second in the last minute.",
    ]
    body = "".join(f"<p>{html.escape(each)}</p>" for each in said)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="{AGAIN}">'
        f"<title>The cluster</title><style>{STYLE}</style><h1>The cluster</h1>{body}"
        f"<h2>Workers</h2>{workers_table(view)}</html>\n"
    )


def workers_table(view: ClusterView) -> str:
    """Return the workers of the cluster as an HTML table; if there are none, return a sentence that says so."""
    head = ("worker", "machine", "processors", "memory", "release", "runs", "tasks", "games a second", "last seen")
    rows = [
        (
            each.address,
            each.machine,
            each.processors or "unknown",
            memory_of(each),
            each.release,
            each.runs,
            each.jobs,
            f"{each.games:.1f}",
            f"{each.age:.0f} s ago",
        )
        for each in view.workers
    ]
    return table(head, rows) if rows else "<p>No worker of a cluster is connected.</p>"


def memory_of(worker: WorkerNews) -> str:
    """Return a text with the memory that a worker uses and its limit, in MB."""
    limit = f" of {worker.memory_limit // MB}" if worker.memory_limit else ""
    return f"{worker.memory // MB}{limit} MB"


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Return an HTML table with these column titles and rows."""
    first = "".join(f"<th>{each}</th>" for each in head)
    more = "".join(f"<tr>{''.join(f'<td>{html.escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{first}</tr>{more}</table>"
