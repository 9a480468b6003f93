"""Plays a house bot against itself, block by block: `dealt.py GAME SEATS BOT FIRST STEP`.

The program runs in an environment that has the project's wheel. A block is one deal, in which each bot has every seat
once. The bots have different random numbers in every game. The program plays the blocks FIRST, FIRST + STEP ... until
it is killed. It prints a line of JSON for each block: for each rotation of the seats, the places by seat.
"""

import json
import sys

from arena.bots import house
from arena.games import rules
from arena.games.chance import Deal, Rng, named_rng
from arena.games.steps import OVER


def main() -> None:
    """Play deals, in each of which a bot plays against itself once for each rotation of the seats.

    Print a line for each deal, until the process is killed.
    """
    game, seats, bot, first, step = sys.argv[1:6]
    block = int(first)
    while True:
        print(json.dumps([places(game, int(seats), bot, block, turn) for turn in range(int(seats))]), flush=True)
        block += int(step)


def places(game: str, seats: int, bot: str, block: int, turn: int) -> list[int]:
    """Play one game on the deal with the number `block`. Return a list with the final place of each seat.

    `turn` is the number of the rotation of seats. As one bot has all seats, it only gives the bot other random numbers.
    """
    deal = Deal(block.to_bytes(32, "big"))
    state = rules(game).new({}, seats, deal)
    chance = named_rng(block.to_bytes(32, "big"), f"{bot} {turn}")
    player = house(bot).player
    while state.to_move != OVER:
        # Asked as over the wire: with a position that is made from the seat's view.
        seen = state.rules.from_view(state.view(state.to_move), chance)
        state.play(player.choose(seen, Rng(chance.word())))
    return state.placements()


if __name__ == "__main__":
    main()
