"""`arena schedule`: tournaments that an arena starts by itself at set times."""

import argparse
from functools import partial
from pathlib import Path

from arena.cli_support.actions import add_action
from arena.cli_support.args import Commands

ABOUT = """\
Have a tournament played again and again. When, stands in its regulations ([schedule]) or here; each run has the name of
the tournament and a number. A served arena begins them; with --arena it is asked over the wire. Without it the database
of an arena on this machine is changed, as long as no arena runs on it.
"""


def add(commands: Commands) -> None:
    """Add the command `arena schedule` with its arguments to the command line."""
    parser = commands.add_parser(
        "schedule",
        help="have a tournament played again and again",
        description=ABOUT,
        epilog="examples:\n"
        "  arena schedule add cup.toml --cron '0 18 * * 5' --tz Europe/Madrid\n"
        "  arena schedule list\n"
        "  arena schedule run-now 'Summer cup' --arena 127.0.0.1:7420 --token-file arena-data/organiser.token\n"
        "  arena schedule remove 'Summer cup'",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    action = partial(add_action, parser.add_subparsers(metavar="ACTION", required=True), run)
    new = action("add", "have a tournament played at these times from now on")
    new.add_argument("file", type=Path, metavar="FILE", help="the regulations")
    new.add_argument("--cron", default="", metavar="FIELDS", help="minute hour day month weekday, as '0 18 * * 5'")
    new.add_argument("--tz", default="", metavar="ZONE", help="their time zone, as Europe/Madrid (default: UTC)")
    new.add_argument(
        "--missed",
        choices=["skip", "once", "all"],
        help="runs that came due while the arena was down are left out, made up for once, or all (default: skip)",
    )
    new.add_argument(
        "--overlap",
        choices=["queue", "skip"],
        help="a run that is due while the one before is still played waits, or is left out (default: queue)",
    )
    action("list", "all schedules, and when each runs next")
    remove = action("remove", "end a schedule; what it has begun goes on")
    remove.add_argument("schedule", metavar="SCHEDULE", help="its name, or its id")
    remove.add_argument("--reason", default="", metavar="TEXT", help="why, for the audit line")
    now = action("run-now", "begin a run besides those that come due; only a served arena can")
    now.add_argument("schedule", metavar="SCHEDULE", help="its name, or its id")


def run(args: argparse.Namespace) -> int:
    """Run the action of `arena schedule` that the arguments name."""
    # What a server needs is imported when it is used.
    from arena.commands.schedule import schedule_actions  # noqa: PLC0415

    return schedule_actions.ACTIONS[args.action](args)
