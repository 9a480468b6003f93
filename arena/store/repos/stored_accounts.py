"""The accounts in the database: the implementation of the server's interface `Accounts`.

Every change is one transaction.
"""

import secrets
import time
from collections.abc import Callable, Collection, Mapping
from typing import Final

from sqlmodel import Session

from arena.errors import UsageError
from arena.games.automata import is_taken
from arena.server.access.accounts import (
    MATCH_ACTIONS,
    AuditLine,
    BotAccount,
    BotState,
    DeniedError,
    Invite,
    Made,
    NotFoundError,
    Scope,
    TakenError,
    Token,
    TooManyError,
    Version,
    checked_name,
    checked_text,
    checked_version,
    hashed,
    letters,
    new_secret,
)
from arena.store import tables
from arena.store.db.database import Database
from arena.store.repos import account_values as bots
from arena.store.sql import identity_queries, submission_queries

DAY: Final = 86_400.0
ACTIONS: Final = {"active": "ReinstateBot", "suspended": "SuspendBot", "deleted": "DeleteBot"}
INVITED: Final = 10_000  # bots that one invite may register
LIVE: Final = 16  # tokens of one bot that are not revoked


class StoredAccounts:
    """The accounts of a database. An author cannot give a bot a name in `reserved`."""

    def __init__(
        self,
        database: Database,
        reserved: frozenset[str] = frozenset(),
        versions_per_day: int = 5,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.database: Final = database
        self.reserved: Final = {name.casefold() for name in reserved}
        self.versions_per_day: Final = versions_per_day
        self.now: Final = now

    # Accounts ------------------------------------------------------------------------------------------------------

    def away(self) -> bool:
        """True if the database is unavailable."""
        return self.database.away

    async def holder(self, secret: str) -> Token | None:
        """Return the token with this secret; None if there is none or it is revoked."""
        found = await self.database.glance(lambda transaction: identity_queries.bearer(transaction, hashed(secret)))
        token = None if found is None else bots.bearer_value(found)
        return token if token is not None and token.revoked is None else None

    async def token(self, token: str) -> Token | None:
        """Return the token with this id, valid or revoked; None if there is none."""
        return (await self.standing([token])).get(token)

    async def standing(self, tokens: Collection[str]) -> Mapping[str, Token]:
        """Return a dict from id to token for the tokens with these ids, valid or revoked. Leave out unknown ids."""
        found = await self.database.glance(lambda transaction: identity_queries.bearers(transaction, tokens))
        return {token.id: token for token in map(bots.bearer_value, found)}

    async def states(self, bots: Collection[str]) -> Mapping[str, BotState]:
        """Return a dict from name to state for the bots with these names. Leave out unknown names."""
        return await self.database.glance(lambda transaction: identity_queries.bot_states(transaction, bots))

    async def withdrawn(self, bots: Collection[str]) -> Mapping[tuple[str, str], str]:
        """Return why versions of these bots were withdrawn: a dict from (bot, version) to the reason."""
        return await self.database.glance(lambda transaction: identity_queries.withdrawn_versions(transaction, bots))

    async def bot(self, name: str) -> BotAccount:
        """Return the bot of this name. Raise NotFoundError if there is none."""
        return await self.database.ask(lambda session: bots.bot_value(session, bots.registered(session, name)))

    async def bots(self) -> tuple[BotAccount, ...]:
        """Return all registered bots, sorted by name."""
        return await self.database.ask(bots.all_bots)

    # Bots ----------------------------------------------------------------------------------------------------------

    async def register(  # noqa: PLR0913 -- what a registration has
        self, name: str, author: str, description: str, invite: str = "", by: str = "", *, claims: bool = False
    ) -> Made:
        """Register a bot, and return its first token with the secret. Raise TakenError if the name is taken.

        With `invite`, spend one use of this invite code. With `claims`, take over the bot of this name that came with
        an import.
        """
        checked_name(name)
        checked_text(author, "author")
        checked_text(description, "description")
        secret = new_secret()

        def work(session: Session) -> Token:
            if invite:
                self._spend(session, invite)
            bot = self._claimed(session, name, author) if claims else None
            if bot is None:
                self._check_unused(session, name)
                bot = tables.BotRow(name=name, folded=name.casefold(), created=self.now())
            bot.author_id = bots.author_id(session, author, self.now())
            bot.description, bot.state, bot.registered = description, "active", True
            session.add(bot)
            session.flush()
            token = self._add_token(session, "bot", bot, "first", secret)
            self._note(session, by, "RegisterBot", name, "")
            return bots.token_value(token, name)

        return Made(await self.database.do(work), secret)

    def _claimed(self, session: Session, name: str, author: str) -> tables.BotRow | None:
        """Return the row of an imported bot that this author may register; None if there is none.

        Raise TakenError if the import names another author. Mark all versions of the bot as not yet admitted to rated
        tournaments, because only another arena has examined them.
        """
        bot = identity_queries.bot_named(session, name)
        if (
            bot is None
            or bot.registered
            or bot.state == "deleted"
            or name.casefold() in self.reserved
            or is_taken(name)
        ):
            return None
        known = identity_queries.author_of(session, bot)
        if known not in {"", author}:
            raise TakenError(f"bot name {name}: its author is {known!r} by an import; expected the same author")
        for version in identity_queries.versions_of(session, [bot.id]):
            version.admitted = None  # a version that another arena admitted is examined here, too
        return bot

    def _check_unused(self, session: Session, name: str) -> None:
        if name.casefold() in MATCH_ACTIONS:
            raise TakenError(f"bot name {name}: it is a word of the command `arena match`; expected another one")
        if name.casefold() in self.reserved or is_taken(name):
            raise TakenError(f"bot name {name}: it belongs to the house; expected another one")
        bot = identity_queries.bot_named(session, name)
        if bot is None:
            return
        if not bot.registered:
            raise TakenError(f"bot name {name}: it is known from an import; expected an organiser to register it")
        author = identity_queries.author_of(session, bot)
        whose = f", by the author {author!r}" if author else ""
        raise TakenError(f"bot name {name}: it is taken{whose}; expected another one")

    def _spend(self, session: Session, code: str) -> None:
        invite = identity_queries.invite_with_hash(session, hashed(code))
        if invite is None or invite.revoked is not None:
            raise DeniedError("the invite code is unknown or revoked: expected one that an organiser has made")
        if invite.uses_left < 1 or (invite.expires is not None and invite.expires <= self.now()):
            raise DeniedError("the invite code has been used up or has ended: ask for a new one")
        invite.uses_left -= 1

    async def rename(self, name: str, new_name: str, by: str, reason: str) -> BotAccount:
        """Give a bot another name, and return it. All its data stays with it."""
        checked_name(new_name)

        def work(session: Session) -> BotAccount:
            bot = bots.registered(session, name)
            if new_name.casefold() != bot.folded:
                self._check_unused(session, new_name)
            before, bot.name, bot.folded = bot.name, new_name, new_name.casefold()
            self._note(session, by, "RenameBot", new_name, reason, done=f"renamed from {before} to {new_name}")
            return bots.bot_value(session, bot)

        return await self.database.do(work)

    async def set_state(self, name: str, state: BotState, by: str, reason: str) -> BotAccount:
        """Suspend, reinstate or delete a bot, and return it. Matches of a deleted bot stay, under a neutral name."""

        def work(session: Session) -> BotAccount:
            bot = bots.registered(session, name)
            if bot.state == "deleted":
                raise UsageError(f"bot {bot.name} is deleted: nothing can be done with it")
            bot.state = state
            if state == "deleted":
                bot.name = f"deleted-{secrets.token_hex(4)}"
                bot.folded, bot.author_id, bot.description = bot.name, None, ""
                for token in identity_queries.all_tokens(session, bot):
                    token.revoked, token.label = token.revoked or self.now(), ""
                submission_queries.forget_submissions(session, bot)
            self._note(session, by, ACTIONS[state], bot.name, reason)
            return bots.bot_value(session, bot)

        return await self.database.do(work)

    async def attended(self, bot: str, version: str, token: str) -> Version:
        """Store that a version of a bot has connected, and return the version. Store a version that is new.

        Raise TooManyError if the bot has connected too many new versions in a day.
        """
        checked_version(version)

        def work(session: Session) -> Version:
            row, now = bots.registered(session, bot), self.now()
            assert row.id is not None
            seen = identity_queries.version_named(session, row, version)
            if seen is None:
                self._check_new_version(session, row, now)
                seen = tables.VersionRow(bot_id=row.id, name=version, created=now, attended=now)
                session.add(seen)
            seen.attended, seen.departed = now, None
            used = identity_queries.token_called(session, token)
            if used is not None:
                used.used = now
            return bots.version_value(seen)

        return await self.database.do(work)

    async def departed(self, bot: str, version: str) -> None:
        """Store that a version of a bot has disconnected. Do nothing if the version is not stored."""

        def work(session: Session) -> None:
            seen = identity_queries.version_named(session, bots.registered(session, bot), version)
            if seen is not None:
                seen.departed = self.now()

        await self.database.do(work)

    async def all_departed(self) -> None:
        """Store that no bot is connected. Call this at the start of an arena, which may follow a crash."""
        await self.database.do(lambda session: identity_queries.set_departed(session, self.now()))

    def _check_new_version(self, session: Session, bot: tables.BotRow, now: float) -> None:
        made = sorted(each.created for each in identity_queries.versions_of(session, [bot.id]))
        today = [created for created in made if created > now - DAY]
        if len(today) >= self.versions_per_day:
            wait = today[-self.versions_per_day] + DAY - now
            raise TooManyError(f"{self.versions_per_day} new versions of {bot.name} in a day: that is the limit", wait)

    async def judge(self, bot: str, version: str, objection: str) -> Version:
        """Admit a version to rated tournaments, and return it.

        If there is an objection, refuse the version and store the objection.
        """

        def work(session: Session) -> Version:
            _, found = bots.version_called(session, bot, version)
            found.admitted, found.refused = (None, objection) if objection else (self.now(), "")
            return bots.version_value(found)

        return await self.database.do(work)

    async def withdraw(self, bot: str, version: str, by: str, reason: str) -> Version:
        """Mark a version as withdrawn, with the reason, and return it."""

        def work(session: Session) -> Version:
            row, found = bots.version_called(session, bot, version)
            found.withdrawn = reason or "withdrawn"
            self._note(session, by, "WithdrawVersion", f"{row.name}@{version}", reason)
            return bots.version_value(found)

        return await self.database.do(work)

    # Tokens and invites --------------------------------------------------------------------------------------------

    def _add_token(
        self, session: Session, scope: Scope, bot: tables.BotRow | None, label: str, secret: str
    ) -> tables.TokenRow:
        token = tables.TokenRow(
            public=secrets.token_hex(6),
            hash=hashed(secret),
            scope=scope,
            bot_id=bot.id if bot is not None else None,
            label=checked_text(label, "label"),
            created=self.now(),
        )
        session.add(token)
        return token

    async def create_token(self, scope: Scope, bot: str, label: str, by: str) -> Made:
        """Make a token, and return it with its secret.

        `by` is the id of the caller's token, which becomes the parent of the new one.
        """
        secret = new_secret()

        def work(session: Session) -> Token:
            parent = parent_of(session, by)
            row = bots.registered(session, bot) if scope == "bot" else None
            if row is None and bot:
                raise UsageError(f"a token of the scope {scope} is for no bot: expected none, got {ascii(bot)[:60]}")
            if row is not None:
                check_room(session, row)
            token = self._add_token(session, scope, row, label, secret)
            token.parent = parent
            self._note(session, by, "CreateToken", token.public, "")
            return bots.token_value(token, row.name if row is not None else "")

        return Made(await self.database.do(work), secret)

    async def tokens(self, bot: str = "") -> tuple[Token, ...]:
        """Return the tokens of a bot, or of all bots; the newest first."""
        return await self.database.ask(lambda session: bots.all_tokens(session, bot))

    async def revoke_token(self, token: str, by: str, reason: str) -> Token:
        """Revoke a token, and all tokens and invites that were made with it, directly or through other tokens.

        Return the token. A second call only adds a line to the audit log.
        """

        def work(session: Session) -> Token:
            row = identity_queries.token_to_hold(session, token)
            if row is None:
                raise NotFoundError(f"no token has the id {ascii(token)[:60]}")
            row.revoked = row.revoked or self.now()
            self._note(session, by, "RevokeToken", token, reason)
            self._revoke_descendants(session, token, by)
            return bots.token_value(row, identity_queries.names_of_bots(session, [row.bot_id]).get(row.bot_id, ""))

        return await self.database.do(work)

    def _revoke_descendants(self, session: Session, token: str, by: str) -> None:
        """Revoke all tokens and invites that were made with a token, directly or through other tokens."""
        waiting = [token]
        while waiting:
            session.flush()  # a token that is made meanwhile has to wait for this row, and is then refused
            parent = waiting.pop()
            done = f"made with {parent}"
            for invite in identity_queries.invites_made_with(session, parent):
                if invite.revoked is None:
                    invite.revoked = self.now()
                    self._note(session, by, "RevokeInvite", invite.public, "", done=done)
            for child in identity_queries.tokens_made_with(session, parent):
                if child.revoked is None:
                    child.revoked = self.now()
                    self._note(session, by, "RevokeToken", child.public, "", done=done)
                waiting.append(child.public)

    async def create_invite(self, label: str, uses: int, expires: float | None, by: str) -> tuple[Invite, str]:
        """Make an invite for this number of bots. Return the invite with its code."""
        if not 1 <= uses <= INVITED:
            raise UsageError(f"an invite for {uses} bots: expected 1 to {INVITED}")
        checked_text(label, "label")
        code = letters(20)

        def work(session: Session) -> Invite:
            row = tables.InviteRow(
                public=secrets.token_hex(6),
                hash=hashed(code),
                label=label,
                uses_left=uses,
                expires=expires,
                parent=parent_of(session, by),
            )
            session.add(row)
            self._note(session, by, "CreateInvite", row.public, "")
            return bots.invite_value(row)

        return await self.database.do(work), code

    async def invites(self) -> tuple[Invite, ...]:
        """Return all invites, the newest first."""
        return await self.database.ask(
            lambda session: tuple(bots.invite_value(row) for row in identity_queries.all_invites(session))
        )

    async def revoke_invite(self, invite: str, by: str, reason: str) -> Invite:
        """Revoke an invite, and return it. A second call only adds a line to the audit log."""

        def work(session: Session) -> Invite:
            row = identity_queries.invite_called(session, invite)
            if row is None:
                raise NotFoundError(f"no invite has the id {ascii(invite)[:60]}")
            row.revoked = row.revoked or self.now()
            self._note(session, by, "RevokeInvite", invite, reason)
            return bots.invite_value(row)

        return await self.database.do(work)

    # The audit -----------------------------------------------------------------------------------------------------

    def _note(  # noqa: PLR0913 -- what an audit line has
        self, session: Session, by: str, action: str, target: str, reason: str, *, done: str = ""
    ) -> None:
        """Add an action of an organiser to the audit log.

        The log has one text for details and reason: `done` (the details, if there are any), a colon, and `reason`.
        """
        checked_text(reason, "reason")
        told = ": ".join(part for part in (done, reason) if part)
        session.add(tables.AuditRow(time=self.now(), token=by, action=action, target=target, reason=told))

    async def audit(self, target: str = "") -> tuple[AuditLine, ...]:
        """Return the organisers' actions on a target (such as a bot or match), or all actions; the newest first."""

        def question(session: Session) -> tuple[AuditLine, ...]:
            found = identity_queries.audit_lines(session, target)
            return tuple(AuditLine(row.time, row.token, row.action, row.target, row.reason) for row in found)

        return await self.database.ask(question)

    async def note(self, by: str, action: str, target: str, reason: str) -> None:
        """Add an action of an organiser to the audit log."""
        await self.database.do(lambda session: self._note(session, by, action, target, reason))


def parent_of(session: Session, by: str) -> str:
    """Return the id to store as the parent of a new token or invite.

    It is `by`, the id of the caller's token; an empty text if there is no token with this id. Raise DeniedError if the
    caller's token was revoked.
    """
    maker = identity_queries.token_to_hold(session, by) if by else None
    if maker is not None and maker.revoked is not None:
        raise DeniedError("the token that asks was revoked: expected one that works")
    return maker.public if maker is not None else ""


def check_room(session: Session, bot: tables.BotRow) -> None:
    """Raise TooManyError if a bot already has as many valid tokens as are allowed."""
    if identity_queries.live_tokens(session, bot) >= LIVE:
        raise TooManyError(f"{LIVE} tokens of {bot.name} work: that is the limit; expected one to be revoked first", 0)
