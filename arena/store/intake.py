"""Import an export: check every line and replay every record, then store all of it in one transaction, or nothing.

Two kinds of results are stored but not rated, because they cannot be replayed: results without a record, and results
that an organiser adjudicated.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlmodel import Session

from arena.errors import ArenaError, UsageError
from arena.record import Seated
from arena.server.access.accounts import TEXT_LIMIT
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.exchange import FORMAT, Line
from arena.store.imported_matches import ImportedMatch, store_matches
from arena.store.line_checks import LONGEST, checked
from arena.store.line_replays import objections
from arena.store.repos import account_values, match_rows, stored_tournaments
from arena.store.repos.stored_analyses import store_values
from arena.store.sql import analysis_queries, identity_queries, match_queries, page_queries, tournament_queries
from arena.store.tables import (
    BotRow,
    EntryRow,
    PairingRow,
    RoundRow,
    StageRow,
    TournamentRow,
    VersionRow,
)
from arena.tournament.status import Status, export

AT_ONCE: Final = 500  # matches and analyses that are stored together

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


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Raise an error of the `with` block as a UsageError with the number of a line."""
    try:
        yield
    except ArenaError as error:
        raise UsageError(f"line {number}: {error}") from error


class Intake:
    """Stores the checked lines of one export in one transaction."""

    def __init__(self, session: Session) -> None:
        self.session: Final = session
        self.rounds: Final[dict[str, RoundRow | None]] = {}  # imported rounds by id; None if there is none of this id
        self.waiting: Final[list[tuple[int, Line]]] = []  # matches and analyses, with their lines' numbers
        self.tournaments: Final[list[tuple[int, TournamentRow]]] = []  # with their lines' numbers
        self.added = 0
        self.known = 0
        self.bots = 0
        self.analyses = 0

    def take(self, lines: Iterable[Line]) -> Imported:
        """Store all lines of an export. Return an Imported with the numbers of new items and of known matches."""
        for number, line in enumerate(lines, 1):
            if line["line"] in {"match", "analysis"}:
                self.waiting.append((number, line))
            if self.waiting and (line["line"] in {"bot", "tournament"} or len(self.waiting) >= AT_ONCE):
                self.store_waiting()
            with at_line(number):
                if line["line"] == "tournament" and (row := self.take_tournament(line)) is not None:
                    self.tournaments.append((number, row))
                elif line["line"] == "bot":
                    self.take_bot(line)
        self.store_waiting()
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
        made = self.rounds[public] = RoundRow(
            public=public, tournament_id=key, secret=b"", closed=True, created=created
        )
        self.session.add(made)
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

    def store_waiting(self) -> None:
        """Store the matches that wait, with their records and their counts for ratings, and then their analyses."""
        found = [(number, line) for number, line in self.waiting if line["line"] == "match"]
        stored = match_queries.keys_of_matches(Transaction.of(self.session), [line["match"] for _, line in found])
        new: dict[str, ImportedMatch] = {}
        for number, line in found:
            if line["match"] in stored or line["match"] in new:
                self.known += 1
            else:
                new[line["match"]] = ImportedMatch.of(number, line)
        if new:
            store_matches(self.session, new, self.imported_round)
            self.added += len(new)
        for number, line in self.waiting:
            if line["line"] == "analysis":
                with at_line(number):
                    self.take_analysis(line)
        self.waiting.clear()

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
        if public not in self.rounds:
            found = match_queries.round_named(self.session, public)
            self.rounds[public] = found if found is not None and not found.secret else None
        return self.rounds[public]
