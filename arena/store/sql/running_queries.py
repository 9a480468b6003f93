"""Statements about a running match: its beginning, its end and its disclosure.

They are plain SQL because every match uses them, and a short match spends as much time on them as on all its answers.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.stats.pools import Pool
from arena.store.db.transaction import Transaction, Values
from arena.store.sql.match_queries import listed

# The beginning -----------------------------------------------------------------------------------------------------


class MatchAndPool(NamedTuple):
    """The keys of a planned match and of its pool."""

    match_id: int
    pool_id: int


def planned_in_pool(transaction: Transaction, public: str, pool: Pool) -> MatchAndPool | None:
    """Return the primary keys of a planned match and of a pool; None if one of them is not stored.

    A match without a block is not planned.
    """
    found = transaction.row(
        "SELECT matches.id, pools.id FROM matches JOIN pools ON pools.game = :game AND pools.seats = :seats"
        " AND options = :options AND pools.rules_version = :rules_version AND speed = :speed"
        " WHERE public = :public AND block_id IS NOT NULL",
        public=public,
        game=pool.game,
        seats=pool.seats,
        options=pool.options,
        rules_version=pool.rules_version,
        speed=pool.speed,
    )
    return None if found is None else MatchAndPool(*found)


def set_running(transaction: Transaction, values: Values) -> None:
    """Mark a match as running, and store the values of its header."""
    transaction.put(
        "UPDATE matches SET state = :state, started = :started, pool_id = :pool_id, settings = :settings,"
        " commitment = :commitment WHERE id = :id",
        values,
    )


class SeatTickets(NamedTuple):
    """The hashes of a seat's tickets, separated by spaces."""

    seat: int
    tickets: str


def tickets_of_seats(transaction: Transaction, match_id: int) -> list[SeatTickets]:
    """Return the hashed tickets of each seat of a match, in the order of the seats."""
    found = transaction.rows(
        "SELECT seat, ticket FROM seats WHERE match_id = :match_id ORDER BY seat", match_id=match_id
    )
    return [SeatTickets(*row) for row in found]


def set_tickets(transaction: Transaction, match_id: int, *seats: SeatTickets) -> None:
    """Replace the tickets of some seats of a match."""
    rows = [{"match_id": match_id, "seat": each.seat, "ticket": each.tickets} for each in seats]
    transaction.put("UPDATE seats SET ticket = :ticket WHERE match_id = :match_id AND seat = :seat", *rows)


# The journal -------------------------------------------------------------------------------------------------------

KEEP_LINE: Final = (  # a stored line does not change
    "INSERT INTO journal (match_id, number, line) VALUES (:match_id, :number, :line)"
    " ON CONFLICT (match_id, number) DO NOTHING"
)
KEEP_LINES_AT_SERVER: Final = (  # arrays of keys of matches, numbers and lines
    "INSERT INTO journal (match_id, number, line) SELECT * FROM unnest($1::int[], $2::int[], $3::bytea[])"
    " ON CONFLICT (match_id, number) DO NOTHING"
)


def insert_lines(transaction: Transaction, *rows: Values) -> int:
    """Insert journal lines. A line that is already stored does not change. Return the number of inserted lines."""
    return transaction.do(KEEP_LINE, *rows)


def has_line(transaction: Transaction, row: Values) -> bool:
    """True if a line is in the journal of its match, with the same content."""
    asked = "SELECT line FROM journal WHERE match_id = :match_id AND number = :number"
    found = transaction.row(asked, match_id=row["match_id"], number=row["number"])
    return found is not None and bytes(found[0]) == row["line"]


# The end -----------------------------------------------------------------------------------------------------------


class MatchToFinish(NamedTuple):
    """The values that are needed to finish a match, with its block and its pool."""

    match_id: int
    state: str
    fairness: str
    rated: bool
    pool_id: int | None
    block_id: int | None
    block: str | None
    game: str
    seats: int
    options: str
    rules_version: int
    speed: str

    @property
    def pool(self) -> Pool:
        """The pool of the match."""
        return Pool(self.game, self.seats, self.options, self.rules_version, self.speed)


def match_to_finish(transaction: Transaction, public: str) -> MatchToFinish | None:
    """Return a MatchToFinish for the match of this name: its state, with its block and its pool.

    Return None if there is no such match.
    """
    found = transaction.row(
        "SELECT matches.id, state, fairness, rated, pool_id, block_id, blocks.public AS block,"
        " pools.game, pools.seats, pools.options, pools.rules_version, pools.speed"
        " FROM matches LEFT JOIN pools ON pools.id = pool_id LEFT JOIN blocks ON blocks.id = block_id"
        " WHERE matches.public = :public",
        public=public,
    )
    return None if found is None else MatchToFinish(*found)


def set_finished(transaction: Transaction, values: Values) -> None:
    """Store the result of a match."""
    transaction.put(
        "UPDATE matches SET state = 'finished', reason = :reason, turns = :turns, ledger = :ledger, pairs = :pairs,"
        " head = :head, ended = :ended WHERE id = :id",
        values,
    )


def set_seats_finished(transaction: Transaction, *seats: Values) -> None:
    """Store the result and the decision times of each seat."""
    transaction.put(
        "UPDATE seats SET placement = :placement, score = :score, forfeit = :forfeit, forfeit_turn = :forfeit_turn,"
        " decisions = :decisions, think_us = :think_us, transport_us = :transport_us, stall_us = :stall_us,"
        " held_us = :held_us, credit_us = :credit_us"
        " WHERE match_id = :match_id AND seat = :seat",
        *seats,
    )


def insert_record(transaction: Transaction, match_id: int, size: int, data: bytes) -> None:
    """Insert the compressed record of a match. `size` is the number of its bytes before compression."""
    values = {"match_id": match_id, "size": size, "data": data}
    transaction.put("INSERT INTO records (match_id, size, data) VALUES (:match_id, :size, :data)", values)


def entrants_of(transaction: Transaction, match_id: int) -> tuple[int, ...]:
    """Return the primary keys of the entrants of a match, in the order of their seats."""
    found = transaction.rows("SELECT entrant_id FROM seats WHERE match_id = :id ORDER BY seat", id=match_id)
    return tuple(entrant for (entrant,) in found)


def id_of(transaction: Transaction, public: str) -> int | None:
    """Return the primary key of the match with this name; None if there is no such match."""
    found = transaction.row("SELECT id FROM matches WHERE public = :public", public=public)
    return None if found is None else found[0]


# After the end -----------------------------------------------------------------------------------------------------


class MatchToDisclose(NamedTuple):
    """A match with its salt, its block, and its compressed record if it has one.

    The salt is random bytes. They were hashed with the deal's seed, so that the published hash does not disclose it.
    """

    match_id: int
    public: str
    salt: bytes | None
    block_id: int | None
    is_disclosed: bool | None
    size: int | None
    data: bytes | None


def matches_to_disclose(transaction: Transaction, publics: Sequence[str]) -> list[MatchToDisclose]:
    """Return the matches of these names, with the values that are needed to disclose their deals."""
    names, values = listed(publics)
    found = transaction.rows(
        "SELECT matches.id, matches.public, salt, block_id, disclosed, size, data"  # noqa: S608 -- names of values
        " FROM matches LEFT JOIN blocks ON blocks.id = block_id LEFT JOIN records ON match_id = matches.id"
        f" WHERE matches.public IN ({names}) ORDER BY matches.id",
        **values,
    )
    return [MatchToDisclose(*row) for row in found]


def set_salts(transaction: Transaction, salts: Mapping[int, bytes]) -> None:
    """Store the salts of matches. `salts` maps the key of a match to its salt.

    A salt is random bytes. They were hashed with the deal's seed, so that the published hash does not disclose it.
    """
    rows = [{"id": match_id, "salt": salt} for match_id, salt in salts.items()]
    transaction.put("UPDATE matches SET salt = :salt WHERE id = :id", *rows)


def disclose_blocks(transaction: Transaction, block_ids: Sequence[int], seed: bytes) -> None:
    """Store this seed in the rows of blocks that all have the same deal, and mark the deal as public."""
    rows = [{"id": block_id, "seed": seed} for block_id in block_ids]
    transaction.put("UPDATE blocks SET seed = :seed, disclosed = TRUE WHERE id = :id", *rows)


class MatchRecord(NamedTuple):
    """The compressed record of a match, and its number of bytes before compression."""

    match_id: int
    size: int
    data: bytes


def set_records(transaction: Transaction, records: Sequence[MatchRecord]) -> None:
    """Replace the records of matches."""
    rows = [each._asdict() for each in records]
    transaction.put("UPDATE records SET size = :size, data = :data WHERE match_id = :match_id", *rows)
