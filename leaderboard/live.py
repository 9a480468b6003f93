"""Running matches: the values that the site shows of each, and the list of all running matches."""

import json
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from arena.languages.locales import in_decimals
from arena.referee import TimeControl
from arena.referee.clock import SeatClock
from arena.store.db.transaction import Transaction
from arena.store.sql import live_queries
from arena.store.sql.live_queries import LiveSeat, RunningMatch
from leaderboard.followers import Follower, broadcast_of

ON_NOW: Final = 6  # matches in a list of running matches


@dataclass(frozen=True, slots=True)
class LiveSeatLine:
    """A seat of a running match. `points` and `clock_us` are None if no board is shown, `clock_us` without a clock."""

    seat: int
    bot: str
    version: str
    points: int | None
    clock_us: int | None
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A running match, with only those values that spectators may know at this time."""

    match: str
    game: str
    clock: str
    state: str
    shown: bool
    reason: str
    broadcast: str
    delay: int
    at: int
    turn: int | None
    to_move: int | None
    last: int
    seats: tuple[LiveSeatLine, ...]

    @classmethod
    def of(cls, follower: Follower) -> "LiveMatch":
        """Return the values of a running match that spectators may see now."""
        facts, now, points, clocks = follower.facts, follower.now, follower.points(), follower.clocks
        left, step = follower.left(), follower.steps[now.marker - 1] if now.marker and not now.reason else None
        return cls(
            match=facts.match,
            game=facts.game,
            clock=facts.clock,
            state=now.state,
            shown=not now.reason,
            reason=now.reason,
            broadcast=facts.broadcast.kind,
            delay=facts.broadcast.delay,
            at=step.at if step is not None else 0,
            turn=step.turn if step is not None else None,
            to_move=follower.to_move(),
            last=now.marker,
            seats=tuple(
                LiveSeatLine(
                    seat=number,
                    bot=seat.entrant,
                    version=seat.version,
                    points=points[number] if points else None,
                    clock_us=clocks[number],
                    has_left=number in left,
                )
                for number, seat in enumerate(facts.seats)
            ),
        )


def face(microseconds: int | None) -> str:
    """Return the remaining time of a seat in the form of a clock, such as `1:05` or `0:05.3`; a dash for None.

    `static/live.js` has the same function.
    """
    if microseconds is None:
        return "\N{EN DASH}"
    tenths = max(0, microseconds) // 100_000
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02}" if minutes else in_decimals(f"0:{rest // 10:02}.{rest % 10}")


# What is on --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnNowLine:
    """A match in the list of running matches.

    `shown` is true if its page has a board. `answers` is the number of answers so far; None if spectators may not
    know it, before the match begins, and while it waits for a bot.
    """

    match: str
    game: str
    tournament: str
    started: float
    is_adjourned: bool
    shown: bool
    answers: int | None
    seats: tuple[LiveSeatLine, ...]


def on_now(session: Session, tournament: str = "", limit: int = ON_NOW) -> tuple[OnNowLine, ...]:
    """Return the running matches, the newest first; only those of one tournament if it is named."""
    transaction = Transaction.of(session)
    found = live_queries.running_matches(transaction, limit, tournament)
    keys = [row.match_id for row in found]
    heads = {head.match_id: head for head in live_queries.heads(transaction, keys)} if keys else {}
    seats = live_queries.seats_of_matches(transaction, keys) if keys else {}
    lines = []
    for row in found:
        head = heads[row.match_id]
        broadcast = broadcast_of(row.terms)
        shown = bool(head.lines) and not head.rivals and broadcast.kind != "closed"
        is_timed = shown and not row.adjourned and not broadcast.delay
        journal = live_queries.lines_from(transaction, row.match_id, 1) if is_timed else []
        lines.append(
            OnNowLine(
                match=row.match,
                game=row.game,
                tournament=row.tournament,
                started=row.started,
                is_adjourned=bool(row.adjourned),
                shown=shown,
                answers=len(journal) or None,
                seats=seats_on_now(row, seats.get(row.match_id, []), journal),
            )
        )
    return tuple(lines)


def seats_on_now(row: RunningMatch, seats: list[LiveSeat], journal: list[bytes]) -> tuple[LiveSeatLine, ...]:
    """Return the seats of a running match, with the clocks that follow from its journal.

    The clocks are None if `journal` is empty.
    """
    control = TimeControl.read(row.clock)
    clocks = [SeatClock(control) for _ in seats]
    for line in journal:
        entry = json.loads(line)
        if entry["line"] == "answer" and entry["by"] == "bot":
            clock = clocks[entry["seat"]]
            clock.ask()
            free = entry.get("held_us", 0) + entry.get("credit_us", 0)
            clock.charge(entry["think_us"] + entry["transport_us"] - free)
    return tuple(
        LiveSeatLine(seat.seat, seat.bot, seat.version, None, clock.left_us if journal else None)
        for seat, clock in zip(seats, clocks, strict=True)
    )
