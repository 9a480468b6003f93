"""An arena from start to stop: the work of `arena serve` after its arguments are parsed."""

import argparse
import logging
import os
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from math import inf
from pathlib import Path
from typing import Any, Final

import trio

from arena.bots import HOUSE
from arena.cli_support.cluster_args import cluster_of, crew_of
from arena.cli_support.output import note
from arena.errors import ArenaError, UsageError, nearest
from arena.host.analysts import AnalysisWish, analysing
from arena.host.children import first_of
from arena.host.hangup import Hangup
from arena.host.house_bots import Household
from arena.host.log_style import VARIABLE, begin_log, is_json
from arena.host.monitoring.monitored import Monitoring, monitored, read_monitoring
from arena.host.office import Office
from arena.host.outlet import unfailing_stderr
from arena.host.running_arena import STOPS, RunningArena, folder_of, own_database, running, until_stopped
from arena.host.sandbox_links import SandboxLinks
from arena.host.sandbox_room import SandboxSettings
from arena.host.site_process import Renewal, read_site, sited
from arena.host.standing_ladder import LadderSettings, laddering, read_ladder
from arena.host.submitted_bots import SandboxWorkers, taking_submissions
from arena.host.tls_files import read_tls
from arena.server.access.accounts import Accounts
from arena.server.access.addresses import Addresses
from arena.server.endpoint import Serving, check_address, check_front
from arena.server.organiser.service import methods
from arena.server.transport.bridge import Handler, Served
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.tasks.dispatcher import Dispatcher, opened
from arena.tasks.executors import NICE
from arena.tasks.heap import collect_seldom, share_heap
from leaderboard.listening import Address

log: Final = logging.getLogger(__name__)

Beside = tuple[Monitoring, Dispatcher | None, LadderSettings | None]  # what reports on an arena, workers, the ladder

SECOND: Final = "stopping now: running matches go on when the arena is started again"

TOKEN_FILE: Final = "organiser.token"  # noqa: S105 -- where a token stands, and none itself


def run(args: argparse.Namespace, house: tuple[str, ...]) -> int:
    """Run `arena serve` until SIGINT, SIGTERM or the closing of the terminal. Return the exit code.

    The arena continues if stderr cannot be written.
    """
    os.environ[VARIABLE] = args.log
    with unfailing_stderr():
        try:
            serve(args, house)
        except Exception as error:
            if not is_json():
                raise
            is_ours = isinstance(error, ArenaError)
            log.critical("%s", error if is_ours else "the arena failed", exc_info=None if is_ours else error)
            return error.exit_code if isinstance(error, ArenaError) else 1
    return 0


def serve(args: argparse.Namespace, house: tuple[str, ...]) -> None:
    """Check the settings of the command line, and run the arena until a signal.

    Raise UsageError if it could not start.
    """
    begin_log(logging.INFO, "%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs every step of opening a database
    how = Serving(
        args.listen,
        read_tls(args.tls_certificate, args.tls_key),
        args.insecure_listen,
        limits_of(args.limit),
        tuple(args.front),
    )
    check_address(how)
    check_front(how)
    Addresses(how.fronts)
    monitoring = read_monitoring(args)
    share_heap()
    ladder = read_ladder(args)
    site = read_site(args.site, args.tls_certificate, args.tls_key, insecure=args.insecure_listen)
    folder_of(args.data)
    with opened(crew_of(args, nice=NICE, patient=True)) as dispatcher:
        household = Household(house, args.house_matches)
        errors = trio.run(serve_until_told, how, args, household, site, (monitoring, dispatcher, ladder))
    if errors is not None:
        raise errors


def limits_of(given: Sequence[str]) -> Limits:
    """Return the limits of an arena: the default ones, changed by texts such as `join_within=10`.

    Raise UsageError if a name is unknown or a number is not valid.
    """
    kinds: dict[str, Callable[[str], float]] = {
        each.name: int if each.type is int else float for each in fields(Limits)
    }
    found: dict[str, Any] = {}
    for text in given:
        name, _, number = text.partition("=")
        if name not in kinds:
            raise UsageError(f"unknown limit {name!r}: {nearest(name, kinds)}")
        try:
            found[name] = kinds[name](number)
        except ValueError:
            raise UsageError(f"limit {text!r}: expected {name}=NUMBER") from None
        if found[name] <= 0:
            raise UsageError(f"limit {text!r}: expected a number above 0")
    return Limits(**found)


async def serve_until_told(
    how: Serving, args: argparse.Namespace, household: Household, site: Address | None, beside: Beside
) -> UsageError | None:
    """Open the database and the site, and run the arena until a signal arrives. Return None.

    If the arena could not start, return the error.
    """
    renewal = Renewal()
    with own_database(args, durable=args.durable) as database:
        async with sited(site, database.address, renewal, beside[0].log):
            return await serve_from(database, how, args, household, renewal, beside)


def sandbox_workers(
    args: argparse.Namespace, how: Serving, links: SandboxLinks | None, port: int
) -> SandboxWorkers | None:
    """Return the cluster, connections and settings of workers that run submitted bots; None without a cluster.

    `port` is the arena's port for the workers.
    """
    cluster = cluster_of(args)
    if cluster is None or links is None:
        return None
    front = args.referee or f"{how.address.rpartition(':')[0]}:{port}"
    return SandboxWorkers(cluster, links, SandboxSettings(front, how.tls is not None))


async def serve_from(  # noqa: PLR0913, PLR0917 -- all that it is made of
    database: Database,
    how: Serving,
    args: argparse.Namespace,
    household: Household,
    renewal: Renewal,
    beside: Beside,
) -> UsageError | None:
    """Start all parts of an arena, and run it until a signal arrives. Return None.

    If the arena could not start, return the error.
    """
    monitoring, dispatcher, ladder = beside
    workers: SandboxLinks | None = None
    accounts = StoredAccounts(database, frozenset(HOUSE), how.limits.versions_per_day)
    await first_token(accounts, args.data / TOKEN_FILE)
    database.patience = inf  # matches wait as long as it takes

    def calls(office: Office) -> Mapping[str, Handler]:
        nonlocal workers
        found = organiser_calls(office, args, household)
        if cluster_of(args) is None:
            return found
        workers = SandboxLinks(office.arena)
        return {**found, **workers.methods()}

    def renew() -> None:
        renew_certificates(args, held.server, renewal)

    failed: UsageError | None = None
    hangup, examines = Hangup(), args.admission == "examined"
    with trio.open_signal_receiver(*STOPS, *hangup.signals) as signals:
        try:
            async with (
                running(database, how, accounts, household, calls, examines=examines) as held,
                monitored(monitoring, held.arena, database, dispatcher),
                taking_submissions(
                    held.arena,
                    database,
                    args.data / "packages",
                    args.submitted,
                    held.server.sandboxes,
                    sandbox_workers(args, how, workers, held.server.port),
                    grouped=not args.without_control_groups,
                ),
                analysing(held.arena, database, AnalysisWish(args.analyse, args.analyse_by)),
                laddering(ladder, held.arena, held.tournaments, database),
            ):
                if dispatcher is not None:
                    held.arena.matches.employ(dispatcher)
                await begin(held, args, how)
                words = f"stopping: running matches have {args.grace:g} s to finish; once more ends them now"
                told = hangup.stops(signals, renew)
                await until_stopped(held, held.office.run, told, args.grace, first=words, second=SECOND)
        except* UsageError as errors:
            first = first_of(errors)
            assert isinstance(first, UsageError)
            failed = first
    if failed is None:
        note("stopped")
    return failed


def organiser_calls(office: Office, args: argparse.Namespace, household: Household) -> Mapping[str, Handler]:
    """Return a dict from the name of each call of the gRPC service Organiser to the function that answers it."""
    return methods(
        office.arena,
        office.tournaments,
        office.schedules,
        open_registration=args.open_registration,
        house=household.versions,
    )


async def begin(held: RunningArena, args: argparse.Namespace, how: Serving) -> None:
    """Print the address of the arena, and resume the matches of an earlier run. All parts of the arena already run."""
    held.arena.matches.offers.referee = args.referee
    collect_seldom()
    host = args.listen.rpartition(":")[0]
    note(f"serving at {host}:{held.server.port}{'' if how.tls is None else ', with TLS'}")
    if resumed := await held.arena.matches.resume():
        note(f"going on with {resumed} series of matches that were not over")


def renew_certificates(args: argparse.Namespace, server: Served, renewal: Renewal) -> None:
    """Read the certificate and its key again, and use them for new connections. Keep the old ones if that fails."""
    try:
        tls = read_tls(args.tls_certificate, args.tls_key)
        if tls is None:
            log.info("SIGHUP: there is no certificate to read again")
            return
        check_pair(args.tls_certificate, args.tls_key)
    except UsageError as error:
        log.error("the certificate could not be read again, the old one stays: %s", error)  # noqa: TRY400 -- it says all
        return
    server.renew(tls)
    renewal.renew()
    log.info("the certificate was read again")


def check_pair(certificate: Path, key: Path) -> None:
    """Raise UsageError if a private key does not belong to a certificate."""
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except OSError as reason:  # SSLError is one
        raise UsageError(f"{key} is no key of {certificate} ({reason}): expected that of this certificate") from None


async def first_token(accounts: Accounts, path: Path) -> None:
    """If there is no organiser's token, make one, and write it to a file that only the file's owner can read."""
    if any(token.scope == "organiser" and token.revoked is None for token in await accounts.tokens()):
        return
    made = await accounts.create_token("organiser", "", "first", "")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(made.secret + "\n")
    note(f"an organiser's token is in {path}: keep it safe; `arena token revoke {made.token.id}` makes it worthless")
