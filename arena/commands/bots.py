"""What `arena bot` does: the accounts of an arena, in its database or asked over the wire."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import trio

from arena.bots import HOUSE
from arena.commands.asking import pages
from arena.commands.remote import dialled
from arena.commands.serve import database_of
from arena.commands.terminal import note, say, say_json, table
from arena.errors import UsageError
from arena.protocol.v1 import organiser_pb2 as pb
from arena.server.accounts import Accounts
from arena_sdk.remote.messages import word

if TYPE_CHECKING:
    from arena.store.database import Database


def run_register(args: argparse.Namespace) -> int:
    """Make a bot; the secret alone is on stdout, so that it can go into a file."""
    name, token, secret = registered(args)
    if args.json:
        say_json({"bot": name, "token": token, "secret": secret})
        return 0
    say(secret)
    where = "above" if sys.stdout.isatty() else "on stdout"
    note(f"{name} is registered. Its token ({token}) is {where}: it is shown now and never again.")
    note("It plays with: ARENA_TOKEN=... python my_bot.py --arena HOST:PORT")
    return 0


def registered(args: argparse.Namespace) -> tuple[str, str, str]:
    """The new bot's name, its token's id and its token's secret."""
    if args.arena is None:
        with accounts_of(args, create=True) as accounts:
            made = trio.run(accounts.register, args.name, args.author, args.description, args.invite)
        return made.token.bot, made.token.id, made.secret
    request = pb.RegisterBotRequest(
        name=args.name, author=args.author, description=args.description, invite_code=args.invite
    )
    with_token = not args.invite and args.token_file is not None
    answer = dialled(args, with_token=with_token).call("RegisterBot", request)
    return answer.bot.name, answer.token.id, answer.token_secret


@contextmanager
def accounts_of(args: argparse.Namespace, *, create: bool = False) -> Iterator[Accounts]:
    """The accounts of an arena on this machine, whether it runs or not."""
    with database_at(args, create=create) as database:
        # As in `database_at`.
        from arena.store.accounts import StoredAccounts  # noqa: PLC0415

        yield StoredAccounts(database, frozenset(HOUSE))


@contextmanager
def database_at(args: argparse.Namespace, *, create: bool = False) -> Iterator["Database"]:
    """Open the database of an arena on this machine, whether it runs or not."""
    # What a database needs is imported when there is one: a served arena is asked without it.
    try:
        from arena.store.database import Database  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        words = f"the accounts of an arena on this machine need {missing.name}, which is not installed"
        raise UsageError(f"{words}: expected pip install 'tlachtli[server]', or --arena HOST:PORT") from None
    if create and args.database is None:
        args.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    database = Database(database_of(args), create=create)
    try:
        yield database
    finally:
        database.close()


def run_list(args: argparse.Namespace) -> int:
    """Print bots and tokens."""
    rows = listed_remotely(args) if args.arena is not None else listed(args)
    if args.json:
        say_json(rows)
        return 0
    head = ["bot", "state", "author", "versions", "token", "made", "revoked"]
    say(table(head, [cells(row, token) for row in rows for token in row["tokens"] or [None]], left=len(head)))
    return 0


def cells(row: dict[str, Any], token: dict[str, Any] | None) -> Sequence[str]:
    """A line of the table."""
    of_token = ["-", "", ""] if token is None else [token["id"], day(token["made"]), day(token["revoked"])]
    return [row["name"], row["state"], row["author"], ", ".join(row["versions"]), *of_token]


def day(seconds: float | None) -> str:
    """A time, to the minute."""
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def listed(args: argparse.Namespace) -> list[dict[str, Any]]:
    """What stands in the database."""

    async def gather(accounts: Accounts) -> list[dict[str, Any]]:
        bots = [await accounts.bot(args.name)] if args.name else await accounts.bots()
        rows = []
        for bot in bots:
            tokens = [
                {"id": token.id, "label": token.label, "made": token.created, "revoked": token.revoked}
                for token in await accounts.tokens(bot.name)
            ]
            versions = [version.name for version in bot.versions]
            row = {"name": bot.name, "state": bot.state, "author": bot.author, "versions": versions, "tokens": tokens}
            rows.append(row)
        return rows

    with accounts_of(args) as accounts:
        return trio.run(gather, accounts)


def listed_remotely(args: argparse.Namespace) -> list[dict[str, Any]]:
    """What a served arena says."""
    remote = dialled(args)
    bots, page = [], ""
    while True:
        if args.name:
            bots = [remote.call("GetBot", pb.GetBotRequest(bot=args.name)).bot]
            break
        answer = remote.call("ListBots", pb.ListBotsRequest(page_token=page))
        bots += answer.bots
        page = answer.next_page_token
        if not page:
            break
    rows = []
    for bot in bots:
        tokens = remote.call("ListTokens", pb.ListTokensRequest(bot=bot.name)).tokens
        row: dict[str, Any] = {
            "name": bot.name,
            "state": word(pb.BotState, "BOT_STATE_", bot.state),
            "author": bot.author,
            "versions": [version.name for version in bot.versions],
            "tokens": [
                {
                    "id": token.id,
                    "label": token.label,
                    "made": float(token.create_time.seconds),
                    "revoked": float(token.revoke_time.seconds) if token.HasField("revoke_time") else None,
                }
                for token in tokens
            ],
        }
        rows.append(row)
    return rows


def run_revoke(args: argparse.Namespace) -> int:
    """Revoke a token."""
    if args.arena is None:
        with accounts_of(args) as accounts:
            trio.run(accounts.revoke_token, args.token, "", args.reason)
    else:
        dialled(args).call("RevokeToken", pb.RevokeTokenRequest(id=args.token, reason=args.reason))
    if args.json:
        say_json({"revoked": args.token})
    else:
        say(f"the token {args.token} is revoked")
    return 0


def run_faults(args: argparse.Namespace) -> int:
    """Print the bots that were part of faults of the arena."""
    rows = faults_remotely(args) if args.arena is not None else faults(args)
    if args.json:
        say_json(rows)
        return 0
    head = ["bot", "matches", "adjourned", "void", "behind", "ahead", "absent"]
    say(table(head, [[str(row[name]) for name in head] for row in rows], left=1))
    return 0


def faults(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Return what is stored in the database."""
    with database_at(args) as database:
        # As in `database_at`.
        from arena.store.results import StoredResults  # noqa: PLC0415

        return [asdict(each) for each in trio.run(StoredResults(database).faults)]


def faults_remotely(args: argparse.Namespace) -> list[dict[str, Any]]:
    """Return what a served arena answers."""
    return [
        {
            "bot": each.bot,
            "matches": each.matches,
            "adjourned": each.adjourned,
            "void": each.void_matches,
            "behind": each.behind,
            "ahead": each.ahead,
            "absent": each.absent,
        }
        for each in pages(args, "ListFaults", pb.ListFaultsRequest, "faults")
    ]


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "register": run_register,
    "list": run_list,
    "faults": run_faults,
    "revoke": run_revoke,
}
