"""The account of each seat: how its expected score changed from start to end, by luck and by all decisions.

Every value is a score from 0 to 1: the share of the other seats that a seat finishes ahead of. The values do not add up
exactly, because the static valuation differs from the search and from the true average over chance. The account shows
the difference as a remainder.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from arena.analysis.judge import DEFAULT, DIGITS, Judge, Judgement, judgement_values, with_noise
from arena.analysis.luck import LuckEvent, chance_of, play_watched
from arena.analysis.outlook import VALUATION, final_values
from arena.errors import UsageError
from arena.record.format import Entry, Forfeit, Record, read_record
from arena.record.outcome import MatchProgress
from arena.record.replay import enter, opening, rules_of
from arena.record.verify import check_readable

VERSION: Final = 2  # of the analysis: it changes when the same record and search could give other numbers

OnDecision = Callable[[int, int], None]  # decisions done, and all of them


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of the curve of expected scores: the answers so far, the turn, and the expected score of each seat."""

    answers: int
    turn: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """How the score of one seat came about: its expected score at the start, and what changed it until the final score.

    `cost` is what the seat's own decisions cost it; `given` is what the decisions of other seats gave to it. They are
    None if these decisions were not searched.
    """

    seat: int
    start: float
    luck: float
    cost: float | None  # the cost of the seat's own decisions
    given: float | None  # the score that the decisions of other seats gave to the seat
    end: float
    hidden: float | None  # the cost that only an oracle could have avoided; it is no part of the sum

    @property
    def remainder(self) -> float:
        """Return the part of the final score that neither the start, nor luck, nor the seats' decisions explain."""
        return self.end - self.start - self.luck + (self.cost or 0.0) - (self.given or 0.0)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The whole analysis of a match. `by` names the search; it is empty if only luck was computed."""

    match: str
    game: str
    seats: tuple[str, ...]
    by: str
    version: int
    judged: tuple[int, ...]  # the seats with searched decisions
    decisions: tuple[Judgement, ...]
    luck: tuple[LuckEvent, ...]
    curve: tuple[Mark, ...]
    accounts: tuple[Account, ...]
    placements: tuple[int, ...]
    scores: tuple[int, ...]
    valuation: str = ""  # the name and version of the valuation; empty in results of earlier releases
    movers: tuple[int, ...] = ()  # by turn: the seat that has it, or -1; empty in results of earlier releases

    def values(self) -> dict[str, Any]:
        """Return the analysis as plain values, for JSON and for the database."""
        return {
            "match": self.match,
            "game": self.game,
            "seats": list(self.seats),
            "by": self.by,
            "version": self.version,
            "valuation": self.valuation,
            "judged": list(self.judged),
            "placements": list(self.placements),
            "scores": list(self.scores),
            "movers": list(self.movers),
            "accounts": [rounded(asdict(each) | {"remainder": each.remainder}) for each in self.accounts],
            "decisions": [judgement_values(each) | {"hidden": round(each.hidden, DIGITS)} for each in self.decisions],
            "luck": [rounded(asdict(each)) for each in self.luck],
            "curve": [rounded(asdict(each)) for each in self.curve],
        }


def rounded(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of a dict in which all fractions are rounded to 4 digits, also those inside lists."""
    return {name: rounded_value(value) for name, value in values.items()}


def rounded_value(value: Any) -> Any:
    """Return a value, rounded if it is a fraction or contains fractions."""
    if isinstance(value, float):
        return round(value, DIGITS)
    return [rounded_value(each) for each in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Answered:
    """A bot's decision in a replayed match, before it is searched: its position, the option, and the answers before it.

    `answers` is the number of these answers.
    """

    state: Any
    option: int
    answers: int


class Replayed:
    """A replayed record, with its events of chance, the curve of expected scores, and the bots' decisions to search."""

    def __init__(self, record: Record, *, judged: Iterable[int] = ()) -> None:
        self.rules: Final = rules_of(record.header)
        self.chance: Final = chance_of(self.rules.name)
        self.course: Final = MatchProgress(opening(record))
        self.judged: Final = frozenset(judged)
        self.answers = 0
        self.luck: Final[list[LuckEvent]] = []
        self.movers: Final[dict[int, int]] = {}  # by turn: the seat that has it, which answers first
        self.curve: Final[list[Mark]] = [self.mark()]
        self.decisions: Final[list[Answered]] = []
        for line, entry in record.numbered():
            self.take(entry, line)

    def take(self, entry: Entry, line: int) -> None:
        """Replay an answer or a forfeit of the record.

        For an answer, add its events of chance to `luck` and the new expected scores to `curve`. If a bot in one of the
        seats `judged` gave it, also add the decision to `decisions`.
        """
        if isinstance(entry, Forfeit):
            enter(self.course, self.rules, entry, line)
            return
        state, before = self.course.state, self.course.state.turn
        option = self.rules.read(state, entry.option)
        if entry.seat in self.judged and entry.by == "bot":
            self.decisions.append(Answered(state.clone(), option, self.answers))
        self.answers += 1
        self.movers.setdefault(before, entry.seat)
        for shown in play_watched(self.chance, state, option):
            self.luck.append(
                LuckEvent(self.answers, before, shown.kind, shown.what, shown.luck, shown.probability, shown.outcomes)
            )
        self.curve.append(self.mark())

    def mark(self) -> Mark:
        """Return the point of the curve of expected scores for the current position."""
        state = self.course.state
        return Mark(self.answers, state.turn, tuple(self.chance.outlook.values(state)))


def analyse(
    data: bytes,
    by: str | None = DEFAULT,
    *,
    seats: Iterable[int] | None = None,
    open_too: bool = True,
    progress: OnDecision | None = None,
) -> Analysis:
    """Return the analysis of a record, which is given as bytes.

    `by` names the search that judges decisions. With None only luck is computed, which takes milliseconds. `seats` are
    the seats with decisions to search; without it, all seats of bots. With `open_too`, each decision is searched with
    all stacks open as well. After each decision, `progress` is called with two numbers: the decisions done, and all
    decisions.
    """
    check_readable(data)
    return analyse_record(read_record(data), by, seats=seats, open_too=open_too, progress=progress)


def analyse_record(
    record: Record,
    by: str | None = DEFAULT,
    *,
    seats: Iterable[int] | None = None,
    open_too: bool = True,
    progress: OnDecision | None = None,
) -> Analysis:
    """Return the analysis of a record that is already parsed; see `analyse` for the arguments."""
    header = record.header
    judged = seats_to_judge(record, by, seats)
    replayed = Replayed(record, judged=judged)
    found: list[Judgement] = []
    if by is not None:
        judge = Judge(by, open_too=open_too)
        for number, each in enumerate(replayed.decisions, 1):
            seed = f"{header.match} {each.answers}".encode()
            found.append(judge.judge(each.state, each.option, each.answers, seed))
            if progress is not None:
                progress(number, len(replayed.decisions))
    placements = record.result.placements if record.result is not None else replayed.course.placements()
    decisions = tuple(with_noise(found))
    return Analysis(
        match=header.match,
        game=header.game,
        seats=tuple(seated.entrant for seated in header.seats),
        by=by or "",
        version=VERSION,
        judged=judged,
        decisions=decisions,
        luck=tuple(replayed.luck),
        curve=tuple(replayed.curve),
        accounts=accounts(replayed, judged, decisions, placements, with_open=by is not None and open_too),
        placements=placements,
        scores=tuple(replayed.course.state.scores()),
        valuation=VALUATION,
        movers=tuple(replayed.movers.get(turn, -1) for turn in range(replayed.course.state.turn + 1)),
    )


def seats_to_judge(record: Record, by: str | None, seats: Iterable[int] | None) -> tuple[int, ...]:
    """Return the seats with decisions to search; none if no search is named.

    Raise UsageError if a given seat is an automaton or does not exist.
    """
    header = record.header
    asked = [seat for seat, seated in enumerate(header.seats) if seated.kind != "automaton"]
    if by is None:
        return ()
    if seats is None:
        return tuple(asked)
    for seat in (chosen := sorted(set(seats))):
        if seat not in asked:
            raise UsageError(f"seat {seat}: expected one of {', '.join(map(str, asked))}")
    return tuple(chosen)


def accounts(
    replayed: Replayed,
    judged: tuple[int, ...],
    decisions: Iterable[Judgement],
    placements: tuple[int, ...],
    *,
    with_open: bool,
) -> tuple[Account, ...]:
    """Return for each seat how its score came about, from a replayed match and its searched decisions."""
    seats = len(placements)
    found = list(decisions)
    costs = {seat: sum(each.cost for each in found if each.seat == seat) for seat in judged}
    asked = [seat for seat in range(seats) if seat not in replayed.rules.automata]
    ends = final_values(placements)
    return tuple(
        Account(
            seat=seat,
            start=replayed.curve[0].values[seat],
            luck=sum(event.luck[seat] for event in replayed.luck),
            cost=costs.get(seat),
            given=given_to(seat, costs, seats) if set(asked) - {seat} <= set(judged) and judged else None,
            end=ends[seat],
            hidden=sum(each.hidden for each in found if each.seat == seat) if seat in judged and with_open else None,
        )
        for seat in range(seats)
    )


def given_to(seat: int, costs: Mapping[int, float], seats: int) -> float:
    """Return the score that a seat gained because other seats' decisions were not the best.

    A decision's cost is lost by its seat, and shared equally by all other seats.
    """
    return sum(cost for other, cost in costs.items() if other != seat) / (seats - 1)
