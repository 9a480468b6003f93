"""The interface to the stored accounts (bots, tokens and invites), and the classes of their values.

A token's secret has 256 random bits. It is shown once and stored as a hash. `arena.store` implements the interface on a
database.
"""

import hashlib
import re
import secrets
import string
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from arena.errors import ArenaError, UsageError, guess

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{1,31}")
VERSION: Final = re.compile(r"[A-Za-z0-9_.-]{1,32}")
ALPHABET: Final = string.ascii_letters + string.digits
MATCH_ACTIONS: Final = ("void", "adjudicate", "replay", "list", "show")  # `arena match WORD`: no bot has such a name
TEXT_LIMIT: Final = 200  # characters of an author, a description, a label, a reason

Scope = Literal["bot", "organiser", "read"]
SCOPES: Final[tuple[Scope, ...]] = ("bot", "organiser", "read")
Admission = Literal["pending", "admitted", "refused", "withdrawn"]
BotState = Literal["active", "suspended", "deleted"]


class NotFoundError(ArenaError):
    """Raised if no bot, token, invite or tournament has the given name or id."""

    exit_code = 2


class TakenError(ArenaError):
    """Raised if a name is taken, or reserved for house bots."""

    exit_code = 2


class DeniedError(ArenaError):
    """Raised if the invite or the token does not allow the action."""


class TooManyError(ArenaError):
    """Raised if a caller has reached a limit. `retry_after` is the number of seconds until it may try again."""

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after: Final = retry_after


@dataclass(frozen=True, slots=True)
class Token:
    """A stored token without its secret. Times are seconds since 1970."""

    id: str
    scope: Scope
    bot: str  # empty unless the scope is bot
    label: str
    created: float
    used: float | None = None
    revoked: float | None = None
    bot_state: BotState = "active"  # of its bot, if it has one


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a bot, with its state of admission. Times are seconds since 1970."""

    name: str
    created: float
    attended: float  # 0 if it has never connected: it was submitted, and its program does not start
    withdrawn: str = ""  # the reason, if it was withdrawn
    admitted: float | None = None  # when it was admitted
    refused: str = ""  # the reason, if it was refused

    @property
    def admission(self) -> Admission:
        """The state of the version's admission to rated tournaments: pending, admitted, refused or withdrawn."""
        if self.withdrawn:
            return "withdrawn"
        if self.refused:
            return "refused"
        return "pending" if self.admitted is None else "admitted"


@dataclass(frozen=True, slots=True)
class BotAccount:
    """The account of a bot, with all its versions, newest first."""

    name: str
    author: str
    description: str
    state: BotState
    created: float
    versions: tuple[Version, ...] = ()


@dataclass(frozen=True, slots=True)
class Invite:
    """A stored invite, which allows an author to register bots. This object does not contain the invite's code."""

    id: str
    label: str
    uses_left: int
    expires: float | None = None
    revoked: float | None = None


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An entry of the audit log: an action, its target and reason, and the id of the token that was used."""

    time: float
    token: str  # its id
    action: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class Made:
    """A token that was just made, with its secret. Only a hash of the secret is stored, so it cannot be shown again."""

    token: Token
    secret: str

    def __repr__(self) -> str:
        return f"Made({self.token!r})"


class Accounts(Protocol):
    """The interface to the stored bots, tokens and invites.

    In most changes, `by` is the id of the token with which the change is made, and `reason` is text for the audit log.
    """

    def away(self) -> bool:
        """True if the database is unavailable. Calls to the accounts then wait."""

    async def holder(self, secret: str) -> Token | None:
        """Return the stored token that has this secret; None if there is none, or if it is revoked."""

    async def token(self, token: str) -> Token | None:
        """Return the token with this id, valid or revoked; None if there is none."""

    async def standing(self, tokens: Collection[str]) -> Mapping[str, Token]:
        """Return the stored tokens with these ids, valid or revoked: a mapping from id to token.

        The implementation uses one query, because the arena calls this often.
        """

    async def states(self, bots: Collection[str]) -> Mapping[str, BotState]:
        """Return a mapping from bot name to state: active, suspended or deleted. Names of unknown bots are left out."""

    async def withdrawn(self, bots: Collection[str]) -> Mapping[tuple[str, str], str]:
        """Return the withdrawn versions of these bots: a mapping from (bot, version) to the reason of its withdrawal.

        Versions that were not withdrawn are left out.
        """

    async def bot(self, name: str) -> BotAccount:
        """Return the account of the bot with this name, in any letter case. Raise NotFoundError if there is none."""

    async def bots(self) -> tuple[BotAccount, ...]:
        """Return the accounts of all bots, sorted by name."""

    async def register(  # noqa: PLR0913 -- what a registration has
        self, name: str, author: str, description: str, invite: str = "", by: str = "", *, claims: bool = False
    ) -> Made:
        """Register a bot, and return its first token with the secret.

        Raise TakenError if the name is taken, DeniedError if the invite is not valid. With `claims`, a name may also be
        registered if it is known only from imported matches. Then raise TakenError if the import names another author.
        """

    async def rename(self, name: str, new_name: str, by: str, reason: str) -> BotAccount:
        """Give a bot another name, and return its account."""

    async def set_state(self, name: str, state: BotState, by: str, reason: str) -> BotAccount:
        """Suspend, reinstate or delete a bot, and return its account. Matches of a deleted bot show a neutral name."""

    async def attended(self, bot: str, version: str, token: str) -> Version:
        """Store that a version has connected, and return it.

        Raise TooManyError if the version is new and the bot has reached its daily number of new versions.
        """

    async def departed(self, bot: str, version: str) -> None:
        """Store that a version has disconnected: its last `Attend` stream has ended."""

    async def all_departed(self) -> None:
        """Store that no bot is connected."""

    async def judge(self, bot: str, version: str, objection: str) -> Version:
        """Store the result of an examination of a version, and return the version.

        If `objection` is empty, admit the version to rated tournaments. If not, refuse the version, and store the
        objection.
        """

    async def withdraw(self, bot: str, version: str, by: str, reason: str) -> Version:
        """Withdraw a version, so that it may no longer play. Return the version."""

    async def create_token(self, scope: Scope, bot: str, label: str, by: str) -> Made:
        """Make a token, and return it with its secret. If the token `by` is revoked later, the new one is revoked, too.

        Raise TooManyError if the bot has 16 valid tokens.
        """

    async def tokens(self, bot: str = "") -> tuple[Token, ...]:
        """Return the tokens of a bot, or of all bots; newest first."""

    async def revoke_token(self, token: str, by: str, reason: str) -> Token:
        """Revoke a token, and all tokens that were made with it, directly or through other tokens. Return the token.

        Also revoke the invites that were made with one of these tokens.
        """

    async def create_invite(self, label: str, uses: int, expires: float | None, by: str) -> tuple[Invite, str]:
        """Make an invite. Return the invite with its code."""

    async def invites(self) -> tuple[Invite, ...]:
        """Return all invites, the newest first."""

    async def revoke_invite(self, invite: str, by: str, reason: str) -> Invite:
        """Revoke an invite, so that it can no longer be used to register bots. Return the invite."""

    async def audit(self, target: str = "") -> tuple[AuditLine, ...]:
        """Return the entries of the audit log, newest first.

        With `target`, such as the name of a bot or of a match, return only the entries about it.
        """

    async def note(self, by: str, action: str, target: str, reason: str) -> None:
        """Write an entry of the audit log, for an action that does not change the accounts."""


def new_secret() -> str:
    """Return 256 random bits as letters and digits, which shells and option parsers cannot misread."""
    return letters(43)


def letters(count: int) -> str:
    """Return `count` random letters and digits. Each one has almost 6 random bits."""
    number = secrets.randbelow(len(ALPHABET) ** count)  # all at once: a call to the system for randomness is slow
    found = []
    for _ in range(count):
        number, letter = divmod(number, len(ALPHABET))
        found.append(ALPHABET[letter])
    return "".join(found)


def hashed(secret: str) -> str:
    """Return the SHA-256 hash of a secret, in hexadecimal. Secrets are long and random, so a fast hash is safe."""
    return hashlib.sha256(secret.encode()).hexdigest()


def checked_name(name: str, what: str = "bot name") -> str:
    """Return the name if it is valid; raise UsageError if not. `what` is the kind of name for the error message."""
    if not NAME.fullmatch(name):
        expected = "2 to 32 letters, digits, '_', '.' and '-', a letter or digit first"
        raise UsageError(f"{what} {ascii(name)[:60]}: expected {expected}")
    return name


def checked_version(version: str) -> str:
    """Return the version if it is a valid name of a version; raise UsageError if not."""
    if not VERSION.fullmatch(version):
        raise UsageError(f"version {ascii(version)[:60]}: expected 1 to 32 letters, digits, '_', '.' and '-'")
    return version


def checked_text(text: str, what: str) -> str:
    """Return the text if it is one line of at most 200 printable characters; raise UsageError if not."""
    if len(text) > TEXT_LIMIT or not text.isprintable():
        raise UsageError(f"{what}: expected one line of at most {TEXT_LIMIT} printable characters")
    return text


async def registered_bot(accounts: Accounts, name: str, house: Collection[str]) -> BotAccount:
    """Return the bot of this name, where a house bot would be meant, too.

    Raise NotFoundError if there is none. The error names the most similar one of `house`, the names of house bots.
    """
    try:
        return await accounts.bot(name)
    except NotFoundError:
        near = guess(name, house)
        if not near:
            raise
        raise NotFoundError(f"no bot is called {ascii(name)[:60]}{near}") from None
