"""`arena tournament`: hold tournaments, each defined by a file of regulations, in a served arena or in this process."""

import argparse
from functools import partial
from pathlib import Path
from typing import Final

from arena.cli_support.actions import add_action
from arena.cli_support.args import Commands, counting
from arena.cli_support.cluster_args import add_workers
from arena.games import USUAL_GAME

GRACE: Final = 10.0  # seconds that running matches have when it is interrupted

ABOUT: Final = """\
Hold a tournament. Its regulations are a TOML file, which docs/tournaments.md describes. With --arena a served arena is
asked, and goes on by itself when this command ends. Without it the arena is inside this process: house bots, and bots
in files that are given with --bot, play as child processes, and everything is stored in the data folder. A tournament
that is interrupted in any way, by kill -9 too, is gone on with by `arena tournament resume`.
"""
EXAMPLES: Final = """\
examples:
  arena tournament check cup.toml
  arena tournament run cup.toml
  arena tournament run cup.toml --bot my_bot.py --data cup
  arena tournament resume 'Summer cup'
  arena tournament sprt new_bot.py old_bot.py --elo0 0 --elo1 20
  arena tournament run cup.toml --arena arena.example:7420 --token-file organiser.token
"""


def add(commands: Commands) -> None:
    """Add the command `arena tournament` with its arguments to the command line."""
    parser = commands.add_parser(
        "tournament",
        help="hold a tournament, go on with one, look at one",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    action = partial(add_action, parser.add_subparsers(metavar="ACTION", required=True), run)
    check = action("check", "read the regulations and say in words what they mean; plays nothing", kept=False)
    check.add_argument("file", type=Path, metavar="FILE", help="the regulations")
    start = action("run", "hold a tournament and print its table")
    start.add_argument("file", type=Path, metavar="FILE", help="the regulations")
    start.add_argument("--name", default="", metavar="TEXT", help="its name (default: the one in the file)")
    start.add_argument("--seed", default="", metavar="TEXT", help="fix deals and chance (default: as the file says)")
    add_players(start)
    resume = action("resume", "go on with a tournament that was interrupted or cancelled")
    add_name(resume)
    add_players(resume)
    action("list", "all tournaments and how they stand")
    show = action("show", "how a tournament stands, and its table")
    add_name(show)
    cancel = action("cancel", "begin no further match of a tournament; what is finished stays")
    add_name(cancel)
    cancel.add_argument("--reason", default="", metavar="TEXT", help="why, for the audit line and those concerned")
    cancel.add_argument("--abandon", action="store_true", help="make running matches void at once")
    export = action("export", "everything of a tournament as JSON: regulations, rounds, matches, table")
    add_name(export)
    add_sprt(
        action("sprt", "is A better than B, or than B, C and D? play until that is sure; exit code 4 if it is not")
    )


def add_name(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the tournament."""
    parser.add_argument("tournament", metavar="TOURNAMENT", help="its name, or its id")


def add_players(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for an arena inside this process: bots in files, and the number of parallel matches."""
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="FILE",
        help="let the bot in this file or folder attend, by its name; may be given several times",
    )
    add_pace(parser)


def add_pace(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the number of parallel matches and for their time limit."""
    parser.add_argument(
        "--matches", type=counting(1), default=2, metavar="N", help="at once, of each bot (default: %(default)s)"
    )
    parser.add_argument(
        "--grace",
        type=float,
        default=GRACE,
        metavar="SECONDS",
        help="that running matches have to end after Ctrl-C; a second one does not wait (default: %(default)g)",
    )
    add_workers(parser)


def add_sprt(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `arena tournament sprt` to a parser."""
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="the tested one, then one to three others: house bots, files, or bots of the arena: NAME@VERSION",
    )
    parser.add_argument("--game", default=USUAL_GAME, metavar="GAME", help="which game (default: %(default)s)")
    parser.add_argument("--tc", default="10+0.1", metavar="CLOCK", help="the time control (default: %(default)s)")
    parser.add_argument("--elo0", type=float, default=0.0, metavar="E", help="rejected at this (default: %(default)g)")
    parser.add_argument("--elo1", type=float, default=20.0, metavar="E", help="accepted at this (default: %(default)g)")
    parser.add_argument("--alpha", type=float, default=0.05, metavar="P", help="accepted wrongly (%(default)g)")
    parser.add_argument("--beta", type=float, default=0.05, metavar="P", help="rejected wrongly (%(default)g)")
    parser.add_argument(
        "--blocks", type=counting(1), default=1000, metavar="N", help="at most this many deals (default: %(default)s)"
    )
    parser.add_argument("--name", default="", metavar="TEXT", help="its name (default: made of the bots and the time)")
    parser.add_argument("--seed", default="", metavar="TEXT", help="fix deals and chance")
    add_pace(parser)


def run(args: argparse.Namespace) -> int:
    """Run the action of `arena tournament` that the arguments name."""
    # What a server needs is imported when it is used.
    from arena.commands.tournament import tournament_actions  # noqa: PLC0415

    return tournament_actions.ACTIONS[args.action](args)
