"""Check the class of a bot before it plays: it must be a Bot, with methods that the arena can call."""

import inspect
from collections.abc import Callable
from typing import Any, Final

from arena.errors import BotError
from arena_sdk.bot import AnyBot, Bot, bot_name

ARGUMENTS: Final = {"start": "start", "choose": "turn", "over": "over"}  # of each method, beside self
UNPLAYABLE: Final[tuple[tuple[Callable[[object], bool], str], ...]] = (
    (inspect.iscoroutinefunction, "an async function"),
    (inspect.isasyncgenfunction, "an async generator"),
    (inspect.isgeneratorfunction, "a generator"),
)


def as_bot_class(value: Any) -> type[AnyBot]:
    """Return the value if it is a subclass of Bot. Raise BotError if it is not."""
    if isinstance(value, type) and issubclass(value, Bot):
        return value
    if isinstance(value, Bot):
        raise BotError(f"{type(value).__name__}() is an instance: expected the class {type(value).__name__}")
    name = value.__name__ if isinstance(value, type) else repr(value)
    raise BotError(f"{name} is no bot: expected a class MyBot(Bot), with Bot from arena_sdk")


def check_methods(bot: type[AnyBot]) -> None:
    """Raise BotError if a method is missing, is asynchronous, or cannot take the arguments that the arena passes."""
    if inspect.getattr_static(bot, "choose") is vars(Bot)["choose"]:
        raise BotError(f"{bot_name(bot)} has no choose(self, turn): expected a method that returns one of turn.options")
    for method, argument in ARGUMENTS.items():
        wrong = objection(bot, method)
        if wrong:
            raise BotError(f"{bot_name(bot)}.{method} {wrong}: expected def {method}(self, {argument})")


def objection(bot: type[AnyBot], method: str) -> str:
    """Return why a method cannot be called with one argument, as words for a message; empty if it can be called."""
    static = inspect.getattr_static(bot, method)
    function = getattr(bot, method)
    if not callable(function):
        return f"is {function!r}"
    for is_such, words in UNPLAYABLE:
        if is_such(function):
            return f"is {words}"
    given = 1 if isinstance(static, staticmethod | classmethod) else 2
    try:
        signature = inspect.signature(function)
    except ValueError:  # a C function without a signature
        return ""
    try:
        signature.bind(*[None] * given)
    except TypeError:
        return f"takes {signature}"
    return ""
