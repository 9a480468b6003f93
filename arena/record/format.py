"""The record of a match: JSON lines, a header, one line per answer or forfeit as they happened, and the result.

An appendix follows when the deal's secret is disclosed. Replay needs neither a clock nor the house's policy.
`docs/records.md` shows a record and explains every field.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, cast, get_args

from arena.games.game import Scalar
from arena.record import lines
from arena.record.chain import Chain
from arena.record.commitment import SALT_BYTES, SEED_BYTES
from arena.record.lines import LineFields, fault
from arena.record.outcome import End, ForfeitReason, MatchProgress

SCHEMA: Final = 1
DIGEST_BYTES: Final = 32

Kind = Literal["bot", "house", "automaton"]
Fairness = Literal["committed", "seeded", "position"]
By = Literal["bot", "house"]


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a seat: an entrant's name and version, and whether a bot, a house bot or the rulebook's automaton."""

    entrant: str
    version: str
    kind: Kind

    def values(self) -> dict[str, Any]:
        """As an object of the header's line."""
        return {"entrant": self.entrant, "version": self.version, "kind": self.kind}

    @classmethod
    def of(cls, fields: LineFields) -> "Seated":
        """From an object of the header's line."""
        kind = cast("Kind", fields.choice("kind", get_args(Kind)))
        seated = cls(fields.text("entrant"), fields.text("version"), kind)
        fields.done()
        return seated


@dataclass(frozen=True, slots=True)
class Header:
    """What was played, by whom, on which clock, and where the game began: at a committed deal or at a position."""

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
        """The header's line, without its newline."""
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
        """From the fields of a line; of another schema only the number is read."""
        fields.take("schema")
        fairness = cast("Fairness", fields.choice("fairness", get_args(Fairness)))
        header = cls(
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
        fields.done()
        return header


@dataclass(frozen=True, slots=True)
class Answer:
    """One decision: the option as it is spelled, who chose it, and where the time went, in microseconds."""

    seat: int
    option: str
    by: By = "bot"
    think_us: int = 0
    transport_us: int = 0
    stall_us: int = 0

    def line(self) -> bytes:
        """The answer's line, without its newline: as `lines.write` has it, by hand, since one is written so often."""
        return (
            f'{{"line":"answer","seat":{self.seat},"option":{lines.spelled(self.option)},"by":"{self.by}",'
            f'"think_us":{self.think_us},"transport_us":{self.transport_us},"stall_us":{self.stall_us}}}'
        ).encode()

    @classmethod
    def of(cls, fields: LineFields) -> "Answer":
        """From the fields of a line."""
        answer = cls(
            seat=fields.count("seat"),
            option=fields.text("option"),
            by=cast("By", fields.choice("by", get_args(By))),
            think_us=fields.count("think_us"),
            transport_us=fields.count("transport_us"),
            stall_us=fields.count("stall_us"),
        )
        fields.done()
        return answer


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat that lost the right to go on, and why."""

    seat: int
    reason: ForfeitReason

    def line(self) -> bytes:
        """The forfeit's line, without its newline."""
        return lines.write({"line": "forfeit", "seat": self.seat, "reason": self.reason.value})

    @classmethod
    def of(cls, fields: LineFields) -> "Forfeit":
        """From the fields of a line."""
        forfeit = cls(fields.count("seat"), ForfeitReason(fields.choice("reason", [r.value for r in ForfeitReason])))
        fields.done()
        return forfeit


Entry = Answer | Forfeit


@dataclass(frozen=True, slots=True)
class ResultLine:
    """How the match ended: places, points and where they come from, turns completed, and by what it ended."""

    placements: tuple[int, ...]
    scores: tuple[int, ...]
    ledger: Mapping[str, tuple[tuple[int, ...], ...]]
    turns: int
    reason: End

    def values(self) -> dict[str, Any]:
        """By name, in the line's order."""
        return {
            "placements": self.placements,
            "scores": self.scores,
            "ledger": self.ledger,
            "turns": self.turns,
            "reason": self.reason,
        }

    def line(self) -> bytes:
        """The result's line, without its newline."""
        return lines.write({"line": "result", **self.values()})

    @classmethod
    def after(cls, course: MatchProgress) -> "ResultLine":
        """The result of a match that has ended like this."""
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
        """From the fields of a line."""
        result = cls(
            placements=fields.numbers("placements"),
            scores=fields.numbers("scores"),
            ledger=fields.ledger("ledger"),
            turns=fields.count("turns"),
            reason=cast("End", fields.choice("reason", get_args(End))),
        )
        fields.done()
        return result


@dataclass(frozen=True, slots=True)
class Appendix:
    """The deal's seed and the match's salt, added when they are disclosed; no part of the chain."""

    seed: bytes
    salt: bytes

    def line(self) -> bytes:
        """The appendix's line, without its newline."""
        return lines.write({"line": "appendix", "seed": self.seed.hex(), "salt": self.salt.hex()})

    @classmethod
    def of(cls, fields: LineFields) -> "Appendix":
        """From the fields of a line."""
        appendix = cls(bytes.fromhex(fields.hex("seed", SEED_BYTES)), bytes.fromhex(fields.hex("salt", SALT_BYTES)))
        fields.done()
        return appendix


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record, or the beginning of one: then `result` is None. `head` ends the chain of what is there."""

    header: Header
    entries: tuple[Entry, ...]
    result: ResultLine | None
    appendix: Appendix | None
    head: str

    @property
    def result_line(self) -> int:
        """The number of the line where the result stands, or would stand."""
        return len(self.entries) + 2


def disclosed(record: bytes, seed: bytes, salt: bytes) -> bytes:
    """The record with its appendix."""
    return record + Appendix(seed, salt).line() + b"\n"


def read_header(data: bytes) -> tuple[int, LineFields]:
    """The schema that a record follows, and its first line's fields."""
    if not data:
        raise fault(1, "expected a header, the record is empty")
    fields = lines.read(_first_line(data), 1)
    if fields.take("line") != "header":
        raise fault(1, "expected the header")
    return fields.count("schema"), fields


def _first_line(data: bytes) -> bytes:
    line, newline, _ = data[: lines.LINE_LIMIT + 2].partition(b"\n")
    if not newline and len(line) <= lines.LINE_LIMIT:
        raise fault(1, "cut: expected a newline at the end of the header")
    return line


_KINDS: Final = ("answer", "forfeit", "result", "appendix")


def read_record(data: bytes) -> Record:
    """The record in these bytes, of this schema, every line checked by itself; the game is not looked at."""
    _, first = read_header(data)
    header = Header.of(first)
    first.spelled(header.line())
    chain = Chain().add(first.line)
    entries: list[Entry] = []
    result: ResultLine | None = None
    appendix: Appendix | None = None
    for number, line in enumerate(_following(data), 2):
        if appendix is not None:
            raise fault(number, "expected nothing after the appendix")
        fields = lines.read(line, number)
        kind = fields.choice("line", _KINDS)
        if (kind == "appendix") != (result is not None):
            raise fault(number, f"expected {_expected(result)}, found {kind}")
        value: Answer | Forfeit | ResultLine | Appendix
        if kind == "answer":
            value = Answer.of(fields)
            entries.append(value)
        elif kind == "forfeit":
            value = Forfeit.of(fields)
            entries.append(value)
        elif kind == "result":
            value = result = ResultLine.of(fields)
        else:
            value = appendix = Appendix.of(fields)
        fields.spelled(value.line())
        if appendix is None:
            chain.add(line)
    return Record(header, tuple(entries), result, appendix, chain.hex)


def _expected(result: ResultLine | None) -> str:
    return "an answer, a forfeit or the result" if result is None else "the appendix or nothing after the result"


def _following(data: bytes) -> list[bytes]:
    """All lines but the first, each of which ends with a newline."""
    *whole, rest = data.split(b"\n")
    if rest:
        raise fault(len(whole) + 1, "cut: expected a newline at the end of the line")
    return whole[1:]
