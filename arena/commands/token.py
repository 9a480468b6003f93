"""`arena token`: make, list and revoke the tokens of an arena."""

import argparse
import sys
from functools import partial
from typing import Final

from arena.cli_support.actions import add_action, add_reason, add_yes, confirm
from arena.cli_support.args import Commands
from arena.cli_support.output import day, note, say, say_json, table
from arena.commands.organiser_client import organiser_of
from arena.errors import UsageError

ABOUT: Final = """\
Make, list and revoke tokens. A token of the scope bot lets that bot attend, one of the scope organiser may do
everything, one of the scope read may look at everything. With --arena the served arena is asked; without it the
database of an arena on this machine is used.
"""
COLUMNS: Final = ("id", "scope", "bot", "label", "made", "used", "revoked")


def add(commands: Commands) -> None:
    """Add the command `arena token` with its arguments to the command line."""
    parser = commands.add_parser(
        "token",
        help="make, list and revoke tokens",
        description=ABOUT,
        epilog="examples:\n  arena token create --scope read --label 'the club' > reader.token\n  arena token list\n"
        "  arena token revoke 3f9a21c07be4 --reason 'it was in a screenshot' --yes",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    create = add_action(actions, run_create, "create", "make a token; it is shown now and never again")
    create.add_argument("--scope", choices=["bot", "organiser", "read"], default="bot", help="(default: %(default)s)")
    create.add_argument("--bot", default="", metavar="NAME", help="the bot, with the scope bot")
    create.add_argument("--label", default="", metavar="TEXT", help="what it is for")
    action = partial(add_action, actions)
    listing = action(run_list, "list", "all tokens; never a secret")
    listing.add_argument("bot", nargs="?", default="", metavar="BOT", help="only those of this bot")
    revoke = action(run_revoke, "revoke", "make a token worthless at once: streams that use it end")
    revoke.add_argument("token", metavar="ID", help="the token's id, as `arena token list` shows it")
    add_reason(revoke)
    add_yes(revoke)


def run_create(args: argparse.Namespace) -> int:
    """Make a token. Only its secret goes to stdout, so that the secret can be redirected to a file."""
    if args.scope == "bot" and not args.bot:
        raise UsageError("--bot is missing: expected --bot NAME with the scope bot, or another --scope")
    bot, token, secret = organiser_of(args).create_token(args.scope, args.bot, args.label)
    if args.json:
        say_json({"bot": bot, "scope": args.scope, "token": token, "secret": secret})
        return 0
    say(secret)
    where = "above" if sys.stdout.isatty() else "on stdout"
    note(f"The token {token} of the scope {args.scope} is {where}: it is shown now and never again.")
    return 0


def run_list(args: argparse.Namespace) -> int:
    """Print all tokens, or those of one bot."""
    rows = organiser_of(args).tokens(args.bot)
    if args.json:
        say_json(rows)
        return 0
    times = ("made", "used", "revoked")
    lines = [[day(row[name]) if name in times else row[name] for name in COLUMNS] for row in rows]
    say(table(COLUMNS, lines, left=len(COLUMNS)))
    return 0


def run_revoke(args: argparse.Namespace) -> int:
    """Revoke a token, and all tokens and invites that were made with it."""
    confirm(f"whatever uses the token {args.token} ends", args)
    organiser_of(args).revoke(args.token, args.reason)
    if args.json:
        say_json({"revoked": args.token})
    else:
        say(f"the token {args.token} is revoked")
    return 0
