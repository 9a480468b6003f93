"""Find the bot in a Python file. The file is imported, but its call of `run` then plays nothing."""

import sys
import tomllib
import traceback
from contextvars import ContextVar
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Final

from arena.errors import BotError, UsageError, nearest
from arena_sdk.bot import AnyBot, Bot
from arena_sdk.methods import as_bot_class
from arena_sdk.raised import in_one_line

MANIFEST: Final = "bot.toml"  # of a bot's folder
FILE: Final = "bot.py"  # the bot of a folder without a manifest

# While a file is being loaded, `run(MyBot)` in it plays nothing, but says here which bot the file is about.
DECLARED: ContextVar[list[type[AnyBot]] | None] = ContextVar("DECLARED", default=None)

_numbers = count(1)


def load(source: str) -> type[AnyBot]:
    """Return the bot in a Python file, without playing it.

    `source` is `file.py`, `file.py:Class`, or a folder with a bot.toml that names the file, or with a bot.py. If the
    file has several bots and `source` names none, the bot is the one that the file passes to `run`. Raise UsageError if
    there is no such file, BotError if the file fails or does not have one bot.

    >>> from arena_sdk import load
    >>> load("no_such_bot.py")
    Traceback (most recent call last):
    arena.errors.UsageError: no such bot file: no_such_bot.py
    """
    path, name = split(source)
    if path.is_dir():
        path = file_in(path)
    if not path.is_file():
        raise UsageError(f"no such bot file: {path}")
    declared: list[type[AnyBot]] = []
    token = DECLARED.set(declared)
    try:
        module = execute(path)
    finally:
        DECLARED.reset(token)
    for each in declared:
        try:
            as_bot_class(each)
        except BotError as error:
            raise BotError(f"{path}: run was given what it cannot play: {error}") from None
    return chosen(path, name, module, declared)


def split(source: str) -> tuple[Path, str]:
    """Return the file and the class name in a source such as `file.py:Class`. The name is empty if none is given."""
    head, colon, tail = source.rpartition(":")
    if colon and head.endswith(".py"):
        return Path(head), tail
    return Path(source), ""


def is_bot_folder(path: Path) -> bool:
    """True if a path is a folder with a bot, as `arena new` makes it."""
    return path.is_dir() and any((path / name).is_file() for name in (MANIFEST, FILE))


def file_in(folder: Path) -> Path:
    """Return the Python file of the bot in a folder: the one that `entry` in its bot.toml names, or else bot.py.

    Raise UsageError if there is no such file.
    """
    file, manifest = folder / FILE, folder / MANIFEST
    if manifest.is_file():
        try:
            entry = tomllib.loads(manifest.read_text(encoding="utf-8-sig")).get("entry")
        except (OSError, ValueError) as error:
            raise UsageError(f"{manifest} cannot be read: {error}") from None
        words = entry.split() if isinstance(entry, str) else []
        programs = [word for word in words if word.endswith(".py")]
        if not programs:
            raise UsageError(f"{manifest} has the entry {entry!r}: expected one with a Python file, as 'python bot.py'")
        file = folder / programs[0]
    if not file.is_file():
        raise UsageError(f"{folder} is a folder without {file.name}: expected a bot's file, or a folder with one")
    return file


def execute(path: Path) -> ModuleType:
    """Import a file as a new module. It can import modules of its folder, as if Python ran the file.

    Each file gets its own copies of the modules beside it, so two versions of a bot in two folders do not share
    helpers. Raise BotError if the import fails.
    """
    folder = str(path.resolve().parent)
    name = f"arena_bot_{next(_numbers)}_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"{path}: expected a Python file, called something.py")
    module = module_from_spec(spec)
    before = set(sys.modules)
    sys.modules[name] = module  # dataclasses and pickles look a class's module up
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as reason:
        raise BotError(f"{path} could not be loaded: {explained(reason, path)}") from reason
    finally:
        for beside in [each for each in sys.modules if each not in before and lies_in(folder, sys.modules[each])]:
            if beside != name:
                del sys.modules[beside]
    return module


def lies_in(folder: str, module: ModuleType) -> bool:
    """True if the file of a module is in a folder or below it."""
    file = getattr(module, "__file__", None)
    return file is not None and Path(folder) in Path(file).resolve().parents


def explained(reason: BaseException, path: Path) -> str:
    """Return an exception as one line of text, with the line number in the file `path` where it arose."""
    what = in_one_line(reason)
    if isinstance(reason, SyntaxError):
        return f"{what} (line {reason.lineno})"
    lines = [at.lineno for at in traceback.extract_tb(reason.__traceback__) if at.filename == str(path)]
    return f"{what} (line {lines[-1]})" if lines else what


def defined_in(module: ModuleType) -> dict[str, type[AnyBot]]:
    """Return a dict from class name to class of the bots that a module itself defines, without imported bots."""
    return {
        name: each
        for name, each in vars(module).items()
        if isinstance(each, type) and issubclass(each, Bot) and each.__module__ == module.__name__
    }


def chosen(path: Path, name: str, module: ModuleType, declared: list[type[AnyBot]]) -> type[AnyBot]:
    """Return the bot of this class name in a module; without a name, its only bot or the one given to `run`.

    Raise BotError if there is no such bot, or if there are several and `run` was given none of them.
    """
    bots = defined_in(module)
    if name:
        if name not in bots:
            known = nearest(name, bots) if bots else f"it defines no bot{no_bots(module)}"
            raise BotError(f"{path} has no bot {name!r}: {known}")
        return bots[name]
    own = [bot for bot in declared if bot in bots.values()]  # a file that it imports may run its own bot
    if own or len(bots) == 1:
        return (own or list(bots.values()))[-1]
    if declared and not bots:
        return declared[-1]
    if not bots:
        raise BotError(f"{path} has no bot{no_bots(module)}: expected a class MyBot(Bot), with Bot from arena_sdk")
    raise BotError(f"{path} has several bots: name one of {', '.join(f'{path.name}:{each}' for each in sorted(bots))}")


def no_bots(module: ModuleType) -> str:
    """Return the names of a module's classes that are not bots, as a text in brackets; empty if there are none."""
    own = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__ and not issubclass(value, Bot)
    ]
    return f" (no class of bots: {', '.join(own)})" if own else ""
