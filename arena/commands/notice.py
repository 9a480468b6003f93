"""`arena notice`: send a line of text to the authors of connected bots."""

import argparse
from typing import Final

from arena.cli_support.actions import add_command
from arena.cli_support.args import Commands
from arena.cli_support.output import say, say_json
from arena.commands.organiser_client import organiser_of

ABOUT: Final = "Send a line to the bots that attend a served arena: their authors read it where the bots run."


def add(commands: Commands) -> None:
    """Add the command `arena notice` with its arguments to the command line."""
    examples = ["arena notice 'the cup begins at 18:00 UTC' --arena 127.0.0.1:7420 --token-file organiser.token"]
    parser = add_command(commands, "notice", run, ABOUT, examples)
    parser.add_argument("text", metavar="TEXT", help="one line of at most 200 characters")
    parser.add_argument("--bot", default="", metavar="NAME", help="only to this bot")


def run(args: argparse.Namespace) -> int:
    """Send a notice to a bot or to all bots. Print how many connections got it."""
    streams = organiser_of(args).notice(args.bot, args.text)
    if args.json:
        say_json({"streams": streams})
    else:
        say(f"sent to {streams} streams")
    return 0
