"""Games of a search against itself: one line of JSON for each game, with the visits of every decision.

`python -m bench.training.selfplay GAME FILE SEED MINUTES [WEIGHTS]` plays until the time is over. Without weights
`mcts-800` plays (`mcts-1600` in Cacao), with them the learned search. A reader of the file skips an incomplete game.
"""

import json
import sys
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any, Final

from arena.bots import Learned, Mcts
from arena.bots.weights import unpacked
from arena.games import rules
from arena.games.automata import with_automaton
from arena.games.chance import Deal, Rng, named_rng
from arena.games.steps import OVER

# What is played in turn: a game and its seats.
TABLES: Final[dict[str, list[tuple[str, int]]]] = {
    "cacao": [("cacao", 2), ("cacao", 2), ("cacao", 2), ("cacao", 3), ("cacao", 4)],
    "teotihuacan": [
        *[("teotihuacan", 2)] * 5,
        *[("teotihuacan", 3)] * 2,
        ("teotihuacan", 4),
        *[("teotihuacan/solo", 2)] * 2,
    ],
}
BEFORE: Final = {"cacao": 1600, "teotihuacan": 800}  # simulations of the search that has learned nothing
SINCE: Final = {"cacao": 400, "teotihuacan": 400}
DRAWN: Final = 8  # percent of the options are drawn by their visits, so that games differ


def main() -> None:
    """Play games, and append each to the file, until the minutes are over."""
    game, file, seed, minutes = sys.argv[1], Path(sys.argv[2]), sys.argv[3], float(sys.argv[4])
    weights = unpacked(Path(sys.argv[5]).read_bytes(), game) if len(sys.argv) > 5 else None
    player = Mcts(BEFORE[game]) if weights is None else Learned(SINCE[game], weights=weights)
    simulations = BEFORE[game] if weights is None else SINCE[game]
    end = monotonic() + 60 * minutes
    with file.open("a") as out:
        for number in count():
            if monotonic() > end:
                return
            name, seats = TABLES[game][number % len(TABLES[game])]
            out.write(json.dumps(played(name, seats, f"{seed} {number}", player, simulations)) + "\n")
            out.flush()


def played(name: str, seats: int, seed: str, player: Mcts | Learned, simulations: int) -> dict[str, Any]:
    """Play one game of the search against itself. Return the line of the file as a dictionary."""
    game = rules(name)
    rng = named_rng(seed.encode(), "self-play")
    level = list(game.levels)[rng.below(len(game.levels))] if game.automata else ""
    settings = game.complete({})
    if level:
        settings = with_automaton(game, settings, ["learner", f"{game.automaton}-{level}"])
    state = game.new(settings, seats, Deal.of(seed))
    moves = []
    while state.to_move != OVER:
        search = player.search(state, rng)
        search.grow(simulations)
        visits = [node.visits for node in search.found()]
        option = search.options[drawn(visits, rng)] if rng.below(100) < DRAWN else search.best()
        moves.append([option, visits])
        state.apply(option)
    return {"game": name, "level": level, "seats": seats, "seed": seed, "scores": state.scores(), "moves": moves}


def drawn(visits: list[int], rng: Rng) -> int:
    """Return the index of a random option. Its probability is its share of the visits."""
    left = rng.below(sum(visits))
    place = 0
    while left >= visits[place]:
        left -= visits[place]
        place += 1
    return place


if __name__ == "__main__":
    main()
