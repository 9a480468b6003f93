"""Voices: sentences, pictures and events of a running match, in each language that watchers read.

A Follower (`followers.py`) reads the match and decides which parts may be shown. A Voice belongs to one language. It
makes each sentence, picture and event once, and all watchers with its language get the same bytes. An event tells a
browser about one *step* of the match: an answer or a forfeit. Threads call these functions, one at a time for each
match.
"""

import gzip
import json
from contextvars import Context, copy_context
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup
from sse_starlette import ServerSentEvent

from arena.games.game import SPECTATOR
from arena.games.pictures import ALONE, FRAME
from arena.games.stories import Passage, passages
from arena.languages import language, say
from arena.record import Answer, Record
from arena.record.format import Forfeit
from arena.record.replay import rules_of
from arena.replay import fragments, frames
from arena.replay.fragments import Shown
from arena.replay.frames import PREFIX, eye
from arena.replay.retelling import ReplayStep, Retelling, forfeits
from leaderboard.followers import Follower, JournalNews, LiveStep
from leaderboard.reading import BadQuestionError
from leaderboard.replays import ReplayOnPage, linked, version
from leaderboard.words import segment

CARRIAGE: Final = "\n"  # what ends a line of an event
PACKING: Final = 6  # of gzip


class Voices:
    """The sentences, pictures and events of one match, as a Voice for each language that its watchers read."""

    def __init__(self, follower: Follower) -> None:
        self.follower: Final = follower
        self._voices: Final[dict[str, Voice]] = {}

    def take(self, news: JournalNews) -> None:
        """Read new journal lines, make their events in every language, then show the new state to watchers.

        Watchers see the new state last, because the events must exist by then.
        """
        self.follower.read(news)
        for voice in self._voices.values():
            voice.context.run(voice.catch_up)
        self.follower.publish()

    def voice(self) -> "Voice":
        """Return the Voice, the match's sentences and pictures in the reader's language, with all that may be shown."""
        spoken = language()
        if spoken not in self._voices:
            self._voices[spoken] = Voice(self.follower)
        found = self._voices[spoken]
        found.context.run(found.catch_up)
        return found


class Voice:
    """The sentences, pictures and events of a match in one language, each made once for all watchers."""

    def __init__(self, follower: Follower) -> None:
        self.follower: Final = follower
        self.context: Final[Context] = copy_context()
        self.told: Final[list[ReplayStep]] = []
        self._pool: Final[dict[str, int]] = {}  # the number of each piece
        self._pieces: Final[list[str]] = []
        self._frames: Final[list[list[int]]] = []
        self._made: Final[list[tuple[int, str, int, int]]] = []  # of each step: turns that stay, turns, pieces from, to
        self._events: Final[dict[int, bytes]] = {}
        self._fixed = 0  # items of the list of moves before the last turn
        self._items = 0  # items of that turn
        self._left: frozenset[int] = frozenset()  # seats that had forfeited before that turn
        self._first_of_turn = 0
        self._packed: tuple[int, bytes] = (-1, b"")

    def catch_up(self) -> None:
        """Make the sentences and pictures of those shown answers and forfeits that do not have them yet."""
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
        """The names of the bots, by seat."""
        return tuple(seat.entrant for seat in self.follower.facts.seats)

    def retelling(self, until: int | None = None) -> Retelling:
        """Return the first `until` answers and forfeits as sentences; all shown ones if `until` is None."""
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
        """The number of events that can be sent now: one for each answer and each forfeit so far."""
        return len(self._made)

    def event(self, number: int) -> bytes:
        """Return the event, as bytes, of the answer or forfeit with this number. The first one has number 1."""
        if number not in self._events:
            self._events[number] = self._event(number)
        return self._events[number]

    def _event(self, number: int) -> bytes:
        step, (stay, turns, first, last) = self.follower.steps[number - 1], self._made[number - 1]
        told = self.retelling(number)
        value = {
            "at": step.at,
            "seats": [
                {"points": points, "clock_us": clock} for points, clock in zip(step.points, step.clocks, strict=True)
            ],
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
        """Return the pictures of all positions that may be shown, as JSON packed with gzip."""
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
        """Return the spectator's view of the position after `at` answers."""
        if at <= 0:
            return self.follower.first
        return next(step.view for step in self.follower.steps if step.at == at)

    @property
    def last(self) -> int:
        """The number of answers that are shown."""
        return self.told[-1].at if self.told else 0

    def place(self, at: int | None) -> int:
        """Return the number of answers after which the board is shown: `at`, or the largest number if it is None.

        Raise BadQuestionError if `at` is larger than the number of shown answers.
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
        """Return the picture of the board after `at` answers, as SVG."""
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
    """Return a key for a step (an answer or a forfeit). The list of moves shows steps with the same key as one item."""
    return step.turn, step.seat, step.is_forfeit


def sent_event(kind: str, value: object, number: int | None = None) -> bytes:
    """Return the bytes of an event in the format of server-sent events."""
    data = json.dumps(value, separators=(",", ":"))
    found = ServerSentEvent(data, event=kind, id=None if number is None else str(number), sep=CARRIAGE)
    return bytes(found.encode())
