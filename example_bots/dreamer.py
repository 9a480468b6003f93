"""Dreamer plays every option to the end of the game at random, in one imagined position after another.

After eight random games of each option it drops the worse half of the options, and goes on with the other half. It
stops when a fixed share of its time is used up, so it can play at `st=0.1` (0.1 seconds for each decision) and at
`60+1` (60 seconds for the match, and 1 more for each decision). Because it reads the clock, it cannot repeat a match.

    arena play example_bots/dreamer.py greedy --tc 5+0.1
    python example_bots/dreamer.py --arena HOST:PORT --token-file dreamer.token
"""

import time
from typing import Final

from arena.games.game import playout
from arena_sdk import Bot, Option, Turn, run

SHARE: Final = 0.02  # of the time that is left, for one decision
AT_MOST: Final = 0.2  # seconds
ROUND: Final = 8  # random games for each option, after which the worse half of the options is dropped

Standing = dict[Option, int]  # the sum of leads


class Dreamer(Bot):
    """Takes the option with the best results in random games, which begin at imagined positions."""

    name = "dreamer"

    def choose(self, turn: Turn) -> Option:
        """Return the option with the best results in random games.

        After each round of games the worse half of the options is dropped, until one is left or the time is over.
        """
        until = time.monotonic() + allowance(turn)
        options = list(turn.options)
        while len(options) > 1:
            standing: Standing = dict.fromkeys(options, 0)
            for _ in range(ROUND):
                dream(turn, standing)
                if time.monotonic() > until:
                    return max(options, key=standing.__getitem__)
            options.sort(key=standing.__getitem__, reverse=True)
            del options[(len(options) + 1) // 2 :]
        return options[0]


def allowance(turn: Turn) -> float:
    """Return the number of seconds that the bot may use for a decision."""
    left = [span for span in (turn.clock.left, turn.clock.limit) if span is not None]
    return min(AT_MOST, SHARE * min(left, default=AT_MOST / SHARE))


def dream(turn: Turn, standing: Standing) -> None:
    """Play one random game to its end after each option. All these games begin at the same imagined position.

    `standing` maps each option to a sum of leads. Add the bot's final lead in the option's game to this sum.
    """
    world = turn.state.imagine(turn.seat, turn.rng)
    for option in standing:
        end = world.clone()
        end.apply(option.number)
        playout(end, turn.rng)
        scores = end.scores()
        own = scores.pop(turn.seat)
        standing[option] += own - max(scores)


run(Dreamer)
