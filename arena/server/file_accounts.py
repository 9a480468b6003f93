"""Accounts in one JSON file, which is replaced as a whole or not at all.

Whoever changes it holds a lock beside it and reads it anew first, so the command line may change the accounts of an
arena that runs; the arena sees it with its next question.
"""

import fcntl
import json
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError, UsageError
from arena.server.accounts import (
    AuditLine,
    Bot,
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

FORMAT: Final = 1
DAY: Final = 86_400.0


class _Data:
    """What the file holds."""

    def __init__(self) -> None:
        self.bots: dict[str, Bot] = {}  # by folded name
        self.tokens: dict[str, Token] = {}  # by id, in the order they were made
        self.hashes: dict[str, str] = {}  # of a secret, to the id
        self.invites: dict[str, Invite] = {}
        self.codes: dict[str, str] = {}
        self.audit: list[AuditLine] = []

    @classmethod
    def read(cls, text: str) -> "_Data":
        data, raw = cls(), json.loads(text)
        if raw["format"] != FORMAT:
            raise UsageError(f"accounts of format {raw['format']}: this release reads format {FORMAT}")
        for row in raw["bots"]:
            bot = Bot(**{**row, "versions": tuple(Version(**each) for each in row["versions"])})
            data.bots[bot.name.casefold()] = bot
        data.tokens = {row["id"]: Token(**row) for row in raw["tokens"]}
        data.invites = {row["id"]: Invite(**row) for row in raw["invites"]}
        data.hashes, data.codes = raw["token_hashes"], raw["invite_hashes"]
        data.audit = [AuditLine(**row) for row in raw["audit"]]
        return data

    def write(self) -> str:
        whole: dict[str, Any] = {
            "format": FORMAT,
            "bots": [asdict(bot) for bot in self.bots.values()],
            "tokens": [asdict(token) for token in self.tokens.values()],
            "token_hashes": self.hashes,
            "invites": [asdict(invite) for invite in self.invites.values()],
            "invite_hashes": self.codes,
            "audit": [asdict(line) for line in self.audit],
        }
        return json.dumps(whole, ensure_ascii=False, indent=1)


class FileAccounts:
    """Accounts kept in a file; `reserved` are names that no author's bot may have."""

    def __init__(
        self,
        path: Path,
        reserved: frozenset[str] = frozenset(),
        versions_per_day: int = 5,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.path: Final = path
        self.reserved: Final = {name.casefold() for name in reserved}
        self.versions_per_day: Final = versions_per_day
        self.now: Final = now
        self._seen: tuple[int, int, int] | None = None
        self._data = _Data()

    # Reading and writing -----------------------------------------------------------------------------------------

    def _read(self) -> _Data:
        """What the file holds now; it is read again only where it was replaced."""
        try:
            stat = self.path.stat()
        except FileNotFoundError:
            return self._data
        seen = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
        if seen != self._seen:
            try:
                self._data = _Data.read(self.path.read_text(encoding="utf-8"))
            except (ValueError, KeyError, TypeError) as error:
                raise ArenaError(f"{self.path} cannot be read as accounts: {error!r}") from error
            self._seen = seen
        return self._data

    @contextmanager
    def _changing(self) -> Iterator[_Data]:
        """The data to be changed; written when the block ends well."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self.path.with_suffix(".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            data = self._read()
            try:
                yield data
            except BaseException:
                self._seen = None  # whatever was half done is read anew
                self._data = _Data()
                raise
            fresh = self.path.with_suffix(".new")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(data.write())
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
            stat = self.path.stat()
            self._seen = (stat.st_ino, stat.st_mtime_ns, stat.st_size)

    def _noted(self, data: _Data, by: str, action: str, target: str, reason: str) -> None:
        data.audit.append(AuditLine(self.now(), by, action, target, checked_text(reason, "reason")))

    # Who is there ------------------------------------------------------------------------------------------------

    async def holder(self, secret: str) -> Token | None:
        """The working token with this secret."""
        data = self._read()
        token = data.tokens.get(data.hashes.get(hashed(secret), ""))
        return token if token is not None and token.revoked is None else None

    async def token(self, token: str) -> Token | None:
        """The token with this id."""
        return self._read().tokens.get(token)

    async def bot(self, name: str) -> Bot:
        """The bot of this name."""
        return _found(self._read(), name)

    async def bots(self) -> tuple[Bot, ...]:
        """All bots, by name."""
        bots = self._read().bots
        return tuple(bots[name] for name in sorted(bots))

    # Bots --------------------------------------------------------------------------------------------------------

    async def register(self, name: str, author: str, description: str, invite: str = "", by: str = "") -> Made:
        """Make a bot and its first token."""
        checked_name(name)
        checked_text(author, "author")
        checked_text(description, "description")
        with self._changing() as data:
            if invite:
                self._spend(data, invite)
            self._unused(data, name)
            data.bots[name.casefold()] = Bot(name, author, description, "active", self.now())
            made = self._new_token(data, "bot", name, "first")
            self._noted(data, by, "RegisterBot", name, "")
        return made

    def _unused(self, data: _Data, name: str) -> None:
        if name.casefold() in self.reserved:
            raise TakenError(f"bot name {name}: it belongs to the house; expected another one")
        if name.casefold() in data.bots:
            raise TakenError(f"bot name {name}: it is taken; expected another one")

    def _spend(self, data: _Data, code: str) -> None:
        invite = data.invites.get(data.codes.get(hashed(code), ""))
        if invite is None or invite.revoked is not None:
            raise DeniedError("the invite code is unknown or revoked: expected one that an organiser has made")
        if invite.uses_left < 1 or (invite.expires is not None and invite.expires <= self.now()):
            raise DeniedError("the invite code has been used up or has ended: ask for a new one")
        data.invites[invite.id] = replace(invite, uses_left=invite.uses_left - 1)

    async def rename(self, name: str, new_name: str, by: str, reason: str) -> Bot:
        """Give a bot another name; its tokens go with it."""
        checked_name(new_name)
        with self._changing() as data:
            bot = _found(data, name)
            if new_name.casefold() != bot.name.casefold():
                self._unused(data, new_name)
            renamed = _moved(data, bot, replace(bot, name=new_name))
            self._noted(data, by, "RenameBot", new_name, reason)
        return renamed

    async def set_state(self, name: str, state: BotState, by: str, reason: str) -> Bot:
        """Suspend, reinstate or delete a bot."""
        actions = {"active": "ReinstateBot", "suspended": "SuspendBot", "deleted": "DeleteBot"}
        with self._changing() as data:
            bot = _found(data, name)
            if bot.state == "deleted":
                raise UsageError(f"bot {bot.name} is deleted: nothing can be done with it")
            changed = replace(bot, state=state)
            if state == "deleted":
                changed = replace(changed, name=f"deleted-{secrets.token_hex(4)}", author="", description="")
            _moved(data, bot, changed)
            if state == "deleted":
                for token in [each for each in data.tokens.values() if each.bot == changed.name]:
                    data.tokens[token.id] = replace(token, revoked=token.revoked or self.now(), label="")
            self._noted(data, by, actions[state], changed.name, reason)
        return changed

    async def attended(self, bot: str, version: str, token: str) -> Version:
        """Note that a version attends."""
        checked_version(version)
        with self._changing() as data:
            entry = _found(data, bot)
            now = self.now()
            known = next((each for each in entry.versions if each.name == version), None)
            if known is None:
                self._may_be_new(entry, now)
            seen = replace(known, attended=now) if known else Version(version, now, now)
            others = tuple(each for each in entry.versions if each.name != version)
            versions = tuple(sorted((seen, *others), key=lambda each: -each.created))
            data.bots[entry.name.casefold()] = replace(entry, versions=versions)
            if token in data.tokens:
                data.tokens[token] = replace(data.tokens[token], used=now)
        return seen

    def _may_be_new(self, bot: Bot, now: float) -> None:
        today = sorted(each.created for each in bot.versions if each.created > now - DAY)
        if len(today) >= self.versions_per_day:
            wait = today[-self.versions_per_day] + DAY - now
            raise TooManyError(f"{self.versions_per_day} new versions of {bot.name} in a day: that is the limit", wait)

    async def withdraw(self, bot: str, version: str, by: str, reason: str) -> Version:
        """Withdraw a version."""
        with self._changing() as data:
            entry = _found(data, bot)
            found = next((each for each in entry.versions if each.name == version), None)
            if found is None:
                raise NotFoundError(f"{entry.name} has no version {ascii(version)[:60]}")
            withdrawn = replace(found, withdrawn=reason or "withdrawn")
            versions = tuple(withdrawn if each is found else each for each in entry.versions)
            data.bots[entry.name.casefold()] = replace(entry, versions=versions)
            self._noted(data, by, "WithdrawVersion", f"{entry.name}@{version}", reason)
        return withdrawn

    # Tokens and invites ------------------------------------------------------------------------------------------

    def _new_token(self, data: _Data, scope: Scope, bot: str, label: str) -> Made:
        secret = new_secret()
        token = Token(secrets.token_hex(6), scope, bot, checked_text(label, "label"), self.now())
        data.tokens[token.id] = token
        data.hashes[hashed(secret)] = token.id
        return Made(token, secret)

    async def create_token(self, scope: Scope, bot: str, label: str, by: str) -> Made:
        """Make a token."""
        with self._changing() as data:
            name = ""
            if scope == "bot":
                name = _found(data, bot).name
            elif bot:
                raise UsageError(f"a token of the scope {scope} is for no bot: expected none, got {ascii(bot)[:60]}")
            made = self._new_token(data, scope, name, label)
            self._noted(data, by, "CreateToken", made.token.id, "")
        return made

    async def tokens(self, bot: str = "") -> tuple[Token, ...]:
        """The tokens of a bot, or all; the newest first."""
        data = self._read()
        name = _found(data, bot).name if bot else ""
        return tuple(token for token in reversed(data.tokens.values()) if not name or token.bot == name)

    async def revoke_token(self, token: str, by: str, reason: str) -> Token:
        """Make a token worthless; once more changes nothing."""
        with self._changing() as data:
            if token not in data.tokens:
                raise NotFoundError(f"no token has the id {ascii(token)[:60]}")
            revoked = replace(data.tokens[token], revoked=data.tokens[token].revoked or self.now())
            data.tokens[token] = revoked
            self._noted(data, by, "RevokeToken", token, reason)
        return revoked

    async def create_invite(self, label: str, uses: int, expires: float | None, by: str) -> tuple[Invite, str]:
        """Make an invite, and its code."""
        if not 1 <= uses <= 10_000:
            raise UsageError(f"an invite for {uses} bots: expected 1 to 10000")
        with self._changing() as data:
            code = letters(20)
            invite = Invite(secrets.token_hex(6), checked_text(label, "label"), uses, expires)
            data.invites[invite.id] = invite
            data.codes[hashed(code)] = invite.id
            self._noted(data, by, "CreateInvite", invite.id, "")
        return invite, code

    async def invites(self) -> tuple[Invite, ...]:
        """All invites, the newest first."""
        return tuple(reversed(self._read().invites.values()))

    async def revoke_invite(self, invite: str, by: str, reason: str) -> Invite:
        """Make an invite worthless; once more changes nothing."""
        with self._changing() as data:
            if invite not in data.invites:
                raise NotFoundError(f"no invite has the id {ascii(invite)[:60]}")
            revoked = replace(data.invites[invite], revoked=data.invites[invite].revoked or self.now())
            data.invites[invite] = revoked
            self._noted(data, by, "RevokeInvite", invite, reason)
        return revoked

    # The audit ---------------------------------------------------------------------------------------------------

    async def audit(self, target: str = "") -> tuple[AuditLine, ...]:
        """What organisers have done, the newest first."""
        return tuple(line for line in reversed(self._read().audit) if not target or line.target == target)

    async def note(self, by: str, action: str, target: str, reason: str) -> None:
        """Write an audit line."""
        with self._changing() as data:
            self._noted(data, by, action, target, reason)


def _found(data: _Data, name: str) -> Bot:
    bot = data.bots.get(name.casefold())
    if bot is None:
        raise NotFoundError(f"no bot is called {ascii(name)[:60]}")
    return bot


def _moved(data: _Data, bot: Bot, changed: Bot) -> Bot:
    """Put the changed bot in the place of the old one, with its tokens."""
    del data.bots[bot.name.casefold()]
    data.bots[changed.name.casefold()] = changed
    for token in [each for each in data.tokens.values() if each.bot == bot.name]:
        data.tokens[token.id] = replace(token, bot=changed.name)
    return changed
