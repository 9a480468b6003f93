"""What `arena schedule` does."""

import argparse
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import trio

from arena.cli_support.args import database_of
from arena.cli_support.output import note, say, say_json, table
from arena.commands.organiser_client import dialled
from arena.commands.tournament.remote_tournaments import pages, seconds_of
from arena.commands.tournament.tournament_actions import checked, read_file
from arena.errors import UsageError
from arena.host.inside import folder_of
from arena.protocol.v1 import organiser_pb2 as pb
from arena.server.organiser.tournament_calls import MISSED, OVERLAP
from arena.store.db.database import Database
from arena.store.db.lock import alone
from arena.store.repos.stored_schedules import StoredSchedules
from arena.tournament.planned import Planned, planned
from arena_sdk.remote.messages import word

T = TypeVar("T")

COLUMNS: Final = ("id", "name", "cron", "timezone", "missed", "overlap", "next")

Values = dict[str, Any]  # of a schedule


def at_home(args: argparse.Namespace, work: Callable[[StoredSchedules], Awaitable[T]], *, create: bool = False) -> T:
    """Do something with the schedules in the database on this machine; one that an arena runs on is asked instead."""
    if create and args.database is None:
        folder_of(args.data)
    database = Database(database_of(args), create=create)
    try:
        with alone(database):
            return trio.run(work, StoredSchedules(database))
    finally:
        database.close()


def values_of(schedule: Planned) -> Values:
    """A schedule, in plain values."""
    when = schedule.when
    return {
        "id": schedule.id,
        "name": schedule.name,
        "cron": when.cron,
        "timezone": when.timezone,
        "missed": when.missed,
        "overlap": when.overlap,
        "next": schedule.next.timestamp(),
    }


def values_from(message: Any) -> Values:
    """The same of a schedule of a served arena."""
    return {
        "id": message.id,
        "name": message.name,
        "cron": message.cron,
        "timezone": message.time_zone,
        "missed": word(pb.MissedRuns, "MISSED_RUNS_", message.missed_runs),
        "overlap": word(pb.Overlap, "OVERLAP_", message.overlap),
        "next": seconds_of(message.next_time),
    }


def told(rows: Sequence[Values], args: argparse.Namespace) -> int:
    """Print schedules."""
    if args.json:
        say_json(list(rows))
        return 0
    lines = [[*(row[key] for key in COLUMNS[:-1]), moment(row["next"])] for row in rows]
    say(table(COLUMNS, lines, left=len(COLUMNS)))
    return 0


def moment(seconds: float) -> str:
    """A time, to the minute."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def run_add(args: argparse.Namespace) -> int:
    """Make one."""
    file = read_file(args.file)
    if args.arena is not None:
        request = pb.CreateScheduleRequest(
            file=file,
            cron=args.cron,
            time_zone=args.tz,
            missed_runs=MISSED[args.missed] if args.missed else pb.MISSED_RUNS_UNSPECIFIED,
            overlap=OVERLAP[args.overlap] if args.overlap else pb.OVERLAP_UNSPECIFIED,
        )
        return told([values_from(dialled(args).call("CreateSchedule", request).schedule)], args)
    checked(file, args.file)
    made = planned(file, time.time(), cron=args.cron, zone=args.tz, missed=args.missed, overlap=args.overlap)
    at_home(args, lambda keeper: keeper.add(made), create=True)
    return told([values_of(made)], args)


def run_list(args: argparse.Namespace) -> int:
    """Print all."""
    if args.arena is not None:
        found = pages(args, "ListSchedules", pb.ListSchedulesRequest, "schedules")
        return told([values_from(each) for each in found], args)
    database = Database(database_of(args), create=False)
    try:
        kept = trio.run(StoredSchedules(database).schedules)
    finally:
        database.close()
    return told([values_of(each) for each in kept], args)


def run_remove(args: argparse.Namespace) -> int:
    """End one."""
    if args.arena is not None:
        request = pb.DeleteScheduleRequest(id=args.schedule, reason=args.reason)
        return told([values_from(dialled(args).call("DeleteSchedule", request).schedule)], args)

    async def work(keeper: StoredSchedules) -> Planned:
        found = await keeper.schedule(args.schedule)
        await keeper.remove(found.id)
        return found

    return told([values_of(at_home(args, work))], args)


def run_now(args: argparse.Namespace) -> int:
    """Begin a run."""
    if args.arena is None:
        raise UsageError("only a served arena begins runs: expected --arena HOST:PORT, or arena tournament run FILE")
    begun = dialled(args).call("RunSchedule", pb.RunScheduleRequest(id=args.schedule)).tournament
    if args.json:
        say_json({"id": begun.id, "name": begun.name})
    else:
        say(begun.id)
        show = f"arena tournament show {begun.id} --arena {args.arena}"
        note(f"{begun.name} has begun; `{show}` says how it stands")
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "add": run_add,
    "list": run_list,
    "remove": run_remove,
    "run-now": run_now,
}
