"""What an organiser can do with an arena on this machine, without a server.

It reads and changes the arena's database, and starts an arena inside this process to play tournaments.
"""

import argparse
import shlex
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import trio

from arena.bots import HOUSE
from arena.cli_support.args import DATA, database_of
from arena.cli_support.progress_bar import Gauge, Values
from arena.commands.organiser_client import BotState, Registered, ScheduleOrder, Scope
from arena.errors import UsageError, guess
from arena.host.inside import Guest, carried_out, inside, until_told
from arena.host.running_arena import RunningArena, folder_of
from arena.server.access.accounts import Accounts, BotAccount, Invite, NotFoundError, Token
from arena.server.matches.results import MatchFilter, MatchSummary
from arena.server.matches.rulings import adjudicated, check_not_void, voided
from arena.server.tournaments.tournaments import check_open
from arena.store.db.database import Database
from arena.store.db.lock import alone
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.store.repos.stored_schedules import StoredSchedules
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.tournament.planned import Planned, planned
from arena.tournament.regulations import Regulations, read
from arena.tournament.snapshot import course_of
from arena.tournament.status import Status, export, values
from arena_sdk.contenders import unused

T = TypeVar("T")


class LocalOrganiser:
    """Carries out an organiser's commands in the database of an arena on this machine, which may be running or not."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args: Final = args

    # Bots ----------------------------------------------------------------------------------------------------------

    def register(self, name: str, author: str, description: str, invite: str) -> Registered:
        """Register a bot. Return the bot's name, its new token's id and the token's secret."""
        with self._accounts(create=True) as accounts:
            made = trio.run(partial(accounts.register, name, author, description, invite, claims=not invite))
        return Registered(made.token.bot, made.token.id, made.secret)

    def bots(self, name: str) -> list[Values]:
        """Return the bot of this name, or all bots if `name` is empty, as dicts for JSON, each with its tokens."""
        with self._accounts() as accounts:
            return trio.run(bots_of, accounts, name)

    def faults(self) -> list[Values]:
        """Return a list with a dict for each bot: how many faults of the arena, by kind, interrupted its matches."""
        with self._database() as database:
            return [asdict(each) for each in trio.run(StoredResults(database).faults)]

    def rename_bot(self, name: str, new_name: str, reason: str) -> Values:
        """Change the name of a bot. Return the bot as a dict for JSON."""
        with self._accounts() as accounts:
            return bot_values(trio.run(accounts.rename, name, new_name, "", reason))

    def set_bot_state(self, name: str, state: BotState, reason: str) -> Values:
        """Suspend, reinstate or delete a bot. Return the bot as a dict for JSON.

        If an arena runs on the database, it notices the new state within a second.
        """
        with self._accounts() as accounts:
            return bot_values(trio.run(accounts.set_state, name, state, "", reason))

    def withdraw_version(self, name: str, version: str, reason: str) -> None:
        """Withdraw a version of a bot, so that bots of this version can never connect to the arena again.

        Raise UsageError if an arena runs on the database: this version may have matches there.
        """
        with self._database() as database, alone(database):
            trio.run(StoredAccounts(database).withdraw, name, version, "", reason)

    def online(self) -> Counter[str] | None:
        """Return None: the database does not store which bots are connected."""
        return None

    def notice(self, bot: str, text: str) -> int:
        """Raise UsageError: only a running arena has connections to bots."""
        raise UsageError("only a served arena can send a notice: expected --arena HOST:PORT")

    # Tokens, invites, audit ----------------------------------------------------------------------------------------

    def create_token(self, scope: Scope, bot: str, label: str) -> Registered:
        """Make a token. Return the name of its bot (empty for an organiser), its id and its secret."""
        with self._accounts() as accounts:
            made = trio.run(accounts.create_token, scope, bot, label, "")
        return Registered(made.token.bot, made.token.id, made.secret)

    def tokens(self, bot: str) -> list[Values]:
        """Return the tokens of a bot, or all tokens if `bot` is empty, as dicts for JSON without the secrets."""
        with self._accounts() as accounts:
            return [token_values(each) for each in trio.run(accounts.tokens, bot)]

    def revoke(self, token: str, reason: str) -> None:
        """Revoke a token, and all tokens and invites that were made with it."""
        with self._accounts() as accounts:
            trio.run(accounts.revoke_token, token, "", reason)

    def create_invite(self, label: str, uses: int, expires: float | None) -> tuple[Values, str]:
        """Make an invite. Return the invite as a dict for JSON, and its code."""
        with self._accounts() as accounts:
            invite, code = trio.run(accounts.create_invite, label, uses, expires, "")
        return invite_values(invite), code

    def invites(self) -> list[Values]:
        """Return all invites as a list of dicts for JSON, without their codes."""
        with self._accounts() as accounts:
            return [invite_values(each) for each in trio.run(accounts.invites)]

    def revoke_invite(self, invite: str, reason: str) -> Values:
        """Revoke an invite. Return the invite as a dict for JSON."""
        with self._accounts() as accounts:
            return invite_values(trio.run(accounts.revoke_invite, invite, "", reason))

    def audit(self, target: str) -> list[Values]:
        """Return the actions of organisers as dicts for JSON, the newest first.

        If `target` is given, such as the name of a bot, return only the actions on it.
        """
        with self._accounts() as accounts:
            return [asdict(each) for each in trio.run(accounts.audit, target)]

    # Matches -------------------------------------------------------------------------------------------------------

    def match(self, match: str) -> Values:
        """Return the match with this id as a dict for JSON."""
        with self._database() as database:
            return match_values(trio.run(stored_match, database, match))

    def matches(self, bot: str, state: str, tournament: str, limit: int) -> list[Values]:
        """Return the newest matches, at most `limit`, as dicts for JSON.

        If `bot`, `state` or `tournament` is not empty, return only matches of this bot, in this state or of this
        tournament.
        """

        async def work(database: Database) -> Sequence[MatchSummary]:
            known = tournament and (await StoredTournaments(database).tournament(tournament)).id
            sought = MatchFilter(bot, state, known)  # type: ignore[arg-type]
            return await StoredResults(database).matches(sought, limit)

        with self._database() as database:
            return [match_values(each) for each in trio.run(work, database)]

    def void_match(self, match: str, reason: str, *, replay: bool) -> Values:
        """Make a match void, and return it as a dict for JSON. With `replay` the next arena plays it again.

        Raise UsageError if an arena runs on the database: then the user must call this arena, with `--arena`.
        """
        with self._database() as database, alone(database):
            return match_values(trio.run(void_stored, database, match, reason, replay))

    def adjudicate_match(self, match: str, placements: Sequence[int], reason: str) -> Values:
        """Change the places of a finished match. Return the match as a dict for JSON."""

        async def work(database: Database) -> MatchSummary:
            entry = adjudicated(await stored_match(database, match), tuple(placements), reason)
            return await ruled(database, entry, "AdjudicateMatch", reason)

        with self._database() as database, alone(database):
            return match_values(trio.run(work, database))

    @contextmanager
    def _accounts(self, *, create: bool = False) -> Iterator[Accounts]:
        with self._database(create=create) as database:
            yield StoredAccounts(database, frozenset(HOUSE))

    def _begin(self) -> None:
        """Make the folder of the arena if it does not exist. With `--database`, do nothing: the data is elsewhere.

        Raise UsageError if neither `--database` nor `--data` is given, and the default folder has no arena: the user
        may be in a wrong folder.
        """
        if self.args.database is not None:
            return
        where = database_of(self.args)
        if self.args.data is DATA and not Path(where).exists():
            raise UsageError(f"no arena is here ({where} is missing): expected --data DIR, or --arena HOST:PORT")
        folder_of(self.args.data)

    @contextmanager
    def _database(self, *, create: bool = False) -> Iterator[Database]:
        if create:
            self._begin()
        database = Database(database_of(self.args), create=create)
        try:
            yield database
        finally:
            database.close()

    # Schedules -----------------------------------------------------------------------------------------------------

    def add_schedule(self, order: ScheduleOrder) -> Values:
        """Store a schedule, which starts a tournament at set times. Return the schedule as a dict for JSON.

        Raise UsageError if an arena runs on the database: then the user must call this arena, with `--arena`.
        """
        checked(order.file, order.path)
        made = planned(
            order.file, time.time(), cron=order.cron, zone=order.zone, missed=order.missed, overlap=order.overlap
        )
        with self._database(create=True) as database, alone(database):
            trio.run(StoredSchedules(database).add, made)
        return schedule_values(made)

    def schedules(self) -> list[Values]:
        """Return all schedules of tournaments as a list of dicts for JSON."""
        with self._database() as database:
            return [schedule_values(each) for each in trio.run(StoredSchedules(database).schedules)]

    def remove_schedule(self, schedule: str, reason: str) -> Values:
        """Remove a schedule. Return the schedule as a dict for JSON."""

        async def work(keeper: StoredSchedules) -> Planned:
            found = await keeper.schedule(schedule)
            await keeper.remove(found.id)
            return found

        with self._database() as database, alone(database):
            return schedule_values(trio.run(work, StoredSchedules(database)))

    def run_schedule(self, schedule: str) -> Values:
        """Raise UsageError: a schedule can start a tournament only in a running arena."""
        raise UsageError("only a served arena begins runs: expected --arena HOST:PORT, or arena tournament run FILE")

    # Tournaments ---------------------------------------------------------------------------------------------------

    def contenders(self, bots: Sequence[str]) -> list[str]:
        """Return the names with which `bots`, given as names of house bots or as files, enter a tournament.

        The bot in a file enters with its own name. If two files have bots with the same name, the later name gets a
        number.
        """
        self.args.bot = [bot for bot in bots if bot not in HOUSE]
        guests = iter(guests_of(self.args.bot))
        return [bot if bot in HOUSE else next(guests).name for bot in bots]

    def hold(self, file: str, path: Path | None, *, seed: str = "", name: str = "") -> Values:
        """Play a tournament in an arena inside this process. Return its final status as a dict for JSON."""
        if path is not None:
            checked(file, path)
        return self._held(file, lambda held: held.tournaments.start(file, seed=seed, name=name))

    def resume(self, tournament: str) -> Values:
        """Continue a tournament in an arena inside this process. Return its final status as a dict for JSON."""
        kept = self._kept(lambda keeper: keeper.tournament(tournament))
        return self._held(kept.file, lambda held: held.tournaments.resume(tournament))

    def tournament(self, tournament: str) -> Values:
        """Return a tournament with its table of entrants, as a dict for JSON."""
        return values(self._kept(lambda keeper: status_of(keeper, tournament)))

    def tournaments(self) -> list[Values]:
        """Return all tournaments without their tables, as a list of dicts for JSON."""
        found = self._kept(StoredTournaments.tournaments)
        return [{"id": each.id, "name": each.name, "state": each.state, "reason": each.reason} for each in found]

    def cancel(self, tournament: str, reason: str, *, abandon: bool) -> Values:
        """Cancel a tournament that no running arena plays. Return the tournament as a dict for JSON."""

        async def work(keeper: StoredTournaments) -> None:
            found = await keeper.tournament(tournament)
            check_open(found)
            await keeper.set_state(found.id, "cancelled", reason or "it was cancelled while no arena ran it")

        with self._database() as database, alone(database):  # a running arena on the database has to do it
            trio.run(work, StoredTournaments(database))
        return self.tournament(tournament)

    def export(self, tournament: str) -> Values:
        """Return all data of a tournament as a dict for JSON, including a seed that is still secret."""
        return export(self._kept(lambda keeper: status_of(keeper, tournament)), private=True)

    def _kept(self, question: Callable[[StoredTournaments], Awaitable[T]]) -> T:
        with self._database() as database:
            return trio.run(question, StoredTournaments(database))

    def _held(self, file: str, begin: Callable[[RunningArena], Any]) -> Values:
        guests = guests_of(self.args.bot)
        house = house_of(read(file), guests)
        found: list[Values] = []
        carried_out(held_in, self.args, house, guests, begin, found)
        return found[0]


async def stored_match(database: Database, match: str) -> MatchSummary:
    """Return the stored match with this id. Raise NotFoundError if there is none."""
    found = await StoredResults(database).match(match)
    if found is None:
        raise NotFoundError(f"no match is called {ascii(match)[:60]}")
    return found


async def ruled(database: Database, entry: MatchSummary, action: str, reason: str) -> MatchSummary:
    """Store a match that an organiser has changed, and note the change in the list of organisers' actions.

    Return the match.
    """
    await StoredResults(database).keep(entry)
    await StoredAccounts(database).note("", action, entry.match, reason)
    return entry


async def void_stored(database: Database, match: str, reason: str, replay: bool) -> MatchSummary:
    """Make a stored match void, and return it.

    With `replay`, the next arena that runs on the database plays it again.
    """
    entry, keeper = await stored_match(database, match), StoredTournaments(database)
    place = await keeper.place_of(match)
    if replay and place is None:
        raise UsageError("matches outside a tournament are not replayed: ask for new ones")
    if not replay:
        check_not_void(entry)
    if entry.state != "void":
        await StoredResults(database).keep(voided(entry, reason, time.time()))
    if replay and place is not None:
        course = await course_of(keeper, place[0])
        await keeper.decide(place[0], course.again(match))
        if (await keeper.tournament(place[0])).state == "finished":
            await keeper.set_state(place[0], "waiting")
    await StoredAccounts(database).note("", "VoidMatch", match, reason)
    return await stored_match(database, match)


def token_values(token: Token) -> Values:
    """Return a token as a dict for JSON, without its secret."""
    return {
        "id": token.id,
        "scope": token.scope,
        "bot": token.bot,
        "label": token.label,
        "made": token.created,
        "used": token.used,
        "revoked": token.revoked,
    }


def invite_values(invite: Invite) -> Values:
    """Return an invite as a dict for JSON, without its code."""
    return {
        "id": invite.id,
        "label": invite.label,
        "uses": invite.uses_left,
        "expires": invite.expires,
        "revoked": invite.revoked,
    }


def match_values(entry: MatchSummary) -> Values:
    """Return a match as a dict for JSON. It has the result only if the match is finished, and not void."""
    result = entry.result if entry.state == "finished" else None
    return {
        "match": entry.match,
        "game": entry.game,
        "seats": [seated.entrant for seated in entry.seats],
        "state": entry.state,
        "scores": [] if result is None else list(result.scores),
        "placements": [] if result is None else list(result.placements),
        "forfeits": [loss.seat for loss in entry.losses],
        "ruling": entry.ruling,
        "started": entry.started,
        "ended": entry.ended,
    }


def bot_values(bot: BotAccount, tokens: Sequence[Token] = ()) -> Values:
    """Return a bot and its tokens as a dict for JSON."""
    return {
        "name": bot.name,
        "state": bot.state,
        "author": bot.author,
        "versions": [version.name for version in bot.versions],
        "admission": bot.versions[0].admission if bot.versions else None,  # of the newest version
        "tokens": [
            {"id": token.id, "label": token.label, "made": token.created, "revoked": token.revoked} for token in tokens
        ],
    }


async def bots_of(accounts: Accounts, name: str) -> list[Values]:
    """Return the bot of this name, or all bots if `name` is empty, as dicts for JSON, each with its tokens."""
    found = [await accounts.bot(name)] if name else await accounts.bots()
    return [bot_values(bot, await accounts.tokens(bot.name)) for bot in found]


def schedule_values(schedule: Planned) -> Values:
    """Return a schedule as a dict for JSON."""
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


def checked(file: str, path: Path) -> Regulations:
    """Return the Regulations that the text `file` has; `path` is named in errors.

    Raise UsageError if they are invalid, or if a tournament that starts now would end before its first match.
    """
    try:
        regulations = read(file)
        regulations.check_start(datetime.now(UTC))
    except UsageError as error:
        raise UsageError("\n".join(f"{path}: {line}" for line in str(error).splitlines())) from None
    return regulations


async def status_of(keeper: StoredTournaments, tournament: str) -> Status:
    """Return the Status of a stored tournament: how far it is, and its results."""
    return Status(await course_of(keeper, tournament))


def guests_of(files: Sequence[str]) -> list[Guest]:
    """Return a Guest, a bot that plays from a file, for each of these files.

    If two bots have the same name, a number is added to the later name.
    """
    found: list[Guest] = []
    for file in files:
        guest = Guest.of(Path(file))
        found.append(replace(guest, name=unused(guest.name, {each.name.casefold() for each in found})))
    return found


def house_of(regulations: Regulations, guests: Sequence[Guest]) -> list[str]:
    """Return the names of the house bots that enter a tournament; if the regulations name no entrants, all house bots.

    Raise UsageError if an entrant is neither a house bot nor one of the bots from files, `guests`.
    """
    known = {guest.name for guest in guests}
    names = {each.name for each in regulations.entrants}
    faults = [missing(name, guests) for name in sorted(names) if name not in known and name not in HOUSE]
    if faults:
        raise UsageError("\n".join(faults))
    return [name for name in HOUSE if not names or name in names]


def missing(name: str, guests: Sequence[Guest]) -> str:
    """Return an error message about an entrant that is neither a house bot nor one of the bots from files, `guests`."""
    for guest in guests:
        if name in {guest.file.name, guest.file.stem}:  # the entrant was named like the file, not like the class in it
            return f"{guest.file} holds the bot {guest.name}: name it so in the entrants, in place of {name}"
    near = guess(name, [*(guest.name for guest in guests), *HOUSE])
    return (
        f"{name} is neither a house bot nor given with --bot{near}: expected --bot FILE, or --arena HOST:PORT for an "
        "arena to which it is connected"
    )


async def held_in(
    args: argparse.Namespace,
    house: Sequence[str],
    guests: Sequence[Guest],
    begin: Callable[[RunningArena], Any],
    found: list[Values],
) -> None:
    """Play a tournament in an arena inside this process until it ends or a signal stops it.

    Append the tournament's last status, as a dict for JSON, to the list `found`.
    """
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
        if not done and stands["state"] == "running":  # its task has ended with the arena
            stands["state"] = "interrupted"
        found.append(stands)


def again(args: argparse.Namespace, tournament: str) -> str:
    """Return, as text, the `arena tournament resume` command that continues a tournament."""
    where = ["--database", args.database] if args.database is not None else ["--data", str(args.data)]
    bots = [word for bot in args.bot for word in ("--bot", bot)]
    return shlex.join(["arena", "tournament", "resume", tournament, *where, *bots])
