"""The house bots as any other bot: asked with a Turn, they see what an author's bot sees."""

from typing import ClassVar

from arena.bots import HouseBot, Player
from arena_sdk.bot import Bot
from arena_sdk.turn import Option, Turn


class HousePlayer(Bot):
    """Lets a Player choose."""

    player: ClassVar[Player]

    def choose(self, turn: Turn) -> Option:
        """What the Player chooses in the position that the Turn makes."""
        number = self.player.choose(turn.state, turn.rng)
        return next(option for option in turn.options if option.number == number)


def as_bot(house: HouseBot) -> type[Bot]:
    """A house bot's class."""
    body = {"player": house.player, "name": house.name, "version": house.version, "__doc__": house.about}
    return type(house.name, (HousePlayer,), body)
