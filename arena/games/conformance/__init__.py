"""The laws that all games keep, for whoever writes one: `check(MY_RULES)` tries them over random games.

Every law is a function of its own, named as the sentence it holds a game to, in a chapter of laws: `positions`,
`offers`, `knowledge`, `whole_games`. Most are about a moment, a position in which a seat is asked; some are about a
whole game. A broken law raises LawError, which names the law, the game, the decision, and the call that repeats it.
`games_digest` says in one number how a game plays.
"""

from arena.games.conformance.digest import games_digest
from arena.games.conformance.option_laws import hardly_ever
from arena.games.conformance.subjects import CheckedTable, Codec
from arena.games.conformance.sweep import ALL_LAWS, SweepReport, additions, check, check_game, combinations, variants

__all__ = [
    "ALL_LAWS",
    "CheckedTable",
    "Codec",
    "SweepReport",
    "additions",
    "check",
    "check_game",
    "combinations",
    "games_digest",
    "hardly_ever",
    "variants",
]
