"""The laws of all games, for authors of a new game: `check(MY_RULES)` checks them over random games.

Every law is a function. Its name is the sentence that must be true, and its module is a chapter of laws: `positions`,
`option_laws`, `knowledge`, `whole_games`. Most laws are about a moment, a position in which a seat is asked; some are
about a whole game. A broken law raises LawError, which names the law, the game, the decision, and the call that
repeats it.
`games_digest` returns a digest that changes if the game plays differently.
"""

from arena.games.conformance.digest import games_digest
from arena.games.conformance.option_laws import hardly_ever
from arena.games.conformance.subjects import CheckedTable, Codec
from arena.games.conformance.sweep import ALL_LAWS, SweepReport, check, check_game, combinations, many_at_once, variants

__all__ = [
    "ALL_LAWS",
    "CheckedTable",
    "Codec",
    "SweepReport",
    "check",
    "check_game",
    "combinations",
    "games_digest",
    "hardly_ever",
    "many_at_once",
    "variants",
]
