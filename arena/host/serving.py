"""An arena from its first token to its last word: what `arena serve` does once it knows how."""

import argparse
import ctypes
import gc
import logging
import os
import signal
import ssl
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from math import inf
from pathlib import Path
from typing import Any, Final

import trio

from arena.bots import HOUSE
from arena.cli_support.args import database_of
from arena.cli_support.cluster_args import crew_of
from arena.cli_support.output import note
from arena.errors import UsageError, nearest
from arena.host.hangup import Hangup
from arena.host.house_bots import Household
from arena.host.office import Office
from arena.host.outlet import unfailing_stderr
from arena.host.ratings_process import keep_rated
from arena.host.site_process import Renewal, read_site, sited
from arena.server.access.accounts import Accounts
from arena.server.access.addresses import Addresses
from arena.server.arena import Arena
from arena.server.endpoint import Serving, check_address, served
from arena.server.organiser.service import methods
from arena.server.transport.bridge import Handler, Served, Tls
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.db.lock import alone
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.tasks.dispatcher import Dispatcher, opened
from arena.tasks.executors import NICE
from arena.texts import log_to
from leaderboard.listening import Address

log: Final = logging.getLogger(__name__)

STOPS: Final = (signal.SIGINT, signal.SIGTERM)
COLLECT: Final = 50_000  # objects between two looks of the collector: with many streams it is otherwise always busy
M_ARENA_MAX: Final = -8  # of glibc's malloc.h
TOKEN_FILE: Final = "organiser.token"  # noqa: S105 -- where a token stands, and none itself


def run(args: argparse.Namespace, house: tuple[str, ...]) -> None:
    """Serve until SIGINT, SIGTERM, or the end of the terminal; nothing that happens to stderr ends an arena."""
    with unfailing_stderr():
        serve(args, house)


def serve(args: argparse.Namespace, house: tuple[str, ...]) -> None:
    """Read what the command line says, and serve."""
    log_to(sys.stderr, logging.INFO, "%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells every step of opening a database
    how = Serving(
        args.listen,
        read_tls(args.tls_certificate, args.tls_key),
        args.insecure_listen,
        limits_of(args.limit),
        tuple(args.front),
    )
    check_address(how)
    Addresses(how.fronts)
    share_heap()
    site = read_site(args.site, args.tls_certificate, args.tls_key, insecure=args.insecure_listen)
    try:
        args.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as reason:
        raise UsageError(f"{args.data} cannot be a folder for what is kept: {reason.strerror}") from None
    with opened(crew_of(args, nice=NICE, patient=True)) as dispatcher:
        household = Household(house, args.house_matches)
        errors = trio.run(serve_until_told, how, args, household, site, dispatcher)
    if errors is not None:
        raise errors


def limits_of(given: Sequence[str]) -> Limits:
    """The limits, with those that the command line names."""
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


def read_tls(certificate: Path | None, key: Path | None) -> Tls | None:
    """The certificate and its key, or neither."""
    if certificate is None or key is None:
        if certificate is not key:
            raise UsageError("TLS needs both: expected --tls-certificate and --tls-key")
        return None
    return Tls(read_pem(certificate, b"CERTIFICATE"), read_pem(key, b"PRIVATE KEY"))


def read_pem(path: Path, kind: bytes) -> bytes:
    """What is in a PEM file of this kind."""
    try:
        data = path.read_bytes()
    except OSError as reason:
        raise UsageError(f"{path} cannot be read: {reason.strerror}") from None
    if b"-----BEGIN" not in data or kind not in data:
        raise UsageError(f"{path}: expected a {kind.decode().lower()} as PEM")
    return data


async def serve_until_told(
    how: Serving, args: argparse.Namespace, household: Household, site: Address | None, dispatcher: Dispatcher | None
) -> UsageError | None:
    """Open everything, say where it is, and close it again; what cannot be opened is returned."""
    database = Database(database_of(args), durable=args.durable)
    renewal = Renewal()
    try:
        with alone(database):
            async with sited(site, database.address, renewal):
                return await serve_from(database, how, args, household, renewal, dispatcher)
    finally:
        database.close()


async def serve_from(  # noqa: PLR0913, PLR0917 -- all that an arena is made of
    database: Database,
    how: Serving,
    args: argparse.Namespace,
    household: Household,
    renewal: Renewal,
    dispatcher: Dispatcher | None,
) -> UsageError | None:
    """Serve until a signal comes, and go on first with what an earlier arena has left."""
    accounts = StoredAccounts(database, frozenset(HOUSE), how.limits.versions_per_day)
    await first_token(accounts, args.data / TOKEN_FILE)
    database.patience = inf  # matches wait as long as it takes
    offices: list[Office] = []

    def more(arena: Arena) -> Mapping[str, Handler]:
        office = Office(arena, database, household, examines=args.admission == "examined")
        offices.append(office)
        return methods(
            arena,
            office.tournaments,
            office.schedules,
            open_registration=args.open_registration,
            house=household.versions,
        )

    def renew() -> None:
        renew_certificates(args, server, renewal)

    failed: UsageError | None = None
    hangup = Hangup()
    with trio.open_signal_receiver(*STOPS, *hangup.signals) as signals:
        try:
            async with served(how, accounts, StoredResults(database), more) as (arena, server):
                arena.matches.offers.referee = args.referee
                arena.matches.offers.house = frozenset(household.names)
                if dispatcher is not None:
                    arena.matches.employ(dispatcher)
                collect_seldom()
                host = args.listen.rpartition(":")[0]
                note(f"serving at {host}:{server.port}{'' if how.tls is None else ', with TLS'}")
                if resumed := await arena.matches.resume():
                    note(f"going on with {resumed} series of matches that were not over")
                told = hangup.stops(signals, renew)
                await keep_open(arena, server, offices[0], told, args.grace, database)
        except* UsageError as errors:
            failed = first_of(errors)
    if failed is None:
        note("stopped")
    return failed


def first_of(errors: BaseExceptionGroup[UsageError]) -> UsageError:
    """One of several errors that say the same."""
    inner = errors.exceptions[0]
    return inner if isinstance(inner, UsageError) else first_of(inner)


def share_heap() -> None:
    """Let all threads take memory from one heap; left to itself, glibc has one for each of the first sixteen or more.

    What is free in a heap is of no use to the threads of another, so an arena would grow for hours. Other libraries
    have one heap anyway.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def collect_seldom() -> None:
    """What lives since the start is never looked at again, and the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT, 20, 50)


def renew_certificates(args: argparse.Namespace, server: Served, renewal: Renewal) -> None:
    """Read the certificate and its key again, for later connections; the old ones stay in use if these do not fit."""
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
    """Raise UsageError if a key does not belong to a certificate."""
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except OSError as reason:  # SSLError is one
        raise UsageError(f"{certificate} and {key} do not fit: {reason}") from None


async def keep_open(  # noqa: PLR0913, PLR0917 -- all that has to be closed again
    arena: Arena, server: Served, office: Office, signals: AsyncIterator[int], grace: float, database: Database
) -> None:
    """Stay open until a signal comes; a second one ends what still runs."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(office.run, server.inside)
        nursery.start_soon(keep_rated, arena, database)
        await anext(signals)
        note(f"stopping: running matches have {grace:g} s to finish; once more ends them now")
        server.drain()
        office.stop()
        database.patience = grace
        async with trio.open_nursery() as stopping:

            async def hurry() -> None:
                await anext(signals)
                arena.matches.hurry()

            stopping.start_soon(hurry)
            await arena.stop(grace)
            stopping.cancel_scope.cancel()
        nursery.cancel_scope.cancel()


async def first_token(accounts: Accounts, path: Path) -> None:
    """Where nobody has an organiser's token yet, write one to a file that only its owner can read."""
    if any(token.scope == "organiser" and token.revoked is None for token in await accounts.tokens()):
        return
    made = await accounts.create_token("organiser", "", "first", "")
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(made.secret + "\n")
    note(f"an organiser's token is in {path}: keep it safe; `arena bot revoke {made.token.id}` makes it worthless")
