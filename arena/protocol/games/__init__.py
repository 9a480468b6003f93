"""Each game's codec: an object that converts the game's views, options and events to messages, and back."""

from functools import cache
from typing import Any

from arena.errors import UsageError, nearest
from arena.games import DESCRIPTORS
from arena.games.descriptor import resolve
from arena.protocol.games.game_codec import GameCodec


@cache
def codec(game: str) -> GameCodec[Any]:
    """Return the codec of the game with this name. Raise UsageError if there is no such game."""
    if game not in DESCRIPTORS:
        raise UsageError(f"game {game!r} has no messages: {nearest(game, DESCRIPTORS)}")
    found = resolve(DESCRIPTORS[game].codec)
    assert isinstance(found, GameCodec), f"the descriptor of {game} names no codec"
    return found
