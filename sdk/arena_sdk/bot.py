"""The base class of bots: an author writes one method, `choose`."""

import random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from arena.games.game import Rules
    from arena.referee.seat import Over, Start
    from arena_sdk.turn import Option, Turn

    T = TypeVar("T", bound=Turn, default=Turn)  # the turns of a Bot without parameters are of any game
else:
    from typing import TypeVar

    T = TypeVar("T")


class Bot(Generic[T]):
    """Base class of every bot: write `choose`, and give the class to `run`.

    The arena makes one instance for each seat of each match, so the memory of an instance belongs to one match.
    `self.rng` has its seed before `start` is called. A bot that uses no other random numbers can repeat a match.
    `Bot[CacaoTurn]` is a bot of one game; a type checker then knows the types in its turns.

    >>> from arena_sdk import Bot, practice
    >>> class Last(Bot):
    ...     "Takes the last option."
    ...     def choose(self, turn):
    ...         return turn.options[-1]
    >>> print(practice(Last, "random", games=2, seed=1).bot)
    Last
    """

    name: ClassVar[str] = ""  # the bot's name in tables; if it is empty, the class's name
    version: ClassVar[str] = "1"  # raise it as soon as the bot could choose another option
    games: ClassVar[tuple[str, ...]] = ()  # the games it plays; if it is empty, all of them
    seats: ClassVar[tuple[int, ...]] = ()  # how many seats its matches may have; if it is empty, all that a game allows

    rng: random.Random
    simulations: int = 0  # a bot that searches counts them here; `arena play` says how many it made in a second

    def __new__(cls) -> Self:
        """Return a new bot with a random generator, so that a test can call `choose` without a match."""
        bot = super().__new__(cls)
        bot.rng = random.Random(0)
        return bot

    def start(self, start: "Start") -> None:
        """Prepare for a match. The arena calls this once before the first decision.

        `start` has the game, the rules options, this seat, the names at all seats and the clock.
        """

    def choose(self, turn: T) -> "Option | int":
        """Return one of `turn.options`, or its index.

        The bot forfeits the match if it returns anything else, raises an exception, or does not answer in time.
        """
        raise NotImplementedError(f"{type(self).__name__} has no choose(self, turn)")

    def over(self, over: "Over") -> None:
        """Handle the result. The arena calls this once after the end of a match.

        `over` has placements, scores, the ledger of points, and the reason why the match ended.
        """


AnyBot = Bot[Any]  # a bot whatever its turns are


def seats_of(bot: type[AnyBot], rules: "Rules") -> tuple[int, ...]:
    """Return the seat counts with which a bot plays a game. The tuple is empty if it plays the game with none of them.

    >>> from arena.games import rules
    >>> class Duellist(Bot):
    ...     seats = (2,)
    >>> seats_of(Duellist, rules("cacao"))
    (2,)
    """
    return tuple(count for count in rules.seats if not bot.seats or count in bot.seats)


def bot_name(bot: type[AnyBot]) -> str:
    """Return a bot's name: the class's attribute `name` if it is set, or the name of the class."""
    return bot.name or bot.__name__
