"""Six days at sea: a whole game to copy. CONTRIBUTING.md says where to put each file of this folder."""

from arena.games.descriptor import DemoCup, Game
from tests.games.tiny.rules import TINY

GAME = Game(rules=TINY, codec="arena.protocol.games.tiny:TINY", demo=DemoCup())
