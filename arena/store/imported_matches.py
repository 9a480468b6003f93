"""Store the matches of an import, many at once: their rows, seats, blocks, records, and counts for ratings."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session

from arena.errors import UsageError
from arena.record import Answer, ForfeitReason, Record, Seated, read_record
from arena.server.matches.results import Loss, MatchSummary
from arena.stats.pools import Pool
from arena.stats.standings import Finished
from arena.store.db.transaction import Transaction, Values
from arena.store.exchange import Line, is_rated
from arena.store.ratings.counting import Counted, count_all, key, may_count
from arena.store.repos import match_rows
from arena.store.sql import match_queries, worked_queries
from arena.store.sql.inserts import insert_all
from arena.store.tables import BlockRow, RoundRow

TIMES: Final = ("think_us", "transport_us", "stall_us", "held_us", "credit_us")
Rounds = Callable[[str], RoundRow | None]  # returns the imported round with this id, if there is one


@dataclass(frozen=True)
class ImportedMatch:
    """A match of an export that is not stored yet, with the number of its line."""

    number: int
    line: Line
    record: Record | None

    @classmethod
    def of(cls, number: int, line: Line) -> "ImportedMatch":
        """Return the match in a line of an export."""
        return cls(number, line, read_record(line["record"].encode()) if line["record"] else None)

    @property
    def pool(self) -> Pool:
        """The pool to which the match belongs."""
        line = self.line
        speed = match_rows.speed(line["clock"])
        return Pool.of(line["game"], len(line["seats"]), line["options"], line["rules_version"], speed)

    def columns(self, pool_id: int, block_id: int | None) -> Values:
        """Return the values of the match's row that a planned match does not have."""
        line, record = self.line, self.record
        ledger = record.result.ledger if record is not None and record.result is not None else {}
        return {
            "pool_id": pool_id,
            "block_id": block_id,
            "commitment": (record.header.commitment or "") if record is not None else "",
            "ledger": json.dumps(ledger, ensure_ascii=False),
            "pairs": json.dumps(line["pairs"]) if line["pairs"] is not None else "",
            "fault": line.get("fault", False),
            **{name: line[name] for name in ("state", "ruling", "adjudicated", "turns", "reason", "head")},
            **{name: line[name] for name in ("started", "ended")},
        }

    def seats(self, match_id: int) -> list[dict[str, Any]]:
        """Return the result of each seat, with the number and the times of its own decisions."""
        given = [each for each in self.record.entries if isinstance(each, Answer)] if self.record is not None else []
        found = []
        for number, seat in enumerate(self.line["seats"]):
            own = [answer for answer in given if answer.seat == number and answer.by == "bot"]
            found.append(
                {
                    "match_id": match_id,
                    "seat": number,
                    "placement": seat["placement"],
                    "score": seat["score"],
                    "forfeit": seat["forfeit"],
                    "forfeit_turn": (seat["forfeit_turn"] or 0) if seat["forfeit"] else None,
                    "decisions": len(own),
                    **{name: sum(getattr(answer, name) for answer in own) for name in TIMES},
                }
            )
        return found

    def counted(self, pool_id: int, block_id: int | None, entrants: tuple[int, ...]) -> Counted | None:
        """Return what the match adds to the counts for ratings; None if it does not count."""
        line = self.line
        rated = entry_of(line).rated
        if line["state"] != "finished" or block_id is None or not may_count(line["fairness"], rated=rated):
            return None
        seats = self.seats(0)
        pairs = None if line["pairs"] is None else frozenset((low, high) for low, high in line["pairs"])
        places = tuple(seat["placement"] for seat in line["seats"])
        finished = Finished(line["block"], tuple(map(key, entrants)), places, pairs)
        forfeits = tuple(seat["forfeit"] for seat in line["seats"])
        sums = {name: tuple(seat[name] for seat in seats) for name in ("decisions", "think_us", "held_us", "credit_us")}
        return Counted(pool_id, self.pool, block_id, finished, entrants, forfeits, **sums)


def store_matches(session: Session, matches: Mapping[str, ImportedMatch], round_of: Rounds) -> None:
    """Store new matches with all that belongs to them, and count their results for ratings.

    Raise UsageError, with the number of the line, if a match is in a block of this arena's own.
    """
    transaction = Transaction.of(session)
    blocks = keys_of_blocks(session, transaction, list(matches.values()), round_of)
    pools: dict[Pool, int] = {}
    rows: dict[str, tuple[int, int | None]] = {}
    for name, each in matches.items():
        if each.pool not in pools:
            pools[each.pool] = match_rows.key_of_pool(session, each.pool)
        rows[name] = pools[each.pool], blocks.get(each.line["block"])
    match_rows.new_matches(
        transaction, {name: (entry_of(each.line), each.columns(*rows[name])) for name, each in matches.items()}
    )
    keys = match_queries.keys_of_matches(transaction, list(matches))
    worked_queries.set_seats_finished(
        transaction, [seat for name, each in matches.items() for seat in each.seats(keys[name])]
    )
    records = [(keys[name], each.line["record"].encode()) for name, each in matches.items() if each.line["record"]]
    worked_queries.insert_records(
        transaction, [{"match_id": at, "size": len(data), "data": match_rows.packed(data)} for at, data in records]
    )
    entrants = match_queries.seats_to_finish(transaction, list(keys.values()))
    results = [each.counted(*rows[name], entrants[keys[name]]) for name, each in matches.items()]
    count_all(transaction, [each for each in results if each is not None])


def keys_of_blocks(
    session: Session, transaction: Transaction, matches: Sequence[ImportedMatch], round_of: Rounds
) -> dict[str, int]:
    """Return a dict from the id of each block of these matches to its primary key. Store unknown blocks first."""
    wanted = sorted({each.line["block"] for each in matches if each.line["block"]})
    stored = {block.public: block for block in match_queries.blocks_called(session, wanted)}
    fresh: dict[str, Values] = {}
    for each in matches:
        public = each.line["block"]
        a_round, _, number = public.rpartition("/")
        own = round_of(a_round) if public else None
        round_id = own.id if own is not None else None
        if public in stored and stored[public].round_id != round_id:
            words = f"{public} is one of this arena's own, and the match is unknown here"
            raise UsageError(f"line {each.number}: block: {words}")
        if public and public not in stored and public not in fresh:
            appendix = each.record.appendix if each.record is not None else None
            fresh[public] = {
                "public": public,
                "round_id": round_id,
                "number": int(number) if own is not None else 0,
                "instead_of": each.line.get("instead_of"),
                "seed": appendix.seed if appendix is not None else None,
                "disclosed": True,
            }
    insert_all(transaction, BlockRow, *fresh.values())
    return match_queries.keys_of_blocks(transaction, wanted)


def is_proven(line: Line) -> bool:
    """True if a match has a record and was not adjudicated, so that a replay proves its result."""
    return bool(line["record"]) and not line["adjudicated"]


def entry_of(line: Line) -> MatchSummary:
    """Return the match in a line of the export as a MatchSummary."""
    seats = line["seats"]
    return MatchSummary(
        match=line["match"],
        game=line["game"],
        rules_version=line["rules_version"],
        options=line["options"],
        seats=tuple(Seated(seat["entrant"], seat["version"], seat["kind"]) for seat in seats),
        clock=line["clock"],
        fairness=line["fairness"],
        created=line["created"],
        rated=is_rated(line) and (line["state"] != "finished" or is_proven(line)),
        place=line.get("place", 0),
        state=line["state"],
        losses=tuple(
            Loss(number, ForfeitReason(seat["forfeit"]), seat["forfeit_turn"] or 0)
            for number, seat in enumerate(seats)
            if seat["forfeit"]
        ),
        started=line["started"],
        ended=line["ended"],
    )
