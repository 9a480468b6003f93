"""Matches: the list of matches, and the page of one match with its result, its moves, its times and its board.

While another match of the same deal is running, a page shows only names and scores, because the moves of one match
disclose the stacks of the other.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlmodel import Session

from arena.errors import ArenaError, CannotVerifyError, VerificationError
from arena.games import GAMES
from arena.games.game import SPECTATOR, Scalar
from arena.languages import say
from arena.record import Answer
from arena.replay.retelling import Retelling
from arena.replay.review import Review
from arena.store.repos.match_rows import record_bytes
from arena.store.sql import identity_queries, match_queries, page_queries
from arena.store.sql.match_list import STATES, MatchListFilter, listed
from arena.store.sql.match_queries import Found
from arena.store.sql.watching_queries import tournaments_by_key
from arena.store.tables import MatchRow
from leaderboard import analyses
from leaderboard.reading import BadQuestionError, NotThereError, Reader
from leaderboard.replays import ReplayOnPage, StagedMatch, on_page
from leaderboard.values import AdjournmentLine, MatchLine, SeatLine, ShownAuditLine, audit_lines, ladder_of, match_lines
from leaderboard.words import segment

PAGE: Final = 50
SEATS: Final = tuple(sorted({count for rules in GAMES.values() for count in rules.seats}))


# The list ----------------------------------------------------------------------------------------------------------


class UnknownBotError(BadQuestionError):
    """Raised if a list of matches is filtered by a bot that does not exist."""


@dataclass(frozen=True, slots=True)
class MatchesPage:
    """Matches, the newest first. `rest` is the value of `before` for the next page; None at the end."""

    game: str
    seats: int
    bot: str
    state: str
    matches: tuple[MatchLine, ...]
    rest: str | None


def matches(session: Session, sought: MatchListFilter, before: str = "") -> MatchesPage:
    """Return a page of the matches that fit the filter, the newest first.

    With `before`, the page begins with the match that follows the one of this name.
    """
    sought = checked(session, sought)
    last = match_queries.match_called(session, before) if before else None
    if before and last is None:
        raise BadQuestionError(
            say("before: no match is called %(name)s; expected the id of the last one on a page", name=repr(before))
        )
    found = listed(session, sought, last, PAGE)
    lines = match_lines(session, found.matches)
    return MatchesPage(sought.game, sought.seats, sought.bot, sought.state, lines, found.rest)


def checked(session: Session, sought: MatchListFilter) -> MatchListFilter:
    """Return a filter of a list of matches with the bot's present name.

    Raise BadQuestionError if it has a value that no match can have, and UnknownBotError if there is no such bot.
    """
    if sought.game and sought.game not in games(session):
        names = ", ".join(games(session))
        raise BadQuestionError(say("game %(given)s: expected one of %(names)s", given=repr(sought.game), names=names))
    if sought.state and sought.state not in STATES:
        names = ", ".join(sorted(STATES))
        raise BadQuestionError(say("state %(given)s: expected one of %(names)s", given=repr(sought.state), names=names))
    if sought.seats and sought.seats not in SEATS:
        raise BadQuestionError(seats_expected(str(sought.seats)))
    if not sought.bot:
        return sought
    row = page_queries.bot_known_as(session, sought.bot)
    if row is None:
        raise UnknownBotError(say("bot: none is called %(name)s", name=repr(sought.bot)))
    return replace(sought, bot=row.name)


def seats_expected(given: str) -> str:
    """Return the error message for an address that asks for a number of seats that no game has."""
    names = ", ".join(map(str, SEATS))
    return say("seats %(given)s: expected one of %(names)s", given=given, names=names)


def position_expected(at: int, last: int) -> str:
    """Return the error message for an address that asks for the position after more answers than a match has.

    `at` is the number of answers in the address, and `last` is how many answers the match has.
    """
    return say("at %(at)s: expected a number from 0 to %(last)s, which is how many answers there are", at=at, last=last)


def games(session: Session) -> list[str]:
    """Return the names of all games of this release, and of games with stored results of earlier releases."""
    return sorted({*GAMES, *(pool.game for pool in match_queries.all_pools(session))})


# One match ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """The points of a match in one category: for each seat, a tuple of its points in each scoring of the game."""

    category: str
    seats: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """An answer or a forfeit. A forfeit has no `answer`, and its `text` is the reason. Times are in microseconds."""

    answer: int | None
    seat: int
    text: str
    by: str
    think_us: int
    transport_us: int
    stall_us: int
    held_us: int
    credit_us: int
    told: str = ""  # as a sentence


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling of an organiser on a match, and the places that it replaced."""

    time: float
    state: str
    placements: tuple[int, ...]
    before: tuple[int, ...]
    ruling: str


@dataclass(frozen=True, slots=True)
class Board:
    """The position after a number of answers, as text, as a seat or the spectator sees it.

    `seat` is None for the spectator.
    """

    at: int
    answers: int
    seat: int | None
    text: str
    last: str
    problem: str  # why there is none
    legend: str = ""  # a line for each thing that the board names by an id


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match: its seats, its result, its moves, and the rulings on it."""

    match: str
    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    clock: str
    fairness: str
    state: str
    adjourned: AdjournmentLine | None  # set while it waits for its bots after a restart of the arena
    reason: str
    ruling: str
    adjudicated: bool
    turns: int | None
    created: float
    started: float | None
    ended: float | None
    is_open: bool  # whether its deal has been disclosed: before that there are no moves and no ledger
    pool: str
    tournament: str
    commitment: str
    head: str
    seats: tuple[SeatLine, ...]
    ledger: tuple[LedgerLine, ...]
    moves: tuple[Move, ...]
    board: Board | None
    rulings: tuple[Ruling, ...]
    audit: tuple[ShownAuditLine, ...]
    same_deal: tuple[str, ...]
    analysed_by: str | None = None  # the search of its analysis, empty if luck alone was looked at
    problem: str = ""  # why the record, or a part of it, is not shown
    tournament_name: str = ""
    ladder: str | None = None  # the pool of its standing ladder, in addresses; empty before the match begins


def match(reader: Reader, session: Session, name: str, at: int | None, seat: int | None) -> MatchPage:
    """Return the values of a match page. Its board is the one after `at` answers; without `at`, the last one."""
    return whole_match(reader, session, name, at, seat)[0]


def whole_match(
    reader: Reader, session: Session, name: str, at: int | None, seat: int | None
) -> tuple[MatchPage, ReplayOnPage | None]:
    """Return the values of a match page, and the parts that show its replay.

    The second value is None if the match has no public record, or if this release cannot read the record's header.
    """
    found = called(session, name)
    row, seats = found.match, match_queries.seats_of(session, found.match)
    names = identity_queries.names_of_entrants(session, {seat.entrant_id for seat in seats})
    is_open = page_queries.is_open(found)
    staged, problem = staged_of(reader, session, found) if is_open else (None, "")
    if staged is None and at is not None and not problem:
        raise BadQuestionError(say("at: match %(name)s shows no board before its deal is disclosed", name=repr(name)))
    board = None if staged is None else board_of(staged, at, seat)
    held = next(iter(tournaments_by_key(session, [found]).values()), None)
    review = None if staged is None else analyses.review_of(session, found, staged)
    page = MatchPage(
        match=row.public,
        game=row.game,
        rules_version=row.rules_version,
        options=json.loads(row.settings),
        clock=row.clock,
        fairness=row.fairness,
        state=row.state,
        adjourned=AdjournmentLine.of(row, seats),
        reason=row.reason,
        ruling=row.ruling,
        adjudicated=row.adjudicated,
        turns=row.turns if is_open else None,
        created=row.created,
        started=row.started,
        ended=row.ended,
        is_open=is_open,
        pool=page_queries.pool_slug(found.pool)
        if found.pool is not None and match_queries.was_dealt(row.fairness)
        else "",
        tournament=held.public if held is not None else "",
        commitment=row.commitment,
        head=row.head,
        seats=tuple(SeatLine.of(seat, names, is_open=is_open) for seat in seats),
        ledger=ledger(row) if is_open else (),
        moves=moves(staged.told) if staged is not None else (),
        board=board,
        rulings=rulings(session, row),
        audit=audit_lines(session, page_queries.audit_about(session, [row.public])),
        same_deal=tuple(page_queries.of_same_deal(session, row)) if is_open else (),
        analysed_by=None if review is None else review.analysis.by,
        problem=problem,
        tournament_name=held.name if held is not None else "",
        ladder=ladder_of(found),
    )
    if staged is None or board is None:
        return page, None
    observer, can = SPECTATOR if seat is None else seat, analyses.can_be_analysed(found)
    return page, on_page(staged, segment(row.public), board.at, observer, review=review, can_be_analysed=can)


def staged_of(reader: Reader, session: Session, found: Found) -> tuple[StagedMatch | None, str]:
    """Return two values: a match as a StagedMatch, ready for its replay, and an empty text.

    If the match has no record, return None and an empty text. If the record cannot be replayed, return None and the
    reason as a text.
    """
    data = record_of(session, found)
    if data is None:
        return None, ""
    try:
        return reader.replays.of(data), ""
    except (CannotVerifyError, VerificationError) as error:
        return None, str(error)


def analysis(session: Session, name: str) -> dict[str, Any]:
    """Return the newest analysis of a match as plain values. Raise NotThereError if none is public."""
    found = called(session, name)
    values = analyses.stored_values(session, found) if page_queries.is_open(found) else None
    if values is None:
        raise NotThereError(say("match %(name)s has no analysis", name=repr(name)))
    return values


def review(session: Session, name: str, staged: StagedMatch) -> Review | None:
    """Return the analysis of a match for its downloadable HTML file; None if there is none."""
    return analyses.review_of(session, called(session, name), staged)


def staged_match(reader: Reader, session: Session, name: str) -> tuple[StagedMatch, str]:
    """Return a match as a StagedMatch, ready for its replay, and the published head (last hash) of its record.

    Raise NotThereError if the replay may not or cannot be shown.
    """
    found = called(session, name)
    if not page_queries.is_open(found):
        raise NotThereError(say("match %(name)s shows no board before its deal is disclosed", name=repr(name)))
    staged, problem = staged_of(reader, session, found)
    if staged is None:
        raise NotThereError(
            say(
                "match %(name)s has no board: %(problem)s",
                name=repr(name),
                problem=problem or say("it did not come to an end"),
            )
        )
    return staged, found.match.head


def position_of(staged: StagedMatch, at: int | None) -> int:
    """Return the number of answers after which a picture shows the board: `at`, or the largest number if it is None.

    Raise BadQuestionError if the match is shorter, and NotThereError if the match has no pictures.
    """
    last = staged.told.playable
    if last < 0:
        raise NotThereError(say("there is no picture: %(problem)s", problem=staged.told.problem))
    if at is not None and at > last:
        raise BadQuestionError(position_expected(at, last))
    return last if at is None else at


def observer_of(staged: StagedMatch, seat: int | None) -> int:
    """Return the number of a seat, or SPECTATOR for None. Raise BadQuestionError if the match has no such seat."""
    seats = len(staged.told.names)
    if seat is not None and seat >= seats:
        raise BadQuestionError(say("seat %(seat)s: expected a number from 0 to %(last)s", seat=seat, last=seats - 1))
    return SPECTATOR if seat is None else seat


def called(session: Session, name: str) -> Found:
    """Return the database rows of the match with this name: match, pool, block, round.

    Raise NotThereError if there is none.
    """
    found = match_queries.whole_match(session, name)
    if found is None:
        raise NotThereError(say("no match is called %(name)s", name=repr(name)))
    return found


def record(session: Session, name: str) -> bytes:
    """Return the record of a match, byte for byte. Raise NotThereError if it has none, or if it is not public yet."""
    found = called(session, name)
    if not page_queries.is_open(found):
        raise NotThereError(
            say(
                "the record of match %(name)s is not public yet: a match of the same deal is being played",
                name=repr(name),
            )
        )
    data = record_of(session, found)
    if data is None:
        raise NotThereError(say("match %(name)s has no record: it did not come to an end", name=repr(name)))
    return data


def record_of(session: Session, found: Found) -> bytes | None:
    """Return the stored record of a match; None if it has none."""
    row = match_queries.record_of(session, found.match)
    return record_bytes(row) if row is not None else None


def ledger(row: MatchRow) -> tuple[LedgerLine, ...]:
    """Return a LedgerLine for each category of points in a match, in the order in which its game lists them."""
    given: dict[str, list[list[int]]] = json.loads(row.ledger or "{}")
    game = GAMES.get(row.game)
    order = [*(game.categories if game is not None else ()), *sorted(given)]
    return tuple(
        LedgerLine(category, tuple(map(tuple, given[category])))
        for category in dict.fromkeys(order)
        if category in given
    )


def moves(told: Retelling) -> tuple[Move, ...]:
    """Return the answers and forfeits of a match, in order."""
    lines: list[Move] = []
    for entry, step in zip(told.record.entries, told.steps, strict=True):
        if isinstance(entry, Answer):
            times = (entry.think_us, entry.transport_us, entry.stall_us, entry.held_us, entry.credit_us)
            sentence = "; ".join(told.spoken(step))
            lines.append(Move(step.at, entry.seat, entry.option, entry.by, *times, sentence))
        else:
            lines.append(Move(None, entry.seat, entry.reason.value, "", 0, 0, 0, 0, 0))
    return tuple(lines)


def board_of(staged: StagedMatch, at: int | None, seat: int | None) -> Board:
    """Return the board after a number of answers as text, as a seat or the spectator sees it.

    If the position cannot be computed, the board has the reason instead of the text. Raise BadQuestionError if the
    match is shorter.
    """
    told = staged.told
    given = [entry for entry in told.record.entries if isinstance(entry, Answer)]
    if at is None:
        at = told.playable if told.playable >= 0 else len(given)
    if at > len(given):
        raise BadQuestionError(position_expected(at, len(given)))
    observer = observer_of(staged, seat)
    last = f"seat {given[at - 1].seat}: {given[at - 1].option}" if at else ""
    text = legend = problem = ""
    try:
        if told.playable < 0:
            raise CannotVerifyError(told.problem)
        state = staged.places.at(at)
        view = state.view(observer)
        text, legend = state.rules.board(view), state.rules.legend(view)
    except ArenaError as error:
        problem = str(error)
    return Board(at, len(given), seat, text, last, problem, legend)


def rulings(session: Session, row: MatchRow) -> tuple[Ruling, ...]:
    """Return the organisers' rulings on a match."""
    return tuple(
        Ruling(each.time, each.state, read_places(each.placements), read_places(each.before), each.ruling)
        for each in match_queries.adjudications_of(session, row)
    )


def read_places(text: str) -> tuple[int, ...]:
    """Return a tuple with the place of each seat, from the database's JSON text; an empty one for an empty text."""
    return tuple(json.loads(text)) if text else ()
