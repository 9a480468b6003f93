"""Store the blocks that workers have played. Blocks that arrive during a transaction share the next transaction.

A match that is already finished or void does not change, so a result that arrives twice counts once. The result, the
record, the counts for ratings, and the seed of a completed block's deal are stored in the same transaction.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import trio
from sqlmodel import Session

from arena.record import disclosed
from arena.server.matches.results import WorkedBlock, WorkedMatch
from arena.stats.pools import Pool
from arena.stats.standings import Finished
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.db.transaction import Transaction
from arena.store.ratings.counting import Counted, count_all, key, may_count
from arena.store.repos.match_rows import departures_of, key_of_pool, packed, pairs_that_count, speed
from arena.store.sql import worked_queries
from arena.store.sql.match_queries import matches_to_finish, seats_to_finish

MOST: Final = 64  # blocks in a transaction


class WorkedBatch:
    """Blocks that are stored in one transaction."""

    def __init__(self) -> None:
        self.blocks: Final[list[WorkedBlock]] = []
        self.done: Final = trio.Event()
        self.finished: frozenset[str] = frozenset()
        self.failed: Exception | None = None


class WorkedBlocks:
    """Stores the blocks that workers have played."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database
        self._waiting: Final[list[WorkedBatch]] = []
        self._writing = False

    async def write(self, block: WorkedBlock) -> frozenset[str]:
        """Store the results of a block. Return the ids of its matches that are now finished.

        The other matches were already void, for example because the organiser had cancelled their tournament.
        """
        if not self._waiting or len(self._waiting[-1].blocks) >= MOST:
            self._waiting.append(WorkedBatch())
        batch = self._waiting[-1]
        batch.blocks.append(block)
        if not self._writing:
            self._writing = True
            # Tasks of other blocks rely on this task now, so it must not be cancelled with its own caller.
            with trio.CancelScope(shield=True):
                await self._write_all()
        await batch.done.wait()
        if batch.failed is not None:
            raise StoreError(str(batch.failed)) from batch.failed
        return batch.finished & {each.entry.match for each in block.matches}

    async def _write_all(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting.pop(0)
                try:
                    batch.finished = await self.database.do(partial(finish_blocks, blocks=batch.blocks))
                except Exception as error:  # noqa: BLE001 -- each block of the batch raises it
                    batch.failed = error
                finally:
                    batch.done.set()
        finally:
            self._writing = False


def finish_blocks(session: Session, blocks: Sequence[WorkedBlock]) -> frozenset[str]:
    """Store blocks in one transaction. Return the names of their finished matches.

    The other matches of the blocks had been made void before, so their results are not stored.
    """
    transaction = Transaction.of(session)
    worked = {each.entry.match: each for block in blocks for each in block.matches}
    appendices = {
        match: disclosed(b"", block.seed, salt)
        for block in blocks
        if block.seed is not None
        for match, salt in block.salts.items()
    }
    found = matches_to_finish(transaction, list(worked))
    todo = [row for row in found if row.state not in {"finished", "void"}]
    pool_of = pools_by_value(session)
    write_matches(transaction, [(row, worked[row.public], pool_of(worked[row.public])) for row in todo])
    write_seats(transaction, [(row.id, worked[row.public]) for row in todo])
    write_records(transaction, [(row.id, worked[row.public], appendices.get(row.public, b"")) for row in todo])
    entrants = seats_to_finish(transaction, [row.id for row in todo])
    rated = [row for row in todo if row.block_id is not None and may_count(row.fairness, rated=bool(row.rated))]
    count_all(
        transaction, [counted(row, worked[row.public], pool_of(worked[row.public]), entrants[row.id]) for row in rated]
    )
    disclose_blocks(transaction, found, blocks)
    return frozenset(row.public for row in found if row in todo or row.state == "finished")


def pools_by_value(session: Session) -> Callable[[WorkedMatch], tuple[int, Pool]]:
    """Return a function that takes a match and returns its pool: the primary key, and a `Pool`.

    The function stores an unknown pool first.
    """
    known: dict[Pool, int] = {}

    def pool_of(worked: WorkedMatch) -> tuple[int, Pool]:
        entry, played = worked.entry, worked.played
        pool = Pool.of(entry.game, len(entry.seats), played.options, entry.rules_version, speed(entry.clock))
        if pool not in known:
            known[pool] = key_of_pool(session, pool)
        return known[pool], pool

    return pool_of


def pairs_of(worked: WorkedMatch) -> tuple[tuple[int, int], ...] | None:
    """Return the pairs of seats that ratings may compare in a match that workers played; None if they are all pairs."""
    played = worked.played
    return pairs_that_count(len(played.figures), departures_of(worked.entry.losses), played.result.turns)


def write_matches(transaction: Transaction, rows: Sequence[tuple[Any, WorkedMatch, tuple[int, Pool]]]) -> None:
    """Store the results of matches, and mark the matches as finished."""
    values = []
    for row, worked, (pool_id, _) in rows:
        entry, played, pairs = worked.entry, worked.played, pairs_of(worked)
        values.append(
            {
                "id": row.id,
                "started": entry.started,
                "ended": entry.ended,
                "pool_id": pool_id,
                "settings": json.dumps(dict(played.options), ensure_ascii=False),
                "commitment": played.commitment,
                "reason": played.result.reason,
                "turns": played.result.turns,
                "ledger": json.dumps(played.result.ledger, ensure_ascii=False),
                "pairs": "" if pairs is None else json.dumps(pairs),
                "head": played.head,
            }
        )
    worked_queries.set_finished(transaction, values)


def write_seats(transaction: Transaction, rows: Sequence[tuple[int, WorkedMatch]]) -> None:
    """Store, for each seat of these matches, its place, score and forfeit, its number of decisions, and their times."""
    values = []
    for match_id, worked in rows:
        lost = {loss.seat: loss for loss in worked.entry.losses}
        result = worked.played.result
        for seat, figures in enumerate(worked.played.figures):
            loss = lost.get(seat)
            values.append(
                {
                    "match_id": match_id,
                    "seat": seat,
                    "placement": result.placements[seat],
                    "score": result.scores[seat],
                    "forfeit": "" if loss is None else loss.reason.value,
                    "forfeit_turn": None if loss is None else loss.turn,
                    "decisions": figures.decisions,
                    "think_us": figures.think_us,
                    "transport_us": figures.transport_us,
                    "stall_us": figures.stall_us,
                    "held_us": figures.held_us,
                    "credit_us": figures.credit_us,
                }
            )
    worked_queries.set_seats_finished(transaction, values)


def write_records(transaction: Transaction, rows: Sequence[tuple[int, WorkedMatch, bytes]]) -> None:
    """Store the records of matches. If a deal is disclosed, append its seed and the match's salt to the record."""
    worked_queries.insert_records(
        transaction,
        [
            {
                "match_id": match_id,
                "size": worked.played.size + len(appendix),
                "data": worked.played.packed + (packed(appendix) if appendix else b""),
            }
            for match_id, worked, appendix in rows
        ],
    )


def counted(row: Any, worked: WorkedMatch, pool: tuple[int, Pool], entrants: tuple[int, ...]) -> Counted:
    """Return the values of a match's result that are added to the counts for ratings."""
    played, pairs = worked.played, pairs_of(worked)
    forfeits: Mapping[int, str] = {loss.seat: loss.reason.value for loss in worked.entry.losses}
    return Counted(
        pool_id=pool[0],
        pool=pool[1],
        block_id=row.block_id,
        finished=Finished(
            block=row.block,
            entrants=tuple(key(entrant) for entrant in entrants),
            placements=tuple(played.result.placements),
            pairs=None if pairs is None else frozenset(pairs),
        ),
        entrants=entrants,
        forfeits=tuple(forfeits.get(seat, "") for seat in range(len(entrants))),
        decisions=tuple(each.decisions for each in played.figures),
        think_us=tuple(each.think_us for each in played.figures),
        held_us=tuple(each.held_us for each in played.figures),
        credit_us=tuple(each.credit_us for each in played.figures),
    )


def disclose_blocks(transaction: Transaction, found: Sequence[Any], blocks: Sequence[WorkedBlock]) -> None:
    """Store the deals of completed blocks and mark them as public."""
    ids = {row.public: row.block_id for row in found}
    values = {
        ids[match]: {"id": ids[match], "seed": block.seed}
        for block in blocks
        if block.seed is not None
        for match in (each.entry.match for each in block.matches)
        if ids.get(match) is not None
    }
    worked_queries.disclose(transaction, list(values.values()))
