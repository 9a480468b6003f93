"""Helpers for commands that have actions, such as `list` in `arena bot list`, and that work on one arena."""

import argparse
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from arena.cli_support.args import DATA, Commands, add_database, add_json, add_remote, command
from arena.errors import UsageError
from arena.texts import clean


def add_reason(parser: argparse.ArgumentParser) -> None:
    """Add the option `--reason` to a parser: it says why the user does something, and the arena stores it."""
    parser.add_argument("--reason", default="", metavar="TEXT", help="why, for the audit line")


def add_yes(parser: argparse.ArgumentParser) -> None:
    """Add the option `--yes` to a parser: with it, a command does not ask for confirmation."""
    parser.add_argument("--yes", action="store_true", help="do not ask whether it is meant")


def confirm(loss: str, args: argparse.Namespace) -> None:
    """Print what the user would lose, the text `loss`, and ask for a confirmation. Do nothing if `--yes` is given.

    Raise UsageError if the user refuses, or if stdin is no terminal.
    """
    if args.yes:
        return
    if not sys.stdin.isatty():
        raise UsageError(f"{loss}: expected --yes, because no terminal can be asked")
    sys.stderr.write(f"{clean(loss)}. Is that meant? [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().casefold() not in {"y", "yes"}:
        raise UsageError("nothing was changed")


def confirm_on_terminal(loss: str, args: argparse.Namespace) -> None:
    """Ask for a confirmation like `confirm`, but only on a terminal: a script goes on without `--yes`."""
    if sys.stdin.isatty():
        confirm(loss, args)


def add_action(
    actions: Any, run: Callable[[argparse.Namespace], int], name: str, about: str, *, kept: bool = True
) -> argparse.ArgumentParser:
    """Add an action, such as `list`, to a command, and return its parser.

    With `kept`, add the arguments that say which arena it works on.
    """
    parser: argparse.ArgumentParser = actions.add_parser(name, help=about, description=about, allow_abbrev=False)
    parser.set_defaults(run=run, action=name)
    if kept:
        add_place(parser)
    add_json(parser)
    return parser


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], about: str, examples: Sequence[str]
) -> argparse.ArgumentParser:
    """Add a command without actions, with the options that say on which arena it works. Return its parser."""
    parser = command(commands, name, run, about=about, examples=examples)
    add_place(parser)
    add_json(parser)
    return parser


def in_same_arena(words: Sequence[str], args: argparse.Namespace) -> str:
    """Return the command `words` as text, with options that make it work on the same arena as the running command."""
    options: list[str] = []
    if args.arena is not None:
        options += ["--arena", args.arena]
        options += ["--token-file", str(args.token_file)] if args.token_file else []
        options += ["--ca", str(args.ca)] if args.ca else []
        options += [f"--{name}" for name in ("tls", "plaintext") if getattr(args, name)]
    elif args.database is not None:
        options += ["--database", str(args.database)]
    elif args.data != DATA:
        options += ["--data", str(args.data)]
    return shlex.join([*words, *options])


def add_place(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say on which arena a command works: `--data`, `--database` or `--arena`."""
    parser.add_argument("--data", type=Path, default=DATA, metavar="DIR", help="the folder (default: %(default)s)")
    add_database(parser)
    add_remote(parser, required=False)
