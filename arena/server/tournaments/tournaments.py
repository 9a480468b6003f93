"""All tournaments of one arena: start, watch, cancel and resume them. Each tournament runs in its own task."""

import logging
import secrets
from collections.abc import AsyncIterator, Container
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

import trio

from arena.errors import ArenaError, UsageError
from arena.server.arena import Arena
from arena.tournament.regulations import Regulations, read
from arena.tournament.run import Runner
from arena.tournament.snapshot import course_of
from arena.tournament.status import Status, TournamentPace
from arena.tournament.venue import Keeper, Tournament, Venue, standing

log: Final = logging.getLogger(__name__)

LOOK: Final = 0.5  # seconds between two messages to a watcher, at least
AGAIN: Final = 5.0  # seconds after which a watcher gets a message without a change
FAULT: Final = "the arena's own fault; it is noted there"
NOT_PLAYED: Final = frozenset({"cancelled", "failed"})  # states in which a tournament waits to be resumed


@dataclass(eq=False)
class Live:
    """A tournament that is running now, with the task that runs it."""

    runner: Runner
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    pace: TournamentPace = field(default_factory=TournamentPace)
    cancelled: str | None = None  # the reason, if it was cancelled
    over: trio.Event = field(default_factory=trio.Event)


class Tournaments:
    """Runs the tournaments of an arena."""

    def __init__(self, arena: Arena, venue: Venue, keeper: Keeper, nursery: trio.Nursery) -> None:
        self.arena: Final = arena
        self.venue: Final = venue
        self.keeper: Final = keeper
        self.nursery: Final = nursery
        self.live: Final[dict[str, Live]] = {}  # by id
        self.recovered: Final = trio.Event()  # set when the tournaments of an earlier run are in `live`
        self.changed = trio.Event()

    # Running -----------------------------------------------------------------------------------------------------

    async def start(self, file: str, *, seed: str = "", name: str = "", schedule: str = "") -> Tournament:
        """Store and begin a tournament. Raise UsageError if its regulations are invalid."""
        regulations = read(file)
        await self._check(regulations)
        now = self.arena.wall()
        tournament = Tournament(
            secrets.token_hex(8), name or regulations.name, file, created=now, seed=seed, schedule=schedule
        )
        await self.keeper.begin(tournament)
        self._go_on(tournament.id)
        return tournament

    async def failed(self, file: str, name: str, schedule: str, reason: str) -> Tournament:
        """Store a failed tournament, for a run of a schedule that could not begin. Return the tournament."""
        tournament = Tournament(secrets.token_hex(8), name, file, created=self.arena.wall(), schedule=schedule)
        await self.keeper.begin(tournament)
        return self._over(await self.keeper.set_state(tournament.id, "failed", reason))

    async def _check(self, regulations: Regulations) -> None:
        """Raise UsageError if a tournament with these regulations could never begin, or would end immediately."""
        regulations.check_start(datetime.fromtimestamp(self.arena.wall(), UTC))
        for name in regulations.names:
            await self.venue.candidate(name, None, rated=regulations.rated)

    def _go_on(self, tournament: str) -> None:
        if self.arena.stopping:
            raise UsageError("the arena is stopping: it takes no more tournaments")
        if tournament in self.live:  # begun while the arena was still resuming tournaments
            return
        patience = self.arena.limits.start_within
        live = Live(Runner(tournament, self.venue, self.keeper, patience=patience, told=self.change))
        self.live[tournament] = live
        self.nursery.start_soon(self._run, tournament, live)

    async def _run(self, tournament: str, live: Live) -> None:
        """Run a tournament. Store the reason if it fails."""
        failure = ""
        try:
            with live.scope:
                await live.runner.run()
        except Exception as error:
            failure = reason_of(error)
            if failure == FAULT:
                log.exception("tournament %s failed", tournament, extra={"tournament": tournament})
        finally:
            with trio.CancelScope(shield=True):
                kept = await self.keeper.tournament(tournament)
                if live.cancelled is not None:
                    kept = await self.keeper.set_state(tournament, "cancelled", live.cancelled)
                elif failure:
                    kept = await self.keeper.set_state(tournament, "failed", failure)
                elif kept.state != "finished":
                    kept = await self.keeper.set_state(tournament, "interrupted")
                self._over(kept)
                if kept.state in NOT_PLAYED:
                    await self._withdraw({tournament})
            del self.live[tournament]
            self.arena.matches.leave(self.live)
            live.over.set()
            self.change()

    def _over(self, tournament: Tournament) -> Tournament:
        """Report a tournament to the observers if it is over. Return the tournament unchanged."""
        if tournament.is_over:
            self.arena.observers.tournament_over(tournament.id, tournament.name, tournament.state, tournament.reason)
        return tournament

    async def recover(self) -> None:
        """Resume the tournaments that were not over when the arena stopped or crashed.

        Also void the matches of cancelled and failed tournaments that are still stored as offered.
        """
        kept = await self.keeper.tournaments()
        await self._withdraw({each.id for each in kept if each.state in NOT_PLAYED})
        for tournament in reversed(kept):
            if not tournament.is_over:
                self._go_on(tournament.id)
                log.info("tournament %s goes on", tournament.name, extra={"tournament": tournament.id})
        self.leave_others()

    def leave_others(self) -> None:
        """Resume no further tournament of an earlier run: free the bots that wait for the others.

        From now on a tournament that is not in `live` is not running, so that calls about it are answered.
        """
        self.arena.matches.leave(self.live)
        self.recovered.set()

    async def _withdraw(self, tournaments: Container[str]) -> None:
        """Void the matches of these tournaments that have not begun. If the database fails, leave them as they are."""
        try:
            await self.arena.matches.withdraw(tournaments)
        except ArenaError as error:
            log.error("matches of a tournament that ended are still offered: %s", error)  # noqa: TRY400 -- it says all

    async def resume(self, name: str) -> Tournament:
        """Resume a tournament. If it is running already, change nothing."""
        await self.recovered.wait()
        tournament = await self.keeper.tournament(name)
        live = self.live.get(tournament.id)
        if live is not None and live.cancelled and not await self._running(tournament.id):
            await live.over.wait()  # workers finish their blocks, which takes a moment
            tournament = await self.keeper.tournament(name)
        if tournament.id not in self.live:
            if tournament.state == "finished" and await self._is_over(tournament.id):
                raise UsageError(f"{tournament.name} is finished: there is nothing left to play")
            tournament = await self.keeper.set_state(tournament.id, "waiting")
            self._go_on(tournament.id)
        return tournament

    async def _is_over(self, tournament: str) -> bool:
        """True if all stages of a tournament are closed, and its format wants no further stage.

        After a ruling, the format may want another stage.
        """
        course = await course_of(self.keeper, tournament)
        return all(stage.closed for stage in course.stages) and course.form.next(course.keys, course.played()) is None

    async def cancel(self, name: str, reason: str, *, abandon: bool) -> Tournament:
        """Cancel a tournament: begin no further block. Running matches end, or become void with `abandon`."""
        await self.recovered.wait()  # `recover` would resume it, because it has read the state before
        tournament = await self.keeper.tournament(name)
        check_open(tournament)
        reason = reason or "an organiser cancelled it"
        live = self.live.get(tournament.id)
        if live is not None:
            live.cancelled = reason
            live.runner.stop()
            if abandon:
                for match in await self._running(tournament.id):
                    await self.arena.matches.void(match, reason)
                live.scope.cancel()
                await live.over.wait()
        kept = await self.keeper.set_state(tournament.id, "cancelled", reason)
        if live is None:
            await self._withdraw({tournament.id})
        return kept if live is not None else self._over(kept)

    async def _running(self, tournament: str) -> list[str]:
        """Return the names of the running matches of a tournament."""
        rounds = {stage.id for stage in await self.keeper.stages(tournament)}
        tables = self.arena.matches.tables.items()
        return [match for match, table in tables if table.entry.round in rounds and table.entry.state == "running"]

    async def check_free(self, bot: str, version: str) -> None:
        """Raise UsageError if a version is an entrant of a tournament that is not over."""
        for tournament in await self.keeper.tournaments():
            if not tournament.is_over:
                for entered in await self.keeper.entrants(tournament.id):
                    if (entered.who.entrant.casefold(), entered.who.version) == (bot.casefold(), version):
                        words = f"{bot} {version} plays in {tournament.name}, which has started"
                        raise UsageError(f"{words}: expected one that plays nowhere, or cancel that first")

    def stop(self) -> None:
        """Begin no further block in any tournament, because the arena is about to stop."""
        for live in self.live.values():
            live.runner.stop()

    async def check_replay(self, match: str) -> str:
        """Return the id of the tournament to which a match belongs. Raise UsageError if it belongs to none.

        Only a tournament can play a void match again.
        """
        place = await self.keeper.place_of(match)
        if place is None:
            raise UsageError("matches outside a tournament are not replayed: ask for new ones")
        return place[0]

    async def play_again(self, match: str) -> None:
        """Let a tournament replay its void match."""
        tournament = await self.check_replay(match)
        live = self.live.get(tournament)
        runner = live.runner if live is not None else Runner(tournament, self.venue, self.keeper)
        await runner.again(match)
        kept = await self.keeper.tournament(tournament)
        if tournament not in self.live and kept.state == "finished":
            await self.keeper.set_state(tournament, "waiting")
            self._go_on(tournament)

    # Watching ----------------------------------------------------------------------------------------------------

    def change(self) -> None:
        """Wake every task that waits for `changed`."""
        self.changed.set()
        self.changed = trio.Event()

    async def status(self, name: str) -> Status:
        """Return the status of a tournament, such as its progress, its running matches, and how fast matches end."""
        tournament = await self.keeper.tournament(name)
        live = self.live.get(tournament.id)
        course = await course_of(self.keeper, tournament.id, None if live is None else live.runner.course)
        rounds = {stage.id for stage in course.stages}
        mine = [table.entry for table in self.arena.matches.tables.values() if table.entry.round in rounds]
        rate = 0.0
        if live is not None:
            now = trio.current_time()
            live.pace.note(now, course.finished)
            rate = live.pace.rate(now)
        adjourned = [entry for entry in mine if entry.adjournment is not None]
        awaited = sorted({name for entry in adjourned for name in entry.awaited})
        entry = "" if live is None else live.runner.awaited
        return Status(course, len(mine), rate, len(adjourned), tuple(awaited), entry)

    async def watch(self, name: str) -> AsyncIterator[Status]:
        """Yield the status now, after each change and every few seconds, while the tournament runs."""
        await self.recovered.wait()
        tournament = (await self.keeper.tournament(name)).id
        while tournament in self.live:
            changed = self.changed
            yield await self.status(tournament)
            await trio.sleep(LOOK)
            with trio.move_on_after(AGAIN):
                await changed.wait()
        yield await self.status(tournament)


def check_open(tournament: Tournament) -> None:
    """Raise UsageError if a tournament is over, so that it cannot be cancelled."""
    if tournament.is_over:
        raise UsageError(f"{tournament.name} {standing(tournament.state)}: there is nothing to cancel")


def reason_of(error: Exception) -> str:
    """Return a sentence for organisers that says why a tournament failed."""
    inner: BaseException = error
    while isinstance(inner, BaseExceptionGroup):
        inner = inner.exceptions[0]
    return str(inner) if isinstance(inner, ArenaError) else FAULT
