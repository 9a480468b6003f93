"""The automata of rulebooks as entrants: a name says which one it is, and how hard it is to beat.

`teotibot-hard` is a level of it; `teotibot` alone is the level `standard`. Every other setting of its options has a
name too: `teotibot-wood+1.cashing-2` differs from `standard` in two of them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.errors import UsageError, nearest
from arena.games import GAMES
from arena.games.game import Rules, Scalar, Setting

STANDARD: Final = "standard"
TURNED: Final = re.compile(r"(\w+)([+-]\d+)")


@dataclass(frozen=True)
class Automaton:
    """An automaton as it plays: its name, the version of its rules, the game it is part of, and its seat's options."""

    name: str
    version: str
    game: str
    options: Mapping[str, Scalar]


def automaton(name: str) -> Automaton | None:
    """The automaton that goes by this name; None where it is no automaton's, UsageError where it almost is."""
    for rules in GAMES.values():
        known, _, how = name.partition("-")
        if rules.automata and known == rules.automaton:
            options = _options(rules, name, how or STANDARD)
            return Automaton(name_of(rules, options), str(rules.version), rules.name, options)
    return None


def seated(rules: Rules, settings: Mapping[str, Scalar]) -> Automaton:
    """The automaton of a game with these options."""
    own = {setting.name: settings[setting.name] for setting in knobs(rules)}
    return Automaton(name_of(rules, own), str(rules.version), rules.name, own)


def knobs(rules: Rules) -> list[Setting]:
    """The options that say how the automaton plays."""
    return [setting for setting in rules.options_schema if setting.of_automaton]


def without_knobs(rules: Rules, settings: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """The options that say what is played: results that have these in common are rated together."""
    own = {setting.name for setting in knobs(rules)}
    return {name: value for name, value in settings.items() if name not in own}


def name_of(rules: Rules, settings: Mapping[str, Scalar]) -> str:
    """What the automaton is called whose options have these values."""
    own = {setting.name: settings[setting.name] for setting in knobs(rules)}
    for level, values in rules.levels.items():
        if own == values:
            return f"{rules.automaton}-{level}"
    standard = rules.levels[STANDARD]
    turned = [f"{_short(rules, name)}{value:+d}" for name, value in own.items() if value != standard[name]]
    return f"{rules.automaton}-{'.'.join(turned)}"


def _short(rules: Rules, name: str) -> str:
    """An option without the automaton's name before it."""
    return name.removeprefix(f"{rules.automaton}_")


def _options(rules: Rules, name: str, how: str) -> dict[str, Scalar]:
    """The values of its options that a name tells."""
    if how in rules.levels:
        return dict(rules.levels[how])
    options = dict(rules.levels[STANDARD])
    known = {_short(rules, setting.name): setting for setting in knobs(rules)}
    for part in how.split("."):
        found = TURNED.fullmatch(part)
        if found is None or found[1] not in known:
            raise UsageError(f"unknown level of {rules.automaton} {how!r} in {name!r}: {nearest(how, rules.levels)}")
        setting = known[found[1]]
        options[setting.name] = setting.read(str(int(found[2])))
    return options
