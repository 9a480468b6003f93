"""`arena perft`: how many ways there are to go on, so that two engines can be compared by a few numbers."""

import argparse
import time

from arena.commands.files import read_text
from arena.commands.parsing import Commands, add_game, add_json, command, counting, game_and_options
from arena.commands.terminal import note, say, say_json, table
from arena.errors import UsageError
from arena.games.chance import Deal
from arena.games.game import State


def add(commands: Commands) -> None:
    """The arguments of `arena perft`."""
    parser = command(
        commands,
        "perft",
        run,
        about="Count the ways a game can go on: all sequences of so many decisions, from a seed or a position. "
        "Decisions with one option are no decisions; a game that ends earlier is not counted.",
        examples=[
            "arena perft --game cacao --depth 2 --seed 1",
            "arena perft --depth 3 --seats 4 --option auto_resolve=off",
            "arena perft --depth 2 --position position.json",
        ],
    )
    parser.add_argument("--depth", type=counting(1), required=True, metavar="N", help="how many decisions")
    add_game(parser)
    parser.add_argument("--seats", type=counting(1), metavar="N", help="how many play (default: the fewest that can)")
    parser.add_argument("--seed", metavar="TEXT", help="what the stacks are ordered by (default: 0)")
    parser.add_argument("--position", metavar="FILE", help="start from a position file instead of a seed")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Count depth by depth."""
    state = start(args)
    began = time.monotonic()
    counts = [paths(state, depth) for depth in range(1, args.depth + 1)]
    passed = time.monotonic() - began
    if args.json:
        say_json({"game": state.rules.name, "digest": state.digest(), "paths": counts})
        return 0
    say(table(["depth", "paths"], [[str(depth), str(count)] for depth, count in enumerate(counts, 1)], left=0))
    note(f"{sum(counts) / max(passed, 1e-9):,.0f} paths/s")
    return 0


def start(args: argparse.Namespace) -> State:
    """The position that is asked about."""
    rules, options = game_and_options(args)
    if args.position is None:
        return rules.new(options, args.seats or min(rules.seats), Deal((args.seed or "0").encode()))
    if args.seed is not None or args.seats is not None or args.option:
        raise UsageError("--position says it all: expected no --seed, --seats or --option beside it")
    return rules.from_position(read_text(args.position))


def paths(state: State, depth: int) -> int:
    """How many sequences of so many decisions there are."""
    options = state.options()
    if depth == 1:
        return len(options)
    total = 0
    for option in options:
        after = state.clone()
        after.apply(option)
        total += paths(after, depth - 1)
    return total
