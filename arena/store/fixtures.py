"""Every question about tournaments that is put to the database, by name."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import select as columns
from sqlmodel import Session, col, func, or_, select

from arena.server.results import OVER
from arena.store.models import (
    Adjudication,
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
from arena.store.queries import drawn_as


def tournament_with_id(session: Session, public: str) -> Tournament | None:
    """The tournament with this id."""
    return session.exec(select(Tournament).where(Tournament.public == public)).first()


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


def stages_of(session: Session, tournament_id: int, since: int = 0) -> Sequence[Stage]:
    """The rounds of a tournament from a number on as they were decided, in order."""
    asked = select(Stage).where(Stage.tournament_id == tournament_id, col(Stage.number) >= since)
    return session.exec(asked.order_by(col(Stage.number))).all()


def pairings_of(session: Session, tournament_id: int, since: int = 0) -> Iterator[tuple[int, int, str]]:
    """The blocks of a tournament's rounds from a number on, in order: round, number, and who meets."""
    asked = select(Pairing.stage, Pairing.number, Pairing.entrants)
    asked = asked.where(Pairing.tournament_id == tournament_id, col(Pairing.stage) >= since)
    return iter(session.exec(asked.order_by(col(Pairing.number))))


class Sat(NamedTuple):
    """A seat of a match that is over, with what the match has come to."""

    block: int  # its number
    match: str
    place: int
    state: str
    fault: bool
    pairs: str
    entrant_id: int
    placement: int | None
    score: int | None
    forfeit: str


def seats_played(session: Session, tournament_id: int, block: int | None = None, since: int = 0) -> Iterator[Sat]:
    """The seats of the matches of a tournament that are over, of one block or from one on: by block, the oldest first.

    A long tournament has very many: they are told one by one, and never are all of them rows of their models.
    """
    asked = (
        columns(
            drawn_as(),
            col(Match.public),
            col(Match.place),
            col(Match.state),
            col(Match.fault),
            col(Match.pairs),
            col(Seat.entrant_id),
            col(Seat.placement),
            col(Seat.score),
            col(Seat.forfeit),
        )
        .join(Match, col(Seat.match_id) == Match.id)
        .join(Block, col(Match.block_id) == Block.id)
        .join(Round, col(Block.round_id) == Round.id)
        .where(col(Round.tournament_id) == tournament_id, col(Match.state).in_(OVER))
        .where(drawn_as() >= since if block is None else drawn_as() == block)
        .order_by(drawn_as(), col(Match.id), col(Seat.seat))
    )
    return map(Sat._make, session.connection().execute(asked))


def last_ruling(session: Session) -> int:
    """The number of the newest ruling on a match that was over; 0 where there is none."""
    return session.exec(select(func.max(Adjudication.id))).one() or 0


def tournament_of_match(session: Session, match: str) -> tuple[Tournament, int] | None:
    """The tournament that a match belongs to, and the number of its block."""
    asked = (
        select(Tournament, drawn_as())
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
