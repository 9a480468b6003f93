"""The door: checks the token of a call before the arena does any work for the call."""

import logging
from dataclasses import dataclass
from typing import Final, TypeVar

import trio

from arena.protocol.v1 import common_pb2
from arena.server.access.accounts import Accounts, BotState, Scope, TooManyError, hashed
from arena.server.access.addresses import Addresses
from arena.server.transport.bridge import Call
from arena.server.transport.endings import StreamEnded
from arena.server.transport.limits import Limits, Paces, Windows

log: Final = logging.getLogger(__name__)

T = TypeVar("T")

BEARER: Final = "bearer "
AT_MOST: Final = 1.0  # seconds that a caller known from before waits for the accounts
KNOWN: Final = 10_000
HELD: Final = 1.0  # seconds that a caller with a good token waits for its refusal when it calls too often
PER_SECOND: Final = 50.0  # calls a second of one bot, or of one reader, in the long run
AT_ONCE: Final = 100  # calls that need not wait, before each further call waits for its turn
TURN: Final = 10.0  # seconds that a call waits for its turn at most
FAILURES: Final = 2.0  # matches a second in which one bot fails, in the long run
FAILURES_AT_ONCE: Final = 20  # of these matches, before the bot's next matches wait
FAILED_WAITS: Final = 5.0  # seconds that a match of such a bot waits at most


@dataclass(frozen=True, slots=True)
class Holder:
    """The bot, organiser or reader to which a call's token belongs. Tokens of house bots belong to no account."""

    token: str
    scope: Scope
    bot: str
    is_house: bool = False
    state: BotState = "active"  # of the bot
    submitted: str = ""  # the version, if this is a submitted bot in its sandbox; its token may only attend and play
    is_far: bool = False  # True if a worker runs this submitted bot, on another machine

    @property
    def is_run_here(self) -> bool:
        """True if the arena runs this bot on its own machine."""
        return self.is_house or bool(self.submitted and not self.is_far)

    @property
    def account(self) -> str:
        """The name under which the arena counts this caller's calls. All tokens of one bot are counted together."""
        return f"bot {self.bot}" if self.bot else f"token {self.token}"


class Holds:
    """Delays refusals of calls: by one second, or longer if the caller was refused too often in the last minute."""

    def __init__(self, limits: Limits) -> None:
        self._longer: Final = limits.refusal_held
        self._refused: Final = Windows(limits.refusals_per_minute, 60.0)

    async def too_often(self, name: str, words: str, wait: float) -> StreamEnded:
        """Delay the refusal of a call by a caller that calls too often. Then return the error for the refusal.

        The delay is one second or longer, but at most `wait` seconds. The error, with the text `words`, says that the
        caller may try again `wait` seconds after the start of this method.
        """
        goes_on = self._refused.take(name, trio.current_time()) > 0
        return await too_often(words, wait, max(HELD, self._longer) if goes_on else HELD)


class Door:
    """Checks tokens, and delays callers that repeatedly call without a valid token."""

    def __init__(self, accounts: Accounts, limits: Limits) -> None:
        self.accounts: Final = accounts
        self.addresses = Addresses()
        self.refusal_held: Final = limits.refusal_held
        self.refusals: Final = Windows(limits.refusals_per_minute, 60.0)
        self.floods: Final = Windows(1, limits.flood_pause)
        self.attends: Final = Windows(limits.attends_per_minute, 60.0)  # by bot
        self.calls: Final = Windows(limits.calls_per_minute, 60.0)  # by account, without Attend and Play
        self.paces: Final = Paces(PER_SECOND, AT_ONCE)  # by account, for the same calls
        self.failures: Final = Paces(FAILURES, FAILURES_AT_ONCE)  # by bot
        self.holds: Final = Holds(limits)
        self.tokens: Final = Windows(limits.tokens_per_hour, 3600.0)  # for tokens that bots make, by account
        self.house: Final[dict[str, Holder]] = {}  # by the hash of their secret
        self._known_before: Final[dict[str, Holder]] = {}  # the latest callers, by the hash of their secret
        self._accused: Final = Windows(1, 60.0)
        self._worthless: Final[dict[str, None]] = {}  # the latest hashes that belong to no token

    async def holder(self, call: Call) -> Holder:
        """Return the bot, organiser or reader that owns the call's token. Raise StreamEnded if the token is invalid."""
        known = self._known_before.get(hashed(secret_of(call)))
        if known is not None:  # a paused account costs no query
            await self._check_pause(known)
        holder = await self._known(secret_of(call))
        if holder is None:
            if wait := self.refusals.take(self.addresses.of(call), trio.current_time()):
                self.accuse(f"host {self.addresses.of(call)}", "calls again and again without a valid token")
                words = "too many calls without a good token from this address"
                raise await too_often(words, wait, self.refusal_held)
            words = "expected the metadata entry `authorization: Bearer TOKEN`, with a token that works"
            raise StreamEnded(common_pb2.ENDING_REASON_TOKEN, words)
        if known is None:
            await self._check_pause(holder)
        return holder

    async def _check_pause(self, holder: Holder) -> None:
        """Raise StreamEnded if the caller has sent too many messages and still has to pause."""
        if wait := self.floods.wait(holder.account, trio.current_time()):
            caller = "this bot" if holder.bot else "this token"
            raise await too_often(f"{caller} has flooded the arena: expected a pause", wait)

    async def caller(self, call: Call) -> Holder:
        """Return the bot, organiser or reader that makes a call of the service Organiser.

        Raise StreamEnded if its token is not valid, or if it calls too often.
        """
        before = self._known_before.get(hashed(secret_of(call)))
        if before is not None:  # the accounts are queried only when it is this call's turn
            await self._turn(before)
        holder = await self.holder(call)
        if before is None:
            await self._turn(holder)
        return holder

    async def _turn(self, holder: Holder) -> None:
        """Delay a call of a bot or reader that makes more than 50 calls per second, after a burst of 100.

        Raise StreamEnded if the delay is too long, or if a caller of any kind reaches its limit of calls per minute.
        """
        if wait := self.calls.take(holder.account, trio.current_time()):
            self.accuse(holder.account, f"made more than {self.calls.most} calls in a minute")
            of_whom = "of one bot" if holder.bot else "with one token"
            words = f"{self.calls.most} calls {of_whom} in a minute: that is the limit"
            raise await self.holds.too_often(holder.account, words, wait)
        if holder.scope == "organiser":
            return
        wait = self.paces.take(holder.account, trio.current_time(), TURN)
        if wait > TURN:
            words = f"{PER_SECOND:g} calls a second of one bot or reader: that is the limit"
            raise await self.holds.too_often(holder.account, words, wait)
        if wait:
            await trio.sleep(wait)

    def failed(self, holder: Holder) -> None:
        """Count a match in which this bot failed. After too many, `after_failures` delays the bot's next matches."""
        self.failures.take(holder.bot, trio.current_time(), FAILED_WAITS)

    async def after_failures(self, holder: Holder) -> None:
        """Wait before the next match of a bot that failed in too many recent matches."""
        if wait := self.failures.wait(holder.bot, trio.current_time()):
            await trio.sleep(min(wait, FAILED_WAITS))

    def makes_token(self, holder: Holder) -> None:
        """Count a token that a bot makes. Raise TooManyError if the bot makes too many tokens."""
        if holder.bot and (wait := self.tokens.take(holder.account, trio.current_time())):
            raise TooManyError(f"{self.tokens.most} tokens made by one bot in an hour: that is the limit", wait)

    def flooded(self, holder: Holder) -> None:
        """Refuse all calls of a caller for a fixed time, because it sent too many messages."""
        self.floods.take(holder.account, trio.current_time())
        self.accuse(holder.account, "sent too many messages that nothing asked for")

    def closed(self, host: str, authorization: str) -> None:
        """Log that the gate has closed a connection of a host, because it opened calls too fast."""
        known = self._known_before.get(hashed(secret_in(authorization)))
        self.accuse(known.account if known else f"host {host}", "opened calls too fast; its connection was closed")

    def accuse(self, attacker: str, deed: str) -> None:
        """Log a line about a caller that attacks the arena, at most one in a minute."""
        if not self._accused.take(attacker, trio.current_time()):
            log.warning("an attack by %s: it %s", attacker, deed)

    async def bot(self, call: Call) -> Holder:
        """Return the bot to which a call's token belongs. Raise StreamEnded if the bot may not connect or play."""
        holder = await self.holder(call)
        if holder.scope != "bot":
            raise StreamEnded(
                common_pb2.ENDING_REASON_FORBIDDEN, f"a token of the scope {holder.scope}: expected a bot's"
            )
        if kept := kept_away(holder.state):
            raise kept
        return holder

    async def attendant(self, call: Call) -> Holder:
        """Return the bot to which the token of a call `Attend` belongs.

        Raise StreamEnded if its bot may not connect, or opens `Attend` too often.
        """
        holder = await self.bot(call)
        if wait := self.attends.take(holder.bot, trio.current_time()):
            words = f"{self.attends.most} calls of Attend of one bot in a minute: that is the limit"
            raise await self.holds.too_often(holder.bot, words, wait)
        return holder

    async def _known(self, secret: str) -> Holder | None:
        if not secret:
            return None
        if (house := self.house.get(hashed(secret))) is not None:
            return house
        key = hashed(secret)
        known = self._known_before.get(key)
        if known is None:
            return None if key in self._worthless else await self._asked(secret, key)
        # The clock of a bot that reconnects may be running: it does not wait for a database that is unavailable.
        with trio.move_on_after(0 if self.accounts.away() else AT_MOST):
            return await self._asked(secret, key)
        return known

    async def _asked(self, secret: str, key: str) -> Holder | None:
        """Query the accounts, and return the token with this secret as a Holder; None if the token is not valid."""
        token = await self.accounts.holder(secret)
        self._known_before.pop(key, None)
        if token is None:
            remember(self._worthless, key, None)
            return None
        holder = Holder(token.id, token.scope, token.bot, state=token.bot_state)
        remember(self._known_before, key, holder)
        return holder


def remember(last: dict[str, T], key: str, value: T) -> None:
    """Store `value` under `key` in the cache `last`. Remove the oldest value if the cache is full."""
    last[key] = value
    if len(last) > KNOWN:
        del last[next(iter(last))]


async def too_often(words: str, wait: float, held: float = HELD) -> StreamEnded:
    """Delay the refusal of a call by a caller that calls too often. Then return the error for the refusal.

    The caller has to wait `wait` seconds. The delay is a part of them, at most `held` seconds. The error has the text
    `words`, and the seconds that are left after the delay. A connection has at most a hundred streams at the same time,
    so waiting before each refusal limits the calls per second of a connection.
    """
    held = min(wait, held)
    await trio.sleep(held)
    return StreamEnded(common_pb2.ENDING_REASON_LIMIT, words, wait - held)


def kept_away(state: BotState) -> StreamEnded | None:
    """Return the error that refuses a bot that is suspended or deleted; None if the bot is active."""
    if state == "active":
        return None
    return StreamEnded(common_pb2.ENDING_REASON_FORBIDDEN, f"the bot is {state}: ask the organiser")


def secret_of(call: Call) -> str:
    """Return the secret of the token in a call's metadata; an empty text if there is none."""
    return secret_in(call.metadata.get("authorization", ""))


def secret_in(value: str) -> str:
    """Return the secret in an `authorization` entry of metadata; an empty text if there is none."""
    return value[len(BEARER) :].strip() if value[: len(BEARER)].lower() == BEARER else ""
