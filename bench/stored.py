"""Measures the seconds to store a result in a database with a million games: `stored.py update [GAMES]`.

The program runs in an environment that has the project's wheel with its server part. SQLite itself makes the million
games, with four seats each, in blocks of four. Then results are committed as a match commits them: match, seats, record
and sums.
"""

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from sqlmodel import Session, text

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.record import Answer, Header, MatchProgress, ResultLine, Seated, commit
from arena.server.matches.results import MatchSummary, StoredRound
from arena.stats.replicates import weights
from arena.stats.sums import Sum
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.repos import match_rows, stored_results
from arena.store.repos.running_matches import FinishedLines, finish
from arena.store.tables import CellRow

GAMES: Final = 1_000_000
ENTRANTS: Final = 50
SEATS: Final = 4
TRIES: Final = 41
SALT: Final = bytes(32)

NUMBERS: Final = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :most)"
# Each with the most of its numbers; a block has the same four entrants in all its matches.
BLOCKS_MADE: Final = """
    INSERT INTO blocks (id, public, round_id, number, disclosed) SELECT i, 'r/' || i, 1, i, 1 FROM n
"""
MATCHES_MADE: Final = """
    INSERT INTO matches (id, public, game, rules_version, pool_id, block_id, settings, clock, fairness, state,
        bot_seeds, commitment, reason, turns, ledger, pairs, head, ruling, adjudicated, created)
    SELECT i, lower(hex(randomblob(8))), 'cacao', 1, 1, (i + 3) / 4, '{}', '10+0.1', 'committed', 'finished',
        '', '', 'finished', 30, '{}', '', '', '', 0, i FROM n
"""
SEATS_MADE: Final = """
    INSERT INTO seats (match_id, seat, entrant_id, name, version, kind, placement, score, forfeit, decisions, think_us,
        transport_us, stall_us)
    SELECT m.id, n.i - 1, (m.block_id * 7 + (n.i + m.id) % 4 * 13) % :entrants + 1, 'bot', '1', 'bot', n.i, 50, '', 30,
        1, 1, 1 FROM matches m, n
"""
DEALS_MADE: Final = """
    INSERT INTO deals (pool_id, entrant_id, block_id, games)
    SELECT 1, e.entrant_id, m.block_id, count(*) FROM matches m JOIN seats e ON e.match_id = m.id
        GROUP BY m.block_id, e.entrant_id
"""


def main() -> None:
    """Print the seconds to store one result in a database with many games."""
    games = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    with TemporaryDirectory() as folder:
        database = Database(Path(folder) / "arena.db")
        fill(database, games)
        print(update(database))
        database.close()


def entry(number: int) -> MatchSummary:
    """Return the summary of the match with this number: four seats, in a block of four matches."""
    who = tuple(
        Seated(f"bot-{(number // 4 * 7 + (seat + number) % 4 * 13) % ENTRANTS}", "1", "bot") for seat in range(4)
    )
    game = rules("cacao")
    options = game.new({}, SEATS, Deal(SALT)).settings
    return MatchSummary(
        f"m-{number}", "cacao", game.version, options, who, "10+0.1", "committed", 1.0, "r", number // 4
    )


def fill(database: Database, games: int) -> None:
    """Store this number of finished games, made by SQL, as if they had been played."""

    def begin(session: Session) -> None:
        stored_results.keep_round(session, StoredRound("r", SALT), 0.0)
        for number in range(ENTRANTS):
            match_rows.entrant_id(Transaction.of(session), Seated(f"bot-{number}", "1", "bot"), 0.0)
        match = match_rows.match_row(session, entry(-4))
        match_rows.set_pool(session, match, SEATS, entry(-4).options)

    database.write(begin)
    with database.engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM seats")
        connection.exec_driver_sql("DELETE FROM matches")
        for made, most in ((BLOCKS_MADE, games // 4), (MATCHES_MADE, games), (SEATS_MADE, SEATS)):
            connection.execute(text(NUMBERS + made), {"most": most, "entrants": ENTRANTS})
        connection.execute(text(DEALS_MADE))
        connection.commit()
    database.write(fill_cells)


def fill_cells(session: Session) -> None:
    """Store sums of comparisons for each pair of entrants at each pair of seats."""
    found = Sum.zero()
    for number in range(100):
        found.add(weights(str(number)), 1)
    for one in range(1, ENTRANTS + 1):
        for other in range(one + 1, ENTRANTS + 1):
            for seat in range(SEATS):
                for against in set(range(SEATS)) - {seat}:
                    at = {"entrant_id": one, "seat": seat, "opponent_id": other, "opponent_seat": against}
                    session.add(CellRow(pool_id=1, sums=bytes(found), **at))


def update(database: Database) -> float:
    """Return the median seconds for storing a result, from the finished record to the end of the transaction."""
    spent = []
    for number in range(TRIES):
        kept = entry(number)
        data, head = record(kept)

        def offer(session: Session, kept: MatchSummary = kept) -> None:
            match = match_rows.match_row(session, kept)
            match_rows.set_pool(session, match, SEATS, kept.options)
            of = Transaction.of(session)
            match.block_id = match_rows.block_id(of, kept.round, 10_000_000 + kept.block, kept.match)

        database.write(offer)
        began = process_time()
        ended = FinishedLines(data.splitlines(), head, 1.0)
        database.write(lambda session, kept=kept, ended=ended: finish(Transaction.of(session), kept.match, ended))
        spent.append(process_time() - began)
    return median(spent)


def record(kept: MatchSummary) -> tuple[bytes, str]:
    """Return the record of a whole random game as bytes, and 64 zeros in the place of its final hash."""
    game = rules("cacao")
    course = MatchProgress(game.new({}, SEATS, Deal(SALT)))
    state = course.state
    commitment = commit(SALT, kept.match, SALT)
    header = Header(kept.match, "cacao", game.version, state.settings, kept.seats, kept.clock, "seeded", commitment)
    lines = [header.line()]
    rng = Rng(len(kept.match))
    while course.end is None:
        option = state.sample(rng)
        lines.append(Answer(state.to_move, game.spell(state, option), "bot", 1500, 20, 0).line())
        state.apply(option)
    lines.append(ResultLine.after(course).line())
    return b"".join(line + b"\n" for line in lines), "0" * 64


if __name__ == "__main__":
    main()
