"""Check that a record is correct: every line, the chain, the commitment, the whole game, and the result.

A correct record may still differ from the published one; only the published head can show that. If the deal's seed is
not disclosed, the report lists the checks that are not possible yet.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from arena.errors import CannotVerifyError, UsageError
from arena.games import GAMES
from arena.games.game import Rules
from arena.record import lines
from arena.record.commitment import commit
from arena.record.format import (
    DIGEST_BYTES,
    Answer,
    Forfeit,
    Header,
    Record,
    ResultLine,
    read_header,
    read_record,
)
from arena.record.lines import fault
from arena.record.outcome import MatchProgress, placements
from arena.record.replay import enter, opening, rules_of

# The newest release that plays a game by an older version of its rules; a new rules version adds the last one's row.
RELEASES: Final[Mapping[tuple[str, int], str]] = {}

Deal = Literal["disclosed", "undisclosed", "position"]


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked in a record. A report exists only if all checks passed: `verify` raises an error if one fails.

    >>> from pathlib import Path
    >>> from arena.record import verify
    >>> report = verify(Path("docs/pictures/cacao.jsonl").read_bytes())
    >>> report.game, report.replayed, report.published
    ('cacao', True, False)
    """

    match: str
    game: str
    rules_version: int
    answers: int
    forfeits: int
    result: ResultLine
    head: str
    deal: Deal  # where the game began: a disclosed deal that fits its commitment, one still secret, or a position
    published: bool  # whether the head was compared with a published one

    @property
    def replayed(self) -> bool:
        """True if the game was replayed; False while its deal is secret."""
        return self.deal != "undisclosed"

    def __str__(self) -> str:
        """Return the report as text."""
        return "\n".join([self._summary(), *self._checks(), f"head: {self.head}"])

    def _summary(self) -> str:
        what = "the published record" if self.published else "consistent"
        how = "and replayed" if self.replayed else "but not replayed"
        counts = [_counted(self.answers, "answer"), *([_counted(self.forfeits, "forfeit")] if self.forfeits else [])]
        return f"{what}, {how}: match {lines.quoted(self.match)}, {self.game}, {', '.join(counts)}"

    def _checks(self) -> list[str]:
        checks = {
            "disclosed": "the deal is the one that was committed to",
            "undisclosed": "not checked: deal, answers, result; they cannot be replayed before the seed is disclosed",
            "position": "the game began at a position, so there is no deal to check",
        }
        published = "the head is the published one" if self.published else "not checked: the published head, none given"
        return [checks[self.deal], published]


def verify(data: bytes, head: str | None = None, games: Mapping[str, Rules] = GAMES) -> Report:
    """Check a record: replay it, check its deal and its chain, and return a report of the checks.

    With `head`, the record has to have this published head. Raise VerificationError if the record was cut or changed,
    CannotVerifyError if this release does not know its schema or rules, UsageError if `head` is no SHA-256 digest.

    >>> from pathlib import Path
    >>> from arena.record import verify
    >>> data = Path("docs/pictures/cacao.jsonl").read_bytes()
    >>> verify(data, head=verify(data).head).published
    True
    """
    check_readable(data, games)
    return verify_record(read_record(data), head, games)


def verify_record(record: Record, head: str | None = None, games: Mapping[str, Rules] = GAMES) -> Report:
    """Check a record that is already parsed, as `verify` checks its bytes, and return a report of the checks.

    This release has to know the record's version of the rules.
    """
    if record.result is None:
        raise fault(record.result_line, "cut: expected an answer, a forfeit or the result")
    deal = _check_deal(record)
    if deal == "undisclosed":
        _check_shape(record, record.result)
    else:
        _check_game(record, record.result, games)
    if head is not None:
        _check_head(record, head.lower())
    answers = sum(isinstance(entry, Answer) for entry in record.entries)
    return Report(
        match=record.header.match,
        game=record.header.game,
        rules_version=record.header.rules_version,
        answers=answers,
        forfeits=len(record.entries) - answers,
        result=record.result,
        head=record.head,
        deal=deal,
        published=head is not None,
    )


def _check_head(record: Record, head: str) -> None:
    """Raise VerificationError unless the published head is the head of the record's chain.

    Raise UsageError if the text `head` is not a SHA-256 digest in hexadecimal digits.
    """
    if len(head) != 2 * DIGEST_BYTES or not set(head) <= set("0123456789abcdef"):
        raise UsageError(f"{lines.quoted(head)}: expected a head of {2 * DIGEST_BYTES} hexadecimal digits")
    if head != record.head:
        raise fault(record.result_line, f"the chain ends in {record.head}, expected the published {head}")


def check_readable(data: bytes, games: Mapping[str, Rules] = GAMES) -> None:
    """Raise CannotVerifyError unless this release knows the record's schema, its game and the version of its rules."""
    header = Header.of(read_header(data))
    rules = rules_of(header, games)
    if header.rules_version != rules.version:
        release = RELEASES.get((rules.name, header.rules_version))
        by = f"release {release} checks it" if release else "no release that checks it is known here"
        raise CannotVerifyError(
            f"line 1: {rules.name} by rules version {header.rules_version}, "
            f"this release checks version {rules.version}; {by}"
        )


def _check_deal(record: Record) -> Deal:
    """Return whether the record's deal is disclosed: "disclosed", "undisclosed", or "position" if there was no deal.

    Raise VerificationError if a disclosed deal does not fit the commitment.
    """
    appendix, commitment = record.appendix, record.header.commitment
    if commitment is None:
        if appendix is not None:
            raise fault(record.appendix_line, "expected no appendix: the game began at a position")
        return "position"
    if appendix is None:
        return "undisclosed"
    expected = commit(appendix.seed, record.header.match, appendix.salt)
    if commitment != expected:
        raise fault(
            record.appendix_line,
            f"seed and salt give the commitment {expected}, expected {commitment} as in line 1",
        )
    return "disclosed"


def _check_game(record: Record, found: ResultLine, games: Mapping[str, Rules]) -> None:
    """Replay the game. Raise VerificationError unless it gives the result `found` in the record."""
    course = MatchProgress(opening(record, games))
    rules = rules_of(record.header, games)
    for line, entry in record.numbered():
        enter(course, rules, entry, line)
    if course.end is None:
        raise fault(record.result_line, f"expected an answer of seat {course.state.to_move}, found the result")
    expected = ResultLine.after(course).values()
    for name, value in found.values().items():
        if value != expected[name]:
            raise fault(record.result_line, f"{name}: expected {_spelled(expected[name])}, found {_spelled(value)}")
    order = list(expected["ledger"])
    if list(found.ledger) != order:
        raise fault(record.result_line, f"ledger: expected the categories {', '.join(order)}, in this order")


def _check_shape(record: Record, result: ResultLine) -> None:
    """Raise VerificationError if entries and result contradict each other. This needs no deal and no engine."""
    seats = len(record.header.seats)
    left: list[int] = []
    for line, entry in record.numbered():
        if entry.seat >= seats:
            raise fault(line, f"seat {entry.seat}: expected one below {seats}")
        if left and seats - len(left) <= 1:
            raise fault(line, "expected the result: one seat is left")
        if isinstance(entry, Forfeit):
            if entry.seat in left:
                raise fault(line, f"seat {entry.seat} had forfeited before")
            left.append(entry.seat)
            continue
        by = "house" if entry.seat in left else "bot"
        if entry.by != by:
            raise fault(line, f"expected an answer by the {by}, found one by the {entry.by}")
    _check_result_shape(result, seats, left, record.result_line)


def _check_result_shape(result: ResultLine, seats: int, left: list[int], line: int) -> None:
    reason = "forfeits" if left and seats - len(left) <= 1 else "finished"
    if result.reason != reason:
        raise fault(line, f"reason: expected {reason!r}, found {result.reason!r}")
    rows = {"placements": result.placements, "scores": result.scores, **result.ledger}
    for name, row in rows.items():
        if len(row) != seats:
            raise fault(line, f"{lines.quoted(name)}: expected one entry for each of {seats} seats, found {len(row)}")
    if result.placements != placements(result.placements, left):
        raise fault(line, "placements: expected forfeiters below all others, the later above, and no place skipped")
    for seat, score in enumerate(result.scores):
        total = sum(sum(by_seat[seat]) for by_seat in result.ledger.values())
        if total != score:
            raise fault(line, f"scores: expected {total} for seat {seat}, as in the ledger, found {score}")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _spelled(value: Any) -> str:
    return lines.quoted(value) if isinstance(value, str) else lines.write({"": value})[4:-1].decode()
