"""Two bots compared: their scores against each other in each pool, and the probability that the first is stronger."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from arena.languages import say
from arena.stats.ratings import NORMAL
from arena.stats.sums import Sum
from arena.store.ratings.rankings import COMBINED
from arena.store.sql import match_queries, page_queries
from arena.store.sql.match_list import MatchListFilter, listed
from arena.store.sql.page_queries import Who
from arena.store.tables import CellRow
from leaderboard.bots import called
from leaderboard.ranking import newest
from leaderboard.reading import BadQuestionError, Reader
from leaderboard.values import MatchLine, match_lines

RECENT: Final = 20
ROUNDING: Final = 1e-9  # a smaller spread of the replicates is none: they all have the score of one deal


@dataclass(frozen=True, slots=True)
class Meeting:
    """The score of the first bot at one seat against the second bot at another; a seat of None means all seats."""

    seat: int | None
    other_seat: int | None
    comparisons: int
    score: float
    reach: float  # the 95 % interval is score ± reach; 0 if one deal gives none


@dataclass(frozen=True, slots=True)
class PoolMeetings:
    """The scores of the first bot against the second in a pool: over all seats, then for each pair of seats."""

    pool: str
    title: str
    all: Meeting
    by_seat: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class MeetingsPage:
    """Two bots with all their versions; `chance` is the probability that the first bot's newest version is stronger."""

    bot: str
    other: str
    chance: float | None
    pools: tuple[PoolMeetings, ...]
    matches: tuple[MatchLine, ...]


def meetings(reader: Reader, session: Session, bot: str, other: str) -> MeetingsPage:
    """Return the values of the page that compares two bots.

    Raise NotThereError if a bot is unknown, and BadQuestionError if both names mean one bot.
    """
    one, two = called(session, bot), called(session, other)
    if one.id == two.id:
        raise BadQuestionError(say("%(name)s twice: expected two bots", name=repr(one.name)))
    mine, theirs = page_queries.entrants_of(session, one), page_queries.entrants_of(session, two)
    sums = sums_between(session, mine, theirs)
    rows = {pool.id: pool for pool in match_queries.all_pools(session)}
    found = tuple(
        PoolMeetings(
            page_queries.pool_slug(rows[pool]),
            page_queries.pool_in_words(rows[pool]),
            meeting(None, None, list(cells.values())),
            tuple(meeting(seat, other_seat, [cell]) for (seat, other_seat), cell in sorted(cells.items())),
        )
        for pool, cells in sorted(sums.items())
    )
    sought = MatchListFilter(bot=one.name, against=two.name, begun=True)
    recent = listed(session, sought, None, RECENT)
    lines = match_lines(session, recent.matches)
    return MeetingsPage(one.name, two.name, chance(reader, session, mine, theirs), found, lines)


def sums_between(
    session: Session, mine: Sequence[Who], theirs: Sequence[Who]
) -> Mapping[int, Mapping[tuple[int, int], Sum]]:
    """Return the results of the first bot against the second: for each pool, a dict from a pair of seats to a Sum.

    A Sum has the number of comparisons of the two bots at these seats, and the sum of the first bot's scores.
    """
    ours = {each.entrant for each in mine}
    found: dict[int, dict[tuple[int, int], Sum]] = defaultdict(dict)
    for row in page_queries.cells_between(session, ours, {each.entrant for each in theirs}):
        seats, cell = turned(row, is_mine=row.entrant_id in ours)
        known = found[row.pool_id].setdefault(seats, Sum.zero())
        known.count += cell.count
        known.halves += cell.halves
    return found


def turned(row: CellRow, *, is_mine: bool) -> tuple[tuple[int, int], Sum]:
    """Return the pair of seats of a database row, and the Sum of its scores, both with the first bot first.

    If `is_mine` is false, the row has the second bot first. Then the seats are swapped, and the first bot's scores are
    computed from the second bot's.
    """
    cell = Sum.of(row.sums)
    if is_mine:
        return (row.seat, row.opponent_seat), cell
    return (row.opponent_seat, row.seat), Sum(cell.count, 2 * cell.count - cell.halves)


def meeting(seat: int | None, other_seat: int | None, cells: Sequence[Sum]) -> Meeting:
    """Return the first bot's score against the second over all of these comparisons, with its 95 % interval.

    Each item of `cells` has the number of comparisons and the sum of scores, and both numbers again for random samples
    of the blocks (a bootstrap). The interval comes from these samples.
    """
    zero = Sum.zero()
    count = sum((cell.count for cell in cells), zero.count)
    halves = sum((cell.halves for cell in cells), zero.halves)
    scores = halves[count > 0] / 2 / count[count > 0]  # a replicate may have drawn none of the blocks
    spread = float(scores[1:].std()) if len(scores) > 1 else 0.0
    reach = NORMAL * spread if spread > ROUNDING else 0.0
    return Meeting(seat, other_seat, int(count[0]), float(scores[0]), reach)


def chance(reader: Reader, session: Session, mine: Sequence[Who], theirs: Sequence[Who]) -> float | None:
    """Return the probability, over all pools, that the newest version of the first bot is stronger than the second's.

    Return None if the combined ranking does not compare them.
    """
    kept = reader.ranking(session, COMBINED)
    if kept is None:
        return None
    rated = {row["entrant"] for row in kept.rows}
    one, two = (newest({each.entrant: each for each in some if each.entrant in rated})[0] for some in (mine, theirs))
    return kept.superiority[one[0]].get(two[0]) if one and two else None
