"""Play blocks: a block is one deal, played once for each seating, the order in which its entrants sit.

When the last match of a block has ended, the arena publishes the deal, so that bots can verify it.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

import trio

from arena.games.chance import named_seed
from arena.protocol.v1 import attend_pb2
from arena.referee import MatchTerms
from arena.server.attendance.lobby import ConnectedBot, Lobby
from arena.server.matches.match_table import MatchTable
from arena.server.matches.match_tables import Tables
from arena.server.matches.results import MatchSummary, PlannedMatch, Results
from arena.server.matches.rounds import Entrant, OpenRound, Rounds
from arena.server.matches.worker_blocks import WorkerBlocks

TRIES: Final = 3  # matches of a seating that may become void by the arena's fault, before no replay is planned
LATE: Final = "its bots were not free in time; the ladder goes on without it"
AGAIN: Final = 1 << 29  # the first number in a round for blocks that replay a void match with a new deal

Hosts = Mapping[int, ConnectedBot]  # the stream that gives each seat its capacity
Seating = tuple[Entrant, ...]
BotVersion = tuple[str, str]  # a bot and its version


@dataclass
class Block:
    """A block that is being played, with all its matches, including void matches and the matches that replace them."""

    round: OpenRound
    number: int
    seatings: Sequence[Seating]
    matches: list[PlannedMatch]
    over: dict[int, MatchSummary] = field(default_factory=dict)  # by place
    disclosed: set[int] = field(default_factory=set)  # blocks with deals that were stored with their results

    def latest(self, place: int) -> PlannedMatch | None:
        """Return the newest match of the seating with this index; None if there is none. Earlier matches are void."""
        return next((each for each in reversed(self.matches) if each.entry.place == place), None)

    def may_be_played_again(self, place: int) -> bool:
        """True if a seating may be replayed: fewer than three of its matches were void by the arena's fault."""
        at_place = [each.entry for each in self.matches if each.entry.place == place]
        return sum(each.fault and not each.is_withdrawn for each in at_place) < TRIES

    @property
    def is_withdrawn(self) -> bool:
        """True if the block's tournament was cancelled or failed before any of the block's matches began."""
        return bool(self.matches) and all(each.entry.is_withdrawn for each in self.matches)

    def keep(self, entry: MatchSummary) -> None:
        """Replace the state of a match in this block by a newer one, such as `finished`."""
        self.matches = [
            replace(each, entry=entry) if each.entry.match == entry.match else each for each in self.matches
        ]


class Blocks:
    """Plays blocks: plans their matches, waits for capacity, and replays matches that are void by the arena's fault."""

    def __init__(
        self, rounds: Rounds, tables: Tables, lobby: Lobby, results: Results, wall: Callable[[], float]
    ) -> None:
        self.rounds: Final = rounds
        self.tables: Final = tables
        self.lobby: Final = lobby
        self.results: Final = results
        self.wall: Final = wall
        self.workers: WorkerBlocks | None = None  # they play blocks if the arena runs all entrants itself
        self.waiting: Final[set[str]] = set()  # matches that wait for room; a match that becomes void leaves the set
        self._wanted: Final[dict[str, frozenset[BotVersion]]] = {}  # the bots of waiting matches outside the ladder
        self._numbering: Final = trio.Lock()  # locked while a block takes the next number of its round

    @property
    def are_at_work(self) -> bool:
        """True if worker processes are playing at least one block now."""
        return self.workers is not None and bool(self.workers.blocks)

    def wants(self, entrant: str, version: str) -> bool:
        """True if this version of a bot has a seat in a match that waits for capacity. Ladder matches do not count."""
        return (entrant, version) in self.wanted()

    def wanted(self) -> frozenset[BotVersion]:
        """Return a set of (bot, version) with every bot that has a seat in a match that waits for capacity.

        Ladder matches do not count.
        """
        return frozenset(bot for match, bots in self._wanted.items() if match in self.waiting for bot in bots)

    async def play(
        self,
        a_round: OpenRound,
        number: int,
        seatings: Sequence[Seating],
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> tuple[MatchSummary, ...]:
        """Play one deal, once for each seating. Return its ended matches, in the order of the seatings.

        Matches are stored before any of them is offered. They wait until their bots have capacity. If each bot can play
        all its matches at the same time, all matches of the block begin together. A second call with the same round and
        number repeats no match: finished matches stay, and running ones are resumed from their journals when their bots
        have reconnected.

        A match that is void by the arena's own fault is replayed. Rated play uses a new deal for that, as a new block;
        unrated play uses the same deal. The deal is disclosed when the last match ends. If the arena stops, the call
        never returns.

        `task_status` gets the signal `started` when all matches have capacity, or immediately if the block had begun
        before the arena crashed.
        """
        block = Block(a_round, number, seatings, list(await self.results.block(a_round.name, number)))
        was_over = bool(block.matches) and all(each.entry.is_over for each in block.matches)
        has_begun = any(each.entry.state != "offered" for each in block.matches) and not block.is_withdrawn
        if has_begun:  # later blocks have begun, too: a missing bot of this block must not delay them
            task_status.started()
        await self._leave_other_rules(block)
        await self._plan_missing(block)
        if self.workers is not None and self.workers.take(seatings, block.matches):
            await self._play_by_workers(self.workers, block, None if has_begun else task_status.started)
        else:
            await self._play_at_tables(block, None if has_begun else task_status.started)
        if not a_round.terms.position:
            await self._disclose_all(block, was_over=was_over)
        return tuple(block.over[place] for place in range(len(seatings)))

    async def _play_at_tables(self, block: Block, started: Callable[[], object] | None) -> None:
        """Play a block by connected bots. Call `started` when the bots have capacity for all of its matches."""
        a_round, seatings = block.round, block.seatings
        async with trio.open_nursery() as nursery:
            waiting = []
            for place in range(len(seatings)):
                kept = block.latest(place)
                assert kept is not None
                if kept.entry.is_over:
                    block.over[place] = kept.entry
                elif kept.entry.state == "running":
                    nursery.start_soon(self._play, block, self.tables.set(a_round, kept, {}))
                else:
                    waiting.append(kept)
            await self._seat(block, waiting, lambda table: nursery.start_soon(self._play, block, table))
            if started is not None:
                started()

    async def _play_by_workers(self, workers: WorkerBlocks, block: Block, started: Callable[[], object] | None) -> None:
        """Play a block by workers, and replay void matches. Call `started` when workers can begin its matches."""
        while True:
            waiting = [each for each in block.matches if not each.entry.is_over]
            for number in dict.fromkeys(each.entry.block for each in waiting):
                some = [each for each in block.matches if each.entry.block == number]
                worked = await workers.play(block.round, number, some, started)
                for entry in worked.entries:
                    block.keep(entry)
                    self.tables.observers.match_over("void" if entry.state == "void" else "finished", entry)
                if worked.disclosed:
                    block.disclosed.add(number)
                started = None
            spoilt = self._settle(block)
            if not spoilt:
                break
            for place in spoilt:
                await self._plan_again(block, place)
        if started is not None:
            started()
        self.tables.changes += 1
        self.lobby.change()

    def _settle(self, block: Block) -> list[int]:
        """Store the state of each seating's newest match in `block.over`.

        Return the indexes of the seatings that must be replayed, because their match is void by the arena's fault.
        """
        spoilt = []
        for place in range(len(block.seatings)):
            kept = block.latest(place)
            assert kept is not None
            block.over[place] = kept.entry
            if kept.entry.fault and block.may_be_played_again(place):
                spoilt.append(place)
        return spoilt

    async def _play(self, block: Block, table: MatchTable) -> None:
        """Play a match. If the match is void by the arena's fault, replay it."""
        place = table.kept.entry.place
        while True:
            entry = await self.tables.play(table)
            if not entry.is_over:  # the arena ends, and cancels the task that waits for the block
                await trio.sleep_forever()
            block.keep(entry)
            if not entry.fault or not block.may_be_played_again(place):
                block.over[place] = entry
                return
            kept = await self._plan_again(block, place)
            tables: list[MatchTable] = []
            await self._seat(block, [kept], tables.append)
            if not tables:
                return
            [table] = tables

    # Plans -------------------------------------------------------------------------------------------------------

    async def _plan_missing(self, block: Block) -> None:
        """Plan a match for each seating that has no valid or pending match.

        If all matches of the block were withdrawn, no bot has seen the deal, and the new matches have the same deal.
        """
        missing, void = [], []
        for place in range(len(block.seatings)):
            latest = block.latest(place)
            if latest is None or block.is_withdrawn:
                missing.append(place)
            elif latest.entry.fault and block.may_be_played_again(place):
                void.append(place)
        fresh = planned(block.round, block.number, block.seatings, missing, self.wall())
        if fresh:
            await self.results.plan(fresh)
            block.matches += fresh
        for place in void:
            await self._plan_again(block, place)

    async def _plan_again(self, block: Block, place: int) -> PlannedMatch:
        """Plan the replay of a void match: with the same deal, or in rated play with a new deal as a new block."""
        if not block.round.terms.deals_anew:
            return await self._plan_one(block, block.number, place)
        async with self._numbering:
            return await self._plan_one(block, AGAIN + await self.results.replays(block.round.name), place)

    async def _plan_one(self, block: Block, number: int, place: int) -> PlannedMatch:
        """Plan and store one more match for a seating of a block, with the deal that has this number."""
        instead_of = None if number == block.number else block.number
        [kept] = planned(block.round, number, block.seatings, [place], self.wall(), instead_of=instead_of)
        await self.results.plan([kept])
        block.matches.append(kept)
        return kept

    async def _leave_other_rules(self, block: Block) -> None:
        """Void planned and running matches of a rules version that this release does not play."""
        rules = block.round.terms.rules
        for each in block.matches:
            entry = each.entry
            if entry.rules_version != rules.version and entry.state in {"offered", "running"}:
                ruling = f"it was planned by rules version {entry.rules_version}; version {rules.version} is played now"
                entry = replace(entry, state="void", ruling=ruling, fault=True, ended=self.wall())
                await self.results.keep(entry)
                block.keep(entry)
                self.tables.observers.match_over("void", entry)
                self.lobby.free(entry.match)
                self.lobby.change()

    # Room --------------------------------------------------------------------------------------------------------

    async def _seat(self, block: Block, matches: Iterable[PlannedMatch], take: Callable[[MatchTable], object]) -> None:
        """Make a MatchTable for each of these matches of a block, and call `take` with each one.

        Wait until the bots have capacity. If each bot can play in all its matches at the same time, make all tables
        together.
        """
        waiting = list(matches)
        terms, since = block.round.terms, trio.current_time()
        self.waiting.update(each.entry.match for each in waiting)
        if not terms.ladder:
            self._wanted.update({each.entry.match: bots_of(each) for each in waiting})
        try:
            while waiting:
                if left := [each for each in waiting if each.entry.match not in self.waiting]:
                    await self._skip(block, left)
                    waiting = [each for each in waiting if each not in left]
                    continue
                together = self._declared(terms, waiting)
                some = waiting if together else waiting[:1]
                hosts = self._room(terms, some)
                if hosts is None and terms.ladder and trio.current_time() >= since + self.patience:
                    await self._give_up(block, waiting)
                    return
                if hosts is None:
                    await self._changed(since + self.patience if terms.ladder else inf)
                    continue
                for kept, found in zip(some, hosts, strict=True):
                    self.waiting.discard(kept.entry.match)
                    self._wanted.pop(kept.entry.match, None)
                    take(self.tables.set(block.round, kept, found))
                waiting = waiting[len(some) :]
        finally:
            self.waiting.difference_update(each.entry.match for each in waiting)
            for each in waiting:
                self._wanted.pop(each.entry.match, None)

    @property
    def patience(self) -> float:
        """The seconds that a match of the ladder waits for its bots before it is void."""
        return self.rounds.limits.join_within

    async def _changed(self, until: float) -> None:
        """Wait until the lobby has changed, or until a time on trio's clock."""
        with trio.move_on_at(until):
            await self.lobby.changed()

    async def _give_up(self, block: Block, matches: Iterable[PlannedMatch]) -> None:
        """Void ladder matches that waited too long for their bots. No bot loses them, and they have no result."""
        for each in matches:
            entry = await self.results.match(each.entry.match)
            assert entry is not None
            if not entry.is_over:
                entry = replace(entry, state="void", ruling=LATE, ended=self.wall())
                await self.results.keep(entry)
                self.tables.observers.match_over("void", entry)
            block.keep(entry)
            block.over[entry.place] = entry

    async def _skip(self, block: Block, matches: Iterable[PlannedMatch]) -> None:
        """Mark these matches as over in a block, after an organiser voided them while they waited for capacity.

        Their entries, which say that they are void, are read from the database.
        """
        for each in matches:
            entry = await self.results.match(each.entry.match)
            assert entry is not None
            block.keep(entry)
            block.over[entry.place] = entry

    def _declared(self, terms: MatchTerms, matches: Sequence[PlannedMatch]) -> bool:
        """True if each bot declared that it can play in all of its seats in these matches at the same time."""
        seats = len(matches[0].entry.seats)
        wanted = Counter((each.entrant, each.version) for kept in matches for each in kept.entry.asked)
        return all(
            sum(each.matches_at_once for each in self.lobby.able(*who, terms.rules.name, seats)) >= count
            for who, count in wanted.items()
        )

    def _room(self, terms: MatchTerms, matches: Sequence[PlannedMatch]) -> list[Hosts] | None:
        """Choose the `Attend` streams on which these matches can be offered now; return None if there are not enough.

        The result is a list with a dict from seat to stream for each match. If no stream of a bot plays this kind of
        match, the dict does not have the bot's seat: the seat is offered when the bot opens such a stream. Return None
        if the bot already has a seat that waits in this way, so that it does not get too many matches at once. A ladder
        match can begin only if all its bots are connected and no other match waits for one of them.
        """
        taken: Counter[ConnectedBot] = Counter()
        found: list[Hosts] = []
        for kept in matches:
            hosts: dict[int, ConnectedBot] = {}
            for seat, seated in enumerate(kept.entry.asked):
                game, seats = terms.rules.name, len(kept.entry.seats)
                if terms.ladder and self.wants(seated.entrant, seated.version):
                    return None
                streams = self.lobby.of(seated.entrant, seated.version)
                if not any(each.plays(game, seats) for each in streams):
                    if terms.ladder or self.lobby.awaits(seated.entrant, seated.version):
                        return None
                    continue
                able = self.lobby.able(seated.entrant, seated.version, game, seats)
                host = max(able, key=lambda each: each.room - taken[each], default=None)
                if host is None or host.room <= taken[host]:
                    return None
                hosts[seat] = host
                taken[host] += 1
            found.append(hosts)
        return found

    # The end -----------------------------------------------------------------------------------------------------

    async def _disclose_all(self, block: Block, *, was_over: bool) -> None:
        """Publish the deal of a block after its last match.

        If a void match of the block was replayed with a new deal, publish the new deal, too.
        """
        for number in dict.fromkeys(kept.entry.block for kept in block.matches):
            matches = [kept for kept in block.matches if kept.entry.block == number]
            if not (was_over and await self.results.is_disclosed(matches[0].entry.match)):
                await self._disclose(block, number, matches)

    async def _disclose(self, block: Block, number: int, matches: Sequence[PlannedMatch]) -> None:
        """Publish a deal: store its seed and the secret salts of its matches, and send them to the block's bots."""
        a_round = block.round
        seed = a_round.seed(number)
        salts = {kept.entry.match: kept.salt for kept in matches}
        if number not in block.disclosed:
            await self.results.disclose(seed, salts)
        message = attend_pb2.BlockDisclosure(
            round=a_round.told,
            number=number,
            seed=seed,
            matches=[attend_pb2.MatchSalt(match=match, salt=salt) for match, salt in sorted(salts.items())],
        )
        present = [entrant for seating in block.seatings for entrant in seating]
        self.rounds.tell(present, attend_pb2.AttendResponse(block=message))


def bots_of(match: PlannedMatch) -> frozenset[BotVersion]:
    """Return the bots of a match as a set of (name, version)."""
    return frozenset((each.entrant, each.version) for each in match.entry.asked)


def planned(  # noqa: PLR0913 -- what new matches follow from
    a_round: OpenRound,
    number: int,
    seatings: Sequence[Seating],
    places: Iterable[int],
    now: float,
    *,
    instead_of: int | None = None,
) -> list[PlannedMatch]:
    """Return a list of new matches for the block with this number. Store nothing.

    `places` has the indexes of the seatings that get a match, one match for each. If the block replays a void match of
    another block, `instead_of` is the number of that other block.
    """
    terms = a_round.terms
    found = []
    for place in places:
        named = f"{number}/{place}"
        salt = named_seed(a_round.secret, f"salt {named}") if terms.seed else secrets.token_bytes(32)
        seeds = [named_seed(a_round.secret, f"bot {named} {seat}") for seat in range(len(seatings[place]))]
        entry = MatchSummary(
            match=secrets.token_hex(8),
            game=terms.rules.name,
            rules_version=terms.rules.version,
            options=terms.options,
            seats=tuple(entrant.seated for entrant in seatings[place]),
            clock=str(terms.clock),
            fairness=terms.fairness,
            created=now,
            round=a_round.name,
            block=number,
            instead_of=instead_of,
            place=place,
            rated=terms.rated,
        )
        bot_seeds = tuple(int.from_bytes(seed[:8], "big") for seed in seeds) if terms.seed else ()
        found.append(PlannedMatch(entry, salt, bot_seeds))
    return found


def rotations(entrants: Sequence[Entrant]) -> tuple[Seating, ...]:
    """Return the seatings of a deal: every rotation of the entrants over the seats, each as a tuple.

    If one entrant is an automaton (an opponent that the rulebook defines), return only the given order.
    """
    if any(entrant.kind == "automaton" for entrant in entrants):
        return (tuple(entrants),)
    return tuple((*entrants[turned:], *entrants[:turned]) for turned in range(len(entrants)))
