"""A match while it is played: how it begins, and how it is finished, in one transaction each.

Every match does this, and a short one spends as much on it as on all its answers; so it is said in plain SQL.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.errors import UsageError
from arena.record import disclosed
from arena.server.matches.results import Loss, MatchSummary
from arena.stats.pools import Pool
from arena.stats.standings import Finished
from arena.store.db.transaction import Transaction, keeping
from arena.store.ratings.counting import Counted, key, may_count, recount
from arena.store.repos.match_rows import departures_of, packed, pairs_that_count, speed, unpacked
from arena.store.sql.match_queries import forget_journal
from arena.store.tables import JournalLineRow

TICKETS: Final = 16  # of a seat, that are remembered: a match gets new ones whenever the arena has fallen
KEEP_LINE: Final = keeping(JournalLineRow)


def no_match(public: str) -> UsageError:
    """What is said of a name that no match has."""
    return UsageError(f"no match is called {ascii(public)[:60]}")


# The beginning -----------------------------------------------------------------------------------------------------


_BEGINNING: Final = (
    "SELECT matches.id, pools.id FROM matches JOIN pools ON pools.game = :game AND pools.seats = :seats"
    " AND options = :options AND pools.rules_version = :rules_version AND speed = :speed"
    " WHERE public = :public AND block_id IS NOT NULL"
)


def begin(transaction: Transaction, entry: MatchSummary, tickets: Sequence[str], line: bytes) -> int | None:
    """Let a match that was planned be running, opened by these tickets, with its first line; its key.

    None, and nothing is done, where it was not planned, or where nothing has been played in its pool.
    """
    header = json.loads(line)
    pool = Pool.of(entry.game, len(entry.seats), header["options"], entry.rules_version, speed(entry.clock))
    found = transaction.row(
        _BEGINNING,
        public=entry.match,
        game=pool.game,
        seats=pool.seats,
        options=pool.options,
        rules_version=pool.rules_version,
        speed=pool.speed,
    )
    if found is None:
        return None
    match_id, pool_id = int(found[0]), found[1]
    transaction.do(
        "UPDATE matches SET state = :state, started = :started, pool_id = :pool_id, settings = :settings,"
        " commitment = :commitment WHERE id = :id",
        {
            "id": match_id,
            "state": entry.state,
            "started": entry.started,
            "pool_id": pool_id,
            "settings": json.dumps(header["options"], ensure_ascii=False),
            "commitment": header.get("commitment") or "",
        },
    )
    add_tickets(transaction, match_id, tickets)
    transaction.do(KEEP_LINE, {"match_id": match_id, "number": 0, "line": line})
    return match_id


def add_tickets(transaction: Transaction, match_id: int, tickets: Sequence[str]) -> None:
    """Note whose tickets open the seats of a match, besides those that do already. Once more changes nothing."""
    seats = transaction.rows(
        "SELECT seat, ticket FROM seats WHERE match_id = :match_id ORDER BY seat", match_id=match_id
    )
    rows = []
    for (seat, known), ticket in zip(seats, tickets, strict=False):
        if ticket not in known.split():
            kept = " ".join([*known.split(), ticket][-TICKETS:])
            rows.append({"match_id": match_id, "seat": seat, "ticket": kept})
    transaction.do("UPDATE seats SET ticket = :ticket WHERE match_id = :match_id AND seat = :seat", *rows)


# The end -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Took:
    """What the answers of a seat took, as far as its bot gave them."""

    decisions: int = 0
    think_us: int = 0
    transport_us: int = 0
    stall_us: int = 0
    held_us: int = 0
    credit_us: int = 0


class FinishedLines:
    """What the lines of a match say that has ended: they are the arena's own, and are not checked once more."""

    def __init__(self, lines: Sequence[bytes], head: str, ended: float) -> None:
        _, *entries, self.result = json.loads(b"[" + b",".join(lines) + b"]")
        self.data: Final = b"".join([line + b"\n" for line in lines])
        self.head: Final = head
        self.ended: Final = ended
        self.took: Final = [Took() for _ in self.result["placements"]]
        self.forfeits = False
        for entry in entries:
            if entry["line"] == "forfeit":
                self.forfeits = True
            elif entry["line"] == "answer" and entry["by"] == "bot":
                self._add(self.took[entry["seat"]], entry)

    def _add(self, took: Took, answer: Mapping[str, Any]) -> None:
        took.decisions += 1
        took.think_us += answer["think_us"]
        took.transport_us += answer["transport_us"]
        took.stall_us += answer["stall_us"]
        took.held_us += answer.get("held_us", 0)
        took.credit_us += answer.get("credit_us", 0)


_FINISHING: Final = (
    "SELECT matches.id, state, fairness, rated, pool_id, block_id, blocks.public AS block,"
    " pools.game, pools.seats, pools.options, pools.rules_version, pools.speed"
    " FROM matches LEFT JOIN pools ON pools.id = pool_id LEFT JOIN blocks ON blocks.id = block_id"
    " WHERE matches.public = :public"
)


def finish(transaction: Transaction, public: str, ended: FinishedLines, losses: Sequence[Loss] = ()) -> None:
    """Let a match be finished: its result, its record, its sums. Once more changes nothing."""
    match = transaction.row(_FINISHING, public=public)
    if match is None:
        raise no_match(public)
    match_id, state, fairness, rated, pool_id, block_id, block, *pool = match
    if state in {"finished", "void"}:
        return
    departures = departures_of(losses)
    pairs = pairs_that_count(len(ended.took), departures, ended.result["turns"])
    _set_match(transaction, match_id, ended, "" if pairs is None else json.dumps(pairs))
    _set_seats(transaction, match_id, ended, losses)
    transaction.do(
        "INSERT INTO records (match_id, size, data) VALUES (:match_id, :size, :data)",
        {"match_id": match_id, "size": len(ended.data), "data": packed(ended.data)},
    )
    forget_journal(transaction, match_id)
    if pool_id is None or block_id is None or not may_count(fairness, rated=rated):
        return
    seats = transaction.rows("SELECT entrant_id FROM seats WHERE match_id = :id ORDER BY seat", id=match_id)
    entrants = tuple(entrant for (entrant,) in seats)
    forfeits = {loss.seat: loss.reason.value for loss in losses}
    counted = Counted(
        pool_id=pool_id,
        pool=Pool(*pool),
        block_id=block_id,
        finished=Finished(
            block=block,
            entrants=tuple(key(entrant) for entrant in entrants),
            placements=tuple(ended.result["placements"]),
            pairs=None if pairs is None else frozenset(pairs),
        ),
        entrants=entrants,
        forfeits=tuple(forfeits.get(seat, "") for seat in range(len(entrants))),
        decisions=tuple(took.decisions for took in ended.took),
        think_us=tuple(took.think_us for took in ended.took),
        held_us=tuple(took.held_us for took in ended.took),
        credit_us=tuple(took.credit_us for took in ended.took),
    )
    recount(transaction, None, counted)


def _set_match(transaction: Transaction, match_id: int, ended: FinishedLines, pairs: str) -> None:
    transaction.do(
        "UPDATE matches SET state = 'finished', reason = :reason, turns = :turns, ledger = :ledger, pairs = :pairs,"
        " head = :head, ended = :ended WHERE id = :id",
        {
            "id": match_id,
            "reason": ended.result["reason"],
            "turns": ended.result["turns"],
            "ledger": json.dumps(ended.result["ledger"], ensure_ascii=False),
            "pairs": pairs,
            "head": ended.head,
            "ended": ended.ended,
        },
    )


def _set_seats(transaction: Transaction, match_id: int, ended: FinishedLines, losses: Sequence[Loss]) -> None:
    lost = {loss.seat: loss for loss in losses}
    result = ended.result
    rows = []
    for seat, took in enumerate(ended.took):
        loss = lost.get(seat)
        rows.append(
            {
                "match_id": match_id,
                "seat": seat,
                "placement": result["placements"][seat],
                "score": result["scores"][seat],
                "forfeit": loss.reason.value if loss is not None else "",
                "forfeit_turn": loss.turn if loss is not None else None,
                "decisions": took.decisions,
                "think_us": took.think_us,
                "transport_us": took.transport_us,
                "stall_us": took.stall_us,
                "held_us": took.held_us,
                "credit_us": took.credit_us,
            }
        )
    transaction.do(
        "UPDATE seats SET placement = :placement, score = :score, forfeit = :forfeit, forfeit_turn = :forfeit_turn,"
        " decisions = :decisions, think_us = :think_us, transport_us = :transport_us, stall_us = :stall_us,"
        " held_us = :held_us, credit_us = :credit_us"
        " WHERE match_id = :match_id AND seat = :seat",
        *rows,
    )


def set_luck(transaction: Transaction, public: str, luck: Sequence[float]) -> None:
    """Store what chance gave to each seat of a match."""
    match = transaction.row("SELECT id FROM matches WHERE public = :public", public=public)
    if match is None:
        raise no_match(public)
    rows = [{"match_id": match[0], "seat": seat, "luck": each} for seat, each in enumerate(luck)]
    transaction.do("UPDATE seats SET luck = :luck WHERE match_id = :match_id AND seat = :seat", *rows)


# After the end -----------------------------------------------------------------------------------------------------


_DISCLOSING: Final = (
    "SELECT matches.id, salt, block_id, disclosed, size, data"
    " FROM matches LEFT JOIN blocks ON blocks.id = block_id LEFT JOIN records ON match_id = matches.id"
    " WHERE matches.public = :public"
)


def disclose(transaction: Transaction, public: str, seed: bytes, salt: bytes) -> None:
    """Add the appendix to a record; the deal is no secret any more. Once more changes nothing."""
    found = transaction.row(_DISCLOSING, public=public)
    if found is None:
        raise no_match(public)
    match_id, known, block_id, is_disclosed, size, data = found
    if known != salt:
        transaction.do("UPDATE matches SET salt = :salt WHERE id = :id", {"id": match_id, "salt": salt})
    if block_id is not None and not is_disclosed:
        opened = {"id": block_id, "seed": seed}
        transaction.do("UPDATE blocks SET seed = :seed, disclosed = TRUE WHERE id = :id", opened)
    appendix = disclosed(b"", seed, salt)
    if data is not None and not unpacked(data).endswith(appendix):
        transaction.do(
            "UPDATE records SET size = :size, data = :data WHERE match_id = :match_id",
            {"match_id": match_id, "size": size + len(appendix), "data": data + packed(appendix)},
        )
