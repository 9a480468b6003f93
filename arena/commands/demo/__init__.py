"""`arena demo`: serve an arena that plays a small real tournament of each game."""

import argparse
from pathlib import Path
from typing import Final

from arena.cli_support.args import Commands, add_json, command, counting
from arena.cli_support.cluster_args import add_workers
from arena.errors import UsageError, how_to_install, nearest
from arena.games import DESCRIPTORS

DATA: Final = Path("arena-demo")
HELD: Final = tuple(name for name, game in DESCRIPTORS.items() if game.demo is not None)

ABOUT: Final = """\
Hold a small tournament of each game: an arena opens on this machine, house bots and example bots connect to it and play
a round robin of each game, and the tables are printed. It takes about a minute. If it is killed and started again, it
goes on, and ends with the same tables. On a terminal the arena then stays open until Ctrl-C, and plays a ladder for ten
minutes.

Deals are fair and the results are rated, so that the site has a ranking. With --seed the deals follow from the seed.
"""


def add(commands: Commands) -> None:
    """Add the command `arena demo` with its arguments to the command line."""
    parser = command(
        commands,
        "demo",
        run,
        about=ABOUT,
        examples=["arena demo", "arena demo --rounds 10", "arena demo --once --json"],
    )
    parser.add_argument(
        "--data", type=Path, default=DATA, metavar="DIR", help="where its data is stored (default: %(default)s)"
    )
    parser.add_argument(
        "--site",
        default="127.0.0.1:0",
        metavar="HOST:PORT",
        help="where its pages are, or none (default: a free port of this machine)",
    )
    parser.add_argument("--game", metavar="GAME", help=f"only this one of {', '.join(HELD)} (default: each)")
    parser.add_argument(
        "--rounds", type=counting(1), default=2, metavar="N", help="deals for each pair (default: %(default)s)"
    )
    parser.add_argument("--seed", metavar="TEXT", help="deals that follow from this seed (default: fair deals)")
    parser.add_argument(
        "--matches", type=counting(1), default=2, metavar="N", help="at once, of each bot (default: %(default)s)"
    )
    parser.add_argument(
        "--once", action="store_true", help="end after the tables, as it always does where stdout is no terminal"
    )
    parser.add_argument(
        "--no-ladder",
        action="store_true",
        help="play nothing after the tables (default: a ladder plays for ten minutes while the arena stays open)",
    )
    add_workers(parser)
    add_json(parser)
    parser.set_defaults(database=None)


def run(args: argparse.Namespace) -> int:
    """Play the demo's tournaments in an arena inside this process. Return the exit code."""
    if args.game not in {None, *HELD}:
        raise UsageError(f"the demo has no tournament of {args.game!r}: {nearest(args.game, HELD)}")
    # The modules of a server are imported when one is started.
    try:
        from arena.commands.demo import demo_cups  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        words = f"a demo needs {missing.name}, which is not installed: {how_to_install('server')}"
        raise UsageError(words) from None
    return demo_cups.run(args)
