"""`arena invite`: the codes that authors need to register bots."""

import argparse
import sys
import time
from functools import partial
from typing import Final

from arena.cli_support.actions import add_action, add_reason, add_yes, confirm
from arena.cli_support.args import Commands, counting
from arena.cli_support.output import day, note, say, say_json, table
from arena.commands.organiser_client import organiser_of

ABOUT: Final = """\
Make, list and revoke invites. An author registers a bot with `arena bot register NAME --invite CODE --arena HOST:PORT`.
With --arena the served arena is asked; without it the database of an arena on this machine is used.
"""
COLUMNS: Final = ("id", "label", "uses", "expires", "revoked")
DAY: Final = 86_400  # seconds


def add(commands: Commands) -> None:
    """Add the command `arena invite` with its arguments to the command line."""
    parser = commands.add_parser(
        "invite",
        help="make, list and revoke codes with which authors register bots",
        description=ABOUT,
        epilog="examples:\n  arena invite create --uses 30 --days 14 --label 'course of 2026'\n  arena invite list\n"
        "  arena invite revoke 3f9a21c07be4 --yes",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    action = partial(add_action, parser.add_subparsers(metavar="ACTION", required=True))
    create = action(run_create, "create", "make an invite; its code is shown now and never again")
    create.add_argument("--uses", type=counting(1), default=1, metavar="N", help="bots (default: %(default)s)")
    create.add_argument("--days", type=counting(1), metavar="N", help="how long it works (default: no end)")
    create.add_argument("--label", default="", metavar="TEXT", help="what it is for")
    action(run_list, "list", "all invites; never a code")
    revoke = action(run_revoke, "revoke", "make an invite worthless at once")
    revoke.add_argument("invite", metavar="ID", help="the invite's id, as `arena invite list` shows it")
    add_reason(revoke)
    add_yes(revoke)


def run_create(args: argparse.Namespace) -> int:
    """Make an invite. Only its code goes to stdout."""
    expires = None if args.days is None else time.time() + args.days * DAY
    invite, code = organiser_of(args).create_invite(args.label, args.uses, expires)
    if args.json:
        say_json(invite | {"code": code})
        return 0
    say(code)
    where = "above" if sys.stdout.isatty() else "on stdout"
    note(f"The code of the invite {invite['id']} is {where}, for {args.uses} bots: it is shown now and never again.")
    return 0


def run_list(args: argparse.Namespace) -> int:
    """Print all invites."""
    rows = organiser_of(args).invites()
    if args.json:
        say_json(rows)
        return 0
    lines = [[row["id"], row["label"], str(row["uses"]), day(row["expires"]), day(row["revoked"])] for row in rows]
    say(table(COLUMNS, lines, left=len(COLUMNS)))
    return 0


def run_revoke(args: argparse.Namespace) -> int:
    """Revoke an invite."""
    confirm(f"the invite {args.invite} registers no bot any more", args)
    invite = organiser_of(args).revoke_invite(args.invite, args.reason)
    if args.json:
        say_json(invite)
    else:
        say(f"the invite {invite['id']} is revoked")
    return 0
