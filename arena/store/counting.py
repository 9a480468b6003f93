"""What a result adds to what is counted: the sums of the ratings, and the tallies of its seats.

It is done in the transaction that changes the match, under the lock of its pool, and it is exact: what was counted is
taken out again to the last number when a match is declared void or decided otherwise.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel, delete

from arena.stats import pools as stats
from arena.stats.replicates import weights
from arena.stats.standings import Finished
from arena.stats.sums import Cell as SumCell
from arena.stats.sums import Sum, Sums, comparisons
from arena.store import queries
from arena.store.models import Cell, Deal, Forfeits, Played, Pool, Seat, Tally
from arena.store.queries import Found

WIDTH: Final = 10  # digits of an entrant's key in the sums, so that keys are ordered as numbers are


@dataclass(frozen=True)
class Counted:
    """A result as it counts; equal ones count the same."""

    pool_id: int
    pool: stats.Pool
    block_id: int
    finished: Finished
    entrants: tuple[int, ...]
    forfeits: tuple[str, ...]
    decisions: tuple[int, ...]
    think_us: tuple[int, ...]


def key(entrant_id: int) -> str:
    """An entrant's name in the sums."""
    return f"{entrant_id:0{WIDTH}}"


def pool_value(pool: Pool) -> stats.Pool:
    """A row of pools as what it stands for."""
    return stats.Pool(pool.game, pool.seats, pool.options, pool.rules_version, pool.speed)


def counted(found: Found, seats: Sequence[Seat]) -> Counted | None:
    """How a match counts as it stands; None if it does not, as long as it has no result or begins at a position."""
    match, pool, block = found.match, found.pool, found.block
    if match.state != "finished" or not match.rated or match.fairness == "position" or pool is None or block is None:
        return None
    assert pool.id is not None
    assert block.id is not None
    entrants = tuple(seat.entrant_id for seat in seats)
    pairs = frozenset((low, high) for low, high in json.loads(match.pairs)) if match.pairs else None
    return Counted(
        pool_id=pool.id,
        pool=pool_value(pool),
        block_id=block.id,
        finished=Finished(block.public, tuple(key(each) for each in entrants), places(seats), pairs),
        entrants=entrants,
        forfeits=tuple(seat.forfeit for seat in seats),
        decisions=tuple(seat.decisions for seat in seats),
        think_us=tuple(seat.think_us for seat in seats),
    )


def places(seats: Sequence[Seat]) -> tuple[int, ...]:
    """The places of a finished match."""
    return tuple(seat.placement or 0 for seat in seats)


def recount(session: Session, before: Counted | None, after: Counted | None) -> None:
    """Let a result count as it is now, and no longer as it was."""
    if before == after:
        return
    for result, times in ((before, -1), (after, 1)):
        if result is not None:
            queries.lock_pool(session, result.pool_id)
            count_sums(session, result, times)
            count_seats(session, result, times)
            count_deals(session, result, times)


def count_sums(session: Session, result: Counted, times: int) -> None:
    """Add the comparisons of a result to their cells."""
    weight = weights(result.finished.block)
    sums: dict[tuple[int, int, int, int], Sum] = {}
    for cell, halves in sorted(comparisons(result.pool, result.finished)):
        at = place(cell)
        if at not in sums:
            found = queries.sums_at(session, result.pool_id, at)
            sums[at] = Sum.of(found) if found is not None else Sum.zero()
        sums[at].add(weight, halves, times)
    kept = [{**cell_key(result.pool_id, at), "sums": bytes(found)} for at, found in sums.items() if found.count.any()]
    if kept:
        session.connection().execute(replacing(dialect_of(session), Cell), kept)
    for at, added in sums.items():
        if not added.count.any():
            queries.forget_cell(session, result.pool_id, at)


def cell_key(pool_id: int, at: tuple[int, int, int, int]) -> dict[str, int]:
    """The primary key of a cell."""
    return dict(zip(("pool_id", "entrant_id", "seat", "opponent_id", "opponent_seat"), (pool_id, *at), strict=True))


def place(cell: SumCell) -> tuple[int, int, int, int]:
    """Where a cell of the sums stands in its pool's table."""
    return int(cell.entrant), cell.seat, int(cell.opponent), cell.opponent_seat


def count_seats(session: Session, result: Counted, times: int) -> None:
    """Add to the tallies of the seats, and to the forfeits."""
    placements = result.finished.placements
    at = {"pool_id": result.pool_id}
    add(
        session,
        Tally,
        [
            {
                **at,
                "entrant_id": entrant,
                "seat": seat,
                "games": times,
                "wins": times * (placements[seat] == 1 and placements.count(1) == 1),
                "draws": times * (placements[seat] == 1 and placements.count(1) > 1),
                "places": times * (2 * placements[seat] + placements.count(placements[seat]) - 1),
                "decisions": times * result.decisions[seat],
                "think_us": times * result.think_us[seat],
            }
            for seat, entrant in enumerate(result.entrants)
        ],
    )
    lost = Counter((entrant, why) for entrant, why in zip(result.entrants, result.forfeits, strict=True) if why)
    add(
        session,
        Forfeits,
        [
            {**at, "entrant_id": entrant, "reason": why, "games": times * games}
            for (entrant, why), games in lost.items()
        ],
    )


def count_deals(session: Session, result: Counted, times: int) -> None:
    """Add to the games and deals that everybody has played."""
    seated = Counter(result.entrants)
    known = queries.deals_of(session, result.pool_id, result.block_id, seated)
    deals, played = [], []
    for entrant, games in seated.items():
        before = known.get(entrant, 0)
        after = before + times * games
        at = {"pool_id": result.pool_id, "entrant_id": entrant}
        deals.append({**at, "block_id": result.block_id, "games": times * games})
        played.append({**at, "games": times * games, "deals": (after > 0) - (before > 0)})
    add(session, Deal, deals)
    add(session, Played, played)


def add(session: Session, model: type[SQLModel], rows: Sequence[Mapping[str, Any]]) -> None:
    """Add numbers to rows, which are made where they are missing and dropped where all games are taken out."""
    if not rows:
        return
    session.connection().execute(adding(dialect_of(session), model), list(rows))
    table = table_of(model)
    if any(row["games"] < 0 for row in rows):
        concerned = table.c.entrant_id.in_([row["entrant_id"] for row in rows])
        empty = (table.c.pool_id == rows[0]["pool_id"], concerned, table.c.games == 0)
        session.exec(delete(model).where(*empty))


def dialect_of(session: Session) -> str:
    """The name of the database's language."""
    return session.get_bind().dialect.name


def table_of(model: type[SQLModel]) -> Table:
    """The table of a model."""
    table: Table = model.__table__  # type: ignore[attr-defined]  # SQLModel makes it
    return table


def insertion(dialect: str, model: type[SQLModel]) -> Any:
    """An insert that can say what happens to rows that are there: the two languages spell it alike, the library not."""
    return (postgresql if dialect == "postgresql" else sqlite).insert(table_of(model))


@cache  # building a statement takes longer than carrying it out
def adding(dialect: str, model: type[SQLModel]) -> Any:
    """Insert rows, or add their numbers to those that are there."""
    table, insert = table_of(model), insertion(dialect, model)
    numbers = {each.name: each + insert.excluded[each.name] for each in table.c if not each.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=numbers)


@cache
def replacing(dialect: str, model: type[SQLModel]) -> Any:
    """Insert rows, or put them in the place of those that are there."""
    table, insert = table_of(model), insertion(dialect, model)
    values = {each.name: insert.excluded[each.name] for each in table.c if not each.primary_key}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=values)


@cache
def keeping(dialect: str, model: type[SQLModel]) -> Any:
    """Insert rows, and leave those that are there."""
    return insertion(dialect, model).on_conflict_do_nothing()


def sums_of(session: Session, pool_id: int | None = None) -> Sums:
    """The sums of a pool, or of all pools, as they are stored."""
    pools = {pool.id: pool_value(pool) for pool in queries.all_pools(session)}
    return Sums(
        {
            SumCell(pools[row.pool_id], key(row.entrant_id), row.seat, key(row.opponent_id), row.opponent_seat): Sum.of(
                row.sums
            )
            for row in queries.cells_of(session, pool_id)
        }
    )


def count_anew(session: Session) -> int:
    """Count everything from the matches themselves; how many count. It has to give what stands there already."""
    queries.forget_counts(session)
    results = 0
    for found in queries.rated_matches(session):
        recount(session, None, counted(found, queries.seats_of(session, found.match)))
        results += 1
    return results
