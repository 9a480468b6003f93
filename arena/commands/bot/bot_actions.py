"""The actions of `arena bot`: they read and change accounts, in the database or through a served arena."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from arena.cli_support.actions import confirm, confirm_on_terminal, in_same_arena
from arena.cli_support.files import secret_file
from arena.cli_support.output import day, note, say, say_json, table
from arena.cli_support.progress_bar import Values
from arena.commands.organiser_client import Registered, organiser_of
from arena.errors import UsageError


def run_register(args: argparse.Namespace) -> int:
    """Register a bot. Write its secret to the file `--token-out`, or print the secret on stdout without that option."""
    if args.token_out is not None:
        return register_into(args, args.token_out)
    name, token, secret = registered(args)
    if args.json:
        say_json({"bot": name, "token": token, "secret": secret})
        return 0
    say(secret)
    where = "above" if sys.stdout.isatty() else "on stdout"
    note(f"{name} is registered. Its token ({token}) is {where}: it is shown now and never again.")
    note("To play, start its program with --arena HOST:PORT, and with the token in the variable ARENA_TOKEN.")
    return 0


def registered(args: argparse.Namespace) -> Registered:
    """Register the bot that the arguments describe. Return the bot's name, its token's id and the secret."""
    return organiser_of(args).register(args.name, args.author, args.description, args.invite)


def register_into(args: argparse.Namespace, file: Path) -> int:
    """Register a bot, write its secret to the new file `file`, and print where the secret is. Return exit code 0."""
    with secret_file(file) as write:
        name, token, secret = registered(args)
        write(secret)
    if args.json:
        say_json({"bot": name, "token": token, "file": str(file)})
    note(f"{name} is registered. Its token ({token}) is in {file}, which its owner alone can read.")
    note(f"To play, start its program with --arena HOST:PORT --token-file {file}")
    return 0


def run_list(args: argparse.Namespace) -> int:
    """Print a table of bots with their tokens, or the same values as JSON."""
    organiser = organiser_of(args)
    online = organiser.online()
    rows = [row | {"online": None if online is None else online[row["name"]]} for row in organiser.bots(args.name)]
    if args.json:
        say_json(rows)
        return 0
    head = ["bot", "state", "online", "author", "versions", "admission", "token", "made", "revoked"]
    say(table(head, [cells(row, token) for row in rows for token in row["tokens"] or [None]], left=len(head)))
    return 0


def cells(row: dict[str, Any], token: dict[str, Any] | None) -> Sequence[str]:
    """Return the cells of a table row for a bot and one of its tokens; `token` is None for a bot without tokens."""
    of_token = ["-", "", ""] if token is None else [token["id"], day(token["made"]), day(token["revoked"])]
    online = "-" if row["online"] is None else str(row["online"] or "no")
    versions = ", ".join(row["versions"])
    return [row["name"], row["state"], online, row["author"], versions, admission(row), *of_token]


def admission(row: Values) -> str:
    """Return the admission of a bot's newest version in words; `-` for a bot that has no version yet."""
    # The table, the log and the site call a refused version "not admitted".
    return {None: "-", "refused": "not admitted"}.get(row["admission"], str(row["admission"]))


def run_revoke(args: argparse.Namespace) -> int:
    """Revoke a token, and all tokens and invites that were made with it."""
    # This action was there before `--yes`: scripts that call it without `--yes` go on.
    confirm_on_terminal(f"whatever uses the token {args.token} ends", args)
    organiser_of(args).revoke(args.token, args.reason)
    if args.json:
        say_json({"revoked": args.token})
    else:
        say(f"the token {args.token} is revoked")
    return 0


def run_faults(args: argparse.Namespace) -> int:
    """Print, as a table or as JSON, how many faults of the arena interrupted matches, with one row for each bot."""
    rows = organiser_of(args).faults()
    if args.json:
        say_json(rows)
        return 0
    head = ["bot", "matches", "adjourned", "void", "behind", "ahead", "absent"]
    say(table(head, [[str(row[name]) for name in head] for row in rows], left=1))
    return 0


def run_rename(args: argparse.Namespace) -> int:
    """Change the name of a bot."""
    bot = organiser_of(args).rename_bot(args.name, args.new_name, args.reason)
    return told(bot, f"{args.name} is called {bot['name']} now", args)


def run_suspend(args: argparse.Namespace) -> int:
    """Suspend a bot: until an organiser reinstates it, it cannot connect. The bot loses its running matches."""
    confirm(f"{args.name} loses the matches that it plays now", args)
    bot = organiser_of(args).set_bot_state(args.name, "suspended", args.reason)
    reinstate = in_same_arena(["arena", "bot", "reinstate", bot["name"]], args)
    return told(bot, f"{bot['name']} is suspended until `{reinstate}`", args)


def run_reinstate(args: argparse.Namespace) -> int:
    """Allow a suspended bot to connect to the arena again."""
    bot = organiser_of(args).set_bot_state(args.name, "active", args.reason)
    return told(bot, f"{bot['name']} may attend again", args)


def run_delete(args: argparse.Namespace) -> int:
    """Delete a bot: its name, author and tokens are removed, and its results stay under another name."""
    confirm(f"{args.name} loses its name, its author, its tokens and its running matches for good", args)
    bot = organiser_of(args).set_bot_state(args.name, "deleted", args.reason)
    return told(bot, f"{args.name} is deleted; its results are those of {bot['name']}", args)


def run_withdraw(args: argparse.Namespace) -> int:
    """Withdraw a version of a bot, so that bots of this version can never connect to the arena again."""
    name, _, version = args.name.partition("@")
    if not version:
        raise UsageError(f"{args.name}: expected NAME@VERSION")
    confirm(f"version {version} of {name} can never attend again", args)
    organiser_of(args).withdraw_version(name, version, args.reason)
    return told({"bot": name, "withdrawn": version}, f"version {version} of {name} is withdrawn", args)


def told(values: Values, words: str, args: argparse.Namespace) -> int:
    """Print the result of an action: the JSON of `values` with `--json`, the text `words` without it."""
    if args.json:
        say_json({key: value for key, value in values.items() if key != "tokens"})
    else:
        say(words)
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "register": run_register,
    "list": run_list,
    "faults": run_faults,
    "revoke": run_revoke,
    "rename": run_rename,
    "suspend": run_suspend,
    "reinstate": run_reinstate,
    "delete": run_delete,
    "withdraw": run_withdraw,
}
