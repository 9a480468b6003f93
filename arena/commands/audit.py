"""`arena audit`: list the actions of organisers."""

import argparse
from typing import Final

from arena.cli_support.actions import add_command
from arena.cli_support.args import Commands, counting
from arena.cli_support.output import day, say, say_json, table
from arena.commands.organiser_client import organiser_of

ABOUT: Final = "Print what organisers have done, the newest first: when, with which token, to what, and why."
COLUMNS: Final = ("time", "token", "action", "target", "reason")
LINES: Final = 50


def add(commands: Commands) -> None:
    """Add the command `arena audit` with its arguments to the command line."""
    parser = add_command(commands, "audit", run, ABOUT, ["arena audit", "arena audit my_bot --json"])
    parser.add_argument("target", nargs="?", default="", metavar="TARGET", help="only about this bot, match or token")
    parser.add_argument("--last", type=counting(1), default=LINES, metavar="N", help="lines (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Print the newest actions of organisers, at most `--last` of them."""
    rows = organiser_of(args).audit(args.target)[: args.last]
    if args.json:
        say_json(rows)
        return 0
    lines = [[day(row["time"]), *(row[name] for name in COLUMNS[1:])] for row in rows]
    say(table(COLUMNS, lines, left=len(COLUMNS)))
    return 0
