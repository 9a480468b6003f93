"""Sentences that say how each house bot chooses."""

from collections.abc import Mapping
from typing import Final

from arena.languages import noted, say

# By the name of the bot, without its number at the end.
WORDS: Final[Mapping[str, str]] = {
    "random": noted("It plays any option; all are equally likely."),
    "greedy": noted("It plays the option with the best margin at the end of its turn, over 4 imagined positions."),
    "sampler": noted("It plays the option with the best mean margin in 4 random playouts."),
    "mcts-": noted("It searches a tree of moves, with %(simulations)s simulations for each decision."),
    "learned": noted("It plays the best option of its turn by what was learned from games, without a search."),
    "learned-": noted(
        "It searches a tree of moves, led by what was learned from games, with %(simulations)s simulations for each "
        "decision."
    ),
}


def house_told(bot: str) -> str:
    """Return a sentence that says how a house bot chooses. Its number at the end is not checked.

    Return an empty text if no house bot has this name.
    """
    base = bot.rstrip("0123456789")
    words = WORDS.get(base)
    return "" if words is None else say(words, simulations=bot.removeprefix(base))
