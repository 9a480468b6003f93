"""Queries about the actions of organisers: names of their targets, and the tokens with which they were done."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session, col, select

from arena.store.tables import AuditRow, BotRow, MatchRow, SeatRow, TokenRow, TournamentRow


def tournament_names(session: Session, publics: Iterable[str]) -> Mapping[str, str]:
    """Return a dict from id to name for those of these ids that are tournaments."""
    asked = select(TournamentRow.public, TournamentRow.name).where(col(TournamentRow.public).in_(list(publics)))
    return dict(session.exec(asked).all())


def bots_among(session: Session, names: Iterable[str]) -> Mapping[str, str]:
    """Return a dict from the name in lower case to the name for those of these names that bots have now."""
    asked = select(BotRow.folded, BotRow.name).where(col(BotRow.folded).in_({name.casefold() for name in names}))
    return dict(session.exec(asked).all())


def bots_in(session: Session, publics: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Return a dict from id to the names of the bots, by seat, for those of these ids that are matches."""
    asked = select(MatchRow.public, SeatRow.name).join(SeatRow, col(SeatRow.match_id) == MatchRow.id)
    asked = asked.where(col(MatchRow.public).in_(list(publics))).order_by(col(SeatRow.match_id), col(SeatRow.seat))
    found: dict[str, list[str]] = defaultdict(list)
    for public, name in session.exec(asked):
        found[public].append(name)
    return found


def tokens_of(session: Session, lines: Iterable[AuditRow]) -> Mapping[str, TokenRow]:
    """Return a dict from id to token for the tokens of these lines. Leave out tokens that are not stored."""
    asked = select(TokenRow).where(col(TokenRow.public).in_({line.token for line in lines}))
    return {row.public: row for row in session.exec(asked)}
