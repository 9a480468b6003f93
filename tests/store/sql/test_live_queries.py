"""Tests of queries about running matches, on both kinds of databases."""

from arena.store.db.transaction import Transaction
from arena.store.sql import live_queries
from tests.leaderboard.filled import Filling
from tests.leaderboard.live_matches import MatchInPlay

NAMES = ("ana", "quetzal")


def asked(database, question):
    return database.read(lambda session: question(Transaction.of(session)))


async def test_a_head_has_the_progress_of_a_match_and_the_open_matches_of_its_deal(database):
    filling = Filling(database)
    one = await MatchInPlay.begun(filling, "one", NAMES, rated=False)
    other = await MatchInPlay.begun(filling, "other", NAMES[::-1], place=1, rated=False)
    given = await MatchInPlay.begun(filling, "given", NAMES, block=3, fairness="seeded")
    await one.answer(2)
    running = asked(database, lambda transaction: live_queries.running_matches(transaction, 9))
    keys = {row.match: row.match_id for row in running}
    assert list(keys) == ["given", "other", "one"]

    def head(match):
        [found] = asked(database, lambda transaction: live_queries.heads(transaction, [keys[match]]))
        return found

    assert (head("one").state, head("one").lines, head("one").rivals, head("one").disclosed) == ("running", 3, 1, False)
    assert (head("given").lines, head("given").rivals) == (1, 0)
    await other.become_void("a storm")
    assert head("one").rivals == 0
    lines = asked(database, lambda transaction: live_queries.lines_from(transaction, keys["one"], 1))
    assert lines == one.journal.lines[1:]
    seats = asked(database, lambda transaction: live_queries.seats_of_matches(transaction, [keys["other"]]))
    assert [seat.bot for seat in seats[keys["other"]]] == ["quetzal", "ana"]
    await one.end()
    assert (head("one").state, head("one").lines, head("one").disclosed) == ("finished", 0, True)
    await given.end()
    assert asked(database, lambda transaction: live_queries.running_matches(transaction, 9, "t-1")) == []
