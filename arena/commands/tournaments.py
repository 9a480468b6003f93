"""What `arena tournament` does."""

import argparse
import json
import shlex
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import trio

from arena.bots import HOUSE
from arena.commands.asking import exported_remotely, listed_remotely, one_remotely, values_of, watched_remotely
from arena.commands.remote import dialled
from arena.commands.serve import database_of
from arena.commands.terminal import note, say, say_json, table
from arena.commands.watching import Gauge, Values, standings_table
from arena.commands.within import Guest, Inside, carried_out, inside, until_told
from arena.errors import UsageError
from arena.protocol.v1 import organiser_pb2 as pb
from arena.service.tournaments import check_open
from arena.store.alone import alone
from arena.store.database import Database
from arena.store.tournaments import StoredTournaments
from arena.tournament.course import course_of
from arena.tournament.regulations import Regulations, read
from arena.tournament.status import Status, export, values
from arena.tournament.venue import standing
from arena_sdk.contenders import unused

INTERRUPTED: Final = 130
REJECTED: Final = 4

T = TypeVar("T")


def read_file(path: Path) -> str:
    """What is in a file of regulations."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as reason:
        raise UsageError(f"{path} cannot be read as regulations: {reason.strerror}") from None
    except ValueError:
        raise UsageError(f"{path} cannot be read as regulations: expected a text in UTF-8") from None


def checked(file: str, path: Path) -> Regulations:
    """The regulations that were read from this path, as they can be played from now on."""
    try:
        regulations = read(file)
        regulations.check_start(datetime.now(UTC))
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return regulations


def run_check(args: argparse.Namespace) -> int:
    """Say in words what regulations mean."""
    regulations = checked(read_file(args.file), args.file)
    words = regulations.in_words()
    if args.json:
        say_json({"name": regulations.name, "words": words, "canonical": regulations.written()})
    else:
        say("\n".join([regulations.name, *(f"  {sentence}" for sentence in words)]))
    return 0


# Holding one -------------------------------------------------------------------------------------------------------


def run_start(args: argparse.Namespace) -> int:
    """Hold a tournament."""
    file = read_file(args.file)
    if args.arena is not None:
        request = pb.RunTournamentRequest(file=file, seed=args.seed, name=args.name)
        begun = dialled(args).call("RunTournament", request).tournament
        return ended(watched_remotely(args, begun.id), args)
    checked(file, args.file)
    return hold(args, file, lambda held: held.tournaments.start(file, seed=args.seed, name=args.name))


def run_resume(args: argparse.Namespace) -> int:
    """Go on with one."""
    if args.arena is not None:
        request = pb.ResumeTournamentRequest(tournament=args.tournament)
        resumed = dialled(args).call("ResumeTournament", request).tournament
        return ended(watched_remotely(args, resumed.id), args)
    kept = kept_at_home(args, lambda keeper: keeper.tournament(args.tournament))
    return hold(args, kept.file, lambda held: held.tournaments.resume(args.tournament))


def run_sprt(args: argparse.Namespace) -> int:
    """Hold a test; 0 if the first is better than the others, 4 if it is not, 1 if that stays open."""
    if not 2 <= len(args.bots) <= 4:
        raise UsageError(
            f"{len(args.bots)} bots: expected two to four, the first of which is tested against the others"
        )
    if args.arena is not None:
        args.bot, names = [], args.bots
    else:
        args.bot = [bot for bot in args.bots if bot not in HOUSE]
        guests = iter(guests_of(args.bot))
        names = [bot if bot in HOUSE else next(guests).name for bot in args.bots]
    file = sprt_file(args, names)
    note(f"is {names[0]} better than {' and '.join(names[1:])} by {args.elo1:g} Elo points, or by {args.elo0:g} only?")
    if args.arena is not None:
        begun = dialled(args).call("RunTournament", pb.RunTournamentRequest(file=file)).tournament
        return decided(watched_remotely(args, begun.id), args)
    return decided(held_at_home(args, file, lambda held: held.tournaments.start(file)), args)


def sprt_file(args: argparse.Namespace, names: Sequence[str]) -> str:
    """Return the regulations of a test."""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
    keys = {
        "name": args.name or f"{names[0]} against {', '.join(names[1:])} {stamp}",
        "game": args.game,
        "clock": args.tc,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in (keys | {"entrants": list(names)}).items()]
    lines += [
        f"seats = {len(names)}",
        'format = "sprt"',
        "rated = false",
        *([f"seed = {json.dumps(args.seed)}"] if args.seed else []),
        "[sprt]",
    ]
    test = {"elo0": args.elo0, "elo1": args.elo1, "alpha": args.alpha, "beta": args.beta}
    test |= {"games": len(names) * args.blocks}
    return "\n".join([*lines, *(f"{key} = {value}" for key, value in test.items())]) + "\n"


def decided(found: Values, args: argparse.Namespace) -> int:
    """Print what a test has come to; the exit code."""
    code = ended(found, args)
    if code:
        return code
    note(f"{found['verdict'] or 'not decided'} after {found['finished']} matches")
    return {"accepted": 0, "rejected": REJECTED}.get(found["verdict"], 1)


def hold(args: argparse.Namespace, file: str, begin: Callable[[Inside], Any]) -> int:
    """Hold a tournament in an arena inside this process, and say how it ended."""
    return ended(held_at_home(args, file, begin), args)


def guests_of(files: Sequence[str]) -> list[Guest]:
    """The bots in files; one that has the name of another before it gets a number."""
    found: list[Guest] = []
    for file in files:
        guest = Guest.of(Path(file))
        found.append(replace(guest, name=unused(guest.name, {each.name.casefold() for each in found})))
    return found


def held_at_home(args: argparse.Namespace, file: str, begin: Callable[[Inside], Any]) -> Values:
    """Hold a tournament in an arena inside this process; how it ended."""
    guests = guests_of(args.bot)
    house = house_of(read(file), guests)
    found: list[Values] = []
    carried_out(held_in, args, house, guests, begin, found)
    return found[0]


def house_of(regulations: Regulations, guests: Sequence[Guest]) -> list[str]:
    """The house bots that take part; what is neither of the house nor in a file would be waited for in vain."""
    known = {guest.name for guest in guests}
    names = {each.name for each in regulations.entrants}
    for name in names:
        if name not in known and name not in HOUSE:
            raise UsageError(
                f"{name} is neither a house bot nor given with --bot: expected --bot FILE, or --arena "
                "HOST:PORT for an arena where it attends"
            )
    return [name for name in HOUSE if not names or name in names]


async def held_in(
    args: argparse.Namespace,
    house: Sequence[str],
    guests: Sequence[Guest],
    begin: Callable[[Inside], Any],
    found: list[Values],
) -> None:
    """Hold it until it has ended, or somebody interrupts it; how it stands then is added to `found`."""
    async with inside(args, house, guests, args.matches) as held:
        tournament = await begin(held)
        gauge = Gauge()

        async def watch() -> None:
            async for status in held.tournaments.watch(tournament.id):
                gauge.show(await trio.to_thread.run_sync(values, status))  # a long ladder's table takes a while

        try:
            done = await until_told(held, watch, again(args, tournament.id), args.grace)
        finally:
            gauge.close()
        stands = values(await held.tournaments.status(tournament.id))
        if not done and stands["state"] == "running":  # its task ends with the arena; until then it is kept as that
            stands["state"] = "interrupted"
        found.append(stands)


def again(args: argparse.Namespace, tournament: str) -> str:
    """The command that goes on with a tournament."""
    where = ["--database", args.database] if args.database is not None else ["--data", str(args.data)]
    bots = [word for bot in args.bot for word in ("--bot", bot)]
    return shlex.join(["arena", "tournament", "resume", tournament, *where, *bots])


def ended(found: Values, args: argparse.Namespace) -> int:
    """Print how a tournament ended; the exit code."""
    told(found, args)
    if found["state"] == "finished":
        return 0
    return INTERRUPTED if found["state"] in {"interrupted", "running", "waiting"} else 1


def told(found: Values, args: argparse.Namespace) -> None:
    """Print a tournament."""
    if args.json:
        say_json({key: value for key, value in found.items() if key != "file"})
        return
    if found["standings"]:
        say(standings_table(found))
    reason = f": {found['reason']}" if found["reason"] else ""
    how = f"{standing(found['state'])}{reason}"
    note(f"{found['name']} ({found['id']}) {how}; {found['finished']} matches are finished")


# Looking at them ---------------------------------------------------------------------------------------------------


def kept_at_home(args: argparse.Namespace, question: Callable[[StoredTournaments], Awaitable[T]]) -> T:
    """What is found in the database on this machine, whether an arena runs on it or not."""
    database = Database(database_of(args), create=False)
    try:
        return trio.run(question, StoredTournaments(database))
    finally:
        database.close()


def one(args: argparse.Namespace) -> Values:
    """The tournament that is meant."""
    return values(kept_at_home(args, lambda keeper: status_of(keeper, args.tournament)))


async def status_of(keeper: StoredTournaments, tournament: str) -> Status:
    """How a tournament stands, as far as it is kept."""
    return Status(await course_of(keeper, tournament))


def run_show(args: argparse.Namespace) -> int:
    """Print one."""
    told(one_remotely(args) if args.arena is not None else one(args), args)
    return 0


def run_list(args: argparse.Namespace) -> int:
    """Print all."""
    if args.arena is not None:
        rows = [brief(**{key: each[key] for key in COLUMNS}) for each in listed_remotely(args)]
    else:
        found = kept_at_home(args, StoredTournaments.tournaments)
        rows = [brief(each.id, each.name, each.state, each.reason) for each in found]
    if args.json:
        say_json(rows)
    else:
        say(table(COLUMNS, [list(row.values()) for row in rows], left=len(COLUMNS)))
    return 0


COLUMNS: Final = ("id", "name", "state", "reason")


def brief(id: str, name: str, state: str, reason: str) -> dict[str, str]:  # noqa: A002 -- a column's name
    """A line of the list."""
    return {"id": id, "name": name, "state": state, "reason": reason}


def run_cancel(args: argparse.Namespace) -> int:
    """Cancel one."""
    if args.arena is not None:
        request = pb.CancelTournamentRequest(
            tournament=args.tournament, reason=args.reason, abandon_running=args.abandon
        )
        told(values_of(dialled(args).call("CancelTournament", request).tournament), args)
        return 0
    database = Database(database_of(args), create=False)
    try:
        with alone(database):  # where an arena runs on it, that one has to be asked
            trio.run(cancelled, StoredTournaments(database), args)
    finally:
        database.close()
    told(one(args), args)
    return 0


async def cancelled(keeper: StoredTournaments, args: argparse.Namespace) -> None:
    """Cancel a tournament that nobody runs."""
    tournament = await keeper.tournament(args.tournament)
    check_open(tournament)
    await keeper.set_state(tournament.id, "cancelled", args.reason or "it was cancelled while no arena ran it")


def run_export(args: argparse.Namespace) -> int:
    """Print everything of one."""
    if args.arena is not None:
        say_json(exported_remotely(args))
    else:
        say_json(export(kept_at_home(args, lambda keeper: status_of(keeper, args.tournament))))
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "check": run_check,
    "run": run_start,
    "resume": run_resume,
    "list": run_list,
    "show": run_show,
    "cancel": run_cancel,
    "export": run_export,
    "sprt": run_sprt,
}
