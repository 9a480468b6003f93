"""The games, and one function that finds a game's rules by its name."""

from arena.errors import UsageError, nearest
from arena.games.cacao.rules import CACAO
from arena.games.game import Rules
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN

GAMES: dict[str, Rules] = {rules.name: rules for rules in (CACAO, TEOTIHUACAN, SOLO)}


def rules(name: str) -> Rules:
    """The rules of the game with this name."""
    if name not in GAMES:
        raise UsageError(f"unknown game {name!r}: {nearest(name, GAMES)}")
    return GAMES[name]


__all__ = ["GAMES", "Rules", "rules"]
