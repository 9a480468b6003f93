"""Accounts: who may do what. The interface, and the plain values that stand behind it.

A token's secret is 256 random bits, shown once and kept as its hash. `arena.store` keeps the accounts, in a database.
"""

import hashlib
import re
import secrets
import string
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from arena.errors import ArenaError, UsageError

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
    """There is nothing of this name."""

    exit_code = 2


class TakenError(ArenaError):
    """The name is taken, or reserved for the house."""

    exit_code = 2


class DeniedError(ArenaError):
    """The invite or the token does not allow it."""


class TooManyError(ArenaError):
    """A limit is reached; `retry_after` says in how many seconds there is room."""

    def __init__(self, message: str, retry_after: float) -> None:
        super().__init__(message)
        self.retry_after: Final = retry_after


@dataclass(frozen=True, slots=True)
class Token:
    """A token without what makes it work; times are seconds since 1970."""

    id: str
    scope: Scope
    bot: str  # empty unless the scope is bot
    label: str
    created: float
    used: float | None = None
    revoked: float | None = None
    bot_state: BotState = "active"  # of its bot, where it has one


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a bot."""

    name: str
    created: float
    attended: float
    withdrawn: str = ""  # why, if it was
    admitted: float | None = None  # when
    refused: str = ""  # why, if it was not admitted

    @property
    def admission(self) -> Admission:
        """How far it has come."""
        if self.withdrawn:
            return "withdrawn"
        if self.refused:
            return "refused"
        return "pending" if self.admitted is None else "admitted"


@dataclass(frozen=True, slots=True)
class BotAccount:
    """A bot and its versions, the newest first."""

    name: str
    author: str
    description: str
    state: BotState
    created: float
    versions: tuple[Version, ...] = ()


@dataclass(frozen=True, slots=True)
class Invite:
    """A code that registers bots, without the code."""

    id: str
    label: str
    uses_left: int
    expires: float | None = None
    revoked: float | None = None


@dataclass(frozen=True, slots=True)
class AuditLine:
    """What an organiser, or the arena in an organiser's name, has done."""

    time: float
    token: str  # its id
    action: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class Made:
    """Something new, and the secret that is shown now and never again."""

    token: Token
    secret: str

    def __repr__(self) -> str:
        return f"Made({self.token!r})"


class Accounts(Protocol):
    """What an arena asks of whoever keeps its accounts. Changes take a token's id and a reason: an audit line."""

    def away(self) -> bool:
        """Whether they cannot be asked now, and whoever asks waits."""

    async def holder(self, secret: str) -> Token | None:
        """The working token with this secret; None for one that is unknown or revoked."""

    async def token(self, token: str) -> Token | None:
        """The token with this id, working or not."""

    async def standing(self, tokens: Collection[str]) -> Mapping[str, Token]:
        """The tokens with these ids, working or not, in one question: it is asked again and again."""

    async def withdrawn(self, bots: Collection[str]) -> Mapping[tuple[str, str], str]:
        """The withdrawn versions of some bots, by bot and version, and why."""

    async def bot(self, name: str) -> BotAccount:
        """The bot of this name, however it is capitalised; NotFoundError."""

    async def bots(self) -> tuple[BotAccount, ...]:
        """All bots, by name."""

    async def register(  # noqa: PLR0913 -- what a registration has
        self, name: str, author: str, description: str, invite: str = "", by: str = "", *, claims: bool = False
    ) -> Made:
        """Make a bot and its first token; TakenError, or DeniedError where the invite is no good.

        `claims`: a bot that is known from an import may be registered here, under the author that it had there.
        """

    async def rename(self, name: str, new_name: str, by: str, reason: str) -> BotAccount:
        """Give a bot another name."""

    async def set_state(self, name: str, state: BotState, by: str, reason: str) -> BotAccount:
        """Suspend, reinstate or delete a bot; what is left of a deleted one has a neutral name."""

    async def attended(self, bot: str, version: str, token: str) -> Version:
        """Note that a version attends; TooManyError where it is one new version too many today."""

    async def judge(self, bot: str, version: str, objection: str) -> Version:
        """Admit a version to rated tournaments, or note why it is not."""

    async def withdraw(self, bot: str, version: str, by: str, reason: str) -> Version:
        """Withdraw a version."""

    async def create_token(self, scope: Scope, bot: str, label: str, by: str) -> Made:
        """Make a token, a child of the token `by`; TooManyError if a bot has 16 that work."""

    async def tokens(self, bot: str = "") -> tuple[Token, ...]:
        """The tokens of a bot, or all; the newest first."""

    async def revoke_token(self, token: str, by: str, reason: str) -> Token:
        """Revoke a token, all tokens that were made with it or its descendants, and their invites."""

    async def create_invite(self, label: str, uses: int, expires: float | None, by: str) -> tuple[Invite, str]:
        """Make an invite, and its code."""

    async def invites(self) -> tuple[Invite, ...]:
        """All invites, the newest first."""

    async def revoke_invite(self, invite: str, by: str, reason: str) -> Invite:
        """Make an invite worthless."""

    async def audit(self, target: str = "") -> tuple[AuditLine, ...]:
        """What organisers have done, the newest first."""

    async def note(self, by: str, action: str, target: str, reason: str) -> None:
        """Write an audit line about something that was done elsewhere."""


def new_secret() -> str:
    """256 bits that nobody can guess, in letters and digits alone: no shell and no option parser trips over them."""
    return letters(43)


def letters(count: int) -> str:
    """So many letters and digits that nobody can guess; each is worth almost 6 bits."""
    number = secrets.randbelow(len(ALPHABET) ** count)  # all at once: the system is asked for randomness, which is slow
    found = []
    for _ in range(count):
        number, letter = divmod(number, len(ALPHABET))
        found.append(ALPHABET[letter])
    return "".join(found)


def hashed(secret: str) -> str:
    """What is kept of a secret. It is random and long, so one plain hash is as good as a slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()


def checked_name(name: str, what: str = "bot name") -> str:
    """The name, which has to be one."""
    if not NAME.fullmatch(name):
        expected = "2 to 32 letters, digits, '_', '.' and '-', a letter or digit first"
        raise UsageError(f"{what} {ascii(name)[:60]}: expected {expected}")
    return name


def checked_version(version: str) -> str:
    """The version, which has to be one."""
    if not VERSION.fullmatch(version):
        raise UsageError(f"version {ascii(version)[:60]}: expected 1 to 32 letters, digits, '_', '.' and '-'")
    return version


def checked_text(text: str, what: str) -> str:
    """One line for people that can be shown anywhere."""
    if len(text) > TEXT_LIMIT or not text.isprintable():
        raise UsageError(f"{what}: expected one line of at most {TEXT_LIMIT} printable characters")
    return text
