"""Blocks that workers play. The arena itself runs all entrants of such a block, so any worker can play it alone.

Before a block counts, a second worker checks it by replaying the records of its matches. A match stays `offered` until
its result is stored, so if a worker dies, only the progress of its block is lost. If only house bots and automata play,
and no clock is so short that it ends a bot's search, a block must have the same result on every machine. One in a
hundred of these blocks is played again by another worker, and the results are compared.
"""

import logging
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Final

import trio

from arena.errors import ArenaError
from arena.server.attendance.lobby import Lobby
from arena.server.matches.results import Loss, MatchSummary, PlannedMatch, Results, WorkedBlock, WorkedMatch
from arena.server.matches.rounds import Entrant, OpenRound
from arena.tasks.awaited import result_of
from arena.tasks.block_task import (
    BlockCheck,
    BlockOutcome,
    BlockTask,
    BlockVerdict,
    ReplayedMatch,
    SeatingTask,
    check_block,
    difference,
    is_run_here,
    play_block,
    repeats,
)
from arena.tasks.dispatcher import TRIES, Dispatcher
from arena.tasks.jobs import Job, JobDone

log: Final = logging.getLogger(__name__)

TWICE: Final = 0.01  # the share of repeatable blocks that two workers play
WAITING: Final = 200  # blocks per worker that may have begun, so that bundles can be made of them
CHECKING: Final = 600.0  # seconds that a replay may take
FAULT: Final = "the arena's own fault; it is noted there"

Place = tuple[str, int]  # the name of a round, and the number of a block as it was drawn up


@dataclass(frozen=True)
class Worked:
    """The matches of a block after workers have played it. `disclosed` is true if its deal was published with them."""

    entries: tuple[MatchSummary, ...]
    disclosed: bool


class WorkerBlocks:
    """Lets worker processes, on this machine or others, play blocks."""

    def __init__(
        self, dispatcher: Dispatcher, results: Results, lobby: Lobby, wall: Callable[[], float], twice: float = TWICE
    ) -> None:
        self.dispatcher: Final = dispatcher
        self.results: Final = results
        self.lobby: Final = lobby
        self.wall: Final = wall
        self.twice: Final = twice
        self.stopping = False
        self.blocks: Final[Counter[Place]] = Counter()  # blocks that are played or wait for a worker
        self._jobs: Final[dict[Place, list[Future[JobDone]]]] = {}  # the jobs that play each block
        self._room: Final = trio.Semaphore(WAITING * dispatcher.workers())
        self._chance: Final = random.SystemRandom()  # no worker can know which blocks are compared

    def take(self, seatings: Sequence[Sequence[Entrant]], matches: Sequence[PlannedMatch]) -> bool:
        """True if workers can play a block. If connected bots have begun a block, workers cannot."""
        if any(each.entry.state == "running" for each in matches):
            return False
        return all(is_run_here([each.seated for each in seating]) for seating in seatings)

    async def play(
        self,
        a_round: OpenRound,
        number: int,
        matches: Sequence[PlannedMatch],
        started: Callable[[], object] | None = None,
    ) -> Worked:
        """Let workers play the pending matches of the deal with this number. Return all of them in their new states.

        Call `started` when the block may enter the queue for the workers, which has a limited length. If the arena
        stops, the call never returns.
        """
        waiting = [each for each in matches if not each.entry.is_over]
        at = (a_round.name, waiting[0].entry.drawn_as)
        async with self._room:
            if started is not None:
                started()
            worked = None
            if not self.stopping:
                with suppress(CancelledError), self._counting(at):
                    worked = await self._play(a_round, number, matches, waiting)
            if worked is None:  # the arena stops: the block stays as it is, to be resumed
                await trio.sleep_forever()
            return worked

    @contextmanager
    def _counting(self, at: Place) -> Iterator[None]:
        """Count a block as being played while the `with` block runs."""
        self.blocks[at] += 1
        try:
            yield
        finally:
            self.blocks[at] -= 1
            if not self.blocks[at]:
                del self.blocks[at]
                self._jobs.pop(at, None)
            self.lobby.change()

    def has_begun(self, at: Place) -> bool:
        """True if a worker has begun a block of which the result is not stored yet."""
        return any(job.running() or job.done() for job in self._jobs.get(at, ()))

    def stop(self) -> None:
        """Send no more blocks to workers. The next run of the arena resumes them."""
        self.stopping = True
        self.dispatcher.drop()

    async def _play(
        self, a_round: OpenRound, number: int, matches: Sequence[PlannedMatch], waiting: Sequence[PlannedMatch]
    ) -> Worked:
        task, at = task_of(a_round, number, waiting), (a_round.name, waiting[0].entry.drawn_as)
        try:
            verdict, seconds = await self._checked(task, at, low=a_round.terms.ladder)
        except ArenaError:
            log.exception("block %s of round %s failed", number, a_round.name)
            return Worked(tuple([await self._void(each.entry) for each in waiting]), disclosed=False)
        ended = self.wall()
        worked = [
            WorkedMatch(finished(kept.entry, played, ended - seconds, ended), played)
            for kept, played in zip(waiting, verdict.matches, strict=True)
        ]
        dealt = not a_round.terms.position
        salts = {kept.entry.match: kept.salt for kept in matches}
        block = WorkedBlock(tuple(worked), task.seed if dealt else None, salts)
        counting = await self.results.finish(block)
        entries = [
            each.entry if each.entry.match in counting else await self._stored(each.entry.match) for each in worked
        ]
        return Worked(tuple(entries), disclosed=dealt)

    # Tasks ---------------------------------------------------------------------------------------------------------

    async def _checked(self, task: BlockTask, at: Place, *, low: bool) -> tuple[BlockVerdict, float]:
        """Let one worker play a block and another one check it. If the check finds a fault, play the block again.

        Return the result of the check, and the seconds that the play took. Raise ArenaError if three attempts failed.
        """
        objection = ""
        avoid = ""
        for _ in range(TRIES):
            job = Job(play_block, task, f"play {task.kind}", task.limit, avoid, len(task.seatings), low)
            played = await self._carry_out(job, at)
            outcome: BlockOutcome = played.value
            check = BlockCheck(task, outcome)
            verdict: BlockVerdict = (
                await self._carry_out(Job(check_block, check, f"check {task.kind}", CHECKING, played.worker, low=low))
            ).value
            objection = verdict.objection or await self._compared(task, played)
            if not objection:
                return verdict, played.seconds
            log.error("worker %s played a block that does not count: %s", played.worker, objection)
            avoid = played.worker
        raise ArenaError(f"{TRIES} workers played it, and no record counts: {objection}")

    async def _compared(self, task: BlockTask, played: JobDone) -> str:
        """Let another worker play the block again, too, if the block is chosen for a comparison.

        One in a hundred of the blocks that must have the same result on every machine is chosen, at random. Return how
        the results differ; an empty text if they are equal or were not compared.
        """
        if not (repeats(task) and self._chance.random() < self.twice):
            return ""
        again = await self._carry_out(Job(play_block, task, f"play {task.kind}", task.limit, played.worker))
        match = difference(played.value, again.value)
        return f"match {match} went another way on worker {again.worker}" if match else ""

    async def _carry_out(self, job: Job, at: Place | None = None) -> JobDone:
        """Send a job (play or check a block) to a worker, and return its result.

        If the job plays a block, `at` is the round's name and the block's number, which `has_begun` needs.
        """
        future = self.dispatcher.submit(job)
        if at is not None:
            self._jobs.setdefault(at, []).append(future)
        return await result_of(future)

    # Ends ----------------------------------------------------------------------------------------------------------

    async def _void(self, entry: MatchSummary) -> MatchSummary:
        """Store that a match is void by the arena's own fault, unless it is over already. Return its new state."""
        stored = await self._stored(entry.match)
        if stored.is_over:
            return stored
        void = replace(entry, state="void", ruling=FAULT, fault=True, ended=self.wall())
        await self.results.keep(void)
        return void

    async def _stored(self, match: str) -> MatchSummary:
        found = await self.results.match(match)
        assert found is not None, "it was planned before"
        return found


def task_of(a_round: OpenRound, number: int, matches: Sequence[PlannedMatch]) -> BlockTask:
    """Return the task that a worker gets to play these matches, which all have the deal with this number."""
    terms = a_round.terms
    return BlockTask(
        game=terms.rules.name,
        rules_version=terms.rules.version,
        options=dict(terms.options),
        clock=str(terms.clock),
        fairness=terms.fairness,
        seatings=tuple(
            SeatingTask(each.entry.match, tuple(each.entry.seats), each.salt, each.bot_seeds) for each in matches
        ),
        seed=b"" if terms.position else a_round.seed(number),
        position=terms.position,
    )


def finished(entry: MatchSummary, played: ReplayedMatch, started: float, ended: float) -> MatchSummary:
    """Return a match in the state `finished`, with its result and its start and end times."""
    return replace(
        entry,
        state="finished",
        result=played.result,
        losses=tuple(Loss(*each) for each in played.losses),
        head=played.head,
        started=started,
        ended=ended,
    )
