"""Who plays: a house bot by its name, a bot in a file, or a class."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.bots import HOUSE, house
from arena.errors import BotError, UsageError, nearest
from arena.games.game import Rules
from arena.record import Seated
from arena_sdk.bot import Bot, bot_name
from arena_sdk.house import as_bot
from arena_sdk.loading import load

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{1,31}")

Source = str | type[Bot]


@dataclass(frozen=True)
class Contender:
    """Somebody who plays in a series, by a name that nobody else in it has."""

    name: str
    bot: type[Bot]
    is_house: bool

    @property
    def seated(self) -> Seated:
        """As the record names it."""
        return Seated(self.name, str(self.bot.version), "house" if self.is_house else "bot")


def contenders(sources: Sequence[Source], rules: Rules) -> tuple[Contender, ...]:
    """Everybody in a series of this game; who has the name of somebody before gets a number."""
    found: list[Contender] = []
    for source in sources:
        bot, is_house = resolve(source)
        check_attributes(bot, rules)
        taken = {contender.name.casefold() for contender in found}
        found.append(Contender(unused(bot_name(bot), taken), bot, is_house))
    return tuple(found)


def resolve(source: Source) -> tuple[type[Bot], bool]:
    """The bot that is meant, and whether it is a house bot."""
    if not isinstance(source, str):
        return source, False
    if source in HOUSE:
        return as_bot(house(source)), True
    if "." in source or "/" in source:
        return load(source), False
    raise UsageError(f"unknown bot {source!r}: {nearest(source, HOUSE)}, or a file such as my_bot.py")


def check_attributes(bot: type[Bot], rules: Rules) -> None:
    """Refuse a bot whose name, version or games are not what they should be, or that does not play this game."""
    name: object = bot.name  # authors need not run a type checker
    games: object = bot.games
    if name != "" and not (isinstance(name, str) and NAME.fullmatch(name)):
        expected = "2 to 32 letters, digits, '_', '.' and '-', a letter or digit first"
        raise BotError(f"{bot.__name__} is named {name!r}: expected {expected}")
    if isinstance(games, str):
        raise BotError(f"{bot_name(bot)} plays games = {games!r}: expected a list, [{games!r}]")
    if bot.games and rules.name not in bot.games:
        raise UsageError(f"{bot_name(bot)} does not play {rules.name}: it plays {', '.join(bot.games)}")


def unused(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken."""
    number = 1
    free = name
    while free.casefold() in taken:
        number += 1
        free = f"{name}-{number}"
    return free
