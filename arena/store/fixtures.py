"""Every question about tournaments that is put to the database, by name."""

from collections.abc import Sequence

from sqlmodel import Session, col, or_, select

from arena.server.results import OVER
from arena.store.models import (
    Block,
    Bot,
    Entrant,
    Entry,
    Match,
    Pairing,
    Round,
    Schedule,
    Seat,
    Stage,
    Tournament,
    Version,
)


def tournament_called(session: Session, public_or_name: str) -> Tournament | None:
    """The tournament of this id or name; an id goes first."""
    asked = select(Tournament).where(or_(Tournament.public == public_or_name, Tournament.name == public_or_name))
    found = session.exec(asked).all()
    return min(found, key=lambda each: each.public != public_or_name, default=None)


def tournament_named(session: Session, name: str) -> Tournament | None:
    """The tournament of this name."""
    return session.exec(select(Tournament).where(Tournament.name == name)).first()


def all_tournaments(session: Session) -> Sequence[Tournament]:
    """All tournaments, the newest first."""
    return session.exec(select(Tournament).order_by(col(Tournament.id).desc())).all()


def tournaments_of(session: Session, schedule: str) -> Sequence[Tournament]:
    """The tournaments that a schedule has started, the newest first."""
    asked = select(Tournament).where(Tournament.schedule == schedule)
    return session.exec(asked.order_by(col(Tournament.id).desc())).all()


def entries_of(session: Session, tournament_id: int) -> Sequence[tuple[Entry, str, str, str]]:
    """Who takes part, in order: with the bot's name as it is now, its version and its kind."""
    asked = (
        select(Entry, Bot.name, Version.name, Entrant.kind)
        .join(Entrant, col(Entry.entrant_id) == Entrant.id)
        .join(Version, col(Entrant.version_id) == Version.id)
        .join(Bot, col(Version.bot_id) == Bot.id)
        .where(Entry.tournament_id == tournament_id)
        .order_by(col(Entry.place))
    )
    return session.exec(asked).all()


def stages_of(session: Session, tournament_id: int) -> Sequence[Stage]:
    """The rounds of a tournament as they were decided, in order."""
    return session.exec(select(Stage).where(Stage.tournament_id == tournament_id).order_by(col(Stage.number))).all()


def pairings_of(session: Session, tournament_id: int) -> Sequence[Pairing]:
    """The blocks of a tournament, in order."""
    asked = select(Pairing).where(Pairing.tournament_id == tournament_id)
    return session.exec(asked.order_by(col(Pairing.number))).all()


def matches_played(session: Session, tournament_id: int, block: int | None = None) -> Sequence[tuple[Match, int]]:
    """The matches of a tournament that are over or void, each with the number of its block: by block, oldest first."""
    asked = (
        select(Match, Block.number)
        .join(Block, col(Match.block_id) == Block.id)
        .join(Round, col(Block.round_id) == Round.id)
        .where(Round.tournament_id == tournament_id, col(Match.state).in_(OVER))
        .order_by(col(Block.number), col(Match.id))
    )
    return session.exec(asked if block is None else asked.where(Block.number == block)).all()


def seats_played(session: Session, tournament_id: int, block: int | None = None) -> Sequence[Seat]:
    """The seats of those matches, by match, in order."""
    asked = (
        select(Seat)
        .join(Match, col(Seat.match_id) == Match.id)
        .join(Block, col(Match.block_id) == Block.id)
        .join(Round, col(Block.round_id) == Round.id)
        .where(Round.tournament_id == tournament_id, col(Match.state).in_(OVER))
        .order_by(col(Seat.match_id), col(Seat.seat))
    )
    return session.exec(asked if block is None else asked.where(Block.number == block)).all()


def tournament_of_match(session: Session, match: str) -> tuple[Tournament, int] | None:
    """The tournament that a match belongs to, and the number of its block."""
    asked = (
        select(Tournament, Block.number)
        .join(Round, col(Round.tournament_id) == Tournament.id)
        .join(Block, col(Block.round_id) == Round.id)
        .join(Match, col(Match.block_id) == Block.id)
        .where(Match.public == match)
    )
    return session.exec(asked).first()


def schedule_called(session: Session, public_or_name: str) -> Schedule | None:
    """The schedule of this id or name; an id goes first."""
    asked = select(Schedule).where(or_(Schedule.public == public_or_name, Schedule.name == public_or_name))
    return min(session.exec(asked).all(), key=lambda each: each.public != public_or_name, default=None)


def schedule_named(session: Session, name: str) -> Schedule | None:
    """The schedule of this name."""
    return session.exec(select(Schedule).where(Schedule.name == name)).first()


def all_schedules(session: Session) -> Sequence[Schedule]:
    """All schedules, in the order in which they were made."""
    return session.exec(select(Schedule).order_by(col(Schedule.id))).all()
