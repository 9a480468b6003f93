"""Everything public as files: JSON lines for machines, CSV for tables, records byte for byte; and back again.

A match is public when it is over and its deal is disclosed. The last line says how many there are, so that a file that
was cut is noticed before anything of it is kept. Ratings computed from an export alone are those of the database.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session

from arena.errors import UsageError, VerificationError
from arena.record import ForfeitReason, Seated, read_record
from arena.server.matches.results import Loss, MatchSummary
from arena.stats.pools import Pool
from arena.stats.standings import Finished
from arena.stats.sums import Sums
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.ratings.counting import counted, may_count, recount
from arena.store.repos import match_rows
from arena.store.sql import identity_queries, match_queries
from arena.store.sql.match_queries import Found
from arena.store.tables import BlockRow, MatchRow, SeatRow
from arena.texts import as_json, cell

FORMAT: Final = 1
AT_ONCE: Final = 500

Line = dict[str, Any]


def public_lines(database: Database) -> Iterator[Line]:
    """The export, line by line: a header, the audit, the matches in the order of their making, and how many."""
    yield {"line": "export", "format": FORMAT}
    for row in database.read(identity_queries.public_audit_lines):
        yield {"line": "audit", "time": row.time, "action": row.action, "target": row.target, "reason": row.reason}
    number = 0
    for found, seats, record in public_matches(database):
        number += 1
        yield match_line(found, seats, record)
    yield {"line": "end", "matches": number}


def public_matches(database: Database) -> Iterator[tuple[Found, list[SeatRow], str]]:
    """The matches that are public, with their seats and records; a void one has none as long as its deal is secret."""
    after = 0

    def some(session: Session) -> list[tuple[Found, list[SeatRow], str]]:
        lines = []
        for found in match_queries.public_matches(session, after, AT_ONCE):
            record = match_queries.record_of(session, found.match) if found.is_disclosed else None
            text = match_rows.record_bytes(record).decode() if record is not None else ""
            lines.append((found, list(match_queries.seats_of(session, found.match)), text))
        return lines

    while lines := database.read(some):
        yield from lines
        after = lines[-1][0].match.id or 0


def match_line(found: Found, seats: list[SeatRow], record: str) -> Line:
    """A match as a line."""
    match, block = found.match, found.block
    return {
        "line": "match",
        "match": match.public,
        "block": block.public if block is not None else "",
        "game": match.game,
        "rules_version": match.rules_version,
        "options": json.loads(match.settings),
        "clock": match.clock,
        "speed": match_rows.speed(match.clock),
        "fairness": match.fairness,
        "state": match.state,
        "seats": [
            {
                "entrant": seat.name,
                "version": seat.version,
                "kind": seat.kind,
                "placement": seat.placement,
                "score": seat.score,
                "forfeit": seat.forfeit,
                "forfeit_turn": seat.forfeit_turn,
            }
            for seat in seats
        ],
        "pairs": json.loads(match.pairs) if match.pairs else None,
        "turns": match.turns,
        "reason": match.reason,
        "head": match.head,
        "ruling": match.ruling,
        "adjudicated": match.adjudicated,
        "rated": match.rated,
        "created": match.created,
        "started": match.started,
        "ended": match.ended,
        "record": record,
    }


def written(lines: Iterable[Line]) -> Iterator[bytes]:
    """The lines as bytes."""
    for line in lines:
        yield as_json(line, separators=(",", ":")).encode() + b"\n"


def table(lines: Iterable[Line]) -> Iterator[str]:
    """The same matches as CSV, a row per seat, with nothing in it that a spreadsheet would carry out."""
    columns = ("match", "block", "game", "rules_version", "clock", "state", "turns", "reason", "ruling", "ended")
    of_seat = ("entrant", "version", "kind", "placement", "score", "forfeit")
    yield row([*columns, "seat", *of_seat])
    for line in lines:
        if line["line"] == "match":
            for number, seat in enumerate(line["seats"]):
                yield row([*(line[name] for name in columns), number, *(seat[name] for name in of_seat)])


def row(values: Iterable[object]) -> str:
    """A row of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([harmless(value) for value in values])
    return out.getvalue()


def harmless(value: object) -> object:
    """A value that a spreadsheet shows as it is."""
    if isinstance(value, str):
        return cell(value)
    return "" if value is None else value


# And back ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    added: int
    known: int


def read_lines(data: Iterable[bytes]) -> Iterator[Line]:
    """The lines of an export, each checked by itself; UsageError names the line that is wrong or missing."""
    count, ended, number = 0, False, 0
    for number, text in enumerate(data, 1):
        if ended:
            raise UsageError(f"line {number}: expected nothing after the last line")
        line = parsed(text, number)
        if number == 1 and (line.get("line"), line.get("format")) != ("export", FORMAT):
            raise UsageError(f"line 1: expected the header of an export of format {FORMAT}")
        count += line.get("line") == "match"
        ended = line.get("line") == "end"
        if ended and line.get("matches") != count:
            raise UsageError(f"line {number}: {line.get('matches')} matches are said to be there, {count} are")
        yield line
    if not ended:
        raise UsageError(
            f"the file was cut after line {number}: expected a last line that says how many matches there are"
        )


def parsed(text: bytes, number: int) -> Line:
    """A line's values."""
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict) or not text.endswith(b"\n"):
        raise UsageError(f"line {number}: expected a whole JSON object and a newline; the file was cut or changed")
    return line


def take_in(database: Database, data: Iterable[bytes]) -> Imported:
    """Keep the matches of an export, all of them or none; those that are known already stay as they are."""

    def work(session: Session) -> Imported:
        added = known = 0
        for number, line in enumerate(read_lines(data), 1):
            if line["line"] != "match":
                continue
            try:
                fresh = match_queries.match_called(session, line["match"]) is None
                if fresh:
                    take_match(session, line)
            except VerificationError as error:
                raise UsageError(f"line {number}: its record is damaged: {error}") from error
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise UsageError(f"line {number}: it is no match of an export: {error!r}") from error
            added, known = added + fresh, known + (not fresh)
        return Imported(added, known)

    return database.write(work)


def is_rated(line: Mapping[str, Any]) -> bool:
    """What a match's line says of it; exports of earlier releases say nothing, when all matches were."""
    return bool(line.get("rated", True))


def take_match(session: Session, line: Line) -> None:
    """Keep one match, its record, and what it adds to what is counted."""
    if (line["record"] or line["state"] == "finished") and not line["block"]:
        raise ValueError("it has begun, and stands in no block")
    entry = entry_of(line)
    match = match_rows.match_row(session, entry)
    match_rows.set_pool(session, match, len(entry.seats), entry.options)
    if line["block"]:
        match.block_id = block_key(session, line["block"])
    seats = match_queries.seats_of(session, match)
    if line["record"]:
        take_record(session, match, seats, line)
    match_rows.set_losses(match, seats, entry.losses)
    for row_, seat in zip(seats, line["seats"], strict=True):
        row_.placement, row_.score = seat["placement"], seat["score"]
    match.pairs = json.dumps(line["pairs"]) if line["pairs"] is not None else ""
    match.state, match.ruling, match.adjudicated = line["state"], line["ruling"], line["adjudicated"]
    match.turns, match.reason, match.head = line["turns"], line["reason"], line["head"]
    match.started, match.ended = line["started"], line["ended"]
    session.flush()
    found = match_queries.whole_match(session, line["match"])
    assert found is not None
    recount(Transaction.of(session), None, counted(found, seats))


def entry_of(line: Line) -> MatchSummary:
    """A match as the server knows it."""
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
        rated=is_rated(line),
        state=line["state"],
        losses=tuple(
            Loss(number, ForfeitReason(seat["forfeit"]), seat["forfeit_turn"] or 0)
            for number, seat in enumerate(seats)
            if seat["forfeit"]
        ),
        started=line["started"],
        ended=line["ended"],
    )


def block_key(session: Session, public: str) -> int | None:
    """The key of a block, made with the first of its matches; whatever is in an export is no secret."""
    block = match_queries.block_called(session, public)
    if block is None:
        block = BlockRow(public=public, number=0, disclosed=True)
        session.add(block)
        session.flush()
    return block.id


def take_record(session: Session, match: MatchRow, seats: Sequence[SeatRow], line: Line) -> None:
    """Keep the record of a match, and what it says; VerificationError if it is not the one that the head is of."""
    data = line["record"].encode()
    record = read_record(data)
    if record.result is None or record.head != line["head"]:
        raise VerificationError(f"its head is {record.head}, expected {line['head']}")
    assert match.id is not None
    match_rows.set_course(seats, record)
    match_rows.set_result(match, seats, record.result, line["head"])
    session.add(match_rows.record_row(match.id, data))


def sums_from(lines: Iterable[Mapping[str, Any]]) -> Sums:
    """The sums of the ratings, from an export alone; entrants are called `bot@version`."""
    sums = Sums()
    for line in lines:
        if line["line"] != "match" or line["state"] != "finished":
            continue
        if may_count(line["fairness"], rated=is_rated(line)):
            pool = Pool.of(line["game"], len(line["seats"]), line["options"], line["rules_version"], line["speed"])
            names = tuple(f"{seat['entrant']}@{seat['version']}" for seat in line["seats"])
            places = tuple(seat["placement"] for seat in line["seats"])
            pairs = frozenset((low, high) for low, high in line["pairs"]) if line["pairs"] is not None else None
            sums.add(pool, Finished(line["block"], names, places, pairs))
    return sums
