"""The calls of an organiser, with two implementations: at a served arena, or in the database of one on this machine."""

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
    """A bot that was registered, or has another token, with the id and the secret of the token."""

    bot: str
    token: str
    secret: str


@dataclass(frozen=True)
class ScheduleOrder:
    """A schedule to be made: regulations, where they were read, and what the command says about runs."""

    file: str
    path: Path
    cron: str
    zone: str
    missed: "Missed | None"
    overlap: "Overlap | None"


class OrganiserClient(Protocol):
    """What the commands of an organiser ask of an arena; it raises UsageError if it refuses."""

    def register(self, name: str, author: str, description: str, invite: str) -> Registered:
        """Register a bot."""

    def bots(self, name: str) -> list[Values]:
        """Return all bots, or the one of this name, with their tokens."""

    def faults(self) -> list[Values]:
        """Return the bots that were part of faults of the arena, and their standing then."""

    def rename_bot(self, name: str, new_name: str, reason: str) -> Values:
        """Give a bot another name; return it."""

    def set_bot_state(self, name: str, state: BotState, reason: str) -> Values:
        """Suspend, reinstate (`active`) or delete a bot; return it."""

    def withdraw_version(self, name: str, version: str, reason: str) -> None:
        """Withdraw a version of a bot."""

    def online(self) -> Counter[str] | None:
        """Return how many streams each bot has that attends now; None if no arena can be asked."""

    def notice(self, bot: str, text: str) -> int:
        """Send a notice to a bot, or to all bots without a name; return to how many streams."""

    # Tokens, invites, audit

    def create_token(self, scope: Scope, bot: str, label: str) -> Registered:
        """Make a token; return it with its secret."""

    def tokens(self, bot: str) -> list[Values]:
        """Return the tokens of a bot, or all without a name; never a secret."""

    def revoke(self, token: str, reason: str) -> None:
        """Revoke a token."""

    def create_invite(self, label: str, uses: int, expires: float | None) -> tuple[Values, str]:
        """Make an invite; return it and its code."""

    def invites(self) -> list[Values]:
        """Return all invites; never a code."""

    def revoke_invite(self, invite: str, reason: str) -> Values:
        """Revoke an invite and return it."""

    def audit(self, target: str) -> list[Values]:
        """Return what organisers have done, the newest first; with a target only what they did to it."""

    # Matches

    def match(self, match: str) -> Values:
        """Return a match."""

    def matches(self, bot: str, state: str, tournament: str, limit: int) -> list[Values]:
        """Return the newest matches: all, or those of a bot, in a state, of a tournament."""

    def void_match(self, match: str, reason: str, *, replay: bool) -> Values:
        """Make a match void and return it; with `replay` it is played again."""

    def adjudicate_match(self, match: str, placements: Sequence[int], reason: str) -> Values:
        """Give a finished match other places and return it."""

    def add_schedule(self, order: ScheduleOrder) -> Values:
        """Make a schedule and return it."""

    def schedules(self) -> list[Values]:
        """Return all schedules."""

    def remove_schedule(self, schedule: str, reason: str) -> Values:
        """Remove a schedule and return it."""

    def run_schedule(self, schedule: str) -> Values:
        """Begin a run of a schedule now; return the tournament."""

    def contenders(self, bots: Sequence[str]) -> list[str]:
        """Return the names that bots have at this arena."""

    def hold(self, file: str, path: Path | None, *, seed: str = "", name: str = "") -> Values:
        """Hold a tournament; return it when it has ended. With a `path`, its regulations are checked first."""

    def resume(self, tournament: str) -> Values:
        """Continue a tournament; return it when it has ended."""

    def tournament(self, tournament: str) -> Values:
        """Return a tournament with its table."""

    def tournaments(self) -> list[Values]:
        """Return all tournaments, without their tables."""

    def cancel(self, tournament: str, reason: str, *, abandon: bool) -> Values:
        """Cancel a tournament and return it."""

    def export(self, tournament: str) -> Values:
        """Return everything of a tournament."""


def organiser_of(args: argparse.Namespace) -> OrganiserClient:
    """Return the client of the arena that the arguments name: `--arena` names a served one."""
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
