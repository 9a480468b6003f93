"""Store the beginning, the end and the disclosure of a match, in one transaction each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arena.errors import UsageError
from arena.record import disclosed
from arena.server.matches.results import Loss, MatchSummary
from arena.stats.pools import Pool
from arena.stats.standings import Finished
from arena.store.db.transaction import Transaction
from arena.store.ratings.counting import Counted, key, may_count, recount
from arena.store.repos.match_rows import departures_of, packed, pairs_that_count, speed, unpacked
from arena.store.sql import running_queries
from arena.store.sql.inserts import insert_missing
from arena.store.sql.match_queries import forget_journal
from arena.store.sql.running_queries import MatchRecord, MatchToFinish, SeatTickets
from arena.store.tables import JournalLineRow

TICKETS: Final = 16  # tickets of a seat that stay valid: a match gets new ones after every crash of the arena


def no_match(public: str) -> UsageError:
    """Return the error for a name that belongs to no match."""
    return UsageError(f"no match is called {ascii(public)[:60]}")


# The beginning -----------------------------------------------------------------------------------------------------


def begin(transaction: Transaction, entry: MatchSummary, tickets: Sequence[str], line: bytes) -> int | None:
    """Mark a planned match as running, with its tickets and its first journal line. Return its primary key.

    If the match was not planned, or if its pool is not stored because no match of the pool has begun before, change
    nothing and return None.
    """
    header = json.loads(line)
    pool = Pool.of(entry.game, len(entry.seats), header["options"], entry.rules_version, speed(entry.clock))
    found = running_queries.planned_in_pool(transaction, entry.match, pool)
    if found is None:
        return None
    values = {
        "id": found.match_id,
        "state": entry.state,
        "started": entry.started,
        "pool_id": found.pool_id,
        "settings": json.dumps(header["options"], ensure_ascii=False),
        "commitment": header.get("commitment") or "",
    }
    running_queries.set_running(transaction, values)
    add_tickets(transaction, found.match_id, tickets)
    insert_missing(transaction, JournalLineRow, {"match_id": found.match_id, "number": 0, "line": line})
    return found.match_id


def add_tickets(transaction: Transaction, match_id: int, tickets: Sequence[str]) -> None:
    """Store new tickets for the seats of a match, beside the earlier ones. A second call changes nothing."""
    found = running_queries.tickets_of_seats(transaction, match_id)
    new = [
        SeatTickets(seat, " ".join([*known.split(), ticket][-TICKETS:]))
        for (seat, known), ticket in zip(found, tickets, strict=False)
        if ticket not in known.split()
    ]
    running_queries.set_tickets(transaction, match_id, *new)


# The end -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Took:
    """The number of decisions of one seat's bot, and the sums of their times in microseconds."""

    decisions: int = 0
    think_us: int = 0
    transport_us: int = 0
    stall_us: int = 0
    held_us: int = 0
    credit_us: int = 0


class FinishedLines:
    """The values in the journal lines of an ended match. The arena wrote the lines, so they are not checked."""

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


def finish(transaction: Transaction, public: str, ended: FinishedLines, losses: Sequence[Loss] = ()) -> None:
    """Finish a match: store its result and record, and count it for ratings. A second call changes nothing."""
    match = running_queries.match_to_finish(transaction, public)
    if match is None:
        raise no_match(public)
    if match.state in {"finished", "void"}:
        return
    departures = departures_of(losses)
    pairs = pairs_that_count(len(ended.took), departures, ended.result["turns"])
    _set_match(transaction, match, ended, "" if pairs is None else json.dumps(pairs))
    _set_seats(transaction, match.match_id, ended, losses)
    running_queries.insert_record(transaction, match.match_id, len(ended.data), packed(ended.data))
    forget_journal(transaction, match.match_id)
    if match.pool_id is None or match.block_id is None or not may_count(match.fairness, rated=match.rated):
        return
    entrants = running_queries.entrants_of(transaction, match.match_id)
    forfeits = {loss.seat: loss.reason.value for loss in losses}
    assert match.block is not None
    counted = Counted(
        pool_id=match.pool_id,
        pool=match.pool,
        block_id=match.block_id,
        finished=Finished(
            block=match.block,
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


def _set_match(transaction: Transaction, match: MatchToFinish, ended: FinishedLines, pairs: str) -> None:
    values = {
        "id": match.match_id,
        "reason": ended.result["reason"],
        "turns": ended.result["turns"],
        "ledger": json.dumps(ended.result["ledger"], ensure_ascii=False),
        "pairs": pairs,
        "head": ended.head,
        "ended": ended.ended,
    }
    running_queries.set_finished(transaction, values)


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
    running_queries.set_seats_finished(transaction, *rows)


# After the end -----------------------------------------------------------------------------------------------------


def disclose(transaction: Transaction, seed: bytes, salts: Mapping[str, bytes]) -> None:
    """Disclose a deal: append its seed to the records of its matches, with the salt of each match.

    `salts` has the salt of each match by its name. A second call changes nothing.
    """
    matches = running_queries.matches_to_disclose(transaction, list(salts))
    for missing in salts.keys() - {each.public for each in matches}:
        raise no_match(missing)
    salted = {each.match_id: salts[each.public] for each in matches if each.salt != salts[each.public]}
    running_queries.set_salts(transaction, salted)
    blocks = {each.block_id for each in matches if each.block_id is not None and not each.is_disclosed}
    running_queries.disclose_blocks(transaction, sorted(blocks), seed)
    records = []
    for each in matches:
        appendix = disclosed(b"", seed, salts[each.public])
        if each.data is not None and not unpacked(each.data).endswith(appendix):
            assert each.size is not None
            records.append(MatchRecord(each.match_id, each.size + len(appendix), each.data + packed(appendix)))
    running_queries.set_records(transaction, records)
