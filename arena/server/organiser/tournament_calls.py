"""The calls of the service Organiser about tournaments and schedules."""

import json
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import trio
from google.protobuf.message import Message

from arena.protocol.v1 import organiser_pb2
from arena.server.access.door import Holder
from arena.server.arena import Arena
from arena.server.organiser.calls import CHANGING, READING, answering, let_in, maybe, moment, paged, pieces, scoped
from arena.server.tournaments.schedules import Schedules
from arena.server.tournaments.tournaments import Tournaments
from arena.server.transport.bridge import Call, Handler
from arena.tournament.formats.base import Standing
from arena.tournament.planned import Planned, planned
from arena.tournament.schedule import Missed, Overlap
from arena.tournament.seeds import public_file, public_schedule_file
from arena.tournament.status import Status, export, row_values
from arena.tournament.venue import Tournament, TournamentState

STATES: Final[dict[TournamentState, organiser_pb2.TournamentState]] = {
    "waiting": organiser_pb2.TOURNAMENT_STATE_WAITING,
    "running": organiser_pb2.TOURNAMENT_STATE_RUNNING,
    "interrupted": organiser_pb2.TOURNAMENT_STATE_INTERRUPTED,
    "finished": organiser_pb2.TOURNAMENT_STATE_FINISHED,
    "cancelled": organiser_pb2.TOURNAMENT_STATE_CANCELLED,
    "failed": organiser_pb2.TOURNAMENT_STATE_FAILED,
}
MISSED: Final[dict[Missed, organiser_pb2.MissedRuns]] = {
    "skip": organiser_pb2.MISSED_RUNS_SKIP,
    "once": organiser_pb2.MISSED_RUNS_ONCE,
    "all": organiser_pb2.MISSED_RUNS_ALL,
}
OVERLAP: Final[dict[Overlap, organiser_pb2.Overlap]] = {
    "queue": organiser_pb2.OVERLAP_QUEUE,
    "skip": organiser_pb2.OVERLAP_SKIP,
}


class TournamentCalls:
    """Answers the Organiser calls about tournaments and schedules."""

    def __init__(self, arena: Arena, tournaments: Tournaments, schedules: Schedules) -> None:
        self.arena: Final = arena
        self.tournaments: Final = tournaments
        self.schedules: Final = schedules

    def methods(self) -> dict[str, Handler]:
        """Return a dict from the name of each call in this class to its gRPC handler."""
        pb, arena = organiser_pb2, self.arena
        return {
            "RunTournament": scoped(arena, pb.RunTournamentRequest, CHANGING, self.run_tournament),
            "GetTournament": scoped(arena, pb.GetTournamentRequest, READING, self.get_tournament),
            "ListTournaments": scoped(arena, pb.ListTournamentsRequest, READING, self.list_tournaments),
            "WatchTournament": answering(pb.WatchTournamentRequest, self.watch_tournament),
            "ResumeTournament": scoped(arena, pb.ResumeTournamentRequest, CHANGING, self.resume_tournament),
            "CancelTournament": scoped(arena, pb.CancelTournamentRequest, CHANGING, self.cancel_tournament),
            "ExportTournament": scoped(arena, pb.ExportTournamentRequest, READING, self.export_tournament),
            "CreateSchedule": scoped(arena, pb.CreateScheduleRequest, CHANGING, self.create_schedule),
            "ListSchedules": scoped(arena, pb.ListSchedulesRequest, READING, self.list_schedules),
            "RunSchedule": scoped(arena, pb.RunScheduleRequest, CHANGING, self.run_schedule),
            "DeleteSchedule": scoped(arena, pb.DeleteScheduleRequest, CHANGING, self.delete_schedule),
        }

    async def _told(self, holder: Holder, name: str) -> organiser_pb2.Tournament:
        """Return the status of a tournament as a protocol message.

        The message is made in a thread, because computing the standings of a long ladder takes time.
        """
        return await self._shown(holder, await self.tournaments.status(name))

    async def _shown(self, holder: Holder, status: Status) -> organiser_pb2.Tournament:
        return await trio.to_thread.run_sync(partial(tournament_message, status, private=is_organiser(holder)))

    # Tournaments -------------------------------------------------------------------------------------------------

    async def run_tournament(self, holder: Holder, request: organiser_pb2.RunTournamentRequest) -> Message:
        """Store and begin a tournament with the regulations in the request."""
        begun = await self.tournaments.start(request.file, seed=request.seed, name=request.name)
        await self.arena.accounts.note(holder.token, "RunTournament", begun.id, begun.name)
        return organiser_pb2.RunTournamentResponse(tournament=await self._told(holder, begun.id))

    async def get_tournament(self, holder: Holder, request: organiser_pb2.GetTournamentRequest) -> Message:
        """Return the status of the tournament that the request names."""
        return organiser_pb2.GetTournamentResponse(tournament=await self._told(holder, request.tournament))

    async def list_tournaments(self, holder: Holder, request: organiser_pb2.ListTournamentsRequest) -> Message:
        """Return one page of the tournaments, without their regulations and standings."""
        found = [
            each
            for each in await self.tournaments.keeper.tournaments()
            if request.state in {organiser_pb2.TOURNAMENT_STATE_UNSPECIFIED, STATES[each.state]}
        ]
        page, rest = paged(found, request.page_size, request.page_token)
        return organiser_pb2.ListTournamentsResponse(
            tournaments=[brief_message(each) for each in page], next_page_token=rest
        )

    async def watch_tournament(self, call: Call, request: organiser_pb2.WatchTournamentRequest) -> Sequence[Message]:
        """Send the status of a tournament now and after every change."""
        holder = await let_in(self.arena, call, READING)
        async for status in self.tournaments.watch(request.tournament):
            told = await self._shown(holder, status)
            answer = organiser_pb2.WatchTournamentResponse(tournament=told)
            call.post(answer.SerializeToString())
        return []

    async def resume_tournament(self, holder: Holder, request: organiser_pb2.ResumeTournamentRequest) -> Message:
        """Resume a tournament that is not running and still has matches to play."""
        found = await self.tournaments.resume(request.tournament)
        await self.arena.accounts.note(holder.token, "ResumeTournament", found.id, "")
        return organiser_pb2.ResumeTournamentResponse(tournament=await self._told(holder, found.id))

    async def cancel_tournament(self, holder: Holder, request: organiser_pb2.CancelTournamentRequest) -> Message:
        """Cancel a tournament. Its running matches end, or become void if the request says so."""
        found = await self.tournaments.cancel(request.tournament, request.reason, abandon=request.abandon_running)
        await self.arena.accounts.note(holder.token, "CancelTournament", found.id, request.reason)
        return organiser_pb2.CancelTournamentResponse(tournament=await self._told(holder, found.id))

    async def export_tournament(
        self, holder: Holder, request: organiser_pb2.ExportTournamentRequest
    ) -> Iterable[Message]:
        """Send the complete export of a tournament: one JSON document, in several messages."""
        status = await self.tournaments.status(request.tournament)
        made = await trio.to_thread.run_sync(partial(export, status, private=is_organiser(holder)))
        whole = json.dumps(made, ensure_ascii=False).encode()
        return [organiser_pb2.ExportTournamentResponse(data=piece) for piece in pieces(whole)]

    # Schedules ---------------------------------------------------------------------------------------------------

    async def create_schedule(self, holder: Holder, request: organiser_pb2.CreateScheduleRequest) -> Message:
        """Store a new schedule, by which the arena begins tournaments."""
        missed = next((word for word, number in MISSED.items() if number == request.missed_runs), None)
        overlap = next((word for word, number in OVERLAP.items() if number == request.overlap), None)
        now = self.arena.wall()
        made = planned(request.file, now, cron=request.cron, zone=request.time_zone, missed=missed, overlap=overlap)
        await self.schedules.add(made)
        await self.arena.accounts.note(holder.token, "CreateSchedule", made.id, made.name)
        return organiser_pb2.CreateScheduleResponse(schedule=await self._schedule(holder, made))

    async def list_schedules(self, holder: Holder, request: organiser_pb2.ListSchedulesRequest) -> Message:
        """Return one page of the schedules. The schedule with the earliest next run comes first."""
        found = sorted(await self.schedules.all(), key=lambda each: each.next)
        page, rest = paged(found, request.page_size, request.page_token)
        return organiser_pb2.ListSchedulesResponse(
            schedules=[await self._schedule(holder, each) for each in page], next_page_token=rest
        )

    async def run_schedule(self, holder: Holder, request: organiser_pb2.RunScheduleRequest) -> Message:
        """Begin an extra run of a schedule now. Return the tournament that begins."""
        begun = await self.schedules.run_now(request.id)
        await self.arena.accounts.note(holder.token, "RunSchedule", request.id, begun.name)
        return organiser_pb2.RunScheduleResponse(tournament=await self._told(holder, begun.id))

    async def delete_schedule(self, holder: Holder, request: organiser_pb2.DeleteScheduleRequest) -> Message:
        """Delete a schedule. Tournaments that it has begun continue."""
        gone = await self.schedules.remove(request.id)
        await self.arena.accounts.note(holder.token, "DeleteSchedule", gone.id, request.reason)
        return organiser_pb2.DeleteScheduleResponse(schedule=await self._schedule(holder, gone))

    async def _schedule(self, holder: Holder, planned: Planned) -> organiser_pb2.Schedule:
        """Return a schedule as a protocol message."""
        started = await self.tournaments.keeper.started_by(planned.id)
        return organiser_pb2.Schedule(
            id=planned.id,
            name=planned.name,
            file=planned.file if is_organiser(holder) else public_schedule_file(planned.file),
            cron=planned.when.cron,
            time_zone=planned.when.timezone,
            missed_runs=MISSED[planned.when.missed],
            overlap=OVERLAP[planned.when.overlap],
            next_time=moment(planned.next.timestamp()),
            last_tournament=started[0].id if started else "",
        )


# Messages --------------------------------------------------------------------------------------------------------


def brief_message(tournament: Tournament) -> organiser_pb2.Tournament:
    """Return a tournament as a protocol message, without its regulations and its standings."""
    return organiser_pb2.Tournament(
        id=tournament.id,
        name=tournament.name,
        state=STATES[tournament.state],
        reason=tournament.reason,
        create_time=moment(tournament.created),
        end_time=maybe(tournament.ended),
        schedule=tournament.schedule,
    )


def is_organiser(holder: Holder) -> bool:
    """True if the caller has an organiser's token, so that it may read seeds that are still secret."""
    return holder.scope == "organiser"


def tournament_message(status: Status, *, private: bool) -> organiser_pb2.Tournament:
    """Return the status of a tournament as a protocol message. A secret seed is included only if `private`."""
    tournament = status.course.tournament
    message = brief_message(tournament)
    message.file = tournament.file if private else public_file(tournament)
    message.matches, message.matches_finished = status.course.matches, status.course.finished
    message.matches_running, message.rate = status.running, status.rate
    message.remaining_us = round(status.remaining * 1_000_000)
    message.matches_adjourned = status.adjourned
    message.awaited.extend(status.awaited)
    message.reason = status.reason
    message.verdict = status.verdict
    message.standings.extend(standing_message(status, standing) for standing in status.standings)
    return message


def standing_message(status: Status, standing: Standing) -> organiser_pb2.Standing:
    """Return an entrant's row in the standings of a tournament as a protocol message."""
    row = row_values(status, standing)
    low, high = row["interval"] or (None, None)
    return organiser_pb2.Standing(
        entrant=row["entrant"],
        version=row["version"],
        place=row["place"],
        points=row["points"],
        matches=row["matches"],
        blocks=row["blocks"],
        forfeits=row["forfeits"],
        score=row["score"],
        score_low=low,
        score_high=high,
        tie_breaks=row["tie_breaks"],
        note=row["note"],
    )
