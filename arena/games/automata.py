"""The automata of rulebooks as entrants. Such an entrant's name says which automaton it is, and how it plays.

The rules of a game give names to some levels of its automaton. Each level is a set of values for the automaton's rules
options: `teotibot-hard` is Teotibot at the level `hard`, and `teotibot` alone is the level `standard`. All other sets
of values have a name, too: `teotibot-wood+1.cashing-2` differs from `standard` in two options, `wood` with the value 1
and `cashing` with the value -2.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import UsageError, nearest
from arena.games import GAMES, base_of
from arena.games import rules as rules_of
from arena.games.game import Rules, Scalar, Setting

STANDARD: Final = "standard"
TURNED: Final = re.compile(r"(\w+)([+-]\d{1,9})")
FILE: Final = re.compile(r"\.py(:\w+)?\Z")  # a bot's file, or one class of it


@dataclass(frozen=True)
class AutomatonEntrant:
    """An automaton at one level: its name, the version of its rules, its game, and the rules options of the level."""

    name: str
    version: str
    game: str
    options: Mapping[str, Scalar]


def automaton(name: str) -> AutomatonEntrant | None:
    """Return the AutomatonEntrant with this name; None if there is none. Raise UsageError for an unknown level."""
    if FILE.search(name):  # teotibot-slayer.py is the file of a bot
        return None
    for rules in GAMES.values():
        known, hyphen, how = name.partition("-")
        if rules.automata and known == rules.automaton:
            options = _options(rules, name, how if hyphen else STANDARD)
            return AutomatonEntrant(name_of(rules, options), str(rules.version), rules.name, options)
    return None


def among(names: Sequence[str]) -> AutomatonEntrant | None:
    """Return the AutomatonEntrant that one of these names stands for; None if they are all names of other entrants.

    Raise UsageError if two of the names stand for automata.
    """
    found = [each for each in map(automaton, names) if each is not None]
    if len(found) > 1:
        raise UsageError(f"{' and '.join(each.name for each in found)}: expected one automaton at a table")
    return found[0] if found else None


def game_of(game: str | None, names: Sequence[str], usual: str) -> Rules:
    """Return the rules of the game that entrants with these names play.

    If one of the entrants is an automaton, this is the automaton's game. If none is, it is the game with the name in
    `game`, or with the name in `usual` if `game` is None. Raise UsageError if the entrants cannot play `game`.
    """
    found = among(names)
    if found is None:
        asked = rules_of(game or usual)
        if asked.automata:
            raise UsageError(f"{asked.name} without {asked.automaton}: expected it, or one of its levels, at the table")
        return asked
    if game not in (None, found.game, base_of(found.game)):
        raise UsageError(f"{found.name} plays {found.game}, not {game}")
    return rules_of(found.game)


def with_automaton(rules: Rules, settings: Mapping[str, Scalar], names: Sequence[str]) -> dict[str, Scalar]:
    """Return a copy of the rules options `settings`, changed to the values that the automaton's name sets.

    `names` are the names of all entrants; if none is an automaton, nothing is changed. `settings` must not contradict
    the name: raise UsageError if it sets the automaton's options to values that are not `standard`, the usual ones, and
    not those of the name.
    """
    found = among(names)
    if found is None:
        return dict(settings)
    wished = name_of(rules, settings)
    if wished not in (f"{rules.automaton}-{STANDARD}", found.name):
        raise UsageError(f"how {rules.automaton} plays is said by its name: expected {wished}, not {found.name}")
    return {**settings, **found.options}


def check_automaton(rules: Rules, settings: Mapping[str, Scalar], names: Sequence[str]) -> None:
    """Raise UsageError if one of the names is an automaton, but not the game's automaton at the level of `settings`.

    `settings` are the rules options of the match. Do nothing if none of the names stands for an automaton.
    """
    found = among(names)
    if found is not None and found != seated(rules, settings):
        raise UsageError(f"the position is one of {seated(rules, settings).name}: expected that, not {found.name}")


def is_taken(name: str) -> bool:
    """True if the part of a name before its first hyphen is an automaton's name. No bot may have such a name."""
    known = name.casefold().partition("-")[0]
    return any(rules.automata and known == rules.automaton for rules in GAMES.values())


def in_order(rules: Rules, names: Sequence[str]) -> tuple[str, ...]:
    """Return the names in seat order: an automaton gets the last seat, and the other names stay in their order."""
    if not rules.automata:
        return tuple(names)
    return tuple(sorted(names, key=lambda name: automaton(name) is not None))


def seated(rules: Rules, settings: Mapping[str, Scalar]) -> AutomatonEntrant:
    """Return the automaton of a solo game as an AutomatonEntrant, at the level that these rules options set."""
    own = {setting.name: settings[setting.name] for setting in knobs(rules)}
    return AutomatonEntrant(name_of(rules, own), str(rules.version), rules.name, own)


def knobs(rules: Rules) -> list[Setting]:
    """Return a list with the Setting of each rules option that says how the game's automaton plays."""
    return [setting for setting in rules.options_schema if setting.of_automaton]


def without_knobs(rules: Rules, settings: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return a copy of the rules options `settings` without those that say how the automaton plays.

    Results of matches with equal values of the remaining options are rated in one pool.
    """
    own = {setting.name for setting in knobs(rules)}
    return {name: value for name, value in settings.items() if name not in own}


def name_of(rules: Rules, settings: Mapping[str, Scalar]) -> str:
    """Return the automaton's name for these values of its options, such as `teotibot-hard`."""
    own = {setting.name: settings[setting.name] for setting in knobs(rules)}
    for level, values in rules.levels.items():
        if own == values:
            return f"{rules.automaton}-{level}"
    standard = rules.levels[STANDARD]
    turned = [f"{_short(rules, name)}{value:+d}" for name, value in own.items() if value != standard[name]]
    return f"{rules.automaton}-{'.'.join(turned)}"


def _short(rules: Rules, name: str) -> str:
    """Return the name of a rules option of the automaton, such as `teotibot_wood`, in short form: `wood`."""
    return name.removeprefix(f"{rules.automaton}_")


def _options(rules: Rules, name: str, how: str) -> dict[str, Scalar]:
    """Return the rules options that an automaton's name sets, as a dict from option name to value.

    `how` is the part of `name` after the first hyphen, such as `hard`. Raise UsageError for an unknown level or option.
    """
    if how in rules.levels:
        return dict(rules.levels[how])
    known = {_short(rules, setting.name): setting for setting in knobs(rules)}
    turned: dict[str, Scalar] = {}
    for part in how.split("."):
        found = TURNED.fullmatch(part)
        if found is None or found[1] not in known:
            raise UsageError(f"unknown level of {rules.automaton} {how!r} in {name!r}: {nearest(how, rules.levels)}")
        setting = known[found[1]]
        if setting.name in turned:
            raise UsageError(f"{name!r} says twice what {found[1]!r} is: expected it once")
        turned[setting.name] = setting.read(str(int(found[2])))
    return {**rules.levels[STANDARD], **turned}
