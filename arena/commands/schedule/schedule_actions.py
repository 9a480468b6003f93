"""The actions of `arena schedule`: add, list and remove schedules, and start a scheduled tournament now."""

import argparse
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from arena.cli_support.actions import in_same_arena
from arena.cli_support.output import note, say, say_json, table
from arena.cli_support.progress_bar import Values
from arena.commands.organiser_client import ScheduleOrder, organiser_of
from arena.commands.tournament.tournament_actions import read_file

COLUMNS: Final = ("id", "name", "cron", "timezone", "missed", "overlap", "next")


def told(rows: Sequence[Values], args: argparse.Namespace) -> int:
    """Print schedules as a table, or as JSON with `--json`."""
    if args.json:
        say_json(list(rows))
        return 0
    lines = [[*(row[key] for key in COLUMNS[:-1]), moment(row["next"])] for row in rows]
    say(table(COLUMNS, lines, left=len(COLUMNS)))
    return 0


def moment(seconds: float) -> str:
    """Return a time, given in seconds since 1970, as text in UTC to the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def run_add(args: argparse.Namespace) -> int:
    """Make a schedule for the regulations in a file, and print it."""
    order = ScheduleOrder(read_file(args.file), args.file, args.cron, args.tz, args.missed, args.overlap)
    return told([organiser_of(args).add_schedule(order)], args)


def run_list(args: argparse.Namespace) -> int:
    """Print all schedules."""
    return told(organiser_of(args).schedules(), args)


def run_remove(args: argparse.Namespace) -> int:
    """Remove a schedule."""
    removed = organiser_of(args).remove_schedule(args.schedule, args.reason)
    if args.json:
        return told([removed], args)
    say(f"{removed['name']} is removed: it begins no more runs, and what it has begun goes on")
    return 0


def run_now(args: argparse.Namespace) -> int:
    """Start the tournament of a schedule now."""
    begun = organiser_of(args).run_schedule(args.schedule)
    if args.json:
        say_json({"id": begun["id"], "name": begun["name"]})
    else:
        say(begun["id"])
        show = in_same_arena(["arena", "tournament", "show", begun["id"]], args)
        note(f"{begun['name']} has begun; `{show}` shows its state")
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "add": run_add,
    "list": run_list,
    "remove": run_remove,
    "run-now": run_now,
}
