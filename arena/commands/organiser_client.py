"""The calls of an organiser, for two implementations: through a served arena, or on the database of an arena here."""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from arena.cli_support.progress_bar import Values
from arena.errors import UsageError, how_to_install

if TYPE_CHECKING:
    from arena.tournament.schedule import Missed, Overlap


BotState = Literal["active", "suspended", "deleted"]
Scope = Literal["bot", "organiser", "read"]


class Registered(NamedTuple):
    """A new token: the bot that it names (empty if it names none), its id and its secret."""

    bot: str
    token: str
    secret: str


@dataclass(frozen=True)
class ScheduleOrder:
    """A request for a schedule: the regulations, the path of their file, and the times of the schedule's runs."""

    file: str
    path: Path
    cron: str
    zone: str
    missed: "Missed | None"
    overlap: "Overlap | None"


class OrganiserClient(Protocol):
    """The calls of an organiser. A call raises UsageError if the arena refuses it."""

    def register(self, name: str, author: str, description: str, invite: str) -> Registered:
        """Register a bot. Return its name with the id and the secret of its first token."""

    def bots(self, name: str) -> list[Values]:
        """Return the bot of this name, or all bots if `name` is empty, each with its tokens."""

    def faults(self) -> list[Values]:
        """Return how many matches of each bot were interrupted by faults of the arena, as a row for each such bot."""

    def rename_bot(self, name: str, new_name: str, reason: str) -> Values:
        """Rename a bot. Return the bot as plain values."""

    def set_bot_state(self, name: str, state: BotState, reason: str) -> Values:
        """Suspend, reinstate (`active`) or delete a bot. Return the bot as plain values."""

    def withdraw_version(self, name: str, version: str, reason: str) -> None:
        """Withdraw a version of a bot, so that this version can never attend again."""

    def online(self) -> Counter[str] | None:
        """Return the number of open connections of each connected bot; None if no running arena can be asked."""

    def notice(self, bot: str, text: str) -> int:
        """Send a notice to a bot, or to all bots if none is named. Return the number of connections that got it."""

    # Tokens, invites, audit

    def create_token(self, scope: Scope, bot: str, label: str) -> Registered:
        """Make a token with this scope; `bot` names its bot. Return the token with its secret."""

    def tokens(self, bot: str) -> list[Values]:
        """Return the tokens of a bot, or of all bots if none is named, without their secrets."""

    def revoke(self, token: str, reason: str) -> None:
        """Revoke a token, and all tokens and invites that were made with it."""

    def create_invite(self, label: str, uses: int, expires: float | None) -> tuple[Values, str]:
        """Make an invite. Return the invite with its code."""

    def invites(self) -> list[Values]:
        """Return all invites, without their codes."""

    def revoke_invite(self, invite: str, reason: str) -> Values:
        """Revoke an invite. Return the invite as plain values."""

    def audit(self, target: str) -> list[Values]:
        """Return the actions of organisers, the newest first. If `target` is given, return only the actions on it."""

    # Matches

    def match(self, match: str) -> Values:
        """Return the match with this id as plain values."""

    def matches(self, bot: str, state: str, tournament: str, limit: int) -> list[Values]:
        """Return the newest matches, at most `limit`. If given, a bot, state or tournament narrows the list."""

    def void_match(self, match: str, reason: str, *, replay: bool) -> Values:
        """Make a match void, and return the match as plain values. With `replay` the arena plays it again."""

    def adjudicate_match(self, match: str, placements: Sequence[int], reason: str) -> Values:
        """Change the places of a finished match, and return the match as plain values."""

    def add_schedule(self, order: ScheduleOrder) -> Values:
        """Make a schedule, and return the schedule as plain values."""

    def schedules(self) -> list[Values]:
        """Return all schedules as plain values."""

    def remove_schedule(self, schedule: str, reason: str) -> Values:
        """Remove a schedule, and return the schedule as plain values."""

    def run_schedule(self, schedule: str) -> Values:
        """Start the tournament of a schedule now. Return the tournament as plain values."""

    def contenders(self, bots: Sequence[str]) -> list[str]:
        """Return the names under which these bots, given as names or files, enter a tournament of this arena."""

    def hold(self, file: str, path: Path | None, *, seed: str = "", name: str = "") -> Values:
        """Play a tournament. Return its status when it has ended.

        If `path` is given, check the regulations in that file first.
        """

    def resume(self, tournament: str) -> Values:
        """Resume a tournament. Return its status when it has ended."""

    def tournament(self, tournament: str) -> Values:
        """Return a tournament with its table."""

    def tournaments(self) -> list[Values]:
        """Return all tournaments, without their tables."""

    def cancel(self, tournament: str, reason: str, *, abandon: bool) -> Values:
        """Cancel a tournament. Return the tournament as plain values."""

    def export(self, tournament: str) -> Values:
        """Return all data of a tournament as plain values."""


def organiser_of(args: argparse.Namespace) -> OrganiserClient:
    """Return the client for the arena that the arguments name. `--arena` names a served arena."""
    # gRPC is imported for a served arena, and what a database needs for one on this machine.
    if args.arena is not None:
        from arena.commands.remote_organiser import RemoteOrganiser  # noqa: PLC0415

        return RemoteOrganiser(args)
    try:
        from arena.commands.local_organiser import LocalOrganiser  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        words = f"an arena on this machine needs {missing.name}, which is not installed"
        raise UsageError(f"{words}: {how_to_install('server')}; or --arena HOST:PORT") from None
    return LocalOrganiser(args)
