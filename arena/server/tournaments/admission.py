"""Admission: each new version of a bot is examined before it may enter rated tournaments.

When a pending version is connected and idle, it is examined with a series of tests, which end within the time of
`Limits.examination`. Only a complete examination gives a verdict. If the version begins to play, disconnects or drains
during the examination, it stays pending, and is examined again when it is idle.
"""

import logging
from typing import Final

import trio

from arena.protocol.v1 import attend_pb2
from arena.server.access.accounts import NotFoundError
from arena.server.arena import Arena
from arena.server.attendance.lobby import ConnectedBot
from arena.server.tournaments.checkup import examine
from arena_sdk.doctor.extent import Extent
from arena_sdk.doctor.report import DoctorReport, Outcome

log: Final = logging.getLogger(__name__)

AT_ONCE: Final = 4  # examinations that run at the same time

Key = tuple[str, str]  # a bot and its version


class Admissions:
    """Examines the new versions that connect to one arena."""

    def __init__(self, arena: Arena) -> None:
        self.arena: Final = arena
        self._judged: Final[set[Key]] = set()
        self._under_way: Final[set[Key]] = set()
        self._room: Final = trio.CapacityLimiter(AT_ONCE)

    async def run(self) -> None:
        """Examine every new version that connects; never return."""
        async with trio.open_nursery() as nursery:
            while True:
                for attendance in list(self.arena.lobby.attendances):
                    if await self._is_new(attendance):
                        self._under_way.add(key_of(attendance))
                        nursery.start_soon(self._admit, attendance)
                await self.arena.lobby.changed()

    async def _is_new(self, attendance: ConnectedBot) -> bool:
        """True if the bot is idle and its version was neither admitted nor refused yet."""
        key = key_of(attendance)
        if attendance.holder.is_house or key in self._judged | self._under_way or attendance.matches:
            return False
        if attendance.room < 1 or self.arena.stopping:
            return False
        try:
            versions = (await self.arena.accounts.bot(attendance.entrant)).versions
        except NotFoundError:
            return False  # it was renamed a moment ago, and reconnects under its new name
        version = next((each for each in versions if each.name == attendance.version), None)
        if version is None or version.admission != "pending":
            self._judged.add(key)
            return False
        return not attendance.matches and key not in self._under_way

    async def _admit(self, attendance: ConnectedBot) -> None:
        """Examine a version, store the result, and notify the bot."""
        key = key_of(attendance)
        try:
            async with self._room:
                report = await self._examined(attendance)
            if report is None or attendance not in self.arena.lobby.attendances or self.arena.stopping:
                return
            objection = findings(report, "failed")
            await self.arena.accounts.judge(*key, objection)
            self._judged.add(key)
            words = f"version {key[1]} is not admitted: {objection}" if objection else admitted(key[1], report)
            log.info("%s: %s", key[0], words, extra={"bot": key[0], "version": key[1]})
            if objection:
                self.arena.observers.version_refused(*key, objection)
            for each in self.arena.lobby.of(*key):
                each.notice(attend_pb2.NOTICE_KIND_ADMISSION, words)
        finally:
            self._under_way.discard(key)
            self.arena.lobby.change()

    async def _examined(self, attendance: ConnectedBot) -> DoctorReport | None:
        """Examine a version. Return the report; None if there is no verdict."""
        if attendance.matches or attendance.room < attendance.matches_at_once:
            return None  # it was idle when it entered the queue, and plays or leaves now
        extent = Extent(self.arena.limits.examination)
        report = await examine(self.arena, attendance, (), lambda _: None, extent)
        return None if attendance.draining else report


def findings(report: DoctorReport, outcome: Outcome) -> str:
    """Return the first lines of all steps with this outcome, as one line; an empty text if there is none."""
    found = (each for each in report.steps if each.outcome == outcome)
    return "; ".join(f"{each.name}: {each.text.partition(chr(10))[0]}" for each in found)


def admitted(version: str, report: DoctorReport) -> str:
    """Return a sentence that says that a version is admitted, with the warnings of its examination."""
    warnings = findings(report, "warned")
    return f"version {version} is admitted" + (f", with a warning: {warnings}" if warnings else "")


def key_of(attendance: ConnectedBot) -> Key:
    """Return the name and the version of a connected bot."""
    return attendance.entrant, attendance.version
