"""Queries about tournaments and schedules."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import select as columns
from sqlmodel import Session, col, func, or_, select

from arena.server.matches.results import OVER
from arena.store.sql.match_queries import drawn_as
from arena.store.tables import (
    AdjudicationRow,
    BlockRow,
    BotRow,
    EntrantRow,
    EntryRow,
    MatchRow,
    PairingRow,
    RoundRow,
    ScheduleRow,
    SeatRow,
    StageRow,
    TournamentRow,
    VersionRow,
)


def tournament_with_id(session: Session, public: str) -> TournamentRow | None:
    """Return the tournament with this id; None if there is none."""
    return session.exec(select(TournamentRow).where(TournamentRow.public == public)).first()


def tournament_called(session: Session, public_or_name: str) -> TournamentRow | None:
    """Return the tournament with this id; if there is none, the one with this name; None if there is neither."""
    asked = select(TournamentRow).where(
        or_(TournamentRow.public == public_or_name, TournamentRow.name == public_or_name)
    )
    found = session.exec(asked).all()
    return min(found, key=lambda each: each.public != public_or_name, default=None)


def tournament_named(session: Session, name: str) -> TournamentRow | None:
    """Return the tournament of this name; None if there is none."""
    return session.exec(select(TournamentRow).where(TournamentRow.name == name)).first()


def all_tournaments(session: Session) -> Sequence[TournamentRow]:
    """Return all tournaments, the newest first."""
    return session.exec(select(TournamentRow).order_by(col(TournamentRow.id).desc())).all()


def names_of_tournaments(session: Session, most: int) -> Sequence[str]:
    """Return the names of the newest tournaments, `most` at most."""
    return session.exec(select(TournamentRow.name).order_by(col(TournamentRow.id).desc()).limit(most)).all()


def finished_tournaments(session: Session) -> Sequence[TournamentRow]:
    """Return the finished tournaments, in the order in which they were made."""
    return session.exec(
        select(TournamentRow).where(TournamentRow.state == "finished").order_by(col(TournamentRow.id))
    ).all()


def tournaments_of(session: Session, schedule: str) -> Sequence[TournamentRow]:
    """Return the tournaments that a schedule has started, the newest first."""
    asked = select(TournamentRow).where(TournamentRow.schedule == schedule)
    return session.exec(asked.order_by(col(TournamentRow.id).desc())).all()


def entries_of(session: Session, tournament_id: int) -> Sequence[tuple[EntryRow, str, str, str]]:
    """Return the entrants of a tournament in order, each with its bot's present name, its version and its kind.

    The kind is "bot", "house" or "automaton".
    """
    asked = (
        select(EntryRow, BotRow.name, VersionRow.name, EntrantRow.kind)
        .join(EntrantRow, col(EntryRow.entrant_id) == EntrantRow.id)
        .join(VersionRow, col(EntrantRow.version_id) == VersionRow.id)
        .join(BotRow, col(VersionRow.bot_id) == BotRow.id)
        .where(EntryRow.tournament_id == tournament_id)
        .order_by(col(EntryRow.place))
    )
    return session.exec(asked).all()


def stages_of(session: Session, tournament_id: int, since: int = 0) -> Sequence[StageRow]:
    """Return the rows of a tournament's stages, in order. Leave out stages with a number below `since`."""
    asked = select(StageRow).where(StageRow.tournament_id == tournament_id, col(StageRow.number) >= since)
    return session.exec(asked.order_by(col(StageRow.number))).all()


def pairings_of(session: Session, tournament_id: int, since: int = 0) -> Iterator[tuple[int, int, str]]:
    """Yield a tuple for each fixture of a tournament, in order: its stage's number, its own number, and its entrants.

    The entrants are a list as JSON. Leave out stages with a number below `since`.
    """
    asked = select(PairingRow.stage, PairingRow.number, PairingRow.entrants)
    asked = asked.where(PairingRow.tournament_id == tournament_id, col(PairingRow.stage) >= since)
    return iter(session.exec(asked.order_by(col(PairingRow.number))))


class Sat(NamedTuple):
    """A seat in an ended match of a tournament, with the result of the match."""

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
    """Yield the seats of a tournament's ended matches, in the order of blocks, and oldest first in a block.

    With `block`, yield only those of this block. With `since`, leave out blocks with a lower number. A long tournament
    has very many seats. The seats are read one at a time, so that they are never all in memory.
    """
    asked = (
        columns(
            drawn_as(),
            col(MatchRow.public),
            col(MatchRow.place),
            col(MatchRow.state),
            col(MatchRow.fault),
            col(MatchRow.pairs),
            col(SeatRow.entrant_id),
            col(SeatRow.placement),
            col(SeatRow.score),
            col(SeatRow.forfeit),
        )
        .join(MatchRow, col(SeatRow.match_id) == MatchRow.id)
        .join(BlockRow, col(MatchRow.block_id) == BlockRow.id)
        .join(RoundRow, col(BlockRow.round_id) == RoundRow.id)
        .where(col(RoundRow.tournament_id) == tournament_id, col(MatchRow.state).in_(OVER))
        .where(drawn_as() >= since if block is None else drawn_as() == block)
        .order_by(drawn_as(), col(MatchRow.id), col(SeatRow.seat))
    )
    return map(Sat._make, session.connection().execute(asked))


def last_ruling(session: Session) -> int:
    """Return the primary key of the newest ruling of an organiser on any ended match; 0 if there is none."""
    return session.exec(select(func.max(AdjudicationRow.id))).one() or 0


def tournament_of_match(session: Session, match: str) -> tuple[TournamentRow, int] | None:
    """Return a match's tournament, and the number of the match's block; None if it has no tournament."""
    asked = (
        select(TournamentRow, drawn_as())
        .join(RoundRow, col(RoundRow.tournament_id) == TournamentRow.id)
        .join(BlockRow, col(BlockRow.round_id) == RoundRow.id)
        .join(MatchRow, col(MatchRow.block_id) == BlockRow.id)
        .where(MatchRow.public == match)
    )
    return session.exec(asked).first()


def terms_of_round(session: Session, round_id: int | None) -> str | None:
    """Return the text of the regulations of a round's tournament; None if the round has no tournament."""
    asked = select(TournamentRow.terms).join(RoundRow, col(RoundRow.tournament_id) == TournamentRow.id)
    return session.exec(asked.where(RoundRow.id == round_id)).first()


def running_by_block(session: Session, tournament: TournamentRow) -> dict[int, int]:
    """Return a dict from the number of each block of a tournament to how many of its matches are running.

    Blocks without a running match are left out.
    """
    asked = (
        select(drawn_as(), func.count())
        .select_from(MatchRow)
        .join(BlockRow, col(MatchRow.block_id) == BlockRow.id)
        .join(RoundRow, col(BlockRow.round_id) == RoundRow.id)
        .where(col(RoundRow.tournament_id) == tournament.id, col(MatchRow.state) == "running")
        .group_by(drawn_as())
    )
    return dict(session.exec(asked).all())


def schedule_called(session: Session, public_or_name: str) -> ScheduleRow | None:
    """Return the schedule with this id; if there is none, the one with this name; None if there is neither."""
    asked = select(ScheduleRow).where(or_(ScheduleRow.public == public_or_name, ScheduleRow.name == public_or_name))
    return min(session.exec(asked).all(), key=lambda each: each.public != public_or_name, default=None)


def schedule_named(session: Session, name: str) -> ScheduleRow | None:
    """Return the schedule of this name; None if there is none."""
    return session.exec(select(ScheduleRow).where(ScheduleRow.name == name)).first()


def all_schedules(session: Session) -> Sequence[ScheduleRow]:
    """Return all schedules, in the order in which they were made."""
    return session.exec(select(ScheduleRow).order_by(col(ScheduleRow.id))).all()
