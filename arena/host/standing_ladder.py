"""The standing ladder: rated matches between all connected entrants, played when the machine is idle.

The arena stores each match of the ladder like the matches of an organiser, and resumes it after a restart. The ladder
itself stores only the state that the site shows. It chooses opponents from the results in the database, also after a
restart. Matches of organisers, tournaments and schedules have priority. The ladder begins a match only if its bots and
the machine have free capacity. A match of the ladder waits while another match waits for one of its bots.
"""

import argparse
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from typing import Final

import trio

from arena.errors import ArenaError, UsageError, nearest
from arena.games import GAMES, rules
from arena.games.game import Scalar
from arena.referee import UNTIMED, MatchTerms, TimeControl
from arena.server.arena import Arena
from arena.server.attendance.lobby import ConnectedBot
from arena.server.matches.matches import Entrant, OpenRound, Wanted
from arena.server.matches.results import MatchSummary
from arena.server.observers import MatchChange, Observer
from arena.server.tournaments.tournaments import Tournaments
from arena.stats.pools import Pool
from arena.store.db.database import Database
from arena.store.repos.match_rows import speed
from arena.store.repos.stored_ladders import LadderStatus, PoolResults, StoredLadders
from arena.tasks.block_task import is_run_here
from arena.tasks.executors import processors
from arena.tournament.open_ladder import (
    Key,
    LadderEntrant,
    LadderGoal,
    LadderRoom,
    LadderState,
    PoolTables,
    meetings_of,
    name_of,
    share_of,
    state_of,
)
from arena.tournament.regulations import read
from arena.tournament.venue import Candidate

log: Final = logging.getLogger(__name__)

CLOCK: Final = "10+0.1"
LOOK: Final = 1.0  # seconds at most between two attempts to begin matches
PAUSE: Final = 0.1  # seconds at least between two attempts to begin matches
ELSEWHERE: Final = 16  # matches at once of bots that all run on other machines
REST: Final = 60.0  # seconds without ladder matches for a bot that forfeited; doubled after each further forfeit
LONGEST_REST: Final = 3600.0
LAST: Final = 2.0  # seconds to store the last state


def all_pools() -> tuple[tuple[str, int], ...]:
    """Return the default pools of a ladder: pairs of a game and a number of seats, which is from 2 to 4."""
    return tuple(
        (name, seats) for name, game in GAMES.items() if not game.automata for seats in game.seats if seats in {2, 3, 4}
    )


@dataclass(frozen=True)
class LadderSettings:
    """The settings of the ladder: games and seats, clock, how certain ratings have to be, and how long it plays."""

    pools: Sequence[tuple[str, int]] = field(default_factory=all_pools)  # games, with their seats
    clock: str = CLOCK
    goal: LadderGoal = field(default_factory=LadderGoal)
    seconds: float = inf  # after which the ladder ends


def read_ladder(args: argparse.Namespace) -> LadderSettings | None:
    """Return the ladder settings of the command line; None without `--ladder`."""
    if not args.ladder:
        if args.ladder_pool or args.ladder_clock or args.ladder_reach or args.ladder_games:
            raise UsageError("options of the ladder without --ladder: expected it too")
        return None
    clock = TimeControl.read(args.ladder_clock or CLOCK)
    if clock == UNTIMED:
        raise UsageError("--ladder-clock none: expected a clock, as 10+0.1, because a bot that leaves ends no match")
    goal = LadderGoal(args.ladder_reach or LadderGoal().reach, args.ladder_games or LadderGoal().games)
    return LadderSettings(tuple(dict.fromkeys(map(read_pool, args.ladder_pool))) or all_pools(), str(clock), goal)


def read_pool(text: str) -> tuple[str, int]:
    """Return the game and the number of seats in a text such as `cacao:2`.

    Raise UsageError if the ladder has no such pool.
    """
    known = {f"{game}:{seats}": (game, seats) for game, seats in all_pools()}
    if text not in known:
        raise UsageError(f"--ladder-pool {ascii(text)[1:-1][:40]}: {nearest(text, known)}")
    return known[text]


class LadderPool:
    """One game with one number of seats in the ladder: its entrants, its results, and how many matches were begun."""

    def __init__(self, game: str, seats: int, clock: TimeControl) -> None:
        self.rules: Final = rules(game)
        self.seats: Final = seats
        self.options: Final[Mapping[str, Scalar]] = self.rules.complete({})
        self.terms: Final = MatchTerms(self.rules, self.options, clock, ladder=True)
        self.value: Final = Pool.of(game, seats, self.options, self.rules.version, speed(str(clock)))
        self.results = PoolResults()
        self.entrants: tuple[LadderEntrant, ...] = ()
        self.met: Final[Counter[frozenset[Key]]] = Counter()
        self.sat: Final[Counter[tuple[str, int]]] = Counter()
        self.begun = 0  # matches
        self.shown: LadderStatus | None = None

    @property
    def turn(self) -> tuple[bool, float]:
        """The pool's sort key. The ladder plays its next match in the pool with the lowest key.

        Pools with new entrants come first, then those with the fewest matches begun, in proportion to their share. The
        share of a pool depends on its number of seats: it is the part of all ladder matches that such pools shall get.
        """
        return not any(each.is_new for each in self.entrants), self.begun / share_of(self.seats)

    def begin(self, table: Sequence[LadderEntrant]) -> None:
        """Count a match of these entrants in this pool: that they have met, and at which seats they sat."""
        self.begun += 1
        self.met.update(meetings_of(table))
        self.sat.update((name_of(each), seat) for seat, each in enumerate(table))

    def plays(self, a_round: OpenRound) -> bool:
        """True if a match of the ladder belongs to this pool, because it has the same game and number of seats."""
        terms = a_round.terms
        return terms.rules.name == self.rules.name and len(a_round.entrants) == self.seats


@dataclass(frozen=True)
class LadderScene:
    """What the ladder has to know about the connected bots at one moment: their free capacity and their matches."""

    streams: Mapping[Key, Sequence[ConnectedBot]]
    resting: frozenset[Key]  # bots that another match waits for, or that forfeited
    busy: frozenset[str] | None  # bots that tournaments and series have entered; None for all bots
    mine: Sequence[OpenRound]  # matches of the ladder in play
    at_tables: Counter[Key]  # matches of the ladder that workers do not play, by bot
    unseated: Counter[Key]  # matches in `at_tables` that have no table yet, by bot

    def is_free(self, bot: Key, streams: Sequence[ConnectedBot]) -> bool:
        """True if the ladder may begin one more match with a connected bot, apart from matches that workers play.

        If a tournament or an organiser's match uses the bot, the ladder takes at most half of the matches that the bot
        can play at once.
        """
        room = sum(max(0, each.room) for each in streams) - self.unseated[bot]
        if bot in self.resting or room <= 0:
            return False
        takes = sum(each.matches_at_once for each in streams)
        is_busy = self.busy is None or bot[0] in self.busy
        return self.at_tables[bot] < (takes // 2 if is_busy else takes)


class StandingLadder(Observer):
    """Plays the standing ladder of one arena: it begins rated matches between connected bots when there is capacity."""

    def __init__(
        self, arena: Arena, tournaments: Tournaments, store: StoredLadders, settings: LadderSettings, local: int = 0
    ) -> None:
        """Prepare the ladder; the method `run` plays it.

        `local` is the number of matches that this machine plays at once; 0 means one per processor.
        """
        self.arena: Final = arena
        self.tournaments: Final = tournaments
        self.store: Final = store
        self.settings: Final = settings
        self.local: Final = local or processors()
        clock = TimeControl.read(settings.clock)
        self.pools: Final = [LadderPool(game, seats, clock) for game, seats in settings.pools]
        self._admitted: Final[dict[str, tuple[frozenset[str], Candidate]]] = {}  # with the versions connected then
        self._entered: Final[dict[str, frozenset[str]]] = {}  # the bots of running tournaments, by id
        self._rests: Final[dict[Key, tuple[float, float]]] = {}  # until when a bot gets no match, and for how long

    # Observing -----------------------------------------------------------------------------------------------------

    def match_over(self, change: MatchChange, entry: MatchSummary) -> None:
        """If a bot forfeited a match of the ladder, give it no further ladder match for a while."""
        a_round = self.arena.matches.series.get(entry.round)
        if change == "changed" or a_round is None or not a_round.terms.ladder:
            return
        self.arena.observers.ladder_match_over(entry.game, len(entry.seats), change)
        lost = {loss.seat for loss in entry.losses}
        for seat, seated in enumerate(entry.seats):
            key = seated.entrant, seated.version
            if seat in lost:
                rest = min(2 * self._rests.get(key, (0.0, REST / 2))[1], LONGEST_REST)
                self._rests[key] = trio.current_time() + rest, rest
            elif change == "finished":
                self._rests.pop(key, None)

    # Running -------------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Wait until the arena has resumed its tournaments.

        Then play until the ladder's time is over or the arena stops.
        """
        await self.tournaments.recovered.wait()
        last: LadderState = "stopped"
        try:
            with trio.move_on_after(self.settings.seconds) as scope:
                while not self.arena.stopping:
                    await self._look()
                    with trio.move_on_after(LOOK):
                        await self.arena.lobby.changed()
                    await trio.sleep(PAUSE)
            if scope.cancelled_caught:
                last = "ended"
        finally:
            with trio.move_on_after(LAST, shield=True):
                await self._show_last(last)

    async def _look(self) -> None:
        """Begin all ladder matches that can begin now. If the database is unavailable, log that and begin none."""
        try:
            candidates, busy = await self._candidates(), await self.busy()
            for pool in self.pools:
                pool.results = await self.store.results(pool.value, pool.results)
            await self._refresh(candidates, busy)
            for pool in self.pools:
                await self._show(pool, state_of(pool.entrants, pool.seats, self.settings.goal))
            while not self.arena.stopping and await self._begin_one():
                await self._refresh(candidates, busy)
        except ArenaError as error:
            log.warning("the ladder waits: %s", error)

    async def _refresh(self, candidates: Sequence[Candidate], busy: frozenset[str] | None) -> None:
        """Find the present entrants of each pool. Let other tasks run between two pools."""
        for pool in self.pools:
            scene = self._scene(busy)
            pool.entrants = tuple(entrants_of(pool, candidates, scene))
            await trio.lowlevel.checkpoint()

    async def _begin_one(self) -> bool:
        """Begin one ladder match. Return False if none can begin now."""
        room = self._room()
        for pool in sorted(self.pools, key=lambda each: each.turn):
            table = PoolTables(pool.seats, pool.entrants, pool.met, pool.sat).next(self.settings.goal, room)
            if table is not None:
                pool.begin(table)
                entrants = [Entrant(each.bot, each.version, "house" if each.is_house else "bot") for each in table]
                await self.arena.matches.want(Wanted(tuple(entrants), pool.terms, 1))
                return True
        return False

    # Entrants ------------------------------------------------------------------------------------------------------

    async def _candidates(self) -> list[Candidate]:
        """Return the connected bots that may play rated matches, each as a Candidate.

        Query the database about a bot only if its connected versions have changed, or if it had no admitted version
        before.
        """
        found = []
        for name in sorted({each.entrant for each in self.arena.lobby.attendances}):
            versions = frozenset(each.version for each in self.arena.lobby.of(name))
            known = self._admitted.get(name)
            if known is None or known[0] != versions:
                candidate = await self._candidate(name)
                if candidate is None:
                    self._admitted.pop(name, None)
                    continue
                known = self._admitted[name] = versions, candidate
            found.append(known[1])
        return found

    async def _candidate(self, name: str) -> Candidate | None:
        """Return the version of a connected bot that may play rated matches, as a Candidate; None if there is none."""
        try:
            candidate = await self.tournaments.venue.candidate(name, None, rated=True)
        except ArenaError:  # it was renamed a moment ago
            return None
        return candidate if candidate.online and not candidate.objection else None

    async def busy(self) -> frozenset[str] | None:
        """Return the names of the bots that play in tournaments or in organisers' matches, as a set.

        None means that all connected bots are busy, because a tournament will enter all of them.
        """
        series = [each for each in self.arena.matches.series.values() if not each.terms.ladder]
        found = {entrant.name for each in series for entrant in each.entrants}
        for over in self._entered.keys() - self.tournaments.live.keys():
            del self._entered[over]
        for tournament in list(self.tournaments.live):
            entered = await self._entered_in(tournament)
            if entered is None:
                return None
            found |= entered
        return frozenset(found)

    async def _entered_in(self, tournament: str) -> frozenset[str] | None:
        """Return the names of the bots that play in a tournament or will play in it; None for all connected bots."""
        if tournament not in self._entered:
            keeper = self.tournaments.keeper
            entrants = frozenset(each.who.entrant for each in await keeper.entrants(tournament))
            if not entrants:
                listed = read((await keeper.tournament(tournament)).file).entrants
                return frozenset(each.name for each in listed) or None
            self._entered[tournament] = entrants
        return self._entered[tournament]

    def _scene(self, busy: frozenset[str] | None) -> LadderScene:
        """Return what the ladder has to know about the connected bots now: their free capacity and their matches."""
        streams: dict[Key, list[ConnectedBot]] = {}
        for each in self.arena.lobby.attendances:
            streams.setdefault((each.entrant, each.version), []).append(each)
        now, mine = trio.current_time(), self._mine()
        rest = {bot for bot, (until, _) in self._rests.items() if until > now}
        set_up = {table.entry.round for table in self.arena.matches.tables.values()}
        at_tables = [each for each in mine if not self._is_at_workers(each)]
        return LadderScene(
            streams=streams,
            resting=self.arena.matches.blocks.wanted() | rest,
            busy=busy,
            mine=mine,
            at_tables=seats_of(at_tables),
            unseated=seats_of([each for each in at_tables if each.name not in set_up]),
        )

    # Room ----------------------------------------------------------------------------------------------------------

    def _mine(self) -> list[OpenRound]:
        """Return the ladder's matches in play, each as an OpenRound: a round of the ladder has only one match."""
        return [each for each in self.arena.matches.series.values() if each.terms.ladder]

    def _is_at_workers(self, a_round: OpenRound) -> bool:
        """True if workers play this match of the ladder: there are workers, and all its bots are house bots."""
        workers = self.arena.matches.blocks.workers
        return workers is not None and is_run_here([each.seated for each in a_round.entrants])

    def _is_here(self, bot: str, version: str) -> bool:
        """True if the arena started the process of a connected bot on its own machine."""
        streams = self.arena.lobby.of(bot, version)
        return any(each.holder.is_run_here for each in streams)

    def _room(self) -> LadderRoom:
        """Return how many more matches may begin at workers, on this machine, and elsewhere, as a LadderRoom."""
        workers, mine = self.arena.matches.blocks.workers, self._mine()
        tables = list(self.arena.matches.tables.values())
        set_up = {table.entry.round for table in tables}
        waiting = [each for each in mine if each.name not in set_up and not self._is_at_workers(each)]
        seats = [[(each.entrant, each.version) for each in table.entry.asked] for table in tables]
        seats += [[(each.name, each.version) for each in a_round.entrants] for a_round in waiting]
        here = sum(any(self._is_here(*each) for each in table) for table in seats)
        others = [
            a_round for a_round in mine if not any(self._is_here(each.name, each.version) for each in a_round.entrants)
        ]
        if workers is None:
            return LadderRoom(tables=self.local - here, elsewhere=ELSEWHERE - len(others))
        at_work = sum(workers.blocks.values())
        at_work += sum(self._is_at_workers(each) and (each.name, 0) not in workers.blocks for each in mine)
        free = workers.dispatcher.workers() - at_work
        idle = self.local - here
        if workers.dispatcher.crew.cluster is None:  # workers are processes of this machine
            idle -= min(at_work, workers.dispatcher.workers())
            free = min(free, idle)
        return LadderRoom(True, free, idle, ELSEWHERE - len(others))

    # The state that is shown -----------------------------------------------------------------------------------------

    async def _show(self, pool: LadderPool, state: LadderState) -> None:
        """If the state of a pool has changed, store it for the site, and report it to observers such as the metrics."""
        goal, entrants = self.settings.goal, pool.entrants
        settled = sum(each.is_settled(goal) for each in entrants)
        status = LadderStatus(self.settings.clock, state, len(entrants), settled, goal)
        if status == pool.shown:
            return
        await self.store.show(pool.value, status)
        if pool.shown is None or pool.shown.state != state:
            log.info("ladder of %s with %d seats: %s", pool.rules.name, pool.seats, in_words(status))
        pool.shown = status
        self.arena.observers.ladder_changed(pool.rules.name, pool.seats, status.entrants, status.settled)

    async def _show_last(self, state: LadderState) -> None:
        """When the ladder has ended or was stopped, store `state` for each pool, so that the site shows it."""
        try:
            for pool in self.pools:
                await self._show(pool, state)
        except ArenaError as error:
            log.warning("the end of the ladder is not stored: %s", error)


def seats_of(rounds: Iterable[OpenRound]) -> Counter[Key]:
    """Return a Counter from each entrant, a pair of bot and version, to the number of its matches in `rounds`."""
    return Counter((entrant.name, entrant.version) for a_round in rounds for entrant in a_round.entrants)


def entrants_of(pool: LadderPool, candidates: Sequence[Candidate], scene: LadderScene) -> Iterator[LadderEntrant]:
    """Yield a LadderEntrant for each connected candidate that plays the game of the pool and accepts offers."""
    pending = seats_of(each for each in scene.mine if pool.plays(each))
    for candidate in candidates:
        bot = candidate.who.entrant, candidate.who.version
        streams = [
            each for each in scene.streams.get(bot, ()) if each.takes_offers and each.plays(pool.rules.name, pool.seats)
        ]
        if streams:
            rated = pool.results.ratings.get(bot)
            yield LadderEntrant(
                *bot,
                author=candidate.author,
                is_house=candidate.who.kind == "house",
                is_run_here=streams[0].holder.is_run_here,
                rating=None if rated is None else rated.rating,
                reach=inf if rated is None else rated.reach,
                fitted=0 if rated is None else rated.games,
                games=pool.results.games.get(bot, 0),
                pending=pending[bot],
                is_free=scene.is_free(bot, streams),
            )


def in_words(status: LadderStatus) -> str:
    """Return the state of a pool as text for the log."""
    if status.state == "playing":
        return f"playing; {status.settled} of {status.entrants} entrants are settled"
    if status.state == "settled":
        return f"all {status.entrants} entrants are settled; it goes on when a new bot or a new version comes"
    if status.state == "waiting":
        return f"waiting for entrants; {status.entrants} are connected"
    return f"{status.state}; {status.settled} of {status.entrants} entrants were settled"


@asynccontextmanager
async def laddering(
    settings: LadderSettings | None,
    arena: Arena,
    tournaments: Tournaments,
    database: Database,
) -> AsyncIterator[None]:
    """Play the ladder while the `with` block runs; without settings, do nothing."""
    if settings is None:
        yield
        return
    ladder = StandingLadder(arena, tournaments, StoredLadders(database), settings)
    arena.observers.add(ladder)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ladder.run)
        yield
        nursery.cancel_scope.cancel()
