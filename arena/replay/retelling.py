"""A record in sentences, answer by answer, as far as this release can read and play it.

If a record was cut or changed, or has other rules, its Retelling contains the readable part, and `problem` says why the
rest is missing. Only an unreadable header raises an error.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from threading import Lock
from typing import Final

from arena.errors import ArenaError, UsageError, VerificationError
from arena.games import GAMES
from arena.games.game import Rules, State
from arena.games.stories import NOBODY, Passage, passages
from arena.languages import noted, say
from arena.record.format import Answer, Forfeit, Record, read_record
from arena.record.outcome import MatchProgress
from arena.record.replay import enter, opening, rules_of
from arena.record.verify import check_readable

UNPLAYED: Final = -1
EVERY: Final = 24  # answers between two positions that are stored
EVERYTHING_KNOWN: Final = -1  # the observer for the sentences: a spectator
FORFEITS: Final = (
    *(noted("illegal"), noted("time"), noted("left"), noted("crashed"), noted("flood"), noted("no-show")),
    noted("resigned"),
)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """An answer or a forfeit, with the sentences that say what it did.

    `at` is the number of answers up to this step, `turn` the number of turns completed before it. `points` are the
    points of each seat after the step; empty if the record could not be played up to this step.
    """

    at: int
    seat: int
    turn: int
    option: str
    is_forfeit: bool
    passages: tuple[Passage, ...]
    points: tuple[int, ...]

    @property
    def mark(self) -> str:
        """The text of the first event of this step that a reader may want to find, such as an Eclipse; else empty."""
        return next((passage.text for passage in self.passages if passage.is_mark), "")


@dataclass(frozen=True, slots=True)
class Retelling:
    """A record in sentences: its steps, and the points at the start.

    The positions after 0, 1, 2 and so on up to `playable` answers are known; `playable` is -1 if none is. `problem`
    says why later positions are missing.
    """

    record: Record
    start: tuple[int, ...]
    steps: tuple[ReplayStep, ...]
    playable: int
    problem: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants, by seat."""
        return tuple(seated.entrant for seated in self.record.header.seats)

    @property
    def answers(self) -> int:
        """The number of answers in the record."""
        return sum(isinstance(entry, Answer) for entry in self.record.entries)

    def spoken(self, step: ReplayStep) -> list[str]:
        """Return the sentences of a step as plain texts with the entrants' names."""
        return [
            passage.text if passage.seat == NOBODY else f"{self.names[passage.seat]} {passage.text}"
            for passage in step.passages
        ]

    def rules(self, games: Mapping[str, Rules] = GAMES) -> Rules | None:
        """Return the rules of the game; None if this release does not know the game."""
        return games.get(self.record.header.game)

    def ends(self) -> list[int]:
        """Return the numbers of answers after which a turn ended, in order."""
        told = [step for step in self.steps if not step.is_forfeit]
        return [max(step.at for step in turn) for _, turn in groupby(told, key=lambda step: (step.turn, step.seat))]

    def marks(self) -> list[int]:
        """Return a list of places that readers may want to jump to, such as an Eclipse, as numbers of answers."""
        return [step.at for step in self.steps if step.mark]


def retold(data: bytes, games: Mapping[str, Rules] = GAMES) -> Retelling:
    """Return a record in sentences in the reader's language, as far as it can be read and played.

    Raise VerificationError or CannotVerifyError if the record's header cannot be read.
    """
    record, problem = longest_beginning(data)
    try:
        check_readable(data, games)
        course = MatchProgress(opening(record, games))
    except ArenaError as error:
        return Retelling(record, (), tuple(_unplayed(record)), UNPLAYED, problem or str(error))
    start = tuple(course.state.scores())
    course.state.listen()
    steps: list[ReplayStep] = []
    try:
        for step in _played(record, course, rules_of(record.header, games)):
            steps.append(step)  # noqa: PERF402 -- those before an error stay
    except ArenaError as error:
        problem = str(error)
    playable = sum(not step.is_forfeit for step in steps)
    rest = list(_unplayed(record))[len(steps) :]
    return Retelling(record, start, (*steps, *rest), playable, problem)


def longest_beginning(data: bytes) -> tuple[Record, str]:
    """Return the longest readable beginning of a record, and the fault of the line after it.

    The fault is empty if the whole record is readable. Raise VerificationError if no beginning is readable.
    """
    try:
        return read_record(data), ""
    except VerificationError as error:
        problem = str(error)
    lines = data.splitlines(keepends=True)
    good, bad = 0, len(lines) + 1
    found: Record | None = None
    while bad - good > 1:
        middle = (good + bad) // 2
        try:
            found = read_record(b"".join(lines[:middle]))
            good = middle
        except VerificationError:
            bad = middle
    if found is None:
        raise VerificationError(problem)
    return found, problem


def _played(record: Record, course: MatchProgress, rules: Rules) -> Iterator[ReplayStep]:
    """Play the entries of a record (its answers and forfeits) in order, and yield a ReplayStep for each."""
    heard = len(course.state.events(0, EVERYTHING_KNOWN))
    setup = course.state.events(0, EVERYTHING_KNOWN)
    at = 0
    for line, entry in record.numbered():
        turn = course.state.turn
        enter(course, rules, entry, line)
        events = [*setup, *course.state.events(heard, EVERYTHING_KNOWN)]
        heard, setup = heard + len(events) - len(setup), []
        points = tuple(course.state.scores())
        if isinstance(entry, Forfeit):
            yield _forfeit(entry, at, turn, points)
            continue
        at += 1
        told = tuple(passages(rules, entry.seat, entry.option, events))
        yield ReplayStep(at, entry.seat, turn, entry.option, is_forfeit=False, passages=told, points=points)


def _unplayed(record: Record) -> Iterator[ReplayStep]:
    """Yield a ReplayStep for each answer and forfeit of a record that cannot be replayed with the engine.

    The sentence of an answer is then the text of its option in the record.
    """
    at = 0
    for entry in record.entries:
        if isinstance(entry, Forfeit):
            yield _forfeit(entry, at, at, ())
        else:
            at += 1
            told = (Passage(entry.seat, entry.option),)
            yield ReplayStep(at, entry.seat, at, entry.option, is_forfeit=False, passages=told, points=())


def _forfeit(entry: Forfeit, at: int, turn: int, points: tuple[int, ...]) -> ReplayStep:
    told = (Passage(NOBODY, say("Forfeit")), Passage(entry.seat, forfeits(entry.reason.value)))
    return ReplayStep(at, entry.seat, turn, "", is_forfeit=True, passages=told, points=points)


def forfeits(reason: str) -> str:
    """Return a phrase that follows the name of a seat, such as "forfeits: crash", in the reader's language."""
    return say("forfeits: %(reason)s", reason=forfeit_reason(reason))


def forfeit_reason(reason: str) -> str:
    """Return the reason of a forfeit in the reader's language; an unknown reason is returned unchanged."""
    return say(reason) if reason in FORFEITS else reason


class Positions:
    """The positions of a match. The number of answers before a position says which one it is.

    A few positions are stored; each other one is computed from the nearest stored one before it. The answers are not
    checked again, because the function `retold` has checked them.
    """

    def __init__(self, told: Retelling) -> None:
        self.playable: Final = told.playable
        self._answers: Final = [entry.option for entry in told.record.entries if isinstance(entry, Answer)]
        self._stored: list[State] = [opening(told.record)] if told.playable >= 0 else []
        self._lock: Final = Lock()  # pages of a match are made in several threads

    def all(self) -> Iterator[State]:
        """Yield every position of the match in order, from the first one.

        All positions are the same State object, which changes, so use each position before the next one.
        """
        for at in range(self.playable + 1):
            if at == 0:
                state = self._stored[0].clone()
            else:
                self._apply(state, at - 1)
            yield state

    def at(self, answers: int) -> State:
        """Return the position after this number of answers. Raise UsageError if it is not known."""
        if not 0 <= answers <= self.playable:
            raise UsageError(f"no position after answer {answers}: expected a number from 0 to {self.playable}")
        with self._lock:
            while len(self._stored) <= answers // EVERY:
                self._store_next()
            state = self._stored[answers // EVERY].clone()
        for answer in range(answers // EVERY * EVERY, answers):
            self._apply(state, answer)
        return state

    def _store_next(self) -> None:
        state = self._stored[-1].clone()
        first = (len(self._stored) - 1) * EVERY
        for answer in range(first, first + EVERY):
            self._apply(state, answer)
        self._stored.append(state)

    def _apply(self, state: State, answer: int) -> None:
        state.apply(state.rules.read(state, self._answers[answer]))


def option_in_words(told: Retelling, places: Positions, answers: int, option: str) -> str:
    """Return an option after `answers` answers as a sentence without its subject, such as "places a tile".

    Return the option's text unchanged if it cannot be played there.
    """
    rules = told.rules()
    if rules is None:
        return option
    try:
        state = places.at(answers)
        number = rules.read(state, option)
    except ArenaError:
        return option
    seat = state.to_move
    state.listen()
    state.apply(number)
    return passages(rules, seat, option, state.events(0, EVERYTHING_KNOWN))[0].text
