"""How long games and their lists of options are: `lengths.py GAME SEATS GAMES`, at random and with canonical options.

Runs in an environment that holds the project's wheel. Prints decisions per game, and of the lengths of the lists the
median, what all but one in a hundred keep to, and the longest.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER

SHARES: Final = (0.5, 0.99, 1.0)


def main() -> None:
    """Play, count, print."""
    game, seats, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    lengths: Counter[int] = Counter()
    for number in range(games):
        state = rules(game).new({}, seats, Deal(number.to_bytes(32, "big")))
        rng = Rng(number)
        while state.to_move != OVER:
            options = state.options()
            lengths[len(options)] += 1
            state.apply(options[rng.below(len(options))])
    print(lengths.total() / games, *quantiles(lengths))


def quantiles(lengths: Counter[int]) -> Iterable[int]:
    """Return the lengths that these shares of the lists do not exceed."""
    ordered = sorted(lengths)
    reached = list(accumulate(lengths[length] for length in ordered))
    for share in SHARES:
        yield next(length for length, count in zip(ordered, reached, strict=True) if count >= share * reached[-1])


if __name__ == "__main__":
    main()
