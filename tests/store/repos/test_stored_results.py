"""Tests of the stored results, on both kinds of databases, with matches that are really played."""

from dataclasses import replace

import pytest
import trio

from arena.errors import UsageError
from arena.games.cacao.rules import CACAO
from arena.record import ForfeitReason, read_record, verify
from arena.referee import SeatFailed
from arena.server.matches.results import Agreed, MatchFilter, MatchSummary, PlannedMatch, StoredRound
from arena.stats.sums import Sums
from arena.store.db.faults import StoreError
from arena.store.ratings.counting import count_anew, counted, sums_of
from arena.store.repos.stored_results import StoredResults
from arena.store.sql import identity_queries, match_queries
from arena.store.tables import TournamentRow
from tests.referee.seats import FailsAt, First, Last
from tests.store.matches import NAMES, SALT, entry, opened_round, play, play_block, seed

pytestmark = pytest.mark.usefixtures("tiny")


async def leaves(_decision):
    raise SeatFailed(ForfeitReason.LEFT, "it went away")


class Watches(First):
    """A seat that stores the number of journal lines at each decision, and the match's state at its result."""

    def __init__(self, results, match):
        super().__init__()
        self.results, self.match, self.seen, self.state = results, match, [], None

    async def choose(self, decision):
        [running] = await self.results.block("r-1", 0)
        self.seen.append(len(running.lines))
        return await super().choose(decision)

    async def over(self, over):
        self.state = (await self.results.match(self.match)).state
        await super().over(over)


# A match -----------------------------------------------------------------------------------------------------------


async def test_a_match_is_stored_at_every_stage_with_the_values_of_the_server(results):
    await opened_round(results)
    kept = entry(options={"scraps": True})
    await results.plan([PlannedMatch(kept, SALT)])
    assert await results.match("m-1") == kept
    running = replace(kept, state="running", started=1001.0)
    await results.keep(running)
    assert await results.match("m-1") == running
    assert await results.match("m-2") is None
    assert await results.record("m-1") is None


async def test_a_finished_match_has_its_result_and_its_record(results):
    await opened_round(results)
    done = await play(results, entry())
    assert await results.match("m-1") == replace(done, options={"scraps": False})
    record = await results.record("m-1")
    assert read_record(record).head == done.head
    assert read_record(record).result == done.result
    assert [(each.lines, each.tickets) for each in await results.block("r-1", 0)] == [((), ())]


async def test_every_answer_is_written_down_before_the_next_question(results):
    await opened_round(results)
    watching = Watches(results, "m-1")
    await play(results, entry(), [watching, First()])
    record = read_record(await results.record("m-1"))
    asked = [number for number, given in enumerate(record.entries, 1) if given.seat == 0]
    assert watching.seen == asked


async def test_a_result_is_committed_before_it_is_announced(results):
    await opened_round(results)
    watching = Watches(results, "m-1")
    await play(results, entry(), [watching, First()])
    assert watching.state == "finished"


async def test_thinking_times_and_forfeit_reasons_are_stored_beside_the_record(results):
    await opened_round(results)
    done = await play(results, entry(names=NAMES), [First(0.001), FailsAt(3, leaves), First(), Last()])
    found = await results.match("m-1")
    assert found.losses == done.losses
    assert (found.losses[0].seat, found.losses[0].reason) == (1, "left")
    seats = results.database.read(lambda s: match_queries.seats_of(s, match_queries.match_called(s, "m-1")))
    assert seats[0].decisions > seats[1].decisions == 2
    assert seats[0].think_us > seats[2].think_us


async def test_pairs_that_do_not_count_are_stored_with_the_commit(results, monkeypatch):
    """The server stores the losses again later. A crash between must not make the house's play count."""
    await opened_round(results)
    kept = entry(names=NAMES)
    done = await play(results, kept, [First(), FailsAt(2, leaves), First(), Last()])
    with_losses = results.database.read(lambda s: match_queries.match_called(s, "m-1").pairs)
    assert with_losses == "[[0, 1], [1, 2], [1, 3]]"
    monkeypatch.setattr(StoredResults, "keep", unheard)
    again = await play(results, replace(kept, match="m-2"), [First(), FailsAt(2, leaves), First(), Last()])
    assert again.losses[0].turn == done.losses[0].turn
    assert results.database.read(lambda s: match_queries.match_called(s, "m-2").pairs) == with_losses
    assert (await results.match("m-2")).losses == done.losses


async def unheard(_self, _entry):
    return None


async def test_a_record_gets_its_seed_and_salt_when_they_are_disclosed(results):
    await opened_round(results)
    done = await play(results, entry())
    before = await results.record("m-1")
    for _ in range(2):
        await results.disclose(seed(done), {"m-1": SALT})
    after = await results.record("m-1")
    assert after.startswith(before)
    assert verify(after, done.head).published
    assert [kept.salt for kept in await results.block("r-1", 0)] == [SALT]


async def test_a_round_must_be_kept_before_a_match_of_it(results):
    with pytest.raises(StoreError, match="there is no round r-9; expected one that was stored before"):
        await results.plan([PlannedMatch(entry(a_round="r-9"), SALT)])


async def test_a_round_that_is_closed_keeps_its_nonces(results):
    await opened_round(results)
    await results.keep_round(StoredRound("r-1", bytes(32), closed=True))
    found = results.database.read(lambda s: match_queries.round_named(s, "r-1"))
    assert found.closed
    nonces = results.database.read(lambda s: [row.nonce for row in match_queries.nonces_of(s, found)])
    assert nonces == [b"n", b""]


async def test_matches_are_listed_with_the_newest_first(results):
    await opened_round(results)
    for number in range(5):
        await results.plan([PlannedMatch(entry(f"m-{number}", created=1000.0 + number), SALT)])
    found, pages = await results.matches(MatchFilter(), 2), []
    while found:
        pages.append([each.match for each in found])
        found = await results.matches(MatchFilter(), 2, pages[-1][-1])
    assert pages == [["m-4", "m-3"], ["m-2", "m-1"], ["m-0"]]
    with pytest.raises(UsageError, match="expected the last one of the page before"):
        await results.matches(MatchFilter(), 2, "m-9")


async def test_matches_are_found_by_bot_state_and_tournament(results):
    def tournament(session):
        session.add(TournamentRow(public="cup", name="Cup", terms="", state="running", created=1.0))

    results.database.write(tournament)
    await opened_round(results)
    await results.keep_round(StoredRound("r-2", SALT, tournament="cup"))
    done = await play(results, entry("m-0", ("ana", "ben")))
    await results.plan([PlannedMatch(entry("m-1", ("ana", "ana"), block=1), SALT)])
    await results.plan([PlannedMatch(entry("m-2", ("cleo", "ben"), a_round="r-2"), SALT)])

    async def names(**terms):
        return [each.match for each in await results.matches(MatchFilter(**terms), 9)]

    assert await names(bot="ANA") == ["m-1", "m-0"]
    assert await names(bot="ana", state="finished") == [done.match]
    assert await names(tournament="cup") == ["m-2"]
    assert await names(tournament="cup", bot="ana") == []
    assert await names(state="offered") == ["m-2", "m-1"]
    assert await names(bot="nobody") == await names(tournament="no-cup") == []


async def test_hostile_names_are_stored_unchanged(results):
    await opened_round(results)
    nasty = "Robert'); DROP TABLE matches;--<script>\u202e\U0001f600"
    await results.plan([PlannedMatch(entry(names=("ana", nasty)), SALT)])
    assert (await results.match("m-1")).seats[1].entrant == nasty
    assert await results.match("' OR 1=1 --") is None


async def test_many_matches_at_once_write_into_the_same_journal(results):
    await opened_round(results)
    async with trio.open_nursery() as nursery:
        for number in range(12):
            nursery.start_soon(play, results, entry(f"m-{number}", block=number))
    for number in range(12):
        record = await results.record(f"m-{number}")
        assert read_record(record).result is not None
        assert (await results.match(f"m-{number}")).head == read_record(record).head


# What counts -------------------------------------------------------------------------------------------------------


def everything_counted(session):
    rows = {}
    for name in ("cells", "tallies", "played", "forfeits", "deals"):
        table = match_queries.TallyRow.metadata.tables[name]
        rows[name] = sorted(map(tuple, session.connection().execute(table.select()).all()), key=str)
    return rows


def assert_counts_are_those_of_the_matches(database):
    before = database.read(everything_counted)
    database.write(count_anew)
    assert database.read(everything_counted) == before


async def test_a_result_and_its_sums_are_the_sums_of_all_results(results):
    await opened_round(results)
    for number, names in enumerate([NAMES[:2], NAMES[1:3], NAMES, NAMES[::-1]]):
        await play_block(results, number, names)
    database = results.database

    def history(session):
        found = [
            counted(each, match_queries.seats_of(session, each.match)) for each in match_queries.rated_matches(session)
        ]
        return Sums.of((each.pool, each.finished) for each in found)

    assert database.read(sums_of).cells == database.read(history).cells
    assert len(database.read(sums_of).pools()) == 2
    assert_counts_are_those_of_the_matches(database)


async def test_games_deals_wins_and_forfeits_are_counted_by_pool_and_seat(results):
    await opened_round(results)
    await play_block(results, 0, NAMES[:2])
    await play(results, entry("left", NAMES[:2], block=1), [First(), FailsAt(2, leaves)])
    database = results.database
    played = {row.entrant_id: row for row in database.read(match_queries.played_of)}
    names = database.read(lambda s: identity_queries.names_of_entrants(s, played))
    assert {names[key]: (row.games, row.deals) for key, row in played.items()} == {
        ("ana", "1"): (3, 2),
        ("ben", "1"): (3, 2),
    }
    [lost] = database.read(match_queries.forfeits_of)
    assert (names[lost.entrant_id], lost.reason, lost.games) == (("ben", "1"), "left", 1)
    tallies = database.read(match_queries.tallies_of)
    assert sum(row.games for row in tallies) == 6
    assert sum(row.wins + row.draws / 2 for row in tallies) == 3
    assert sum(row.places for row in tallies) == 3 * 6


async def test_a_match_that_is_declared_void_counts_no_more(results):
    await opened_round(results)
    await play_block(results, 0, NAMES[:2])
    before = results.database.read(everything_counted)
    done = await play(results, entry("bad", NAMES[:2], block=1))
    assert results.database.read(everything_counted) != before
    await results.keep(replace(done, state="void", ruling="a broken cable"))
    assert results.database.read(everything_counted) == before
    found = await results.match("bad")
    assert (found.state, found.ruling) == ("void", "a broken cable")
    [ruled] = results.database.read(lambda s: match_queries.adjudications_of(s, match_queries.match_called(s, "bad")))
    assert (ruled.state, ruled.ruling) == ("void", "a broken cable")


async def test_a_result_comes_from_the_journal_alone(results):
    await opened_round(results)
    done = await play(results, entry())
    running = entry("other", block=1)
    await results.keep(running)
    with pytest.raises(StoreError, match="match other has no result: expected one with a committed journal"):
        await results.keep(replace(running, state="finished", result=done.result, head=done.head))
    assert (await results.match("other")).state == "offered"


async def test_a_match_with_a_ruling_counts_as_ruled(results):
    await opened_round(results)
    done = await play(results, entry())
    other = tuple(3 - place for place in done.result.placements)
    decided = replace(done, result=replace(done.result, placements=other), ruling="a bug", adjudicated=True)
    await results.keep(decided)
    await results.keep(decided)
    assert (await results.match("m-1")).result.placements == other
    assert read_record(await results.record("m-1")).result.placements == done.result.placements
    assert_counts_are_those_of_the_matches(results.database)
    assert (
        len(results.database.read(lambda s: match_queries.adjudications_of(s, match_queries.match_called(s, "m-1"))))
        == 1
    )


async def test_a_match_from_a_given_position_is_stored_but_does_not_count(results):
    await opened_round(results)
    await play(results, entry(fairness="position"))
    assert results.database.read(sums_of).cells == {}


async def test_a_renamed_bot_keeps_its_matches(results):
    await opened_round(results)
    await play(results, entry())

    def rename(session):
        bot = identity_queries.bot_named(session, "ana")
        bot.name, bot.folded = "Anna", "anna"

    results.database.write(rename)
    names = results.database.read(lambda s: identity_queries.names_of_entrants(s, [1, 2]))
    assert sorted(names.values()) == [("Anna", "1"), ("ben", "1")]
    assert (await results.match("m-1")).seats[0].entrant == "ana"


# After a fall ------------------------------------------------------------------------------------------------------


async def fall_at(results, kept, number):
    """Play until decision `number` of the second seat, and stop as in a crash. Return the stored match."""

    async def vanish(_decision):
        scope.cancel()
        await trio.sleep_forever()

    with trio.CancelScope() as scope:
        await play(results, kept, [First(), FailsAt(number, vanish)], tickets=("t-0", "t-1"))
    return (await results.block(kept.round, kept.block))[-1]


async def test_a_planned_match_is_stored_with_its_secret_and_its_terms(results):
    await opened_round(results)
    planned = [
        PlannedMatch(entry(f"m-{place}", block=3, place=place), bytes([place]) * 32, (place, 2**64 - 1))
        for place in (0, 1)
    ]
    for _ in range(2):
        await results.plan(planned)
    assert await results.block("r-1", 3) == tuple(planned)
    assert await results.block("r-1", 4) == ()
    assert not await results.is_disclosed("m-1")
    await results.disclose(bytes(32), {"m-0": bytes(32)})
    assert await results.is_disclosed("m-1")
    assert not await results.is_disclosed("m-2")


async def test_a_plan_that_fails_leaves_nothing(results):
    await opened_round(results)
    with pytest.raises(StoreError, match="there is no round r-9"):
        await results.plan([PlannedMatch(entry(), SALT), PlannedMatch(entry("m-2", a_round="r-9"), SALT)])
    assert await results.block("r-1", 0) == ()


async def test_an_arena_that_crashed_leaves_every_answer_that_it_got(results):
    await opened_round(results)
    await results.plan([PlannedMatch(entry(), SALT, (7, 8))])
    left = await fall_at(results, entry(), 3)
    assert left.entry.state == "running"
    assert (left.salt, left.bot_seeds, left.tickets) == (SALT, (7, 8), (("t-0",), ("t-1",)))
    written = b"".join(line + b"\n" for line in left.lines)
    assert read_record(written).result is None
    assert len(read_record(written).entries) >= 4


async def test_a_match_goes_on_after_the_lines_that_are_in_its_journal(results):
    await opened_round(results)
    left = await fall_at(results, entry(), 3)
    whole = await play(results, entry("m-2"))
    rest = (await results.record("m-2")).splitlines()[len(left.lines) :]
    journal = await results.go_on("m-1", left.lines)
    for line in rest[:-1]:
        await journal.entry(line)
    await journal.commit(rest[-1], "0" * 64)
    record = await results.record("m-1")
    assert record.startswith(b"".join(line + b"\n" for line in left.lines))
    assert (await results.match("m-1")).result.placements == whole.result.placements


async def test_a_match_spoilt_by_the_arena_is_void_with_a_reason(results):
    await opened_round(results)
    left = await fall_at(results, entry(), 3)
    await results.keep(replace(left.entry, state="void", ruling="it fell", fault=True, ended=1003.0))
    [found] = await results.block("r-1", 0)
    assert (found.entry.state, found.entry.ruling, found.entry.fault) == ("void", "it fell", True)
    assert (found.lines, found.tickets) == ((), ())
    assert await results.record("m-1") is None


AGREED = Agreed("tiny", {"scraps": True}, "10+0.1", entry().seats, "a seed", "", 4)


async def test_an_unfinished_series_is_found_with_all_its_terms(results):
    first = StoredRound("r-1", SALT, agreed=AGREED)
    await results.keep_round(first)
    assert await results.open_rounds() == (first,)
    nonces = (("ana", "1", b"n"), ("ben", "1", b""))
    await results.keep_round(StoredRound("r-1", SALT, nonces))
    assert await results.open_rounds() == (replace(first, nonces=nonces),)
    await results.keep_round(StoredRound("r-1", SALT, closed=True))
    assert await results.open_rounds() == ()
    assert await results.round("r-1") == replace(first, nonces=nonces, closed=True)
    assert await results.round("r-2") is None


async def test_the_round_of_a_tournament_is_left_to_it(results):
    def tournament(session):
        session.add(TournamentRow(public="cup", name="Cup", terms="", state="running", created=1.0))

    results.database.write(tournament)
    await results.keep_round(StoredRound("r-1", SALT, agreed=AGREED, tournament="cup"))
    assert await results.open_rounds() == ()
    assert (await results.round("r-1")).tournament == "cup"
    with pytest.raises(StoreError, match="there is no tournament no-cup; expected one that was stored before"):
        await results.keep_round(StoredRound("r-2", SALT, tournament="no-cup"))


async def test_a_commit_without_an_answer_may_be_repeated(results):
    await opened_round(results)
    journal = await results.open_match(entry())
    await play(results, entry(), journal=journal)
    before = results.database.read(everything_counted)
    await journal.commit(journal.lines.pop(), "0" * 64)
    assert results.database.read(everything_counted) == before


async def test_a_ruling_on_an_unknown_match_is_refused(results):
    with pytest.raises(UsageError, match="no match is called"):
        await results.disclose(bytes(32), {"m-9": bytes(32)})


async def test_a_match_of_cacao_is_stored_and_verified(results):
    await opened_round(results)
    kept = entry(game="cacao", rules_version=CACAO.version, names=NAMES[:3])
    journal = await results.open_match(kept)
    from arena.games.chance import Deal as Dealt
    from arena.referee import MatchSetup, TimeControl, play_match

    terms = MatchSetup("m-1", CACAO, kept.seats, TimeControl.read("60"), SALT, Dealt(seed(kept)))
    outcome = await play_match(terms, [First(), Last(), First()], journal)
    await results.disclose(seed(kept), {"m-1": SALT})
    record = await results.record("m-1")
    assert verify(record, outcome.head).result == outcome.result
    found = await results.match("m-1")
    assert isinstance(found, MatchSummary)
    assert found.result == outcome.result
    row = results.database.read(lambda s: match_queries.record_of(s, match_queries.match_called(s, "m-1")))
    assert len(row.data) < row.size / 4
