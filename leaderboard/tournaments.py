"""Tournaments: the list with the schedules, and the page of a tournament with its table, its rounds and its rules."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations
from typing import Final

from sqlmodel import Session

from arena.errors import ArenaError
from arena.languages import say
from arena.languages.prose import STILL_IN
from arena.stats.intervals import estimate
from arena.stats.standings import compare
from arena.store.repos.stored_schedules import planned_of
from arena.store.repos.stored_tournaments import tournament_value
from arena.store.sql import page_queries, tournament_queries
from arena.store.tables import TournamentRow
from arena.tournament.formats import FORMATS
from arena.tournament.formats.base import PlayedBlock, Standing
from arena.tournament.formats.brackets import Duel, DuelStage
from arena.tournament.planned import Planned
from arena.tournament.regulations import Regulations
from arena.tournament.seeds import played_by, public_file
from arena.tournament.snapshot import TournamentSnapshot
from arena.tournament.status import Status, tie_break
from arena.tournament.venue import OVER, Fixture, Stage
from leaderboard.reading import BadQuestionError, NotThereError, Reader
from leaderboard.sequential import SprtPage, sprt_of
from leaderboard.values import ShownEntrant

PAGE: Final = 30
ROUNDS: Final = 20  # on one page, the newest first
RUNS: Final = 3  # of a schedule that the page shows ahead
GOING_ON: Final = ("running", "interrupted")  # the states in which later stages of a knockout will be played
CROSSED: Final = 40  # entrants of a crosstable at most: a larger one is not readable


# The list ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in the list of tournaments."""

    tournament: str
    name: str
    game: str
    format: str
    state: str
    created: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A tournament that the arena repeats, and its next run. Times are seconds since 1970."""

    schedule: str
    name: str
    cron: str
    timezone: str
    in_words: tuple[str, ...]
    next: tuple[float, ...]
    runs: int


@dataclass(frozen=True, slots=True)
class TournamentsPage:
    """Tournaments, the newest first. `rest` is the value of `before` for the next page; None at the end."""

    tournaments: tuple[TournamentLine, ...]
    schedules: tuple[ScheduleLine, ...]
    rest: str | None


def tournaments(session: Session, before: str = "") -> TournamentsPage:
    """Return the page of tournaments that are older than the tournament `before`; the newest ones if it is empty."""
    last = tournament_queries.tournament_called(session, before) if before else None
    if before and last is None:
        raise BadQuestionError(say("before: no tournament is called %(name)s", name=repr(before)))
    rows = page_queries.tournaments_before(session, last, PAGE + 1)
    schedules = [planned_of(row) for row in tournament_queries.all_schedules(session)] if last is None else []
    return TournamentsPage(
        tuple(map(line, rows[:PAGE])),
        tuple(map(schedule, schedules)),
        rows[PAGE - 1].public if len(rows) > PAGE else None,
    )


def line(row: TournamentRow) -> TournamentLine:
    """Return a tournament in the form in which the list of tournaments shows it."""
    found = regulations_of(row)
    game, form = (found.game, found.format) if found is not None else ("", "")
    return TournamentLine(row.public, row.name, game, form, row.state, row.created, row.ended)


def regulations_of(row: TournamentRow) -> Regulations | None:
    """Return the regulations of a tournament from its row; None if this release cannot read them."""
    try:
        return played_by(tournament_value(row))
    except ArenaError:
        return None


def schedule(planned: Planned) -> ScheduleLine:
    """Return a schedule in the form in which the list of tournaments shows it, with its next runs."""
    moments = planned.when.after(datetime.fromtimestamp(planned.done, UTC))
    runs = tuple(moment.timestamp() for moment, _ in zip(moments, range(RUNS), strict=False))
    when = planned.when
    words = tuple(when.in_words())
    return ScheduleLine(planned.id, planned.name, when.cron, when.timezone, words, runs, planned.runs)


# One tournament ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the table of a tournament. The score is the mean over blocks, from 0 to 1, with its 95 % interval.

    `always_low` and `always_high` are an interval that is valid even if a reader checks it after every block.
    """

    rank: int
    key: str
    bot: str
    version: str
    kind: str
    points: float
    blocks: int
    games: int
    wins: int
    draws: int
    losses: int
    mean_place: float | None
    forfeits: int
    score: float | None
    low: float | None
    high: float | None
    always_low: float | None
    always_high: float | None
    tie_breaks: tuple[str, ...]
    note: str

    @property
    def has_place(self) -> bool:
        """False if the entrant is not out of a running knockout: then its rank is only the best that it can reach."""
        return self.note != STILL_IN


@dataclass(frozen=True, slots=True)
class Crossing:
    """A field of a crosstable: one entrant's mean block score against another, with its interval if it has one."""

    score: float
    low: float | None
    high: float | None
    blocks: int


@dataclass(frozen=True, slots=True)
class BlockMatch:
    """An ended match of a block: the entrant (its key in the tournament), the points and the place of each seat."""

    match: str
    void: bool
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A block: its entrants, as their keys in the tournament, and its matches that are over."""

    number: int
    entrants: tuple[str, ...]
    matches: tuple[BlockMatch, ...]
    missing: int  # matches that are not over
    running: int = 0  # those of them that are being played


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round: its blocks, and the entrants with a bye."""

    number: int
    name: str
    closed: bool
    byes: tuple[str, ...]
    instead_of: str
    blocks: tuple[BlockLine, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """An earlier duel from which an entrant comes to a duel, by the positions of its stage and of the duel in it.

    `won` says which of its two entrants comes: the winner, or the loser.
    """

    stage: int
    duel: int
    won: bool


@dataclass(frozen=True, slots=True)
class DuelLine:
    """Two entrants that meet in a knockout; a duel of one entrant without an opponent is a bye.

    In a stage that has not begun, `sources` has the duels from which the entrants will come, one for each entrant.
    """

    one: str | None
    other: str | None
    points: tuple[float, float]
    blocks: int
    winner: str | None  # None until the duel is decided
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketStage:
    """A stage of a knockout: duels that are played at the same time. A stage with `to_come` has not begun."""

    name: str
    duels: tuple[DuelLine, ...]
    to_come: bool = False


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A tournament: its current table, its crosstable, its rounds, and its regulations."""

    tournament: str
    name: str
    game: str
    format: str
    state: str
    reason: str
    verdict: str
    schedule: str  # the name of the schedule that started it
    next: float | None  # when this schedule runs next
    created: float
    ended: float | None
    matches: int  # that were drawn up
    finished: int
    in_words: tuple[str, ...]
    regulations: str
    entrants: Mapping[str, ShownEntrant]  # by key
    table: tuple[TableLine, ...]
    crosstable: tuple[tuple[Crossing | None, ...], ...]  # in the order of the table
    bracket: tuple[BracketStage, ...]
    rounds: tuple[RoundLine, ...]  # the newest first
    rest: int | None  # the `before` of the next page of rounds
    sprt: SprtPage | None = None
    challengers: tuple[str, ...] = ()  # of a gauntlet, by key

    @property
    def is_over(self) -> bool:
        """True if the tournament was played to its end, was cancelled, or failed."""
        return self.state in OVER

    @property
    def gives_points_for_byes(self) -> bool:
        """True if the points in the table include those for byes."""
        return self.format in FORMATS and FORMATS[self.format].gives_points_for_byes


def tournament(reader: Reader, session: Session, name: str, before: int | None = None) -> TournamentPage:
    """Return the values of a tournament page, with its newest rounds or with those before round number `before`.

    Raise NotThereError if no tournament has this name.
    """
    row = tournament_queries.tournament_called(session, name)
    if row is None:
        raise NotThereError(say("no tournament is called %(name)s", name=repr(name)))
    stand = stand_of(reader, session, row)
    course, regulations = stand.course, stand.regulations
    plan = planned(session, row)
    running = tournament_queries.running_by_block(session, row)
    shown = [stage for stage in reversed(course.stages) if before is None or stage.number < before]
    return TournamentPage(
        tournament=row.public,
        name=row.name,
        game=regulations.game if regulations is not None else "",
        format=regulations.format if regulations is not None else "",
        state=row.state,
        reason=row.reason,
        verdict=stand.verdict,
        schedule=plan.name if plan is not None else "",
        next=plan.next.timestamp() if plan is not None else None,
        created=row.created,
        ended=row.ended,
        matches=stand.matches,
        finished=course.finished,
        in_words=tuple(regulations.in_words()) if regulations is not None else (),
        regulations=public_file(tournament_value(row)),
        entrants={
            each.key: ShownEntrant(each.who.entrant, each.who.version, each.who.kind) for each in course.entrants
        },
        table=stand.table,
        crosstable=stand.crosstable,
        bracket=tuple(each for each in stand.bracket if not each.to_come or row.state in GOING_ON),
        rounds=tuple(a_round(course, stage, stand.per_block, running) for stage in shown[:ROUNDS]),
        rest=shown[ROUNDS - 1].number if len(shown) > ROUNDS else None,
        sprt=stand.sprt,
        challengers=stand.challengers,
    )


def stand_of(reader: Reader, session: Session, row: TournamentRow) -> "Stand":
    """Return the values of a tournament's page that are slow to compute, such as its table.

    If no result has changed since the last call, return the stored values.
    """
    state = page_queries.how_far(session, row)
    return reader.remembered(f"tournament {row.public}", state, lambda: Stand(session, row))


def planned(session: Session, row: TournamentRow) -> Planned | None:
    """Return the schedule that started a tournament; None if no schedule did, or if the schedule was deleted."""
    found = tournament_queries.schedule_called(session, row.schedule) if row.schedule else None
    return planned_of(found) if found is not None else None


class Stand:
    """The values of a tournament's page that are slow to compute, such as the table and the crosstable.

    They are computed from all results so far, and stored until a new result or ruling comes.
    """

    def __init__(self, session: Session, row: TournamentRow) -> None:
        self.course: Final = page_queries.course_of(session, row)
        self.regulations: Final = regulations_of(row)
        known = self.regulations is not None
        standings = self.course.standings() if known else []
        played = self.course.played() if known else []
        self.matches: Final = self.course.matches if known else 0
        self.per_block: Final = self.regulations.matches_per_block if self.regulations is not None else 0
        self.verdict: Final = Status(self.course).verdict if known else ""
        self.table: Final = tuple(table_line(self.course, each) for each in standings)
        self.crosstable: Final = crosstable([each.entrant for each in standings], played)
        self.bracket: Final = bracket(self.course, played) if known else ()
        self.sprt: Final = sprt_of(self.course, played) if known else None
        self.challengers: Final = self.course.form.who_challenges(self.course.keys) if standings else ()


def table_line(course: TournamentSnapshot, standing: Standing) -> TableLine:
    """Return the line of an entrant in a tournament's table."""
    who, row = course.who[standing.entrant], standing.row
    score = row.score if row is not None else None
    low, high = score.bounds if score is not None and score.bounds is not None else (None, None)
    always_low, always_high = row.always if row is not None and row.always is not None else (None, None)
    return TableLine(
        rank=standing.rank,
        key=standing.entrant,
        bot=who.entrant,
        version=who.version,
        kind=who.kind,
        points=standing.points,
        blocks=standing.blocks,
        games=row.games if row is not None else 0,
        wins=row.wins if row is not None else 0,
        draws=row.draws if row is not None else 0,
        losses=row.losses if row is not None else 0,
        mean_place=row.mean_placement if row is not None else None,
        forfeits=course.forfeits.get(standing.entrant, 0),
        score=score.mean if score is not None else None,
        low=low,
        high=high,
        always_low=always_low,
        always_high=always_high,
        tie_breaks=tuple(tie_break(name, value) for name, value in standing.tie_breaks),
        note=standing.note,
    )


def crosstable(keys: Sequence[str], played: Sequence[PlayedBlock]) -> tuple[tuple[Crossing | None, ...], ...]:
    """Return the scores of all pairs of entrants, with rows and columns in the order of the table.

    A field is None if the pair never met. The crosstable is empty if it would be too large.
    """
    if len(keys) > CROSSED:
        return ()
    scored: dict[tuple[str, str], list[float]] = defaultdict(list)
    for block in played:
        games: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
        for match in block.matches:
            for one, other in combinations(range(len(match.entrants)), 2):
                if match.pairs is None or (one, other) in match.pairs:
                    mine = Fraction(compare(match.placements[one], match.placements[other]))
                    games[match.entrants[one], match.entrants[other]].append(mine)
                    games[match.entrants[other], match.entrants[one]].append(1 - mine)
        for pair, results in games.items():
            scored[pair].append(float(sum(results) / len(results)))
    return tuple(tuple(crossing(scored.get((one, other), [])) for other in keys) for one in keys)


def crossing(scores: Sequence[float]) -> Crossing | None:
    """Return one field of the crosstable: the mean of a pair's block scores and its interval.

    Return None if `scores` is empty.
    """
    if not scores:
        return None
    found = estimate(scores)
    low, high = found.bounds if found.bounds is not None else (None, None)
    return Crossing(found.mean, low, high, found.blocks)


def bracket(course: TournamentSnapshot, played: Sequence[PlayedBlock]) -> tuple[BracketStage, ...]:
    """Return the stages of a knockout, also those to come; empty for other formats."""
    found = course.form.bracket(course.keys, played) if course.entrants else None
    if found is None:
        return ()
    begun = tuple(BracketStage(stage.name, tuple(map(duel, stage.duels))) for stage in found.stages)
    return begun + stages_to_come(course.form.outline(course.keys, played), len(begun))


def stages_to_come(outline: Sequence[DuelStage], begun: int) -> tuple[BracketStage, ...]:
    """Return the stages of a knockout after the first `begun` ones, with the sources of their unknown entrants."""
    latest: dict[str | None, Source] = {}
    coming = []
    for number, stage in enumerate(outline):
        lines = tuple(
            DuelLine(None, None, (0.0, 0.0), 0, None, tuple(latest[key] for key in (each.one, each.other) if key))
            for each in stage.duels
            if number >= begun
        )
        if number >= begun:
            coming.append(BracketStage(stage.name, lines, to_come=True))
        for place, each in enumerate(stage.duels):
            latest |= {key: Source(number, place, key == each.winner) for key in (each.one, each.other)}
    return tuple(coming)


def duel(each: Duel) -> DuelLine:
    """Return a duel of a knockout as a DuelLine for the tournament's page."""
    one, other = each.points
    return DuelLine(
        each.one, each.other, (float(one), float(other)), each.blocks, each.winner if each.decided else None
    )


def a_round(course: TournamentSnapshot, stage: Stage, per_block: int, running: Mapping[int, int]) -> RoundLine:
    """Return a round of a tournament as a RoundLine for its page.

    `per_block` is the number of matches in a block. `running` has the number of running matches in each block, by the
    block's number.
    """
    blocks = tuple(
        block(course, fixture, 1 if stage.instead_of else per_block, running.get(fixture.number, 0))
        for fixture in stage.fixtures
    )
    return RoundLine(stage.number, stage.name, stage.closed, stage.byes, stage.instead_of, blocks)


def block(course: TournamentSnapshot, fixture: Fixture, matches: int, running: int) -> BlockLine:
    """Return a block of a tournament as a BlockLine for its page.

    `matches` is its number of matches, and `running` the number of those that are running.
    """
    found = course.of_block[fixture.number]
    over = tuple(BlockMatch(each.match, each.void, each.seats, each.scores, each.placements) for each in found)
    missing = max(0, matches - len(course.settled[fixture.number]))
    return BlockLine(fixture.number, fixture.entrants, over, missing, min(running, missing))
