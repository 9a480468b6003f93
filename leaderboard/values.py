"""Values that several pages show, made from rows of the database. Their fields have the same names in the JSON API."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from sqlmodel import Session

from arena.store.repos.match_rows import adjournment_of
from arena.store.sql import audit_queries, identity_queries
from arena.store.sql.match_queries import Found
from arena.store.sql.page_queries import Who, is_open, pool_slug
from arena.store.sql.watching_queries import tournaments_by_key
from arena.store.tables import AuditRow, MatchRow, SeatRow, TokenRow, TournamentRow

SECOND = 1_000_000
Names = Mapping[int, tuple[str, str]]  # by entrant: the present name of its bot, and its version


@dataclass(frozen=True, slots=True)
class ShownEntrant:
    """An entrant as pages show it: a bot with its version, its kind and its author."""

    bot: str
    version: str
    kind: str
    author: str = ""

    @classmethod
    def of(cls, who: Who) -> "ShownEntrant":
        """Return an entrant from its values in the database."""
        return cls(who.bot.name, who.version.name, who.kind, who.author)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a match: its entrant, with the name that it had then, and its result. Times are in microseconds.

    `now` is the present name of the bot, which its page has: it may have been renamed or deleted since. The number of
    decisions, their times and the turn of a forfeit are None until the deal is disclosed.
    """

    seat: int
    bot: str
    version: str
    kind: str
    place: int | None
    score: int | None
    forfeit: str
    forfeit_turn: int | None
    decisions: int | None
    think_us: int | None
    transport_us: int | None
    stall_us: int | None
    held_us: int | None
    credit_us: int | None
    now: str = ""

    @classmethod
    def of(cls, seat: SeatRow, names: Names, *, is_open: bool) -> "SeatLine":
        """Return a seat from its row in the database. `is_open` is true if the deal of its match was disclosed."""
        return cls(
            seat=seat.seat,
            bot=seat.name,
            version=seat.version,
            kind=seat.kind,
            place=seat.placement,
            score=seat.score,
            forfeit=seat.forfeit,
            forfeit_turn=seat.forfeit_turn if is_open else None,
            decisions=seat.decisions if is_open else None,
            think_us=seat.think_us if is_open else None,
            transport_us=seat.transport_us if is_open else None,
            stall_us=seat.stall_us if is_open else None,
            held_us=seat.held_us if is_open else None,
            credit_us=seat.credit_us if is_open else None,
            now=names[seat.entrant_id][0],
        )


@dataclass(frozen=True, slots=True)
class AdjournmentLine:
    """The adjournment of a running match: it waits from `since` until `until` for these bots to come back."""

    since: float
    until: float
    bots: tuple[str, ...]

    @classmethod
    def of(cls, match: MatchRow, seats: Sequence[SeatRow]) -> "AdjournmentLine | None":
        """Return the adjournment of a match from the database; None if the match does not wait."""
        found = adjournment_of(match)
        if found is None:
            return None
        return cls(found.since, found.until, tuple(seat.name for seat in seats if seat.seat in found.seats))


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as a line of a list. Times are seconds since 1970."""

    match: str
    game: str
    clock: str
    state: str
    adjourned: AdjournmentLine | None
    adjudicated: bool
    created: float
    ended: float | None
    seats: tuple[SeatLine, ...]
    tournament: str = ""
    tournament_name: str = ""
    ladder: str | None = None  # the pool of its standing ladder, in addresses; empty before the match begins

    @classmethod
    def of(cls, found: Found, seats: Sequence[SeatRow], names: Names, tournament: TournamentRow | None) -> "MatchLine":
        """Return a match as a line of a list, from its rows in the database."""
        match = found.match
        return cls(
            match=match.public,
            game=match.game,
            clock=match.clock,
            state=match.state,
            adjourned=AdjournmentLine.of(match, seats),
            adjudicated=match.adjudicated,
            created=match.created,
            ended=match.ended,
            seats=tuple(SeatLine.of(seat, names, is_open=is_open(found)) for seat in seats),
            tournament=tournament.public if tournament is not None else "",
            tournament_name=tournament.name if tournament is not None else "",
            ladder=ladder_of(found),
        )


def ladder_of(found: Found) -> str | None:
    """Return the pool of the standing ladder that a match belongs to, as addresses of the site name the pool.

    Return None if the match belongs to no ladder. Return an empty text if the match has not begun, because a match gets
    its pool when it begins.
    """
    if found.round is None or not found.round.agreed or not json.loads(found.round.agreed).get("ladder"):
        return None
    return pool_slug(found.pool) if found.pool is not None else ""


def match_lines(session: Session, found: Sequence[tuple[Found, Sequence[SeatRow]]]) -> tuple[MatchLine, ...]:
    """Return a MatchLine for each match, with the name of its tournament."""
    held = tournaments_by_key(session, [one for one, _ in found])

    def tournament(one: Found) -> TournamentRow | None:
        return held.get(one.round.tournament_id or 0) if one.round is not None else None

    names = identity_queries.names_of_entrants(session, {seat.entrant_id for _, seats in found for seat in seats})
    return tuple(MatchLine.of(one, seats, names, tournament(one)) for one, seats in found)


@dataclass(frozen=True, slots=True)
class ShownAuditLine:
    """An action of an organiser or author: its time, its target, its reason, and the role of its actor.

    `page` is the address of the target's page; empty if it has none. `name` is the target's name as readers know it,
    and `target` its name or id in the database. `by` is `organiser` or `author`, and empty if the token is unknown.
    `label` is what the organiser's token is called.
    """

    time: float
    action: str
    target: str
    reason: str
    page: str = ""
    name: str = ""
    by: str = ""
    label: str = ""


def audit_lines(session: Session, rows: Sequence[AuditRow]) -> tuple[ShownAuditLine, ...]:
    """Return a ShownAuditLine (as pages show it) for each row of the audit."""
    targets, tokens = targets_of(session, rows), audit_queries.tokens_of(session, rows)
    return tuple(
        ShownAuditLine(row.time, row.action, row.target, row.reason, *targets[row.target], *doer(row, tokens))
        for row in rows
    )


def targets_of(session: Session, rows: Sequence[AuditRow]) -> Mapping[str, tuple[str, str]]:
    """Return a dict from each target to two texts: the address of its page, and its name as readers know it.

    The address is empty if the target has no page.
    """
    targets = {row.target for row in rows}
    bots = audit_queries.bots_among(session, {target.partition("@")[0] for target in targets})
    found = {target: (address("bots", bots.get(target.partition("@")[0].casefold(), "")), target) for target in targets}
    for public, name in audit_queries.tournament_names(session, targets).items():
        found[public] = address("tournaments", public), name
    for public, names in audit_queries.bots_in(session, targets).items():
        found[public] = address("matches", public), " \N{EN DASH} ".join(names)
    return found


def address(part: str, name: str) -> str:
    """Return the address of a page, such as `/bots/ana`; an empty text for an empty name."""
    return f"/{part}/{quote(name, safe='')}" if name else ""


def doer(row: AuditRow, tokens: Mapping[str, TokenRow]) -> tuple[str, str]:
    """Return `organiser` with the label of its token, or `author` and an empty label. Both are empty if unknown."""
    token = tokens.get(row.token)
    if token is None:
        return ("author" if row.action == "RegisterBot" and not row.token else ""), ""
    return ("organiser", token.label) if token.scope == "organiser" else ("author", "")


@dataclass(frozen=True, slots=True)
class PoolLink:
    """A pool: its name in addresses, its title, and how many games were counted there."""

    pool: str
    title: str
    games: int


def counts(pairs: Iterable[tuple[str, int]]) -> Mapping[str, int]:
    """Return a dict from each word in these pairs to the sum of its numbers. The largest sum comes first."""
    sums: dict[str, int] = {}
    for word, number in pairs:
        sums[word] = sums.get(word, 0) + number
    return dict(sorted(sums.items(), key=lambda item: (-item[1], item[0])))
