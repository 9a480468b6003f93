"""The names that a bot author imports: `from arena_sdk import Bot, run`. Other parts may change in any release.

A bot is a class with one method, `choose(turn)`; `run(MyBot)` plays it when its file is started.
"""

import arena_sdk.hidden_modules  # noqa: F401 -- first: it explains why one of the next imports may fail
from arena.referee.seat import Over, Start
from arena_sdk.batch_bot import BatchBot
from arena_sdk.bot import Bot
from arena_sdk.check import check
from arena_sdk.house import PlayerBot, thinking_time
from arena_sdk.loading import load
from arena_sdk.practice import Practice, practice, run
from arena_sdk.turn import Clock, Event, Option, Turn
from arena_sdk.typed_turns import CacaoTurn, TeotihuacanTurn

__all__ = [
    "BatchBot",
    "Bot",
    "CacaoTurn",
    "Clock",
    "Event",
    "Option",
    "Over",
    "PlayerBot",
    "Practice",
    "Start",
    "TeotihuacanTurn",
    "Turn",
    "check",
    "load",
    "practice",
    "run",
    "thinking_time",
]
