"""Play a record again with the engine: from its deal or position, answer by answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arena.errors import ArenaError, CannotVerifyError, IllegalOptionError, NotationError, UsageError, nearest
from arena.games import GAMES
from arena.games.chance import Deal
from arena.games.game import Rules, State
from arena.record import lines
from arena.record.format import Answer, Entry, Forfeit, Header, Record
from arena.record.lines import fault
from arena.record.outcome import MatchProgress


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a record, the number of its line, and the progress of the match (`course`) just before the entry.

    >>> from pathlib import Path
    >>> from arena.record import read_record, replay
    >>> record = read_record(Path("docs/pictures/cacao.jsonl").read_bytes())
    >>> first = next(replay(record))
    >>> first.line, first.entry.seat, first.course.state.turn
    (2, 0, 0)
    """

    line: int
    entry: Entry
    course: MatchProgress


def rules_of(header: Header, games: Mapping[str, Rules] = GAMES) -> Rules:
    """Return this release's rules of a record's game. Raise CannotVerifyError if the game is unknown.

    The version of the rules may differ from the version in the record.
    """
    if header.game not in games:
        raise CannotVerifyError(f"line 1: unknown game {lines.quoted(header.game)}: {nearest(header.game, games)}")
    return games[header.game]


def opening(record: Record, games: Mapping[str, Rules] = GAMES) -> State:
    """Return the position in which a record's game began.

    Raise CannotVerifyError if the deal is not disclosed, VerificationError if the header does not fit the game.
    """
    rules = rules_of(record.header, games)
    try:
        state = _opening(record, rules)
    except CannotVerifyError:
        raise
    except ArenaError as error:
        raise fault(1, str(error)) from None
    if state.seats != len(record.header.seats):
        raise fault(1, f"expected {state.seats} seats, found {len(record.header.seats)}")
    options = lines.write(state.settings)
    if options != lines.write(record.header.options):
        raise fault(1, f"options: expected {options.decode()}, all and in this order")
    return state


def _opening(record: Record, rules: Rules) -> State:
    header = record.header
    if header.position is not None:
        return rules.from_position(lines.write(header.position).decode())
    if record.appendix is None:
        raise CannotVerifyError("it cannot be replayed before its seed is disclosed: expected an appendix")
    return rules.new(header.options, len(header.seats), Deal(record.appendix.seed))


def replay(record: Record, games: Mapping[str, Rules] = GAMES) -> Iterator[Moment]:
    """Play a record again, and yield each entry with the progress of the match just before it.

    All entries share one `course` object, which changes: clone `course.state` to store a position. Raise
    VerificationError if an answer does not fit the game. Raise CannotVerifyError if the seed is not disclosed or the
    game is unknown.

    >>> from pathlib import Path
    >>> from arena.record import read_record, replay
    >>> record = read_record(Path("docs/pictures/cacao.jsonl").read_bytes())
    >>> sum(1 for _ in replay(record)) == len(record.entries)
    True
    """
    course = MatchProgress(opening(record, games))
    rules = rules_of(record.header, games)
    for line, entry in record.numbered():
        yield Moment(line, entry, course)
        enter(course, rules, entry, line)


def enter(course: MatchProgress, rules: Rules, entry: Entry, line: int) -> None:
    """Play an answer or forfeit in this match. Raise VerificationError if it does not fit the game."""
    if course.end is not None:
        raise fault(line, f"expected the result: the match had ended ({course.end})")
    if isinstance(entry, Forfeit):
        _forfeit(course, entry, line)
    else:
        _answer(course, rules, entry, line)


def _forfeit(course: MatchProgress, forfeit: Forfeit, line: int) -> None:
    if forfeit.seat >= course.state.seats:
        raise fault(line, f"seat {forfeit.seat}: expected one below {course.state.seats}")
    if course.has_left(forfeit.seat):
        raise fault(line, f"seat {forfeit.seat} had forfeited before")
    course.leave(forfeit.seat, forfeit.reason)


def _answer(course: MatchProgress, rules: Rules, answer: Answer, line: int) -> None:
    state = course.state
    if answer.seat != state.to_move:
        raise fault(line, f"expected an answer of seat {state.to_move}, found one of seat {answer.seat}")
    by = "house" if course.has_left(answer.seat) else "bot"
    if answer.by != by:
        raise fault(line, f"expected an answer by the {by}, found one by the {answer.by}")
    option = _option(rules, state, answer.option, line)
    spelling = rules.spell(state, option)
    if spelling != answer.option:
        raise fault(line, f"expected the spelling {lines.quoted(spelling)}, found {lines.quoted(answer.option)}")
    state.apply(option)


def _option(rules: Rules, state: State, text: str, line: int) -> int:
    try:
        option = rules.read(state, text)
    except (NotationError, IllegalOptionError) as error:
        raise fault(line, str(error)) from None
    if option not in state.options():
        raise fault(line, f"{lines.quoted(text)}: it is not among the options")
    return option


def state_at(record: Record, answers: int, games: Mapping[str, Rules] = GAMES) -> State:
    """Return the position after this many answers of a record; 0 gives the position where the game began.

    Raise UsageError if the record has fewer answers, and the errors of `replay`.

    >>> from pathlib import Path
    >>> from arena.record import read_record, state_at
    >>> record = read_record(Path("docs/pictures/cacao.jsonl").read_bytes())
    >>> state_at(record, 0).turn, state_at(record, 12).turn > 0
    (0, True)
    """
    given = sum(isinstance(entry, Answer) for entry in record.entries)
    if not 0 <= answers <= given:
        raise UsageError(f"no position after answer {answers}: expected a number from 0 to {given}")
    course = MatchProgress(opening(record, games))
    rules = rules_of(record.header, games)
    seen = 0
    for line, entry in record.numbered():
        if seen == answers:
            break
        enter(course, rules, entry, line)
        seen += isinstance(entry, Answer)
    return course.state
