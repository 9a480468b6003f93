"""How each game's views, options and events become messages: one line per game."""

from typing import Any, Final

from arena.errors import UsageError, nearest
from arena.protocol.games.cacao import CACAO
from arena.protocol.games.game_codec import GameCodec
from arena.protocol.games.teotihuacan import SOLO, TEOTIHUACAN

CODECS: Final[dict[str, GameCodec[Any]]] = {codec.rules.name: codec for codec in (CACAO, TEOTIHUACAN, SOLO)}


def codec(game: str) -> GameCodec[Any]:
    """How the game of this name is put into messages."""
    if game not in CODECS:
        raise UsageError(f"game {game!r} has no messages: {nearest(game, CODECS)}")
    return CODECS[game]
