"""`Game`: a game's rules, and what the arena needs for this game. Each game's package has such a descriptor, `GAME`.

A descriptor names code outside the engines by texts such as `arena.bots.stores:TUNING`, which is imported when it is
used. So the engines do not import the bots or other packages above them, and every list of games in the arena follows
from the descriptors.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from arena.games.game import Rules


@dataclass(frozen=True)
class DemoCup:
    """The entrants of the tournament that `arena demo` plays in a game: some house bots and some example bots."""

    house: tuple[str, ...] = ("random", "greedy", "sampler")  # house bots by name
    examples: tuple[str, ...] = ("finisher.py",)  # files in example_bots


@dataclass(frozen=True)
class Citations:
    """The rules in `docs/rules/<game>.md` that no code has to cite.

    They are the chapters that only explain, and the worked examples. Tests cite the examples in place of code.
    """

    explanation: frozenset[str] = frozenset()  # chapters without an effect: they describe, justify or measure
    examples: str = "-"  # how the numbers of worked examples begin: tests show them, no code does them


@dataclass(frozen=True)
class Game:
    """A game's rules, and what the arena needs for it, such as the codec for messages and the bots of the demo."""

    rules: Rules
    codec: str  # the `GameCodec` that writes it as messages, as "module:name"
    tuning: str = ""  # the `arena.bots.Tuning` that `mcts` searches it with; empty: usual values for any game
    turn: str = ""  # the `arena_sdk.Turn` that has the types of its view, state and options; empty: a plain Turn
    luck: str = ""  # the `arena.analysis.luck.GameChance` that knows what chance shows in it; empty: it is not analysed
    demo: DemoCup | None = None  # None: `arena demo` leaves the game out
    citations: Citations = Citations()
    pictured: int = 0  # docs show the board after this answer of docs/pictures/<game>.jsonl; 0: they show none
    solo: "Game | None" = None  # the same game against the automaton of its rulebook

    @property
    def name(self) -> str:
        """Return the name of the game."""
        return self.rules.name


def by_name(games: Iterable[Game]) -> dict[str, Game]:
    """Return a dict from the name of each game and each solo game to its descriptor.

    A solo game has a descriptor of its own, and comes after its main game.
    """
    return {game.name: game for game in _with_solo(games)}


def _with_solo(games: Iterable[Game]) -> Iterator[Game]:
    for game in games:
        yield game
        if game.solo is not None:
            yield game.solo


def resolve(path: str) -> Any:
    """Import the module of a text such as `arena.bots.stores:TUNING`, and return the object that the text names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
