"""Measures the delay until watchers see an answer, and their cost for the arena: `watched.py arena --watchers N`.

The program runs in an environment that has the project's wheel with its server part. It prints one line of JSON. The
arena plays twenty matches as `wired.py` does. At the same time it plays a match of four seats with ten answers per
second, and N watchers follow this match on the arena's site. The watchers are one process. Both processes read the same
monotonic clock.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from subprocess import Popen
from time import monotonic, perf_counter
from typing import Final
from urllib.parse import urlsplit

import trio
import wired

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.game import State
from arena.games.steps import OVER
from arena.host.site_process import sited
from arena.record import Answer, Header, Seated, block_seed, commit
from arena.referee import Journal
from arena.server.endpoint import Serving, served
from arena.server.matches.results import MatchFilter, MatchSummary, PlannedMatch, StoredRound
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from leaderboard.listening import Address

MATCH: Final = "watched"
ROUND: Final = "watched"
SECRET, SALT = bytes(32), bytes(range(32))
PACE: Final = 0.1  # seconds between two answers
GAMES: Final = 600
AT_ONCE: Final = 20


def main() -> None:
    """Play the role that the first argument names: `arena` or `watchers`."""
    parser = argparse.ArgumentParser()
    roles = parser.add_subparsers(required=True)
    arena = roles.add_parser("arena")
    arena.add_argument("--watchers", type=int, default=0)
    arena.add_argument("--games", type=int, default=GAMES)
    arena.set_defaults(run=lambda args: trio.run(play, args.watchers, args.games))
    watchers = roles.add_parser("watchers")
    watchers.add_argument("url")
    watchers.add_argument("count", type=int)
    watchers.add_argument("file", type=Path)
    watchers.set_defaults(run=lambda args: trio.run(watch_all, args.url, args.count, args.file))
    args = parser.parse_args()
    args.run(args)


# The arena -----------------------------------------------------------------------------------------------------------


class PacedMatch:
    """A match with answers at a fixed pace. It stores the time at which each answer was committed."""

    def __init__(self, results: StoredResults) -> None:
        self.results: Final = results
        self.rules: Final = rules("teotihuacan")
        self.committed: Final[list[float]] = []
        self._rng: Final = Rng(1)

    async def begin(self) -> tuple[State, Journal]:
        """Plan the match, and begin it. Return its first position and its journal."""
        game, seats = self.rules, tuple(Seated(name, "1", "bot") for name in ("one", "two", "three", "four"))
        await self.results.keep_round(StoredRound(ROUND, SECRET, (("one", "1", b"n"),)))
        seed = block_seed(SECRET, [b"n"], 0)
        state = game.new({}, len(seats), Deal(seed))
        kept = MatchSummary(
            MATCH, game.name, game.version, state.settings, seats, "60+1", "committed", 1.0, ROUND, state="running"
        )
        await self.results.plan([PlannedMatch(kept, SALT)])
        journal = await self.results.open_match(kept, ["a", "b", "c", "d"])
        header = Header(
            MATCH, game.name, game.version, state.settings, seats, "60+1", "committed", commit(seed, MATCH, SALT)
        )
        await journal.begin(header.line())
        return state, journal

    async def play(self, state: State, journal: Journal) -> None:
        """Play the match until it is cancelled or over."""
        while state.to_move != OVER:
            await trio.sleep(PACE)
            option = state.sample(self._rng)
            line = Answer(state.to_move, self.rules.spell(state, option), "bot", 1500, 20, 0).line()
            state.apply(option)
            await journal.entry(line)
            self.committed.append(monotonic())


async def play(count: int, games: int) -> None:
    """Serve an arena with its site, play the matches with watchers, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "arena.db")
        accounts, results = StoredAccounts(database), StoredResults(database)
        limits = Limits(matches_per_bot=AT_ONCE, nonce_within=1.0)
        seen = Path(folder) / "seen.json"
        async with (
            sited(Address("127.0.0.1", 0), database.address) as url,
            served(Serving("127.0.0.1:0", limits=limits), accounts, results) as (arena, server),
            trio.open_nursery() as nursery,
        ):
            paced = PacedMatch(results)
            state, journal = await paced.begin()
            watchers = child("watchers", url, str(count), str(seen)) if count else None
            async with wired.two_bots(arena, server.port, AT_ONCE) as table:
                while count and not ready(seen):  # noqa: ASYNC110 -- another process makes the file
                    await trio.sleep(0.05)
                nursery.start_soon(paced.play, state, journal)
                wanted = argparse.Namespace(games=games, seats=2, game="cacao", clock="60+1")
                began = perf_counter()
                await wired.played(arena, (table,), wanted)
                seconds = perf_counter() - began
            if watchers is not None:
                await trio.sleep(1.0)  # what was committed last is still on its way
                watchers.terminate()
                watchers.wait()
            nursery.cancel_scope.cancel()
        entries = [entry for entry in await results.matches(MatchFilter(), games + 1) if entry.match != MATCH]
        records = [await results.record(entry.match) or b"" for entry in entries]
        decisions = sum(record.count(b'"answer"') for record in records)
        late = lags(paced.committed, seen)
    wired.say(decisions=decisions, seconds=seconds, answers=len(paced.committed), seen=len(late), late_ms=spread(late))


def child(*arguments: str) -> "Popen[bytes]":
    """Run this program with another role in a new process."""
    return Popen([sys.executable, __file__, *arguments])  # noqa: S603 -- this very file


def ready(file: Path) -> bool:
    """True if the watchers' process has reported that all of them are connected."""
    return file.exists()


def lags(committed: list[float], file: Path) -> list[float]:
    """Return a list of milliseconds: for each answer and watcher, the time from the commit until the answer arrived."""
    lines = file.read_text().splitlines() if file.exists() else []
    arrivals = [line.split() for line in lines]
    return [
        1000 * (float(at) - committed[int(number) - 1]) for number, at in arrivals if 0 < int(number) <= len(committed)
    ]


def spread(values: list[float]) -> dict[str, float]:
    """Return a dict with the median `p50`, `p99` (99th percentile) and `max` of the values; empty for no values."""
    ordered = sorted(values)
    parts = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[int(part * (len(ordered) - 1))], 1) for name, part in parts.items()} if ordered else {}


# Watchers ------------------------------------------------------------------------------------------------------------


async def watch_all(url: str, count: int, file: Path) -> None:
    """Follow the match on `count` connections.

    Write a line for each event, with its number and its arrival time, to the file.
    """
    wired.pin(client=True)
    os.nice(5)
    host, port = urlsplit(url).hostname, urlsplit(url).port
    assert host is not None
    assert port is not None
    connected, all_connected = 0, trio.Event()
    lines: list[str] = []

    async def watch() -> None:
        nonlocal connected
        stream = await trio.open_tcp_stream(host, port)
        await stream.send_all(f"GET /matches/{MATCH}/events HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        rest = b""
        async for data in stream:
            now = monotonic()
            *whole, rest = (rest + data).split(b"\n")
            for line in whole:
                if line.startswith(b"id: "):
                    lines.append(f"{line[4:].decode().strip()} {now}\n")
                elif line.startswith(b"event: state"):
                    connected += 1
                    if connected == count:
                        all_connected.set()

    async def write() -> None:
        await all_connected.wait()
        with file.open("w") as out:
            while True:
                out.writelines(lines)
                out.flush()
                lines.clear()
                await trio.sleep(0.2)

    async with trio.open_nursery() as nursery:
        for _ in range(count):
            nursery.start_soon(watch)
        nursery.start_soon(write)


if __name__ == "__main__":
    main()
