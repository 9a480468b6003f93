"""A bot that answers the turns of many matches in one call, which suits a neural network."""

import threading
import time
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from arena.errors import UsageError
from arena_sdk.bot import Bot
from arena_sdk.turn import Option, Turn

Answer = Option | int


class BatchBot(Bot):
    """Base class of a bot that answers all waiting turns in one call of `choose_many`.

    Each seat of each match has an instance of its own, which gets the calls of `start` and `over`, as for every Bot.
    One more instance, made when the first turn comes, gets the calls of `choose_many` for all seats in this process.
    The calls come one after another, perhaps from different threads. A turn waits for the running call, and then at
    most `wait` seconds for other turns. The clock of the turn runs meanwhile.

    >>> from arena_sdk import BatchBot, practice
    >>> class Firsts(BatchBot):
    ...     "Takes the first option of every turn."
    ...     def choose_many(self, turns):
    ...         return [turn.options[0] for turn in turns]
    >>> len(practice(Firsts, "random", games=4, seed=1, at_once=4).matches)
    4
    """

    wait: ClassVar[float] = 0.0  # seconds that a call waits for more turns after its first one; 0: take what is there
    most: ClassVar[int] = 1024  # turns in one call

    def choose_many(self, turns: Sequence[Turn]) -> Sequence[Answer]:
        """Return an answer for every turn, in the order of the turns: one of `turn.options`, or its index."""
        raise NotImplementedError(f"{type(self).__name__} has no choose_many(self, turns)")

    def choose(self, turn: Turn) -> Answer:
        """Return the answer of `choose_many` to a turn. One call answers all waiting turns."""
        return collector(type(self)).ask(turn)


class Asked:
    """A turn of one match that waits for its answer from `choose_many`."""

    def __init__(self, turn: Turn) -> None:
        self.turn: Final = turn
        self.is_answered: bool = False
        self.answer: Any = None
        self.raised: BaseException | None = None

    def result(self) -> Answer:
        """Return the answer of `choose_many` to this turn. Raise the exception that `choose_many` raised, if any."""
        if self.raised is not None:
            raise self.raised
        answer: Answer = self.answer
        return answer


class Collector:
    """Collects the waiting turns of all matches that a class of bot plays in this process.

    One of the waiting threads calls `choose_many` for all these turns.
    """

    def __init__(self, kind: type[BatchBot]) -> None:
        wait: object = kind.wait  # authors need not run a type checker
        most: object = kind.most
        if not isinstance(wait, int | float) or wait < 0:
            raise UsageError(f"{kind.__name__}.wait is {wait!r}: expected seconds, 0 or more")
        if not isinstance(most, int) or most < 1:
            raise UsageError(f"{kind.__name__}.most is {most!r}: expected a number of turns from 1")
        self._kind: Final = kind
        self._bot: BatchBot | None = None
        self._changed: Final = threading.Condition()
        self._waiting: list[Asked] = []
        self._is_calling: bool = False

    def ask(self, turn: Turn) -> Answer:
        """Wait until a call of `choose_many` has answered a turn, and return the answer."""
        asked = Asked(turn)
        with self._changed:
            self._waiting.append(asked)
            self._changed.notify_all()
            while not asked.is_answered:
                if self._is_calling:
                    self._changed.wait()
                else:
                    self._call()
        return asked.result()

    def _call(self) -> None:
        """Call `choose_many` with the waiting turns. Other threads can add turns during the call."""
        self._is_calling = True
        try:
            self._wait_for_more()
            taken = self._waiting[: self._kind.most]
            self._waiting = self._waiting[len(taken) :]
            self._changed.release()
            try:
                self._answer(taken)
            finally:
                self._changed.acquire()
        finally:
            self._is_calling = False
            self._changed.notify_all()

    def _wait_for_more(self) -> None:
        """Wait for more turns, until `most` turns wait or `wait` seconds have passed."""
        until = time.monotonic() + self._kind.wait
        while len(self._waiting) < self._kind.most and (left := until - time.monotonic()) > 0:
            self._changed.wait(left)

    def _answer(self, taken: list[Asked]) -> None:
        """Call `choose_many`, and store in each turn its answer, or the exception that `choose_many` raised."""
        try:
            if self._bot is None:
                self._bot = self._kind()
            answers = self._bot.choose_many([asked.turn for asked in taken])
            if len(answers) != len(taken):
                raise ValueError(f"choose_many returned {len(answers)} answers to {len(taken)} turns")  # noqa: TRY301 -- as if the bot had raised
            for asked, answer in zip(taken, answers, strict=True):
                asked.answer = answer
        except BaseException as reason:  # noqa: BLE001 -- whatever an author's code does; each match tells it
            for asked in taken:
                asked.raised = reason
        for asked in taken:
            asked.is_answered = True


_collectors: dict[type[BatchBot], Collector] = {}
_lock = threading.Lock()


def collector(kind: type[BatchBot]) -> Collector:
    """Return the Collector of a class of bot, which collects the waiting turns of this class in this process.

    Make it at the first call. All later calls for this class return the same one.
    """
    with _lock:
        found = _collectors.get(kind)
        if found is None:
            found = _collectors[kind] = Collector(kind)
        return found
