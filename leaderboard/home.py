"""The first page: running matches, the best bot and how certain its lead is, the next runs, and the latest results."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from arena.store.ratings.rankings import COMBINED
from arena.store.repos.stored_schedules import planned_of
from arena.store.sql import tournament_queries, watching_queries
from arena.store.sql.match_list import MatchListFilter, listed
from arena.store.tables import TournamentRow
from leaderboard.live import OnNowLine, on_now
from leaderboard.ranking import RankedEntrant, ranking
from leaderboard.reading import Reader
from leaderboard.tournaments import ScheduleLine, TableLine, TournamentLine, line, schedule, stand_of
from leaderboard.values import MatchLine, match_lines

ON: Final = 8  # running matches
LATEST: Final = 8  # results
HELD: Final = 4  # running tournaments
LEADERS: Final = 4  # rows of the table of each
COMING: Final = 4  # tournaments and schedules


@dataclass(frozen=True, slots=True)
class RunningTournament:
    """A running tournament: its progress, and the first rows of its table."""

    tournament: str
    name: str
    game: str
    format: str
    matches: int  # that were drawn up
    finished: int
    table: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class HomePage:
    """The values of the first page: running matches and tournaments, the ranking, the next runs, the latest results."""

    running: tuple[OnNowLine, ...]
    more_running: bool
    offered: int  # matches that wait to begin, or that workers play
    tournaments: tuple[RunningTournament, ...]
    waiting: tuple[TournamentLine, ...]  # tournaments that have not begun
    schedules: tuple[ScheduleLine, ...]  # by their next run
    ranking: tuple[RankedEntrant, ...]  # over all pools, the best first
    latest: tuple[MatchLine, ...]


def home(reader: Reader, session: Session) -> HomePage:
    """Return the values of the first page, read from the database."""
    running = on_now(session, limit=ON + 1)
    latest = listed(session, MatchListFilter(state="finished", dealt=True), None, LATEST).matches
    held = watching_queries.tournaments_in(session, ["running", "interrupted"], HELD)
    waiting = watching_queries.tournaments_in(session, ["waiting"], COMING)
    return HomePage(
        running=running[:ON],
        more_running=len(running) > ON,
        offered=watching_queries.waiting_matches(session),
        tournaments=tuple(running_tournament(reader, session, row) for row in held),
        waiting=tuple(map(line, waiting)),
        schedules=next_runs(map(schedule, map(planned_of, tournament_queries.all_schedules(session)))),
        ranking=ranking(reader, session, COMBINED).rows,
        latest=match_lines(session, latest),
    )


def running_tournament(reader: Reader, session: Session, row: TournamentRow) -> RunningTournament:
    """Return a running tournament with its progress and the first rows of its table."""
    stand, about = stand_of(reader, session, row), line(row)
    return RunningTournament(
        row.public, row.name, about.game, about.format, stand.matches, stand.course.finished, stand.table[:LEADERS]
    )


def next_runs(lines: Iterable[ScheduleLine]) -> tuple[ScheduleLine, ...]:
    """Return the schedules that will run next, the earliest first, four at most."""
    return tuple(sorted((each for each in lines if each.next), key=lambda each: each.next[0])[:COMING])
