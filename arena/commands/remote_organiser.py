"""What an organiser can do with a served arena, through its gRPC service Organiser.

RemoteOrganiser sends an organiser's token, and returns the same values as LocalOrganiser.
"""

import argparse
import json
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import grpc

from arena.cli_support.actions import in_same_arena
from arena.cli_support.output import note, seconds
from arena.cli_support.progress_bar import Gauge, Values
from arena.commands.organiser_client import BotState, Registered, ScheduleOrder, Scope
from arena.errors import ArenaError, UsageError
from arena.protocol.v1 import common_pb2, organiser_pb2_grpc
from arena.protocol.v1 import organiser_pb2 as pb
from arena.tournament.venue import OVER
from arena_sdk.remote.access import Access, read_token
from arena_sdk.remote.messages import word

WITHIN: Final = 30.0  # seconds for an answer
STATE_CALLS: Final[dict[BotState, tuple[str, Any]]] = {
    "active": ("ReinstateBot", pb.ReinstateBotRequest),
    "suspended": ("SuspendBot", pb.SuspendBotRequest),
    "deleted": ("DeleteBot", pb.DeleteBotRequest),
}
AWAY: Final = 600.0  # seconds that an arena may be unreachable while a tournament is watched
RETRY: Final = 1.0  # seconds until it is asked again
LONG: Final = 86_400.0  # seconds that a tournament is watched at most with one call


class AwayError(ArenaError):
    """Raised if the arena cannot be reached."""


class Remote:
    """A connection to an arena's gRPC service Organiser."""

    def __init__(self, access: Access) -> None:
        self.access: Final = access
        self._channel: Final = access.channel(WITHIN)
        self._stub: Final[Any] = organiser_pb2_grpc.OrganiserStub(self._channel)

    def call(self, name: str, request: Any) -> Any:
        """Return the arena's answer to a call. If the call fails, raise an ArenaError with the arena's message."""
        metadata = self.access.metadata if self.access.token else ()
        try:
            return getattr(self._stub, name)(request, timeout=WITHIN, metadata=metadata)
        except grpc.RpcError as error:
            raise self._explained(error) from None

    def stream(self, name: str, request: Any, within: float | None = WITHIN) -> Iterator[Any]:
        """Yield the arena's messages in answer to a streaming call. `within` is the time limit in seconds.

        If the call fails, raise an ArenaError with the arena's message.
        """
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
            return AwayError(f"{self.access.address} cannot be reached: {self.access.missing_tls() or text}")
        if code is grpc.StatusCode.UNIMPLEMENTED:
            words = "what answers there is no arena (its site has another port), or an arena without this call"
            return ArenaError(f"{self.access.address}: {words}: {text}")
        waits = {key: value for key, value in error.trailing_metadata() or () if key == "retry-after"}
        after = f"; try again in {seconds(float(waits['retry-after']))}" if waits else ""
        return ArenaError(f"{self.access.address}: {text} ({code.name}){after}")

    def close(self) -> None:
        """Close the connection."""
        self._channel.close()


def dialled(args: argparse.Namespace, *, with_token: bool = True) -> Remote:
    """Return a connection to the served arena that `--arena` names."""
    token = read_token(args.token_file) if with_token else ""
    return Remote(Access.to(args.arena, token, ca=args.ca, plaintext=args.plaintext, tls=args.tls))


class RemoteOrganiser:
    """Carries out an organiser's commands by calls to the served arena that `--arena` names."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args: Final = args

    # Bots ----------------------------------------------------------------------------------------------------------

    def register(self, name: str, author: str, description: str, invite: str) -> Registered:
        """Register a bot, with an invite or with the organiser's token.

        Return the bot's name, its new token's id and the token's secret.
        """
        request = pb.RegisterBotRequest(name=name, author=author, description=description, invite_code=invite)
        with_token = not invite and self.args.token_file is not None
        answer = dialled(self.args, with_token=with_token).call("RegisterBot", request)
        return Registered(answer.bot.name, answer.token.id, answer.token_secret)

    def bots(self, name: str) -> list[Values]:
        """Return the bot of this name, or all bots if `name` is empty, as dicts for JSON, each with its tokens."""
        if name:
            bots = [self._call("GetBot", pb.GetBotRequest(bot=name)).bot]
        else:
            bots = list(self._pages("ListBots", pb.ListBotsRequest, "bots"))
        return [bot_values(bot, list(self._tokens(bot.name))) for bot in bots]

    def faults(self) -> list[Values]:
        """Return a list with a dict for each bot: how many faults of the arena, by kind, interrupted its matches."""
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

    def rename_bot(self, name: str, new_name: str, reason: str) -> Values:
        """Change the name of a bot. Return the bot as a dict for JSON."""
        return bot_values(self._call("RenameBot", pb.RenameBotRequest(bot=name, new_name=new_name, reason=reason)).bot)

    def set_bot_state(self, name: str, state: BotState, reason: str) -> Values:
        """Suspend, reinstate or delete a bot. Return the bot as a dict for JSON."""
        call, request = STATE_CALLS[state]
        return bot_values(self._call(call, request(bot=name, reason=reason)).bot)

    def withdraw_version(self, name: str, version: str, reason: str) -> None:
        """Withdraw a version of a bot, so that bots of this version can never connect to the arena again."""
        self._call("WithdrawVersion", pb.WithdrawVersionRequest(bot=name, version=version, reason=reason))

    def online(self) -> Counter[str] | None:
        """Return a Counter from the name of each connected bot to the number of its open connections."""
        found = self._pages("ListAttendances", pb.ListAttendancesRequest, "attendances")
        return Counter(each.entrant for each in found)

    def notice(self, bot: str, text: str) -> int:
        """Send a text to a bot, or to all bots if `bot` is empty. Return the number of connections that got it."""
        return int(self._call("SendNotice", pb.SendNoticeRequest(bot=bot, text=text)).streams)

    # Tokens, invites, audit ----------------------------------------------------------------------------------------

    def create_token(self, scope: Scope, bot: str, label: str) -> Registered:
        """Make a token. Return the name of its bot (empty for an organiser), its id and its secret."""
        request = pb.CreateTokenRequest(scope=number_of(common_pb2.Scope, "SCOPE_", scope), bot=bot, label=label)
        made = self._call("CreateToken", request)
        return Registered(made.token.bot, made.token.id, made.token_secret)

    def tokens(self, bot: str) -> list[Values]:
        """Return the tokens of a bot, or all tokens if `bot` is empty, as dicts for JSON without the secrets."""
        return [token_values(each) for each in self._tokens(bot)]

    def _tokens(self, bot: str) -> Iterator[Any]:
        """Yield the tokens of a bot from all pages of the arena's answer; all tokens if `bot` is empty."""
        return self._pages("ListTokens", partial(pb.ListTokensRequest, bot=bot), "tokens")

    def revoke(self, token: str, reason: str) -> None:
        """Revoke a token, and all tokens and invites that were made with it."""
        self._call("RevokeToken", pb.RevokeTokenRequest(id=token, reason=reason))

    def create_invite(self, label: str, uses: int, expires: float | None) -> tuple[Values, str]:
        """Make an invite. Return the invite as a dict for JSON, and its code."""
        request = pb.CreateInviteRequest(label=label, uses=uses)
        if expires is not None:
            request.expire_time.FromSeconds(int(expires))
        made = self._call("CreateInvite", request)
        return invite_values(made.invite), made.invite_code

    def invites(self) -> list[Values]:
        """Return all invites as a list of dicts for JSON, without their codes."""
        return [invite_values(each) for each in self._pages("ListInvites", pb.ListInvitesRequest, "invites")]

    def revoke_invite(self, invite: str, reason: str) -> Values:
        """Revoke an invite. Return the invite as a dict for JSON."""
        return invite_values(self._call("RevokeInvite", pb.RevokeInviteRequest(id=invite, reason=reason)).invite)

    def audit(self, target: str) -> list[Values]:
        """Return the actions of organisers as dicts for JSON, the newest first.

        If `target` is given, such as the name of a bot, return only the actions on it.
        """
        request = partial(pb.ListAuditLinesRequest, target=target)
        return [audit_values(each) for each in self._pages("ListAuditLines", request, "audit_lines")]

    # Matches -------------------------------------------------------------------------------------------------------

    def match(self, match: str) -> Values:
        """Return the match with this id as a dict for JSON."""
        return match_values(self._call("GetMatch", pb.GetMatchRequest(match=match)).match)

    def matches(self, bot: str, state: str, tournament: str, limit: int) -> list[Values]:
        """Return the newest matches, at most `limit`, as dicts for JSON.

        If `bot`, `state` or `tournament` is not empty, return only matches of this bot, in this state or of this
        tournament.
        """
        number = number_of(pb.MatchState, "MATCH_STATE_", state)
        request = partial(pb.ListMatchesRequest, bot=bot, state=number, tournament=tournament)
        return [match_values(each) for each in islice(self._pages("ListMatches", request, "matches"), limit)]

    def void_match(self, match: str, reason: str, *, replay: bool) -> Values:
        """Make a match void, and return it as a dict for JSON. With `replay` the arena plays it again."""
        request = pb.VoidMatchRequest(match=match, reason=reason, replay=replay)
        return match_values(self._call("VoidMatch", request).match)

    def adjudicate_match(self, match: str, placements: Sequence[int], reason: str) -> Values:
        """Change the places of a finished match. Return the match as a dict for JSON."""
        request = pb.AdjudicateMatchRequest(match=match, placements=placements, reason=reason)
        return match_values(self._call("AdjudicateMatch", request).match)

    # Schedules -----------------------------------------------------------------------------------------------------

    def add_schedule(self, order: ScheduleOrder) -> Values:
        """Store a schedule, which starts a tournament at set times. Return the schedule as a dict for JSON."""
        request = pb.CreateScheduleRequest(
            file=order.file,
            cron=order.cron,
            time_zone=order.zone,
            missed_runs=number_of(pb.MissedRuns, "MISSED_RUNS_", order.missed),
            overlap=number_of(pb.Overlap, "OVERLAP_", order.overlap),
        )
        return schedule_values(self._call("CreateSchedule", request).schedule)

    def schedules(self) -> list[Values]:
        """Return all schedules of tournaments as a list of dicts for JSON."""
        return [schedule_values(each) for each in self._pages("ListSchedules", pb.ListSchedulesRequest, "schedules")]

    def remove_schedule(self, schedule: str, reason: str) -> Values:
        """Remove a schedule. Return the schedule as a dict for JSON."""
        return schedule_values(
            self._call("DeleteSchedule", pb.DeleteScheduleRequest(id=schedule, reason=reason)).schedule
        )

    def run_schedule(self, schedule: str) -> Values:
        """Start the tournament of a schedule now. Return the tournament as a dict for JSON."""
        return values_of(self._call("RunSchedule", pb.RunScheduleRequest(id=schedule)).tournament)

    # Tournaments ---------------------------------------------------------------------------------------------------

    def contenders(self, bots: Sequence[str]) -> list[str]:
        """Return the names in `bots` unchanged: a served arena knows its bots by these names."""
        return list(bots)

    def hold(self, file: str, path: Path | None, *, seed: str = "", name: str = "") -> Values:
        """Let the arena play a tournament by the regulations in the text `file`.

        Show the progress, and return the tournament's status at the end as a dict for JSON.
        """
        begun = self._call("RunTournament", pb.RunTournamentRequest(file=file, seed=seed, name=name)).tournament
        return self._watched(begun.id)

    def resume(self, tournament: str) -> Values:
        """Let the arena continue a tournament. Return the tournament's status at the end as a dict for JSON."""
        request = pb.ResumeTournamentRequest(tournament=tournament)
        return self._watched(self._call("ResumeTournament", request).tournament.id)

    def tournament(self, tournament: str) -> Values:
        """Return the tournament of this name with its table of entrants, as a dict for JSON."""
        return values_of(self._call("GetTournament", pb.GetTournamentRequest(tournament=tournament)).tournament)

    def tournaments(self) -> list[Values]:
        """Return all tournaments as a list of dicts for JSON."""
        return [values_of(each) for each in self._pages("ListTournaments", pb.ListTournamentsRequest, "tournaments")]

    def cancel(self, tournament: str, reason: str, *, abandon: bool) -> Values:
        """Cancel a tournament. Return the tournament as a dict for JSON."""
        request = pb.CancelTournamentRequest(tournament=tournament, reason=reason, abandon_running=abandon)
        return values_of(self._call("CancelTournament", request).tournament)

    def export(self, tournament: str) -> Values:
        """Download all data of a tournament from the arena, and return it as a dict for JSON."""
        request = pb.ExportTournamentRequest(tournament=tournament)
        pieces = dialled(self.args).stream("ExportTournament", request)
        found: Values = json.loads(b"".join(piece.data for piece in pieces))
        return found

    # ---------------------------------------------------------------------------------------------------------------

    def _call(self, name: str, request: Any) -> Any:
        return dialled(self.args).call(name, request)

    def _pages(self, call: str, request: Any, field: str) -> Iterator[Any]:
        """Yield all items that a list call of the arena returns, such as bots or matches, page after page."""
        remote, token = dialled(self.args), ""
        while True:
            answer = remote.call(call, request(page_token=token))
            yield from getattr(answer, field)
            token = answer.next_page_token
            if not token:
                return

    def _watched(self, tournament: str) -> Values:
        """Wait until a tournament has ended, and show its progress. Return its last status as a dict for JSON.

        If the arena cannot be reached for ten minutes, raise AwayError.
        """
        gauge = Gauge()
        found = self.tournament(tournament)
        away_since = math.inf
        while True:
            try:
                for found in self._watch(tournament):
                    if away_since < math.inf:
                        note(f"{self.args.arena} is back")
                    away_since = math.inf
                    gauge.show(found)
            except AwayError:  # the arena stops, and will go on with it
                if away_since == math.inf:
                    gauge.close()
                    self._explain(found, "it is watched again when the arena is back")
                    away_since = time.monotonic()
                if time.monotonic() - away_since > AWAY:
                    raise
                time.sleep(RETRY)
            except (KeyboardInterrupt, ArenaError):  # the reader leaves
                gauge.close()
                show = in_same_arena(["arena", "tournament", "show", tournament], self.args)
                self._explain(found, f"`{show}` says how")
                raise
            else:
                gauge.close()
                return found

    def _watch(self, tournament: str) -> Iterator[Values]:
        """Yield a tournament's status as a dict for JSON after each change, until the tournament is over.

        Raise AwayError if the arena stops before: it resumes the tournament when it runs again.
        """
        remote, state = dialled(self.args), ""
        try:
            for answer in remote.stream("WatchTournament", pb.WatchTournamentRequest(tournament=tournament), LONG):
                found = values_of(answer.tournament)
                state = found["state"]
                yield found
        finally:
            remote.close()
        if state not in OVER:
            raise AwayError(f"{self.args.arena} is stopping")

    def _explain(self, found: Values, more: str) -> None:
        """Print that the tournament goes on in the arena without this command, and then the text `more`."""
        note(f"{found['name']} ({found['id']}) goes on at {self.args.arena}; {more}")


def number_of(kind: Any, prefix: str, name: str | None) -> Any:
    """Return the protobuf enum value with the short name `name`, such as `void`; None stands for `unspecified`."""
    return kind.Value(prefix + (name or "unspecified").upper())


def token_values(token: Any) -> Values:
    """Return the arena's message about a token as a dict for JSON."""
    return {
        "id": token.id,
        "scope": word(common_pb2.Scope, "SCOPE_", token.scope),
        "bot": token.bot,
        "label": token.label,
        "made": float(token.create_time.seconds),
        "used": moment_of(token, "use_time"),
        "revoked": moment_of(token, "revoke_time"),
    }


def invite_values(invite: Any) -> Values:
    """Return the arena's message about an invite as a dict for JSON."""
    return {
        "id": invite.id,
        "label": invite.label,
        "uses": invite.uses_left,
        "expires": moment_of(invite, "expire_time"),
        "revoked": moment_of(invite, "revoke_time"),
    }


def audit_values(line: Any) -> Values:
    """Return the arena's message about an action of an organiser as a dict for JSON."""
    return {
        "time": seconds_of(line.time),
        "token": line.token,
        "action": line.action,
        "target": line.target,
        "reason": line.reason,
    }


def match_values(match: Any) -> Values:
    """Return the arena's message about a match as a dict for JSON."""
    return {
        "match": match.id,
        "game": match.game,
        "seats": [holder.entrant for holder in match.seats],
        "state": word(pb.MatchState, "MATCH_STATE_", match.state),
        "scores": list(match.result.scores),
        "placements": list(match.result.placements),
        "forfeits": [forfeit.seat for forfeit in match.forfeits],
        "ruling": match.ruling,
        "started": moment_of(match, "start_time"),
        "ended": moment_of(match, "end_time"),
    }


def moment_of(message: Any, field: str) -> float | None:
    """Return the time in a field of a message, in seconds since 1970; None if the field is unset."""
    return seconds_of(getattr(message, field)) if message.HasField(field) else None


def bot_values(bot: Any, tokens: Sequence[Any] = ()) -> Values:
    """Return the arena's messages about a bot and its tokens as one dict for JSON."""
    return {
        "name": bot.name,
        "state": word(pb.BotState, "BOT_STATE_", bot.state),
        "author": bot.author,
        "versions": [version.name for version in bot.versions],
        "admission": admission_of(bot.versions[0]) if bot.versions else None,  # of the newest version
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


def admission_of(version: Any) -> str:
    """Return the admission of a version as a word, `unknown` if the arena did not send it."""
    if version.admission == common_pb2.ADMISSION_UNSPECIFIED:
        return "unknown"
    return word(common_pb2.Admission, "ADMISSION_", version.admission)


def schedule_values(message: Any) -> Values:
    """Return the arena's message about a schedule as a dict for JSON."""
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
    """Return a protobuf timestamp in seconds since 1970."""
    return float(time.seconds + time.nanos / 1e9)


def values_of(tournament: Any) -> Values:
    """Return the arena's message about a tournament as a dict for JSON."""
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
    """Return the arena's message about a row of a tournament's table as a dict for JSON."""
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
