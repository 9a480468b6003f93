"""`python3 -m bench.remembered`: how much a bot gains if it remembers deals, with paired and with fresh deals.

The bot plays matches against an equal bot that does not remember deals. With paired deals, every deal is played twice
with changed seats, and a block is one deal. With fresh deals, every deal is played once, and the seats change from deal
to deal.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count, islice
from typing import Final, Literal

from arena.games import rules
from arena.stats.intervals import Estimate, estimate
from arena_sdk.contenders import contenders
from arena_sdk.series import Series, SeriesFixture, play
from bench.remembers import Forgets, Remembers

Deals = Literal["paired", "fresh"]

CLOCK: Final = "600+10"  # no comparison loses by it


def main() -> int:
    """Print the score of the bot that remembers deals, with fresh and with paired deals. Return 0."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.remembered", description="What remembering deals gains.")
    parser.add_argument("--games", type=int, default=400, metavar="N", help="of each kind (default: %(default)s)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="(default: %(default)s)")
    args = parser.parse_args()
    for deals in ("fresh", "paired"):
        found = scores(deals, args.games, args.seed)
        print(f"{deals:<28} {of_blocks(found, deals)!s:<24} {len(found)} games", flush=True)
    print(f"{'paired, second games':<28} {estimate(found[1::2])!s:<24} {len(found) // 2} games", flush=True)
    return 0


def of_blocks(found: list[float], deals: Deals) -> Estimate:
    """Return the mean score and its interval, computed from blocks.

    With paired deals, a block has two of the scores in `found`; with fresh deals it has one.
    """
    if deals == "fresh":
        return estimate(found)
    return estimate([sum(pair) / 2 for pair in zip(found[::2], found[1::2], strict=True)])


def scores(deals: Deals, games: int, seed: str) -> list[float]:
    """Play games. Return a list with one score for each game: that of the bot that remembers deals."""
    game = rules("cacao")
    series = Series(game, game.complete({}), CLOCK, f"{seed} {deals}")
    both = contenders([Remembers, Forgets], game)
    Remembers.last = None
    found = []
    for fixture in islice(paired() if deals == "paired" else fresh(), games):
        score = play(series, both, fixture).score(0)
        assert score is not None
        found.append(score)
    return found


def paired() -> Iterator[SeriesFixture]:
    """Yield the matches with paired deals: every deal twice, with changed seats."""
    for block in count():
        yield from (SeriesFixture(2 * block + turn + 1, block, (turn, 1 - turn)) for turn in range(2))


def fresh() -> Iterator[SeriesFixture]:
    """Yield the matches with fresh deals: every deal once, with the first player alternating."""
    for number in count():
        yield SeriesFixture(number + 1, number, (number % 2, 1 - number % 2))


if __name__ == "__main__":
    sys.exit(main())
