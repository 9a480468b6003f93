"""Tests of two referees with one match: only the referee with the newest epoch can write."""

import threading
from dataclasses import replace
from itertools import count

import pytest
import trio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.server.matches.results import Adjournment, PlannedMatch, StaleEpochError
from arena.store.db.database import Database
from arena.store.db.faults import StoreError, may_come_back
from arena.store.db.transaction import Transaction
from arena.store.repos.stored_results import StoredResults
from arena.store.sql import running_queries
from tests.store.matches import SALT, entry, opened_round, play

_numbers = count(1)

WITHIN = 20.0  # seconds for the front to get a lock
DEEDS = ("take", "take", "write", "write", "write", "finish", "void", "adjourn", "go on", "reissue")
EVERYTHING = (
    "SELECT state, started, ended, adjourned, ruling, reason, head, commitment FROM matches WHERE public = :match",
    "SELECT seat, ticket, placement FROM seats JOIN matches ON id = match_id WHERE public = :match ORDER BY seat",
    "SELECT number, line FROM journal JOIN matches ON id = match_id WHERE public = :match ORDER BY number",
)


class OneReferee:
    """A referee that reads and writes the lines of one match, under its epoch."""

    def __init__(self, results, planned, whole, think_us):
        self.results, self.planned = results, planned
        self.whole = [line.replace(b'"think_us":0', b'"think_us":%d' % think_us) for line in whole]
        self.entry = self.journal = None

    async def take(self):
        """Take the match: raise its epoch. Return the lines that are stored."""
        epoch = await self.results.claim(self.planned.match)
        [kept] = [each for each in await self.results.block("r-1", self.planned.block) if each.entry.epoch == epoch]
        self.entry = replace(kept.entry, state="running", started=1001.0, adjournment=None)
        self.journal = await self.results.open_match(self.entry, ("t-0", "t-1"))
        self.journal.lines[:] = kept.lines
        return list(kept.lines)

    async def do(self, deed):
        """Carry out an action, such as `write` or `void`. Return the line that it wrote; None if it wrote none."""
        written, match = len(self.journal.lines), self.planned.match
        if deed == "write":
            line = self.whole[written]
            await (self.journal.entry(line) if written else self.journal.begin(line))
            return line
        if deed == "finish":
            await self.journal.commit(self.whole[-1], "0" * 64)
        elif deed == "void":
            await self.results.keep(replace(self.entry, state="void", ruling="no", ended=1002.0))
        elif deed == "adjourn":
            await self.results.adjourn(match, Adjournment(1.0, 2.0, (0,)), self.entry.epoch)
        elif deed == "go on":
            await self.results.go_on(match, self.journal.lines, (), self.entry.epoch)
        else:
            await self.results.reissue(match, ["t-2", "t-3"], self.entry.epoch)
        return None


def everything(results, match):
    """Return all rows about a match, without its epoch."""
    return results.database.read(
        lambda session: [
            [tuple(row) for row in Transaction.of(session).rows(asked, match=match)] for asked in EVERYTHING
        ]
    )


async def history(results, whole, deeds):
    """Let two referees do these actions with a new match. Check the result of each action."""
    number = next(_numbers)
    planned = entry(f"m-{number}", block=number)
    await results.plan([PlannedMatch(planned, SALT)])
    referees = [OneReferee(results, planned, whole, think_us) for think_us in (1, 2)]
    lines, holder, is_over = [], None, False
    for number_of, deed in deeds:
        referee = referees[number_of]
        if deed == "take":
            if not is_over:
                assert await referee.take() == lines
                holder = referee
            continue
        may = referee.journal is not None and (deed != "write" or len(referee.journal.lines) < len(whole) - 1)
        if not may or (referee is holder and (is_over or (deed == "finish" and len(lines) < len(whole) - 1))):
            continue
        if deed in {"adjourn", "go on", "reissue"} and not lines:
            continue
        before = everything(results, planned.match)
        if referee is holder:
            line = await referee.do(deed)
            lines += [] if line is None else [line]
            is_over = deed in {"finish", "void"}
        else:
            with pytest.raises(StaleEpochError, match=f"match {planned.match} belongs to another referee now"):
                await referee.do(deed)
            assert everything(results, planned.match) == before
            referee.journal = None  # it stops
        found = [bytes(line) for _, line in everything(results, planned.match)[2]]
        assert found == ([] if is_over else lines)


def test_an_old_epoch_writes_nothing_and_the_newest_loses_nothing(results):
    whole = []

    async def first():
        await opened_round(results)
        await play(results, entry("m-0"))
        whole.extend((await results.record("m-0")).splitlines())

    trio.run(first)
    assert len(whole) > 4

    @settings(max_examples=40, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.tuples(st.sampled_from([0, 1]), st.sampled_from(DEEDS)), min_size=5, max_size=30))
    def law(deeds):
        trio.run(history, results, whole, [(0, "take"), (0, "write"), (1, "take"), *deeds])

    law()


async def test_an_arena_takes_all_matches_that_are_not_over_at_its_start(results):
    await opened_round(results)
    await play(results, entry("m-0"))
    await results.plan([PlannedMatch(entry("m-1", block=1), SALT)])
    before = (await results.match("m-1")).epoch
    await results.claim_all()
    assert (await results.match("m-1")).epoch == before + 1
    assert (await results.match("m-0")).epoch == 0
    with pytest.raises(StaleEpochError):
        await results.keep(entry("m-1", block=1, state="void", ruling="by the arena before"))


async def test_an_epoch_is_raised_after_the_line_that_is_being_written(postgresql):
    database = Database(postgresql.new())
    try:
        results = StoredResults(database)
        await opened_round(results)
        await results.plan([PlannedMatch(entry(), SALT)])
        raised = trio.Event()

        async def claim():
            await results.claim("m-1")
            raised.set()

        [(key,)] = await database.glance(lambda transaction: transaction.rows("SELECT id FROM matches"))
        waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        with database.engine.begin() as connection:
            transaction = Transaction(connection.exec_driver_sql, connection.exec_driver_sql, server=True)
            row = {"match_id": key, "number": 0, "line": b"{}", "epoch": 0}
            assert running_queries.insert_lines(transaction, row) == 1
            async with trio.open_nursery() as nursery:
                nursery.start_soon(claim)
                while (await database.glance(lambda transaction: transaction.row(waits)))[0] == 0:
                    await trio.lowlevel.checkpoint()
                assert not raised.is_set()
                connection.commit()
        assert raised.is_set()
        assert running_queries.KEEP_LINE_AT_SERVER.count("FOR SHARE") == 1
    finally:
        database.close()


def test_a_referee_that_is_paused_in_a_transaction_does_not_hold_the_match(postgresql):
    """The transaction locks the match and sends nothing more, as that of a stopped process."""
    address = postgresql.new()
    front, paused = Database(address), Database(address, idle=0.1)
    results = StoredResults(front)
    trio.run(opened_round, results)
    trio.run(results.plan, [PlannedMatch(entry("m-1"), SALT)])

    def lock_and_pause(session):
        transaction = Transaction.of(session)
        assert running_queries.holds(transaction, "m-1", 0)
        claim = threading.Thread(target=trio.run, args=(results.claim, "m-1"), daemon=True)
        claim.start()
        claim.join(WITHIN)
        assert not claim.is_alive(), "the front waits for the lock of the paused referee"
        running_queries.holds(transaction, "m-1", 0)

    with pytest.raises(StoreError) as ended:
        paused.write(lock_and_pause)
    assert may_come_back(ended.value)
    front.close()
    paused.close()
