# ruff: noqa: ARG001 -- a test asks for its clock by naming it, and seats are handed what they do not look at

from itertools import combinations

import pytest
import trio

from arena.errors import BotError, UsageError
from arena.games.chance import Deal
from arena.record import Answer, Forfeit, ForfeitReason, disclosed, read_record, verify
from arena.referee import Choice, SeatFailed, Start, TimeControl, heartbeat, play_match
from arena.referee.match import OVER_LIMIT, START_LIMIT
from tests.games.tiny import TINY
from tests.referee.seats import GAMES, SALT, SEED, FailsAt, First, Last, play, setup

LEFT = ForfeitReason.LEFT


def checked(outcome):
    """Verify the record of a match's outcome. Return the parsed record."""
    report = verify(disclosed(outcome.record, SEED, SALT), outcome.head, GAMES)
    assert (report.replayed, report.result) == (True, outcome.result)
    return read_record(outcome.record)


async def leaves(decision):
    raise SeatFailed(LEFT, "it went away")


async def waits(decision):
    await trio.sleep_forever()


async def chooses_too_high(decision):
    return Choice(decision.number, len(decision.options))


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_match_is_played_to_its_end_and_its_record_verifies(seats):
    players = [First(), *(Last() for _ in range(seats - 1))]
    outcome = await play(*players)
    record = checked(outcome)
    assert (outcome.result.reason, outcome.forfeits, outcome.remarks) == ("finished", (), ())
    assert [spent.decisions for spent in outcome.spent] == [
        sum(entry.seat == seat for entry in record.entries) for seat in range(seats)
    ]
    assert len(outcome.pairs) == seats * (seats - 1) // 2


async def test_a_seat_gets_the_terms_before_it_is_asked():
    first, last = First(), Last()
    outcome = await play(first, last, clock="10+0.1", options={"scraps": True})
    header = read_record(outcome.record).header
    assert first.began == Start(
        match="m-1",
        game="tiny",
        rules_version=1,
        options={"scraps": True},
        seat=0,
        seats=header.seats,
        clock=TimeControl.read("10+0.1"),
        bot_seed=setup().bot_seed(0),
        commitment=header.commitment,
    )
    assert last.began.seat == 1


async def test_a_decision_holds_the_view_the_options_and_what_happened_since_the_last():
    first, last = First(), Last()
    outcome = await play(first, last)
    state = TINY.new({}, 2, Deal(SEED))
    state.listen()
    heard = {0: 0, 1: 0}
    asked = {0: iter(first.asked), 1: iter(last.asked)}
    for entry in read_record(outcome.record).entries:
        decision = next(asked[entry.seat])
        assert decision.view == state.view(entry.seat)
        assert list(decision.options) == state.options()
        assert decision.spellings == tuple(TINY.spell(state, option) for option in decision.options)
        events = state.events(heard[entry.seat], entry.seat)
        assert [(e.kind, e.numbers) for e in decision.events] == [(e.kind, e.numbers) for e in events]
        heard[entry.seat] += len(events)
        state.play(TINY.read(state, entry.option))
    assert [decision.number for decision in first.asked] == list(range(1, len(first.asked) + 1))


async def test_no_seat_gets_the_deal():
    def reachable(value, seen):
        if id(value) in seen or isinstance(value, (str, int, type(None), type)):
            return
        seen[id(value)] = value
        parts = getattr(value, "__dict__", {})
        slots = [getattr(value, name, None) for name in getattr(type(value), "__slots__", ())]
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ()
        for part in [*parts.values(), *slots, *inner]:
            reachable(part, seen)

    first = First()
    await play(first, Last(), clock="10+0.1")
    for told in (first.began, first.asked[2], first.ended):
        seen = {}
        reachable(told, seen)
        names = {type(value).__name__ for value in seen.values()}
        assert names.isdisjoint({"Sea", "Deal", "MatchProgress", "Match"})
        assert SEED not in seen.values()
        assert SALT not in seen.values()


def test_playing_from_the_first_position_does_not_change_the_stored_one():
    match = setup()
    header, first = match.header, match.open()
    spelled = first.position()
    first.apply(first.options()[0])
    assert first.position() != spelled
    assert match.open().position() == spelled
    assert match.header == header == setup().header


async def test_bot_seeds_repeat_with_the_match_and_differ_between_seats_and_matches():
    seeds = [setup().bot_seed(0), setup().bot_seed(1), setup(match="m-2").bot_seed(0), setup(salt=SEED).bot_seed(0)]
    assert len(set(seeds)) == 4
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert setup().bot_seed(1) == seeds[1]
    assert setup(bot_seeds=(5, 6)).bot_seed(1) == 6


async def test_over_says_what_the_record_says():
    first, last = First(), Last()
    outcome = await play(first, last)
    assert first.ended == last.ended
    assert (first.ended.placements, first.ended.scores) == (outcome.result.placements, outcome.result.scores)
    assert (first.ended.ledger, first.ended.reason) == (outcome.result.ledger, "finished")
    assert first.ended.head == outcome.head


async def test_the_same_terms_and_answers_give_the_same_record(autojump_clock):
    players = [FailsAt(3, leaves), Last(thinks=0.1), First(thinks=0.25)]
    again = [FailsAt(3, leaves), Last(thinks=0.1), First(thinks=0.25)]
    one, other = await play(*players, clock="10+0.1"), await play(*again, clock="10+0.1")
    assert one.record == other.record


async def test_a_match_from_a_position_needs_no_commitment():
    state = TINY.new({"scraps": True}, 3, Deal(SEED))
    first = First()
    outcome = await play(first, Last(), First(), deal=None, position=state.position())
    report = verify(outcome.record, outcome.head, GAMES)
    assert (report.deal, first.began.commitment) == ("position", None)
    assert first.began.options == {"scraps": True}


async def test_a_deal_with_given_results_is_recorded_as_a_position():
    deal = Deal(SEED, results={"die": [5, 5]})
    outcome = await play(First(), Last(), deal=deal)
    assert verify(outcome.record, outcome.head, GAMES).deal == "position"


@pytest.mark.parametrize("changes", [{"deal": None}, {"position": TINY.new({}, 2, Deal(SEED)).position()}])
async def test_a_match_begins_at_a_deal_or_at_a_position_and_not_at_both(changes):
    with pytest.raises(UsageError, match="at a deal or at a position"):
        await play(First(), Last(), **changes)


async def test_as_many_seats_as_entrants_are_expected():
    with pytest.raises(UsageError, match="2 seats for 3 entrants"):
        await play_match(setup(3), [First(), First()])
    with pytest.raises(UsageError, match="position has 3 seats: expected 2"):
        await play(First(), First(), deal=None, position=TINY.new({}, 3, Deal(SEED)).position())


# Forfeits -----------------------------------------------------------------------------------------------------------


async def test_an_option_that_was_not_offered_loses_with_the_position():
    outcome = await play(First(), FailsAt(4, chooses_too_high))
    checked(outcome)
    (forfeit,) = outcome.forfeits
    assert (forfeit.seat, forfeit.reason, forfeit.decision) == (1, ForfeitReason.ILLEGAL, 4)
    assert forfeit.detail == "it chose index 3, expected a number from 0 to 2"
    assert forfeit.board.startswith("day ")
    assert outcome.result.placements == (1, 2)
    assert outcome.result.reason == "forfeits"


@pytest.mark.parametrize("index", [-1, 17, True, None, "0", 10**50])
async def test_a_choice_that_is_no_index_loses_like_an_option_that_was_not_offered(index):
    async def does(decision):
        return Choice(decision.number, index)

    outcome = await play(First(), FailsAt(1, does))
    assert outcome.forfeits[0].reason == ForfeitReason.ILLEGAL
    assert len(outcome.forfeits[0].detail) < 120


async def test_an_answer_to_another_decision_is_no_answer():
    async def does(decision):
        return Choice(decision.number - 1, 0)

    outcome = await play(FailsAt(2, does), First())
    assert outcome.forfeits[0].detail == "it answered decision 1, expected 2"


@pytest.mark.parametrize("reason", ForfeitReason)
async def test_a_seat_that_cannot_go_on_loses_with_its_reason(reason):
    async def fails(decision):
        raise SeatFailed(reason, "something happened")

    outcome = await play(FailsAt(2, fails), First())
    record = checked(outcome)
    assert record.entries[-1] == Forfeit(0, reason)
    assert outcome.forfeits[0].detail == "something happened"
    assert outcome.result.placements == (2, 1)


async def test_every_seat_gets_the_result_including_the_one_that_forfeited():
    first, gone = First(), FailsAt(1, leaves)
    await play(first, gone)
    assert first.ended == gone.ended
    assert first.ended.reason == "forfeits"


async def test_in_a_game_of_three_the_house_plays_on_for_a_forfeiter():
    gone, first, last = FailsAt(2, leaves), First(), Last()
    outcome = await play(gone, first, last)
    record = checked(outcome)
    assert outcome.result.reason == "finished"
    assert outcome.result.turns == 6
    assert outcome.result.placements[0] == 3
    forfeited = record.entries.index(Forfeit(0, LEFT))
    by = [entry.by for entry in record.entries[forfeited + 1 :] if entry.seat == 0]
    assert by
    assert set(by) == {"house"}
    assert len(gone.asked) == 2
    assert [departure.seat for departure in last.asked[-1].departures] == [0]


async def test_several_forfeiters_rank_by_when_they_left_and_the_last_seat_ends_the_match():
    outcome = await play(FailsAt(3, leaves), First(), FailsAt(1, leaves), FailsAt(5, leaves))
    checked(outcome)
    assert [forfeit.seat for forfeit in outcome.forfeits] == [2, 0, 3]
    assert outcome.result.placements == (3, 1, 4, 2)
    assert outcome.result.reason == "forfeits"
    assert outcome.result.turns < 6


async def test_the_remaining_seats_are_compared_only_if_the_forfeit_came_late():
    early = await play(FailsAt(1, leaves), First(), Last())
    whole = await play(First(), Last(), Last())
    late = await play(FailsAt(whole.spent[0].decisions, leaves), Last(), Last())
    assert early.pairs == ((0, 1), (0, 2))
    assert late.forfeits[0].turn >= 5
    assert late.pairs == ((0, 1), (0, 2), (1, 2))


async def test_a_seat_that_does_not_come_forfeits_before_its_first_decision():
    class Absent(First):
        async def start(self, start):
            raise SeatFailed(ForfeitReason.NO_SHOW, "nobody joined")

    outcome = await play(First(), Absent())
    record = checked(outcome)
    assert record.entries == (Forfeit(1, ForfeitReason.NO_SHOW),)
    assert (outcome.forfeits[0].decision, outcome.forfeits[0].board) == (0, "")


@pytest.mark.parametrize(("seats", "places"), [(2, (2, 1)), (3, (3, 1, 2)), (4, (4, 1, 3, 2))])
async def test_if_only_one_seat_joins_it_is_first_and_later_absent_seats_rank_higher(seats, places):
    class Absent(First):
        async def start(self, start):
            raise SeatFailed(ForfeitReason.NO_SHOW, "nobody joined")

    outcome = await play(*(First() if seat == 1 else Absent() for seat in range(seats)))
    assert outcome.result.placements == places
    assert outcome.pairs == tuple(combinations(range(seats), 2))
    checked(outcome)


async def test_of_two_that_do_not_come_the_lower_seat_forfeits_and_the_match_ends():
    class Absent(First):
        async def start(self, start):
            raise SeatFailed(ForfeitReason.NO_SHOW, "nobody joined")

    outcome = await play(Absent(), Absent())
    assert [forfeit.seat for forfeit in outcome.forfeits] == [0]
    checked(outcome)


async def test_a_seat_that_is_never_ready_does_not_hold_up_the_match(autojump_clock):
    class Slow(First):
        async def start(self, start):
            await trio.sleep_forever()

    began = trio.current_time()
    outcome = await play(First(), Slow())
    assert trio.current_time() - began == pytest.approx(START_LIMIT)
    assert outcome.forfeits[0].reason == ForfeitReason.TIME


async def test_a_failure_after_the_end_is_remarked_and_changes_nothing(autojump_clock):
    class Deaf(First):
        async def over(self, over):
            await trio.sleep_forever()

    class Raises(First):
        async def over(self, over):
            raise SeatFailed(ForfeitReason.CRASHED, "ValueError: no")

    outcome = await play(Deaf(), Raises())
    assert outcome.forfeits == ()
    assert outcome.remarks == (
        f"bot-0 (seat 0), told that the match is over: it was not ready within {OVER_LIMIT:g} s",
        "bot-1 (seat 1), told that the match is over: ValueError: no",
    )


@pytest.mark.parametrize("clock", ["none", "10+0.1"])
@pytest.mark.parametrize("when", ["start", "choose"])
async def test_an_error_that_is_no_forfeit_is_raised_from_the_match(clock, when):
    class Broken(First):
        async def start(self, start):
            if when == "start":
                raise BotError("no such bot")

        async def choose(self, decision):
            raise BotError("no such bot")

    with pytest.raises(BotError, match="no such bot"):
        await play(First(), Broken(), clock=clock)


class Falls(First):
    """A seat with a failure that a test sets while another seat is asked."""

    failed = None


async def test_a_seat_that_fails_unasked_forfeits_before_the_next_question():
    falls = Falls()
    asked = []

    class Pushes(First):
        async def choose(self, decision):
            asked.append(decision.number)
            falls.failed = SeatFailed(ForfeitReason.CRASHED, "it failed")
            return await super().choose(decision)

    outcome = await play(Pushes(), Falls(), falls)
    record = checked(outcome)
    first = next(number for number, entry in enumerate(record.entries) if entry.seat == 0)
    after = record.entries[first + 1]
    assert (after.seat, after.reason) == (2, ForfeitReason.CRASHED)
    assert asked[0] == 1
    assert len(asked) > 1  # two are left, and play on


# Time ---------------------------------------------------------------------------------------------------------------


async def test_a_choice_at_exactly_the_limit_is_in_time(autojump_clock):
    outcome = await play(First(thinks=0.5), First(), clock="st=0.5")
    assert outcome.forfeits == ()
    assert {entry.think_us for entry in checked(outcome).entries if entry.seat == 0} == {500_000}


async def test_a_choice_after_the_limit_is_late_even_by_a_microsecond(autojump_clock):
    outcome = await play(First(thinks=0.500001), First(), clock="st=0.5")
    checked(outcome)
    assert outcome.forfeits[0].reason == ForfeitReason.TIME
    assert outcome.forfeits[0].detail == "it took 0.500001 s, expected at most 0.500000 s"


async def test_the_referee_does_not_wait_for_a_choice_that_cannot_be_in_time(autojump_clock):
    began = trio.current_time()
    outcome = await play(FailsAt(1, waits), First(), clock="2+0")
    assert outcome.forfeits[0].reason == ForfeitReason.TIME
    assert trio.current_time() - began < 2.1


async def test_a_bank_pays_for_all_decisions_and_gets_its_increments(autojump_clock):
    first = First(thinks=0.3)
    outcome = await play(first, First(), clock="0.5+0.2")
    checked(outcome)
    assert [decision.clocks[0] for decision in first.asked] == [700_000, 600_000, 500_000, 400_000, 300_000, 200_000]
    assert (outcome.forfeits[0].decision, outcome.forfeits[0].reason) == (6, ForfeitReason.TIME)


async def test_a_decision_says_what_all_have_left_and_what_the_last_answer_cost(autojump_clock):
    first, last = First(thinks=0.25), Last(thinks=0.5)
    await play(first, last, clock="60+0,st=10")
    assert first.asked[1].clocks == (59_750_000, 59_000_000)
    assert first.asked[1].limit_us == 10_000_000
    assert first.asked[0].last_timing is None
    assert first.asked[1].last_timing.charged_us == 250_000


async def test_without_a_clock_thinking_is_recorded_all_the_same(autojump_clock):
    outcome = await play(First(thinks=100.0), First())
    assert outcome.spent[0].think_us == outcome.spent[0].decisions * 100_000_000
    assert checked(outcome).entries[0].think_us == 100_000_000


class Distant(First):
    """A seat behind a network: its messages take seconds in both directions, and its bot thinks for seconds."""

    def __init__(self, sending=0.0, thinking=0.0, waiting=0.0, round_trip_us=0):
        super().__init__()
        self.sending, self.thinking, self.waiting, self.round_trip_us = sending, thinking, waiting, round_trip_us

    async def choose(self, decision):
        decision.watch.hold()
        await trio.sleep(self.sending)
        decision.watch.sent()
        decision.watch.round_trip(self.round_trip_us)
        await trio.sleep(self.thinking)
        decision.watch.arrived()
        await trio.sleep(self.waiting)
        return await super().choose(decision)


async def test_a_distant_seats_clock_stops_when_the_answer_is_there(autojump_clock):
    outcome = await play(Distant(thinking=0.1, waiting=0.9), First(), clock="st=0.1")
    assert outcome.forfeits == ()
    assert {entry.think_us for entry in checked(outcome).entries if entry.seat == 0} == {100_000}


def answers_of(outcome, seat=0):
    return [entry for entry in checked(outcome).entries if isinstance(entry, Answer) and entry.seat == seat]


async def test_a_seat_that_does_not_read_its_questions_gains_three_allowances_and_no_more(autojump_clock):
    outcome = await play(Distant(sending=0.06, thinking=0.1), First(), clock="st=0.1")
    assert outcome.forfeits[0].reason == ForfeitReason.TIME
    times = [(each.think_us, each.transport_us, each.held_us, each.credit_us) for each in answers_of(outcome)]
    assert times == [(100_000, 60_000, 60_000, 0)] * 5


async def test_the_lag_of_a_seat_is_credited_until_its_budget_is_empty(autojump_clock):
    outcome = await play(Distant(thinking=0.13, round_trip_us=80_000), First(), clock="60")
    credited = [each.credit_us for each in answers_of(outcome)]
    assert credited[:5] == [80_000, 80_000, 80_000, 60_249, 116]  # a minute charged refills 100 ms
    assert sum(credited) < 6 * 100_000
    assert credited == [each.transport_us for each in answers_of(outcome)]


async def test_lag_within_the_allowance_does_not_lose_on_time(autojump_clock):
    outcome = await play(Distant(thinking=0.18, round_trip_us=80_000), First(), clock="st=0.1")
    assert outcome.forfeits[0].decision == 4  # three allowances, less what the decisions before took
    entry = next(entry for entry in checked(outcome).entries if entry.seat == 0)
    assert (entry.think_us, entry.transport_us, entry.stall_us) == (100_000, 80_000, 0)
    outcome = await play(Distant(thinking=0.18, round_trip_us=79_999), First(), clock="st=0.1")
    assert outcome.forfeits[0].decision == 1


async def test_a_distant_seat_does_not_lose_on_time_while_the_referee_itself_stands_still(standing_clock):
    class StandsStill(Distant):
        async def choose(self, decision):
            decision.watch.sent()
            await trio.testing.wait_all_tasks_blocked()
            standing_clock.jump(0.005)
            await trio.testing.wait_all_tasks_blocked()
            standing_clock.jump(0.705)
            await trio.testing.wait_all_tasks_blocked()
            return Choice(decision.number, 0)

    outcome = await play(StandsStill(), First(), clock="st=0.1")
    assert outcome.forfeits == ()
    entry = checked(outcome).entries[0]
    assert (entry.think_us, entry.transport_us, entry.stall_us) == (10_000, 0, 700_000)


async def test_matches_in_one_event_loop_share_a_heart(autojump_clock):
    async with heartbeat() as heart:
        one = await play(FailsAt(2, waits), First(), clock="st=0.5", heart=heart)
        other = await play(First(thinks=0.5), First(), clock="st=0.5", heart=heart)
    assert one.forfeits[0].reason == ForfeitReason.TIME
    assert other.forfeits == ()


async def test_seats_that_answer_at_once_do_not_block_other_tasks():
    turns = 0

    async def count():
        nonlocal turns
        while True:
            await trio.lowlevel.checkpoint()
            turns += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(count)
        outcome = await play(First(), First())
        nursery.cancel_scope.cancel()
    assert turns >= len(read_record(outcome.record).entries)


# The journal --------------------------------------------------------------------------------------------------------


class Diary:
    """A journal that also stores every message to the seats, all in one order."""

    def __init__(self):
        self.seen = []

    async def begin(self, line):
        self.seen.append(("begin", line))

    async def entry(self, line):
        await trio.sleep(0.01)
        self.seen.append(("entry", line))

    async def commit(self, line, head):
        await trio.sleep(0.01)
        self.seen.append(("commit", line, head))


class Watched(First):
    def __init__(self, diary):
        super().__init__()
        self.diary = diary

    async def start(self, start):
        self.diary.seen.append(("start", start.seat))

    async def choose(self, decision):
        self.diary.seen.append(("choose", decision.seat))
        return await super().choose(decision)

    async def over(self, over):
        self.diary.seen.append(("over", over.head))


async def test_every_answer_is_in_the_journal_before_the_next_question_leaves(autojump_clock):
    diary = Diary()
    outcome = await play(Watched(diary), Watched(diary), journal=diary)
    kinds = [seen[0] for seen in diary.seen]
    answers = len(read_record(outcome.record).entries)
    assert kinds == ["begin", "start", "start", *["choose", "entry"] * answers, "commit", "over", "over"]


async def test_the_journal_holds_the_record_and_its_head(autojump_clock):
    diary = Diary()
    outcome = await play(FailsAt(2, leaves), First(), First(), journal=diary)
    written = b"".join(seen[1] + b"\n" for seen in diary.seen)
    assert written == outcome.record
    assert diary.seen[-1][2] == outcome.head


async def test_a_result_that_could_not_be_committed_is_not_announced():
    class Full(Diary):
        async def commit(self, line, head):
            raise OSError("the disk is full")

    first, last = First(), Last()
    with pytest.raises(OSError, match="the disk is full"):
        await play(first, last, journal=Full())
    assert first.ended is None
    assert last.ended is None
