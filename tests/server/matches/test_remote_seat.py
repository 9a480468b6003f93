"""Tests of a remote seat by a clock of the test, without waiting."""

import pytest
import trio
import trio.testing

from arena.games.chance import Deal
from arena.protocol.codec import DecisionWriter
from arena.protocol.games import codec
from arena.protocol.v1 import common_pb2, play_pb2
from arena.record import Departure, ForfeitReason
from arena.referee import Decision, SeatFailed, Stopwatch, TimeControl
from arena.referee.clock import STRAY, LagBudget
from arena.server import messages
from arena.server.matches.remote_seat import RemoteSeat
from arena.server.transport.bridge import Arrival
from arena.server.transport.limits import Limits
from tests.server.wire import CACAO


class Stream:
    """The bot's end of a seat's stream. It stores the messages, and reports them as sent when a test wants that."""

    def __init__(self):
        self.sent, self.ended, self.written = [], None, None

    def post(self, data, written=None, *, asks=False):
        self.sent.append(play_pb2.PlayResponse.FromString(data))
        self.written = written or self.written

    def finish(self, ended):
        self.ended = ended

    def kinds(self):
        return [message.WhichOneof("message") for message in self.sent]


def offered_seat():
    """Return a seat that no bot has joined."""
    start = play_pb2.Start(match="m-1", game="cacao", seat=0)
    clock = TimeControl.read("10+0")
    writer = DecisionWriter(codec("cacao"))
    return RemoteSeat(entrant="ana", version="1", start=start, clock=clock, writer=writer, limits=Limits())


def seat_at(stream):
    """Return a seat that a bot with the token "token" has joined."""
    seat = offered_seat()
    seat.join(stream, 0, "token", trio.current_time())
    return seat


def first_decision():
    state = CACAO.new(CACAO.complete({}), 2, Deal(bytes(32)))
    options = tuple(state.options())
    return Decision(
        number=1,
        seat=0,
        view=state.view(0),
        options=options,
        spellings=tuple(CACAO.spell(state, option) for option in options),
        clocks=(10_000_000, 10_000_000),
        events=(),
        state_rules=CACAO,
        limit_us=10_000_000,
        watch=Stopwatch(10_000_000, LagBudget(100_000)),
    )


def said(**fields):
    return Arrival(play_pb2.PlayRequest(**fields).SerializeToString(), trio.current_time())


async def asked(seat, nursery, decision):
    """Let the seat send a decision, and continue when it waits for the answer."""
    nursery.start_soon(seat.choose, decision)
    await trio.testing.wait_all_tasks_blocked()


async def test_a_seat_belongs_to_its_bot_until_a_token_has_joined_it():
    holders = [("token", "ana", "1"), ("another", "ana", "1"), ("another", "ana", "2"), ("another", "ben", "1")]
    assert [offered_seat().belongs_to(*each) for each in holders] == [True, True, False, False]
    joined = seat_at(Stream())
    assert [joined.belongs_to(*each) for each in holders] == [True, False, False, False]
    assert joined.belongs_to("token", "renamed", "1")
    joined.fail(SeatFailed(ForfeitReason.LEFT, "a test"), None)
    assert not joined.belongs_to("token", "ana", "1")


@pytest.mark.usefixtures("autojump_clock")
async def test_an_unread_decision_ends_the_stream_and_is_charged_beyond_the_budget():
    stream = Stream()
    seat, decision = seat_at(stream), first_decision()
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        now = trio.current_time()
        seat.look_after(now + 4)
        assert stream.ended is None
        assert decision.watch.passed_us(now + 0.2) == 0  # as far as the budget goes
        assert decision.watch.passed_us(now + 4) == pytest.approx(3_700_000, abs=1000)
        seat.look_after(now + 6)
        assert stream.ended.reason == common_pb2.ENDING_REASON_SILENT
        assert decision.watch.passed_us(now + 7) == pytest.approx(6_700_000, abs=1000)
        nursery.cancel_scope.cancel()


@pytest.mark.usefixtures("autojump_clock")
async def test_the_clock_does_not_start_anew_on_a_return():
    stream = Stream()
    seat, decision = seat_at(stream), first_decision()
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        left = trio.current_time() + 2
        stream.written(left)
        assert decision.watch.passed_us(left + 3) == pytest.approx(4_700_000, abs=1000)
        back = Stream()
        seat.join(back, 0, "token", left + 3)
        assert back.kinds() == ["start", "decision"]
        assert decision.watch.passed_us(left + 4) == pytest.approx(5_700_000, abs=1000)
        nursery.cancel_scope.cancel()


@pytest.mark.usefixtures("autojump_clock")
async def test_the_clock_of_a_seat_that_is_away_runs_from_the_question():
    stream = Stream()
    seat, decision = seat_at(stream), first_decision()
    seat.leave(stream)
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        asked_at = trio.current_time()
        await trio.sleep(2)
        seat.join(Stream(), 0, "token", trio.current_time())
        assert decision.watch.passed_us(asked_at + 3) == pytest.approx(3_000_000, abs=1000)
        nursery.cancel_scope.cancel()


async def test_a_return_does_not_let_a_question_be_held_anew():
    stream = Stream()
    seat, decision = seat_at(stream), first_decision()
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        now = trio.current_time()
        back = Stream()
        seat.join(back, 0, "token", now + 4)
        assert back.sent[-1].decision.clock.limit_us == pytest.approx(10_000_000, abs=100_000)
        seat.look_after(now + 5.1)
        assert back.ended.reason == common_pb2.ENDING_REASON_SILENT
        back.written(now + 9)
        assert decision.watch.passed_us(now + 9) == pytest.approx(8_700_000, abs=1000)
        nursery.cancel_scope.cancel()


async def test_a_bot_that_sends_much_while_it_is_asked_is_not_spared_the_stalls():
    stream = Stream()
    seat, decision = seat_at(stream), first_decision()
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        now = trio.current_time()
        stream.written(now)
        for _ in range(STRAY + 1):
            seat.received(stream, said(pong=common_pb2.Pong(number=77)))
        decision.watch.stalled(now, now + 1)
        seat.received(stream, Arrival(choice(), now + 1))
    assert decision.watch.read().stall_us == 0


async def test_no_ping_is_sent_and_none_is_owed_while_a_decision_waits():
    stream = Stream()
    seat, decision = seat_at(stream), first_decision()
    assert stream.kinds() == ["start", "ping"]
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        stream.written(trio.current_time())
        seat.look_after(trio.current_time() + 1000)
        assert stream.kinds() == ["start", "ping", "decision"]
        assert stream.ended is None
        nursery.cancel_scope.cancel()


async def test_a_pong_that_crossed_a_decision_measures_nothing():
    stream = Stream()
    seat, decision = seat_at(stream), first_decision()
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        seat.received(stream, said(pong=common_pb2.Pong(number=1)))
        nursery.cancel_scope.cancel()
    assert seat._trips == []


async def test_the_smallest_of_the_last_round_trips_is_the_transport():
    stream = Stream()
    seat = seat_at(stream)
    for number, trip in enumerate((0.030, 0.020, 0.050), 1):
        now = seat._ping_at + trip
        data = play_pb2.PlayRequest(pong=common_pb2.Pong(number=number)).SerializeToString()
        seat.received(stream, Arrival(data, now))
        seat.look_after(now + 1000)
    decision = first_decision()
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        stream.written(decision.watch._began)
        seat.received(stream, Arrival(choice(), decision.watch._began + 0.1))
    timing = decision.watch.read()
    assert timing.transport_us == pytest.approx(20_000, abs=10)
    assert timing.think_us == pytest.approx(80_000, abs=10)


def choice():
    return play_pb2.PlayRequest(choice=play_pb2.Choice(number=1, index=0)).SerializeToString()


async def test_a_fault_between_decisions_loses_at_the_next_decision():
    stream = Stream()
    seat = seat_at(stream)
    seat.received(stream, said(choice=play_pb2.Choice(number=7, index=0)))
    with pytest.raises(SeatFailed) as failed:
        await seat.choose(first_decision())
    assert failed.value.reason is ForfeitReason.ILLEGAL


async def test_messages_of_an_older_stream_are_ignored():
    old, new = Stream(), Stream()
    seat, decision = seat_at(old), first_decision()
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, decision)
        seat.join(new, 0, "token", trio.current_time())
        seat.received(old, Arrival(b"\xff\xff", trio.current_time()))
        assert seat.failed is None
        assert old.ended.reason == common_pb2.ENDING_REASON_REPLACED
        seat.leave(old)
        assert seat.stream is new
        nursery.cancel_scope.cancel()


async def test_a_seat_that_resigned_has_left_as_protocol_1_0_says_it():
    stream = Stream()
    seat = seat_at(stream)
    departures = tuple(Departure(1, reason, 3) for reason in ForfeitReason)
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, first_decision()._replace(departures=departures))
        nursery.cancel_scope.cancel()
    told = [gone.reason for gone in stream.sent[-1].decision.forfeits]
    assert told == [messages.forfeit_reason(reason) for reason in ForfeitReason]
    assert told[-1] == common_pb2.FORFEIT_REASON_LEFT


# After a crash of the arena ------------------------------------------------------------------------------------------


def seat_that_goes_on(stream, last_seen):
    start = play_pb2.Start(match="m-1", game="cacao", seat=0)
    terms = {"start": start, "clock": TimeControl.read("10+0"), "writer": DecisionWriter(codec("cacao"))}
    seat = RemoteSeat(entrant="ana", version="1", limits=Limits(), goes_on=True, **terms)
    seat.join(stream, last_seen, "token", trio.current_time())
    return seat


async def test_a_question_from_before_the_arena_crashed_is_known_and_its_choices_stand():
    stream = Stream()
    seat, before = seat_that_goes_on(stream, 1), first_decision()
    seat.recall(before, 2)
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, before._replace(number=2))
        assert stream.sent[-1].decision.number == 2
        assert stream.sent[-1].decision.events_since == 1
        seat.received(stream, said(choice=play_pb2.Choice(number=1, index=2)))
        seat.received(stream, said(choice=play_pb2.Choice(number=1, index=0)))
        assert stream.kinds()[-1] == "refused"
        assert stream.sent[-1].refused.taken == 2
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(("last_seen", "again"), [(0, False), (1, True)])
async def test_the_pending_decision_is_asked_again_unchanged_after_a_reconnect(last_seen, again):
    stream = Stream()
    seat = seat_that_goes_on(stream, last_seen)
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, first_decision())
        assert (stream.sent[-1].decision.number, stream.sent[-1].decision.again) == (1, again)
        assert stream.sent[-1].decision.events_since == last_seen
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("last_seen", [2, 2**31 - 1, 2**63 - 1])
async def test_a_last_seen_beyond_the_journal_means_that_nothing_is_known(last_seen):
    stream, returned = Stream(), Stream()
    seat = seat_that_goes_on(stream, last_seen)
    async with trio.open_nursery() as nursery:
        await asked(seat, nursery, first_decision())
        sent = stream.sent[-1].decision
        assert (sent.number, sent.again, sent.events_since) == (1, False, 0)
        seat.join(returned, last_seen, "token", trio.current_time())
        assert returned.sent[-1].decision.events_since == 0
        nursery.cancel_scope.cancel()
