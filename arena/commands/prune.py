"""`arena prune`: delete stored data, such as journals and analyses, that has reached its age limit."""

import argparse
import time
from typing import TYPE_CHECKING, Final

from arena.cli_support.args import Commands, add_json, command
from arena.cli_support.output import say, say_json, table
from arena.commands.storage import of_database, opened

if TYPE_CHECKING:  # the database is imported only when it is used
    from collections.abc import Mapping

ABOUT: Final = """\
Delete what is older than it is stored: journals of matches that are over (7 days), faults (365), revoked tokens and
ended invites (365), copies beside the SQLite file (90). Analyses and the audit are stored always, unless --keep
names a time.
Matches, records with their notes, ratings, tournaments and accounts are never deleted. The log goes to stderr, and is
stored by what starts the arena. The arena may run.
"""


def add(commands: Commands) -> None:
    """Add the command `arena prune` with its arguments to the command line."""
    parser = command(
        commands,
        "prune",
        run,
        about=ABOUT,
        examples=["arena prune --dry-run", "arena prune --keep faults=30 --keep copies=always"],
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="KIND=DAYS",
        help="days for journals, faults, tokens, copies, analyses or audit, or `always`; may be given several times",
    )
    parser.add_argument("--dry-run", action="store_true", help="count what would be deleted, and delete nothing")
    of_database(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Delete old data, and print how much was deleted."""
    from arena.store.prune import prune, read_keep  # noqa: PLC0415 -- only when it is used

    kept = read_keep(args.keep)
    database = opened(args, create=False)
    try:
        counts = prune(database, kept, time.time(), deletes=not args.dry_run)
    finally:
        database.close()
    if args.json:
        say_json({"deleted": not args.dry_run, "counts": counts})
    else:
        say(shown(kept, counts, done="would be deleted" if args.dry_run else "deleted"))
    return 0


def shown(kept: "Mapping[str, int | None]", counts: "Mapping[str, int]", *, done: str) -> str:
    """Return a text table, one row for each kind of stored data: its age limit, and how many items have reached it."""
    rows = [
        [name, "always" if days is None else f"{days} days", str(counts.get(name, 0))] for name, days in kept.items()
    ]
    return table(["kind", "stored", done], rows, left=2)
