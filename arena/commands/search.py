"""`arena search`: print the value that the tree search gives to every option of a position."""

import argparse
import time
from typing import Any, Final

from arena.bots import Mcts, Node, Search
from arena.cli_support.args import Commands, add_json, command, counting
from arena.cli_support.output import note, say, say_json, table
from arena.commands.show import read_scene
from arena.errors import UsageError
from arena.games.chance import named_rng
from arena.games.game import State
from arena.games.steps import OVER

SIMULATIONS: Final = 2000
ERRORS: Final = 1.96  # standard errors in a 95 % interval, at each side


def add(commands: Commands) -> None:
    """Add the command `arena search` with its arguments to the command line."""
    parser = command(
        commands,
        "search",
        run,
        about="Search a position as the mcts bots do, and print how often each option was tried and what it brought, "
        "with a 95 %% interval. "
        "The seat to move searches: what it cannot see is made up, whatever the position says.",
        examples=[
            "arena search --from position.json",
            "arena search --from match.jsonl --at 12 --sims 20000",
            "arena search --from position.json --seed 7 --json",
        ],
    )
    parser.add_argument(
        "--from", required=True, dest="file", metavar="FILE", help="a record (.jsonl), or a position or setup as JSON"
    )
    parser.add_argument("--at", type=counting(0), metavar="N", help="after N answers of a record (default: at the end)")
    parser.add_argument("--game", metavar="GAME", help="refuse a position of another game")
    parser.add_argument(
        "--sims", type=counting(1), default=SIMULATIONS, metavar="N", help="simulations (default: %(default)s)"
    )
    parser.add_argument("--seed", default="0", metavar="TEXT", help="another search (default: %(default)s)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Search a position, and print the value of each option; the option with the most simulations comes first."""
    state = start(args)
    began = time.monotonic()
    search = searched(state, args.sims, args.seed)
    note(f"{args.sims / max(time.monotonic() - began, 1e-9):,.0f} simulations/s")
    found = sorted(search.found(), key=lambda node: (-node.visits, -node.value()))
    if args.json:
        say_json(as_values(state, search, found))
    else:
        say(as_table(state, search, found))
    return 0


def start(args: argparse.Namespace) -> State:
    """Return the position to search, from the file that the command line names.

    Raise UsageError if the game is over there.
    """
    state = read_scene(args).state
    if args.game not in {None, state.rules.name}:
        raise UsageError(f"{args.file} is a position of {state.rules.name}: expected one of {args.game}")
    if state.to_move == OVER:
        raise UsageError(f"{args.file}: the game is over there: expected a position in which a seat has a choice")
    return state


def searched(state: State, simulations: int, seed: str) -> Search:
    """Search a position with this number of simulations, and return the search tree.

    The search does not use hidden information: it guesses at random what the seat to move cannot see.
    """
    seen = state.rules.from_view(state.view(state.to_move), named_rng(seed.encode(), "state"))
    search = Mcts().search(seen, named_rng(seed.encode(), "search"))
    search.grow(simulations)
    return search


def interval(node: Node) -> float:
    """Return half the width of the 95 % interval of an option's value."""
    return ERRORS * node.error()


def as_table(state: State, search: Search, found: list[Node]) -> str:
    """Return the result of a search as text: a line about the search, then a row for every option."""
    head = ["option", "visits", "share", "value"]
    rows = [
        [
            state.rules.spell(state, node.option),
            str(node.visits),
            f"{node.visits / search.simulations:.1%}",
            f"{node.value():+.3f} ± {interval(node):.3f}" if node.visits else "-",
        ]
        for node in found
    ]
    return f"{state.rules.name}: seat {search.seat} to choose, {search.simulations} simulations\n{table(head, rows)}"


def as_values(state: State, search: Search, found: list[Node]) -> dict[str, Any]:
    """Return the result of a search as a dict for JSON: the best option, and the visits and value of each option."""
    return {
        "game": state.rules.name,
        "digest": state.digest(),
        "seat": search.seat,
        "simulations": search.simulations,
        "best": state.rules.spell(state, search.best()),
        "options": [
            {
                "option": state.rules.spell(state, node.option),
                "visits": node.visits,
                "value": node.value() if node.visits else None,
                "interval": interval(node) if node.visits else None,
            }
            for node in found
        ],
    }
