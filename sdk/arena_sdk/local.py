"""A bot in this process, as a seat that the referee asks.

The bot gets only a Turn: its view, its options and its seed. House bots think in the event loop itself. An author's bot
thinks in a thread of its own, so that its clock can run out meanwhile.
"""

import inspect
import random
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

import trio

from arena.errors import BotError
from arena.record.outcome import ForfeitReason
from arena.referee.clock import MICROSECONDS
from arena.referee.seat import Choice, Decision, Over, SeatFailed, Start
from arena_sdk.bot import AnyBot, bot_name
from arena_sdk.raised import in_one_line
from arena_sdk.turn import Clock, Option, Turn, turn_class

T = TypeVar("T")

OWN_FOLDER: Final = Path(__file__).parent
FRAMES: Final = 5  # lines of a traceback: the last ones show where the exception was raised


class LocalSeat:
    """The seat of a bot in this process. It has one instance of the bot's class, made when the match starts."""

    inline: ClassVar[bool] = False  # whether the bot thinks in the event loop itself

    def __init__(self, kind: type[AnyBot]) -> None:
        self.kind: Final = kind
        self.seed: int = 0
        self.thinking: bool = False  # stays true if its time ran out: a thread cannot be stopped
        self.traceback: str = ""  # of what the bot raised, for its author alone
        self._bot: AnyBot | None = None

    async def start(self, start: Start) -> None:
        """Make the bot and call its `start`. Raise BotError if that fails, which ends the whole series."""
        self.seed = start.bot_seed
        try:
            await self._call(self._begin, start)
        except Raised as raised:
            raise BotError(f"{bot_name(self.kind)} could not be started: {raised.what}\n{raised.traceback}") from None

    def _begin(self, start: Start) -> None:
        bot = seeded(self.kind, start.bot_seed)
        bot.start(start)
        self._bot = bot

    async def choose(self, decision: Decision) -> Choice:
        """Return the bot's choice. Raise SeatFailed if the bot raises an exception, or chooses no option."""
        turn = self.turn(decision)
        try:
            answer = await self._call(self.bot.choose, turn)
        except Raised as raised:
            self.traceback = raised.traceback
            raise SeatFailed(ForfeitReason.CRASHED, raised.what) from None
        index = index_of(turn, answer)
        if index is None:
            expected = f"expected one of turn.options or its index, 0 to {turn.option_count - 1}"
            raise SeatFailed(ForfeitReason.ILLEGAL, f"it chose {shortened(answer)}, {expected}")
        return Choice(decision.number, index)

    async def over(self, over: Over) -> None:
        """Send the result to the bot. Raise SeatFailed if the bot raises an exception.

        Do nothing if the bot's `start` did not end in time, or if the bot still thinks.
        """
        if self.thinking or self._bot is None:
            return
        try:
            await self._call(self._bot.over, over)
        except Raised as raised:
            raise SeatFailed(ForfeitReason.CRASHED, raised.what) from None

    @property
    def simulations(self) -> int:
        """Return the number of simulations that the bot has counted; 0 if it does not search or was never started."""
        return 0 if self._bot is None else self._bot.simulations

    @property
    def bot(self) -> AnyBot:
        """Return the bot of this seat. Call it only after `start`."""
        assert self._bot is not None, "a seat is started before it is asked"
        return self._bot

    def turn(self, decision: Decision) -> Turn:
        """Return the Turn that the bot gets for a Decision."""
        left = tuple(seconds(each) for each in decision.clocks)
        return turn_class(decision.state_rules)(
            rules=decision.state_rules,
            seat=decision.seat,
            number=decision.number,
            view=decision.view,
            options=decision.options,
            texts=decision.spellings,
            events=decision.events,
            clock=Clock(left[decision.seat], seconds(decision.limit_us), left),
            seed=self.seed,
        )

    async def _call(self, method: Callable[[Any], T], argument: Any) -> T:
        """Call a method of the bot, and return its result.

        If the method raises an exception, raise the exception `Raised`, which describes it.
        """

        def guarded() -> "T | Raised":  # a text: the type is not made anew for each call
            self.thinking = True
            try:
                return plain(method(argument))
            except (Exception, SystemExit) as reason:  # noqa: BLE001 -- whatever an author's code does; `exit()`, too
                return Raised(reason)
            finally:
                self.thinking = False

        done = guarded() if self.inline else await trio.to_thread.run_sync(guarded, abandon_on_cancel=True)
        if isinstance(done, Raised):
            raise done
        return done


class InlineSeat(LocalSeat):
    """The seat of a bot that thinks in the event loop itself, as house bots do. No other task can run meanwhile."""

    inline = True

    def late(self) -> None:
        """Do nothing when the bot's time is over: no task can interrupt it. The match checks the clock afterwards."""


def plain(answer: T) -> T:
    """Return the value that a bot's method returned. Raise TypeError if it is a coroutine, which nothing would run."""
    if inspect.iscoroutine(answer):
        answer.close()
        raise TypeError("a coroutine came back: expected a method without async")
    return answer


class Raised(Exception):  # noqa: N818 -- carries what the bot raised, and never leaves the SDK
    """Raised if the bot raised an exception: `what` describes that exception in one line.

    `traceback` has the last lines of its traceback that are the author's code.
    """

    def __init__(self, reason: BaseException) -> None:
        super().__init__(reason)
        at = reason.__traceback__
        while at is not None and OWN_FOLDER in Path(at.tb_frame.f_code.co_filename).parents:
            at = at.tb_next  # the lines of the author's own code help most
        self.what: Final = in_one_line(reason)
        self.traceback: Final = "".join(traceback.format_exception(type(reason), reason, at, limit=-FRAMES)).rstrip()


def seeded(kind: type[AnyBot], seed: int) -> AnyBot:
    """Return a new instance of a bot's class, with a random generator that has this seed."""
    bot = kind()
    bot.rng = random.Random(seed)
    return bot


def index_of(turn: Turn, answer: Any) -> int | None:
    """Return the index of the option that a bot's answer means; None if the answer is not an option."""
    if isinstance(answer, Option):
        return answer.index if turn.has(answer) else None
    if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < turn.option_count:
        return int(answer)
    return None


def seconds(microseconds: int | None) -> float | None:
    """Convert a number of microseconds to seconds; return None for None."""
    return None if microseconds is None else microseconds / MICROSECONDS


def shortened(value: Any) -> str:
    """Return a value as text of at most 60 characters, even if its own `repr` raises an exception."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 -- it is the author's class
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."
