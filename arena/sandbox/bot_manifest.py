"""Read and check bot.toml: the description of a submitted bot, written by its author."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from arena.errors import UsageError, first_faults, nearest, unknown_keys
from arena.games import GAMES
from arena.toml_text import read_toml

MANIFEST: Final = "bot.toml"
VERSION: Final = re.compile(r"[A-Za-z0-9_.-]{1,32}", re.ASCII)
KEYS: Final = ("version", "entry", "games", "seats", "memory", "runtime")
MEMORY: Final = 512  # MB, if the manifest names none
LEAST_MEMORY: Final = 64
MOST_MEMORY: Final = 1024
MOST_WORDS: Final = 16  # of the entry

Runtime = Literal["python", "node", "static"]
RUNTIMES: Final[tuple[Runtime, ...]] = ("python", "node", "static")


class PackageError(UsageError):
    """Raised if a package is not valid. The message has one line for each of the first 20 faults."""

    def __init__(self, faults: list[str]) -> None:
        self.faults: Final = first_faults(faults)
        super().__init__("\n".join(self.faults))


@dataclass(frozen=True)
class BotManifest:
    """The content of a valid bot.toml, in which an author describes a submitted bot."""

    version: str
    entry: tuple[str, ...]  # the words of the command
    runtime: Runtime
    games: tuple[str, ...] = ()  # empty for all games
    seats: tuple[int, ...] = ()  # empty for all seat counts of the games
    memory: int = MEMORY  # MB

    @property
    def program(self) -> str:
        """The path of the program file that starts the bot, relative to the bot's package."""
        return self.entry[0] if self.runtime == "static" else self.entry[1]


def read_manifest(data: bytes) -> BotManifest:
    """Return the content of a bot.toml. Raise PackageError, with a line for each fault, if it is not valid."""
    try:
        values = read_toml(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise PackageError([f"{MANIFEST} is no text: expected TOML in UTF-8"]) from None
    except UsageError as error:
        raise PackageError([f"{MANIFEST} cannot be read: {error}"]) from None
    faults = [
        *(f"{MANIFEST}: {fault}" for fault in unknown_keys(values, KEYS)),
        *version_faults(values),
        *runtime_faults(values),
        *entry_faults(values),
        *game_faults(values),
        *memory_faults(values),
    ]
    if faults:
        raise PackageError(faults)
    return BotManifest(
        version=values["version"],
        entry=tuple(shlex.split(values["entry"])),
        runtime=values.get("runtime", "python"),
        games=tuple(values.get("games", ())),
        seats=tuple(values.get("seats", ())),
        memory=values.get("memory", MEMORY),
    )


def version_faults(values: Mapping[str, Any]) -> list[str]:
    """Return error messages about the field `version` of a bot.toml; an empty list if it is valid."""
    version = values.get("version")
    if isinstance(version, str) and VERSION.fullmatch(version):
        return []
    return [f"{MANIFEST}: {shown('version', version)}: expected 1 to 32 letters, digits, '_', '.' and '-' in quotes"]


def runtime_faults(values: Mapping[str, Any]) -> list[str]:
    """Return error messages about the field `runtime` of a bot.toml; an empty list if it is valid."""
    runtime = values.get("runtime", "python")
    if isinstance(runtime, str) and runtime in RUNTIMES:
        return []
    return [f"{MANIFEST}: {shown('runtime', runtime)}: expected one of {', '.join(RUNTIMES)}"]


def entry_faults(values: Mapping[str, Any]) -> list[str]:
    """Return error messages about the field `entry` (the start command) of a bot.toml; an empty list if it is valid.

    `check_program` checks whether the package has the program file that the command names.
    """
    entry, runtime = values.get("entry"), values.get("runtime", "python")
    expected = {"python": "'python bot.py'", "node": "'node bot.mjs'"}.get(str(runtime), "a file of the package")
    words = words_of(entry)
    fits = 0 < len(words) <= MOST_WORDS and all(each.isprintable() for each in words)
    if fits and (runtime == "static" or (len(words) > 1 and words[0] == runtime)):
        return []
    return [f"{MANIFEST}: {shown('entry', entry)}: expected {expected}, with at most {MOST_WORDS} words"]


def words_of(entry: object) -> list[str]:
    """Return the words of a command line; an empty list if it is not a text or has an open quote."""
    try:
        return shlex.split(entry) if isinstance(entry, str) else []
    except ValueError:
        return []


def game_faults(values: Mapping[str, Any]) -> list[str]:
    """Return error messages about the fields `games` and `seats` of a bot.toml; an empty list if they are valid."""
    faults = []
    games, seats = values.get("games", []), values.get("seats", [])
    if not (isinstance(games, list) and all(isinstance(each, str) for each in games)):
        faults.append(f"{MANIFEST}: {shown('games', games)}: expected a list of names")
    else:
        faults += [
            f"{MANIFEST}: unknown game {ascii(each)[:40]}: {nearest(each, GAMES)}"
            for each in games
            if each not in GAMES
        ]
    if not (isinstance(seats, list) and all(type(each) is int and 1 <= each <= 8 for each in seats)):
        faults.append(f"{MANIFEST}: {shown('seats', seats)}: expected a list of seat counts, as [2, 3, 4]")
    return faults


def memory_faults(values: Mapping[str, Any]) -> list[str]:
    """Return error messages about the field `memory` of a bot.toml; an empty list if it is valid."""
    memory = values.get("memory", MEMORY)
    if type(memory) is int and LEAST_MEMORY <= memory <= MOST_MEMORY:
        return []
    return [f"{MANIFEST}: {shown('memory', memory)}: expected a number of MB from {LEAST_MEMORY} to {MOST_MEMORY}"]


def shown(key: str, value: object) -> str:
    """Return a text for an error message: the name and value of a bot.toml field; "KEY is missing" if it is None."""
    return f"{key} is missing" if value is None else f"{key} {ascii(value)[:60]}"
