"""`python3 -m bench.luck [GAME ...]`: checks luck-adjusted scores on house bots, for each game and number of seats.

An adjusted score is a score minus the measured luck times a fitted factor. The luck is that of the bots' turns (stacks,
dice and the bots' own random choices), or that of chance alone (stacks and dice).

The program prints four results:

1. The mean difference between adjusted and plain scores, with its interval, which has to contain zero. It is printed
   twice: with factors fitted on all other blocks, and with factors fitted on the earlier blocks.
2. How many times fewer blocks are needed with adjusted scores than with plain ones, for each kind of luck.
3. How many times fewer games are needed, if each game counts alone and not as a part of its block.
4. How many intervals contain the mean of all blocks. Each interval is computed from 40 blocks.

With `--remembers` it measures the luck of a bot that remembers the deal from its first game.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from math import sqrt
from time import monotonic
from typing import Final, NamedTuple

from arena.analysis.judge import OpenState
from arena.analysis.luck import chance_of, play_watched
from arena.analysis.outlook import final_values
from arena.analysis.turns import FRESH, TurnLuck, can_be_asked_again
from arena.bots.house import house
from arena.bots.player import Player
from arena.games import GAMES as EVERY_GAME
from arena.games.chance import Deal, Rng, named_rng
from arena.games.game import State
from arena.games.steps import OVER
from arena.stats.adjusted import BlockLuck, adjusted, cross_fitted, moments, one_after_the_other
from arena.stats.intervals import student

GAMES: Final = {name: rules for name, rules in EVERY_GAME.items() if not rules.automata}
CHUNK: Final = 40  # blocks of an interval for which coverage is counted
PARTS: Final = 20  # of the blocks, each left out in turn for the interval of a factor


class Game(NamedTuple):
    """The result of one seat's bot in a game: its score, and its luck, measured in two ways.

    `luck` is the luck with stacks and dice in all turns. `turns` is the luck in the bots' turns: the analysis lets the
    bots play each turn again several times, and compares the real turn with the mean of these.
    """

    score: float
    luck: float
    turns: float


Games = tuple[Game, ...]  # of a block


def main() -> int:
    """Print a line for each game and number of seats, with the four results that the module's text lists."""
    args = parsed()
    for game in args.games or GAMES:
        for seats in args.seats or GAMES[game].seats:
            found = list(blocks(game, seats, args))
            against = f" against {args.against}" if args.against else ""
            print(f"{game} {seats}p {args.bot}{against}: {row(found)}", flush=True)
    return 0


def parsed() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="python3 -m bench.luck", description="Luck-adjusted scores.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any of: {', '.join(GAMES)} (default: all)")
    parser.add_argument(
        "--seats", type=int, action="append", metavar="N", help="only tables of this size (default: all)"
    )
    parser.add_argument("--bot", default="learned", help="the bot that is measured (default: %(default)s)")
    parser.add_argument("--against", metavar="BOT", help="the bot at all other seats (default: the measured bot)")
    parser.add_argument("--blocks", type=int, default=5000, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--seconds", type=float, metavar="S", help="play no more blocks of a row after this time")
    parser.add_argument(
        "--ask-again",
        type=int,
        default=FRESH,
        metavar="N",
        help="play each turn N times again; 0 measures chance alone (default: %(default)s)",
    )
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="(default: %(default)s)")
    parser.add_argument(
        "--remembers", action="store_true", help="the first contender sees all stacks from its second game on"
    )
    return parser.parse_args()


def blocks(game: str, seats: int, args: argparse.Namespace) -> Iterator[Games]:
    """Play blocks of a bot against itself or another bot, and yield the games of each block."""
    play = partial(block, game, seats, args)
    end = None if args.seconds is None else monotonic() + args.seconds
    with ProcessPoolExecutor(args.processes) as pool:
        numbers = iter(range(args.blocks))
        while some := list(islice(numbers, 8 * args.processes)):
            yield from pool.map(play, some)
            if end is not None and monotonic() > end:
                return


def block(game: str, seats: int, args: argparse.Namespace, number: int) -> Games:
    """Play one game for each seat on one deal: in each of them the measured bot has another seat.

    Return a tuple: the result of seat 0 in the first game, that of seat 1 in the second, and so on.
    """
    player, seed = house(args.bot).player, f"luck {number}".encode()
    other = house(args.against).player if args.against else player
    tables = [[player if at == seat else other for at in range(seats)] for seat in range(seats)]
    return tuple(
        one_game(EVERY_GAME[game].new({}, seats, Deal(seed)), players, seat, seed, args)
        for seat, players in enumerate(tables)
    )


def one_game(state: State, players: Sequence[Player], seat: int, seed: bytes, args: argparse.Namespace) -> Game:
    """Play a game between these players, listed by seat. Return the score and the luck of the seat `seat`."""
    again, remembers = args.ask_again, args.remembers and seat > 0
    chance, rng = chance_of(state.rules.name), named_rng(seed, f"seat {seat}")
    asked = {at: player for at, player in enumerate(players) if is_asked(player, again) and not remembers}
    turns = TurnLuck(state, asked, again, partial(fresh_rng, seed, seat))
    luck = 0.0
    while state.to_move != OVER:
        turns.look(state)
        open_to_it = remembers and state.to_move == seat
        option = players[state.to_move].choose(OpenState(state) if open_to_it else state, rng)
        luck += sum(shown.luck[seat] for shown in play_watched(chance, state, option))
    turns.look(state)
    return Game(final_values(state.placements())[seat], luck, turns.luck[seat])


def is_asked(player: Player, again: int) -> bool:
    """True if the analysis plays the turns of this player again, to find how lucky they were."""
    return again > 0 and can_be_asked_again(player)


def fresh_rng(seed: bytes, seat: int, number: int) -> Rng:
    """Return the random generator that a house bot gets when the analysis lets it play a turn again."""
    return named_rng(seed, f"fresh {seat} {number}")


def whole(games: Games) -> Game:
    """Return the mean score and the mean luck over the games of a block."""
    return Game(*(sum(each) / len(games) for each in zip(*games, strict=True)))


def adjusted_by(found: Sequence[Game], *, turns: bool) -> list[BlockLuck]:
    """Return a list with a BlockLuck for each block or game in `found`: its score, together with one kind of luck.

    If `turns` is true, it is the luck of the bots' turns, which includes chance; if not, that of chance alone.
    """
    return [BlockLuck(each.score, 0.0, each.turns) if turns else BlockLuck(each.score, each.luck) for each in found]


def row(played: Sequence[Games]) -> str:
    """Return a line of text about these blocks: the four results that the module's text lists, and the mean luck.

    Both kinds of luck have a mean: that of chance alone, and that of the bots' turns.
    """
    means, singles = [whole(games) for games in played], [each for games in played for each in games]
    turns = any(each.turns for each in singles)
    found, alone = adjusted_by(means, turns=turns), adjusted_by(singles, turns=turns)
    chance, chance_alone = adjusted_by(means, turns=False), adjusted_by(singles, turns=False)
    plain = [each.score for each in found]
    after, before = cross_fitted(found), one_after_the_other(found)
    biases = [mean_of([one - other for one, other in zip(some, plain, strict=True)]) for some in (after, before)]
    return (
        f"{len(found)} blocks; adjusted - plain {biases[0]}, one after the other {biases[1]}; "
        f"luck of chance {mean_of([each.luck for each in means])}, "
        f"of turns {mean_of([each.turns for each in means])}; "
        f"factor {factor(found)}, of chance alone {factor(chance)}; "
        f"without paired deals {factor(alone)}, of chance alone {factor(chance_alone)}; "
        f"intervals that hold {coverage(found, moments(plain)[0])}"
    )


def mean_of(values: Sequence[float]) -> str:
    """Return a text with the mean of these values and its 95 % interval."""
    mean, spread = moments(values)
    return f"{mean:+.4f} ± {student(len(values) - 1) * sqrt(spread / len(values)):.4f}"


def factor(found: Sequence[BlockLuck]) -> str:
    """Return a text with the factor by which adjusting lowers the variance, and its 95 % interval by jackknife.

    The text is `unknown` if these blocks cannot be adjusted.
    """
    of_all = adjusted(found)
    if of_all is None:
        return "unknown"
    without = [adjusted([each for at, each in enumerate(found) if at % PARTS != part]) for part in range(PARTS)]
    factors = [each.factor for each in without if each is not None]
    mean = sum(factors) / len(factors)
    error = sqrt((PARTS - 1) / PARTS * sum((each - mean) ** 2 for each in factors))
    reach = student(PARTS - 1) * error
    return f"{of_all.factor:.3f} [{of_all.factor - reach:.3f}, {of_all.factor + reach:.3f}]"


def coverage(found: Sequence[BlockLuck], truth: float) -> str:
    """Divide the blocks into groups of `CHUNK` blocks, and compute an interval of the adjusted score from each group.

    Return a text such as `9 of 10`: how many of these intervals contain `truth`, the mean of all blocks.
    """
    chunks = [adjusted(found[at : at + CHUNK]) for at in range(0, len(found) - CHUNK + 1, CHUNK)]
    bounds = [each.estimate.bounds for each in chunks if each is not None and each.estimate.bounds is not None]
    return f"{sum(low <= truth <= high for low, high in bounds)} of {len(bounds)}"


if __name__ == "__main__":
    raise SystemExit(main())
