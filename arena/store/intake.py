"""Import an export: check every line and replay every record, then store all of it in one transaction, or nothing.

Two kinds of results are stored but not rated, because they cannot be replayed: results without a record, and results
that an organiser adjudicated.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlmodel import Session

from arena.errors import ArenaError, UsageError
from arena.record import ForfeitReason, Record, Seated, read_record
from arena.server.access.accounts import TEXT_LIMIT
from arena.server.matches.results import Loss, MatchSummary
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.exchange import FORMAT, Line, is_rated
from arena.store.line_checks import LONGEST, checked
from arena.store.line_replays import objections
from arena.store.ratings.counting import counted, recount
from arena.store.repos import account_values, match_rows, stored_tournaments
from arena.store.repos.stored_analyses import store_values
from arena.store.sql import analysis_queries, identity_queries, match_queries, page_queries, tournament_queries
from arena.store.tables import (
    BlockRow,
    BotRow,
    EntryRow,
    PairingRow,
    RoundRow,
    StageRow,
    TournamentRow,
    VersionRow,
)
from arena.tournament.status import Status, export

Told = Callable[[int], None]  # called with the number of lines that are done


@dataclass(frozen=True, slots=True)
class Imported:
    """How many matches an import has `added`, and how many it has skipped because they were `known` before.

    `tournaments`, `bots` and `analyses` are the numbers of new ones that it has added.
    """

    added: int
    known: int
    tournaments: int = 0
    bots: int = 0
    analyses: int = 0


@dataclass
class Lines:
    """The lines of an export file. Each loop over this object reads the file again from its beginning."""

    file: Path

    def __iter__(self) -> Iterator[bytes]:
        """Yield the lines. Raise UsageError if the file cannot be read.

        A line of more than `LONGEST` bytes is yielded in parts, which are no valid lines of an export.
        """
        try:
            with self.file.open("rb") as file:
                while line := file.readline(LONGEST + 1):
                    yield line
        except OSError as error:
            raise UsageError(f"{self.file} cannot be read: {error.strerror}") from error


def read_lines(data: Iterable[bytes]) -> Iterator[Line]:
    """Check each line of an export, and yield it as a dict. Raise UsageError with the number of an invalid line.

    Raise UsageError, too, if the last line is missing or has a wrong number of matches.
    """
    count, ended, number = 0, False, 0
    for number, text in enumerate(data, 1):
        if ended:
            raise UsageError(f"line {number}: expected nothing after the last line")
        line = read_line(text, number)
        if number == 1 and (line.get("line"), line.get("format")) != ("export", FORMAT):
            raise UsageError(f"line 1: expected the header of an export of format {FORMAT}")
        count += line["line"] == "match"
        ended = line["line"] == "end"
        if ended and line.get("matches") != count:
            said = ascii(line.get("matches"))[:40]
            raise UsageError(f"line {number}: expected {count} as the number of matches, found {said}")
        yield line
    if not ended:
        raise UsageError(
            f"the file was cut after line {number}: expected a last line that says how many matches there are"
        )


def read_line(text: bytes, number: int) -> Line:
    """Return an export's line as its JSON object. If the line is invalid, raise UsageError with its number."""
    try:
        return checked(text)
    except UsageError as error:
        raise UsageError(f"line {number}: {error}") from None


def take_in(database: Database, data: Iterable[bytes], told: Told = lambda _: None) -> Imported:
    """Store an export, all of it or nothing. Rows that are already stored do not change.

    `data` is read twice: first to check every line and replay every record, then to store all lines in one transaction.
    """
    seen = check(database, data, told)
    return database.write(lambda session: Intake(session).take(read_lines(same(data, seen))))


def check(database: Database, data: Iterable[bytes], told: Told) -> bytes:
    """Check all lines of an export and replay the records of unknown matches. Return a digest of the lines.

    Raise UsageError with the number of an invalid line.
    """
    digest = hashlib.sha256()

    def unknown() -> Iterator[tuple[int, Line]]:
        for number, line in enumerate(read_lines(hashing(data, digest)), 1):
            told(number)
            if line["line"] == "match" and line["record"] and not is_known(database, line["match"]):
                yield number, line

    for number, wrong in objections(unknown()):
        if wrong:
            raise UsageError(f"line {number}: {wrong}")
    return digest.digest()


def hashing(data: Iterable[bytes], digest: Any) -> Iterator[bytes]:
    """Yield the lines of a file unchanged, and update `digest`, a hash object, with each one."""
    for line in data:
        digest.update(line)
        yield line


def same(data: Iterable[bytes], seen: bytes) -> Iterator[bytes]:
    """Yield the lines of a file unchanged. Raise UsageError at the end if their SHA-256 digest differs from `seen`."""
    digest = hashlib.sha256()
    yield from hashing(data, digest)
    if digest.digest() != seen:
        raise UsageError("the file was changed while it was read: expected the same lines twice")


def is_known(database: Database, match: str) -> bool:
    """True if a match with this name is in the database."""
    return database.read(lambda session: match_queries.match_called(session, match)) is not None


class Intake:
    """Stores the checked lines of one export in one transaction."""

    def __init__(self, session: Session) -> None:
        self.session: Final = session
        self.rounds: Final[dict[str, RoundRow]] = {}  # of tournaments that came with this export
        self.tournaments: Final[list[tuple[int, TournamentRow]]] = []  # with their lines' numbers
        self.added = 0
        self.known = 0
        self.bots = 0
        self.analyses = 0

    def take(self, lines: Iterable[Line]) -> Imported:
        """Store all lines of an export. Return an Imported with the numbers of new items and of known matches."""
        takes: Mapping[str, Callable[[Line], bool]] = {
            "analysis": self.take_analysis,
            "bot": self.take_bot,
            "match": self.take_match,
        }
        for number, line in enumerate(lines, 1):
            try:
                if line["line"] == "tournament" and (row := self.take_tournament(line)) is not None:
                    self.tournaments.append((number, row))
                elif line["line"] in takes:
                    takes[line["line"]](line)
            except ArenaError as error:
                raise UsageError(f"line {number}: {error}") from error
        self.session.flush()
        for number, row in self.tournaments:
            self.check_shown(number, row)
        return Imported(self.added, self.known, len(self.tournaments), self.bots, self.analyses)

    # Bots ----------------------------------------------------------------------------------------------------------

    def take_bot(self, line: Line) -> bool:
        """Store a bot with its author. Return False if a bot of this name is already stored.

        The bot can play in this arena only after it is registered here.
        """
        if identity_queries.bot_named(self.session, line["bot"]) is not None:
            return False
        author = line["author"][:TEXT_LIMIT]
        bot = BotRow(
            name=line["bot"],
            folded=line["bot"].casefold(),
            author_id=account_values.author_id(self.session, author, line["created"]),
            description=line["description"],
            state=line["state"],
            registered=False,
            created=line["created"],
        )
        self.session.add(bot)
        self.session.flush()
        for version in reversed(line["versions"]):
            self.take_version(bot, version)
        self.bots += 1
        return True

    def take_version(self, bot: BotRow, version: Line) -> None:
        """Store a version of a bot, unless it is stored already."""
        assert bot.id is not None
        if identity_queries.version_named(self.session, bot, version["version"]) is None:
            row = VersionRow(
                bot_id=bot.id,
                name=version["version"],
                created=version["created"],
                attended=version["created"],
                departed=version["created"],
                admitted=version["admitted"],
                refused=version["refused"],
                withdrawn=version["withdrawn"],
            )
            self.session.add(row)
            self.session.flush()

    # Tournaments ---------------------------------------------------------------------------------------------------

    def take_tournament(self, line: Line) -> TournamentRow | None:
        """Store a tournament with its stages. Return its table row; None if it is stored already."""
        if tournament_queries.tournament_with_id(self.session, line["tournament"]) is not None:
            return None
        if tournament_queries.tournament_named(self.session, line["name"]) is not None:
            raise UsageError(f"name: another tournament is called {ascii(line['name'])[:60]} here")
        row = TournamentRow(
            public=line["tournament"],
            name=line["name"],
            terms=line["regulations"],
            state=line["state"],
            created=line["created"],
            ended=line["ended"],
            reason=line["reason"],
            seed=line["seed"],
        )
        self.session.add(row)
        self.session.flush()
        key = stored_tournaments.key_of(row)
        for place, entry in enumerate(line["entrants"]):
            seated = Seated(entry["entrant"], entry["version"], entry["kind"])
            entrant = match_rows.entrant_id(Transaction.of(self.session), seated, line["created"])
            self.session.add(
                EntryRow(tournament_id=key, place=place, key=entry["key"], entrant_id=entrant, author=entry["author"])
            )
        for number, a_round in enumerate(line["rounds"]):
            self.take_round(key, number, a_round, line["created"])
        return row

    def take_round(self, key: int, number: int, a_round: Line, created: float) -> None:
        """Store a stage of an imported tournament and the round with the same public id.

        Store the entrants of each of its blocks, too. The round's secret is stored as empty, because no further deal is
        made from it. Raise UsageError if the arena already has this round.
        """
        public = a_round["round"]
        if match_queries.round_named(self.session, public) is not None:
            raise UsageError(f"rounds: the round {public} is known here, and its tournament is not")
        self.rounds[public] = RoundRow(public=public, tournament_id=key, secret=b"", closed=True, created=created)
        self.session.add(self.rounds[public])
        self.session.add(
            StageRow(
                tournament_id=key,
                number=number,
                public=public,
                name=a_round["name"],
                byes=json.dumps(a_round["byes"]),
                instead_of=a_round["instead_of"],
                closed=a_round["closed"],
            )
        )
        for block in a_round["blocks"]:
            names = json.dumps(block["entrants"])
            self.session.add(PairingRow(tournament_id=key, number=block["number"], stage=number, entrants=names))
        self.session.flush()

    def check_shown(self, number: int, row: TournamentRow) -> None:
        """Raise UsageError if an imported tournament cannot be shown on a page: its matches contradict its rounds.

        `number` is the number of the tournament's line in the export, for the message.
        """
        try:
            export(Status(page_queries.course_of(self.session, row)), private=False)
        except Exception as error:
            words = f"its rounds and matches do not fit each other ({type(error).__name__})"
            raise UsageError(f"line {number}: {words}") from error

    # Matches -------------------------------------------------------------------------------------------------------

    def take_match(self, line: Line) -> bool:
        """Store a match and its record, and count its result for ratings. Return False if it was stored before."""
        if match_queries.match_called(self.session, line["match"]) is not None:
            self.known += 1
            return False
        session, entry = self.session, entry_of(line)
        match = match_rows.match_row(session, entry)
        match_rows.set_pool(session, match, len(entry.seats), entry.options)
        record = read_record(line["record"].encode()) if line["record"] else None
        if line["block"]:
            match.block_id = self.block_key(line, record)
        seats = match_queries.seats_of(session, match)
        match.ledger = "{}"
        if record is not None and record.result is not None:
            assert match.id is not None
            match.commitment = record.header.commitment or ""
            match_rows.set_course(seats, record)
            match_rows.set_result(match, seats, record.result, line["head"])
            session.add(match_rows.record_row(match.id, line["record"].encode()))
        match_rows.set_losses(match, seats, entry.losses)
        for row, seat in zip(seats, line["seats"], strict=True):
            row.placement, row.score = seat["placement"], seat["score"]
        match.pairs = json.dumps(line["pairs"]) if line["pairs"] is not None else ""
        match.state, match.ruling, match.adjudicated = line["state"], line["ruling"], line["adjudicated"]
        match.turns, match.reason, match.head = line["turns"], line["reason"], line["head"]
        match.started, match.ended, match.fault = line["started"], line["ended"], line.get("fault", False)
        session.flush()
        found = match_queries.whole_match(session, line["match"])
        assert found is not None
        recount(Transaction.of(session), None, counted(found, seats))
        self.added += 1
        return True

    def take_analysis(self, line: Line) -> bool:
        """Store an analysis of a stored match. Return False if the match already has an analysis by the same search."""
        match = match_queries.match_called(self.session, line["match"])
        if match is None:
            raise UsageError(f"match: expected an analysis of a match before it, found {line['match']}")
        assert match.id is not None
        names = [seat.name for seat in match_queries.seats_of(self.session, match)]
        if [match.game, *names] != [line["game"], *line["seats"]]:
            raise UsageError(f"seats: expected those of the match, {', '.join(names)} in {match.game}")
        known = analysis_queries.analyses_of(self.session, match.public)
        if line["by"] in {each.search for each in known}:
            return False
        values = {name: value for name, value in line.items() if name != "line"}
        store_values(self.session, match.id, values, time.time())
        self.analyses += 1
        return True

    def imported_round(self, public: str) -> RoundRow | None:
        """Return the round with this id if it was imported (then it has no secret); None if there is no such round."""
        found = match_queries.round_named(self.session, public)
        return found if found is not None and not found.secret else None

    def block_key(self, line: Line, record: Record | None) -> int | None:
        """Return the primary key of a match's block. An unknown block is stored first."""
        public = line["block"]
        block = match_queries.block_called(self.session, public)
        a_round, _, number = public.rpartition("/")
        own = self.rounds.get(a_round) or self.imported_round(a_round)
        round_id = own.id if own is not None else None
        if block is not None and block.round_id != round_id:
            raise UsageError(f"block: {public} is one of this arena's own, and the match is unknown here")
        if block is None:
            appendix = record.appendix if record is not None else None
            block = BlockRow(
                public=public,
                round_id=round_id,
                number=int(number) if own is not None else 0,
                instead_of=line.get("instead_of"),
                seed=appendix.seed if appendix is not None else None,
                disclosed=True,
            )
            self.session.add(block)
            self.session.flush()
        return block.id


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
