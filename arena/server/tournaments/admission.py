"""Admission: each new version of a bot is examined before it may enter rated tournaments.

When a pending version is connected and idle, it is examined with a series of tests. The last one is a game of the bot
against itself. A version that takes only one match at a time plays against a house bot instead; that match begins at a
position, so it is not rated. Only a complete examination gives a verdict. If the version begins to play, disconnects or
drains during the examination, it stays pending, and is examined again when it is idle.
"""

import logging
import secrets
from collections.abc import Sequence
from typing import Final

import trio

from arena.games import rules
from arena.games.chance import Deal
from arena.protocol.v1 import attend_pb2
from arena.referee import MatchTerms, TimeControl
from arena.server.access.accounts import NotFoundError
from arena.server.arena import Arena
from arena.server.attendance.lobby import ConnectedBot
from arena.server.matches.matches import Entrant, Wanted
from arena.server.matches.results import MatchSummary
from arena.server.tournaments.checkup import examine

log: Final = logging.getLogger(__name__)

CLOCK: Final = TimeControl.read("60+1")
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
                objection = await self._objection(attendance)
            if objection is None or attendance not in self.arena.lobby.attendances or self.arena.stopping:
                return
            await self.arena.accounts.judge(*key, objection)
            self._judged.add(key)
            words = f"version {key[1]} is not admitted: {objection}" if objection else f"version {key[1]} is admitted"
            log.info("%s: %s", key[0], words, extra={"bot": key[0], "version": key[1]})
            if objection:
                self.arena.observers.version_refused(*key, objection)
            for each in self.arena.lobby.of(*key):
                each.notice(attend_pb2.NOTICE_KIND_ADMISSION, words)
        finally:
            self._under_way.discard(key)
            self.arena.lobby.change()

    async def _objection(self, attendance: ConnectedBot) -> str | None:
        """Examine a version. Return why it is refused; an empty text if it passed; None if there is no result."""
        if attendance.matches or attendance.room < attendance.matches_at_once:
            return None  # it was idle when it entered the queue, and plays or leaves now
        report = await examine(self.arena, attendance, (), lambda _: None)
        if attendance.draining:
            return None
        failed = [f"{each.name}: {each.text.partition(chr(10))[0]}" for each in report.failed]
        if failed or attendance.matches_at_once > 1:
            return "; ".join(failed)
        return await self._against_the_house(attendance)

    async def _against_the_house(self, attendance: ConnectedBot) -> str | None:
        """Let a bot play against a connected house bot.

        Return why the bot fails: an empty text if it passes or if no house bot is connected, None if a match is void.
        """
        for game, seats in attendance.games.items():
            count = min(seats)
            for host in self.arena.lobby.attendances:
                if host.holder.is_house and host.plays(game, count, {}):
                    return verdict_on(await self._matches(attendance, host, game, count), host.entrant)
        return ""

    async def _matches(self, attendance: ConnectedBot, host: ConnectedBot, game: str, seats: int) -> list[MatchSummary]:
        """Let a bot play one match in each seat against house bots. Return the matches when all are over."""
        played = rules(game)
        opening = played.new({}, seats, Deal(secrets.token_bytes(32)))
        bot = Entrant(attendance.entrant, attendance.version)
        house = Entrant(host.entrant, host.version, "house")
        wanted = Wanted(
            entrants=(bot, *[house] * (seats - 1)),
            terms=MatchTerms(played, opening.settings, CLOCK, position=opening.position()),
            blocks=1,
        )
        names = await self.arena.matches.want(wanted)
        while True:
            found = [await self.arena.results.match(name) for name in names]
            over = [entry for entry in found if entry is not None and entry.is_over]
            if len(over) == len(names):
                return over
            await self.arena.lobby.changed()


def verdict_on(played: Sequence[MatchSummary], house: str) -> str | None:
    """Return how a bot forfeited a match. Return an empty text if it forfeited none, and None if a match is void."""
    lost = [loss for each in played for loss in each.losses if each.seats[loss.seat].kind == "bot"]
    if lost:
        return f"a match against {house}: it forfeited ({lost[0].reason.value})"
    return None if any(each.state == "void" for each in played) else ""


def key_of(attendance: ConnectedBot) -> Key:
    """Return the name and the version of a connected bot."""
    return attendance.entrant, attendance.version
