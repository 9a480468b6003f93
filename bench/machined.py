"""What it costs and gains to play matches in other processes: `machined.py QUESTION ...` prints numbers.

It runs in an environment that has the project with its server and cluster parts. QUESTION is one of five words. `pool`:
the games per second of greedy and random at Cacao by two processes, with records, replays and commits, divided by those
of a bare loop in this process. `search`: the blocks of mcts-200 by two processes, divided by those by one. `cluster`:
short blocks by a Dask cluster of two processes, divided by those by two processes. `commits [ADDRESS]`: the results per
second that a database takes. `kills processes|cluster N`: the jobs that are lost or come twice when a worker is killed
N times, and the seconds until both workers answer again.
"""

import os
import random
import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

import trio

from arena.bots import HOUSE
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.referee import MatchTerms, TimeControl
from arena.server.attendance.lobby import Lobby
from arena.server.matches.blocks import planned
from arena.server.matches.results import PlannedMatch, StoredRound, WorkedBlock, WorkedMatch
from arena.server.matches.rounds import Entrant, OpenRound
from arena.server.matches.worker_blocks import WorkerBlocks, finished, task_of
from arena.store.db.database import Database
from arena.store.repos.stored_results import StoredResults
from arena.tasks.block_task import BlockCheck, BlockTask, check_block, play_block
from arena.tasks.cluster import Cluster
from arena.tasks.dispatcher import Dispatcher
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job

CACAO: Final = rules("cacao")
BLOCKS: Final = 120  # of greedy and random
SEARCHES: Final = 8  # blocks of mcts-200
COMMITS: Final = 600  # blocks that are stored
AT_ONCE: Final = 64  # of them
NAP: Final = 0.02  # seconds of a job while workers are killed

Seatings = tuple[tuple[Entrant, ...], ...]


def round_of(first: str, second: str) -> tuple[OpenRound, Seatings]:
    """Return a round between two house bots, and the two orders in which they sit in each of its blocks."""
    who = tuple(Entrant(name, HOUSE[name].version, "house") for name in (first, second))
    terms = MatchTerms(rules=CACAO, options=CACAO.complete({}), clock=TimeControl.read("60+1"))
    return OpenRound(secrets.token_hex(8), terms, who, bytes(32)), (who, who[::-1])


def planned_in(a_round: OpenRound, seatings: Seatings, number: int) -> list[PlannedMatch]:
    """Return the matches of block `number` of a round, one for each seating."""
    return planned(a_round, number, seatings, range(len(seatings)), time.time())


def tasks_of(first: str, second: str, count: int) -> list[BlockTask]:
    """Return tasks for workers: each is to play one block of these two house bots."""
    a_round, seatings = round_of(first, second)
    return [task_of(a_round, number, planned_in(a_round, seatings, number)) for number in range(count)]


def wall(work: Callable[[], object]) -> float:
    """Return the seconds of wall clock time that a function takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


# Rates -------------------------------------------------------------------------------------------------------------


def pool() -> float:
    """Return the games per second of two worker processes, divided by those of a loop in this process.

    The loop only plays the games. The games of the workers are also recorded, replayed and stored.
    """
    bare = wall(lambda: [bare_game(number) for number in range(BLOCKS)]) / BLOCKS
    with TemporaryDirectory() as folder, Dispatcher(Crew(2)) as dispatcher:
        database = Database(Path(folder) / "arena.db")
        results = StoredResults(database)
        trio.run(all_blocks, dispatcher, results, 16)  # processes start, and it is known how long a block takes
        spent = wall(lambda: trio.run(all_blocks, dispatcher, results, BLOCKS)) / (2 * BLOCKS)
        database.close()
    return bare / spent


def bare_game(number: int) -> None:
    """Play one game in a loop, without records, replays and commits."""
    players = [HOUSE[name].player for name in ("greedy", "random")]
    state, rng = CACAO.new({}, 2, Deal(number.to_bytes(32, "big"))), Rng(number)
    while state.to_move != OVER:
        state.play(players[(state.to_move + number) % 2].choose(state, rng))


async def all_blocks(dispatcher: Dispatcher, results: StoredResults, blocks: int) -> None:
    """Let workers play this number of blocks, and store the results."""
    a_round, seatings = round_of("greedy", "random")
    await results.keep_round(StoredRound(a_round.name, a_round.secret))
    workers = WorkerBlocks(dispatcher, results, Lobby(), time.time)
    async with trio.open_nursery() as nursery:
        for number in range(blocks):
            matches = planned_in(a_round, seatings, number)
            await results.plan(matches)
            nursery.start_soon(workers.play, a_round, number, matches)


def search() -> float:
    """Return the blocks of mcts-200 per second by two processes, divided by those by one process."""
    tasks = tasks_of("mcts-200", "mcts-200", SEARCHES)
    return seconds_by(Crew(1), tasks) / seconds_by(Crew(2), tasks)


def cluster() -> float:
    """Return the blocks per second of a cluster of two processes, divided by those of two local processes."""
    tasks = tasks_of("greedy", "random", BLOCKS)
    with local_cluster() as address:
        return seconds_by(Crew(2), tasks) / seconds_by(Crew(cluster=Cluster(address)), tasks)


def seconds_by(crew: Crew, tasks: Sequence[BlockTask]) -> float:
    """Return the seconds that the workers of `crew` need to play blocks. They play some others before, to warm up."""
    with Dispatcher(crew) as dispatcher:
        warm = tasks_of("greedy", "random", 2 * dispatcher.workers())
        carried_out(dispatcher, warm)
        return wall(lambda: carried_out(dispatcher, tasks))


def carried_out(dispatcher: Dispatcher, tasks: Sequence[BlockTask]) -> None:
    """Let workers play these blocks, and wait for the results."""
    for future in [dispatcher.submit(Job(play_block, task, task.kind, task.limit)) for task in tasks]:
        future.result()


@contextmanager
def local_cluster() -> Iterator[str]:
    """Run a scheduler and two workers on this machine; yield the address."""
    from distributed import LocalCluster  # noqa: PLC0415 -- an extra

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as found:
        yield found.scheduler_address


# Commits -----------------------------------------------------------------------------------------------------------


def commits(address: str | None = None) -> float:
    """Return how many results per second a database stores.

    The matches are planned before the measurement. With each result, the deal is stored, too.
    """
    with TemporaryDirectory() as folder:
        database = Database(Path(folder) / "arena.db" if address is None else address)
        try:
            return trio.run(committed, StoredResults(database))
        finally:
            database.close()


async def committed(results: StoredResults) -> float:
    """Store the results of blocks, several in parallel. Return how many results per second were stored."""
    a_round, seatings = round_of("greedy", "random")
    await results.keep_round(StoredRound(a_round.name, a_round.secret))
    task = task_of(a_round, 0, planned_in(a_round, seatings, 0))
    outcome = await trio.to_thread.run_sync(play_block, task)
    [*played] = check_block(BlockCheck(task, outcome)).matches
    blocks = []
    for number in range(COMMITS):
        matches = planned_in(a_round, seatings, number)
        await results.plan(matches)
        own = [replace(each, match=kept.entry.match) for each, kept in zip(played, matches, strict=True)]
        worked = [
            WorkedMatch(finished(kept.entry, each, 1.0, 2.0), each) for kept, each in zip(matches, own, strict=True)
        ]
        salts = {kept.entry.match: kept.salt for kept in matches}
        blocks.append(WorkedBlock(tuple(worked), a_round.seed(number), salts))
    began, limit = time.perf_counter(), trio.CapacityLimiter(AT_ONCE)

    async def store(block: WorkedBlock) -> None:
        async with limit:
            await results.finish(block)

    async with trio.open_nursery() as nursery:
        for block in blocks:
            nursery.start_soon(store, block)
    return 2 * COMMITS / (time.perf_counter() - began)


# Kills -------------------------------------------------------------------------------------------------------------


def nap(number: int) -> tuple[int, int]:
    """Sleep for a moment. Return the given number, and the id of the worker's process."""
    time.sleep(NAP)
    return number, os.getpid()


def kills(where: str, count: int) -> tuple[float, float]:
    """Kill workers of this machine or of a cluster.

    Return the number of jobs that were lost or answered twice, and the median seconds until both workers answer again.
    """
    if where == "processes":
        return killed(Crew(2), count)
    os.environ["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = str(count)
    # A local cluster looks once, after 15 s, whether a lost worker is back, and gives it up if it was killed again.
    os.environ["DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT"] = "1 hour"
    with local_cluster() as address:
        return killed(Crew(cluster=Cluster(address)), count)


def killed(crew: Crew, count: int) -> tuple[float, float]:
    """Kill one of the workers of `crew` while they carry out jobs, `count` times.

    Return the number of jobs that were lost or answered twice, and the median seconds until both workers answer again.
    """
    chance, waits, answered, numbers = random.Random(1), [], list[int](), iter(range(10**9))
    with Dispatcher(crew) as dispatcher:
        waiting: list[Any] = []

        def pids(without: int, enough: int) -> int:
            """Give jobs to the workers until `enough` processes have answered. Return the id of a random one of these.

            The process with the id `without`, which was killed, does not count.
            """
            seen: set[int] = set()
            while len(seen) < enough:
                while len(waiting) < 8:
                    waiting.append(dispatcher.submit(Job(nap, next(numbers), "nap")))
                number, pid = waiting.pop(0).result().value
                answered.append(number)
                seen.add(pid)
                seen.discard(without)
            return chance.choice(sorted(seen))

        victim = pids(0, 2)
        for _ in range(count):
            time.sleep(chance.uniform(0, 0.1))
            os.kill(victim, signal.SIGKILL)
            began = time.perf_counter()
            victim = pids(victim, 2)
            waits.append(time.perf_counter() - began)
        answered += [future.result().value[0] for future in waiting]
        most = next(numbers)
    return float(abs(most - len(answered)) + len(answered) - len(set(answered))), median(waits)


def main() -> None:
    """Measure and print the numbers for the first argument, such as `pool`; the module's text explains each of them."""
    question, *more = sys.argv[1:]
    if question == "kills":
        print(*kills(more[0], int(more[1])))
    elif question == "commits":
        print(commits(*more))
    else:
        print({"pool": pool, "search": search, "cluster": cluster}[question]())


if __name__ == "__main__":
    main()
