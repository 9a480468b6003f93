"""The lengths of games and of their lists of options, in random play: `lengths.py GAME SEATS GAMES`.

The program runs in an environment that has the project's wheel. It prints the decisions per game, and the median, the
99th percentile and the maximum of the lengths of the lists. The rules options are canonical.
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
    """Play games at random. Print the decisions per game, and three quantiles of the lengths of lists of options."""
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
    """Yield the median, the 99th percentile and the maximum of the lengths."""
    ordered = sorted(lengths)
    reached = list(accumulate(lengths[length] for length in ordered))
    for share in SHARES:
        yield next(length for length, count in zip(ordered, reached, strict=True) if count >= share * reached[-1])


if __name__ == "__main__":
    main()
