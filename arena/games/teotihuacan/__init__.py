"""Teotihuacan: City of Gods (2018), for two to four players. Each file has one chapter of its rulebook.

A docstring that begins with a number such as T-7.2 belongs to this rule of docs/rules/teotihuacan.md. D1 to D16, S1 to
S3 and E1 are the kinds of decisions in the tables of T-19.3 and T-19.4.
"""

from arena.games.descriptor import Citations, DemoCup, Game
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN

GAME = Game(
    rules=TEOTIHUACAN,
    codec="arena.protocol.games.teotihuacan:TEOTIHUACAN",
    tuning="arena.bots.prospects:TUNING",
    turn="arena_sdk.typed_turns:TeotihuacanTurn",
    luck="arena.analysis.teotihuacan_luck:CHANCE",
    demo=DemoCup(),
    citations=Citations(explanation=frozenset({"T-0", "T-18", "T-19", "T-22"}), examples="T-21."),
    pictured=227,
    solo=Game(
        rules=SOLO,
        codec="arena.protocol.games.teotihuacan:SOLO",
        tuning="arena.bots.prospects:TUNING",  # searched like the game for two
        turn="arena_sdk.typed_turns:TeotihuacanTurn",
        luck="arena.analysis.teotihuacan_luck:CHANCE",
    ),
)
