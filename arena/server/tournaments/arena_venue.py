"""The venue of tournaments in a served arena: what a tournament needs to find entrants and to play rounds."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import UsageError
from arena.record import Seated
from arena.referee import MatchTerms
from arena.server.access.accounts import BotAccount, NotFoundError, Version, registered_bot
from arena.server.arena import Arena
from arena.server.matches.matches import Entrant, OpenRound
from arena.tournament.venue import Candidate


class ArenaVenue:
    """The venue of tournaments in one arena: it finds entrants among the bots, and opens rounds.

    `house` is a dict from the arena's own bots to their versions. If `examines` is false, every version may enter.
    """

    def __init__(self, arena: Arena, house: Mapping[str, str], *, examines: bool = True) -> None:
        self.arena: Final = arena
        self.house: Final = house
        self.examines: Final = examines

    # Entry -------------------------------------------------------------------------------------------------------

    async def candidate(self, name: str, freeze: float | None, *, rated: bool) -> Candidate:
        """Return the version of a bot that `name` or `name@version` means, as a candidate for a tournament.

        For rated play, prefer a version that may enter, or that can still be admitted. If there is none, return a
        version that may not enter, with the objection to it.
        """
        called, _, version = name.partition("@")
        if called in self.house:
            return self._of_house(called, version)
        bot = await registered_bot(self.arena.accounts, called, self.house)
        if not bot.versions:
            return Candidate(Seated(bot.name, "", "bot"), bot.author, online=False, objection="it has never connected")
        line = [self._of_bot(bot, each) for each in self._line(bot, version, freeze)]
        return next((each for each in line if not rated or each.waits or not each.objection), line[0])

    def _of_house(self, name: str, wanted: str) -> Candidate:
        version = self.house[name]
        if wanted not in {"", version}:
            raise NotFoundError(f"{name} of the house has no version {ascii(wanted)[:60]}: it plays as {version} here")
        return Candidate(Seated(name, version, "house"), "", self.arena.lobby.newest(name) is not None)

    def _line(self, bot: BotAccount, version: str, freeze: float | None) -> Sequence[Version]:
        """Return a list of the versions of a bot that a tournament can use, with the preferred one first.

        With `version`, the list has only this one. Without it, but with `freeze`, a time in seconds since 1970, the
        list has the versions that were admitted by then. Raise NotFoundError if the bot has no such version, UsageError
        if none was admitted then.
        """
        if version:
            found = [each for each in bot.versions if each.name == version]
            if not found:
                raise NotFoundError(f"{bot.name} has no version {ascii(version)[:60]}")
            return found
        if freeze is not None:
            early = [each for each in bot.versions if self._since(each) <= freeze]
            if not early:
                raise UsageError(f"{bot.name} had no admitted version at the freeze: expected an older one")
            return early
        newest = self.arena.lobby.newest(bot.name)
        here = {each.version for each in self.arena.lobby.of(bot.name)}

        def place(version: Version) -> int:
            """Return a version's sort key: 0 if it gets the bot's offers, 1 if it is only connected, 2 if offline."""
            return 0 if newest is not None and version.name == newest.version else 1 if version.name in here else 2

        return sorted(bot.versions, key=place)

    def _since(self, version: Version) -> float:
        """Return the time from which a version may enter rated tournaments, in seconds since 1970.

        It is infinite if the version is not admitted.
        """
        if not self.examines:
            return version.created
        return math.inf if version.admitted is None else version.admitted

    def _of_bot(self, bot: BotAccount, version: Version) -> Candidate:
        online = next(self.arena.lobby.of(bot.name, version.name), None) is not None
        objection = objection_to(bot, version, examined=self.examines)
        waits = self.examines and online and version.admission == "pending"
        return Candidate(Seated(bot.name, version.name, "bot"), bot.author, online, objection, waits)

    async def everybody(self, game: str, seats: int, freeze: float | None, *, rated: bool) -> Sequence[Candidate]:
        """Return the connected bots that play this game with these seats, as Candidates sorted by name.

        `freeze` is the moment after which new versions do not count. Leave out a bot that had no admitted version at
        this moment. Leave out a bot if the version that would play is offline.
        """
        found = []
        names = {each.entrant for each in self.arena.lobby.attendances if each.plays(game, seats)}
        for name in sorted(names, key=str.casefold):
            try:
                found.append(await self.candidate(name, freeze, rated=rated))
            except UsageError:  # it had no admitted version at the moment of the freeze
                continue
        return [each for each in found if each.online]

    async def changed(self) -> None:
        """Wait until the connected bots or their seats have changed."""
        await self.arena.lobby.changed()

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self.arena.wall()

    # Rounds ------------------------------------------------------------------------------------------------------

    async def open_round(
        self, name: str, terms: MatchTerms, entrants: Sequence[Seated], tournament: str
    ) -> "ArenaHall":
        """Open a round of a tournament, or resume the round that is stored under this name."""
        kept = await self.arena.results.round(name)
        if kept is not None and kept.agreed is not None:
            entrants = kept.agreed.entrants  # with the names that the bots had then
        players = [entrant_of(each) for each in entrants]
        opened = await self.arena.matches.rounds.open(name, terms, players, tournament)
        return ArenaHall(self.arena, opened)


@dataclass(frozen=True)
class ArenaHall:
    """An open round of a tournament, in which matches are played."""

    arena: Arena
    opened: OpenRound

    async def play(self, number: int, seatings: Sequence[Sequence[Seated]]) -> None:
        """Play one deal in this round, once for each seating. Return when all matches have ended."""
        at_tables = [tuple(entrant_of(each) for each in seating) for seating in seatings]
        await self.arena.matches.blocks.play(self.opened, number, at_tables)

    def has_begun(self, number: int) -> bool:
        """True if a match of the block with this number is offered or played now."""
        mine = (self.opened.name, number)
        if self.arena.matches.are_at_work(*mine):
            return True
        return any((table.entry.round, table.entry.drawn_as) == mine for table in self.arena.matches.tables.values())

    async def close(self) -> None:
        """Store that the round is closed. If bots got the digest of its secret before, send them the secret."""
        await self.arena.matches.rounds.close(self.opened)


def entrant_of(who: Seated) -> Entrant:
    """Return an entrant of a tournament as an Entrant, the form that matches use."""
    return Entrant(who.entrant, who.version, who.kind)


def objection_to(bot: BotAccount, version: Version, *, examined: bool) -> str:
    """Return why a version may not enter a rated tournament; an empty text if it may."""
    if bot.state != "active":
        return f"the bot is {bot.state}"
    if version.withdrawn:
        return f"version {version.name} was withdrawn: {version.withdrawn}"
    if examined and version.admission == "refused":
        return f"version {version.name} was not admitted: {version.refused}"
    if examined and version.admission == "pending":
        return f"version {version.name} is not admitted yet"
    return ""
