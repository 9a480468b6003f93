"""Read the position with which a game shall begin, from a position file or a setup file.

A setup file lists the order of the stacks of tiles and the results of dice, from which a game can begin.
`docs/positions.md` describes both files.
"""

import argparse
import json
from collections.abc import Callable
from typing import Any, Final

from arena.cli_support.files import read_text
from arena.errors import UsageError, nearest
from arena.games import rules
from arena.games.chance import Deal
from arena.games.game import State


def add_opening(parser: argparse.ArgumentParser) -> None:
    """Add the options `--position` and `--setup` to a parser."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--position", metavar="FILE", help="begin at the position in this file")
    either.add_argument("--setup", metavar="FILE", help="begin with the stacks and dice that this file gives")


def given_opening(args: argparse.Namespace, *excluded: str) -> State | None:
    """Return the position with which the game begins, from the file in `--position` or `--setup`.

    Return None without these options. Raise UsageError if one of the `excluded` options is given, too.
    """
    if args.position is None and args.setup is None:
        return None
    flag = "--setup" if args.position is None else "--position"
    for name in excluded:
        if getattr(args, name):
            raise UsageError(f"{flag} says it all: expected no --{name} beside it")
    return read_opening(args.setup if args.position is None else args.position)


def read_opening(file: str) -> State:
    """Return the position in a position file. From a setup file, return the position with which its game begins."""
    text = read_text(file)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise UsageError(f"{file} is no JSON: {reason}") from None
    if not isinstance(whole, dict) or not isinstance(whole.get("game"), str):
        raise UsageError(f"{file}: expected a position or a setup, with its game as 'game'")
    if is_setup(whole):
        return set_up(file, whole)
    return rules(whole["game"]).from_position(text)


def is_setup(whole: dict[str, Any]) -> bool:
    """True if a JSON object has the key `stacks` or `results`, as only a setup has; False for a position."""
    return "stacks" in whole or "results" in whole


def lists_of(kind: type) -> Callable[[Any], bool]:
    """Return a function that is True for a JSON object if each value is a list and each item has the type `kind`."""

    def are_lists(value: Any) -> bool:
        lists = value.values() if isinstance(value, dict) else [None]
        return all(isinstance(each, list) and all(type(item) is kind for item in each) for each in lists)

    return are_lists


def are_scalars(value: Any) -> bool:
    """True if a JSON value is an object, and each value in it is a text, a whole number, true or false."""
    return isinstance(value, dict) and all(isinstance(each, bool | int | str) for each in value.values())


# Every key of a setup: what stands for it where it is left out, whether a value can be one, and what was expected.
KEYS: Final[dict[str, tuple[Any, Callable[[Any], bool], str]]] = {
    "game": (None, lambda value: isinstance(value, str), "a name"),
    "seats": (None, lambda value: type(value) is int, "a whole number"),
    "options": ({}, are_scalars, "an object of values"),
    "seed": ("0", lambda value: isinstance(value, str), "a text"),
    "stacks": ({}, lists_of(str), "an object of lists of tiles"),
    "results": ({}, lists_of(int), "an object of lists of whole numbers"),
}


def set_up(file: str, whole: dict[str, Any]) -> State:
    """Return the position with which the game of a setup begins. `whole` is the JSON object of the setup.

    Raise UsageError if the setup is invalid; the message names `file`.
    """
    for key in whole:
        if key not in KEYS:
            raise UsageError(f"{file}: unknown key {key!r}: {nearest(key, KEYS)}")
    given = {}
    for key, (without, fits, expected) in KEYS.items():
        given[key] = whole.get(key, without)
        if not fits(given[key]):
            raise UsageError(f"{file}: {key!r} is {json.dumps(given[key])}: expected {expected}")
    deal = Deal(given["seed"].encode(), given["stacks"], given["results"])
    return rules(given["game"]).new(given["options"], given["seats"], deal)
