"""`arena perft`: count the possible sequences of decisions.

Two engines with equal counts very likely play by equal rules.
"""

import argparse
import time

from arena.cli_support.args import Commands, add_game, add_json, command, counting, game_and_options
from arena.cli_support.openings import add_opening, given_opening
from arena.cli_support.output import Progress, note, say, say_json, table
from arena.games.chance import Deal
from arena.games.game import State


def add(commands: Commands) -> None:
    """Add the command `arena perft` with its arguments to the command line."""
    parser = command(
        commands,
        "perft",
        run,
        about="Count the ways a game can go on: all sequences of this many decisions, from a seed, position or setup. "
        "Decisions with one option are no decisions; a game that ends earlier is not counted. The speed is that of the "
        "last row, where the last decision of a path is counted and not played.",
        examples=[
            "arena perft --game cacao --depth 2 --seed 1",
            "arena perft --depth 3 --seats 4 --option auto_resolve=off",
            "arena perft --depth 2 --position position.json",
            "arena perft --depth 2 --setup setup.json",
        ],
    )
    parser.add_argument("--depth", type=counting(1), required=True, metavar="N", help="how many decisions")
    add_game(parser)
    parser.add_argument("--seats", type=counting(1), metavar="N", help="how many play (default: the fewest that can)")
    parser.add_argument("--seed", metavar="TEXT", help="what the stacks are ordered by (default: 0)")
    add_opening(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the number of sequences of decisions for each depth."""
    state = start(args)
    counts = [paths(state, depth) for depth in range(1, args.depth)]
    began = time.monotonic()
    counts.append(watched(state, args.depth))
    passed = max(time.monotonic() - began, 1e-9)
    if args.json:
        say_json({"game": state.rules.name, "digest": state.digest(), "paths": counts})
        return 0
    say(table(["depth", "paths"], [[str(depth), str(count)] for depth, count in enumerate(counts, 1)], left=0))
    note(f"{counts[-1]:,} paths in {passed:.3f} s: {counts[-1] / passed:,.0f} paths/s")
    return 0


def start(args: argparse.Namespace) -> State:
    """Return the position from which the command counts: that of `--position` or `--setup`, or the start of a game."""
    opening = given_opening(args, "game", "option", "seats", "seed")
    if opening is not None:
        return opening
    rules, options = game_and_options(args)
    return rules.new(options, args.seats or min(rules.seats), Deal((args.seed or "0").encode()))


def watched(state: State, depth: int) -> int:
    """Return how many sequences of `depth` decisions are possible from a position. Meanwhile, show the progress."""
    options = state.options()
    progress = Progress("perft", len(options))
    total = 0
    for option in options:
        total += paths(after(state, option), depth - 1)
        progress.step(f"{total} paths")
    progress.close()
    return total


def paths(state: State, depth: int) -> int:
    """Return how many different sequences of `depth` decisions are possible from a position."""
    if depth == 0:
        return 1
    options = state.options()
    if depth == 1:
        return len(options)
    return sum(paths(after(state, option), depth - 1) for option in options)


def after(state: State, option: int) -> State:
    """Return a copy of the position in which the seat to move has chosen this option."""
    clone = state.clone()
    clone.apply(option)
    return clone
