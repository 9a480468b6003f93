"""Check the lines of an export before any line is stored: each field must have its type and range.

An export may come from an unknown source. Pages show stored values, so this module refuses a value that a page could
not show. The error says what was expected.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from arena.analysis import read_analysis
from arena.analysis.judge import NAMED
from arena.errors import UsageError, VerificationError
from arena.games import rules as rules_of
from arena.games.automata import is_taken
from arena.record import ForfeitReason
from arena.record.format import Fairness, Kind
from arena.record.outcome import End
from arena.referee import TimeControl
from arena.server.access.accounts import NAME, VERSION, BotState
from arena.tournament.regulations import read

Line = dict[str, Any]
Check = Callable[[Any], bool]

LONGEST: Final = 32 << 20  # bytes of a line
TEXT: Final = 2000  # characters of a reason, a ruling, a description
FILE: Final = 1 << 20  # characters of regulations
LATEST: Final = 253_402_300_799  # the last second of the year 9999
MOST: Final = (1 << 31) - 1  # the largest number of a column
SEATS: Final = 16
DECISIONS: Final = 10_000  # of an analysis
PUBLIC: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
BLOCK: Final = re.compile(rf"{PUBLIC.pattern}(/[0-9]{{1,10}})?")
HEAD: Final = re.compile(r"[0-9a-f]{64}")


# Values ------------------------------------------------------------------------------------------------------------


def is_text(value: Any, most: int = TEXT) -> bool:
    """True if a value is a text that every supported database can store."""
    return isinstance(value, str) and len(value) <= most and "\0" not in value and is_unicode(value)


def is_unicode(text: str) -> bool:
    """True if a text contains no unpaired surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_number(value: Any, least: int = 0, most: int = MOST) -> bool:
    """True if a value is a whole number from `least` to `most`."""
    return type(value) is int and least <= value <= most


def is_score(value: Any) -> bool:
    """True if a value is a whole number that a column for scores can store."""
    return is_number(value, -MOST)


def is_time(value: Any) -> bool:
    """True if a value is a time in seconds since 1970, up to the year 9999."""
    return type(value) in {int, float} and 0 <= value <= LATEST


def is_flag(value: Any) -> bool:
    """True if a value is the boolean true or false."""
    return isinstance(value, bool)


def like(pattern: re.Pattern[str]) -> Check:
    """Return a check function that is True for texts that match this whole pattern."""
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def one_of(*values: Any) -> Check:
    """Return a check function that is True only for the given texts."""
    return lambda value: isinstance(value, str) and value in values


def maybe(check: Check) -> Check:
    """Return a check function that is True for null, and for all values that `check` accepts."""
    return lambda value: value is None or check(value)


def empty_or(check: Check) -> Check:
    """Return a check function that is True for the empty text, and for all values that `check` accepts."""
    return lambda value: value == "" or check(value)


def is_options(value: Any) -> bool:
    """True if a value is a dict from texts to booleans, whole numbers or texts, so that it can be a game's options."""
    return isinstance(value, dict) and all(
        is_text(name, 100) and (isinstance(each, bool) or is_number(each, -MOST) or is_text(each, 100))
        for name, each in value.items()
    )


def is_pairs(value: Any) -> bool:
    """True if a value is a list of pairs, each with the numbers of two seats."""
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(is_number(each, 0, SEATS) for each in pair)
        for pair in value[: SEATS * SEATS]
    )


def is_list(value: Any) -> bool:
    """True if a value is a list."""
    return isinstance(value, list)


def is_keys(value: Any) -> bool:
    """True if a value is a list of texts, such as the names that a tournament uses for its entrants."""
    return isinstance(value, list) and all(is_text(each, 200) for each in value)


def is_clock(value: Any) -> bool:
    """True if a value is the text of a time control."""
    if not is_text(value, 60):
        return False
    try:
        TimeControl.read(value)
    except UsageError:
        return False
    return True


# Lines -------------------------------------------------------------------------------------------------------------

Shape = Mapping[str, tuple[Check, str]]
NOTHING: Final = object()

OF_SEAT: Final[Shape] = {
    "entrant": (like(NAME), "a name of a bot"),
    "version": (like(VERSION), "a version"),
    "kind": (one_of(*get_args(Kind)), "a kind of entrant"),
    "placement": (maybe(lambda value: is_number(value, 1, SEATS)), f"a place up to {SEATS}, or null"),
    "score": (maybe(is_score), "a whole number, or null"),
    "forfeit": (empty_or(one_of(*(each.value for each in ForfeitReason))), "a reason, or an empty text"),
    "forfeit_turn": (maybe(is_number), "a whole number, or null"),
}
OF_MATCH: Final[Shape] = {
    "match": (like(PUBLIC), "1 to 64 letters, digits, '_', '.' and '-'"),
    "block": (empty_or(like(BLOCK)), "the id of a block"),
    "game": (lambda value: is_text(value, 60), "a game"),
    "rules_version": (lambda value: is_number(value, 1, 1_000_000), "a version of the rules"),
    "options": (is_options, "the options of the game"),
    "clock": (is_clock, "a time control"),
    "fairness": (one_of(*get_args(Fairness)), f"one of {', '.join(get_args(Fairness))}"),
    "state": (one_of("finished", "void"), "finished or void"),
    "seats": (is_list, "a list of seats"),
    "pairs": (maybe(is_pairs), "pairs of seats, or null"),
    "turns": (maybe(is_number), "a whole number, or null"),
    "reason": (empty_or(one_of(*get_args(End))), f"one of {', '.join(get_args(End))}"),
    "head": (empty_or(like(HEAD)), "64 hexadecimal digits"),
    "ruling": (is_text, f"a text of at most {TEXT} characters"),
    "adjudicated": (is_flag, "true or false"),
    "created": (is_time, "seconds since 1970"),
    "started": (maybe(is_time), "seconds since 1970, or null"),
    "ended": (maybe(is_time), "seconds since 1970, or null"),
    "record": (lambda value: is_text(value, LONGEST), "a record as a text"),
}
OF_MATCH_SINCE: Final[Shape] = {  # fields that earlier releases did not write
    "rated": (is_flag, "true or false"),
    "place": (lambda value: is_number(value, 0, 10_000), "a whole number"),
    "instead_of": (maybe(is_number), "a number of a block, or null"),
    "fault": (is_flag, "true or false"),
}
OF_VERSION: Final[Shape] = {
    "version": (like(VERSION), "a version"),
    "created": (is_time, "seconds since 1970"),
    "admitted": (maybe(is_time), "seconds since 1970, or null"),
    "refused": (is_text, f"a text of at most {TEXT} characters"),
    "withdrawn": (is_text, f"a text of at most {TEXT} characters"),
}
OF_BOT: Final[Shape] = {
    "bot": (like(NAME), "a name of a bot"),
    "author": (is_text, f"a text of at most {TEXT} characters"),
    "description": (is_text, f"a text of at most {TEXT} characters"),
    "state": (one_of(*get_args(BotState)), f"one of {', '.join(get_args(BotState))}"),
    "created": (is_time, "seconds since 1970"),
    "versions": (is_list, "a list of versions"),
}
OF_ENTRY: Final[Shape] = {
    "key": (lambda value: is_text(value, 200), "a key"),
    "entrant": (like(NAME), "a name of a bot"),
    "version": (like(VERSION), "a version"),
    "kind": (one_of(*get_args(Kind)), "a kind of entrant"),
    "author": (is_text, f"a text of at most {TEXT} characters"),
}
OF_FIXTURE: Final[Shape] = {
    "number": (is_number, "a number of a block"),
    "entrants": (is_keys, "keys of entrants"),
}
OF_ROUND: Final[Shape] = {
    "round": (like(PUBLIC), "the id of a round"),
    "name": (is_text, f"a text of at most {TEXT} characters"),
    "byes": (is_keys, "keys of entrants"),
    "instead_of": (empty_or(like(PUBLIC)), "the id of a match"),
    "closed": (is_flag, "true or false"),
    "blocks": (is_list, "a list of blocks"),
}
OF_TOURNAMENT: Final[Shape] = {
    "tournament": (like(PUBLIC), "the id of a tournament"),
    "name": (lambda value: is_text(value, 200), "a name"),
    "regulations": (lambda value: is_text(value, FILE), "regulations"),
    "seed": (lambda value: is_text(value, 200), "a seed"),
    "state": (one_of("finished"), "finished"),
    "created": (is_time, "seconds since 1970"),
    "ended": (maybe(is_time), "seconds since 1970, or null"),
    "reason": (is_text, f"a text of at most {TEXT} characters"),
    "entrants": (is_list, "a list of entrants"),
    "rounds": (is_list, "a list of rounds"),
}


def check_fields(values: Any, shape: Shape, *, may_lack: bool = False) -> None:
    """Raise UsageError unless a value is a JSON object with valid fields.

    `shape` maps the name of each field to a check function and to words that say what is expected. A missing field is
    an error; with `may_lack`, it is not.
    """
    if not isinstance(values, dict):
        raise UsageError(f"expected an object with {', '.join(shape)}")
    for name, (check, expected) in shape.items():
        value = values.get(name, NOTHING)
        if value is NOTHING and may_lack:
            continue
        if value is NOTHING or not check(value):
            found = "nothing" if value is NOTHING else ascii(value)[:60]
            raise UsageError(f"{name}: expected {expected}, found {found}")


def check_match(line: Line) -> None:
    """Raise UsageError unless an export line is a match that pages can show. Another module checks the record."""
    check_fields(line, OF_MATCH)
    check_fields(line, OF_MATCH_SINCE, may_lack=True)
    for seat in line["seats"]:
        check_fields(seat, OF_SEAT)
        check_kind(seat["entrant"], seat["kind"])
    _check_game(line)
    if line["state"] == "finished":
        _check_end(line)
    if (line["record"] or line["state"] == "finished") and not line["block"]:
        raise UsageError("block: expected the block of a match that has begun, found an empty text")
    if line["record"] and not line["head"]:
        raise UsageError("head: expected 64 hexadecimal digits, found an empty text")
    seats = len(line["seats"])
    if any(not low < high < seats for low, high in line["pairs"] or ()):
        raise UsageError(f"pairs: expected pairs of two seats below {seats}, the smaller first")


def _check_end(line: Line) -> None:
    if any(seat["placement"] is None or seat["score"] is None for seat in line["seats"]):
        raise UsageError("seats: expected a place and a score for each seat of a finished match")
    if not line["reason"] or line["turns"] is None:
        raise UsageError("reason, turns: expected how a finished match ended, and after how many turns")


def _check_game(line: Line) -> None:
    rules = rules_of(line["game"])
    if len(line["seats"]) not in rules.seats:
        raise UsageError(f"seats: {rules.name} is played by {rules.seats}, found {len(line['seats'])} seats")
    if line["rules_version"] == rules.version:
        rules.complete(line["options"])


def check_kind(name: str, kind: str) -> None:
    """Raise UsageError if an automaton has a name that is not reserved for automata, or a bot has a reserved name."""
    if is_taken(name) != (kind == "automaton"):
        raise UsageError(f"kind: {name!a} is {'' if is_taken(name) else 'no '}automaton, found {kind}")


def check_bot(line: Line) -> None:
    """Raise UsageError unless an export line is a bot with its versions."""
    check_fields(line, OF_BOT)
    for version in line["versions"]:
        check_fields(version, OF_VERSION)
    check_kind(line["bot"], "bot")


def check_analysis(line: Line) -> None:
    """Raise UsageError unless an export line is an analysis that pages can show. The numbers are not recomputed."""
    check_fields(line, {"match": OF_MATCH["match"]})
    try:
        found = read_analysis(line)
    except VerificationError as error:
        raise UsageError(str(error)) from None
    if found.by and not NAMED.fullmatch(found.by):
        raise UsageError(f"by: expected a search as mcts-800, or an empty text, found {ascii(found.by)[:60]}")
    if max(len(found.decisions), len(found.luck), len(found.curve)) > DECISIONS:
        raise UsageError(f"decisions, luck, curve: expected at most {DECISIONS} of each")
    texts = [text for each in found.decisions for text in (each.option, each.best, each.open_best, each.chapter)]
    texts += [text for each in found.luck for text in (each.kind, each.what)]
    if not all(map(is_text, texts)):
        raise UsageError(f"decisions, luck: expected texts of at most {TEXT} characters")


def check_tournament(line: Line) -> None:
    """Raise UsageError unless an export line is a valid tournament.

    Its regulations must be readable. No entrant, round or block may occur twice. Each name in its rounds must be the
    key of one of its entrants.
    """
    check_fields(line, OF_TOURNAMENT)
    read(line["regulations"])
    for entry in line["entrants"]:
        check_fields(entry, OF_ENTRY)
        check_kind(entry["entrant"], entry["kind"])
    keys = [entry["key"] for entry in line["entrants"]]
    for a_round in line["rounds"]:
        check_fields(a_round, OF_ROUND)
        for block in a_round["blocks"]:
            check_fields(block, OF_FIXTURE)
    blocks = [block for a_round in line["rounds"] for block in a_round["blocks"]]
    _check_once("entrants", keys)
    _check_once("entrants", [(each["entrant"].casefold(), each["version"], each["kind"]) for each in line["entrants"]])
    _check_once("rounds", [a_round["round"] for a_round in line["rounds"]])
    _check_once("blocks", [block["number"] for block in blocks])
    known = set(keys)
    named = [*(block["entrants"] for block in blocks), *(a_round["byes"] for a_round in line["rounds"])]
    if not all(known.issuperset(each) for each in named):
        raise UsageError("rounds: expected keys of entrants alone")


def _check_once(what: str, values: list[Any]) -> None:
    if len(set(values)) < len(values):
        raise UsageError(f"{what}: expected each one once")


CHECKS: Final[Mapping[str, Callable[[Line], None]]] = {
    "match": check_match,
    "analysis": check_analysis,
    "bot": check_bot,
    "tournament": check_tournament,
}


def checked(text: bytes) -> Line:
    """Return the JSON object in a line of an export. Raise UsageError if the line is invalid.

    A line of an unknown kind is accepted if it is a JSON object with a kind.
    """
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        line = None
    if not isinstance(line, dict) or not text.endswith(b"\n"):
        raise UsageError("expected a whole JSON object and a newline; the file was cut or changed")
    kind = line.get("line")
    if not isinstance(kind, str):
        raise UsageError("line: expected the kind of the line")
    if kind in CHECKS:
        try:
            CHECKS[kind](line)
        except UsageError as error:
            raise UsageError(f"it is no {kind} of an export: {error}") from None
    return line
