"""`arena bot`: the bots of an arena and their tokens; at a served arena, or in the folder of one on this machine."""

import argparse
from functools import partial
from pathlib import Path
from typing import Final

from arena.cli_support.actions import add_action
from arena.cli_support.args import Commands

ABOUT: Final = """\
Register a bot, list bots and tokens, revoke a token; list the bots that were part of faults of the arena. With --arena
the served arena is asked, with a token; without it the database of an arena on this machine is used, whether that runs
or not.
"""


def add(commands: Commands) -> None:
    """The arguments of `arena bot`."""
    parser = commands.add_parser(
        "bot",
        help="register a bot, list bots and tokens, revoke a token, list faults",
        description=ABOUT,
        epilog="examples:\n  arena bot register my_bot --author me --token-out my_bot.token\n  arena bot list\n"
        "  arena bot revoke 3f9a21c07be4 --reason 'it was in a screenshot'",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    action = partial(add_action, parser.add_subparsers(metavar="ACTION", required=True), run)
    register = action("register", "make a bot; its token is shown now and never again")
    register.add_argument("name", metavar="NAME", help="2 to 32 letters, digits, '_', '.' and '-'")
    register.add_argument("--author", default="", metavar="TEXT", help="who makes it")
    register.add_argument("--description", default="", metavar="TEXT", help="one line about it")
    register.add_argument("--invite", default="", metavar="CODE", help="an invite's code instead of a token")
    register.add_argument(
        "--token-out",
        type=Path,
        metavar="FILE",
        help="write the token into this new file, which its owner alone can read",
    )
    listing = action("list", "all bots with their versions and tokens; never a secret")
    listing.add_argument("name", nargs="?", default="", metavar="NAME", help="only this one")
    action("faults", "the bots whose matches were adjourned or void by a fault of the arena, and their standing then")
    revoke = action("revoke", "make a token worthless at once: its bot leaves")
    revoke.add_argument("token", metavar="ID", help="the token's id, as `arena bot list` shows it")
    revoke.add_argument("--reason", default="", metavar="TEXT", help="why, for the audit line")


def run(args: argparse.Namespace) -> int:
    """Do it, in the folder or at the served arena."""
    # The server part and gRPC are imported when they are used.
    from arena.commands.bot import bot_actions  # noqa: PLC0415

    return bot_actions.ACTIONS[args.action](args)
