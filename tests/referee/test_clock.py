# ruff: noqa: ARG001 -- a test asks for its clock by naming it

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.referee import Stopwatch, TimeControl, Timing, heartbeat
from arena.referee.clock import IN_A_MATCH, IN_HAND, REFILL_US, STRAY, LagBudget, SeatClock

LAG = 100_000

SPELLINGS = {
    "10+0.1": TimeControl(10_000_000, 100_000),
    "st=0.5": TimeControl(per_decision_us=500_000),
    "60+0.5,st=10": TimeControl(60_000_000, 500_000, 10_000_000),
    "0.000001+0": TimeControl(1),
    "0+0.2": TimeControl(0, 200_000),
    "none": TimeControl(),
}


@pytest.mark.parametrize("text", SPELLINGS)
def test_a_time_control_is_spelled_as_chess_people_do(text):
    assert TimeControl.read(text) == SPELLINGS[text]
    assert str(SPELLINGS[text]) == text


def test_a_bank_alone_has_no_increment():
    assert str(TimeControl.read("5")) == "5+0"


BANKS = st.integers(1, 10**13 - 1)
CONTROLS = st.builds(TimeControl, BANKS, st.integers(0, 10**13 - 1), st.none() | BANKS) | st.builds(
    TimeControl, st.none(), st.just(0), BANKS
)


@given(CONTROLS)
def test_every_time_control_reads_back_from_its_spelling(control):
    assert TimeControl.read(str(control)) == control


WRONG = ["", "fast", "10+", "+0.1", "-1+0", "0+0", "st=0", "st=", ",st=5", "10,5", "10st=5", "1e3", "1.0000001", "٣+0"]


@pytest.mark.parametrize("text", WRONG)
def test_a_bad_time_control_is_refused_with_an_example(text):
    with pytest.raises(UsageError, match=r"unknown time control .*10\+0\.1"):
        TimeControl.read(text)


def test_a_bank_grows_by_its_increment_when_a_decision_begins():
    clock = SeatClock(TimeControl.read("10+0.1"))
    clock.ask()
    assert (clock.left_us, clock.limit_us) == (10_100_000, 10_100_000)
    clock.charge(600_000)
    assert clock.left_us == 9_500_000


def test_a_limit_per_decision_is_there_anew_each_time():
    clock = SeatClock(TimeControl.read("st=0.5"))
    clock.ask()
    clock.charge(500_000)
    assert (clock.left_us, clock.limit_us) == (500_000, 500_000)


def test_the_shorter_of_bank_and_limit_counts():
    clock = SeatClock(TimeControl.read("3+0,st=2"))
    assert (clock.left_us, clock.limit_us) == (3_000_000, 2_000_000)
    clock.charge(2_000_000)
    assert (clock.left_us, clock.limit_us) == (1_000_000, 1_000_000)


def test_without_a_clock_no_time_runs_out():
    clock = SeatClock(TimeControl.read("none"))
    clock.ask()
    clock.charge(10**12)
    assert (clock.left_us, clock.limit_us) == (None, None)


async def test_a_stopwatch_without_further_signals_measures_the_whole_time(autojump_clock):
    watch = Stopwatch(1_000_000)
    await trio.sleep(0.25)
    assert watch.read() == Timing(250_000, 0, 0, 0)


async def test_the_clock_runs_from_the_hand_over_to_the_answer(autojump_clock):
    watch = Stopwatch(1_000_000)
    await trio.sleep(1)
    watch.hold()
    await trio.sleep(3)
    watch.sent()
    await trio.sleep(0.2)
    watch.arrived()
    await trio.sleep(3)
    assert watch.read() == Timing(3_200_000, 0, 0, 0)


async def test_a_question_that_is_not_read_is_free_as_far_as_the_budget_goes(autojump_clock):
    watch = Stopwatch(1_000_000, LagBudget(LAG))
    watch.hold()
    await trio.sleep(3)
    assert watch.passed_us(trio.current_time()) == 2_700_000
    watch.sent()
    await trio.sleep(0.2)
    assert watch.read() == Timing(2_900_000, 300_000, 0, 0, 300_000)
    assert watch.passed_us(trio.current_time()) == 2_900_000


async def test_an_answer_that_comes_before_its_question_was_read_was_held_until_then(autojump_clock):
    watch = Stopwatch(1_000_000, LagBudget(LAG))
    watch.hold()
    await trio.sleep(0.4)
    watch.arrived()
    watch.sent(trio.current_time() + 5)
    assert watch.read() == Timing(100_000, 300_000, 0, 0, 300_000)


async def test_the_wait_ends_at_limit_and_budget_even_if_the_question_is_not_read(autojump_clock):
    late = []
    async with heartbeat() as heart:
        watch = Stopwatch(100_000, LagBudget(LAG))
        watch.late = lambda: late.append(trio.current_time())
        began = trio.current_time()
        watch.hold()
        heart.watch(watch)
        await trio.sleep(1)
        heart.release(watch)
    assert late[0] - began == pytest.approx(0.1 + 0.3 + 0.05, abs=0.006)


async def test_asking_again_after_a_return_does_not_start_the_clock_anew(autojump_clock):
    watch = Stopwatch(1_000_000)
    for _ in range(3):
        watch.hold()
        watch.sent()
        await trio.sleep(0.1)
    watch.arrived()
    watch.arrived(trio.current_time() + 5)
    assert watch.read().think_us == 300_000


async def test_lag_is_credited_up_to_the_allowance_and_never_more_than_what_passed(autojump_clock):
    for round_trip, timing in {
        30_000: Timing(170_000, 30_000, 0, 30_000),
        150_000: Timing(100_000, 100_000, 0, 100_000),
        900_000: Timing(100_000, 100_000, 0, 100_000),
    }.items():
        watch = Stopwatch(1_000_000, LagBudget(LAG))
        watch.sent()
        watch.round_trip(round_trip)
        await trio.sleep(0.2)
        read = watch.read()
        assert read == timing
        assert read.charged_us == 200_000 - timing.lag_credit_us


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**6))
def test_think_transport_and_stall_add_up_to_what_passed(passed, stall, round_trip, allowance):
    async def timed():
        watch = Stopwatch(1, LagBudget(allowance))
        began = trio.current_time()
        watch.sent(began)
        watch.arrived(began + passed / 1e6)
        watch.stalled(began - 1, began - 1 + stall / 1e6)
        watch.stalled(began, began + stall / 1e6)
        watch.round_trip(round_trip)
        return watch.read()

    timing = trio.run(timed)
    assert timing.think_us + timing.transport_us + timing.stall_us == passed
    assert min(timing.think_us, timing.transport_us, timing.stall_us, timing.charged_us) >= 0


async def test_what_the_event_loop_lost_is_deducted_from_a_distant_seat_only(standing_clock):
    async with heartbeat() as heart:
        far, near = Stopwatch(1_000_000), Stopwatch(1_000_000)
        far.sent()
        for watch in (far, near):
            heart.watch(watch)
        await beats(standing_clock, 4)
        standing_clock.jump(0.345)  # no task runs meanwhile: the loop stands still
        await beats(standing_clock, 4)
        for watch in (far, near):
            watch.arrived()
            heart.release(watch)
    assert far.read() == Timing(45_000, 0, 340_000, 0)
    assert near.read() == Timing(385_000, 0, 0, 0)


async def test_a_stall_that_ends_with_the_answer_is_deducted_too(standing_clock):
    async with heartbeat() as heart:
        watch = Stopwatch(1_000_000)
        watch.sent()
        heart.watch(watch)
        await beats(standing_clock, 1)
        standing_clock.jump(0.205)
        watch.arrived()
        heart.release(watch)
    assert watch.read() == Timing(10_000, 0, 200_000, 0)


async def test_a_stall_is_deducted_even_if_the_question_is_reported_as_sent_after_it(standing_clock):
    async with heartbeat() as heart:
        watch = Stopwatch(1_000_000, LagBudget(LAG))
        watch.hold()
        heart.watch(watch)
        await beats(standing_clock, 1)
        left = trio.current_time() + 0.010
        standing_clock.jump(0.205)  # the question leaves, and the answer comes, while the loop stands still
        heart._notice(trio.current_time())
        watch.sent(left)
        watch.arrived(left + 0.195)
        heart.release(watch)
    assert watch.read() == Timing(0, 10_000, 200_000, 0, 10_000)


async def test_a_stall_before_the_question_has_left_takes_nothing_from_the_budget(standing_clock):
    async with heartbeat() as heart:
        watch = Stopwatch(1_000_000, LagBudget(LAG))
        watch.hold()
        heart.watch(watch)
        await beats(standing_clock, 1)
        standing_clock.jump(0.205)
        heart._notice(trio.current_time())
        watch.sent()
        watch.arrived(trio.current_time() + 0.050)
        heart.release(watch)
    assert watch.read() == Timing(50_000, 10_000, 200_000, 0, 10_000)


async def test_a_seat_that_sends_much_beside_its_choice_is_not_spared_the_stalls(standing_clock):
    for strays, stall in {STRAY: 200_000, STRAY + 1: 0}.items():
        watch = Stopwatch(1_000_000)
        watch.sent()
        began = trio.current_time()
        watch.stalled(began, began + 0.1)
        for _ in range(strays):
            watch.stray()
        watch.stalled(began + 0.1, began + 0.2)
        watch.arrived(began + 0.2)
        assert watch.read() == Timing(200_000 - stall, 0, stall, 0)


# The budget of a seat for a match ------------------------------------------------------------------------------------


def test_a_budget_refills_slowly_and_never_beyond_three_allowances():
    budget = LagBudget(LAG)
    budget.spend(Timing(REFILL_US, 0, 0, 0))
    assert budget.left_us == IN_HAND * LAG
    budget.spend(Timing(0, 250_000, 0, 100_000, 150_000))
    assert budget.left_us == 50_000
    budget.spend(Timing(REFILL_US // 2, 0, 0, 0))
    assert budget.left_us == 100_000
    budget.spend(Timing(100 * REFILL_US, 0, 0, 0))
    assert budget.left_us == IN_HAND * LAG


# One decision as a peer can shape it: how long the question is held, how often it reconnects meanwhile, how long it
# then thinks, the round trip that its pongs pretend, and what the event loop loses at the beginning.
SECONDS = st.integers(0, 200).map(lambda tenths: tenths / 10)
DECISIONS = st.tuples(st.floats(0, 6), st.integers(0, 3), SECONDS, st.integers(0, 10**7), st.floats(0, 0.5))


@given(st.lists(DECISIONS, max_size=40), st.sampled_from([0, 1, 50_000, LAG]))
def test_no_behaviour_of_a_peer_gains_it_more_than_six_allowances(decisions, allowance):
    async def play():
        budget, free = LagBudget(allowance), 0
        for held, reconnects, thought, round_trip, stall in decisions:
            watch = Stopwatch(10**9, budget)
            watch.round_trip(round_trip)
            watch.hold()
            began = watch._began
            watch.stalled(began, began + stall)
            for _ in range(reconnects):
                watch.hold()
            for late in range(1 + reconnects):
                watch.sent(began + held + late)
            watch.arrived(began + held + thought)
            timing = watch.read()
            passed = round((held + thought) * 1e6)
            stood = min(passed, round(stall * 1e6))
            assert passed - stood - timing.charged_us <= timing.free_us + 1
            assert timing.think_us + timing.transport_us + timing.stall_us == pytest.approx(passed, abs=2)
            assert min(timing) >= 0
            assert timing.lag_credit_us <= allowance
            budget.spend(timing)
            assert 0 <= budget.left_us <= IN_HAND * allowance
            free += timing.free_us
        return free, budget.granted_us

    free, granted = trio.run(play)
    assert free == granted
    assert free <= IN_A_MATCH * allowance


async def test_a_late_beat_within_the_tolerance_is_no_stall(standing_clock):
    async with heartbeat() as heart:
        watch = Stopwatch(1_000_000)
        watch.sent()
        heart.watch(watch)
        for _ in range(5):
            await trio.testing.wait_all_tasks_blocked()
            standing_clock.jump(0.0095)
        watch.arrived()
        heart.release(watch)
    assert watch.read().stall_us == 0


async def test_a_beat_that_is_later_than_the_tolerance_is_a_stall_from_when_it_was_due(standing_clock):
    async with heartbeat() as heart:
        watch = Stopwatch(1_000_000)
        watch.sent()
        heart.watch(watch)
        await trio.testing.wait_all_tasks_blocked()
        standing_clock.jump(0.011)
        await trio.testing.wait_all_tasks_blocked()
        watch.arrived()
        heart.release(watch)
    assert watch.read() == Timing(5_000, 0, 6_000, 0)


async def beats(clock, count):
    for _ in range(count):
        await trio.testing.wait_all_tasks_blocked()
        clock.jump(0.005)
    await trio.testing.wait_all_tasks_blocked()
