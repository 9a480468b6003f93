"""Tests of the call `Play`: a seat's decisions, its accepted answers, and every way to forfeit."""

from queue import Empty

import grpc
import pytest

from arena.protocol.games import codec
from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2, play_pb2
from arena.record import Forfeit, ForfeitReason, read_record
from arena.record.verify import verify
from tests.server.wire import WITHIN, Attending, Gone, Sitting, bring

R = common_pb2


def seated(server, names, streams, **fields):
    """Begin a match of two bots. Return the first bot's attendance, both seats, and the match's id.

    The second bot plays by itself.
    """
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    [match, _] = server.match(*names[:2], **fields)
    offers = {ana: ana.offer(), bob: bob.offer()}
    match = offers[ana].match
    mine, theirs = ana.seat(offers[ana]), bob.seat(offers[bob])
    streams += [mine, theirs]
    return ana, mine, theirs.in_background(), match


def asked(seat):
    """Return the next decision of a seat."""
    return seat.until("decision")


def second_timing(server, names, streams, **declared):
    """Return the timing of a bot's first answer, as its second decision reports it. `declared` is part of its Hello."""
    ana, bob = bring(server, *names[:2], matches=1, **declared)
    streams += [ana, bob]
    server.match(*names[:2])
    seats = [bot.seat() for bot in (ana, bob)]
    streams += seats
    seats[1].in_background()
    seats[0].choose(asked(seats[0]).number)
    return asked(seats[0]).last_timing


def test_a_bot_that_knows_lag_budgets_gets_its_own(shared, names, streams):
    timing = second_timing(shared, names, streams, features=[attend_pb2.FEATURE_LAG_BUDGET])
    assert timing.HasField("held_us")
    assert timing.lag_budget_us > 0


def test_a_bot_of_1_0_gets_no_lag_budget(shared, names, streams):
    timing = second_timing(shared, names, streams)
    assert not timing.HasField("held_us")
    assert not timing.HasField("lag_budget_us")


def lost(server, match, reason):
    """Check that one seat forfeits a match for this reason. Return the ended match."""
    ended = server.ended(match)
    assert ended.reason == R.END_REASON_FORFEITS
    assert [forfeit.reason for forfeit in ended.forfeits] == [reason]
    return ended


def record_of(server, match):
    return b"".join(piece.data for piece in server.ask("ReadRecord", match=match))


def test_a_match_is_played_from_offer_to_result(shared, names, streams):
    ana, bob = bring(shared, *names[:2])
    streams += [ana, bob]
    matches = shared.match(*names[:2], clock="10+0.1,st=5")
    offers = [(stream, stream.offer()) for stream in (ana, ana, bob, bob)]
    assert {offer.match for _, offer in offers} == set(matches)
    assert len({offer.ticket for _, offer in offers}) == 4
    assert {offer.clock.text for _, offer in offers} == {"10+0.1,st=5"}
    seats = [stream.seat(offer).in_background() for stream, offer in offers]
    streams += seats
    for (_, offer), seat in zip(offers, seats, strict=True):
        start = seat.start
        assert (start.match, start.seat, start.commitment) == (offer.match, offer.seat, offer.commitment)
        assert start.round == offer.round != ""
        over = seat.overs.get(timeout=WITHIN)
        assert over.reason == R.END_REASON_FINISHED
        assert len(over.times) == 2
        record = record_of(shared, offer.match)
        assert verify(record, over.head.hex()).published
    results = [ana.until("result"), ana.until("result")]
    assert {each.match for each in results} == set(matches)


def test_a_decision_holds_all_that_a_bot_needs(shared, names, streams):
    _, mine, _, _ = seated(shared, names, streams, clock="10+0.5")
    decision = asked(mine)
    assert decision.number == 1
    assert [option.index for option in decision.options] == list(range(len(decision.options)))
    assert all(option.text and option.HasField("move") for option in decision.options)
    assert codec("cacao").view_from_message(decision.view.cacao) is not None
    assert decision.clock.limit_us == 10_500_000
    assert len(decision.clock.remaining_us) == 2
    mine.choose(1)
    second = asked(mine)
    assert (second.number, second.events_since) == (2, 1)
    assert second.events
    timing = second.last_timing
    assert timing.charged_us == timing.think_us + timing.transport_us - timing.lag_credit_us
    assert not second.again


@pytest.mark.parametrize("form", [attend_pb2.OPTION_FORM_TYPED, attend_pb2.OPTION_FORM_TEXT])
def test_a_bot_gets_decisions_in_the_option_form_that_it_declared(shared, names, streams, form):
    ana = Attending(shared, shared.bot(names[0]), option_form=form)
    [bob] = bring(shared, names[1])
    streams += [ana, bob]
    shared.match(*names[:2])
    mine, theirs = ana.seat(), bob.seat()
    streams += [mine, theirs.in_background()]
    option = asked(mine).options[0]
    typed = form == attend_pb2.OPTION_FORM_TYPED
    assert (option.HasField("move"), option.text != "") == (typed, not typed)


def test_repeating_a_choice_has_no_effect_and_another_choice_is_refused(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams)
    first = asked(mine)
    mine.choose(1)
    mine.choose(1)
    asked(mine)
    mine.choose(1, len(first.options) - 1)
    refused = mine.until("refused")
    assert (refused.number, refused.index, refused.taken) == (1, len(first.options) - 1, 0)
    mine.choose(2)
    assert mine.play_on().reason == R.END_REASON_FINISHED
    shared.ended(match)


def test_an_option_that_was_not_offered_loses(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams)
    decision = asked(mine)
    mine.choose(1, len(decision.options))
    forfeited = mine.until("forfeited")
    assert (forfeited.reason, forfeited.number) == (R.FORFEIT_REASON_ILLEGAL, 1)
    assert f"expected a number from 0 to {len(decision.options) - 1}" in forfeited.text
    assert mine.until("over").reason == R.END_REASON_FORFEITS
    ending, gone = mine.ending()
    assert (ending.reason, gone.code) == (R.ENDING_REASON_DONE, grpc.StatusCode.OK)
    lost(shared, match, R.FORFEIT_REASON_ILLEGAL)


@pytest.mark.parametrize("number", [0, -1, 2, 1 << 40])
def test_a_choice_for_a_decision_that_was_never_asked_loses(shared, names, streams, number):
    _, mine, _, match = seated(shared, names, streams)
    asked(mine)
    mine.choose(number)
    forfeited = mine.until("forfeited")
    assert forfeited.reason == R.FORFEIT_REASON_ILLEGAL
    assert "expected 1" in forfeited.text
    lost(shared, match, R.FORFEIT_REASON_ILLEGAL)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\x12\x7fcut short",
        b"",
        play_pb2.PlayRequest(choice=play_pb2.Choice(number=1)).SerializeToString(),
        play_pb2.PlayRequest(join=play_pb2.Join(ticket="x", protocol=1)).SerializeToString(),
    ],
    ids=["garbage", "truncated", "empty", "a choice without index", "a second join"],
)
def test_broken_bytes_after_join_lose(shared, names, streams, data):
    _, mine, _, match = seated(shared, names, streams)
    asked(mine)
    mine.send_bytes(data)
    assert mine.until("forfeited").reason == R.FORFEIT_REASON_ILLEGAL
    ending, gone = mine.ending()
    assert ending.reason == R.ENDING_REASON_BROKEN
    assert gone.code is grpc.StatusCode.INVALID_ARGUMENT
    lost(shared, match, R.FORFEIT_REASON_ILLEGAL)


def test_a_choice_with_unknown_fields_is_accepted(shared, names, streams):
    _, mine, _, _ = seated(shared, names, streams)
    asked(mine)
    choice = play_pb2.PlayRequest(choice=play_pb2.Choice(number=1, index=0)).SerializeToString()
    mine.send_bytes(choice + b"\xf2\x07\x02hi")
    assert asked(mine).number == 2


def test_a_clock_that_runs_out_loses(shared, names, streams):
    _, mine, theirs, match = seated(shared, names, streams, clock="st=0.2")
    asked(mine)
    forfeited = mine.until("forfeited")
    assert forfeited.reason == R.FORFEIT_REASON_TIME
    assert mine.until("over").forfeits[0].reason == R.FORFEIT_REASON_TIME
    assert theirs.overs.get(timeout=WITHIN).result.placements[theirs.start.seat] == 1
    lost(shared, match, R.FORFEIT_REASON_TIME)


def test_a_message_that_is_too_large_loses(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams)
    asked(mine)
    mine.send_bytes(bytes(17 << 10))
    assert mine.until("forfeited").reason == R.FORFEIT_REASON_FLOOD
    assert mine.ending()[0].reason == R.ENDING_REASON_TOO_LARGE
    lost(shared, match, R.FORFEIT_REASON_FLOOD)


def test_a_bot_that_says_that_it_failed_loses_at_once(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams, clock="600+0")
    asked(mine)
    mine.send(failed=play_pb2.Failed(text="ValueError: of all things\n"))
    assert mine.ending()[0].reason == R.ENDING_REASON_FORFEITED
    lost(shared, match, R.FORFEIT_REASON_CRASHED)


def test_a_forfeit_while_another_seat_thinks_counts_before_the_next_question(shared, names, streams):
    ana, bob = bring(shared, *names[:2], matches=1)
    streams += [ana, bob]
    shared.match(*names[:2], clock="600+0")
    offers = [(stream, stream.offer()) for stream in (ana, bob)]
    first, second = [stream.seat(offer) for stream, offer in sorted(offers, key=lambda each: each[1].seat)]
    streams += [first, second]
    decision = asked(first)
    second.send(failed=play_pb2.Failed(text="not even asked"))
    assert second.ending()[0].reason == R.ENDING_REASON_FORFEITED
    first.choose(decision.number)
    assert first.until("over").decisions == 1
    lost(shared, first.start.match, R.FORFEIT_REASON_CRASHED)


def test_a_flood_loses(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams)
    asked(mine)
    for number in range(5_000):
        mine.send(pong=R.Pong(number=number))
    try:
        assert mine.until("forfeited").reason == R.FORFEIT_REASON_FLOOD
        ending, gone = mine.ending()
        assert ending.reason == R.ENDING_REASON_FLOOD
    except Gone as early:  # gRPC's own status may overtake the last messages of a peer that does not read
        gone = early
    assert gone.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    lost(shared, match, R.FORFEIT_REASON_FLOOD)


def test_a_flood_of_choices_that_are_refused_loses(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams)
    number = asked(mine).number
    mine.choose(number, 0)
    for _ in range(5_000):
        mine.choose(number, 1)
    lost(shared, match, R.FORFEIT_REASON_FLOOD)


def test_a_bot_that_leaves_and_does_not_return_loses(shared, names, streams):
    ana, mine, _, match = seated(shared, names, streams, clock="st=0.3")
    asked(mine)
    mine.close()
    lost(shared, match, R.FORFEIT_REASON_LEFT)
    assert ana.until("result").forfeits[0].reason == R.FORFEIT_REASON_LEFT


def test_a_bot_that_closes_its_half_of_the_stream_has_left(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams, clock="st=0.3")
    asked(mine)
    mine.outbox.put(None)
    lost(shared, match, R.FORFEIT_REASON_LEFT)


def test_a_bot_that_never_joins_is_offered_the_seat_once_more_and_then_loses(serve, names, streams):
    server = serve("--limit", "join_within=2")
    ana, bob = streams[:] = bring(server, *names[:2], matches=1)
    server.match(*names[:2])
    first = ana.offer()
    theirs = bob.seat()
    streams.append(theirs)
    assert ana.until("withdrawal").match == first.match
    again = ana.offer()
    assert (again.match, again.seat) == (first.match, first.seat)
    assert again.ticket != first.ticket
    assert ana.until("withdrawal").match == first.match
    lost(server, first.match, R.FORFEIT_REASON_NO_SHOW)
    assert theirs.until("over").result.placements[theirs.start.seat] == 1
    assert ana.until("result").forfeits[0].reason == R.FORFEIT_REASON_NO_SHOW
    for ticket in (first.ticket, again.ticket):
        ending, gone = refused(server, ana.token, ticket)
        assert ending.reason == R.ENDING_REASON_TOO_LATE
        assert gone.code is grpc.StatusCode.FAILED_PRECONDITION


def test_the_second_offer_can_still_be_taken(serve, names, streams):
    server = serve("--limit", "join_within=2")
    ana, bob = streams[:] = bring(server, *names[:2], matches=1)
    server.match(*names[:2])
    ana.offer()
    theirs = bob.seat()
    ana.until("withdrawal")
    mine = ana.seat()
    streams += [mine, theirs.in_background()]
    assert mine.play_on().reason == R.END_REASON_FINISHED


def test_a_bot_with_a_token_revoked_in_mid_game_forfeits(shared, names, streams):
    ana, mine, _, match = seated(shared, names, streams)
    decision = asked(mine)
    assert decision.number == 1
    other = shared.ask("CreateToken", scope=R.SCOPE_BOT, bot=names[0], label="second").token_secret
    shared.secrets.add(other)
    _, token = shared.ask("ListTokens", bot=names[0]).tokens
    shared.ask("RevokeToken", id=token.id, reason="gone astray")
    ending, gone = mine.ending()
    assert ending.reason == R.ENDING_REASON_TOKEN
    assert gone.code is grpc.StatusCode.UNAUTHENTICATED
    assert ana.ending()[0].reason == R.ENDING_REASON_TOKEN
    lost(shared, match, R.FORFEIT_REASON_LEFT)


def test_a_bot_suspended_in_mid_game_forfeits(shared, names, streams):
    _, mine, _, match = seated(shared, names, streams)
    asked(mine)
    shared.ask("SuspendBot", bot=names[0], reason="a look at it")
    ending, gone = mine.ending()
    assert ending.reason == R.ENDING_REASON_FORBIDDEN
    assert gone.code is grpc.StatusCode.PERMISSION_DENIED
    lost(shared, match, R.FORFEIT_REASON_LEFT)


def test_an_organiser_makes_a_running_match_void(shared, names, streams):
    ana, mine, theirs, match = seated(shared, names, streams)
    asked(mine)
    found = shared.ask("VoidMatch", match=match, reason="the light went out").match
    assert (found.state, found.ruling) == (organiser_pb2.MATCH_STATE_VOID, "the light went out")
    assert mine.ending()[0].text == "the light went out"
    assert isinstance(theirs.overs.get(timeout=WITHIN), Gone)
    assert ana.until("result").reason == R.END_REASON_VOID


def test_a_seat_plays_on_for_the_others_when_one_of_three_forfeits(shared, names, streams):
    three = streams[:] = bring(shared, *names[:3], matches=1)
    shared.match(*names[:3])
    seats = [stream.seat() for stream in three]
    streams += seats
    match = seats[0].start.match
    for seat in seats[1:]:
        seat.in_background()
    decision = asked(seats[0])
    seats[0].choose(1, len(decision.options))
    assert seats[0].until("forfeited").reason == R.FORFEIT_REASON_ILLEGAL
    assert seats[0].until("over").reason == R.END_REASON_FINISHED  # it may wait for the end
    for seat in seats[1:]:
        over = seat.overs.get(timeout=WITHIN)
        assert over.result.placements[seats[0].start.seat] == 3
    entries = read_record(record_of(shared, match)).entries
    assert [each.reason for each in entries if isinstance(each, Forfeit)] == [ForfeitReason.ILLEGAL]


# Tickets and Join -------------------------------------------------------------------------------------------


def refused(server, token, ticket, **fields):
    """Send a Join that the arena refuses. Return the ending of the stream, and its status."""
    stream = Sitting(server, token, ticket, enter=False, **fields)
    ending, gone = stream.ending()
    stream.close()
    return ending, gone


def test_a_ticket_needs_the_token_it_was_issued_to(shared, names, streams):
    ana, bob = streams[:] = bring(shared, *names[:2], matches=1)
    shared.match(*names[:2])
    mine, theirs = ana.offer(), bob.offer()
    for token, ticket in ((bob.token, mine.ticket), (ana.token, theirs.ticket), (ana.token, "x" * 32), (ana.token, "")):
        ending, gone = refused(shared, token, ticket)
        assert ending.reason == R.ENDING_REASON_TICKET
        assert gone.code is grpc.StatusCode.PERMISSION_DENIED
    assert refused(shared, None, mine.ticket)[0].reason == R.ENDING_REASON_TOKEN
    assert refused(shared, shared.organiser, mine.ticket)[0].reason == R.ENDING_REASON_FORBIDDEN
    assert refused(shared, ana.token, mine.ticket, protocol=9)[0].reason == R.ENDING_REASON_PROTOCOL_VERSION
    assert refused(shared, ana.token, mine.ticket, last_seen=1)[0].reason == R.ENDING_REASON_BROKEN
    assert refused(shared, ana.token, mine.ticket, last_seen=-1)[0].reason == R.ENDING_REASON_BROKEN
    seats = [ana.seat(mine).in_background(), bob.seat(theirs).in_background()]  # and no seat has lost
    streams += seats
    assert seats[0].overs.get(timeout=WITHIN).reason == R.END_REASON_FINISHED


@pytest.mark.parametrize(
    "data", [b"\xff\xff", b"", play_pb2.PlayRequest(choice=play_pb2.Choice(number=1, index=0)).SerializeToString()]
)
def test_a_first_message_that_is_no_join_ends_the_stream_and_no_seat_loses(shared, names, data):
    stream = Sitting(shared, shared.bot(names[0]), "", say_join=False)
    stream.send_bytes(data)
    ending, gone = stream.ending()
    assert ending.reason == R.ENDING_REASON_BROKEN
    assert gone.code is grpc.StatusCode.INVALID_ARGUMENT
    stream.close()


def test_guessing_tickets_is_slowed_down(serve, names, streams):
    server = serve("--limit", "joins_per_minute=3")
    [ana] = streams[:] = bring(server, names[0])
    for _ in range(3):
        assert refused(server, ana.token, "guess")[0].reason == R.ENDING_REASON_TICKET
    ending, gone = refused(server, ana.token, "guess")
    assert ending.reason == R.ENDING_REASON_LIMIT
    assert 0 < ending.retry_after_us <= 60_000_000
    assert int(gone.trailing["retry-after"]) >= 1


# Returning --------------------------------------------------------------------------------------------------


def test_a_seat_returns_to_the_decision_that_waits(shared, names, streams):
    ana, mine, _, _ = seated(shared, names, streams)
    ticket = ana.tickets[0]
    first = asked(mine)
    mine.choose(1)
    second = asked(mine)
    mine.close()
    back = Sitting(shared, ana.token, ticket, last_seen=1)
    streams.append(back)
    assert back.start == mine.start
    again = asked(back)
    assert again.again
    assert (again.number, again.view, list(again.options)) == (2, second.view, list(second.options))
    assert (again.events_since, list(again.events)) == (1, list(second.events))
    assert again.clock.remaining_us[back.start.seat] <= second.clock.remaining_us[back.start.seat]
    fresh = Sitting(shared, ana.token, ticket, last_seen=0)
    streams.append(fresh)
    whole = asked(fresh)
    assert whole.events_since == 0
    assert list(whole.events) == [*first.events, *second.events]
    ending, gone = back.ending()
    assert ending.reason == R.ENDING_REASON_REPLACED
    assert gone.code is grpc.StatusCode.ABORTED
    seen = Sitting(shared, ana.token, ticket, last_seen=2)
    streams.append(seen)
    nothing = asked(seen)
    assert (nothing.events_since, list(nothing.events)) == (2, [])
    seen.choose(2)
    assert seen.play_on().reason == R.END_REASON_FINISHED


def test_a_choice_sent_twice_across_a_return_is_taken_once(shared, names, streams):
    ana, mine, _, match = seated(shared, names, streams)
    asked(mine)
    mine.choose(1)
    mine.close()
    back = Sitting(shared, ana.token, ana.tickets[0], last_seen=1)
    streams.append(back)
    back.choose(1)
    assert back.play_on().reason == R.END_REASON_FINISHED
    record = read_record(record_of(shared, match))
    assert verify(record_of(shared, match)).answers == len(record.entries)


def test_a_restarted_process_gets_its_seat_back(shared, names, streams):
    ana, mine, _, match = seated(shared, names, streams)
    asked(mine)
    mine.close()
    ana.close()
    again = Attending(shared, ana.token)
    streams.append(again)
    offer = again.offer()
    assert offer.returning
    assert (offer.match, offer.seat) == (match, mine.start.seat)
    back = again.seat(offer)
    streams.append(back)
    assert back.play_on().reason == R.END_REASON_FINISHED


def test_a_bot_may_join_a_seat_again_five_times_a_minute(shared, names, streams):
    ana, mine, _, match = seated(shared, names, streams)
    asked(mine)
    for _ in range(5):
        streams.append(Sitting(shared, ana.token, ana.tickets[0]))
    ending, gone = refused(shared, ana.token, ana.tickets[0])
    assert ending.reason == R.ENDING_REASON_LIMIT
    assert 0 < ending.retry_after_us <= 60_000_000
    assert gone.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    streams[-1].play_on()  # the newest stream that was let in has its seat
    shared.ended(match)


def test_a_bot_that_returns_to_a_finished_match_gets_its_result(shared, names, streams):
    ana, mine, _, match = seated(shared, names, streams)
    over = mine.play_on()
    shared.ended(match)
    back = Sitting(shared, ana.token, ana.tickets[0])
    streams.append(back)
    assert back.start.match == match
    assert back.until("over") == over
    assert back.ending()[0].reason == R.ENDING_REASON_DONE


def test_the_clock_runs_while_a_seat_is_away(shared, names, streams):
    ana, mine, _, _ = seated(shared, names, streams, clock="600+0")
    before = asked(mine).clock
    mine.close()
    back = Sitting(shared, ana.token, ana.tickets[0], last_seen=1)
    streams.append(back)
    after = asked(back).clock
    assert 0 < after.limit_us < before.limit_us
    assert after.remaining_us[mine.start.seat] == after.limit_us


# Heartbeats -------------------------------------------------------------------------------------------------


def test_no_ping_comes_while_a_decision_waits(serve, names, streams):
    server = serve("--limit", "ping_interval=0.1", "--limit", "ping_timeout=2")
    ana, bob = streams[:] = bring(server, *names[:2], matches=1)
    server.match(*names[:2], clock="600+0")
    mine, theirs = ana.seat(), bob.seat()
    streams += [mine, theirs.in_background()]
    mine.answers = False
    asked(mine)
    for _ in range(30):  # longer than interval and timeout together
        assert silent_for(mine, 0.1)
    mine.answers = True
    mine.choose(1)
    assert mine.play_on().reason == R.END_REASON_FINISHED


def silent_for(stream, seconds):
    """True if a stream receives no message for this number of seconds."""
    try:
        stream.inbox.get(timeout=seconds)
    except Empty:
        return True
    return False


def test_a_seat_that_answers_no_ping_between_decisions_is_sent_away_and_may_return(serve, names, streams):
    server = serve("--limit", "ping_interval=0.1", "--limit", "ping_timeout=2")
    ana, bob = streams[:] = bring(server, *names[:2], matches=1)
    server.match(*names[:2], clock="600+0")
    mine, theirs = ana.seat(), bob.seat()
    streams += [mine, theirs]
    other, silent, entry = (theirs, mine, ana) if first_asked(mine, theirs) is theirs else (mine, theirs, bob)
    silent.answers = False
    ending, gone = silent.ending()
    assert ending.reason == R.ENDING_REASON_SILENT
    assert gone.code is grpc.StatusCode.DEADLINE_EXCEEDED
    back = Sitting(server, entry.token, entry.tickets[0]).in_background()
    streams.append(back)
    other.choose(1)
    assert other.play_on().reason == R.END_REASON_FINISHED


def first_asked(one, other):
    """Return the seat that gets the first decision of a match."""
    seats = {seat.start.seat: seat for seat in (one, other)}
    return seats[0]
