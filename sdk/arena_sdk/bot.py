"""What a bot author writes: a class with one method."""

import random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from arena.referee.seat import Over, Start
    from arena_sdk.turn import Option, Turn

    T = TypeVar("T", bound=Turn, default=Turn)  # the turns of a Bot without parameters are of any game
else:
    from typing import TypeVar

    T = TypeVar("T")


class Bot(Generic[T]):
    """A player. One instance is made for each seat of each match, so what it remembers belongs to that match.

    `choose` is all that a bot needs. `self.rng` is seeded for the seat before `start` is called: a bot that draws from
    nothing else plays the same match again.
    """

    name: ClassVar[str] = ""  # how tables call the bot; the class's name where this is empty
    version: ClassVar[str] = "1"  # another one as soon as the bot could choose otherwise
    games: ClassVar[tuple[str, ...]] = ()  # the games it plays; where this is empty, all of them

    rng: random.Random
    simulations: int = 0  # a bot that searches counts them here; `arena play` says how many it made in a second

    def __new__(cls) -> Self:
        """A bot that can be asked at once, in a test for example."""
        bot = super().__new__(cls)
        bot.rng = random.Random(0)
        return bot

    def start(self, start: "Start") -> None:
        """Called once before the first decision: game, rules options, seat, who sits where, clock."""

    def choose(self, turn: T) -> "Option | int":
        """One of `turn.options`, or its index."""
        raise NotImplementedError(f"{type(self).__name__} has no choose(self, turn)")

    def over(self, over: "Over") -> None:
        """Called once after the end: placements, scores and where they come from, and why it ended."""


AnyBot = Bot[Any]  # a bot whatever its turns are


def bot_name(bot: type[AnyBot]) -> str:
    """What a bot is called."""
    return bot.name or bot.__name__
