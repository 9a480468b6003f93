"""The contenders of a series: house bots by name, bots in files, or classes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.bots import HOUSE, house
from arena.errors import BotError, UsageError, nearest
from arena.games.automata import AutomatonEntrant, automaton
from arena.games.game import Rules
from arena.record import Seated
from arena.record.format import Kind
from arena_sdk.bot import AnyBot, Bot, bot_name
from arena_sdk.house import as_bot
from arena_sdk.loading import is_bot_folder, load
from arena_sdk.methods import as_bot_class, check_methods

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{1,31}")

Source = str | type[AnyBot]


@dataclass(frozen=True)
class Contender:
    """A bot that plays in a series, with a name that is unique there."""

    name: str
    bot: type[AnyBot]
    kind: Kind

    @property
    def is_house(self) -> bool:
        """True if the contender is the arena's own code: a house bot or an automaton."""
        return self.kind != "bot"

    @property
    def seated(self) -> Seated:
        """Return the contender's name, version and kind as a Seated, the type that a record uses."""
        return Seated(self.name, str(self.bot.version), self.kind)


def contenders(sources: Sequence[Source], rules: Rules) -> tuple[Contender, ...]:
    """Return the contenders of a series of this game, in order. If two have the same name, the later one is renamed.

    Its new name has a number, such as `greedy-2`. Raise BotError or UsageError if an item of `sources` is not a bot
    that can play the game.
    """
    found: list[Contender] = []
    for source in sources:
        bot, kind = resolve(source)
        if kind != "automaton":  # its name has other rules
            check_attributes(bot, rules)
            check_seats(bot, rules, len(sources))
        taken = {contender.name.casefold() for contender in found}
        found.append(Contender(unused(bot_name(bot), taken), bot, kind))
    return tuple(found)


def resolve(source: Source) -> tuple[type[AnyBot], Kind]:
    """Return the class of the bot that a name, a path or a class means, and its kind: `bot`, `house` or `automaton`.

    Raise UsageError for an unknown name, and BotError if a file or class is no bot.
    """
    if not isinstance(source, str):
        return as_bot_class(source), "bot"
    if source in HOUSE:
        return as_bot(house(source)), "house"
    found = automaton(source)
    if found is not None:
        return holding_its_seat(found), "automaton"
    if "." in source or "/" in source or (source and is_bot_folder(Path(source))):
        return load(source), "bot"
    raise UsageError(f"unknown bot {source!r}: {nearest(source, HOUSE)}, or a file such as my_bot.py")


def holding_its_seat(found: AutomatonEntrant) -> type[AnyBot]:
    """Return a class of bot that only reserves the seat of an automaton, with the automaton's name.

    Its `choose` is never called: the rules of the game make the automaton's moves.
    """
    return type("AutomatonsSeat", (Bot,), {"name": found.name, "version": found.version})


def names_of(sources: Sequence[Source]) -> list[str]:
    """Return the names of house bots and the paths of files in `sources`, without its classes. Load no bot."""
    return [source for source in sources if isinstance(source, str)]


def check_attributes(bot: type[AnyBot], rules: Rules) -> None:
    """Raise BotError if a bot's name, games, seats or methods are invalid.

    Raise UsageError if it does not play this game.
    """
    name: object = bot.name  # authors need not run a type checker
    games: object = bot.games
    seats: object = bot.seats
    if name != "" and not (isinstance(name, str) and NAME.fullmatch(name)):
        expected = "2 to 32 letters, digits, '_', '.' and '-', a letter or digit first"
        raise BotError(f"{bot.__name__} is named {name!r}: expected {expected}")
    if isinstance(games, str):
        raise BotError(f"{bot_name(bot)} plays games = {games!r}: expected a list, [{games!r}]")
    if not (isinstance(seats, tuple | list) and all(isinstance(count, int) for count in seats)):
        raise BotError(f"{bot_name(bot)} plays with seats = {seats!r}: expected numbers of seats, such as (2,)")
    check_methods(bot)
    if bot.games and rules.name not in bot.games:
        raise UsageError(f"{bot_name(bot)} does not play {rules.name}: it plays {', '.join(bot.games)}")


def check_seats(bot: type[AnyBot], rules: Rules, seats: int) -> None:
    """Raise UsageError if a bot does not play a game with this number of seats, although the game allows it."""
    if bot.seats and seats in rules.seats and seats not in bot.seats:
        counts = " or ".join(map(str, bot.seats))
        raise UsageError(f"{bot_name(bot)} does not play {rules.name} with {seats} seats: it plays with {counts}")


def unused(name: str, taken: set[str]) -> str:
    """Return the name if no other contender has it, or the name with a number, such as `greedy-2`."""
    number = 1
    free = name
    while free.casefold() in taken:
        number += 1
        free = f"{name}-{number}"
    return free
