"""Bots: the list of all bots, and the page of one bot with its versions, its ratings in all pools, and its matches."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from sqlmodel import Session

from arena.languages import say
from arena.stats.form import offset
from arena.store.ratings.rankings import COMBINED, KeptRanking
from arena.store.sql import identity_queries, match_queries, page_queries, watching_queries
from arena.store.sql.form_queries import FORM, forms_of
from arena.store.sql.match_list import MatchListFilter, listed, with_seats
from arena.store.sql.page_queries import Who
from arena.store.tables import BotRow, PoolRow, VersionRow
from leaderboard.analyses import GameLosses, losses_of
from leaderboard.lag import Lag, lag_of
from leaderboard.ranking import (
    COMBINED_TITLE,
    Counts,
    FormerAnchor,
    RankedEntrant,
    former_anchor,
    newest,
    note,
    ranking,
    standings,
)
from leaderboard.reading import NotThereError, Reader
from leaderboard.values import MatchLine, ShownAuditLine, audit_lines, match_lines

PAGE: Final = 100
RECENT: Final = 20
NEAREST: Final = 20  # opponents on either side, in a table of chances to be stronger


@dataclass(frozen=True, slots=True)
class BotRating:
    """The rating of a bot's newest admitted version over all pools, and the ranks that it may have among all bots."""

    rating: float
    reach: float  # the 95 % interval is rating ± reach
    first: int
    last: int
    of: int
    anchored: bool


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot as the list of bots shows it, in one row of the list."""

    bot: str
    author: str
    description: str
    state: str
    is_house: bool
    versions: tuple[str, ...]  # the newest first
    created: float
    runs: str = "dials in"  # house, submitted, dials in
    playing: bool = False
    attended: float | None = None  # when a version of it connected last
    departed: float | None = None  # when it disconnected last; None while it is connected
    rating: BotRating | None = None
    last: MatchLine | None = None  # its newest match that has begun
    refused: str = ""  # the reason, if its newest version was not admitted


@dataclass(frozen=True, slots=True)
class BotsPage:
    """Bots by name. `rest` is the value of `after` for the next page; None at the end."""

    bots: tuple[BotLine, ...]
    rest: str | None


def bots(reader: Reader, session: Session, after: str = "") -> BotsPage:
    """Return a page of the list of bots: those with names after `after`."""
    found = page_queries.bots_after(session, after, PAGE + 1)
    versions: dict[int, list[VersionRow]] = {}
    for version in identity_queries.versions_of(session, [bot.id for bot, _ in found]):
        versions.setdefault(version.bot_id, []).append(version)
    known = BotsNow.of(reader, session, [bot for bot, _ in found[:PAGE]])
    lines = tuple(
        bot_line(bot, author or "", versions.get(bot.id or 0, []), known) for bot, author in islice(found, PAGE)
    )
    return BotsPage(lines, lines[-1].bot if len(found) > PAGE else None)


@dataclass(frozen=True)
class BotsNow:
    """The values in the list of bots that change often: the kind of each bot, its connection, last match and rating.

    In `ratings` a bot is found by its name, in the other fields by its database key.
    """

    house: Collection[int]
    submitted: Collection[int]
    playing: Collection[int]
    attended: Mapping[int, watching_queries.LastAttendance]
    last: Mapping[int, MatchLine]
    ratings: Mapping[str, BotRating]

    @classmethod
    def of(cls, reader: Reader, session: Session, rows: Sequence[BotRow]) -> "BotsNow":
        """Return a BotsNow with the values of these bots, read from the database."""
        keys = [row.id or 0 for row in rows]
        last = watching_queries.last_matches(session, keys)
        pairs = with_seats(session, sorted(set(last.values())))
        lines = dict(zip((one.match.id for one, _ in pairs), match_lines(session, pairs), strict=True))
        return cls(
            house=page_queries.house_among(session, keys),
            submitted=watching_queries.submitted_among(session, keys),
            playing=watching_queries.playing_now(session),
            attended=watching_queries.attended_last(session, keys),
            last={bot: lines[match] for bot, match in last.items()},
            ratings=combined_ratings(reader, session),
        )

    def runs(self, bot: int) -> str:
        """Return `house`, `submitted` if the arena runs the bot, or `dials in` if its author runs it."""
        if bot in self.house:
            return "house"
        return "submitted" if bot in self.submitted else "dials in"


def combined_ratings(reader: Reader, session: Session) -> Mapping[str, BotRating]:
    """Return a dict from the name of each bot to its rating in the combined ranking."""
    rows = ranking(reader, session, COMBINED).rows
    return {row.bot: BotRating(row.rating, row.reach, row.first, row.last, len(rows), row.anchored) for row in rows}


def bot_line(bot: BotRow, author: str, versions: Sequence[VersionRow], known: BotsNow) -> BotLine:
    """Return a bot as the list of bots shows it, in one row of the list. Its newest version is the first one."""
    key = bot.id or 0
    is_refused = bool(versions) and versions[0].admitted is None and not versions[0].withdrawn
    attendance = known.attended.get(key)
    return BotLine(
        bot=bot.name,
        author=author,
        description=bot.description,
        state=bot.state,
        is_house=key in known.house,
        versions=tuple(version.name for version in versions),
        created=bot.created,
        runs=known.runs(key),
        playing=key in known.playing,
        attended=attendance.attended if attendance is not None else None,
        departed=attendance.departed if attendance is not None else None,
        rating=known.ratings.get(bot.name),
        last=known.last.get(key),
        refused=versions[0].refused if is_refused else "",
    )


# One bot -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version of a bot: when it was made, and whether it is admitted to rated matches, refused or withdrawn."""

    version: str
    created: float
    admitted: bool
    note: str
    withdrawn: str  # the reason, if it was withdrawn
    refused: str = ""  # the reason, if it was refused


@dataclass(frozen=True, slots=True)
class Chance:
    """The probability that an entrant is stronger than another one, which `bot` and `version` name."""

    bot: str
    version: str
    chance: float


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A point of an entrant's chart: the number of games, the time, and the rating or the form.

    `line` says which of the two `value` is. Its interval is `value` ± `reach`.
    """

    line: str  # rating or form
    games: int
    time: float
    value: float
    reach: float


@dataclass(frozen=True, slots=True)
class PoolRating:
    """An entrant's ratings in a pool, and its probability of being stronger than entrants near it in the ranking.

    `lowest` and `highest` are the ends of the intervals of all ratings in the pool. `anchor` is the bot with the rating
    1500; it is empty if the pool's mean has this rating.
    """

    pool: str
    title: str
    computed: float
    standing: RankedEntrant
    stronger_than: tuple[Chance, ...]
    history: tuple[HistoryPoint, ...]
    former: FormerAnchor | None  # the previous anchor; earlier ratings of the history are on its scale
    anchor: str = ""
    lowest: float = 0.0
    highest: float = 0.0

    @property
    def is_drawn(self) -> bool:
        """True if the history is worth a chart: it has some points, and is not the flat one of the pool's anchor."""
        return len(self.history) > 2 and not self.standing.is_anchor


@dataclass(frozen=True, slots=True)
class NextBlock:
    """A block that a bot will play: the tournament, the round, and the opponents' keys in the tournament."""

    tournament: str
    name: str
    round: str
    opponents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BotPage:
    """A bot: its versions, its ratings in all pools, and its recent matches."""

    bot: str
    author: str
    description: str
    state: str
    is_house: bool
    created: float
    versions: tuple[VersionLine, ...]
    lag: Lag | None  # None before the first of its decisions counts
    ratings: tuple[PoolRating, ...]
    losses: tuple[GameLosses, ...]
    next: tuple[NextBlock, ...]
    matches: tuple[MatchLine, ...]
    audit: tuple[ShownAuditLine, ...]
    runs: str = "dials in"  # house, submitted, dials in
    playing: bool = False
    attended: float | None = None  # when a version of it connected last
    departed: float | None = None  # when it disconnected last; None while it is connected
    rating: BotRating | None = None  # over all pools

    @property
    def refused(self) -> VersionLine | None:
        """The refused version because of which the bot has no rating, or None.

        It is the newest version, if it was refused and no version of the bot is admitted.
        """
        if not self.versions or any(each.admitted for each in self.versions):
            return None
        newest = self.versions[0]
        return newest if newest.refused and not newest.withdrawn else None


def bot(reader: Reader, session: Session, name: str) -> BotPage:
    """Return the values of a bot's page. Raise NotThereError if no bot has this name."""
    row = called(session, name)
    versions = identity_queries.versions_of(session, [row.id])
    entrants = page_queries.entrants_of(session, row)
    recent = listed(session, MatchListFilter(bot=row.name, begun=True), None, RECENT)
    targets = [row.name, *(f"{row.name}@{version.name}" for version in versions)]
    line = bot_line(row, "", (), BotsNow.of(reader, session, [row]))
    return BotPage(
        bot=row.name,
        author=identity_queries.author_of(session, row),
        description=row.description,
        state=row.state,
        is_house=line.is_house,
        created=row.created,
        versions=tuple(version_line(version, entrants) for version in versions),
        lag=lag_of(row.id or 0, page_queries.free_times(session)),
        ratings=ratings(reader, session, {each.entrant: each for each in entrants}),
        losses=losses_of(session, [each.entrant for each in entrants]),
        next=next_blocks(session, [each.entrant for each in entrants]),
        matches=match_lines(session, recent.matches),
        audit=audit_lines(session, page_queries.audit_about(session, targets)),
        runs=line.runs,
        playing=line.playing,
        attended=line.attended,
        departed=line.departed,
        rating=line.rating,
    )


def called(session: Session, name: str) -> BotRow:
    """Return the bot that has this name, or had it before it was renamed. Raise NotThereError if there is none."""
    row = page_queries.bot_known_as(session, name)
    if row is None:
        raise NotThereError(say("no bot is called %(name)s", name=repr(name)))
    return row


def next_blocks(session: Session, entrants: Sequence[int]) -> tuple[NextBlock, ...]:
    """Return the blocks that a bot's versions still have to play in rounds that have begun, at most 20."""
    drawn = page_queries.unfinished_of(session, entrants)
    over = {stage.public: page_queries.over_in(session, stage) for _, _, _, stage in drawn}
    return tuple(
        NextBlock(row.public, row.name, stage.name, tuple(each for each in json.loads(block.entrants) if each != key))
        for row, key, block, stage in drawn
        if block.number not in over[stage.public]
    )[:RECENT]


def version_line(version: VersionRow, entrants: Sequence[Who]) -> VersionLine:
    """Return a version of a bot as a line of the bot's page."""
    mine = [each for each in entrants if each.version.id == version.id]
    admitted = any(each.admitted for each in mine) or version.admitted is not None
    noted = note(mine[0]) if mine else ("" if admitted else "not admitted")
    return VersionLine(version.name, version.created, admitted, noted, version.withdrawn, version.refused)


def ratings(reader: Reader, session: Session, mine: Mapping[int, Who]) -> tuple[PoolRating, ...]:
    """Return a PoolRating for each rated version of a bot, in the combined ranking first, then in each pool."""
    rows = match_queries.all_pools(session)
    found = rating(reader, session, mine, rows, None)
    for pool in rows:
        found += rating(reader, session, mine, rows, pool)
    return tuple(found)


def rating(
    reader: Reader, session: Session, mine: Mapping[int, Who], rows: Sequence[PoolRow], pool: PoolRow | None
) -> list[PoolRating]:
    """Return a PoolRating for each version of a bot that one ranking has. `pool` is None for the combined ranking."""
    kept = reader.ranking(session, COMBINED if pool is None else str(pool.id))
    rated = [] if kept is None else rated_of(kept)
    if kept is None or not any(key in mine for key in rated):
        return []
    known = page_queries.who(session, rated)
    counted = Counts.of(session, rows, pool)
    shown, _ = newest(known)
    return [
        PoolRating(
            pool=COMBINED if pool is None else page_queries.pool_slug(pool),
            title=COMBINED_TITLE if pool is None else page_queries.pool_in_words(pool),
            computed=kept.computed,
            standing=standing_of(kept, known, {*shown, key}, counted, key),
            stronger_than=chances(kept, known, rated, key),
            history=history(session, kept, pool, key),
            former=former_anchor(session, kept),
            anchor=known[kept.anchor].bot.name if kept.anchor is not None else "",
            lowest=min(row["rating"] - row["reach"] for row in kept.rows),
            highest=max(row["rating"] + row["reach"] for row in kept.rows),
        )
        for key in mine
        if key in known
    ]


def history(session: Session, kept: KeptRanking, pool: PoolRow | None, key: int) -> tuple[HistoryPoint, ...]:
    """Return the points of an entrant's chart in a ranking: its ratings and its form over time.

    A number is added to the form, so that it can be compared with the ratings.
    """
    scope = COMBINED if pool is None else str(pool.id)
    up = {FORM: form_offset(session, kept, pool, key)}
    return tuple(
        HistoryPoint(row.line, row.games, row.time, row.value + up.get(row.line, 0.0), row.reach)
        for row in page_queries.points_of(session, scope, key)
    )


def form_offset(session: Session, kept: KeptRanking, pool: PoolRow | None, key: int) -> float:
    """Return the number that must be added to an entrant's form, so that it can be compared with the ratings."""
    if pool is None or pool.id is None:
        return 0.0
    anchored = next(row["anchored"] for row in kept.rows if row["entrant"] == key)
    rated = [
        (str(row["entrant"]), row["rating"], row["comparisons"]) for row in kept.rows if row["anchored"] == anchored
    ]
    return offset(rated, {str(row.entrant_id): row.rating for row in forms_of(session, pool.id)})


def standing_of(
    kept: KeptRanking, known: Mapping[int, Who], among: Collection[int], counted: Counts, key: int
) -> RankedEntrant:
    """Return the rating, ranks and games of one entrant in a ranking, as a RankedEntrant.

    Its ranks are those among the entrants in `among`.
    """
    shown = {each: known[each] for each in rated_of(kept) if each in among}
    return standings(kept, shown, counted)[list(shown).index(key)]


def rated_of(kept: KeptRanking) -> list[int]:
    """Return the database keys of the rated entrants of a ranking, the best entrant first."""
    return [row["entrant"] for row in kept.rows]


def chances(kept: KeptRanking, known: Mapping[int, Who], rated: Sequence[int], key: int) -> tuple[Chance, ...]:
    """Return a Chance for each neighbour of an entrant in a ranking: the probability that the entrant is stronger."""
    place = rated.index(key)
    near = rated[max(0, place - NEAREST) : place + NEAREST + 1]
    return tuple(
        Chance(known[other].bot.name, known[other].version.name, kept.superiority[key][other])
        for other in near
        if other in kept.superiority[key]
    )
