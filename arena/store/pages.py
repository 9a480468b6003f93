"""The questions that the site asks: they change nothing, and cost the same however many matches are kept.

Lists go on from the last line that was shown, along an index; nothing that grows with the matches is counted.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, func, or_, select

from arena.errors import ArenaError
from arena.games import rules
from arena.games.game import Scalar, spell_value
from arena.server.results import OVER
from arena.stats.foretold import COIN, Foretold
from arena.store import fixtures, identities, queries, tournaments
from arena.store.models import (
    Adjudication,
    Audit,
    Author,
    Block,
    Bot,
    Cell,
    Entrant,
    Entry,
    Match,
    Pairing,
    Played,
    Point,
    Pool,
    Round,
    Stage,
    Tournament,
    Version,
)
from arena.store.queries import Found
from arena.tournament.course import Course

# Who ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Who:
    """An entrant: the version of the bot that it is, and what is known of both."""

    entrant: int
    kind: str
    bot: Bot
    version: Version
    author: str

    @property
    def admitted(self) -> bool:
        """Whether this version may be drawn into games: the house's own always may."""
        return self.kind != "bot" or self.version.admitted is not None

    @property
    def age(self) -> tuple[float, int]:
        """What versions are sorted by, the oldest first."""
        return self.version.created, self.version.id or 0


def _who(session: Session, where: ColumnElement[bool]) -> list[Who]:
    asked = (
        select(Entrant, Version, Bot, Author.name)
        .join(Version, col(Entrant.version_id) == Version.id)
        .join(Bot, col(Version.bot_id) == Bot.id)
        .join(Author, col(Bot.author_id) == Author.id, isouter=True)
        .where(where)
    )
    return [
        Who(entrant.id or 0, entrant.kind, bot, version, author or "")
        for entrant, version, bot, author in session.exec(asked)
    ]


def who(session: Session, entrant_ids: Iterable[int]) -> dict[int, Who]:
    """Who some entrants are."""
    return {each.entrant: each for each in _who(session, col(Entrant.id).in_(list(entrant_ids)))}


def entrants_of(session: Session, bot: Bot) -> list[Who]:
    """A bot's versions that have sat somewhere, the newest first."""
    return sorted(_who(session, col(Bot.id) == bot.id), key=lambda each: each.age, reverse=True)


def bots_after(session: Session, name: str, limit: int) -> Sequence[tuple[Bot, str | None]]:
    """The bots whose names follow a name, in their order, with their authors."""
    asked = select(Bot, Author.name).join(Author, col(Bot.author_id) == Author.id, isouter=True)
    asked = asked.where(col(Bot.folded) > name.casefold(), col(Bot.state) != "deleted")
    return session.exec(asked.order_by(col(Bot.folded)).limit(limit)).all()


# Pools and rankings ------------------------------------------------------------------------------------------------


def pool_slug(pool: Pool) -> str:
    """A pool's name in an address: `cacao-2p-blitz-r1`, then the options that are not the canonical ones."""
    game = pool.game.replace("/", "-")
    parts = [
        game,
        f"{pool.seats}p",
        pool.speed,
        f"r{pool.rules_version}",
        *(part for each in chosen(pool) for part in each),
    ]
    return "-".join(quote(part, safe="") for part in parts)


def pool_in_words(pool: Pool) -> str:
    """A pool as people say it; of its options those are told that are not the canonical ones."""
    options = [f"{name} {value}" for name, value in chosen(pool)]
    return ", ".join([pool.game, f"{pool.seats} seats", pool.speed, f"rules {pool.rules_version}", *options])


def chosen(pool: Pool) -> list[tuple[str, str]]:
    """The options of a pool that are not the canonical ones; all of them, if the game is not here any more."""
    given: dict[str, Scalar] = json.loads(pool.options)
    try:
        canonical = rules(pool.game).complete({})
    except ArenaError:
        canonical = {}
    return [(name, spell_value(value)) for name, value in given.items() if canonical.get(name) != value]


def games_by_pool(session: Session) -> dict[int, int]:
    """How many games have been counted in each pool."""
    asked = select(Played.pool_id, func.sum(Played.games)).group_by(col(Played.pool_id))
    seats = {pool.id: pool.seats for pool in queries.all_pools(session)}
    return {pool: int(games) // seats[pool] for pool, games in session.exec(asked)}


def points_of(session: Session, scope: str, entrant_id: int) -> Sequence[Point]:
    """The points of an entrant's lines in a ranking, by games."""
    asked = select(Point).where(Point.scope == scope, Point.entrant_id == entrant_id)
    return session.exec(asked.order_by(col(Point.line), col(Point.step))).all()


def cells_between(session: Session, some: Iterable[int], others: Iterable[int]) -> Sequence[Cell]:
    """The sums of comparisons between some entrants and others; the smaller key stands first."""
    one, two = list(some), list(others)
    first = col(Cell.entrant_id).in_(one) & col(Cell.opponent_id).in_(two)
    last = col(Cell.entrant_id).in_(two) & col(Cell.opponent_id).in_(one)
    pools = [pool.id for pool in queries.all_pools(session)]
    return session.exec(select(Cell).where(col(Cell.pool_id).in_(pools), or_(first, last))).all()


def model_in_words(model: str, anchor: int | None, name: str) -> str:
    """Model, prior and anchor in one line; a fit knows the anchor by its key alone."""
    return model if anchor is None else model.replace(f"anchor: {anchor:010d}", f"anchor: {name}")


def foretold_in_words(found: Foretold) -> str:
    """Return how well results were predicted, in one line; empty if none were."""
    if not found.comparisons:
        return ""
    ratings, form = (total / found.comparisons for total in (found.by_ratings, found.by_form))
    losses = f"{ratings:.3f} by the ratings, {form:.3f} by sequential Elo, {COIN:.3f} by a coin"
    return f"log-loss of {found.comparisons:,} comparisons predicted before they were played: {losses}; less is better"


# Matches -----------------------------------------------------------------------------------------------------------


def is_open(found: Found) -> bool:
    """Whether everything about a match may be shown: it is over, and its deal is no secret any more.

    Until the last match of a block is over, what was played in the others would tell what is to come.
    """
    return found.match.state in OVER and found.is_disclosed


def of_same_deal(session: Session, match: Match) -> Sequence[str]:
    """The other matches of a match's block."""
    asked = select(Match.public).where(Match.block_id == match.block_id, Match.id != match.id)
    return session.exec(asked.order_by(col(Match.id))).all()


def tournament_of(session: Session, found: Found) -> str:
    """The public id of the tournament that a match is part of; empty where there is none."""
    if found.round is None or found.round.tournament_id is None:
        return ""
    row = session.get(Tournament, found.round.tournament_id)
    return row.public if row is not None else ""


# Tournaments -------------------------------------------------------------------------------------------------------


def tournaments_before(session: Session, before: Tournament | None, limit: int) -> Sequence[Tournament]:
    """Tournaments, the newest first."""
    earlier = [] if before is None else [col(Tournament.id) < before.id]
    return session.exec(select(Tournament).where(*earlier).order_by(col(Tournament.id).desc()).limit(limit)).all()


def how_far(session: Session, row: Tournament) -> tuple[object, ...]:
    """Something that changes whenever a tournament's page does: rounds that are closed change by a ruling alone."""
    stages = fixtures.stages_of(session, tournaments.key_of(row))
    playing = [(stage.number, tuple(over_in(session, stage).items())) for stage in stages if not stage.closed]
    ruled = session.exec(select(func.max(Audit.id))).one(), session.exec(select(func.max(Adjudication.id))).one()
    return (row.state, row.ended, len(stages), tuple(playing), *ruled)


def course_of(session: Session, row: Tournament) -> Course:
    """A tournament with all that was decided and played."""
    key, kept = tournaments.key_of(row), tournaments.tournament_value(row)
    entrants, stages = tournaments.entrants(session, key), tournaments.stages(session, key)
    return Course(kept, entrants, stages, tournaments.results(session, key, None))


def unfinished_of(session: Session, entrant_ids: Iterable[int]) -> Sequence[tuple[Tournament, str, Pairing, Stage]]:
    """The blocks of rounds that are played now, in tournaments in which one of these entrants takes part, by number."""
    asked = (
        select(Tournament, Entry.key, Pairing, Stage)
        .join(Entry, col(Entry.tournament_id) == Tournament.id)
        .join(Stage, col(Stage.tournament_id) == Tournament.id)
        .join(Pairing, (col(Pairing.tournament_id) == Tournament.id) & (col(Pairing.stage) == Stage.number))
        .where(col(Entry.entrant_id).in_(list(entrant_ids)), col(Tournament.state) == "running", ~col(Stage.closed))
        .order_by(col(Tournament.id), col(Pairing.number))
    )
    return [line for line in session.exec(asked) if line[1] in json.loads(line[2].entrants)]


def over_in(session: Session, stage: Stage) -> dict[int, int]:
    """How many matches of each block of a round are over."""
    asked = (
        select(Block.number, func.count())
        .join(Round, col(Block.round_id) == Round.id)
        .join(Match, col(Match.block_id) == Block.id)
        .where(Round.public == stage.public, col(Match.state).in_(OVER), ~col(Match.fault))
        .group_by(col(Block.number))
    )
    return dict(session.exec(asked).all())


# The audit ---------------------------------------------------------------------------------------------------------


def audit_before(session: Session, before: float | None, limit: int) -> Sequence[Audit]:
    """What organisers have done, the newest first, from a time on backwards; what was done at once stays together."""
    public = identities.is_public_act()
    earlier = [] if before is None else [col(Audit.time) < before]
    asked = select(Audit).where(public, *earlier).order_by(col(Audit.time).desc(), col(Audit.id).desc())
    lines = list(session.exec(asked.limit(limit)).all())
    if len(lines) == limit:
        same = select(Audit).where(public, Audit.time == lines[-1].time, col(Audit.id) < lines[-1].id)
        lines += session.exec(same.order_by(col(Audit.id).desc())).all()
    return lines


def audit_about(session: Session, targets: Iterable[str]) -> Sequence[Audit]:
    """What organisers have done to any of these, the newest first."""
    asked = select(Audit).where(or_(*(col(Audit.target) == target for target in targets)))
    return session.exec(asked.where(identities.is_public_act()).order_by(col(Audit.id).desc())).all()
