"""`python3 -m bench.luck [GAME ...]`: what luck-adjusted scores promise, measured on house bots, per game and seats.

It prints the mean of adjusted less plain scores with its interval, which has to hold zero, fitted afterwards and one
after the other; by which factor adjusted scores need fewer blocks, beside paired deals; how many intervals of 40 blocks
hold the mean of all; and the mean luck of a bot that remembers the deal of a block from its first game.
"""

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from arena.analysis.judge import OpenState
from arena.analysis.luck import chance_of, play_watched
from arena.analysis.outlook import final_values
from arena.bots.house import house
from arena.bots.player import Player
from arena.games import GAMES as EVERY_GAME
from arena.games.chance import Deal, Rng, named_rng
from arena.games.game import Rules, State
from arena.games.steps import OVER
from arena.stats.adjusted import BlockLuck, adjusted, cross_fitted, moments, one_after_the_other
from arena.stats.intervals import student

GAMES: Final = {name: rules for name, rules in EVERY_GAME.items() if not rules.automata}
CHUNK: Final = 40  # blocks of an interval for which coverage is counted


def main() -> int:
    """Print a row for each game and number of seats."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.luck", description="Luck-adjusted scores.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of: {', '.join(GAMES)} (default: all)")
    parser.add_argument("--seats", type=int, action="append", metavar="N", help="only tables of so many (default: all)")
    parser.add_argument("--bot", default="greedy", help="what sits at every seat (default: %(default)s)")
    parser.add_argument("--blocks", type=int, default=5000, metavar="N", help="(default: %(default)s)")
    args = parser.parse_args()
    for game in args.games or GAMES:
        for seats in args.seats or GAMES[game].seats:
            found = list(blocks(GAMES[game], seats, args.bot, args.blocks))
            print(f"{game} {seats}p {args.bot}: {row(found)}", flush=True)
            if seats == 2:
                remembered = list(blocks(GAMES[game], seats, args.bot, args.blocks // 4, remembers=True))
                print(
                    f"  luck of a bot that remembers the deal: {mean_of([each.luck for each in remembered])}",
                    flush=True,
                )
    return 0


def blocks(rules: Rules, seats: int, bot: str, count: int, *, remembers: bool = False) -> Iterator[BlockLuck]:
    """Play blocks of a bot against itself and yield the first contender's score and luck in each."""
    player = house(bot).player
    for block in range(count):
        seed = f"luck {block}".encode()
        games = [
            game(
                rules.new({}, seats, Deal(seed)),
                player,
                turn,
                named_rng(seed, f"seat {turn}"),
                remembers=remembers and turn > 0,
            )
            for turn in range(seats)
        ]
        yield BlockLuck(sum(score for score, _ in games) / seats, sum(luck for _, luck in games) / seats)


def game(state: State, player: Player, seat: int, rng: Rng, *, remembers: bool) -> tuple[float, float]:
    """Play a game with the first contender at a seat; return its score and its luck."""
    chance, luck = chance_of(state.rules.name), 0.0
    while state.to_move != OVER:
        seen = OpenState(state) if remembers and state.to_move == seat else state
        for shown in play_watched(chance, state, player.choose(seen, rng)):
            luck += shown.luck[seat]
    return final_values(state.placements())[seat], luck


def row(found: Sequence[BlockLuck]) -> str:
    """Return the statistics of some blocks, in one line."""
    plain = [each.score for each in found]
    after, before = cross_fitted(found), one_after_the_other(found)
    biases = [mean_of([one - other for one, other in zip(some, plain, strict=True)]) for some in (after, before)]
    low, middle, high = factor(found)
    held = coverage(found, moments(plain)[0])
    return (
        f"{len(found)} blocks; adjusted - plain {biases[0]}, one after the other {biases[1]}; "
        f"factor {middle:.3f} [{low:.3f}, {high:.3f}]; intervals that hold {held}"
    )


def mean_of(values: Sequence[float]) -> str:
    """Return a mean with its 95 % interval."""
    mean, spread = moments(values)
    return f"{mean:+.4f} ± {student(len(values) - 1) * sqrt(spread / len(values)):.4f}"


def factor(found: Sequence[BlockLuck]) -> tuple[float, float, float]:
    """Return by which factor the variance falls, between the bounds of its 95 % interval (a jackknife of 20 parts)."""
    whole = adjusted(found)
    if whole is None:
        return 0.0, 0.0, 0.0
    parts = 20
    without = [adjusted([each for at, each in enumerate(found) if at % parts != part]) for part in range(parts)]
    factors = [each.factor for each in without if each is not None]
    mean = sum(factors) / len(factors)
    error = sqrt((parts - 1) / parts * sum((each - mean) ** 2 for each in factors))
    reach = student(parts - 1) * error
    return whole.factor - reach, whole.factor, whole.factor + reach


def coverage(found: Sequence[BlockLuck], truth: float) -> str:
    """Return how many intervals of some blocks hold the mean of all."""
    chunks = [adjusted(found[at : at + CHUNK]) for at in range(0, len(found) - CHUNK + 1, CHUNK)]
    bounds = [each.estimate.bounds for each in chunks if each is not None and each.estimate.bounds is not None]
    return f"{sum(low <= truth <= high for low, high in bounds)} of {len(bounds)}"


if __name__ == "__main__":
    raise SystemExit(main())
