"""The ranking: the entrants of a pool, or of all pools together, by rating, with the uncertainty of each rating."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from sqlmodel import Session

from arena.languages import say
from arena.stats.ratings import band
from arena.store.ratings.counting import pool_value
from arena.store.ratings.rankings import COMBINED, KeptRanking
from arena.store.sql import match_queries, page_queries
from arena.store.sql.page_queries import Who
from arena.store.tables import ForfeitsRow, PlayedRow, PoolRow, TallyRow
from leaderboard.ladders import LadderLine, ladder_of
from leaderboard.reading import NotThereError, Reader
from leaderboard.values import PoolLink, counts

COMBINED_TITLE: Final = "All pools together"

Row = TypeVar("Row", PlayedRow, TallyRow, ForfeitsRow)


@dataclass(frozen=True, slots=True)
class SeatTally:
    """The results of an entrant at one seat. A shared place counts as the mean of the places that are shared."""

    seat: int
    games: int
    wins: int
    draws: int
    mean_place: float


@dataclass(frozen=True, slots=True)
class RankedEntrant:
    """One row of a ranking: an entrant, the ranks that it may have, its rating with the interval, and its games."""

    first: int
    last: int
    bot: str
    version: str
    kind: str
    author: str
    note: str  # suspended, withdrawn, not admitted
    rating: float
    reach: float  # the 95 % interval is rating ± reach
    anchored: bool
    is_anchor: bool
    comparisons: int
    score: float
    games: int
    deals: int
    wins: int
    draws: int
    mean_place: float | None
    forfeits: Mapping[str, int]  # by reason
    think_us: float | None  # on the mean, of one decision
    seats: tuple[SeatTally, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """A check of the ratings, for comparisons of two entrants for which they predict about the same score.

    `expected` is the mean predicted score, and `scored` the mean actual one.
    """

    expected: float
    scored: float
    comparisons: int


@dataclass(frozen=True, slots=True)
class FormerAnchor:
    """The previous anchor of a pool, and the time of the change.

    If it has no name, the pool's mean was fixed at 1500.
    """

    bot: str
    until: float


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A ranking: the newest admitted version of each bot, and the older versions."""

    pool: str
    title: str
    seats: int  # of the pool's games; 0 for all pools together
    pools: tuple[PoolLink, ...]
    computed: float | None  # when it was fitted, in seconds since 1970
    model: str
    former: FormerAnchor | None
    foretold: str  # how well it predicted results, in words; empty if none were predicted
    rows: tuple[RankedEntrant, ...]
    older: tuple[RankedEntrant, ...]
    calibration: tuple[Calibration, ...]
    ladder: LadderLine | None = None  # the standing ladder of the pool


def ranking(reader: Reader, session: Session, name: str) -> RankingPage:
    """Return the ranking of the pool with this name in addresses; for `combined`, the ranking over all pools."""
    rows = match_queries.all_pools(session)
    pool = None if name == COMBINED else pool_named(rows, name)
    links = pool_links(session, rows)
    title = COMBINED_TITLE if pool is None else page_queries.pool_in_words(pool)
    seats = 0 if pool is None else pool.seats
    ladder = None if pool is None else ladder_of(session, pool)
    scope = COMBINED if pool is None else str(pool.id)
    kept = reader.ranking(session, scope)
    if kept is None or not kept.rows:
        return RankingPage(name, title, seats, links, None, "", None, "", (), (), (), ladder)
    known = page_queries.who(session, [row["entrant"] for row in kept.rows])
    former = former_anchor(session, kept)
    counted = Counts.of(session, rows, pool)
    shown, older = newest(known)
    anchor = known[kept.anchor].bot.name if kept.anchor is not None else ""
    return RankingPage(
        pool=name,
        title=title,
        seats=seats,
        pools=links,
        computed=kept.computed,
        model=page_queries.model_in_words(kept.model, kept.anchor, anchor),
        former=former,
        foretold=page_queries.foretold_in_words(kept.foretold),
        rows=standings(kept, {key: known[key] for key in shown}, counted),
        older=standings(kept, {key: known[key] for key in older}, counted),
        calibration=tuple(Calibration(*each) for each in kept.calibration),
        ladder=ladder,
    )


def former_anchor(session: Session, kept: KeptRanking) -> FormerAnchor | None:
    """Return the previous anchor of a pool; None if the anchor never changed."""
    if kept.former is None:
        return None
    key, until = kept.former
    return FormerAnchor(page_queries.who(session, [key])[key].bot.name if key is not None else "", until)


def pool_named(pools: Iterable[PoolRow], name: str) -> PoolRow:
    """Return the pool with this name in addresses. Raise NotThereError if there is none."""
    for pool in pools:
        if page_queries.pool_slug(pool) == name:
            return pool
    raise NotThereError(say("no pool is called %(name)s", name=repr(name)))


def pools(session: Session) -> tuple[PoolLink, ...]:
    """Return a PoolLink for each pool in which matches count for ratings, the pool with the most matches first."""
    return pool_links(session, match_queries.all_pools(session))


def pool_links(session: Session, rows: Sequence[PoolRow]) -> tuple[PoolLink, ...]:
    """Return a PoolLink for each pool in which games were counted. The pool with the most games comes first."""
    games = page_queries.games_by_pool(session)
    links = [
        PoolLink(page_queries.pool_slug(row), page_queries.pool_in_words(row), games[row.id])
        for row in rows
        if row.id in games
    ]
    return tuple(sorted(links, key=lambda link: (-link.games, link.pool)))


def newest(known: Mapping[int, Who]) -> tuple[list[int], list[int]]:
    """Return two lists of entrants' keys: the newest version of each bot, and all other entrants.

    An admitted version has priority over a newer one. Deleted bots are in the second list.
    """
    best: dict[int | None, Who] = {}
    for each in known.values():
        other = best.get(each.bot.id)
        if other is None or merit(each) > merit(other):
            best[each.bot.id] = each
    shown = [each.entrant for each in best.values() if each.bot.state != "deleted"]
    return shown, [key for key in known if key not in shown]


def merit(who: Who) -> tuple[bool, bool, tuple[float, int]]:
    """Return a sort key for versions of a bot: admitted ones are larger, then those not withdrawn, then newer ones."""
    return who.admitted, not who.version.withdrawn, who.age


@dataclass(frozen=True)
class Counts:
    """The numbers of games and deals, and the results and forfeits, of each entrant in some pools.

    An entrant is found by its database key.
    """

    played: Mapping[int, tuple[int, int]]  # games, deals
    tallies: Mapping[int, tuple[TallyRow, ...]]
    forfeits: Mapping[int, tuple[ForfeitsRow, ...]]
    by_seat: bool

    @classmethod
    def of(cls, session: Session, rows: Sequence[PoolRow], pool: PoolRow | None) -> "Counts":
        """Return the Counts of `pool`. If it is None, return those of all pools together, without solo games."""
        one = None if pool is None else pool.id
        meant = {row.id for row in rows if (row.id == one if pool is not None else not pool_value(row).solo)}
        played: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
        for row in within(match_queries.played_of(session, one), meant):
            games, deals = played[row.entrant_id]
            played[row.entrant_id] = games + row.games, deals + row.deals
        tallies: dict[int, tuple[TallyRow, ...]] = defaultdict(tuple)
        for tally in within(match_queries.tallies_of(session, one), meant):
            tallies[tally.entrant_id] += (tally,)
        forfeits: dict[int, tuple[ForfeitsRow, ...]] = defaultdict(tuple)
        for forfeit in within(match_queries.forfeits_of(session, one), meant):
            forfeits[forfeit.entrant_id] += (forfeit,)
        return cls(played, tallies, forfeits, by_seat=pool is not None)


def within(rows: Iterable[Row], pools: set[int | None]) -> list[Row]:
    """Return a list of those items of `rows` that belong to a pool with one of the keys in `pools`."""
    return [row for row in rows if row.pool_id in pools]


def standings(kept: KeptRanking, known: Mapping[int, Who], counted: Counts) -> tuple[RankedEntrant, ...]:
    """Return a RankedEntrant (rating, ranks and games) for each entrant of a ranking that is in `known`.

    The ranks count only the entrants in `known`.
    """
    better = {
        str(one): {str(other): chance for other, chance in kept.superiority[one].items() if other in known}
        for one in known
    }
    return tuple(
        standing(row, known[row["entrant"]], band(better, str(row["entrant"])), kept.anchor, counted)
        for row in kept.rows
        if row["entrant"] in known
    )


def standing(
    row: Mapping[str, Any], who: Who, ranks: tuple[int, int], anchor: int | None, counted: Counts
) -> RankedEntrant:
    """Return the RankedEntrant of one entrant, made from its fitted rating and its numbers of games."""
    tallies = counted.tallies[who.entrant]
    games = sum(tally.games for tally in tallies)
    decisions = sum(tally.decisions for tally in tallies)
    return RankedEntrant(
        first=ranks[0],
        last=ranks[1],
        bot=who.bot.name,
        version=who.version.name,
        kind=who.kind,
        author=who.author,
        note=note(who),
        rating=row["rating"],
        reach=row["reach"],
        anchored=row["anchored"],
        is_anchor=who.entrant == anchor,
        comparisons=row["comparisons"],
        score=row["score"],
        games=counted.played[who.entrant][0],
        deals=counted.played[who.entrant][1],
        wins=sum(tally.wins for tally in tallies),
        draws=sum(tally.draws for tally in tallies),
        mean_place=sum(tally.places for tally in tallies) / 2 / games if games else None,
        forfeits=counts((each.reason, each.games) for each in counted.forfeits[who.entrant]),
        think_us=sum(tally.think_us for tally in tallies) / decisions if decisions else None,
        seats=seat_tallies(tallies) if counted.by_seat else (),
    )


def seat_tallies(tallies: Iterable[TallyRow]) -> tuple[SeatTally, ...]:
    """Return a SeatTally for each seat: an entrant's results there, from its rows in the database."""
    return tuple(
        SeatTally(tally.seat, tally.games, tally.wins, tally.draws, tally.places / 2 / tally.games) for tally in tallies
    )


def note(who: Who) -> str:
    """Return a remark on an entrant that a reader needs beside its rank; empty if no remark is needed."""
    if who.bot.state != "active":
        return who.bot.state
    if who.version.withdrawn:
        return "withdrawn"
    return "" if who.admitted else "not admitted"
