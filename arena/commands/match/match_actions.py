"""The actions of `arena match` on matches that exist: list them, show one, make one void, or change its places."""

import argparse
from collections.abc import Callable, Sequence
from typing import Final

from arena.cli_support.actions import confirm
from arena.cli_support.output import day, say, say_json, table
from arena.cli_support.progress_bar import Values
from arena.commands.organiser_client import organiser_of

COLUMNS: Final = ("match", "game", "seats", "state", "places", "scores", "ended", "ruling")


def run_list(args: argparse.Namespace) -> int:
    """Print the newest matches."""
    rows = organiser_of(args).matches(args.bot, args.state, args.tournament, args.last)
    if args.json:
        say_json(rows)
    else:
        say(as_table(rows))
    return 0


def run_show(args: argparse.Namespace) -> int:
    """Print one match with its state and result."""
    return told(organiser_of(args).match(args.match), args)


def run_void(args: argparse.Namespace) -> int:
    """Make a match void, so that its result does not count, after the user has confirmed it."""
    confirm(f"match {args.match} counts for nothing from now on", args)
    return told(organiser_of(args).void_match(args.match, args.reason, replay=False), args)


def run_replay(args: argparse.Namespace) -> int:
    """Make a match of a tournament void, so that the arena plays it again."""
    confirm(f"match {args.match} counts for nothing from now on, and is played again", args)
    return told(organiser_of(args).void_match(args.match, args.reason, replay=True), args)


def run_adjudicate(args: argparse.Namespace) -> int:
    """Replace the places of a finished match by those in `--places`, after the user has confirmed it."""
    confirm(f"match {args.match} has other places from now on", args)
    return told(organiser_of(args).adjudicate_match(args.match, args.places, args.reason), args)


def told(match: Values, args: argparse.Namespace) -> int:
    """Print a match: as a table with one row, or as JSON with `--json`."""
    if args.json:
        say_json(match)
    else:
        say(as_table([match]))
    return 0


def as_table(rows: Sequence[Values]) -> str:
    """Return a text table with a row for each match."""
    return table(COLUMNS, [cells(row) for row in rows], left=len(COLUMNS))


def cells(row: Values) -> list[str]:
    """Return the texts of a table row that describes a match."""
    return [
        row["match"],
        row["game"],
        ", ".join(row["seats"]),
        row["state"],
        " : ".join(map(str, row["placements"])),
        " : ".join(map(str, row["scores"])),
        day(row["ended"]),
        row["ruling"],
    ]


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "list": run_list,
    "show": run_show,
    "void": run_void,
    "replay": run_replay,
    "adjudicate": run_adjudicate,
}
