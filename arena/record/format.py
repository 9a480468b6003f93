"""The record of a match: JSON lines with a header, the answers and forfeits in their order, and the result.

An appendix follows when the deal's secret is disclosed. Replay needs neither a clock nor the house policy. A reader
skips fields and lines that it does not know. `docs/records.md` shows a record and explains every field.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from arena.errors import CannotVerifyError
from arena.games.game import Scalar
from arena.record import lines
from arena.record.chain import Chain
from arena.record.commitment import SALT_BYTES, SEED_BYTES
from arena.record.lines import LineFields, fault
from arena.record.outcome import End, ForfeitReason, MatchProgress

SCHEMA: Final = 1
DIGEST_BYTES: Final = 32

Kind = Literal["bot", "house", "automaton", "human"]
Fairness = Literal["committed", "seeded", "position"]
By = Literal["bot", "house"]
BYS: Final = get_args(By)


@dataclass(frozen=True, slots=True)
class Seated:
    """An entrant at a seat: its name, its version, and its kind."""

    entrant: str
    version: str
    kind: Kind

    def values(self) -> dict[str, Any]:
        """Return the entrant as the object that stands for it in the header of a record."""
        return {"entrant": self.entrant, "version": self.version, "kind": self.kind}

    @classmethod
    def of(cls, fields: LineFields) -> "Seated":
        """Return the entrant that an object of the header describes. Raise VerificationError if a field is wrong."""
        kind = cast("Kind", fields.choice("kind", get_args(Kind)))
        seated = cls(fields.text("entrant"), fields.text("version"), kind)
        fields.refuse_unknown()
        return seated


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record: the game, the entrants, the clock, and how the game begins.

    It begins with a deal, for which `commitment` has a published hash, or at a given `position`.
    """

    match: str
    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    seats: tuple[Seated, ...]
    clock: str
    fairness: Fairness
    commitment: str | None = None
    position: Mapping[str, Any] | None = None

    def line(self) -> bytes:
        """Return the header as a line of the record: bytes without a newline."""
        values: dict[str, Any] = {
            "line": "header",
            "schema": SCHEMA,
            "match": self.match,
            "game": self.game,
            "rules_version": self.rules_version,
            "options": dict(self.options),
            "seats": [seated.values() for seated in self.seats],
            "clock": self.clock,
            "fairness": self.fairness,
        }
        if self.position is None:
            values["commitment"] = self.commitment
        else:
            values["position"] = self.position
        return lines.write(values)

    @classmethod
    def of(cls, fields: LineFields) -> "Header":
        """Return the header that the fields of a line describe. Raise VerificationError if a field is wrong.

        Raise CannotVerifyError if this release does not know the schema.
        """
        check_schema(fields.count("schema"))
        fairness = cast("Fairness", fields.choice("fairness", get_args(Fairness)))
        return cls(
            match=fields.text("match"),
            game=fields.text("game"),
            rules_version=fields.count("rules_version"),
            options=fields.scalars("options"),
            seats=tuple(Seated.of(row) for row in fields.rows("seats")),
            clock=fields.text("clock"),
            fairness=fairness,
            commitment=None if fairness == "position" else fields.hex("commitment", DIGEST_BYTES),
            position=fields.table("position") if fairness == "position" else None,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to one decision: the option's text, the seat, the source (the bot or the house), and the times.

    Times are in microseconds. Two parts of the transport time were taken from the seat's lag budget and not from its
    clock: `held_us`, before the question was sent, and `credit_us`, for the round trip. They are omitted if 0.
    """

    seat: int
    option: str
    by: By = "bot"
    think_us: int = 0
    transport_us: int = 0
    stall_us: int = 0
    held_us: int = 0
    credit_us: int = 0

    def line(self) -> bytes:
        """Return the answer as a line of the record: bytes without a newline.

        The line equals the result of `lines.write`, but is made faster.
        """
        held = f',"held_us":{self.held_us}' if self.held_us else ""
        credit = f',"credit_us":{self.credit_us}' if self.credit_us else ""
        return (
            f'{{"line":"answer","seat":{self.seat},"option":{lines.spelled(self.option)},"by":"{self.by}",'
            f'"think_us":{self.think_us},"transport_us":{self.transport_us},"stall_us":{self.stall_us}{held}{credit}}}'
        ).encode()

    @classmethod
    def of(cls, fields: LineFields) -> "Answer":
        """Return the answer that the fields of a line describe. Raise VerificationError if a field is wrong."""
        return cls(
            seat=fields.count("seat"),
            option=fields.text("option"),
            by=cast("By", fields.choice("by", BYS)),
            think_us=fields.count("think_us"),
            transport_us=fields.count("transport_us"),
            stall_us=fields.count("stall_us"),
            held_us=fields.optional_count("held_us"),
            credit_us=fields.optional_count("credit_us"),
        )


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The forfeit of a seat as an entry of the record: the seat, and the reason."""

    seat: int
    reason: ForfeitReason

    def line(self) -> bytes:
        """Return the forfeit as a line of the record: bytes without a newline."""
        return lines.write({"line": "forfeit", "seat": self.seat, "reason": self.reason.value})

    @classmethod
    def of(cls, fields: LineFields) -> "Forfeit":
        """Return the forfeit that the fields of a line describe. Raise VerificationError if a field is wrong."""
        reasons = [each.value for each in ForfeitReason]
        return cls(fields.count("seat"), ForfeitReason(fields.choice("reason", reasons)))


Entry = Answer | Forfeit


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The result of a match: places, points, points by category (the ledger), completed turns, and reason of the end.

    `notes` is the digest of the notes after the result; it is empty if there are none.
    """

    placements: tuple[int, ...]
    scores: tuple[int, ...]
    ledger: Mapping[str, tuple[tuple[int, ...], ...]]
    turns: int
    reason: End
    notes: str = ""

    def values(self) -> dict[str, Any]:
        """Return a dict of the values that a replay must reproduce: places, points, ledger, turns and reason of end."""
        return {
            "placements": self.placements,
            "scores": self.scores,
            "ledger": self.ledger,
            "turns": self.turns,
            "reason": self.reason,
        }

    def line(self) -> bytes:
        """Return the result as a line of the record: bytes without a newline."""
        notes = {"notes": self.notes} if self.notes else {}
        return lines.write({"line": "result", **self.values(), **notes})

    @classmethod
    def after(cls, course: MatchProgress) -> "ResultLine":
        """Return the ResultLine for the record of a match that has just ended. `course` is its final progress."""
        end = course.end
        assert end is not None, "the match goes on"
        played = course.state.result()
        return cls(
            placements=course.placements(),
            scores=tuple(played.scores),
            ledger={category: tuple(tuple(rounds) for rounds in seats) for category, seats in played.ledger.items()},
            turns=course.state.turn,
            reason=end,
        )

    @classmethod
    def of(cls, fields: LineFields) -> "ResultLine":
        """Return the result that the fields of a line describe. Raise VerificationError if a field is wrong."""
        return cls(
            placements=fields.numbers("placements"),
            scores=fields.numbers("scores"),
            ledger=fields.ledger("ledger"),
            turns=fields.count("turns"),
            reason=cast("End", fields.choice("reason", get_args(End))),
            notes=fields.optional_hex("notes", DIGEST_BYTES),
        )


@dataclass(frozen=True, slots=True)
class Note:
    """A remark about a position, written after the match: its text, and the number of answers before the position."""

    answers: int
    text: str

    def line(self) -> bytes:
        """Return the note as a line of the record: bytes without a newline."""
        return lines.write({"line": "note", "answers": self.answers, "text": self.text})

    @classmethod
    def of(cls, fields: LineFields) -> "Note":
        """Return the note, a remark about a position, from a line of a record. Raise VerificationError if wrong."""
        return cls(fields.count("answers"), fields.text("text"))


def notes_digest(noted: Sequence[bytes]) -> str:
    """Return the digest of notes for the field `notes` of a result: SHA-256 of their lines, each with its newline."""
    return hashlib.sha256(b"".join(line + b"\n" for line in noted)).hexdigest()


@dataclass(frozen=True, slots=True)
class Appendix:
    """The deal's seed and the match's salt, added when the arena discloses them. The chain does not cover them."""

    seed: bytes
    salt: bytes

    def line(self) -> bytes:
        """Return the appendix (seed and salt) as a line of the record: bytes without a newline."""
        return lines.write({"line": "appendix", "seed": self.seed.hex(), "salt": self.salt.hex()})

    @classmethod
    def of(cls, fields: LineFields) -> "Appendix":
        """Return the appendix, the deal's seed and the match's salt, from the fields of a line.

        Raise VerificationError if a field is wrong.
        """
        return cls(bytes.fromhex(fields.hex("seed", SEED_BYTES)), bytes.fromhex(fields.hex("salt", SALT_BYTES)))


@dataclass(frozen=True, slots=True)
class Record:
    """A record, or the beginning of one.

    `result` is None while the match has no result; `head` is the last hash of the record's chain.

    `header` has the game and its players, and `entries` are the answers and forfeits in order.

    >>> from pathlib import Path
    >>> from arena.record import read_record
    >>> record = read_record(Path("docs/pictures/cacao.jsonl").read_bytes())
    >>> record.header.game, len(record.header.seats), record.result is None
    ('cacao', 3, False)
    """

    header: Header
    entries: tuple[Entry, ...]
    result: ResultLine | None
    appendix: Appendix | None
    head: str
    skipped: tuple[int, ...] = ()  # the numbers of lines before the result that this release does not know
    notes: tuple[Note, ...] = ()  # those that this release knows
    noted: int = 0  # lines of notes, known or not

    def numbered(self) -> Iterator[tuple[int, Entry]]:
        """Yield every answer and forfeit with the number of its line, in order."""
        number, skipped = 1, frozenset(self.skipped)
        for entry in self.entries:
            number += 1
            while number in skipped:
                number += 1
            yield number, entry

    @property
    def result_line(self) -> int:
        """Return the line number of the result, or the number that it would have."""
        return len(self.entries) + len(self.skipped) + 2

    @property
    def appendix_line(self) -> int:
        """Return the line number of the appendix, or the number that it would have."""
        return self.result_line + self.noted + 1


def disclosed(record: bytes, seed: bytes, salt: bytes) -> bytes:
    """Return the bytes of a record, with an appendix added that has this seed and salt."""
    return record + Appendix(seed, salt).line() + b"\n"


def read_header(data: bytes) -> LineFields:
    """Return the fields of a record's first line as LineFields.

    Raise VerificationError if the first line is no header.
    """
    if not data:
        raise fault(1, "expected a header, the record is empty")
    fields = lines.read(_first_line(data), 1)
    if fields.take("line") != "header":
        raise fault(1, "expected the header")
    return fields


def check_schema(schema: int) -> None:
    """Raise CannotVerifyError unless this release knows this schema number."""
    if schema != SCHEMA:
        raise CannotVerifyError(f"line 1: schema {schema}, this release checks schema {SCHEMA}")


def _first_line(data: bytes) -> bytes:
    line, newline, _ = data[: lines.LINE_LIMIT + 2].partition(b"\n")
    if not newline and len(line) <= lines.LINE_LIMIT:
        raise fault(1, "cut: expected a newline at the end of the header")
    return line


_KINDS: Final = ("answer", "forfeit", "result", "appendix")


def read_record(data: bytes) -> Record:
    """Return the record in these bytes. Check each line by itself, but do not replay the game.

    Raise VerificationError if a line is cut or changed, CannotVerifyError if this release does not know its schema.

    >>> from arena.record import read_record
    >>> read_record(b"")
    Traceback (most recent call last):
    arena.errors.VerificationError: line 1: expected a header, the record is empty
    """
    first = read_header(data)
    header = Header.of(first)
    first.spelled(header.line())
    reading = _Reading(Chain().add(first.line))
    for number, line in enumerate(_following(data), 2):
        reading.take(lines.read(line, number))
    reading.check_notes()
    return Record(
        header=header,
        entries=tuple(reading.entries),
        result=reading.result,
        appendix=reading.appendix,
        head=reading.chain.hex,
        skipped=tuple(reading.skipped),
        notes=tuple(reading.notes),
        noted=len(reading.noted),
    )


class _Reading:
    """The state of a parser that reads a record line by line."""

    def __init__(self, chain: Chain) -> None:
        self.chain: Final = chain
        self.entries: Final[list[Entry]] = []
        self.result: ResultLine | None = None
        self.appendix: Appendix | None = None
        self.skipped: Final[list[int]] = []
        self.notes: Final[list[Note]] = []
        self.noted: Final[list[bytes]] = []

    def take(self, fields: LineFields) -> None:
        """Parse the next line and add it to the record."""
        if self.appendix is not None:
            raise fields.fault("expected nothing after the appendix")
        kind = fields.text("line")
        if kind == "appendix":
            self._check_place(fields, kind)
            self.appendix = Appendix.of(fields)
            fields.spelled(self.appendix.line())
        elif self.result is not None and self.result.notes and kind not in _KINDS:
            self._take_note(fields, kind)
        else:
            self._check_place(fields, kind)
            self._take_entry(fields, kind)
            self.chain.add(fields.line)

    def _check_place(self, fields: LineFields, kind: str) -> None:
        if (kind == "appendix") != (self.result is not None) or kind in {"header", "note"}:
            raise fields.fault(f"expected {_expected(self.result)}, found {lines.quoted(kind)[1:-1]}")

    def _take_entry(self, fields: LineFields, kind: str) -> None:
        if kind == "answer":
            answer = Answer.of(fields)
            self.entries.append(answer)
            fields.spelled(answer.line())
        elif kind == "forfeit":
            forfeit = Forfeit.of(fields)
            self.entries.append(forfeit)
            fields.spelled(forfeit.line())
        elif kind == "result":
            self.result = ResultLine.of(fields)
            fields.spelled(self.result.line())
        else:
            self.skipped.append(fields.number)
            _check_unknown(fields, kind)

    def _take_note(self, fields: LineFields, kind: str) -> None:
        self.noted.append(fields.line)
        if kind == "note":
            note = Note.of(fields)
            self.notes.append(note)
            fields.spelled(note.line())
        else:
            _check_unknown(fields, kind)

    def check_notes(self) -> None:
        """Raise VerificationError if the notes of the record do not match the digest in its result.

        Notes are remarks about positions, written after the match. A record may lack its notes.
        """
        if self.result is None or not self.noted:
            return
        found = notes_digest(self.noted)
        if found != self.result.notes:
            place = len(self.entries) + len(self.skipped) + 3
            raise fault(place, f"the notes give the digest {found}, expected {self.result.notes} as in the result")


def _check_unknown(fields: LineFields, kind: str) -> None:
    """Raise VerificationError if a line of an unknown kind is not in the canonical spelling."""
    fields.spelled(lines.write({"line": kind}))


def _expected(result: ResultLine | None) -> str:
    return "an answer, a forfeit or the result" if result is None else "the appendix or nothing after the result"


def _following(data: bytes) -> list[bytes]:
    """Return the lines of a record after its first one. Raise VerificationError if the last line is cut."""
    *whole, rest = data.split(b"\n")
    if rest:
        raise fault(len(whole) + 1, "cut: expected a newline at the end of the line")
    return whole[1:]
