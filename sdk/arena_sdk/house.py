"""The house bots as any other bot: asked with a Turn, they see what an author's bot sees."""

from time import monotonic
from typing import ClassVar

from arena.bots import HouseBot, Player, Time
from arena.referee.clock import MICROSECONDS, UNTIMED, TimeControl
from arena.referee.seat import Start
from arena_sdk.bot import AnyBot, Bot
from arena_sdk.turn import Option, Turn


class PlayerBot(Bot):
    """Lets a Player choose, by the clock: a house bot's, or an author's own, such as `Mcts(evaluate=...)`."""

    player: ClassVar[Player]
    control: TimeControl = UNTIMED

    def start(self, start: Start) -> None:
        """How the clock runs."""
        self.control = start.clock

    def choose(self, turn: Turn) -> Option:
        """What the Player chooses in the position that the Turn makes."""
        time = thinking_time(turn, self.control)
        thought = self.player.think(turn.state, turn.rng, time)
        self.simulations += thought.simulations
        return turn.option(thought.option)


def thinking_time(turn: Turn, control: TimeControl) -> Time:
    """The time that a Player has for this Turn, from now on."""
    clock = turn.clock
    return Time(
        monotonic,
        bank=None if control.bank_us is None else clock.left,
        increment=control.increment_us / MICROSECONDS,
        limit=clock.limit,
    )


def as_bot(house: HouseBot) -> type[AnyBot]:
    """A house bot's class."""
    body = {"player": house.player, "name": house.name, "version": house.version, "__doc__": house.about}
    return type(house.name, (PlayerBot,), body)
