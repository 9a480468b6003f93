"""Tests of stored tournaments, on both kinds of databases: no decision is made twice or lost."""

from dataclasses import replace

import pytest

from arena.errors import UsageError
from arena.record import Seated
from arena.server.access.accounts import NotFoundError, TakenError
from arena.server.matches.results import StoredRound
from arena.store import exchange
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_schedules import StoredSchedules
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.store.sql import match_queries
from arena.tournament.planned import Planned
from arena.tournament.schedule import Schedule
from arena.tournament.snapshot import AGAIN, course_of
from arena.tournament.venue import Fixture, Participant, Stage, Tournament
from tests.store.matches import SECRET, entry, play

pytestmark = pytest.mark.usefixtures("tiny")

FILE = """
name = "Cup"
game = "cacao"
clock = "10+0.1"
entrants = ["ana", "ben", "cleo"]
"""
CUP = Tournament("t-1", "Cup", FILE, created=1000.0)
ANA, BEN, CLEO = (
    Participant(name, Seated(name, "1", "bot"), author)
    for name, author in [("ana", "Ann"), ("ben", ""), ("cleo", "Clea")]
)
FIRST = Stage(0, "r-1", "round 1", (Fixture(0, ("ana", "ben")), Fixture(1, ("cleo", "ana"))), ("cleo",))


@pytest.fixture
def keeper(database):
    return StoredTournaments(database, lambda: 2000.0)


async def begun(keeper):
    await keeper.begin(CUP)
    await keeper.enter("t-1", [ANA, BEN, CLEO])
    await keeper.decide("t-1", FIRST)


async def played(results, block=0, names=("ana", "ben"), turn=0, a_round="r-1"):
    return await play(results, entry(f"m-{a_round}-{block}-{turn}", names, a_round, block, place=turn))


async def test_a_tournament_is_found_by_its_id_and_by_its_name(keeper):
    await keeper.begin(CUP)
    assert await keeper.tournament("t-1") == await keeper.tournament("Cup") == CUP
    with pytest.raises(NotFoundError, match=r"no tournament is called 'Cap' \(did you mean 'Cup'\?\)"):
        await keeper.tournament("Cap")


async def test_a_name_is_given_once_and_beginning_the_same_again_changes_nothing(keeper):
    await keeper.begin(CUP)
    await keeper.begin(CUP)
    with pytest.raises(TakenError, match="is called 'Cup' already, and is waiting: go on with it"):
        await keeper.begin(replace(CUP, id="t-2"))
    assert await keeper.tournaments() == (CUP,)


async def test_a_cancelled_tournament_has_an_end_time_and_a_resumed_one_has_none(keeper):
    await keeper.begin(CUP)
    cancelled = await keeper.set_state("t-1", "cancelled", "rain")
    assert (cancelled.state, cancelled.reason, cancelled.ended) == ("cancelled", "rain", 2000.0)
    assert (await keeper.set_state("t-1", "running")).ended is None


async def test_the_participants_are_fixed_once(keeper):
    await keeper.begin(CUP)
    await keeper.enter("t-1", [ANA, BEN])
    await keeper.enter("t-1", [CLEO])
    assert await keeper.entrants("t-1") == (ANA, BEN)


async def test_a_bot_that_is_renamed_keeps_its_key_and_plays_by_its_new_name(keeper, database):
    accounts = StoredAccounts(database)
    await accounts.register("ana", "Ann", "")
    await begun(keeper)
    await accounts.rename("ana", "anna", "", "")
    first, *_ = await keeper.entrants("t-1")
    assert first == Participant("ana", Seated("anna", "1", "bot"), "Ann")


async def test_a_stored_round_does_not_change_and_can_only_grow(keeper):
    await begun(keeper)
    await keeper.decide("t-1", replace(FIRST, fixtures=(Fixture(0, ("cleo", "ben")), Fixture(2, ("ben", "ana")))))
    [stage] = await keeper.stages("t-1")
    assert stage == replace(FIRST, fixtures=(*FIRST.fixtures, Fixture(2, ("ben", "ana"))))


async def test_a_round_that_another_arena_decides_is_refused(keeper):
    await begun(keeper)
    with pytest.raises(UsageError, match="another arena runs this tournament"):
        await keeper.decide("t-1", replace(FIRST, id="r-2"))


async def test_a_round_that_is_closed_stays_closed(keeper):
    await begun(keeper)
    await keeper.close("t-1", 0)
    assert [stage.closed for stage in await keeper.stages("t-1")] == [True]


async def test_results_are_those_of_the_matches_by_block_and_change_with_a_ruling(keeper, results):
    await begun(keeper)
    await results.keep_round(StoredRound("r-1", SECRET, tournament="t-1"))
    later = await played(results, 1, ("cleo", "ana"))
    kept = await played(results, 0)
    found = await keeper.results("t-1")
    assert [(each.match, each.block, each.seats) for each in found] == [
        (kept.match, 0, ("ana", "ben")),
        (later.match, 1, ("cleo", "ana")),
    ]
    assert found[0].placements == kept.result.placements
    assert await keeper.results("t-1", 1) == found[1:]
    turned = kept.result.placements[::-1]
    await results.keep(replace(kept, result=replace(kept.result, placements=turned), adjudicated=True, ruling="so"))
    assert (await keeper.results("t-1", 0))[0].placements == turned
    await results.keep(replace(kept, state="void", ruling="no"))
    assert (await keeper.results("t-1", 0))[0].void
    assert await keeper.place_of(later.match) == ("t-1", 1)
    assert await keeper.place_of("m-0") is None


async def test_a_later_snapshot_shares_finished_matches_except_those_that_a_ruling_changed(keeper, results):
    async def seen(before):
        course = await course_of(keeper, "t-1", before)
        assert course == await course_of(keeper, "t-1")
        return course

    await begun(keeper)
    await results.keep_round(StoredRound("r-1", SECRET, tournament="t-1"))
    kept = await played(results, 0)
    course = await seen(None)
    await played(results, 0, turn=1)  # in a round that is open
    await played(results, 1, ("cleo", "ana"))
    course = await seen(course)
    assert len(course.results) == 3
    await keeper.close("t-1", 0)
    before = await seen(course)
    await keeper.decide("t-1", Stage(1, "r-2", "round 2", (Fixture(2, ("ben", "cleo")),)))
    await results.keep_round(StoredRound("r-2", SECRET, tournament="t-1"))
    await played(results, 2, ("ben", "cleo"), a_round="r-2")
    course = await seen(before)
    assert before.firm == course.firm == (1, 2)
    assert [each.block for each in course.results] == [0, 0, 1, 2]
    assert all(now is then for now, then in zip(course.results, before.results, strict=False))
    assert course.stages[0] is before.stages[0]
    await results.keep(replace(kept, state="void", ruling="no"))  # in a round that is closed
    course = await seen(course)
    assert course.results[0].void
    again = course.again(kept.match)
    await keeper.decide("t-1", again)
    await results.keep_round(StoredRound(again.id, SECRET, tournament="t-1"))
    await played(results, AGAIN, a_round=again.id)
    await keeper.close("t-1", 1)
    course = await seen(course)
    assert course.firm == (2, 3)
    await keeper.close("t-1", 2)
    course = await seen(await seen(course))
    assert [each.block for each in course.results] == [0, 0, 1, 2, AGAIN]


async def test_a_match_that_is_played_again_stands_in_the_block_of_the_void_one(keeper, results):
    await begun(keeper)
    await results.keep_round(StoredRound("r-1", SECRET, tournament="t-1"))
    kept = await played(results, 0)
    await results.keep(replace(kept, state="void", ruling="no"))
    again = (await course_of(keeper, "t-1")).again(kept.match)
    assert (again.number, again.fixtures) == (1, (Fixture(AGAIN, ("ana", "ben")),))
    await keeper.decide("t-1", again)
    await results.keep_round(StoredRound(again.id, SECRET, tournament="t-1"))
    fresh = await played(results, AGAIN, a_round=again.id)
    course = await course_of(keeper, "t-1")
    assert [each.match for each in course.by_block[0]] == [fresh.match]
    assert [fixture.number for _, fixture in course.fixtures] == [0, 1]


@pytest.mark.parametrize("rated", [True, False])
async def test_a_match_that_is_not_rated_counts_nowhere_and_its_export_says_so(keeper, results, database, rated):
    await begun(keeper)
    await results.keep_round(StoredRound("r-1", SECRET, tournament="t-1"))
    await play(results, entry("m-1", rated=rated))
    assert bool(database.read(match_queries.cells_of)) == rated
    assert len(database.read(lambda session: list(match_queries.rated_matches(session)))) == rated
    await results.disclose(bytes(32), {"m-1": bytes(32)})
    [line] = [each for each in exchange.public_lines(database) if each["line"] == "match"]
    assert (line["rated"], bool(exchange.sums_from([line]).cells)) == (rated, rated)


# Schedules ---------------------------------------------------------------------------------------------------------


async def test_schedules_are_stored_until_they_are_removed(database):
    keeper = StoredSchedules(database)
    weekly = Planned("s-1", "Cup", FILE, Schedule("0 18 * * 5", "Europe/Madrid", "once", "skip"), 1000.0, 1000.0)
    await keeper.add(weekly)
    await keeper.add(weekly)
    with pytest.raises(TakenError, match="a schedule is called 'Cup' already"):
        await keeper.add(replace(weekly, id="s-2"))
    await keeper.seen_to("s-1", 5000.0, 1)
    assert await keeper.schedules() == (replace(weekly, done=5000.0, runs=1),)
    assert await keeper.schedule("Cup") == await keeper.schedule("s-1")
    await keeper.remove("s-1")
    await keeper.seen_to("s-1", 6000.0, 2)
    assert await keeper.schedules() == ()
    with pytest.raises(NotFoundError, match="no schedule is called 'Cup'"):
        await keeper.schedule("Cup")
