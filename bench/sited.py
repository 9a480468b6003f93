"""Measures the seconds that pages of the site take, with MATCHES stored matches: `sited.py MATCHES`.

The program runs in an environment that has the project's wheel with its server part. The matches are made as
`stored.py` makes them. Only one match, of the longer game, is really played; its page is measured. Another thread
requests each page over HTTP on one connection.

`sited.py MATCHES --beside` prints the median and the 99th percentile of two pages instead, while an arena with the same
database plays twenty matches. In this case the site and the reader have a process each, as with a served arena.
"""

import argparse
import http.client
import json
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

import trio
import wired
from sqlmodel import Session, text
from stored import fill

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.host.site_process import sited
from arena.record import Answer, Header, MatchProgress, ResultLine, Seated, commit
from arena.server.arena import Arena
from arena.server.endpoint import Serving, served
from arena.server.matches.results import MatchSummary
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.ratings.rankings import refit
from arena.store.repos import match_rows
from arena.store.repos.running_matches import FinishedLines, disclose, finish
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from leaderboard.app import site
from leaderboard.listening import Address, listen
from leaderboard.serve import serve

TRIES: Final = 41
WARM: Final = 5
SEED, SALT = bytes(32), bytes(range(32))
MATCH: Final = "played"
PATHS: Final = {
    "home": "/",
    "ranking": "/ranking",
    "bot": "/bots/bot-1",
    "matches": "/matches",
    "match": f"/matches/{MATCH}",
}
BESIDE: Final = ("ranking", "match")  # pages that are asked for beside matches
TIMES: Final = 400  # each of them
AT_ONCE: Final = 20
AT_A_TIME: Final = 400  # matches that are planned together

TALLIES_MADE: Final = """
    INSERT INTO tallies (pool_id, entrant_id, seat, games, wins, draws, places, decisions, think_us)
    SELECT 1, entrant_id, seat, count(*), sum(placement = 1), 0, sum(2 * placement), sum(decisions), sum(think_us)
        FROM seats GROUP BY entrant_id, seat
"""
PLAYED_MADE: Final = """
    INSERT INTO played (pool_id, entrant_id, games, deals)
    SELECT 1, entrant_id, sum(games), count(*) FROM deals GROUP BY entrant_id
"""


def main() -> None:
    """Print the times of pages; with --read, request pages for another process of this program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("matches", type=int)
    parser.add_argument("--beside", action="store_true", help="two pages, while an arena plays matches")
    parser.add_argument("--read", metavar="URL", help="ask this site for the two pages")
    args = parser.parse_args()
    if args.read:
        read(args.read)
        return
    with TemporaryDirectory() as folder:
        file = Path(folder) / "arena.db"
        store(file, args.matches)
        if args.beside:
            trio.run(measure_beside, file)
        else:
            trio.run(measure, file, ask)


def store(file: Path, matches: int) -> None:
    """Make a database with this number of matches, a match that was really played, and a ranking."""
    database = Database(file)
    fill(database, matches)
    with database.engine.connect() as connection:
        for made in (TALLIES_MADE, PLAYED_MADE):
            connection.execute(text(made))
        connection.commit()
    database.write(play)
    refit(database, 1.0)
    database.close()


def play(session: Session, match: str = MATCH, name: str = "teotihuacan", count: int = 2, a_round: str = "r") -> None:
    """Play a match at random, and store it as finished."""
    game = rules(name)
    seats = tuple(Seated(f"bot-{seat + 1}", "1", "bot") for seat in range(count))
    course = MatchProgress(game.new({}, len(seats), Deal(SEED)))
    state, rng = course.state, Rng(1)
    commitment = commit(SEED, match, SALT)
    header = Header(match, game.name, game.version, state.settings, seats, "10+0.1", "seeded", commitment)
    lines = [header.line()]
    while course.end is None:
        option = state.sample(rng)
        lines.append(Answer(state.to_move, game.spell(state, option), "bot", 1500, 20, 0).line())
        state.apply(option)
    lines.append(ResultLine.after(course).line())
    kept = MatchSummary(
        match, game.name, game.version, state.settings, seats, "10+0.1", "seeded", 1.0, a_round, 1 << 30
    )
    row = match_rows.match_row(session, kept)
    match_rows.set_pool(session, row, len(seats), kept.options)
    row.block_id = match_rows.block_id(Transaction.of(session), kept.round, kept.block, kept.match)
    session.flush()
    finish(Transaction.of(session), match, FinishedLines(lines, "0" * 64, 1.0))
    disclose(Transaction.of(session), match, SEED, SALT)


async def measure(file: Path, ask: Callable[[str], None]) -> None:
    """Serve the site of a database, and send requests to its URL from another thread."""
    over = trio.Event()
    async with trio.open_nursery() as nursery:
        listening = listen(Address("127.0.0.1", 0))
        nursery.start_soon(serve, site(Database(file, read_only=True)), listening, over.wait)
        await trio.to_thread.run_sync(ask, listening.url)
        over.set()


def ask(url: str) -> None:
    """Request each page a few times, and print its name and its median seconds."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    for page, path in PATHS.items():
        spent = [seconds(connection, path) for _ in range(WARM + TRIES)]
        print(page, median(spent[WARM:]))
    connection.close()


def seconds(connection: http.client.HTTPConnection, path: str) -> float:
    """Request a page. Return the seconds until its last byte came."""
    began = perf_counter()
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, (path, answer.status)
    return perf_counter() - began


# Beside matches ------------------------------------------------------------------------------------------------------


async def measure_beside(file: Path) -> None:
    """Serve an arena with its site and twenty matches in parallel. Let a reader request pages meanwhile."""
    database = Database(file)
    accounts, results = StoredAccounts(database), StoredResults(database)
    limits = Limits(matches_per_bot=AT_ONCE, nonce_within=1.0)
    async with (
        sited(Address("127.0.0.1", 0), database.address) as url,
        served(Serving("127.0.0.1:0", limits=limits), accounts, results) as (arena, server),
        wired.two_bots(arena, server.port, AT_ONCE) as table,
        trio.open_nursery() as nursery,
    ):
        nursery.start_soon(play_on, arena, table)
        reader = [sys.executable, __file__, "0", "--read", url]
        answer = await trio.run_process(reader, capture_stdout=True)
        nursery.cancel_scope.cancel()
    print(answer.stdout.decode(), end="")


async def play_on(arena: Arena, table: tuple[str, ...]) -> None:
    """Let these bots play matches until this task is cancelled."""
    wanted = argparse.Namespace(games=AT_A_TIME, seats=len(table), game="cacao", clock="60+1")
    while True:
        await wired.played(arena, (table,), wanted)


def read(url: str) -> None:
    """Request two pages in turn, and print the p50 and p99 seconds of each as JSON."""
    wired.pin(client=True)
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    spent: dict[str, list[float]] = {page: [] for page in BESIDE}
    for _ in range(WARM + TIMES):
        for page in BESIDE:
            spent[page].append(seconds(connection, PATHS[page]))
    connection.close()
    shares = {page: quantiles(times[WARM:], n=100) for page, times in spent.items()}
    print(json.dumps({page: {"p50": parts[49], "p99": parts[98]} for page, parts in shares.items()}))


if __name__ == "__main__":
    main()
