"""The queries of the site about running matches. They run often, so they are plain SQL."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.store.db.transaction import Transaction
from arena.store.sql.match_queries import listed

UNFINISHED: Final = "('offered', 'running')"


class LiveHead(NamedTuple):
    """The progress of a match. The site compares it with an earlier LiveHead, to find out if the match has changed.

    `lines` is the number of journal lines with the header; 0 if the match has not begun or has ended. `rivals` counts
    the other matches that are still to be played with the same deal, also those that replay a void match.
    """

    match_id: int
    state: str
    adjourned: str
    ruling: str
    lines: int
    rivals: int
    disclosed: bool


class LiveSeat(NamedTuple):
    """A seat of a match that is being played."""

    match_id: int
    seat: int
    bot: str
    version: str
    kind: str


class RunningMatch(NamedTuple):
    """A match that is being played, as a line of the site's list of running matches."""

    match_id: int
    match: str
    game: str
    clock: str
    started: float
    adjourned: str
    tournament: str
    terms: str


# A deal is shared by the matches of a block. A match that is void by the fault of the arena is replayed with the same
# deal if it is not rated or its deal is not a fair one, so it counts until its replay is there. Deals from a given seed
# can be equal in two rounds, and a position can begin many matches: of these a larger set is counted.
_RIVALS: Final = f"""
    (SELECT COUNT(*) FROM matches o WHERE o.block_id = m.block_id AND o.id <> m.id AND (o.state IN {UNFINISHED}
        OR (o.state = 'void' AND o.fault AND NOT (o.rated AND o.fairness = 'committed') AND NOT EXISTS
            (SELECT 1 FROM matches r WHERE r.block_id = o.block_id AND r.place = o.place AND r.id > o.id))))
    + CASE WHEN m.fairness = 'committed' THEN 0 ELSE
        (SELECT COUNT(*) FROM matches o LEFT JOIN blocks ob ON ob.id = o.block_id
            WHERE o.state IN {UNFINISHED} AND o.id <> m.id AND o.fairness = m.fairness AND o.game = m.game
            AND o.block_id <> m.block_id AND (m.fairness = 'position' OR ob.number = b.number)) END
"""  # noqa: S608 -- a constant
_HEADS: Final = f"""
    SELECT m.id, m.state, m.adjourned, m.ruling,
        COALESCE((SELECT MAX(number) + 1 FROM journal WHERE match_id = m.id), 0),
        {_RIVALS}, COALESCE(b.disclosed, FALSE) OR m.fairness = 'position'
    FROM matches m LEFT JOIN blocks b ON b.id = m.block_id
"""  # noqa: S608 -- constants


def heads(transaction: Transaction, match_ids: Sequence[int]) -> list[LiveHead]:
    """Return a LiveHead for each of the matches with these keys, in any order, with one query."""
    names, values = listed(match_ids)
    rows = transaction.rows(f"{_HEADS} WHERE m.id IN ({names})", **values)
    return [LiveHead(*row)._replace(disclosed=bool(row[6])) for row in rows]  # SQLite has no booleans


def lines_from(transaction: Transaction, match_id: int, number: int) -> list[bytes]:
    """Return the journal lines of a match, beginning with the line of this number."""
    asked = "SELECT line FROM journal WHERE match_id = :match_id AND number >= :number ORDER BY number"
    return [bytes(line) for (line,) in transaction.rows(asked, match_id=match_id, number=number)]


def running_matches(transaction: Transaction, limit: int, tournament: str = "") -> list[RunningMatch]:
    """Return running matches, the latest start first. If a tournament is given, return only its matches."""
    where = "m.state = 'running'" + (" AND t.public = :tournament" if tournament else "")
    rows = transaction.rows(
        "SELECT m.id, m.public, m.game, m.clock, COALESCE(m.started, m.created), m.adjourned,"  # noqa: S608 -- constants
        " COALESCE(t.public, ''), COALESCE(t.terms, '')"
        " FROM matches m LEFT JOIN blocks b ON b.id = m.block_id LEFT JOIN rounds r ON r.id = b.round_id"
        f" LEFT JOIN tournaments t ON t.id = r.tournament_id WHERE {where} ORDER BY m.id DESC LIMIT :most",
        most=limit,
        **({"tournament": tournament} if tournament else {}),
    )
    return [RunningMatch(*row) for row in rows]


def seats_of_matches(transaction: Transaction, match_ids: Sequence[int]) -> dict[int, list[LiveSeat]]:
    """Return a dict from the key of each of these matches to the list of its seats, in order."""
    names, values = listed(match_ids)
    rows = transaction.rows(
        f"SELECT match_id, seat, name, version, kind FROM seats WHERE match_id IN ({names}) ORDER BY match_id, seat",  # noqa: S608 -- names of values
        **values,
    )
    found: dict[int, list[LiveSeat]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(LiveSeat(*row))
    return found
