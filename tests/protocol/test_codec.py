"""Tests of the codec of decisions: its bytes equal those of protobuf itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ProtocolError, UsageError
from arena.games import GAMES
from arena.games.cacao.rules import CACAO as RULES
from arena.protocol import codec as wire
from arena.protocol.codec import (
    BOTH,
    TEXT,
    TYPED,
    DecisionWriter,
    WireDecision,
    WireDeparture,
    WireTiming,
    read_decision,
)
from arena.protocol.games import codec
from arena.protocol.games.cacao import CACAO
from arena.protocol.v1 import attend_pb2, common_pb2, games_pb2, play_pb2
from tests.protocol.games.positions import game, positions

US = st.integers(0, 2**53)
TIMINGS = st.builds(WireTiming, US, US, US, US, US, st.none() | US, st.none() | US)
REASONS = ["illegal", "time", "left", "crashed", "flood", "no-show"]
DEPARTURES = st.lists(
    st.builds(WireDeparture, st.integers(0, 3), st.sampled_from(REASONS), st.integers(0, 40)), max_size=3
)


def asked(state, **rest):
    """Return the decision of a position, as it is sent to the seat."""
    options = tuple(state.options())
    return WireDecision(
        number=rest.pop("number", 1),
        view=state.view(state.to_move),
        options=options,
        spellings=tuple(RULES.spell(state, option) for option in options),
        **rest,
    )


@st.composite
def decisions(draw):
    state = draw(positions(may_be_over=False))
    return asked(
        state,
        number=draw(st.integers(1, 500)),
        clocks=tuple(draw(st.lists(US, max_size=4))),
        limit_us=draw(st.none() | US),
        events=tuple(state.events(0, state.to_move)[-draw(st.integers(1, 40)) :]) if state.log else (),
        events_since=draw(st.integers(0, 500)),
        last_timing=draw(st.none() | TIMINGS),
        departures=tuple(draw(DEPARTURES)),
        again=draw(st.booleans()),
    )


def written(writer, decision):
    """Return the bytes that a writer makes of a decision and of the values sent with it."""
    return writer.write(decision, decision.last_timing, events_since=decision.events_since, again=decision.again)


def parts(decision):
    events = tuple((event.kind, tuple(event.numbers)) for event in decision.events)
    return {name: getattr(decision, name) for name in WireDecision._fields} | {"events": events}


@given(decisions())
def test_a_decision_reads_back(decision):
    assert parts(read_decision(CACAO, written(DecisionWriter(CACAO), decision))) == parts(decision)


@given(decisions(), st.sampled_from([BOTH, TYPED, TEXT]))
def test_the_bytes_are_those_that_the_message_itself_would_give(decision, form):
    writer = DecisionWriter(CACAO, form)
    data = written(writer, decision)
    assert play_pb2.Decision.FromString(data).SerializeToString(deterministic=True) == data
    assert written(writer, decision) == data, "kept options give the same bytes"


@given(decisions())
def test_a_bot_is_sent_the_form_it_asked_for(decision):
    writers = [DecisionWriter(CACAO, form) for form in (TYPED, TEXT)]
    typed, text = (play_pb2.Decision.FromString(written(writer, decision)) for writer in writers)
    assert not any(option.text for option in typed.options)
    assert not any(event.text for event in typed.events)
    assert [CACAO.option_from_message(option.move.cacao) for option in typed.options] == list(decision.options)
    assert not any(option.HasField("move") for option in text.options)
    assert not any(event.HasField("cacao") for event in text.events)
    assert [option.text for option in text.options] == list(decision.spellings)
    assert [event.text for event in text.events] == [RULES.spell_event(event) for event in decision.events]


@given(decisions(), st.sampled_from([TYPED, TEXT]))
def test_what_was_sent_in_one_form_reads_back_in_that_form(decision, form):
    back = read_decision(CACAO, written(DecisionWriter(CACAO, form), decision))
    assert back.options == (decision.options if form == TYPED else ())
    assert back.spellings == (decision.spellings if form == TEXT else ())


def test_without_a_form_a_decision_has_both_forms():
    assert BOTH != attend_pb2.OPTION_FORM_UNSPECIFIED
    state = next(game(2, 1))
    data = DecisionWriter(CACAO, attend_pb2.OPTION_FORM_UNSPECIFIED).write(asked(state))
    assert data == DecisionWriter(CACAO, BOTH).write(asked(state))


@pytest.mark.parametrize("seats", RULES.seats)
def test_no_decision_of_a_game_is_larger_than_the_protocol_allows(seats):
    writer = DecisionWriter(CACAO)
    for state in game(seats, 3, auto_resolve=False):
        if state.to_move >= 0:
            told = tuple(state.events(0, state.to_move))  # all of them, as for a process that has just returned
            assert len(writer.write(asked(state, events=told))) <= 32 * 1024


def test_many_options_of_many_bytes_are_framed_as_well():
    state = next(game(2, 1))
    decision = asked(state)
    many = decision._replace(options=tuple(range(1500)), spellings=("x" * 300, "y" * 100) * 750)
    data = DecisionWriter(CACAO, TEXT).write(many)
    message = play_pb2.Decision.FromString(data)
    assert [option.index for option in message.options] == list(range(1500))
    assert [option.text for option in message.options] == list(many.spellings)
    assert message.SerializeToString(deterministic=True) == data


def test_the_cache_of_options_and_events_is_bounded():
    writer = DecisionWriter(CACAO, most=5)
    for state in game(3, 1):
        if state.to_move >= 0:
            decision = asked(state, events=tuple(state.events(0, state.to_move)))
            assert writer.write(decision) == DecisionWriter(CACAO).write(decision)
            assert sum(len(kept) for kept in writer._placed) <= 5
            assert max(len(writer._bodies), len(writer._events)) <= 5


@given(decisions())
def test_a_decision_goes_into_its_response(decision):
    data = written(DecisionWriter(CACAO), decision)
    response = play_pb2.PlayResponse(decision=play_pb2.Decision.FromString(data))
    assert wire.in_response(data) == response.SerializeToString(deterministic=True)


@given(decisions(), st.data())
def test_bytes_that_were_tampered_with_raise_one_error_or_make_a_decision(decision, data):
    whole = bytearray(written(DecisionWriter(CACAO), decision))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = read_decision(CACAO, bytes(whole[: data.draw(st.integers(0, len(whole)))]))
    except ProtocolError:
        return
    assert isinstance(read, WireDecision)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda m: m.options.pop(0), "decision 1: expected options numbered from 0 without gaps"),
        (lambda m: m.options[1].ClearField("text"), "decision 1: expected a move, a text or both with every option"),
        (lambda m: m.options[1].ClearField("move"), "decision 1: expected a move, a text or both with every option"),
        (lambda m: m.ClearField("options"), "decision 1: expected a move, a text or both with every option"),
        (lambda m: m.ClearField("view"), "view: expected one of cacao, got none"),
        (lambda m: m.options[0].move.ClearField("cacao"), "move: expected one of cacao, got none"),
    ],
)
def test_a_decision_that_breaks_the_rules_is_refused(spoil, complaint):
    message = play_pb2.Decision.FromString(DecisionWriter(CACAO).write(asked(next(game(2, 1)))))
    spoil(message)
    with pytest.raises(ProtocolError, match=complaint):
        read_decision(CACAO, message.SerializeToString())


def test_bytes_that_are_no_message_are_refused_with_what_was_expected():
    with pytest.raises(ProtocolError, match="3 bytes cannot be read: expected the message Decision"):
        read_decision(CACAO, b"\xff\xff\xff")


def test_a_forfeit_for_a_reason_newer_than_this_program_keeps_its_number():
    message = play_pb2.Decision.FromString(DecisionWriter(CACAO).write(asked(next(game(2, 1)))))
    message.forfeits.append(common_pb2.Forfeit(seat=1, reason=77, turn=2))
    assert read_decision(CACAO, message.SerializeToString()).departures == (WireDeparture(1, "77", 2),)


def test_every_reason_to_forfeit_that_a_record_knows_has_a_value():
    from arena.record.outcome import ForfeitReason

    said = [reason for reason in ForfeitReason if reason is not ForfeitReason.RESIGNED]  # said as the nearest one
    names = [f"FORFEIT_REASON_{reason.upper().replace('-', '_')}" for reason in said]
    assert common_pb2.ForfeitReason.keys() == ["FORFEIT_REASON_UNSPECIFIED", *names]


def test_a_game_is_found_by_its_name_and_every_game_has_its_arms():
    assert codec("cacao") is CACAO
    with pytest.raises(UsageError, match="game 'cocoa' has no messages: expected one of cacao"):
        codec("cocoa")
    for name in {codec(each).name for each in GAMES}:
        for message, oneof in ((games_pb2.View, "view"), (games_pb2.Move, "move"), (games_pb2.Event, "event")):
            assert message.DESCRIPTOR.fields_by_name[name].containing_oneof.name == oneof
            assert message.DESCRIPTOR.fields_by_name[name].number >= 100
