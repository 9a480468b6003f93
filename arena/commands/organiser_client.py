"""What an organiser can do with an arena: the methods that LocalOrganiser and RemoteOrganiser implement.

LocalOrganiser works on the database of an arena on this machine; RemoteOrganiser calls a served arena.
"""

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
    """A new token: the name of its bot (empty for an organiser's token), its id and its secret."""

    bot: str
    token: str
    secret: str


@dataclass(frozen=True)
class ScheduleOrder:
    """A request for a schedule: the regulations as text, the path of their file, and when tournaments shall start."""

    file: str
    path: Path
    cron: str
    zone: str
    missed: "Missed | None"
    overlap: "Overlap | None"


class OrganiserClient(Protocol):
    """What an organiser can do with an arena. Each method raises UsageError if the arena refuses."""

    def register(self, name: str, author: str, description: str, invite: str) -> Registered:
        """Register a bot. Return the bot's name, its new token's id and the token's secret."""

    def bots(self, name: str) -> list[Values]:
        """Return the bot of this name, or all bots if `name` is empty, as dicts for JSON, each with its tokens."""

    def faults(self) -> list[Values]:
        """Return how many faults of the arena interrupted matches of each bot, as a list with a dict for each bot."""

    def rename_bot(self, name: str, new_name: str, reason: str) -> Values:
        """Change the name of a bot. Return the bot as a dict for JSON."""

    def set_bot_state(self, name: str, state: BotState, reason: str) -> Values:
        """Suspend, reinstate (`active`) or delete a bot. Return the bot as a dict for JSON."""

    def withdraw_version(self, name: str, version: str, reason: str) -> None:
        """Withdraw a version of a bot, so that bots of this version can never connect to the arena again."""

    def online(self) -> Counter[str] | None:
        """Return a Counter of open connections by the bot's name; None if only a served arena would know them."""

    def notice(self, bot: str, text: str) -> int:
        """Send a text to a bot, or to all bots if `bot` is empty. Return the number of connections that got it."""

    # Tokens, invites, audit

    def create_token(self, scope: Scope, bot: str, label: str) -> Registered:
        """Make a token for a bot, an organiser or a reader, as `scope` says. `bot` names the bot.

        Return the name of the bot (empty for another scope), the token's id and its secret.
        """

    def tokens(self, bot: str) -> list[Values]:
        """Return the tokens of a bot, or all tokens if `bot` is empty, as dicts for JSON without the secrets."""

    def revoke(self, token: str, reason: str) -> None:
        """Revoke a token, and all tokens and invites that were made with it."""

    def create_invite(self, label: str, uses: int, expires: float | None) -> tuple[Values, str]:
        """Make an invite. Return the invite as a dict for JSON, and its code."""

    def invites(self) -> list[Values]:
        """Return all invites as a list of dicts for JSON, without their codes."""

    def revoke_invite(self, invite: str, reason: str) -> Values:
        """Revoke an invite. Return the invite as a dict for JSON."""

    def audit(self, target: str) -> list[Values]:
        """Return the actions of organisers as dicts for JSON, the newest first.

        If `target` is given, such as the name of a bot, return only the actions on it.
        """

    # Matches

    def match(self, match: str) -> Values:
        """Return the match with this id as a dict for JSON."""

    def matches(self, bot: str, state: str, tournament: str, limit: int) -> list[Values]:
        """Return the newest matches, at most `limit`, as dicts for JSON.

        Unless they are empty, `bot`, `state` and `tournament` restrict the matches.
        """

    def void_match(self, match: str, reason: str, *, replay: bool) -> Values:
        """Make a match void, and return the match as a dict for JSON. With `replay` the arena plays it again."""

    def adjudicate_match(self, match: str, placements: Sequence[int], reason: str) -> Values:
        """Change the places of a finished match, and return the match as a dict for JSON."""

    def add_schedule(self, order: ScheduleOrder) -> Values:
        """Store a schedule, which starts a tournament at set times. Return the schedule as a dict for JSON."""

    def schedules(self) -> list[Values]:
        """Return all schedules of tournaments as a list of dicts for JSON."""

    def remove_schedule(self, schedule: str, reason: str) -> Values:
        """Remove a schedule, and return the schedule as a dict for JSON."""

    def run_schedule(self, schedule: str) -> Values:
        """Start the tournament of a schedule now. Return the tournament as a dict for JSON."""

    def contenders(self, bots: Sequence[str]) -> list[str]:
        """Return the names with which `bots`, given as names or as files, enter a tournament."""

    def hold(self, file: str, path: Path | None, *, seed: str = "", name: str = "") -> Values:
        """Play a tournament by the regulations in the text `file`. Return its status at the end as a dict for JSON.

        If `path` is given, errors in the regulations name this file.
        """

    def resume(self, tournament: str) -> Values:
        """Continue a tournament. Return its status at the end as a dict for JSON."""

    def tournament(self, tournament: str) -> Values:
        """Return a tournament with its table of entrants, as a dict for JSON."""

    def tournaments(self) -> list[Values]:
        """Return all tournaments without their tables, as a list of dicts for JSON."""

    def cancel(self, tournament: str, reason: str, *, abandon: bool) -> Values:
        """Cancel a tournament. Return the tournament as a dict for JSON."""

    def export(self, tournament: str) -> Values:
        """Return all data of a tournament as a dict for JSON."""


def organiser_of(args: argparse.Namespace) -> OrganiserClient:
    """Return a RemoteOrganiser if `--arena` names a served arena, and a LocalOrganiser without this option."""
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
