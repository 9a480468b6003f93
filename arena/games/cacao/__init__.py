"""Cacao, for two to four players. The files with its rules follow the chapters of the rulebook, docs/rules/cacao.md.

A docstring that begins with a number such as C-7.5 belongs to this rule of the rulebook.
"""

from arena.games.cacao.rules import CACAO
from arena.games.descriptor import Citations, DemoCup, Game

GAME = Game(
    rules=CACAO,
    codec="arena.protocol.games.cacao:CACAO",
    tuning="arena.bots.stores:TUNING",
    turn="arena_sdk.typed_turns:CacaoTurn",
    luck="arena.analysis.cacao_luck:CHANCE",
    demo=DemoCup(examples=("planter.py", "finisher.py")),
    citations=Citations(explanation=frozenset({"C-0", "C-13", "C-14", "C-15", "C-18"}), examples="W-"),
    pictured=44,
)
