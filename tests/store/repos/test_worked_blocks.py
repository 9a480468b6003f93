"""Tests of stored blocks that workers have played: each counts once, with its record and its deal."""

from dataclasses import replace
from itertools import count

import pytest
import trio

from arena.games.cacao.rules import CACAO
from arena.record import verify
from arena.referee import MatchTerms, TimeControl
from arena.server.matches.blocks import planned
from arena.server.matches.results import StoredRound, WorkedBlock, WorkedMatch
from arena.server.matches.rounds import Entrant, OpenRound
from arena.server.matches.worker_blocks import finished, task_of
from arena.store.db.faults import StoreError
from arena.store.ratings.counting import count_anew, sums_of
from arena.store.sql import match_queries
from arena.tasks.block_task import BlockCheck, check_block, play_block

WHO = (Entrant("greedy", "2", "house"), Entrant("random", "1", "house"))
TERMS = MatchTerms(rules=CACAO, options=CACAO.complete({}), clock=TimeControl.read("60+1"))
_times = count(1000)


async def worked(results, numbers=(0,)):
    """Return blocks of a round that are planned, played and replayed, but not stored."""
    await results.keep_round(StoredRound("r-1", bytes(32)))
    a_round = OpenRound("r-1", TERMS, WHO, bytes(32))
    blocks = []
    for number in numbers:
        matches = planned(a_round, number, (WHO, WHO[::-1]), range(2), float(next(_times)))
        await results.plan(matches)
        task = task_of(a_round, number, matches)
        outcome = await trio.to_thread.run_sync(play_block, task)
        verdict = check_block(BlockCheck(task, outcome))
        pairs = zip(matches, verdict.matches, strict=True)
        done = tuple(WorkedMatch(finished(kept.entry, played, 1.0, 2.0), played) for kept, played in pairs)
        blocks.append(WorkedBlock(done, task.seed, {kept.entry.match: kept.salt for kept in matches}))
    return blocks


async def test_matches_of_workers_are_stored_as_they_ended(results):
    [block] = await worked(results)
    names = {each.entry.match for each in block.matches}
    assert await results.finish(block) == names
    for each in block.matches:
        assert await results.match(each.entry.match) == each.entry
        report = verify(await results.record(each.entry.match), each.entry.head)
        assert (report.deal, report.published) == ("disclosed", True)
        assert await results.is_disclosed(each.entry.match)


async def test_a_result_that_comes_twice_counts_once(results, database):
    [block] = await worked(results)
    for _ in range(2):
        assert len(await results.finish(block)) == 2
    tallies = database.read(match_queries.tallies_of)
    assert sorted(row.games for row in tallies) == [1, 1, 1, 1]


async def test_many_blocks_at_once_are_counted_as_one_by_one(results, database):
    async with trio.open_nursery() as nursery:
        for block in await worked(results, range(5)):
            nursery.start_soon(results.finish, block)
    before = database.read(sums_of)
    rows = [database.read(each) for each in (match_queries.tallies_of, match_queries.played_of)]
    assert database.write(count_anew) == 10
    assert database.read(sums_of).cells == before.cells
    again = [database.read(each) for each in (match_queries.tallies_of, match_queries.played_of)]
    assert [[each.model_dump() for each in some] for some in again] == [
        [each.model_dump() for each in some] for some in rows
    ]


async def test_a_match_that_an_organiser_made_void_meanwhile_stays_void(results):
    [block] = await worked(results)
    first, second = (each.entry for each in block.matches)
    void = replace(first, state="void", result=None, losses=(), head="", started=None, ruling="a mistake")
    await results.keep(void)
    assert await results.finish(block) == {second.match}
    assert (await results.match(first.match)).state == "void"
    assert await results.record(first.match) is None


async def test_a_block_at_the_end_of_which_its_round_goes_on_keeps_its_deal_secret(results):
    [block] = await worked(results)
    await results.finish(replace(block, seed=None))
    name = block.matches[0].entry.match
    assert not await results.is_disclosed(name)
    assert verify(await results.record(name)).deal == "undisclosed"


async def test_a_block_that_cannot_be_stored_says_so_and_the_next_one_is_stored(results):
    first, second = await worked(results, range(2))
    unknown = replace(first.matches[0], played=replace(first.matches[0].played, size=None))
    with pytest.raises(StoreError):
        await results.finish(replace(first, matches=(unknown, *first.matches[1:])))
    assert len(await results.finish(second)) == 2
