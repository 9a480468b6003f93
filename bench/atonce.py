"""Measures the speedup of a search by a second processor: `atonce.py games|root GAME`.

The program runs in an environment that has the project's wheel. `games`: two processes play different games. `root`:
two processes search the same position, each with half of the simulations, and their visits are added; the time includes
the communication. In both cases, the wall clock time is compared with that of one process that does the same work.
"""

import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Final

from arena.bots import Mcts
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.game import playout
from arena.games.steps import OVER

TIMES: Final = 3  # measurements, of which the best counts, because other work on the machine can only slow one down
GAMES: Final = 4
POSITIONS: Final = 40
SIMULATIONS: Final = 800


def main() -> None:
    """Print the speedup: the time of one process, divided by the time of two processes."""
    what, game = sys.argv[1:]
    with ProcessPoolExecutor(1) as one, ProcessPoolExecutor(2) as two:
        doing = {"games": played, "root": searched}[what]
        warm = [doing(pool, game, 1) for pool in (one, two)]  # imports, and a first game
        assert min(warm) > 0
        alone, together = (min(doing(pool, game, count) for _ in range(TIMES)) for pool, count in ((one, 1), (two, 2)))
    print(alone / together)


def played(pool: ProcessPoolExecutor, game: str, _: int) -> float:
    """Return the seconds in which a pool of processes plays some games. In each, the tree search plays all seats."""
    return timed(lambda: list(pool.map(play, [game] * GAMES, range(GAMES))))


def play(game: str, number: int) -> None:
    """Play one game with the tree search at all seats. `number` gives the deal and the random numbers."""
    state, rng, player = rules(game).new({}, 2, Deal(number.to_bytes(32, "big"))), Rng(number), Mcts(100)
    while state.to_move != OVER:
        state.play(player.choose(state, rng))


def searched(pool: ProcessPoolExecutor, game: str, parts: int) -> float:
    """Return the seconds to search some positions, one after another.

    Each search is divided into `parts` trees, which processes of the pool grow in parallel.
    """
    positions = [middle(game, number) for number in range(POSITIONS)]
    simulations = SIMULATIONS // parts

    def search() -> None:
        for position in positions:
            visits: Counter[int] = Counter()
            trees = [(game, position, simulations, seed) for seed in range(parts)]
            for found in pool.map(grown, *zip(*trees, strict=True)):
                visits.update(found)
            visits.most_common(1)

    return timed(search)


def middle(game: str, number: int) -> str:
    """Return the position, as a text, in the middle of a random game. `number` gives the deal and the moves."""
    state, rng = rules(game).new({}, 2, Deal(number.to_bytes(32, "big"))), Rng(number)
    length = playout(state.clone(), rng.clone())
    for _ in range(length // 2):
        state.apply(state.sample(rng))
    return state.position()


def grown(game: str, position: str, simulations: int, seed: int) -> dict[int, int]:
    """Search a position with a new tree. Return the number of visits of each option."""
    search = Mcts().search(rules(game).from_position(position), Rng(seed))
    search.grow(simulations)
    return {node.option: node.visits for node in search.found()}


def timed(what: Callable[[], object]) -> float:
    """Return the seconds that a call takes."""
    began = perf_counter()
    what()
    return perf_counter() - began


if __name__ == "__main__":
    main()
