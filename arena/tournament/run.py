"""Run a tournament: fix its entrants, then play its rounds and blocks until the format ends it.

Each step is stored before the next one. After an interruption, a new runner repeats the calls that did not return. All
finished blocks are stored, and the remaining steps are computed from them.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import trio

from arena.errors import UsageError
from arena.record import Seated
from arena.referee import MatchTerms
from arena.tournament.formats.base import Round
from arena.tournament.formats.ladder_history import History
from arena.tournament.regulations import Regulations, read
from arena.tournament.seeds import seed_of
from arena.tournament.snapshot import TournamentSnapshot, course_of
from arena.tournament.venue import Candidate, Fixture, Hall, Keeper, Participant, Stage, Venue

MOST: Final = 64  # blocks that wait for room at the same time, if the regulations set no number
PAUSE: Final = 30.0  # seconds after a round without results, in formats that may repeat such rounds without end


class Runner:
    """Runs one tournament. After `stop` it begins no further block. If `run` was cancelled, it can be called again."""

    def __init__(
        self,
        tournament: str,
        venue: Venue,
        keeper: Keeper,
        *,
        patience: float = 0.0,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        self.tournament: Final = tournament
        self.venue: Final = venue
        self.keeper: Final = keeper
        self.patience: Final = patience  # seconds to wait until the listed entrants are connected
        self.told: Final = told  # called at every change
        self.deciding: Final = trio.Lock()  # held by the task that adds a round
        self.stopping = False
        self._parts: Final[dict[int, RunningStage]] = {}  # the rounds that are being played, by number
        self.course: TournamentSnapshot | None = None  # the last snapshot
        self.awaited = ""  # the entrants that it waits for before it begins, and why, in words
        self._memory: History | None = None  # the format's cache for `draw`
        self._blocks: trio.CapacityLimiter | None = None
        self._changed = trio.Event()

    async def again(self, match: str) -> None:
        """Store a new stage, which replays a void match. It is played before the next round of the format."""
        async with self.deciding:
            course = await course_of(self.keeper, self.tournament)
            await self.keeper.decide(self.tournament, course.again(match))

    def stop(self) -> None:
        """Begin no further block. Running blocks are played to their end."""
        self.stopping = True
        for part in self._parts.values():
            part.give_up()
        self._change()

    async def run(self) -> bool:
        """Play the remaining rounds. Return True if the tournament is over, False if it was stopped.

        Raise UsageError if its entrants cannot play it.
        """
        kept = await self.keeper.tournament(self.tournament)
        await self._enter(read(kept.file))
        await self.keeper.set_state(self.tournament, "running")
        self.told()
        async with trio.open_nursery() as nursery:
            while not self.stopping:
                changed = self._changed
                async with self.deciding:
                    course = self.course = await course_of(self.keeper, self.tournament, self.course)
                    stage = await self._stage(course)
                if stage is not None:
                    everybody = [*course.who.values()]
                    await nursery.start(self._play, RunningStage(course, stage), terms_of(course, stage), everybody)
                elif self._parts:
                    await changed.wait()
                else:
                    break
        if self.stopping:
            return False
        await self.keeper.set_state(self.tournament, "finished")
        self.told()
        return True

    # Entry -------------------------------------------------------------------------------------------------------

    async def _enter(self, regulations: Regulations) -> None:
        """Choose and store the entrants, unless they are stored already."""
        if await self.keeper.entrants(self.tournament):
            return
        found = await self._candidates(regulations)
        regulations.check(list(found), {key: each.author for key, each in found.items() if each.author})
        await self.keeper.enter(
            self.tournament, [Participant(key, each.who, each.author) for key, each in found.items()]
        )

    async def _candidates(self, regulations: Regulations) -> dict[str, Candidate]:
        """Return the versions that may enter, as a mapping from the names that pairings use to the versions.

        Wait for entrants that are not connected, and for versions that are being examined. Raise UsageError if an
        entrant of the regulations may not enter.
        """
        if not regulations.entrants:
            freeze = moment(regulations)
            everybody = await self.venue.everybody(regulations.game, regulations.seats, freeze, rated=regulations.rated)
            return {each.who.entrant: each for each in everybody if not (regulations.rated and each.objection)}
        with trio.move_on_after(self.patience):
            while not all(each.online for each in (await self._looked_for(regulations)).values()):
                await self.venue.changed()
        while regulations.rated and any(each.waits for each in (await self._looked_for(regulations)).values()):
            await self.venue.changed()
        self.awaited = ""
        found = await self._named(regulations)
        check_once(found)
        for key, each in found.items():
            if not each.who.version:
                raise UsageError(f"{key} has never connected: expected a bot that has connected")
            if regulations.rated and each.objection:
                raise UsageError(f"{key} may not enter a rated tournament: {each.objection}")
        return found

    async def _named(self, regulations: Regulations) -> dict[str, Candidate]:
        freeze, rated = moment(regulations), regulations.rated
        return {name: await self.venue.candidate(name, freeze, rated=rated) for name in regulations.names}

    async def _looked_for(self, regulations: Regulations) -> dict[str, Candidate]:
        """Return a mapping from the names that the regulations have to the versions that they mean.

        Store in `awaited`, in words, for which of them the tournament waits.
        """
        found = await self._named(regulations)
        awaited = "; ".join(filter(None, (words_of_wait(each, rated=regulations.rated) for each in found.values())))
        if awaited != self.awaited:
            self.awaited = awaited
            self.told()
        return found

    # Rounds ------------------------------------------------------------------------------------------------------

    async def _stage(self, course: TournamentSnapshot) -> Stage | None:
        """Return the stage to play now: a stored one that is not over and not in play, or the next one, as a new stage.

        A new stage has the blocks of the format's next round, and is stored. Return None if there is no round now.
        """
        for stage in course.stages:
            if not stage.closed and stage.number not in self._parts:
                return stage
        drawn = self._draw(course)
        if drawn is None:
            return None
        first = len(course.fixtures)
        fixtures = tuple(Fixture(first + at, each.entrants) for at, each in enumerate(drawn.pairings))
        stage = Stage(len(course.stages), secrets.token_hex(8), drawn.name, fixtures, drawn.byes)
        await self.keeper.decide(self.tournament, stage)
        return stage

    def _draw(self, course: TournamentSnapshot) -> Round | None:
        """Return the next round of the format; None after the last round.

        Also return None while blocks are running on which the next round depends.
        """
        rounds = [stage for stage in course.stages if not stage.instead_of]
        form, number = course.form, len(rounds)
        earlier = rounds[: max(0, number - form.ahead)]
        if not all(stage.closed for stage in earlier):
            return None
        known = [(stage, each) for stage in earlier for each in stage.fixtures] if form.ahead else None
        if self._memory is None:
            self._memory = form.memory()
        now = datetime.fromtimestamp(self.venue.now(), UTC)
        return form.draw(course.keys, course.played(known), number, now, self._memory)

    async def _play(
        self,
        part: "RunningStage",
        terms: MatchTerms,
        everybody: Sequence[Seated],
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Play the blocks of a stage, in order or at the same time, as the regulations say.

        Call `task_status.started` when the last block has begun.
        """
        stage = part.stage
        self._parts[stage.number] = part
        try:
            hall = await self.venue.open_round(stage.id, terms, everybody, self.tournament)
            self.told()
            async with trio.open_nursery() as nursery:
                for fixture in stage.fixtures:
                    await self._room(part.regulations).acquire_on_behalf_of(fixture)
                    if self.stopping:
                        break  # the round stays open; running blocks are played to their end
                    nursery.start_soon(self._block, part, hall, fixture)
                task_status.started()
            if part.form.pauses and await self._came_to_nothing(stage):
                await self._pause()
            if not self.stopping:
                await hall.close()
                await self.keeper.close(self.tournament, stage.number)
        finally:
            del self._parts[stage.number]
            self._change()

    async def _came_to_nothing(self, stage: Stage) -> bool:
        """True if all matches of a stage are void, for example because no bot joined them."""
        for fixture in stage.fixtures:
            if not all(each.void for each in await self.keeper.results(self.tournament, fixture.number)):
                return False
        return True

    async def _pause(self) -> None:
        """Wait 30 seconds before the next round, unless the runner is stopped.

        A format could repeat rounds endlessly if they have no results.
        """
        with trio.move_on_after(PAUSE):
            while not self.stopping:
                await self._changed.wait()

    def _room(self, regulations: Regulations) -> trio.CapacityLimiter:
        """Return the limiter that bounds how many blocks of the tournament are played at the same time."""
        if self._blocks is None:
            self._blocks = trio.CapacityLimiter(blocks_at_once(regulations))
        return self._blocks

    async def _block(self, part: "RunningStage", hall: Hall, fixture: Fixture) -> None:
        """Play a block under the current names of its entrants, because a bot may have been renamed."""
        who = {each.key: each.who for each in await self.keeper.entrants(self.tournament)}
        seatings = [[who[key] for key in seating] for seating in part.seatings(fixture)]
        try:
            with part.scope(hall, fixture):
                await hall.play(fixture.number, seatings)
        finally:
            self._room(part.regulations).release_on_behalf_of(fixture)
        self.told()

    def _change(self) -> None:
        self._changed.set()
        self._changed = trio.Event()


class RunningStage:
    """A stage of a tournament that is being played, with the cancel scopes of its blocks.

    It has the regulations and the format, but no snapshot of the tournament, which would become outdated.
    """

    def __init__(self, course: TournamentSnapshot, stage: Stage) -> None:
        self.regulations: Final = course.regulations
        self.form: Final = course.form
        self.stage: Final = stage
        self._scopes: Final[list[tuple[Hall, Fixture, trio.CancelScope]]] = []

    def seatings(self, fixture: Fixture) -> list[tuple[str, ...]]:
        """Return, for each match of a block, its entrants in seat order: all rotations, or only the replayed one."""
        keys = fixture.entrants
        turns = 1 if self.stage.instead_of else self.regulations.matches_per_block
        return [keys[turn:] + keys[:turn] for turn in range(turns)]

    def scope(self, hall: Hall, fixture: Fixture) -> trio.CancelScope:
        """Return a new cancel scope in which a block is played. `give_up` cancels it if the block has not begun."""
        self._scopes.append((hall, fixture, trio.CancelScope()))
        return self._scopes[-1][-1]

    def give_up(self) -> None:
        """Cancel the blocks that have not begun."""
        for hall, fixture, scope in self._scopes:
            if not hall.has_begun(fixture.number):
                scope.cancel()


def words_of_wait(candidate: Candidate, *, rated: bool) -> str:
    """Return why a tournament waits for an entrant before it begins; an empty text if it does not."""
    name = f"{candidate.who.entrant} {candidate.who.version}".rstrip()
    if not candidate.online:
        return f"{name}: it is not connected"
    return f"{name}: it is being examined" if rated and candidate.waits else ""


def check_once(found: Mapping[str, Candidate]) -> None:
    """Raise UsageError if two entries name the same version."""
    keys: dict[Seated, str] = {}
    for key, each in found.items():
        if each.who in keys and each.who.version:
            both = f"{keys[each.who]} and {key} are both {each.who.entrant} {each.who.version}"
            raise UsageError(f"entrants: {both}: expected each entrant once")
        keys[each.who] = key


def moment(regulations: Regulations) -> float | None:
    """Return the time when the versions are fixed, in seconds since 1970; None for the start of the tournament."""
    return None if regulations.freeze is None else regulations.freeze.timestamp()


def blocks_at_once(regulations: Regulations) -> int:
    """Return how many blocks may be in play at the same time; a block that waits for a free bot counts, too."""
    if regulations.concurrency is None:
        return MOST
    return regulations.concurrency // regulations.matches_per_block


def terms_of(course: TournamentSnapshot, stage: Stage) -> MatchTerms:
    """Return the terms that all matches of a stage share.

    If the tournament has a seed, the terms get a seed that is made from it and the stage's number. So each stage has
    other deals.
    """
    regulations = course.regulations
    seed = seed_of(course.tournament, regulations)
    return MatchTerms(
        rules=regulations.rules,
        options=regulations.options,
        clock=regulations.clock,
        seed=f"{seed} {stage.number}" if seed else "",
        rated=regulations.rated and not seed,
        resume_within=regulations.resume_within,
    )
