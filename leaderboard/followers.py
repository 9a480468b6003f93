"""Followers of matches that are being played: each reads the journal of one match for all of its watchers.

A follower shows a board only if every other match of the same deal has ended and the tournament allows it. The board
has only what a spectator may know. If a spectator could not tell an answer from another one, its option is left out.
Threads call these functions, one at a time for each follower.
"""

import gzip
import json
from contextvars import Context, copy_context
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup
from sqlmodel import Session
from sse_starlette import ServerSentEvent

from arena.errors import ArenaError, CannotVerifyError, UsageError
from arena.games.game import SPECTATOR, Event, Rules, State
from arena.games.pictures import ALONE, FRAME
from arena.games.stories import Passage, passages
from arena.languages import language, say
from arena.record import Answer, Header, MatchProgress, Record, Seated
from arena.record.format import Appendix, Entry, Forfeit, read_header
from arena.record.lines import read as read_line
from arena.record.replay import enter, opening, rules_of
from arena.referee import TimeControl
from arena.referee.clock import SeatClock
from arena.replay import fragments, frames
from arena.replay.fragments import Shown
from arena.replay.frames import PREFIX, eye
from arena.replay.retelling import ReplayStep, Retelling, forfeits
from arena.server.matches.results import OVER
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.repos import match_rows
from arena.store.sql import live_queries, match_queries, tournament_queries
from arena.store.sql.live_queries import LiveHead
from arena.tournament import regulations
from leaderboard.reading import BadQuestionError
from leaderboard.replays import ReplayOnPage, linked, version
from leaderboard.words import segment

CARRIAGE: Final = "\n"  # what ends a line of an event
PACKING: Final = 6  # of gzip

# Why a match that is being played shows no board
DEAL: Final = "deal"  # another match of its deal has not ended
CLOSED: Final = "closed"  # its tournament does not allow it
WAITING: Final = "waiting"  # it has not begun
UNREADABLE: Final = "unreadable"  # this release cannot play it again


class Broadcast(NamedTuple):
    """What the regulations say about showing a match: `live`, `delayed` by a number of turns, or `closed`."""

    kind: str
    delay: int


@lru_cache(maxsize=64)
def broadcast_of(terms: str) -> Broadcast:
    """Return the broadcast rule in a tournament's regulations; `live` for a match without a tournament.

    Regulations that this release cannot read close it.
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
    """The facts of a match that do not change while it is played."""

    match_id: int
    match: str
    game: str
    clock: str
    seats: tuple[Seated, ...]
    broadcast: Broadcast


def facts_of(session: Session, name: str) -> LiveFacts | None:
    """Return the unchanging facts of a match; None if no match has this name."""
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
    """An answer or a forfeit, and what a spectator may know after it. `option` is empty if the answer is secret."""

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
    """The state of a match for its watchers. The follower replaces it after it has read all new lines.

    `marker` is the number of the last event: of steps that are shown, or of answers if no board is shown.
    """

    state: str
    reason: str
    is_over: bool
    adjourned: str
    ruling: str
    marker: int


@dataclass(frozen=True, slots=True)
class JournalNews:
    """The newest state of a match, and the journal lines that its follower has not read."""

    head: LiveHead
    lines: tuple[bytes, ...]


def news_of(session: Session, known: dict[int, tuple[LiveHead | None, int]]) -> dict[int, JournalNews]:
    """Return the news of matches, by key; `known` has the head and the number of lines that each follower has read.

    All matches are looked at in one query, and a match with new lines in one more.
    """
    transaction, found = Transaction.of(session), {}
    for head in live_queries.heads(transaction, list(known)):
        before, lines = known[head.match_id]
        if head != before:
            found[head.match_id] = JournalNews(head, tuple(_lines(session, transaction, head, lines)))
    return found


def _lines(session: Session, transaction: Transaction, head: LiveHead, known: int) -> list[bytes]:
    """Return the lines after the first `known`: of the journal, or of the record if the match has ended."""
    if head.state not in OVER:
        return live_queries.lines_from(transaction, head.match_id, known) if head.lines > known else []
    match = match_queries.matches_by_key(session, [head.match_id])[head.match_id].match
    record = match_queries.record_of(session, match)
    return [] if record is None else match_rows.record_bytes(record).splitlines()[known:]


class Follower:
    """A match as far as its journal was read, and the part of it that may be shown."""

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
        self._voices: Final[dict[str, Voice]] = {}

    # What may be shown ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        """The state of the match."""
        return "offered" if self.head is None else self.head.state

    @property
    def is_over(self) -> bool:
        """True if the match has ended and its page will show nothing more later.

        A deal is disclosed just after its last match has ended.
        """
        head = self.head
        if head is None or head.state not in OVER:
            return False
        return head.state == "void" or head.disclosed or head.rivals > 0

    @property
    def reason(self) -> str:
        """Why no board is shown; empty if it is shown."""
        if self.problem:
            return UNREADABLE
        if self.facts.broadcast.kind == "closed":
            return CLOSED
        if self.head is None or self.head.rivals:
            return DEAL
        return "" if self.header is not None else WAITING

    @property
    def released(self) -> int:
        """The number of steps that are shown."""
        if self.reason:
            return 0
        delay = self.facts.broadcast.delay
        if not delay or self.state in OVER or self._progress is None:
            return len(self.steps)
        now = self._progress.state.turn
        return sum(step.turn + delay <= now for step in self.steps)

    @property
    def marker(self) -> int:
        """The number of the last event: of the last step that is shown, or of the last answer if no board is shown."""
        return len(self.entries) if self.reason else self.released

    @property
    def clocks(self) -> tuple[int | None, ...]:
        """The time that each seat had left at the last event that is shown; None without a clock."""
        return self._clocks_at[self.now.marker]

    def clocks_at(self, entries: int) -> tuple[int | None, ...]:
        """Return the time that each seat had left after a number of answers and forfeits."""
        return self._clocks_at[entries]

    def points(self) -> tuple[int, ...]:
        """Return the points of each seat as if the game was scored now; empty if no board is shown."""
        if self.reason:
            return ()
        return self.steps[self.released - 1].points if self.released else self.start

    def to_move(self) -> int | None:
        """Return the seat that is asked; None if no board is shown, or if no seat is asked."""
        if self.reason or self.state in OVER:
            return None
        found = self.steps[self.released - 1].to_move if self.released else self.first_to_move
        return found if found >= 0 else None

    def left(self) -> list[int]:
        """Return the seats that have forfeited, up to the last event that is shown."""
        return [entry.seat for _, entry in self.entries[: self.marker] if isinstance(entry, Forfeit)]

    # Reading --------------------------------------------------------------------------------------------------------

    def take(self, news: JournalNews) -> None:
        """Read news of the match, and prepare its events in every language that watchers use."""
        for line in news.lines:
            self._read(line)
        self.head = news.head
        if not self.reason:
            try:
                self._play()
            except ArenaError as error:
                self.problem = str(error)
        for voice in self._voices.values():
            voice.context.run(voice.catch_up)
        head = news.head
        self.now = LiveState(head.state, self.reason, self.is_over, head.adjourned, head.ruling, self.marker)

    def _read(self, line: bytes) -> None:
        self.lines += 1
        if self.header is None:
            self.header = Header.of(read_header(line + b"\n")[1])
            return
        if self._ended:
            return
        fields = read_line(line, self.lines, self.header.schema)
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
        """Apply the answers and forfeits that were read but not yet applied to the game."""
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
        heard = len(state.events(0, SPECTATOR)) if self.steps else 0  # the first answer tells what the setup did
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

    def voice(self) -> "Voice":
        """Return what the match shows in the reader's language."""
        spoken = language()
        if spoken not in self._voices:
            self._voices[spoken] = Voice(self)
        found = self._voices[spoken]
        found.context.run(found.catch_up)
        return found


def is_secret(before: State, option: int, view: Any) -> bool:
    """True if another option would have given the spectator this same view.

    Call it only for answers that caused no event for the spectator.
    """
    for other in before.options():
        if other != option:
            twin = before.clone()
            twin.apply(other)
            if twin.view(SPECTATOR) == view:
                return True
    return False


class Voice:
    """What a match shows in one language: sentences, pictures and events, made once for all watchers."""

    def __init__(self, follower: Follower) -> None:
        self.follower: Final = follower
        self.context: Final[Context] = copy_context()
        self.told: Final[list[ReplayStep]] = []
        self._pool: Final[dict[str, int]] = {}  # the number of each piece
        self._pieces: Final[list[str]] = []
        self._frames: Final[list[list[int]]] = []
        self._made: Final[list[tuple[int, str, int, int]]] = []  # of each step: turns that stay, turns, pieces from, to
        self._events: Final[dict[int, bytes]] = {}
        self._fixed = 0  # items of the list of moves before the turn that is being told
        self._items = 0  # items of that turn
        self._left: frozenset[int] = frozenset()  # seats that had forfeited before that turn
        self._first_of_turn = 0
        self._packed: tuple[int, bytes] = (-1, b"")

    def catch_up(self) -> None:
        """Make sentences and pictures for the steps that may be shown now and have none."""
        if self.follower.reason:
            return
        if not self._frames and self.follower.header is not None:
            self._draw(self.follower.first, None)
        for number in range(len(self.told), self.follower.released):
            self._tell(number)

    def _tell(self, number: int) -> None:
        step = self.follower.steps[number]
        said = ReplayStep(
            at=step.at,
            seat=step.entry.seat,
            turn=step.turn,
            option=step.option,
            is_forfeit=isinstance(step.entry, Forfeit),
            passages=tuple(self._passages(step)),
            points=step.points,
        )
        if number and _turn(said) != _turn(self.told[-1]):
            self._fixed += self._items
            self._left |= {each.seat for each in self.told[self._first_of_turn :] if each.is_forfeit}
            self._first_of_turn = number
        self.told.append(said)
        drawn = len(self._pieces)
        if isinstance(step.entry, Answer):
            before = self.follower.steps[number - 1].view if number else self.follower.first
            self._draw(step.view, before)
        items = self._last_turn()
        self._items = len(items)
        self._made.append((self._fixed, "".join(items), drawn, len(self._pieces)))

    def _passages(self, step: LiveStep) -> list[Passage]:
        if isinstance(step.entry, Forfeit):
            return [Passage(-1, say("Forfeit")), Passage(step.entry.seat, forfeits(step.entry.reason.value))]
        assert self.follower.header is not None
        if not step.option:
            return [Passage(step.entry.seat, say("makes a choice that is not shown"))]
        return passages(rules_of(self.follower.header), step.entry.seat, step.option, step.events)

    def _last_turn(self) -> list[str]:
        first = self._first_of_turn
        start = self.told[first - 1].points if first else self.follower.start
        tail = replace(self.retelling(), steps=tuple(self.told[first:]), start=start)
        return fragments.turns(self._shown(tail, tail.steps[-1].at), self._left)

    def _draw(self, view: Any, before: Any) -> None:
        assert self.follower.header is not None
        svg = rules_of(self.follower.header).picture(
            view, names=self.names, before=before, fit=view, form=FRAME, prefix=PREFIX
        )
        self._frames.append([self._numbered(piece) for piece in frames.elements(svg)])

    def _numbered(self, piece: str) -> int:
        if piece not in self._pool:
            self._pool[piece] = len(self._pieces)
            self._pieces.append(piece)
        return self._pool[piece]

    @property
    def names(self) -> tuple[str, ...]:
        """The bots by seat."""
        return tuple(seat.entrant for seat in self.follower.facts.seats)

    def retelling(self, until: int | None = None) -> Retelling:
        """Return the match as a story, up to a number of steps."""
        assert self.follower.header is not None
        told = tuple(self.told[:until])
        entries = tuple(entry for _, entry in self.follower.entries[: len(told)])
        at = told[-1].at if told else 0
        return Retelling(Record(self.follower.header, entries, None, None, ""), self.follower.start, told, at, "")

    def _shown(self, told: Retelling, at: int) -> Shown:
        return Shown(told, at, SPECTATOR, linked(segment(self.follower.facts.match)))

    # What is sent ---------------------------------------------------------------------------------------------------

    @property
    def made(self) -> int:
        """The number of steps that have a finished event."""
        return len(self._made)

    def event(self, number: int) -> bytes:
        """Return a step as an event; numbers begin with 1."""
        if number not in self._events:
            self._events[number] = self._event(number)
        return self._events[number]

    def _event(self, number: int) -> bytes:
        step, (stay, turns, first, last) = self.follower.steps[number - 1], self._made[number - 1]
        told = self.retelling(number)
        value = {
            "at": step.at,
            "seats": seats_now(step.points, step.clocks),
            "to_move": step.to_move if step.to_move >= 0 else None,
            "said": "; ".join(told.spoken(self.told[number - 1])),
            "stay": stay,
            "turns": turns,
            "curve": fragments.curve(self._shown(told, step.at)) if step.at else "",
            "from": first,
            "pieces": self._pieces[first:last],
            "frame": self._frames[step.at],
        }
        return sent_event("step", value, number)

    def frames(self) -> bytes:
        """Return all frames that are shown, packed with gzip."""
        count, packed = self._packed
        if count != len(self._frames):
            assert self.follower.header is not None
            told, view = self.retelling(), self._view(len(self._frames) - 1)
            value = {
                "pieces": self._pieces,
                "parts": frames.parts(rules_of(self.follower.header), told, view),
                "eyes": {eye(SPECTATOR): self._frames},
            }
            packed = gzip.compress(frames.as_bytes(value), PACKING, mtime=0)
            self._packed = len(self._frames), packed
        return packed

    def _view(self, at: int) -> Any:
        """Return the spectator's view after this number of answers."""
        if at <= 0:
            return self.follower.first
        return next(step.view for step in self.follower.steps if step.at == at)

    @property
    def last(self) -> int:
        """The number of answers that are shown."""
        return self.told[-1].at if self.told else 0

    def place(self, at: int | None) -> int:
        """Return the number of answers after which the board is shown.

        Raise BadQuestionError if the position is not shown or has not been reached.
        """
        if at is not None and at > self.last:
            raise BadQuestionError(
                say(
                    "at %(at)s: expected a number from 0 to %(last)s, as far as the match is shown",
                    at=at,
                    last=self.last,
                )
            )
        return self.last if at is None else at

    def picture(self, at: int, form: str = FRAME) -> str:
        """Return the picture of the board after this number of answers."""
        assert self.follower.header is not None
        view = self._view(at)
        look = {"names": self.names, "before": self._view(at - 1) if at else None, "fit": view}
        rules = rules_of(self.follower.header)
        return rules.picture(view, **look, form=form, prefix=PREFIX if form != ALONE else "")

    def on_page(self, at: int) -> ReplayOnPage:
        """Return the parts of the match page that show the position after this number of answers."""
        assert self.follower.header is not None
        match, told = segment(self.follower.facts.match), self.retelling()
        shown = self._shown(told, at)
        moves = fragments.moves(shown)
        symbols = rules_of(self.follower.header).picture_symbols(self.follower.first, prefix=PREFIX)
        board = fragments.replay(shown, self.picture(at), moves, seats_can_look=False)
        return ReplayOnPage(
            symbols=Markup(symbols),  # noqa: S704 -- the renderer and the fragments escape what is in them
            board=Markup(board),  # noqa: S704
            times=Markup(""),
            results=Markup(""),
            frames=f"/matches/{match}/frames.json?v={version()}",
            picture="",
            file="",
            trouble=Markup(""),
            review=Markup(""),
            can_be_analysed=False,
        )


def _turn(step: ReplayStep) -> tuple[int, int, bool]:
    """Return the values that all steps of one item in the list of moves have in common."""
    return step.turn, step.seat, step.is_forfeit


def seats_now(points: tuple[int, ...], clocks: tuple[int | None, ...]) -> list[dict[str, int | None]]:
    """Return points and clocks by seat, as events have them."""
    return [{"points": points[seat] if points else None, "clock_us": clock} for seat, clock in enumerate(clocks)]


def sent_event(kind: str, value: object, number: int | None = None) -> bytes:
    """Return an event in the format of server-sent events."""
    data = json.dumps(value, separators=(",", ":"))
    found = ServerSentEvent(data, event=kind, id=None if number is None else str(number), sep=CARRIAGE)
    return bytes(found.encode())
