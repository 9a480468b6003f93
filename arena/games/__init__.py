"""The games, and one function that finds a game's rules by its name."""

from importlib import import_module

from arena.errors import UsageError, nearest
from arena.games.descriptor import Game, by_name
from arena.games.game import Rules

# One line for each game: its folder, in which `GAME` has the rest. The first game is played unless another is named.
FOLDERS = (
    "cacao",
    "teotihuacan",
)

DESCRIPTORS: dict[str, Game] = by_name(import_module(f"{__name__}.{folder}").GAME for folder in FOLDERS)
GAMES: dict[str, Rules] = {name: game.rules for name, game in DESCRIPTORS.items()}
USUAL_GAME: str = next(iter(GAMES))


def rules(name: str) -> Rules:
    """Return the rules of the game with this name. Raise UsageError if there is no such game.

    >>> from arena.games import rules
    >>> rules("cacao").seats
    (2, 3, 4)
    """
    if name not in GAMES:
        raise UsageError(f"unknown game {name!r}: {nearest(name, GAMES)}")
    return GAMES[name]


def base_of(name: str) -> str:
    """Return the name of the game that a solo game belongs to; for any other game, return its own name."""
    for game in DESCRIPTORS.values():
        if game.solo is not None and game.solo.name == name:
            return game.name
    return name


__all__ = ["DESCRIPTORS", "GAMES", "USUAL_GAME", "Game", "Rules", "base_of", "rules"]
