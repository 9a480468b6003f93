"""Tests of tournaments that are interrupted at any step: they end with the same results."""

from dataclasses import replace
from random import Random

import pytest
import trio

from arena.cli_support.progress_bar import standings_table
from arena.errors import UsageError
from arena.record import Seated
from arena.server.matches.results import StoredRound
from arena.store.db.database import Database
from arena.store.repos.stored_results import StoredResults
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.tournament.run import Runner
from arena.tournament.snapshot import course_of
from arena.tournament.status import Status, values
from arena.tournament.venue import Candidate, Tournament
from tests.referee.seats import First
from tests.store.matches import SECRET, entry, play
from tests.tournament.formats.examples import EXAMPLES

pytestmark = pytest.mark.usefixtures("tiny")

NAMES = ("ana", "ben", "cleo", "dora", "eve")


class Killed(Exception):  # noqa: N818 -- what happens to an arena
    """Raised in the place of a crash of the arena."""


class Fate:
    """Crashes an arena at a given step: before the step, or after the step but before its result is known."""

    def __init__(self, at, *, heard):
        self.left, self.heard = at, heard

    def of(self, thing):
        return Fated(thing, self)

    def step(self, *, after):
        self.left -= after == self.heard
        if self.left < 0:
            raise Killed


class Fated:
    """A wrapper of an object. It counts every call of a method as a step."""

    def __init__(self, thing, fate):
        self._thing, self._fate = thing, fate

    def __getattr__(self, name):
        found = getattr(self._thing, name)
        if not callable(found) or name in {"now", "has_begun"}:
            return found

        async def call(*args, **keys):
            self._fate.step(after=False)
            done = await found(*args, **keys)
            self._fate.step(after=True)
            return self._fate.of(done) if isinstance(done, Hall) else done

        return call


class Prompt(Database):
    """A database that answers in the event loop, because tests are faster without threads."""

    async def ask(self, question):
        await trio.lowlevel.checkpoint()
        return self.read(question)

    async def do(self, work):
        await trio.lowlevel.checkpoint()
        return self.write(work)


class Luck(First):
    """A seat with choices that depend only on the match and the decision. Entrants later in `NAMES` choose better."""

    def __init__(self, match, name):
        super().__init__()
        self.match, self.better = match, NAMES.index(name)

    def index(self, decision):
        rng = Random(f"{self.match} {decision.seat} {decision.number}")
        return max(rng.randrange(len(decision.options)) for _ in range(1 + self.better))


class Hall:
    """A round of a tournament. Its matches are really played, one after another."""

    def __init__(self, results, name):
        self.results, self.name = results, name

    async def play(self, number, seatings):
        left = {each.entry.match: each for each in await self.results.block(self.name, number)}
        for place, seating in enumerate(seatings):
            match = f"m-{number}-{place}"
            kept = left.get(match)
            if kept is None or kept.entry.state != "finished":
                names = tuple(who.entrant for who in seating)
                planned = entry(match, names, self.name, number, place=place)
                lines = () if kept is None else kept.lines
                await play(self.results, planned, [Luck(match, name) for name in names], lines=lines)

    def has_begun(self, number):
        return True

    async def close(self):
        pass


class Venue:
    """A venue for tournaments. It says of every bot that it is connected."""

    def __init__(self, results):
        self.results = results

    async def candidate(self, name, freeze, *, rated):
        return Candidate(Seated(name, "1", "bot"), "", online=True)

    async def open_round(self, name, terms, entrants, tournament):
        await self.results.keep_round(StoredRound(name, SECRET, tournament=tournament))
        return Hall(self.results, name)

    def now(self):
        return 1000.0


def regulations(kind, more=""):
    names = NAMES[: EXAMPLES[kind].most]
    listed = ", ".join(f'"{name}"' for name in names)
    head = f'name = "Cup"\ngame = "tiny"\nclock = "600"\nentrants = [{listed}]\n{more}\nformat = "{kind}"\n'
    return f"{head}[{kind}]\n{EXAMPLES[kind].short}\n"


@pytest.fixture
def database(tmp_path):
    opened = Prompt(tmp_path / "arena.db")
    yield opened
    opened.close()


async def begun(database, kind, more=""):
    keeper, results = StoredTournaments(database), StoredResults(database)
    await keeper.begin(Tournament("t-1", "Cup", regulations(kind, more), created=1000.0))
    return keeper, results


async def table(keeper):
    course = await course_of(keeper, "t-1")
    assert course.tournament.state == "finished"
    assert course.finished == course.matches == len(course.results)
    drawn = [(stage.name, [fixture.entrants for fixture in stage.fixtures], stage.byes) for stage in course.stages]
    return drawn, course.standings()


@pytest.mark.parametrize("kind", EXAMPLES)
async def test_a_tournament_interrupted_at_any_step_ends_with_the_same_results(tmp_path, kind):
    rng, tables, falls = Random(kind), [], 0
    for disturbed in (False, True):
        database = Prompt(tmp_path / f"{disturbed}.db")
        keeper, results = await begun(database, kind)
        over = False
        while not over:
            fate = Fate(rng.randint(0, 40) if disturbed else 1_000_000, heard=rng.random() < 0.5)
            runner = Runner("t-1", fate.of(Venue(results)), fate.of(keeper))
            try:
                over = await runner.run()
            except* Killed:
                falls += 1
        tables.append(await table(keeper))
        database.close()
    assert falls > 1
    assert tables[0] == tables[1]


async def test_a_stopped_tournament_begins_no_more_matches_and_can_be_resumed(database):
    keeper, results = await begun(database, "round-robin", "concurrency = 2")
    moments = iter(range(100))
    runner = Runner("t-1", Venue(results), keeper, told=lambda: runner.stop() if next(moments) > 4 else None)
    assert not await runner.run()
    stopped = await course_of(keeper, "t-1")
    assert stopped.tournament.state == "running"
    assert 0 < stopped.finished < stopped.matches
    assert await Runner("t-1", Venue(results), keeper).run()
    assert (await course_of(keeper, "t-1")).tournament.state == "finished"


async def test_a_tournament_says_which_entrants_it_waits_for_and_why(database):
    class Late(Venue):
        looks = 0

        async def candidate(self, name, freeze, *, rated):
            online, waits = self.looks > 0 or name != "ben", self.looks < 2 and name == "ana"
            return Candidate(Seated(name, "1", "bot"), "", online=online, waits=waits)

        async def changed(self):
            self.looks += 1

    keeper, results = await begun(database, "round-robin")
    said = []
    runner = Runner("t-1", Late(results), keeper, patience=60.0, told=lambda: said.append(runner.awaited))
    assert await runner.run()
    assert said[:2] == ["ana 1: it is being examined; ben 1: it is not connected", "ana 1: it is being examined"]
    assert not any(said[2:])


async def test_two_names_of_one_version_are_refused(database):
    class Same(Venue):
        async def candidate(self, name, freeze, *, rated):
            return Candidate(Seated("ana", "1", "bot"), "", online=True)

    keeper, results = await begun(database, "round-robin")
    with pytest.raises(UsageError, match="are both ana 1: expected each entrant once"):
        await Runner("t-1", Same(results), keeper).run()


async def test_the_table_of_a_swiss_tournament_marks_each_bye(database):
    keeper, results = await begun(database, "swiss")
    await Runner("t-1", Venue(results), keeper).run()
    found = values(Status(await course_of(keeper, "t-1")))
    rested = [row for row in found["standings"] if row["note"] == "1 bye"]
    assert len(rested) == 3
    assert all(row["blocks"] == 2 for row in rested)
    assert all(row["note"] == "" for row in found["standings"] if row not in rested)
    lines = standings_table(found).splitlines()
    assert sum(line.endswith("1 bye") for line in lines) == 3
    assert lines[-1].startswith("points include those for a bye")


async def test_a_match_that_is_made_void_is_played_again_before_the_next_round(database):
    keeper, results = await begun(database, "swiss")
    await Runner("t-1", Venue(results), keeper).run()
    first = (await keeper.results("t-1"))[0]
    await results.keep(replace(await results.match(first.match), state="void", ruling="no"))
    runner = Runner("t-1", Venue(results), keeper)
    await runner.again(first.match)
    assert await runner.run()
    course = await course_of(keeper, "t-1")
    assert [stage.instead_of for stage in course.stages][-1] == first.match
    assert len(course.by_block[first.block]) == 2
    assert course.finished == course.matches - 1
