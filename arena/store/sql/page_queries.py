"""The queries of the site. They change nothing, and their cost does not grow with the number of matches.

The next page of a list begins after the last line of this page, and an index finds it. No query counts the rows of a
table that grows with the matches.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, or_, select

from arena.errors import ArenaError
from arena.games import rules
from arena.games.game import Scalar, spell_value
from arena.languages import ENGLISH, language, say
from arena.languages.locales import grouped, in_decimals
from arena.server.matches.results import OVER
from arena.stats.foretold import COIN, Foretold
from arena.store.repos import stored_tournaments
from arena.store.sql import identity_queries, match_queries, tournament_queries
from arena.store.sql.match_queries import Found
from arena.store.tables import (
    AdjudicationRow,
    AuditRow,
    AuthorRow,
    BlockRow,
    BotRow,
    CellRow,
    EntrantRow,
    EntryRow,
    MatchRow,
    PairingRow,
    PlayedRow,
    PointRow,
    PoolRow,
    RoundRow,
    StageRow,
    TallyRow,
    TournamentRow,
    VersionRow,
)
from arena.tournament.snapshot import TournamentSnapshot

RENAMED: Final = 10  # times that a bot may have been renamed since it had the name that is looked up


# Entrants ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Who:
    """An entrant as pages name it: the rows of its bot and its version, and its author's name."""

    entrant: int
    kind: str
    bot: BotRow
    version: VersionRow
    author: str

    @property
    def admitted(self) -> bool:
        """True if this version may play rated matches. Versions of house bots always may play them."""
        return self.kind != "bot" or self.version.admitted is not None

    @property
    def age(self) -> tuple[float, int]:
        """Return a sort key that puts older versions first."""
        return self.version.created, self.version.id or 0


@dataclass(frozen=True, slots=True)
class FreeTime:
    """The number of a bot's decisions in rated matches, and the sums of their times in microseconds.

    `think_us` was charged to the bot's clock. Two times were not: `held_us` passed until the question was sent, and
    `credit_us` is network delay.
    """

    bot: int
    registered: bool
    decisions: int
    think_us: int
    held_us: int
    credit_us: int


def _who(session: Session, where: ColumnElement[bool]) -> list[Who]:
    asked = (
        select(EntrantRow, VersionRow, BotRow, AuthorRow.name)
        .join(VersionRow, col(EntrantRow.version_id) == VersionRow.id)
        .join(BotRow, col(VersionRow.bot_id) == BotRow.id)
        .join(AuthorRow, col(BotRow.author_id) == AuthorRow.id, isouter=True)
        .where(where)
    )
    return [
        Who(entrant.id or 0, entrant.kind, bot, version, author or "")
        for entrant, version, bot, author in session.exec(asked)
    ]


def who(session: Session, entrant_ids: Iterable[int]) -> dict[int, Who]:
    """Return a dict from the key of each of these entrants to its bot, its version and its author."""
    return {each.entrant: each for each in _who(session, col(EntrantRow.id).in_(list(entrant_ids)))}


def entrants_of(session: Session, bot: BotRow) -> list[Who]:
    """Return the versions of a bot that have played, newest first."""
    return sorted(_who(session, col(BotRow.id) == bot.id), key=lambda each: each.age, reverse=True)


def bot_known_as(session: Session, name: str) -> BotRow | None:
    """Return the bot with this name, or the one that was renamed from it last; None if there is none.

    The letter case of the name is ignored.
    """
    row = identity_queries.bot_named(session, name)
    for _ in range(RENAMED):
        if row is not None:
            return row
        beginning = f"renamed from {name} to "
        asked = select(AuditRow).where(AuditRow.action == "RenameBot").order_by(col(AuditRow.id).desc())
        found = session.exec(asked.where(col(AuditRow.reason).istartswith(beginning, autoescape=True))).first()
        if found is None:
            return None
        name = found.target
        row = identity_queries.bot_named(session, name)
    return row


def bots_after(session: Session, name: str, limit: int) -> Sequence[tuple[BotRow, str | None]]:
    """Return the bots that come after this name, in the order of names, with their authors."""
    asked = select(BotRow, AuthorRow.name).join(AuthorRow, col(BotRow.author_id) == AuthorRow.id, isouter=True)
    asked = asked.where(col(BotRow.folded) > name.casefold(), col(BotRow.state) != "deleted")
    return session.exec(asked.order_by(col(BotRow.folded)).limit(limit)).all()


def house_among(session: Session, bot_ids: Iterable[int]) -> set[int]:
    """Return the primary keys of the house bots and automata among these bots.

    Leave out bots that are registered or have an author.
    """
    asked = select(BotRow.id).join(VersionRow, col(VersionRow.bot_id) == BotRow.id)
    asked = asked.join(EntrantRow, col(EntrantRow.version_id) == VersionRow.id)
    asked = asked.where(col(BotRow.id).in_(list(bot_ids)), ~col(BotRow.registered), col(BotRow.author_id).is_(None))
    return {each or 0 for each in session.exec(asked.where(col(EntrantRow.kind).in_(("house", "automaton"))))}


def free_times(session: Session) -> list[FreeTime]:
    """Return a FreeTime for every bot: the sums of the time that it used, and of time that it was not charged for.

    The sums are over all decisions that the bot made in rated matches.
    """
    sums = [
        func.sum(column) for column in (TallyRow.decisions, TallyRow.think_us, TallyRow.held_us, TallyRow.credit_us)
    ]
    asked = (
        select(BotRow.id, BotRow.registered, *sums)
        .join(VersionRow, col(VersionRow.bot_id) == BotRow.id)
        .join(EntrantRow, col(EntrantRow.version_id) == VersionRow.id)
        .join(TallyRow, col(TallyRow.entrant_id) == EntrantRow.id)
        .group_by(col(BotRow.id), col(BotRow.registered))
    )
    return [FreeTime(bot or 0, registered, *map(int, sums)) for bot, registered, *sums in session.exec(asked)]


# Pools and rankings ------------------------------------------------------------------------------------------------


def pool_slug(pool: PoolRow) -> str:
    """Return the name of a pool in a URL: `cacao-2p-blitz-r1`, then the options that differ from the default."""
    game = pool.game.replace("/", "-")
    parts = [
        game,
        f"{pool.seats}p",
        pool.speed,
        f"r{pool.rules_version}",
        *(part for each in chosen(pool) for part in each),
    ]
    return "-".join(quote(part, safe="") for part in parts)


def pool_in_words(pool: PoolRow) -> str:
    """Return the name of a pool in the reader's language, with the options that differ from the default."""
    options = [f"{name} {value}" for name, value in chosen(pool)]
    seats, version = say("%(seats)s seats", seats=pool.seats), say("rules %(version)s", version=pool.rules_version)
    return ", ".join([pool.game, seats, pool.speed, version, *options])


def chosen(pool: PoolRow) -> list[tuple[str, str]]:
    """Return a list of (name, value), both texts, of those options of a pool that differ from the default.

    Return all options if this release lacks the game or an option.
    """
    given: dict[str, Scalar] = json.loads(pool.options)
    with suppress(ArenaError):
        given = rules(pool.game).differences(given)
    return [(name, spell_value(value)) for name, value in given.items()]


def games_by_pool(session: Session) -> dict[int, int]:
    """Return a dict from the key of each pool to the number of its games that were counted for ratings."""
    asked = select(PlayedRow.pool_id, func.sum(PlayedRow.games)).group_by(col(PlayedRow.pool_id))
    seats = {pool.id: pool.seats for pool in match_queries.all_pools(session)}
    return {pool: int(games) // seats[pool] for pool, games in session.exec(asked)}


def points_of(session: Session, scope: str, entrant_id: int) -> Sequence[PointRow]:
    """Return the points of the two lines of an entrant's chart in a ranking: its form, then its rating.

    The points of each line are in the order of its numbers of games.
    """
    asked = select(PointRow).where(PointRow.scope == scope, PointRow.entrant_id == entrant_id)
    return session.exec(asked.order_by(col(PointRow.line), col(PointRow.step))).all()


def cells_between(session: Session, some: Iterable[int], others: Iterable[int]) -> Sequence[CellRow]:
    """Return the CellRows of an entrant of `some` and one of `others`, in all pools and at all seats.

    A CellRow says how often two entrants were compared, and with which points.
    """
    one, two = list(some), list(others)
    first = col(CellRow.entrant_id).in_(one) & col(CellRow.opponent_id).in_(two)
    last = col(CellRow.entrant_id).in_(two) & col(CellRow.opponent_id).in_(one)
    pools = [pool.id for pool in match_queries.all_pools(session)]
    return session.exec(select(CellRow).where(col(CellRow.pool_id).in_(pools), or_(first, last))).all()


def model_in_words(model: str, anchor: int | None, name: str) -> str:
    """Return a line of text with the statistical model, the prior and the anchor of a ranking."""
    return model if anchor is None else model.replace(f"anchor: {anchor:010d}", f"anchor: {name}")


def foretold_in_words(found: Foretold) -> str:
    """Return a line that says how well ratings and form (sequential Elo) predicted results.

    Return an empty text if there were no predictions.
    """
    if not found.comparisons:
        return ""
    ratings, form = (total / found.comparisons for total in (found.by_ratings, found.by_form))
    return say(
        "log-loss of %(comparisons)s comparisons predicted before they were played: %(ratings)s by the ratings, "
        "%(form)s by sequential Elo, %(coin)s by a coin; less is better",
        comparisons=f"{found.comparisons:,}" if language() == ENGLISH else grouped(found.comparisons),
        ratings=in_decimals(f"{ratings:.3f}"),
        form=in_decimals(f"{form:.3f}"),
        coin=in_decimals(f"{COIN:.3f}"),
    )


# Matches -----------------------------------------------------------------------------------------------------------


def is_open(found: Found) -> bool:
    """True if the whole match may be shown: it is over, and its deal has been disclosed.

    Before the last match of a block is over, the moves of a finished match would disclose the deal to bots that still
    play it.
    """
    return found.match.state in OVER and found.is_disclosed


def of_same_deal(session: Session, match: MatchRow) -> Sequence[str]:
    """Return the names of the other matches in the block of a match."""
    asked = select(MatchRow.public).where(MatchRow.block_id == match.block_id, MatchRow.id != match.id)
    return session.exec(asked.order_by(col(MatchRow.id))).all()


# Tournaments -------------------------------------------------------------------------------------------------------


def tournaments_before(session: Session, before: TournamentRow | None, limit: int) -> Sequence[TournamentRow]:
    """Return the newest tournaments that are older than `before`, or simply the newest ones if it is None."""
    earlier = [] if before is None else [col(TournamentRow.id) < before.id]
    return session.exec(select(TournamentRow).where(*earlier).order_by(col(TournamentRow.id).desc()).limit(limit)).all()


def how_far(session: Session, row: TournamentRow) -> tuple[object, ...]:
    """Return a tuple with which a caller finds out if the page of a tournament has changed: then the tuple differs.

    It includes the keys of the newest ruling and audit line. So closed stages need not be read: only rulings change
    them.
    """
    stages = tournament_queries.stages_of(session, stored_tournaments.key_of(row))
    playing = [(stage.number, tuple(over_in(session, stage).items())) for stage in stages if not stage.closed]
    ruled = session.exec(select(func.max(AuditRow.id))).one(), session.exec(select(func.max(AdjudicationRow.id))).one()
    return (row.state, row.ended, len(stages), tuple(playing), *ruled)


def course_of(session: Session, row: TournamentRow) -> TournamentSnapshot:
    """Return a snapshot of a tournament: its entrants, its stages and the results of its matches."""
    key, kept = stored_tournaments.key_of(row), stored_tournaments.tournament_value(row)
    entrants, stages = stored_tournaments.entrants(session, key), stored_tournaments.stages(session, key)
    return TournamentSnapshot(kept, entrants, stages, stored_tournaments.results(session, key, None))


def unfinished_of(
    session: Session, entrant_ids: Iterable[int]
) -> Sequence[tuple[TournamentRow, str, PairingRow, StageRow]]:
    """Return the fixtures of open stages of running tournaments in which one of these entrants plays, in order.

    Each one is a tuple of the tournament, the name of the entrant in its pairings, the fixture and its stage.
    """
    asked = (
        select(TournamentRow, EntryRow.key, PairingRow, StageRow)
        .join(EntryRow, col(EntryRow.tournament_id) == TournamentRow.id)
        .join(StageRow, col(StageRow.tournament_id) == TournamentRow.id)
        .join(
            PairingRow, (col(PairingRow.tournament_id) == TournamentRow.id) & (col(PairingRow.stage) == StageRow.number)
        )
        .where(
            col(EntryRow.entrant_id).in_(list(entrant_ids)),
            col(TournamentRow.state) == "running",
            ~col(StageRow.closed),
        )
        .order_by(col(TournamentRow.id), col(PairingRow.number))
    )
    return [line for line in session.exec(asked) if line[1] in json.loads(line[2].entrants)]


def over_in(session: Session, stage: StageRow) -> dict[int, int]:
    """Return a dict from the number of each block of a stage to how many of its matches are over.

    Do not count matches that are void by a fault of the arena. Leave out blocks with no counted match.
    """
    asked = (
        select(match_queries.drawn_as(), func.count())
        .join(RoundRow, col(BlockRow.round_id) == RoundRow.id)
        .join(MatchRow, col(MatchRow.block_id) == BlockRow.id)
        .where(RoundRow.public == stage.public, col(MatchRow.state).in_(OVER), ~col(MatchRow.fault))
        .group_by(match_queries.drawn_as())
    )
    return dict(session.exec(asked).all())


# The audit ---------------------------------------------------------------------------------------------------------


def audit_before(session: Session, before: float | None, limit: int) -> Sequence[AuditRow]:
    """Return the newest `limit` public actions of organisers before a time, or of all times, newest first.

    Return also the further actions with the same time as the last one, so that the next page begins before this time.
    """
    public = identity_queries.is_public_act()
    earlier = [] if before is None else [col(AuditRow.time) < before]
    asked = select(AuditRow).where(public, *earlier).order_by(col(AuditRow.time).desc(), col(AuditRow.id).desc())
    lines = list(session.exec(asked.limit(limit)).all())
    if len(lines) == limit:
        same = select(AuditRow).where(public, AuditRow.time == lines[-1].time, col(AuditRow.id) < lines[-1].id)
        lines += session.exec(same.order_by(col(AuditRow.id).desc())).all()
    return lines


def audit_about(session: Session, targets: Iterable[str]) -> Sequence[AuditRow]:
    """Return the public actions of organisers on any of these targets (such as bots or matches), newest first."""
    asked = select(AuditRow).where(or_(*(col(AuditRow.target) == target for target in targets)))
    return session.exec(asked.where(identity_queries.is_public_act()).order_by(col(AuditRow.id).desc())).all()
