"""Measures the seconds that pages of the site take, with MATCHES stored matches: `sited.py MATCHES`.

Runs in an environment that has the project's wheel with its server part. The matches are made as `stored.py` makes
them. Only one match, of the longer game, is really played; its page is measured. Another thread requests each page over
HTTP on one connection.
"""

import http.client
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

import trio
from sqlmodel import Session, text
from stored import fill

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.record import Answer, Header, MatchProgress, ResultLine, Seated, commit
from arena.server.matches.results import MatchSummary
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.ratings.rankings import refit
from arena.store.repos import match_rows
from arena.store.repos.running_matches import FinishedLines, disclose, finish
from leaderboard.app import site
from leaderboard.listening import Address, listen
from leaderboard.serve import serve

TRIES: Final = 41
WARM: Final = 5
SEED, SALT = bytes(32), bytes(range(32))
MATCH: Final = "played"
PATHS: Final = {"ranking": "/", "bot": "/bots/bot-1", "matches": "/matches", "match": f"/matches/{MATCH}"}

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
    """Print the median time of every page."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "arena.db"
        database = Database(file)
        fill(database, int(sys.argv[1]))
        with database.engine.connect() as connection:
            for made in (TALLIES_MADE, PLAYED_MADE):
                connection.execute(text(made))
            connection.commit()
        database.write(play)
        refit(database, 1.0)
        database.close()
        trio.run(measure, file)


def play(session: Session, match: str = MATCH, name: str = "teotihuacan", count: int = 2, a_round: str = "r") -> None:
    """Store a match that was played at random."""
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


async def measure(file: Path) -> None:
    """Serve the site, and send requests from another thread."""
    over = trio.Event()
    async with trio.open_nursery() as nursery:
        listening = listen(Address("127.0.0.1", 0))
        nursery.start_soon(serve, site(Database(file, read_only=True)), listening, over.wait)
        await trio.to_thread.run_sync(ask, listening.url)
        over.set()


def ask(url: str) -> None:
    """Request each page a few times, and print the median of its seconds."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    for page, path in PATHS.items():
        spent = []
        for _ in range(WARM + TRIES):
            began = perf_counter()
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            spent.append(perf_counter() - began)
            assert answer.status == 200, (path, answer.status)
        print(page, median(spent[WARM:]))
    connection.close()


if __name__ == "__main__":
    main()
