"""Followers of matches that are being played: each reads the journal of one match for all of its watchers.

A follower shows a board only if every other match of the same deal has ended and the tournament allows it. The board is
the spectator's view. An answer that looks to spectators like another possible answer stays secret: its option is left
out. Threads call these functions, one at a time for each follower.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlmodel import Session

from arena.errors import ArenaError, CannotVerifyError, UsageError
from arena.games.game import SPECTATOR, Event, Rules, State
from arena.record import Answer, Header, MatchProgress, Record, Seated
from arena.record.format import Appendix, Entry, Forfeit, read_header
from arena.record.lines import read as read_line
from arena.record.replay import enter, opening, rules_of
from arena.referee import TimeControl
from arena.referee.clock import SeatClock
from arena.server.matches.results import OVER
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.repos import match_rows
from arena.store.sql import live_queries, match_queries, tournament_queries
from arena.store.sql.live_queries import LiveHead
from arena.tournament import regulations

# Why a match that is being played shows no board
DEAL: Final = "deal"  # another match of its deal has not ended
CLOSED: Final = "closed"  # its tournament does not allow it
WAITING: Final = "waiting"  # it has not begun
UNREADABLE: Final = "unreadable"  # this release cannot play it again


class Broadcast(NamedTuple):
    """The rule of the regulations for showing a match: `live`, `delayed` by a number of turns, or `closed`."""

    kind: str
    delay: int


@lru_cache(maxsize=64)
def broadcast_of(terms: str) -> Broadcast:
    """Return the broadcast rule in a tournament's regulations; `live` for a match without a tournament.

    If this release cannot read the regulations, the rule is `closed`.
    """
    if not terms:
        return Broadcast("live", 0)
    try:
        found = regulations.read(terms)
    except UsageError:
        return Broadcast("closed", 0)
    return Broadcast(found.broadcast, found.delay or 0)


@dataclass(frozen=True, slots=True)
class LiveFacts:
    """The name, game, clock, seats and broadcast rule of a match, which do not change while it is played."""

    match_id: int
    match: str
    game: str
    clock: str
    seats: tuple[Seated, ...]
    broadcast: Broadcast


def facts_of(session: Session, name: str) -> LiveFacts | None:
    """Return the LiveFacts of a match (game, clock, seats and so on); None if no match has this name."""
    found = match_queries.whole_match(session, name)
    if found is None:
        return None
    seats = match_queries.seats_of(session, found.match)
    terms = None if found.round is None else tournament_queries.terms_of_round(session, found.round.id or 0)
    return LiveFacts(
        match_id=found.match.id or 0,
        match=found.match.public,
        game=found.match.game,
        clock=found.match.clock,
        seats=tuple(Seated(seat.name, seat.version, seat.kind) for seat in seats),  # type: ignore[arg-type]  # checked
        broadcast=broadcast_of(terms or ""),
    )


@dataclass(frozen=True, slots=True)
class LiveStep:
    """An answer or a forfeit in a running match, and what a spectator knows after it.

    `option` is empty for a forfeit, and if the option is secret.
    """

    entry: Entry
    at: int
    turn: int
    option: str
    events: tuple[Event, ...]
    points: tuple[int, ...]
    view: Any
    to_move: int
    clocks: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class LiveState:
    """The state of a match that watchers see. The Follower replaces it after it has read all new lines.

    `marker` says how many answers and forfeits watchers can get: those that the board (the spectator's view) includes.
    It is 0 if no board is shown, because the number of answers tells about the deal, too.
    """

    state: str
    reason: str
    is_over: bool
    adjourned: str
    ruling: str
    marker: int


@dataclass(frozen=True, slots=True)
class JournalNews:
    """The newest state of a match, and the journal lines that its Follower has not read."""

    head: LiveHead
    lines: tuple[bytes, ...]


def news_of(session: Session, known: dict[int, tuple[LiveHead | None, int]]) -> dict[int, JournalNews]:
    """Return the new state and the new journal lines of each match that has changed, as a dict by the match's key.

    `known` has, for each match, the state (LiveHead) and the number of lines that its Follower has read already. One
    query checks all matches; each match with new lines needs one more.
    """
    transaction, found = Transaction.of(session), {}
    for head in live_queries.heads(transaction, list(known)):
        before, lines = known[head.match_id]
        if head != before:
            found[head.match_id] = JournalNews(head, tuple(_lines(session, transaction, head, lines)))
    return found


def _lines(session: Session, transaction: Transaction, head: LiveHead, known: int) -> list[bytes]:
    """Return the lines of a match that follow the first `known` ones, as bytes without newlines.

    They are lines of the journal, or of the record if the match has ended.
    """
    if head.state not in OVER:
        return live_queries.lines_from(transaction, head.match_id, known) if head.lines > known else []
    match = match_queries.matches_by_key(session, [head.match_id])[head.match_id].match
    record = match_queries.record_of(session, match)
    return [] if record is None else match_rows.record_bytes(record).splitlines()[known:]


class Follower:
    """Reads the journal of one match for all its watchers, and decides which part of it spectators may see."""

    def __init__(self, database: Database, facts: LiveFacts) -> None:
        self.database: Final = database
        self.facts: Final = facts
        self.head: LiveHead | None = None
        self.now: LiveState = LiveState("offered", WAITING, is_over=False, adjourned="", ruling="", marker=0)
        self.lines = 0
        self.entries: Final[list[tuple[int, Entry]]] = []  # with the numbers of their lines
        self.steps: Final[list[LiveStep]] = []
        self.start: tuple[int, ...] = ()
        self.first: Any = None  # the view before the first answer
        self.first_to_move = 0
        self.problem = ""
        self.header: Header | None = None
        self._progress: MatchProgress | None = None
        self._ended = False  # the result was read
        control = TimeControl.read(facts.clock)
        self._clocks: Final = [SeatClock(control) for _ in facts.seats]
        self._clocks_at: Final[list[tuple[int | None, ...]]] = [tuple(clock.left_us for clock in self._clocks)]

    # What may be shown ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """The state of the match: `offered`, `running`, `finished` or `void`."""
        return "offered" if self.head is None else self.head.state

    @property
    def is_over(self) -> bool:
        """True if the match has ended, and watchers need not wait for a change of its page.

        If it was the last match of its deal, they wait until the deal is disclosed, a moment later.
        """
        head = self.head
        if head is None or head.state not in OVER:
            return False
        return head.state == "void" or head.disclosed or head.rivals > 0

    @property
    def reason(self) -> str:
        """The reason why no board (the spectator's view) is shown; an empty text if a board is shown.

        `deal`: another match of the same deal has not ended. `closed`: the tournament does not allow it. `waiting`: the
        match has not begun. `unreadable`: this release cannot play the match again.
        """
        if self.problem:
            return UNREADABLE
        if self.facts.broadcast.kind == "closed":
            return CLOSED
        if self.head is None or self.head.rivals:
            return DEAL
        return "" if self.header is not None else WAITING

    @property
    def released(self) -> int:
        """The number of answers and forfeits that spectators may see; 0 if no board is shown."""
        if self.reason:
            return 0
        delay = self.facts.broadcast.delay
        if not delay or self.state in OVER or self._progress is None:
            return len(self.steps)
        now = self._progress.state.turn
        return sum(step.turn + delay <= now for step in self.steps)

    @property
    def clocks(self) -> tuple[int | None, ...]:
        """The time that each seat had left at the last shown event, in microseconds.

        A seat has None if it has no clock, or if the match has begun and no board is shown.
        """
        if self.now.reason not in {"", WAITING}:
            return tuple(None for _ in self._clocks)
        return self._clocks_at[self.now.marker]

    def points(self) -> tuple[int, ...]:
        """Return the points of each seat after the last shown answer; empty if no board is shown."""
        if self.reason:
            return ()
        return self.steps[self.released - 1].points if self.released else self.start

    def to_move(self) -> int | None:
        """Return the seat that is asked after the last shown answer.

        Return None if no board is shown, or if no seat is asked.
        """
        if self.reason or self.state in OVER:
            return None
        found = self.steps[self.released - 1].to_move if self.released else self.first_to_move
        return found if found >= 0 else None

    def left(self) -> list[int]:
        """Return the seats that have forfeited up to the last shown event; all of them if no board is shown."""
        shown = self.entries if self.reason else self.entries[: self.released]
        return [entry.seat for _, entry in shown if isinstance(entry, Forfeit)]

    # Reading --------------------------------------------------------------------------------------------------------

    def read(self, news: JournalNews) -> None:
        """Read the new lines of the match, and play its new answers. Call `publish` to show them to watchers."""
        for line in news.lines:
            self._read_line(line)
        self.head = news.head
        if not self.reason:
            try:
                self._play()
            except ArenaError as error:
                self.problem = str(error)

    def publish(self) -> None:
        """Replace `now`, the state of the match that watchers see, by one that includes all journal lines read so far.

        Do nothing before the first call of `read`.
        """
        head = self.head
        if head is not None:
            self.now = LiveState(head.state, self.reason, self.is_over, head.adjourned, head.ruling, self.released)

    def _read_line(self, line: bytes) -> None:
        self.lines += 1
        if self.header is None:
            self.header = Header.of(read_header(line + b"\n"))
            return
        if self._ended:
            return
        fields = read_line(line, self.lines)
        kind = fields.text("line")
        if kind == "answer":
            self._add(Answer.of(fields))
        elif kind == "forfeit":
            self._add(Forfeit.of(fields))
        else:
            self._ended = kind == "result"

    def _add(self, entry: Entry) -> None:
        if isinstance(entry, Answer) and entry.by == "bot":
            clock = self._clocks[entry.seat]
            clock.ask()
            clock.charge(entry.think_us + entry.transport_us - entry.held_us - entry.credit_us)
        self._clocks_at.append(tuple(clock.left_us for clock in self._clocks))
        self.entries.append((self.lines, entry))

    def _play(self) -> None:
        """Play the answers and forfeits that were read since the last call, and store a LiveStep for each."""
        assert self.header is not None
        rules = rules_of(self.header)
        if self._progress is None:
            self._progress = self._opened(self.header, rules)
        for line, entry in self.entries[len(self.steps) :]:
            self.steps.append(self._step(self._progress, rules, line, entry))

    def _opened(self, header: Header, rules: Rules) -> MatchProgress:
        if header.rules_version != rules.version:
            raise CannotVerifyError(
                f"{rules.name} by rules version {header.rules_version}: this release plays {rules.version}"
            )
        seed = self.database.read(self._seed)
        appendix = None if seed is None else Appendix(seed, bytes(32))
        progress = MatchProgress(opening(Record(header, (), None, appendix, "")))
        progress.state.listen()
        self.start = tuple(progress.state.scores())
        self.first, self.first_to_move = progress.state.view(SPECTATOR), progress.state.to_move
        return progress

    def _seed(self, session: Session) -> bytes | None:
        found = match_queries.whole_match(session, self.facts.match)
        dealt = found is not None and match_queries.was_dealt(found.match.fairness)
        return match_rows.seed_of(session, found.block) if found is not None and dealt else None

    def _step(self, progress: MatchProgress, rules: Rules, line: int, entry: Entry) -> LiveStep:
        state, turn = progress.state, progress.state.turn
        before = state.clone()
        heard = len(state.events(0, SPECTATOR)) if self.steps else 0  # the first step also has the events of the setup
        news = len(state.events(0, SPECTATOR))
        enter(progress, rules, entry, line)
        view, is_told = state.view(SPECTATOR), len(state.events(0, SPECTATOR)) > news
        option = entry.option if isinstance(entry, Answer) else ""
        if option and not is_told and is_secret(before, rules.read(before, option), view):
            option = ""
        return LiveStep(
            entry=entry,
            at=(self.steps[-1].at if self.steps else 0) + isinstance(entry, Answer),
            turn=turn,
            option=option,
            events=tuple(state.events(heard, SPECTATOR)),
            points=tuple(state.scores()),
            view=view,
            to_move=-1 if progress.end is not None else state.to_move,
            clocks=self._clocks_at[len(self.steps) + 1],
        )


def is_secret(before: State, option: int, view: Any) -> bool:
    """True if another option would have given the spectator the same view, so the chosen one stays secret.

    Call it only for answers that caused no event for the spectator.
    """
    for other in before.options():
        if other != option:
            twin = before.clone()
            twin.apply(other)
            if twin.view(SPECTATOR) == view:
                return True
    return False
