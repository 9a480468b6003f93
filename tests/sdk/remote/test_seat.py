"""Tests of a seat that is played to its end, and joined again when its stream breaks, with a scripted arena."""

import threading

import grpc
import pytest

from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena_sdk import Bot
from arena_sdk.doctor.table import DoctorTable
from arena_sdk.remote import seat
from tests.sdk.remote.host import SOON, First, Host, attending, choice, finish, heard, play_on, wait_for


@pytest.fixture
def host():
    host = Host()
    yield host
    host.close()


def test_a_whole_match_is_played_and_its_result_reported_once(host):
    table = DoctorTable("whole")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, join = host.take_seat(table)
        assert (join.last_seen, join.protocol) == (0, 1)
        play_on(line, table)
        finish(line, table)
        notice = attend_pb2.ResultNotice(
            match="whole", seat=0, reason=common_pb2.END_REASON_FINISHED, result=table.result(), head=bytes(32)
        )
        host.tell(result=notice)
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 0
    mine, other = table.state.scores()
    place = table.state.placements()[0]
    expected = f"match whole: cacao against random, place {place}: mine {mine}, random {other} (finished)\n"
    assert guest.out.getvalue() == expected


def test_the_token_goes_with_every_call(host):
    table = DoctorTable("token")
    with attending(host.address):
        host.welcome()
        assert host.attend.metadata["authorization"] == "Bearer a-token-that-nobody-may-see"
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        assert line.metadata["authorization"] == "Bearer a-token-that-nobody-may-see"


def test_a_broken_stream_is_left_for_a_new_one_that_says_what_was_seen(host):
    table = DoctorTable("broken")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        play_on(line, table, 3)
        line.end(grpc.StatusCode.UNAVAILABLE, "the cable was pulled")
        line, join = host.take_seat(table)
        assert join.last_seen == 3
        play_on(line, table)
        finish(line, table)
        wait_for(guest.out.getvalue)
    assert "the cable was pulled; coming back" in guest.err.getvalue()
    assert "back in the match" in guest.err.getvalue()


def test_an_offer_that_comes_while_the_ticket_of_the_one_before_is_refused_is_taken(host):
    table = DoctorTable("refused")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line = host.listener.take("Play", SOON)
        table.ticket = "another one"
        host.attend.send(table.offer(returning=True))
        host.tell(ping=common_pb2.Ping(number=1))
        assert heard(host.attend, attend_pb2.AttendRequest).pong.number == 1  # so it has heard the offer
        refusal = common_pb2.Ending(reason=common_pb2.ENDING_REASON_TICKET, text="the ticket is unknown")
        line.send(play_pb2.PlayResponse(ending=refusal))
        line.end()
        line, _ = host.take_seat(table)
        play_on(line, table)
        finish(line, table)
        wait_for(guest.out.getvalue)


def test_a_choice_that_was_lost_is_sent_again_and_the_bot_is_not_asked_twice(host):
    asked = []

    class Counts(First):
        def choose(self, turn):
            asked.append(turn.number)
            return turn.options[1]

    table = DoctorTable("lost")
    with attending(host.address, Counts):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        table.advance()
        line.send(table.question())
        first = choice(line)
        line.end(grpc.StatusCode.UNAVAILABLE)
        line, join = host.take_seat(table)
        line.send(table.question(since=join.last_seen, again=True))
        assert choice(line) == first
        table.answer(first.index)
        play_on(line, table, 1)
    assert asked == [1, 2]


def test_an_arena_that_lost_the_last_second_of_play_asks_again_and_is_answered(host):
    asked = []

    class Counts(First):
        def choose(self, turn):
            asked.append(turn.number)
            return 0

    table, before = DoctorTable("lost-second"), DoctorTable("lost-second")
    with attending(host.address, Counts):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        play_on(line, table, 2)
        line.end(grpc.StatusCode.UNAVAILABLE)
        line, join = host.take_seat(before)
        assert join.last_seen == 2
        play_on(line, before, 2)
    assert asked == [1, 2, 1, 2]


def test_the_path_breaks_while_the_bot_thinks_and_its_answer_arrives_all_the_same(host):
    thinking, go_on = threading.Event(), threading.Event()

    class Thinks(First):
        def choose(self, turn):
            thinking.set()
            assert go_on.wait(SOON)
            return turn.options[1]

    table = DoctorTable("thinks")
    with attending(host.address, Thinks):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        table.advance()
        line.send(table.question())
        assert thinking.wait(SOON)
        line.end(grpc.StatusCode.UNAVAILABLE)
        go_on.set()
        line, join = host.take_seat(table)
        assert join.last_seen == 1
        line.send(table.question(since=join.last_seen, again=True))
        assert (choice(line)).index == 1


def test_a_bot_keeps_its_memory_when_its_stream_reconnects(host):
    memories = []

    class Remembers(First):
        def start(self, start):
            self.seen = []

        def choose(self, turn):
            self.seen.append(turn.number)
            memories.append(list(self.seen))
            return 0

    table = DoctorTable("memory")
    with attending(host.address, Remembers):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        play_on(line, table, 1)
        line.end(grpc.StatusCode.UNAVAILABLE)
        line, _ = host.take_seat(table)
        play_on(line, table, 1)
    assert memories == [[1], [1, 2]]


def test_a_restarted_process_gets_its_match_back_from_the_beginning(host):
    heard_events = []

    class Listens(First):
        def choose(self, turn):
            heard_events.append(len(turn.events))
            return 0

    table = DoctorTable("restart", seat=1)
    with attending(host.address):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        play_on(line, table, 2)
        table.advance()
    with attending(host.address, Listens) as guest:
        host.welcome()
        host.attend.send(table.offer(returning=True))
        line, join = host.take_seat(table)
        assert join.last_seen == 0
        line.send(table.question(since=join.last_seen, again=True))
        assert choice(line).number == 3
    assert heard_events == [len(table.state.events(0, 1))]
    assert "back at cacao, seat 1" in guest.err.getvalue()


def test_a_repeated_offer_reconnects_a_waiting_seat_at_once_with_its_new_ticket(host):
    table = DoctorTable("new-ticket")
    with attending(host.address):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        limit = common_pb2.Ending(reason=common_pb2.ENDING_REASON_LIMIT, retry_after_us=3_600_000_000)
        line.send(play_pb2.PlayResponse(ending=limit))
        line.end(grpc.StatusCode.RESOURCE_EXHAUSTED)
        offer = table.offer(returning=True)
        offer.offer.ticket = "another-ticket"
        host.attend.send(offer)
        line = host.listener.take("Play", 20)
        assert heard(line, play_pb2.PlayRequest).join.ticket == "another-ticket"


@pytest.mark.parametrize(
    "reason",
    ["REPLACED", "TICKET", "TOO_LATE", "FORFEITED", "TOKEN", "FORBIDDEN", "FLOOD", "TOO_LARGE", "BROKEN"],
)
def test_a_seat_that_is_lost_for_good_is_not_asked_for_again(host, reason):
    table = DoctorTable("gone")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        ending = common_pb2.Ending(reason=f"ENDING_REASON_{reason}", text="so it is")
        line.send(play_pb2.PlayResponse(ending=ending))
        line.end()
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 0
    assert "match gone: " in guest.err.getvalue()
    assert "so it is" in guest.err.getvalue()


@pytest.mark.parametrize("reason", ["SILENT", "SHUTDOWN", "INTERNAL", "LIMIT", "UNSPECIFIED"])
def test_a_seat_that_may_be_had_again_is_asked_for_again(host, reason):
    table = DoctorTable("again")
    with attending(host.address):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        line.send(play_pb2.PlayResponse(ending=common_pb2.Ending(reason=f"ENDING_REASON_{reason}")))
        line.end()
        host.take_seat(table)


def test_a_stream_that_ends_well_without_over_is_taken_as_broken(host):
    table = DoctorTable("no-over")
    with attending(host.address):
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        line.end()
        host.take_seat(table)


def test_after_garbage_in_a_match_the_seat_reconnects(host):
    table = DoctorTable("garbage")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        line.send(b"\xff\xfe no message at all")
        line, _ = host.take_seat(table)
        play_on(line, table, 1)
    assert "does not keep to the protocol" in guest.err.getvalue()


def test_the_attendance_reports_a_match_that_ends_while_the_seat_is_away(host):
    told = []

    class Hears(First):
        def over(self, over):
            told.append(over.reason)

    table = DoctorTable("away")
    with attending(host.address, Hears) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        limit = common_pb2.Ending(reason=common_pb2.ENDING_REASON_LIMIT, retry_after_us=3_600_000_000)
        line.send(play_pb2.PlayResponse(ending=limit))
        line.end()
        wait_for(lambda: "coming back" in guest.err.getvalue())
        notice = attend_pb2.ResultNotice(match="away", reason=common_pb2.END_REASON_FORFEITS, result=table.result())
        host.tell(result=notice)
        wait_for(guest.out.getvalue)
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 0
    assert told == ["forfeits"]


def test_a_void_match_is_reported_as_void(host):
    table = DoctorTable("void")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        line.send(play_pb2.PlayResponse(over=play_pb2.Over(reason=common_pb2.END_REASON_VOID)))
        line.end()
        wait_for(guest.out.getvalue)
    assert guest.out.getvalue() == "match void: cacao against random, seat 0: void, it counts for nothing\n"


def test_a_bot_that_raises_leaves_its_match_and_its_author_reads_where(host):
    class Raises(Bot):
        def choose(self, turn):
            raise ValueError("of all things")

    table = DoctorTable("raises")
    with attending(host.address, Raises) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        table.advance()
        line.send(table.question())
        assert heard(line, play_pb2.PlayRequest).failed.text == "ValueError: of all things"
        ending = common_pb2.Ending(reason=common_pb2.ENDING_REASON_FORFEITED)
        line.send(play_pb2.PlayResponse(ending=ending))
        line.end()
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 0
    assert "decision 1: the bot raised ValueError: of all things" in guest.err.getvalue()
    assert 'raise ValueError("of all things")' in guest.err.getvalue()


def test_a_bot_that_chooses_no_option_lets_the_referee_give_its_verdict(host):
    class Wrong(Bot):
        def choose(self, turn):
            return "the best one"

    table = DoctorTable("wrong")
    with attending(host.address, Wrong) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        table.advance()
        line.send(table.question())
        answer = choice(line)
        assert (answer.HasField("index"), answer.index) == (True, -1)
    assert "the bot chose 'the best one', expected one of turn.options" in guest.err.getvalue()


def test_a_bot_that_cannot_be_started_ends_the_attendance_with_3(host):
    class Unready(First):
        def start(self, start):
            raise RuntimeError("no book of openings")

    table = DoctorTable("unready")
    with attending(host.address, Unready) as guest:
        host.welcome()
        host.attend.send(table.offer())
        host.take_seat(table)
        assert heard(host.attend, attend_pb2.AttendRequest).HasField("drain")
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 3
    assert "no book of openings" in guest.err.getvalue()


def test_pings_are_answered_between_decisions(host):
    table = DoctorTable("pings")
    with attending(host.address):
        host.welcome()
        host.tell(ping=common_pb2.Ping(number=8))
        assert heard(host.attend, attend_pb2.AttendRequest).pong.number == 8
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        line.send(play_pb2.PlayResponse(ping=common_pb2.Ping(number=9)))
        assert heard(line, play_pb2.PlayRequest).pong.number == 9


def test_an_arena_that_falls_silent_is_left_for_a_new_stream(host):
    table = DoctorTable("silent")
    with attending(host.address):
        host.welcome(ping_interval_us=200_000, ping_timeout_us=200_000)
        host.attend.send(table.offer())
        host.take_seat(table)
        host.take_seat(table)  # nothing was said on the first
        host.take_attend()


def test_several_matches_are_played_at_once_each_with_a_bot_of_its_own(host):
    barrier = threading.Barrier(3)

    class Together(First):
        def choose(self, turn):
            barrier.wait(SOON)
            return turn.options[0]

    tables = [DoctorTable("one"), DoctorTable("two"), DoctorTable("one", seat=1)]
    with attending(host.address, Together, matches=3):
        assert host.welcome(matches_at_once=3).matches_at_once == 3
        lines = []
        for table in tables:
            host.attend.send(table.offer())
            line, _ = host.take_seat(table)
            table.advance()
            lines.append(line)
        for line, table in zip(lines, tables, strict=True):
            line.send(table.question())
        assert [choice(line).number for line in lines] == [1, 1, 1]


def test_a_withdrawn_offer_is_not_joined_any_more(host):
    table = DoctorTable("withdrawn")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line = host.listener.take("Play", 20)
        heard(line, play_pb2.PlayRequest)
        host.tell(withdrawal=attend_pb2.Withdrawal(match="withdrawn", text="nobody else came"))
        assert line.hear(20).data is None
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 0
    assert "match withdrawn: the offer is withdrawn: nobody else came" in guest.err.getvalue()


def test_an_offer_that_comes_right_after_a_withdrawal_is_taken(host):
    table = DoctorTable("withdrawn")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        heard(host.listener.take("Play", SOON), play_pb2.PlayRequest)
        table.ticket = "another one"
        host.tell(withdrawal=attend_pb2.Withdrawal(match="withdrawn", text="no bot joined within 30 s"))
        host.attend.send(table.offer())
        line, join = host.take_seat(table)
        assert join.ticket == "another one"
        play_on(line, table)
        finish(line, table)
        wait_for(guest.out.getvalue)


def test_an_attempt_to_join_is_given_up_if_another_referee_makes_an_offer(host, monkeypatch):
    table, other = DoctorTable("moved"), Host()
    open_stream = seat.CallStream

    def late(*arguments):
        """Open the stream of the first offer, but only when the bot has received the second offer."""
        monkeypatch.setattr(seat, "CallStream", open_stream)
        table.ticket = "another one"
        offer = table.offer(returning=True)
        offer.offer.referee = other.address
        host.attend.send(offer)
        host.tell(ping=common_pb2.Ping(number=1))
        assert heard(host.attend, attend_pb2.AttendRequest).pong.number == 1  # so it has heard the offer
        return open_stream(*arguments)

    monkeypatch.setattr(seat, "CallStream", late)
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, join = other.take_seat(table)
        assert join.ticket == "another one"
        play_on(line, table)
        finish(line, table)
        wait_for(guest.out.getvalue)
    other.close()


def test_messages_newer_than_the_sdk_are_ignored(host):
    table = DoctorTable("newer")
    newer = b"\x9a\x06\x03new"  # field 99, three bytes
    with attending(host.address):
        host.welcome()
        host.attend.send(newer)
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        line.send(newer)
        play_on(line, table, 2)
