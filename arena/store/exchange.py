"""Export all public data as JSON lines, CSV, or records byte for byte. `intake` imports it.

A match is public if it is finished and its deal is disclosed, or if it is void. The last line has the number of
matches, so that an import notices a truncated file before it stores anything. Ratings computed from an export alone
equal those of the database.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sqlmodel import Session

from arena.errors import ArenaError
from arena.stats.pools import Pool
from arena.stats.standings import Finished
from arena.stats.sums import Sums
from arena.store.db.database import Database
from arena.store.ratings.counting import may_count
from arena.store.repos import match_rows
from arena.store.repos.stored_analyses import analyses_of
from arena.store.sql import identity_queries, match_queries, page_queries, tournament_queries
from arena.store.sql.match_queries import Found
from arena.store.tables import BotRow, SeatRow, TournamentRow, VersionRow
from arena.texts import as_json, cell
from arena.tournament.seeds import public_file, public_seed
from arena.tournament.venue import Stage

FORMAT: Final = 1
AT_ONCE: Final = 500

Line = dict[str, Any]


def public_lines(database: Database, *, analyses: bool = False) -> Iterator[Line]:
    """Yield the lines of the export as dicts, in the order in which they are written.

    They are a header, the public actions of organisers, bots, finished tournaments, matches, and the number of matches.

    With `analyses`, each match is followed by a line for each of its analyses. Earlier releases of the arena do not
    know this kind of line, and skip it in an import.
    """
    yield {"line": "export", "format": FORMAT}
    for row in database.read(identity_queries.public_audit_lines):
        yield {"line": "audit", "time": row.time, "action": row.action, "target": row.target, "reason": row.reason}
    yield from database.read(bot_lines)
    yield from database.read(lambda session: list(all_tournament_lines(session)))
    number = 0
    for found, seats, record in public_matches(database):
        number += 1
        yield match_line(found, seats, record)
        if analyses and found.is_disclosed:
            for values in analyses_of(database, found.match.public):
                yield {"line": "analysis", **values}
    yield {"line": "end", "matches": number}


def bot_lines(session: Session) -> list[Line]:
    """Return a list with one line of the export, a dict, for each bot that is registered here or was imported."""
    found = identity_queries.bots_of_authors(session)
    versions: dict[int, list[VersionRow]] = {}
    for version in identity_queries.versions_of(session, [bot.id for bot, _ in found]):
        versions.setdefault(version.bot_id, []).append(version)
    return [bot_line(bot, author or "", versions.get(bot.id or 0, [])) for bot, author in found]


def bot_line(bot: BotRow, author: str, versions: Iterable[VersionRow]) -> Line:
    """Return a bot as a line of the export: JSON values with its author and versions."""
    return {
        "line": "bot",
        "bot": bot.name,
        "author": author,
        "description": bot.description,
        "state": bot.state,
        "created": bot.created,
        "versions": [
            {
                "version": version.name,
                "created": version.created,
                "admitted": version.admitted,
                "refused": version.refused,
                "withdrawn": version.withdrawn,
            }
            for version in versions
        ],
    }


def all_tournament_lines(session: Session) -> Iterator[Line]:
    """Yield a line of the export, a dict, for each finished tournament with readable regulations."""
    for row in tournament_queries.finished_tournaments(session):
        yield from tournament_lines(session, row)


def tournament_lines(session: Session, row: TournamentRow) -> Iterator[Line]:
    """Yield a finished tournament as one export line. Yield nothing if its regulations cannot be read.

    They may have been written by another release.
    """
    try:
        course = page_queries.course_of(session, row)
        file, seed = public_file(course.tournament), public_seed(course.tournament)
    except ArenaError:
        return
    yield {
        "line": "tournament",
        "tournament": row.public,
        "name": row.name,
        "regulations": file,
        "seed": seed,
        "state": row.state,
        "created": row.created,
        "ended": row.ended,
        "reason": row.reason,
        "entrants": [
            {
                "key": each.key,
                "entrant": each.who.entrant,
                "version": each.who.version,
                "kind": each.who.kind,
                "author": each.author,
            }
            for each in course.entrants
        ],
        "rounds": [round_line(stage) for stage in course.stages],
    }


def round_line(stage: Stage) -> Line:
    """Return a stage of a tournament, with its fixtures, as a dict for the tournament's line in an export."""
    return {
        "round": stage.id,
        "name": stage.name,
        "byes": list(stage.byes),
        "instead_of": stage.instead_of,
        "closed": bool(stage.closed),
        "blocks": [{"number": fixture.number, "entrants": list(fixture.entrants)} for fixture in stage.fixtures],
    }


def public_matches(database: Database) -> Iterator[tuple[Found, list[SeatRow], str]]:
    """Yield each match of the export with its seats and the text of its record, in the order of storage.

    These are the void matches, and the finished ones with a disclosed deal. The text is empty if a match has no record,
    or if it is void and its deal is secret.
    """
    after = 0

    def some(session: Session) -> list[tuple[Found, list[SeatRow], str]]:
        matches = match_queries.public_matches(session, after, AT_ONCE)
        seats = match_queries.seats_by_match(session, [found.match.id for found in matches])
        disclosed = [found.match.id for found in matches if found.is_disclosed]
        records = match_queries.records_by_match(session, disclosed)
        texts = {key: match_rows.record_bytes(row).decode() for key, row in records.items()}
        return [(found, seats[found.match.id], texts.get(found.match.id or 0, "")) for found in matches]

    while lines := database.read(some):
        yield from lines
        after = lines[-1][0].match.id or 0


def match_line(found: Found, seats: list[SeatRow], record: str) -> Line:
    """Return a match as a line of the export: JSON values with its seats and its record."""
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
        "place": match.place,
        "instead_of": block.instead_of if block is not None else None,
        "fault": bool(match.fault),
        "created": match.created,
        "started": match.started,
        "ended": match.ended,
        "record": record,
    }


def written(lines: Iterable[Line]) -> Iterator[bytes]:
    """Yield each line of the export as JSON in bytes, with a newline."""
    for line in lines:
        yield as_json(line, separators=(",", ":")).encode() + b"\n"


def table(lines: Iterable[Line]) -> Iterator[str]:
    """Yield the matches of an export as lines of CSV, one per seat. No cell has a formula that a spreadsheet runs."""
    columns = ("match", "block", "game", "rules_version", "clock", "state", "turns", "reason", "ruling", "ended")
    of_seat = ("entrant", "version", "kind", "placement", "score", "forfeit")
    yield row([*columns, "seat", *of_seat])
    for line in lines:
        if line["line"] == "match":
            for number, seat in enumerate(line["seats"]):
                yield row([*(line[name] for name in columns), number, *(seat[name] for name in of_seat)])


def row(values: Iterable[object]) -> str:
    """Return these cell values as one line of CSV, with a newline at its end."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([harmless(value) for value in values])
    return out.getvalue()


def harmless(value: object) -> object:
    """Return the value of a CSV cell in a form that no spreadsheet runs as a formula; an empty text for None."""
    if isinstance(value, str):
        return cell(value)
    return "" if value is None else value


def is_rated(line: Mapping[str, Any]) -> bool:
    """True if a match's line says that it is rated. Exports of early releases lack this field: all were rated."""
    return bool(line.get("rated", True))


def sums_from(lines: Iterable[Mapping[str, Any]]) -> Sums:
    """Return the sums from which ratings are fitted, computed from the matches in the lines of an export.

    A sum says how often two entrants were compared at two seats, and with which points. An entrant's name is
    `bot@version`.
    """
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
