"""A served arena, asked over the wire with an organiser's token: the same plain values as from a database."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import grpc

from arena.cli_support.output import note
from arena.cli_support.progress_bar import Gauge, Values
from arena.commands.organiser_client import Registered, ScheduleOrder
from arena.errors import ArenaError, UsageError
from arena.protocol.v1 import organiser_pb2 as pb
from arena.protocol.v1 import organiser_pb2_grpc
from arena_sdk.remote.access import Access, read_token
from arena_sdk.remote.messages import word

WITHIN: Final = 30.0  # seconds for an answer
LONG: Final = 86_400.0  # seconds that a tournament is watched at most with one call


class Remote:
    """The service Organiser of one arena."""

    def __init__(self, access: Access) -> None:
        self.access: Final = access
        self._channel: Final = access.channel(WITHIN)
        self._stub: Final[Any] = organiser_pb2_grpc.OrganiserStub(self._channel)

    def call(self, name: str, request: Any) -> Any:
        """The answer to a call; what was refused is an error with the arena's own words."""
        metadata = self.access.metadata if self.access.token else ()
        try:
            return getattr(self._stub, name)(request, timeout=WITHIN, metadata=metadata)
        except grpc.RpcError as error:
            raise self._explained(error) from None

    def stream(self, name: str, request: Any, within: float | None = WITHIN) -> Iterator[Any]:
        """The answers to a call that has several."""
        try:
            yield from getattr(self._stub, name)(request, timeout=within, metadata=self.access.metadata)
        except grpc.RpcError as error:
            raise self._explained(error) from None

    def _explained(self, error: Any) -> ArenaError:
        code, text = error.code(), error.details()
        wrong_use = {grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.NOT_FOUND, grpc.StatusCode.ALREADY_EXISTS}
        if code in wrong_use:
            return UsageError(f"{self.access.address}: {text}")
        if code is grpc.StatusCode.UNAVAILABLE:
            return ArenaError(f"{self.access.address} cannot be reached: {self.access.missing_tls() or text}")
        waits = {key: value for key, value in error.trailing_metadata() or () if key == "retry-after"}
        after = f"; try again in {waits['retry-after']} s" if waits else ""
        return ArenaError(f"{self.access.address}: {text} ({code.name}){after}")

    def close(self) -> None:
        """Hang up."""
        self._channel.close()


def dialled(args: argparse.Namespace, *, with_token: bool = True) -> Remote:
    """The arena that is meant."""
    token = read_token(args.token_file) if with_token else ""
    return Remote(Access.to(args.arena, token, ca=args.ca, plaintext=args.plaintext, tls=args.tls))


class RemoteOrganiser:
    """The arena at the address that `--arena` names."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args: Final = args

    # Bots ----------------------------------------------------------------------------------------------------------

    def register(self, name: str, author: str, description: str, invite: str) -> Registered:
        """Register a bot, with an invite or with the organiser's token."""
        request = pb.RegisterBotRequest(name=name, author=author, description=description, invite_code=invite)
        with_token = not invite and self.args.token_file is not None
        answer = dialled(self.args, with_token=with_token).call("RegisterBot", request)
        return Registered(answer.bot.name, answer.token.id, answer.token_secret)

    def bots(self, name: str) -> list[Values]:
        """Return all bots, or one, with their tokens."""
        if name:
            bots = [self._call("GetBot", pb.GetBotRequest(bot=name)).bot]
        else:
            bots = list(self._pages("ListBots", pb.ListBotsRequest, "bots"))
        remote = dialled(self.args)
        return [bot_values(bot, remote.call("ListTokens", pb.ListTokensRequest(bot=bot.name)).tokens) for bot in bots]

    def faults(self) -> list[Values]:
        """Return the bots that were part of faults of the arena."""
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
            for each in self._pages("ListFaults", pb.ListFaultsRequest, "faults")
        ]

    def revoke(self, token: str, reason: str) -> None:
        """Revoke a token."""
        self._call("RevokeToken", pb.RevokeTokenRequest(id=token, reason=reason))

    # Schedules -----------------------------------------------------------------------------------------------------

    def add_schedule(self, order: ScheduleOrder) -> Values:
        """Make a schedule and return it."""
        request = pb.CreateScheduleRequest(
            file=order.file,
            cron=order.cron,
            time_zone=order.zone,
            missed_runs=number_of(pb.MissedRuns, "MISSED_RUNS_", order.missed),
            overlap=number_of(pb.Overlap, "OVERLAP_", order.overlap),
        )
        return schedule_values(self._call("CreateSchedule", request).schedule)

    def schedules(self) -> list[Values]:
        """Return all schedules."""
        return [schedule_values(each) for each in self._pages("ListSchedules", pb.ListSchedulesRequest, "schedules")]

    def remove_schedule(self, schedule: str, reason: str) -> Values:
        """Remove a schedule and return it."""
        return schedule_values(
            self._call("DeleteSchedule", pb.DeleteScheduleRequest(id=schedule, reason=reason)).schedule
        )

    def run_schedule(self, schedule: str) -> Values:
        """Begin a run of a schedule now; return the tournament."""
        return values_of(self._call("RunSchedule", pb.RunScheduleRequest(id=schedule)).tournament)

    # Tournaments ---------------------------------------------------------------------------------------------------

    def contenders(self, bots: Sequence[str]) -> list[str]:
        """Return the names as they are: these bots attend the arena."""
        return list(bots)

    def hold(self, file: str, path: Path | None, *, seed: str = "", name: str = "") -> Values:
        """Hold a tournament; return it when it has ended. The arena checks the regulations."""
        begun = self._call("RunTournament", pb.RunTournamentRequest(file=file, seed=seed, name=name)).tournament
        return self._watched(begun.id)

    def resume(self, tournament: str) -> Values:
        """Go on with a tournament; return it when it has ended."""
        request = pb.ResumeTournamentRequest(tournament=tournament)
        return self._watched(self._call("ResumeTournament", request).tournament.id)

    def tournament(self, tournament: str) -> Values:
        """Return a tournament with its table."""
        return values_of(self._call("GetTournament", pb.GetTournamentRequest(tournament=tournament)).tournament)

    def tournaments(self) -> list[Values]:
        """Return all tournaments."""
        return [values_of(each) for each in self._pages("ListTournaments", pb.ListTournamentsRequest, "tournaments")]

    def cancel(self, tournament: str, reason: str, *, abandon: bool) -> Values:
        """Cancel a tournament and return it."""
        request = pb.CancelTournamentRequest(tournament=tournament, reason=reason, abandon_running=abandon)
        return values_of(self._call("CancelTournament", request).tournament)

    def export(self, tournament: str) -> Values:
        """Return everything of a tournament."""
        request = pb.ExportTournamentRequest(tournament=tournament)
        pieces = dialled(self.args).stream("ExportTournament", request)
        found: Values = json.loads(b"".join(piece.data for piece in pieces))
        return found

    # ---------------------------------------------------------------------------------------------------------------

    def _call(self, name: str, request: Any) -> Any:
        return dialled(self.args).call(name, request)

    def _pages(self, call: str, request: Any, field: str) -> Iterator[Any]:
        """Yield everything that a list has, page after page."""
        remote, token = dialled(self.args), ""
        while True:
            answer = remote.call(call, request(page_token=token))
            yield from getattr(answer, field)
            token = answer.next_page_token
            if not token:
                return

    def _watched(self, tournament: str) -> Values:
        """Return a tournament when it has ended; show until then how far it has come."""
        remote, gauge = dialled(self.args), Gauge()
        found = values_of(remote.call("GetTournament", pb.GetTournamentRequest(tournament=tournament)).tournament)
        try:
            for answer in remote.stream("WatchTournament", pb.WatchTournamentRequest(tournament=tournament), LONG):
                found = values_of(answer.tournament)
                gauge.show(found)
        except (KeyboardInterrupt, ArenaError):  # the reader leaves, or the arena stops and will go on with it
            gauge.close()
            show = f"arena tournament show {tournament} --arena {self.args.arena}"
            note(f"{found['name']} ({tournament}) goes on at {self.args.arena}; `{show}` says how")
            raise
        finally:
            gauge.close()
        return found


def number_of(kind: Any, prefix: str, name: str | None) -> Any:
    """Return the number of an enum's value by its short name; that of `UNSPECIFIED` without a name."""
    return kind.Value(prefix + (name or "unspecified").upper())


def bot_values(bot: Any, tokens: Sequence[Any]) -> Values:
    """Return a bot and its tokens as plain values."""
    return {
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


def schedule_values(message: Any) -> Values:
    """Return a schedule as plain values."""
    return {
        "id": message.id,
        "name": message.name,
        "cron": message.cron,
        "timezone": message.time_zone,
        "missed": word(pb.MissedRuns, "MISSED_RUNS_", message.missed_runs),
        "overlap": word(pb.Overlap, "OVERLAP_", message.overlap),
        "next": seconds_of(message.next_time),
    }


def seconds_of(time: Any) -> float:
    """A time, in seconds since 1970."""
    return float(time.seconds + time.nanos / 1e9)


def values_of(tournament: Any) -> Values:
    """A tournament, in plain values."""
    return {
        "id": tournament.id,
        "name": tournament.name,
        "state": word(pb.TournamentState, "TOURNAMENT_STATE_", tournament.state),
        "reason": tournament.reason,
        "schedule": tournament.schedule,
        "matches": tournament.matches,
        "finished": tournament.matches_finished,
        "running": tournament.matches_running,
        "adjourned": tournament.matches_adjourned,
        "awaited": list(tournament.awaited),
        "rate": tournament.rate,
        "remaining": tournament.remaining_us / 1e6,
        "created": seconds_of(tournament.create_time),
        "ended": seconds_of(tournament.end_time) if tournament.HasField("end_time") else None,
        "verdict": tournament.verdict,
        "standings": [row_of(standing) for standing in tournament.standings],
    }


def row_of(standing: Any) -> Values:
    """A line of the table."""
    bounded = standing.HasField("score_low")
    return {
        "place": standing.place,
        "entrant": standing.entrant,
        "version": standing.version,
        "points": standing.points,
        "blocks": standing.blocks,
        "matches": standing.matches,
        "forfeits": standing.forfeits,
        "score": standing.score if standing.HasField("score") else None,
        "interval": [standing.score_low, standing.score_high] if bounded else None,
        "tie_breaks": list(standing.tie_breaks),
        "note": standing.note,
    }
