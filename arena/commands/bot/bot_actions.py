"""What `arena bot` does: the accounts of an arena, in its database or asked over the wire."""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from arena.cli_support.files import secret_file
from arena.cli_support.output import note, say, say_json, table
from arena.commands.organiser_client import Registered, organiser_of


def run_register(args: argparse.Namespace) -> int:
    """Make a bot; its secret goes into a file, or alone to stdout."""
    if args.token_out is not None:
        return register_into(args, args.token_out)
    name, token, secret = registered(args)
    if args.json:
        say_json({"bot": name, "token": token, "secret": secret})
        return 0
    say(secret)
    where = "above" if sys.stdout.isatty() else "on stdout"
    note(f"{name} is registered. Its token ({token}) is {where}: it is shown now and never again.")
    note("It plays with: ARENA_TOKEN=... python my_bot.py --arena HOST:PORT")
    return 0


def registered(args: argparse.Namespace) -> Registered:
    """Register the bot that the arguments describe."""
    return organiser_of(args).register(args.name, args.author, args.description, args.invite)


def register_into(args: argparse.Namespace, file: Path) -> int:
    """Make a bot and write its secret into a file."""
    with secret_file(file) as write:
        name, token, secret = registered(args)
        write(secret)
    if args.json:
        say_json({"bot": name, "token": token, "file": str(file)})
    note(f"{name} is registered. Its token ({token}) is in {file}, which its owner alone can read.")
    note(f"It plays with: python my_bot.py --arena HOST:PORT --token-file {file}")
    return 0


def run_list(args: argparse.Namespace) -> int:
    """Print bots and tokens."""
    rows = organiser_of(args).bots(args.name)
    if args.json:
        say_json(rows)
        return 0
    head = ["bot", "state", "author", "versions", "token", "made", "revoked"]
    say(table(head, [cells(row, token) for row in rows for token in row["tokens"] or [None]], left=len(head)))
    return 0


def cells(row: dict[str, Any], token: dict[str, Any] | None) -> Sequence[str]:
    """A line of the table."""
    of_token = ["-", "", ""] if token is None else [token["id"], day(token["made"]), day(token["revoked"])]
    return [row["name"], row["state"], row["author"], ", ".join(row["versions"]), *of_token]


def day(seconds: float | None) -> str:
    """A time, to the minute."""
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def run_revoke(args: argparse.Namespace) -> int:
    """Revoke a token."""
    organiser_of(args).revoke(args.token, args.reason)
    if args.json:
        say_json({"revoked": args.token})
    else:
        say(f"the token {args.token} is revoked")
    return 0


def run_faults(args: argparse.Namespace) -> int:
    """Print the bots that were part of faults of the arena."""
    rows = organiser_of(args).faults()
    if args.json:
        say_json(rows)
        return 0
    head = ["bot", "matches", "adjourned", "void", "behind", "ahead", "absent"]
    say(table(head, [[str(row[name]) for name in head] for row in rows], left=1))
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "register": run_register,
    "list": run_list,
    "faults": run_faults,
    "revoke": run_revoke,
}
