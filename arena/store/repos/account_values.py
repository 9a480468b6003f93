"""Convert table rows of bots, tokens and invites to the values that the server uses."""

from collections.abc import Sequence

from sqlmodel import Session

from arena.errors import GUESSED, guess
from arena.server.access.accounts import BotAccount, Invite, NotFoundError, Token, Version
from arena.store import tables
from arena.store.db.transaction import Transaction
from arena.store.sql import identity_queries
from arena.store.sql.identity_queries import Bearer
from arena.store.sql.inserts import insert_or_find


def registered(session: Session, name: str) -> tables.BotRow:
    """Return the registered bot of this name. Raise NotFoundError if there is none."""
    bot = identity_queries.bot_named(session, name)
    if bot is None or not bot.registered:
        near = guess(name, identity_queries.newest_names(session, GUESSED))
        raise NotFoundError(f"no bot is called {ascii(name)[:60]}{near}")
    return bot


def author_id(session: Session, name: str, now: float) -> int | None:
    """Return the primary key of the author of this name; None for an empty name. Store an unknown author first."""
    if not name:
        return None
    return insert_or_find(Transaction.of(session), tables.AuthorRow, "name", name=name, created=now)


def bot_value(session: Session, bot: tables.BotRow) -> BotAccount:
    """Return the table row of a bot as a BotAccount, with its author and versions."""
    return as_bot(bot, identity_queries.author_of(session, bot), identity_queries.versions_of(session, [bot.id]))


def all_bots(session: Session) -> tuple[BotAccount, ...]:
    """Return all registered bots as BotAccount values, sorted by name."""
    found = identity_queries.registered_bots(session)
    versions: dict[int, list[tables.VersionRow]] = {}
    for version in identity_queries.versions_of(session, [bot.id for bot, _ in found]):
        versions.setdefault(version.bot_id, []).append(version)
    return tuple(as_bot(bot, author or "", versions.get(bot.id or 0, [])) for bot, author in found)


def as_bot(bot: tables.BotRow, author: str, versions: Sequence[tables.VersionRow]) -> BotAccount:
    """Return the table row of a bot as a BotAccount, with the given author and versions."""
    return BotAccount(
        name=bot.name,
        author=author,
        description=bot.description,
        state=bot.state,  # type: ignore[arg-type]  # checked when it came in
        created=bot.created,
        versions=tuple(version_value(row) for row in versions),
    )


def version_called(session: Session, bot: str, version: str) -> tuple[tables.BotRow, tables.VersionRow]:
    """Return the rows of a bot and of one of its versions, by their names. Raise NotFoundError if one is missing."""
    row = registered(session, bot)
    found = identity_queries.version_named(session, row, version)
    if found is None:
        raise NotFoundError(f"{row.name} has no version {ascii(version)[:60]}")
    return row, found


def version_value(row: tables.VersionRow) -> Version:
    """Return the table row of a version as a Version."""
    return Version(row.name, row.created, row.attended, row.withdrawn, row.admitted, row.refused)


def token_value(row: tables.TokenRow, bot: str) -> Token:
    """Return the table row of a token as a Token. `bot` is the name of the token's bot."""
    return Token(row.public, row.scope, bot, row.label, row.created, row.used, row.revoked)  # type: ignore[arg-type]


def invite_value(row: tables.InviteRow) -> Invite:
    """Return the table row of an invite as an Invite."""
    return Invite(row.public, row.label, row.uses_left, row.expires, row.revoked)


def bearer_value(row: Bearer) -> Token:
    """Return a row of a query's result as a Token, with the name and state of the token's bot.

    For a token without a bot the state is active.
    """
    return Token(
        id=row.token,
        scope=row.scope,
        bot=row.bot or "",
        label=row.label,
        created=row.created,
        used=row.used,
        revoked=row.revoked,
        bot_state=row.bot_state or "active",
    )


def all_tokens(session: Session, bot: str) -> tuple[Token, ...]:
    """Return the tokens of a bot, or of all bots; the newest first."""
    rows = identity_queries.all_tokens(session, registered(session, bot) if bot else None)
    names = identity_queries.names_of_bots(session, {row.bot_id for row in rows})
    return tuple(token_value(row, names.get(row.bot_id, "")) for row in rows)
