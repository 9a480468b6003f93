"""The calls of the service Organiser about the arena itself, and about the actions of organisers."""

from typing import Final

from google.protobuf.message import Message

from arena.errors import UsageError
from arena.games import GAMES
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, organiser_pb2
from arena.server import messages
from arena.server.access.accounts import AuditLine, checked_text
from arena.server.access.door import Holder
from arena.server.arena import Arena, server_name
from arena.server.attendance.lobby import ConnectedBot
from arena.server.organiser.calls import CHANGING, READING, moment, paged, scoped
from arena.server.transport.bridge import Handler


class ArenaCalls:
    """Answers the Organiser calls about the arena itself."""

    def __init__(self, arena: Arena) -> None:
        self.arena: Final = arena

    def methods(self) -> dict[str, Handler]:
        """Return a dict from the name of each call in this class to its gRPC handler."""
        pb, arena = organiser_pb2, self.arena
        return {
            "GetArena": scoped(arena, pb.GetArenaRequest, READING, self.get_arena),
            "ListAttendances": scoped(arena, pb.ListAttendancesRequest, READING, self.list_attendances),
            "SendNotice": scoped(arena, pb.SendNoticeRequest, CHANGING, self.send_notice),
            "ListAuditLines": scoped(arena, pb.ListAuditLinesRequest, READING, self.list_audit_lines),
        }

    async def get_arena(self, holder: Holder, request: organiser_pb2.GetArenaRequest) -> Message:
        """Return the arena's software, protocol, games and start time, and its numbers of bots and matches now."""
        arena = self.arena
        return organiser_pb2.GetArenaResponse(
            server=server_name(),
            protocol=PROTOCOL,
            games=messages.supported({each.name: each.seats for each in GAMES.values()}),
            attendances=len(arena.lobby.attendances),
            matches_running=len(arena.matches.tables),
            start_time=moment(arena.since),
        )

    async def list_attendances(self, holder: Holder, request: organiser_pb2.ListAttendancesRequest) -> Message:
        """Return one page of the `Attend` streams of connected bots."""
        page, rest = paged(self.arena.lobby.attendances, request.page_size, request.page_token)
        return organiser_pb2.ListAttendancesResponse(
            attendances=[attendance_message(each) for each in page], next_page_token=rest
        )

    async def send_notice(self, holder: Holder, request: organiser_pb2.SendNoticeRequest) -> Message:
        """Send a notice to all connected bots, or to the bot that the request names. House bots get none."""
        if not checked_text(request.text, "notice"):
            raise UsageError("notice: expected a text")
        bot = request.bot and (await self.arena.accounts.bot(request.bot)).name
        meant = [
            each for each in self.arena.lobby.attendances if bot in {"", each.entrant} and not each.holder.is_house
        ]
        for each in meant:
            each.notice(attend_pb2.NOTICE_KIND_INFO, request.text)
        await self.arena.accounts.note(holder.token, "SendNotice", bot, request.text)
        return organiser_pb2.SendNoticeResponse(streams=len(meant))

    async def list_audit_lines(self, holder: Holder, request: organiser_pb2.ListAuditLinesRequest) -> Message:
        """Return one page of the audit log: the actions of organisers, newest first."""
        lines = await self.arena.accounts.audit(request.target)
        page, rest = paged(lines, request.page_size, request.page_token)
        return organiser_pb2.ListAuditLinesResponse(
            audit_lines=[audit_message(each) for each in page], next_page_token=rest
        )


# Messages --------------------------------------------------------------------------------------------------------


def attendance_message(attendance: ConnectedBot) -> organiser_pb2.Attendance:
    """Return a bot's `Attend` stream as a protocol message."""
    return organiser_pb2.Attendance(
        entrant=attendance.entrant,
        version=attendance.version,
        games=messages.supported(attendance.games),
        matches_at_once=attendance.matches_at_once,
        matches_running=len(attendance.matches),
        draining=attendance.draining or attendance.superseded,
        round_trip_us=round(attendance.round_trip * 1_000_000),
        start_time=moment(attendance.since),
        examination=attendance.examination,
    )


def audit_message(line: AuditLine) -> organiser_pb2.AuditLine:
    """Return an entry of the audit log as a protocol message."""
    return organiser_pb2.AuditLine(
        time=moment(line.time), token=line.token, action=line.action, target=line.target, reason=line.reason
    )
