"""`arena tensors`: for machine learning, print what the numbers of actions and the columns of observations mean."""

import argparse
from collections.abc import Iterator, Sequence

from arena.cli_support.args import Commands, add_json, command, counting
from arena.cli_support.output import note, say, say_json
from arena.games import USUAL_GAME
from arena.games import rules as rules_of
from arena.games.tensors import ActionSpace, ObservationSpace


def add(commands: Commands) -> None:
    """Add the command `arena tensors` with its arguments to the command line."""
    parser = command(
        commands,
        "tensors",
        run,
        about="Print what a learner needs to know of a game: the name of every action's index and of every column of "
        "an observation, with their parts, shapes and versions. docs/learning.md explains both.",
        examples=[
            "arena tensors --game teotihuacan",
            "arena tensors --game cacao --seats 4 --sizes",
            "arena tensors --game cacao --json",
        ],
    )
    parser.add_argument("--game", metavar="GAME", help=f"which game (default: {USUAL_GAME}; alone only its sizes)")
    parser.add_argument("--seats", type=counting(1), metavar="N", help="for how many seats (default: the fewest)")
    parser.add_argument("--sizes", action="store_true", help="print versions, parts and shapes without every name")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print what the numbers of a game's actions mean, and what the columns of its observations mean."""
    rules = rules_of(args.game or USUAL_GAME)
    seats = rules.seat_count(args.seats)
    actions: ActionSpace = rules.action_space(seats)
    observation: ObservationSpace = rules.observation_space(seats)
    if args.json:
        say_json(as_values(actions, observation, args.sizes))
        return 0
    # Thousands of names are of use only to a reader that named the game.
    is_summary = args.game is None and args.seats is None
    say("\n".join(lines(actions, observation, args.sizes or is_summary)))
    if is_summary and not args.sizes:
        note(f"`arena tensors --game {USUAL_GAME}` prints the name of every index and column")
    return 0


def lines(actions: ActionSpace, observation: ObservationSpace, sizes: bool) -> Iterator[str]:
    """Yield lines of text: what each number of an action means, and what each column of an observation means.

    With `sizes`, yield only one line for each group of actions or of columns, with its size.
    """
    yield f"{actions.game}, {actions.seats} seats"
    yield f"actions, version {actions.version}: {actions.size} indices, a mask of {actions.mask_bytes} bytes"
    names = actions.names()
    for part in actions.parts:
        yield f"  {part.name}: {part.size} from {part.first}"
        if not sizes:
            yield from numbered(names, part.first, part.size)
    yield f"observation, version {observation.version}: {observation.size} columns"
    for block in observation.blocks:
        yield f"  {block.name}: {' x '.join(map(str, block.shape))} from {block.first}"
        if not sizes:
            yield from numbered(observation.names, block.first, block.size)


def numbered(names: Sequence[str], first: int, size: int) -> Iterator[str]:
    """Yield a line of text for each of `size` names, from the name at index `first` on: its index and the name."""
    for number in range(first, first + size):
        yield f"    {number:>5}  {names[number]}"


def as_values(actions: ActionSpace, observation: ObservationSpace, sizes: bool) -> dict[str, object]:
    """Return the meaning of the numbers of actions and of the columns of observations, as a dict for JSON."""
    named: dict[str, object] = {} if sizes else {"names": actions.names()}
    columns: dict[str, object] = {} if sizes else {"names": observation.names, "scales": observation.scales}
    return {
        "game": actions.game,
        "seats": actions.seats,
        "actions": {
            "version": actions.version,
            "size": actions.size,
            "mask_bytes": actions.mask_bytes,
            "parts": [{"name": part.name, "first": part.first, "size": part.size} for part in actions.parts],
            **named,
        },
        "observation": {
            "version": observation.version,
            "size": observation.size,
            "blocks": [
                {"name": block.name, "first": block.first, "shape": block.shape} for block in observation.blocks
            ],
            **columns,
        },
    }
