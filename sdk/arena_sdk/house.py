"""The house bots as classes of bots. Like an author's bot, each gets only a Turn, and so only the view of its seat."""

from time import monotonic
from typing import ClassVar

from arena.bots import HouseBot, Player, Random, Time
from arena.referee.clock import MICROSECONDS, UNTIMED, TimeControl
from arena.referee.seat import Start
from arena_sdk.bot import AnyBot, Bot
from arena_sdk.turn import Option, Turn


class PlayerBot(Bot):
    """Base class of a bot that lets a `Player` choose: a house bot's Player or your own, as `Mcts(evaluate=...)`.

    Set the attribute `player`. The Player gets a position that is made from the seat's view, and the time that the
    clock leaves.

    >>> from arena.bots import Mcts
    >>> from arena_sdk import PlayerBot, practice
    >>> class Searcher(PlayerBot):
    ...     player = Mcts(20)
    >>> len(practice(Searcher, "random", games=2, seed=1).matches)
    2
    """

    player: ClassVar[Player]
    control: TimeControl = UNTIMED

    def start(self, start: Start) -> None:
        """Store the clock of the match, which determines the thinking time."""
        self.control = start.clock

    def choose(self, turn: Turn) -> Option:
        """Return the option that the Player chooses in the position of the Turn."""
        time = thinking_time(turn, self.control)
        thought = self.player.think(turn.state, turn.rng, time)
        self.simulations += thought.simulations
        return turn.option(thought.option)


def thinking_time(turn: Turn, control: TimeControl) -> Time:
    """Return the time that a `Player` has for a Turn, counted from now.

    `control` is the clock of the match, as `start.clock` says.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> from arena.referee.clock import TimeControl
    >>> from arena_sdk import Turn, thinking_time
    >>> turn = Turn.at(rules("cacao").new({}, 2, Deal.of(7)))
    >>> thinking_time(turn, TimeControl.read("none")).runs()
    False
    """
    clock = turn.clock
    return Time(
        monotonic,
        bank=None if control.bank_us is None else clock.left,
        increment=control.increment_us / MICROSECONDS,
        limit=clock.limit,
    )


class RandomBot(Bot):
    """Base class of the house bot `random`. Unlike other house bots, it needs no position, so none is made."""

    def choose(self, turn: Turn) -> int:
        """Return the index of the option that the player `Random` chooses with the same random generator."""
        return turn.rng.below(turn.option_count)


def as_bot(house: HouseBot) -> type[AnyBot]:
    """Return a new class of bots that choose as this house bot does."""
    base: type[AnyBot] = RandomBot if isinstance(house.player, Random) else PlayerBot
    body = {"player": house.player, "name": house.name, "version": house.version, "__doc__": house.about}
    return type(house.name, (base,), body)
