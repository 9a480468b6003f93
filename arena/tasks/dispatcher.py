"""The dispatcher: takes jobs, sends them to workers in bundles, and repeats the jobs of a worker that died.

One thread makes all decisions. Executors and callers put events into its queue. No result depends on the order of the
events.
"""

import logging
import queue
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, InvalidStateError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from typing import Final, NamedTuple, Self

from arena.errors import ArenaError
from arena.tasks.executors import Crew, Lane, open_lanes
from arena.tasks.jobs import MINUTE, Answer, Job, JobDone, JobRaised, JobRefused, Tally, checked_answers

log: Final = logging.getLogger(__name__)

TRIES: Final = 3  # how often a job is tried
BUNDLE: Final = 0.25  # seconds that a bundle takes, about; a worker may have two
MOST: Final = 256  # jobs in a bundle
MEMORY: Final = 0.7  # the part of the old mean in the new one
PAUSES: Final = (0.5, 1.0, 2.0, 5.0)  # seconds between tries to reach a cluster; the last one is repeated
DIED: Final = "its worker process died, or was ended because the job took too long"


class JobFailedError(ArenaError):
    """Raised if every try of a job failed, by a fault of the arena or of a bot in the worker's process."""

    def __init__(self, job: Job, words: str, *, died: bool) -> None:
        super().__init__(f"a job failed {TRIES} times ({job.work.__name__}): {last_line(words)}")
        self.add_note(words)
        self.died: Final = died


@dataclass(frozen=True)
class TaskCounts:
    """How many jobs of an arena wait, run at workers, are done and have failed, and the games played per second."""

    waiting: int
    running: int
    done: int
    failed: int
    games: float  # a second, in the last minute


@dataclass(eq=False)
class Pending:
    """A job that was submitted and has no result yet."""

    job: Job
    future: "Future[JobDone]" = field(default_factory=Future)
    failed: int = 0  # how often it has failed
    alone: bool = False  # True if it is sent in a bundle of its own, because a worker died with a bundle that had it

    @property
    def key(self) -> tuple[str, str, int, bool]:
        """The values that identify the job's queue. Only jobs of the same queue are sent to a worker together."""
        return self.job.kind, self.job.avoid, id(self) if self.alone else 0, self.job.low


class Sent(NamedTuple):
    """A bundle of jobs that was sent to a lane, and the generation of the worker process that got it."""

    bundle: list[Pending]
    generation: int


class Dispatcher:
    """Sends jobs to the workers of an arena (its crew), and repeats jobs that fail.

    While a worker runs a bundle of jobs, it gets a short second one: it would have nothing to do until the answers have
    arrived and the next jobs have been sent.
    """

    def __init__(self, crew: Crew) -> None:
        """Set up an arena's workers (its crew), and start the thread that hands out jobs.

        Raise ArenaError if the crew is a cluster that cannot be reached.
        """
        self.crew: Final = crew
        self.lanes: Final[Sequence[Lane]] = open_lanes(crew)
        self._events: Final[queue.SimpleQueue[Callable[[], object] | None]] = queue.SimpleQueue()
        self._queues: Final[dict[tuple[str, str, int, bool], deque[Pending]]] = {}
        self._sent: Final[dict[str, dict[Future[list[Answer]], Sent]]] = {each.name: {} for each in self.lanes}
        self._tally: Final = Tally()
        self._failures = 0  # jobs that ended with an error
        self._means: Final[dict[str, float]] = {}  # seconds of a job, by kind
        self._closing = threading.Event()
        self._lost: ArenaError | None = None  # why no further job can be carried out
        self._thread: Final = threading.Thread(target=self._run, name="dispatcher", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: Job) -> "Future[JobDone]":
        """Queue a job. Return its future.

        The future raises the ArenaError of the job, or JobFailedError if the job has failed too often.
        """
        pending = Pending(job)
        self._events.put(partial(self._take, pending))
        return pending.future

    def counts(self) -> TaskCounts:
        """Return the numbers of waiting, running, done and failed jobs, and the games per second.

        Any thread may call this.
        """
        waiting = sum(map(len, list(self._queues.values())))
        running = sum(len(each.bundle) for some in list(self._sent.values()) for each in list(some.values()))
        games = self._tally.games_last_minute / MINUTE
        return TaskCounts(waiting, running, self._tally.jobs, self._failures, games)

    def drop(self) -> None:
        """Cancel all jobs that no worker has yet, except jobs that name a worker to avoid, such as checks of blocks."""
        self._events.put(self._drop)

    def workers(self) -> int:
        """Return the number of workers, at least 1."""
        return max(1, sum(lane.workers() for lane in self.lanes))

    def close(self) -> None:
        """End the workers of this machine, and cancel all pending jobs."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._events.put(None)
        self._thread.join()
        for lane in self.lanes:
            lane.close()
        waiting = [each for some in self._queues.values() for each in some]
        sent = [each for futures in self._sent.values() for some in futures.values() for each in some.bundle]
        for pending in [*waiting, *sent]:
            if not pending.future.done():
                with suppress(InvalidStateError):
                    pending.future.set_exception(CancelledError())

    # The dispatcher's thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        # Processes are started by this thread and inherit its mask: Ctrl-C is for their parent from their first moment.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while (event := self._events.get()) is not None:
            try:
                event()
                self._hand_out()
            except Exception:
                log.exception("the dispatcher of jobs failed")

    def _take(self, pending: Pending) -> None:
        if self._lost is not None:
            end(pending, self._lost)
        else:
            self._queues.setdefault(pending.key, deque()).append(pending)

    def _drop(self) -> None:
        for key in [each for each in self._queues if not each[1]]:
            for pending in self._queues.pop(key):
                if not pending.future.cancel():  # a worker had it before
                    with suppress(InvalidStateError):
                        pending.future.set_exception(CancelledError())

    def _hand_out(self) -> None:
        """Send waiting jobs to the workers in bundles (lists of jobs), until none waits or all workers have enough.

        Workers with nothing to do come first. After that, each worker gets a second bundle of short jobs.
        """
        for ahead in (False, True):
            for lane in self.lanes:
                while self._queues and lane.room() * (1 + ahead) > len(self._sent[lane.name]):
                    bundle = self._bundle(lane, ahead=ahead)
                    if not bundle or not self._send(lane, bundle):
                        break

    def _bundle(self, lane: Lane, *, ahead: bool) -> list[Pending]:
        """Return the next jobs to send to a lane (a worker process, or a cluster); an empty list if none may go there.

        Jobs that must avoid a worker come first: most of them check other jobs, and the arena waits for them. Jobs with
        low priority come last. If `ahead` is true, the jobs will wait until a worker has run another bundle: return
        only jobs that are known to be short.
        """
        while True:
            fitting = [key for key in self._queues if len(self.lanes) == 1 or not key[1] or key[1] != lane.name]
            if not fitting:
                return []
            key = min(fitting, key=lambda each: (each[3], not each[1]))
            if ahead and self._means.get(key[0], BUNDLE) >= BUNDLE:
                return []
            waiting = self._queues[key]
            wanted = self._size(key[0], len(waiting))
            bundle: list[Pending] = []
            while waiting and len(bundle) < wanted:
                pending = waiting.popleft()
                if pending.future.running() or pending.future.set_running_or_notify_cancel():
                    bundle.append(pending)
            if not waiting:
                del self._queues[key]
            if bundle:
                return bundle

    def _size(self, kind: str, waiting: int) -> int:
        """Return how many jobs of a kind to send in one bundle.

        Short queues give small bundles, so that each worker has jobs.
        """
        mean = self._means.get(kind)
        if mean is None:
            return 1
        share = ceil(waiting / (2 * max(1, sum(lane.workers() for lane in self.lanes))))
        return max(1, min(MOST, share, int(BUNDLE / max(mean, 1e-6))))

    def _send(self, lane: Lane, bundle: list[Pending]) -> bool:
        """Send a bundle (a list of jobs) to a lane. Return False if its process has died with another bundle.

        In this case the jobs wait again. The failure of the other bundle, which comes next, replaces the process.
        """
        sent = self._sent[lane.name]
        try:
            try:
                future = lane.submit([pending.job for pending in bundle])
            except BrokenExecutor as error:
                if sent:
                    self._put_back(bundle)
                    return False
                lane.mend(error)  # it died while it had nothing to do
                future = lane.submit([pending.job for pending in bundle])
        except Exception as error:  # noqa: BLE001 -- a job that cannot be pickled, a client that is closed
            self._failed(lane, Sent(bundle, lane.generation), error)
            return True
        sent[future] = Sent(bundle, lane.generation)
        future.add_done_callback(lambda done: self._events.put(partial(self._came, lane, done)))
        return True

    def _put_back(self, bundle: list[Pending]) -> None:
        """Let the jobs of a bundle, which no worker began, wait in front of the others of their queue."""
        self._queues.setdefault(bundle[0].key, deque()).extendleft(reversed(bundle))

    def _came(self, lane: Lane, future: "Future[list[Answer]]") -> None:
        """Handle the answers of workers to a bundle (a list of jobs): complete each job's future, or repeat the job."""
        sent = self._sent[lane.name].pop(future)
        try:
            answers = checked_answers(future.result(timeout=0), [pending.job for pending in sent.bundle])
        except (Exception, CancelledError) as error:  # noqa: BLE001 -- of an executor, whichever it is
            self._failed(lane, sent, error)
            return
        self._hand_out()  # before the answers are handled: the worker has less to do now
        for pending, answer in zip(sent.bundle, answers, strict=True):
            self._settle(pending, answer)

    def _settle(self, pending: Pending, answer: Answer) -> None:
        if isinstance(answer, JobDone):
            kind, mean = pending.job.kind, self._means.get(pending.job.kind, answer.seconds)
            self._means[kind] = MEMORY * mean + (1 - MEMORY) * answer.seconds
            self._tally.add(pending.job.games)
            finish(pending, answer)
        elif isinstance(answer, JobRefused):
            self._end(pending, answer.error)
        else:
            self._again(pending, answer, answer.traceback, died=False)

    def _end(self, pending: Pending, error: ArenaError) -> None:
        self._failures += 1
        end(pending, error)

    # Failures ------------------------------------------------------------------------------------------------------

    def _failed(self, lane: Lane, sent: Sent, error: BaseException) -> None:
        """Queue the jobs of a bundle (a list of jobs) again, because the workers returned no answers.

        The failure counts for a job only if it was the only job of the bundle, and if this bundle is the one that the
        process ran: the first one of its generation that fails. If the workers cannot be replaced, all jobs end with an
        error.
        """
        bundle = sent.bundle
        if sent.generation != lane.generation:  # the process died with an earlier bundle, and has been replaced
            self._put_back(bundle)
            return
        died = lane.died(error)
        words = DIED if died else "".join(traceback.format_exception(error))
        if self._mended(lane, error):
            for pending in bundle:
                if isinstance(error, CancelledError):  # the connection was lost, and nothing is known of the job
                    self._take(pending)
                elif len(bundle) == 1:
                    self._again(pending, None, words, died=died)
                else:
                    pending.alone = True
                    self._take(pending)
        else:
            assert self._lost is not None
            waiting = [each for some in self._queues.values() for each in some]
            self._queues.clear()
            for pending in [*bundle, *waiting]:
                end(pending, self._lost)

    def _again(self, pending: Pending, answer: JobRaised | None, words: str, *, died: bool) -> None:
        """Queue a failed job again. After the last try, end the job with an error."""
        pending.failed += 1
        if pending.failed >= TRIES:
            self._end(pending, JobFailedError(pending.job, words, died=died))
            return
        log.warning("a job failed and is tried again (%s): %s", pending.job.work.__name__, last_line(words))
        if answer is not None:
            pending.job = replace(pending.job, avoid=answer.worker)
        pending.alone = True
        self._take(pending)

    def _mended(self, lane: Lane, error: BaseException) -> bool:
        """Make a lane usable again after `error`: replace its process, or reconnect to the cluster.

        Return False if that is impossible. If the crew's setting `patient` is true, wait until the lost cluster can be
        reached again.
        """
        tries = 0
        while not self._closing.is_set():
            try:
                lane.mend(error)
            except ArenaError as unreachable:
                if not self.crew.patient:
                    self._lost = unreachable
                    return False
                if not tries:
                    log.error("waiting for the workers: %s", unreachable)  # noqa: TRY400 -- the message says all
            else:
                if tries:
                    log.warning("the workers are back")
                return True
            self._closing.wait(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1
        self._lost = ArenaError("the arena stops")
        return False


@contextmanager
def opened(crew: Crew | None) -> Iterator[Dispatcher | None]:
    """Open a dispatcher for a crew (the workers) while the `with` block runs. Yield None if no crew is given."""
    if crew is None:
        yield None
        return
    with Dispatcher(crew) as dispatcher:
        yield dispatcher


def last_line(words: str) -> str:
    """Return the last line of a traceback, which names the exception."""
    return words.rstrip().rpartition("\n")[2]


def finish(pending: Pending, answer: JobDone) -> None:
    """Complete the future of a job with its result, unless the job was cancelled."""
    with suppress(InvalidStateError):
        pending.future.set_result(answer)


def end(pending: Pending, error: ArenaError) -> None:
    """Complete the future of a job with an error, unless the job was cancelled."""
    with suppress(InvalidStateError):
        pending.future.set_exception(error)
