"""Count results for ratings: the sums from which ratings are fitted, and each entrant's numbers of games.

A match is a comparison of every two of its seats: which one did better? The sums say how often two entrants were
compared, and with which points; a *cell* has the sums of two entrants at two seats of a pool. The *tallies* have an
entrant's games, wins and times at one seat. A result is counted in the transaction that changes the match, under the
lock of its pool. Counts are exact: if the match becomes void or is adjudicated, its numbers are subtracted without a
remainder.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session, SQLModel

from arena.stats import pools as stats
from arena.stats.replicates import weights
from arena.stats.standings import Finished
from arena.stats.sums import Cell, Sum, Sums, comparisons
from arena.store.db.transaction import Transaction, Values
from arena.store.sql import match_queries
from arena.store.sql.inserts import delete_played_out, insert_or_add, insert_or_replace
from arena.store.sql.match_queries import Found
from arena.store.tables import CellRow, DealRow, ForfeitsRow, PlayedRow, PoolRow, SeatRow, TallyRow

WIDTH: Final = 10  # digits of an entrant's key in the sums, so that keys are ordered as numbers are


@dataclass(frozen=True)
class Counted:
    """The values of a rated result that are added to the counts for ratings.

    If a ruling changes none of these values, the counts stay the same.
    """

    pool_id: int
    pool: stats.Pool
    block_id: int
    finished: Finished
    entrants: tuple[int, ...]
    forfeits: tuple[str, ...]
    decisions: tuple[int, ...]
    think_us: tuple[int, ...]
    held_us: tuple[int, ...]
    credit_us: tuple[int, ...]


def key(entrant_id: int) -> str:
    """Return the text that names an entrant when ratings are fitted: its row's primary key with leading zeros."""
    return f"{entrant_id:0{WIDTH}}"


def pool_value(pool: PoolRow) -> stats.Pool:
    """Return the `Pool` of `arena.stats` that stands for the same pool as this table row."""
    return stats.Pool(pool.game, pool.seats, pool.options, pool.rules_version, pool.speed)


def counted(found: Found, seats: Sequence[SeatRow]) -> Counted | None:
    """Return the values of a rated match that are added to the counts; None if it is not finished or may not count."""
    match, pool, block = found.match, found.pool, found.block
    if match.state != "finished" or pool is None or block is None or not may_count(match.fairness, rated=match.rated):
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
        held_us=tuple(seat.held_us for seat in seats),
        credit_us=tuple(seat.credit_us for seat in seats),
    )


def may_count(fairness: str, *, rated: bool) -> bool:
    """True if a match is rated and began with a deal, so that its result may count for ratings."""
    return rated and match_queries.was_dealt(fairness)


def places(seats: Sequence[SeatRow]) -> tuple[int, ...]:
    """Return the place of each seat of a finished match, by seat; 1 for the winner."""
    return tuple(seat.placement or 0 for seat in seats)


def recount(transaction: Transaction, before: Counted | None, after: Counted | None) -> None:
    """Subtract the old result of a match from all counts for ratings, and add its new result.

    `before` is None if the match did not count, `after` if it no longer counts.
    """
    if before == after:
        return
    for result, times in ((before, -1), (after, 1)):
        if result is not None:
            match_queries.lock_pool(transaction, result.pool_id)
            count_sums(transaction, result, times)
            count_seats(transaction, result, times)
            count_deals(transaction, result, times)


def count_all(transaction: Transaction, results: Sequence[Counted]) -> None:
    """Add new results to all stored counts for ratings: sums, tallies, forfeits, and numbers of games and deals.

    If several results change the sums of the same two entrants at the same seats, these sums are written only once.
    """
    for pool_id in sorted({result.pool_id for result in results}):
        match_queries.lock_pool(transaction, pool_id)
    sums: dict[tuple[int, tuple[int, int, int, int]], Sum] = {}
    for result in results:
        weight = weights(result.finished.block)
        for cell, halves in sorted(comparisons(result.pool, result.finished)):
            at = (result.pool_id, place(cell))
            if at not in sums:
                found = match_queries.sums_at(transaction, cell_key(*at))
                sums[at] = Sum.of(found) if found is not None else Sum.zero()
            sums[at].add(weight, halves, 1)
    insert_or_replace(transaction, CellRow, *[{**cell_key(*at), "sums": bytes(added)} for at, added in sums.items()])
    add(transaction, TallyRow, [row for result in results for row in tally_rows(result, 1)], 1)
    add(transaction, ForfeitsRow, [row for result in results for row in forfeit_rows(result, 1)], 1)
    count_all_deals(transaction, results)


def count_all_deals(transaction: Transaction, results: Sequence[Counted]) -> None:
    """Add new results to the stored numbers of games and deals of each entrant, with one query for all results."""
    known = match_queries.games_of_deals(
        transaction,
        sorted({result.pool_id for result in results}),
        sorted({entrant for result in results for entrant in result.entrants}),
        sorted({result.block_id for result in results}),
    )
    deals, played = [], []
    for result in results:
        for entrant, games in Counter(result.entrants).items():
            deal = (result.pool_id, entrant, result.block_id)
            at = {"pool_id": result.pool_id, "entrant_id": entrant}
            deals.append({**at, "block_id": result.block_id, "games": games})
            played.append({**at, "games": games, "deals": int(not known.get(deal))})
            known[deal] = known.get(deal, 0) + games
    add(transaction, DealRow, deals, 1)
    add(transaction, PlayedRow, played, 1)


def count_sums(transaction: Transaction, result: Counted, times: int) -> None:
    """Add a result to the sums for ratings, for every two of its seats that may be compared.

    With `times` -1, subtract it.
    """
    weight = weights(result.finished.block)
    sums: dict[tuple[int, int, int, int], Sum] = {}
    for cell, halves in sorted(comparisons(result.pool, result.finished)):
        at = place(cell)
        if at not in sums:
            found = match_queries.sums_at(transaction, cell_key(result.pool_id, at))
            sums[at] = Sum.of(found) if found is not None else Sum.zero()
        sums[at].add(weight, halves, times)
    for at, added in sums.items():
        cell_at = cell_key(result.pool_id, at)
        if added.count.any():
            insert_or_replace(transaction, CellRow, {**cell_at, "sums": bytes(added)})
        else:
            match_queries.forget_cell(transaction, cell_at)


def cell_key(pool_id: int, at: tuple[int, int, int, int]) -> dict[str, int]:
    """Return the primary key of a cell's row, as a dict from column name to value.

    A cell has the summed comparisons of two entrants at two seats. `at` has the key and seat of each entrant.
    """
    return dict(zip(("pool_id", "entrant_id", "seat", "opponent_id", "opponent_seat"), (pool_id, *at), strict=True))


def place(cell: Cell) -> tuple[int, int, int, int]:
    """Return four numbers that identify a cell (the summed comparisons of two entrants at two seats) in its pool.

    They are the first entrant's primary key and seat, then those of the second entrant.
    """
    return int(cell.entrant), cell.seat, int(cell.opponent), cell.opponent_seat


def count_seats(transaction: Transaction, result: Counted, times: int) -> None:
    """Add a result to the stored tallies and forfeits of its entrants. With `times` -1, subtract it."""
    add(transaction, TallyRow, tally_rows(result, times), times)
    add(transaction, ForfeitsRow, forfeit_rows(result, times), times)


def tally_rows(result: Counted, times: int) -> list[Values]:
    """Return a row for each seat of a match. Its numbers, such as games, wins and durations, are added to sums.

    All numbers are multiplied by the argument `times`. It is 1 to add the match, and -1 to subtract it again.
    """
    placements = result.finished.placements
    return [
        {
            "pool_id": result.pool_id,
            "entrant_id": entrant,
            "seat": seat,
            "games": times,
            "wins": times * (placements[seat] == 1 and placements.count(1) == 1),
            "draws": times * (placements[seat] == 1 and placements.count(1) > 1),
            "places": times * (2 * placements[seat] + placements.count(placements[seat]) - 1),
            "decisions": times * result.decisions[seat],
            "think_us": times * result.think_us[seat],
            "held_us": times * result.held_us[seat],
            "credit_us": times * result.credit_us[seat],
        }
        for seat, entrant in enumerate(result.entrants)
    ]


def forfeit_rows(result: Counted, times: int) -> list[Values]:
    """Return a table row for each entrant that forfeited a match and each reason, with the number of its forfeits.

    With `times` -1, the numbers are negative, so that they are subtracted.
    """
    lost = Counter((entrant, why) for entrant, why in zip(result.entrants, result.forfeits, strict=True) if why)
    return [
        {"pool_id": result.pool_id, "entrant_id": entrant, "reason": why, "games": times * games}
        for (entrant, why), games in lost.items()
    ]


def count_deals(transaction: Transaction, result: Counted, times: int) -> None:
    """Add a result to the stored numbers of games and deals of each entrant. With `times` -1, subtract it."""
    deals, played = [], []
    entrants = Counter(result.entrants)
    known = match_queries.games_of_deals(transaction, [result.pool_id], sorted(entrants), [result.block_id])
    for entrant, games in entrants.items():
        at = {"pool_id": result.pool_id, "entrant_id": entrant}
        before = known.get((result.pool_id, entrant, result.block_id), 0)
        after = before + times * games
        deals.append({**at, "block_id": result.block_id, "games": times * games})
        played.append({**at, "games": times * games, "deals": (after > 0) - (before > 0)})
    add(transaction, DealRow, deals, times)
    add(transaction, PlayedRow, played, times)


def add(transaction: Transaction, model: type[SQLModel], rows: Sequence[Values], times: int) -> None:
    """Add the numbers in `rows` to the rows with the same keys in the table of `model`. Insert missing rows.

    With `times` -1, the caller has made all numbers negative, to subtract results. Then delete the rows that have 0
    games afterwards.
    """
    insert_or_add(transaction, model, *rows)
    if times < 0:
        delete_played_out(transaction, model, *rows)


def sums_of(session: Session, pool_id: int | None = None) -> Sums:
    """Return the sums from which the ratings of a pool are fitted; without `pool_id`, those of all pools."""
    pools = {pool.id: pool_value(pool) for pool in match_queries.all_pools(session)}
    return Sums(
        {
            Cell(pools[row.pool_id], key(row.entrant_id), row.seat, key(row.opponent_id), row.opponent_seat): Sum.of(
                row.sums
            )
            for row in match_queries.cells_of(session, pool_id)
        }
    )


def count_anew(session: Session) -> int:
    """Delete all stored counts for ratings, and count all rated matches again. Return the number of matches.

    The new counts equal the old ones if these were correct. This function does not compare them.
    """
    match_queries.forget_counts(session)
    transaction = Transaction.of(session)
    results = 0
    for found in match_queries.rated_matches(session):
        recount(transaction, None, counted(found, match_queries.seats_of(session, found.match)))
        results += 1
    return results
