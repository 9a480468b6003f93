"""Cacao's views, options and events do not change by encoding and decoding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ProtocolError
from arena.games.cacao.notation import EVENTS
from arena.games.cacao.rules import CACAO as RULES
from arena.games.cacao.tiles import JUNGLE_IDS, WORKER_IDS
from arena.games.cacao.view import SIDES, STEPS, CacaoView
from arena.games.game import SPECTATOR, Event
from arena.protocol.games.cacao import CACAO
from arena.protocol.games.game_codec import parse
from arena.protocol.v1 import cacao_pb2 as pb
from arena.protocol.v1 import games_pb2
from tests.protocol.games.positions import game, positions

EVERY_TABLE = [(seats, auto_resolve) for seats in RULES.seats for auto_resolve in (True, False)]


@given(positions())
def test_a_view_reads_back_for_every_observer(state):
    for observer in (*range(state.seats), SPECTATOR):
        view = state.view(observer)
        assert CACAO.decode_view(CACAO.encode_view(view)) == view


@given(positions())
def test_equal_views_are_equal_bytes_and_other_views_are_others(state):
    observers = (*range(state.seats), SPECTATOR)
    views = [state.view(observer) for observer in observers]
    again = [CACAO.decode_view(CACAO.encode_view(view)) for view in views]
    assert [CACAO.encode_view(view) for view in again] == [CACAO.encode_view(view) for view in views]
    assert len({CACAO.encode_view(view) for view in views}) == len(observers)


@given(positions())
def test_every_option_reads_back(state):
    options = state.options()
    assert [CACAO.option_from_message(CACAO.option_to_message(option)) for option in options] == options


@pytest.mark.parametrize(("seats", "auto_resolve"), EVERY_TABLE)
def test_every_event_of_a_game_reads_back_for_every_observer(seats, auto_resolve):
    *_, end = game(seats, 7, auto_resolve=auto_resolve)
    for observer in (*range(seats), SPECTATOR):
        for event in end.events(0, observer):
            back = CACAO.event_from_message(CACAO.event_to_message(event))
            assert (back.kind, back.numbers) == (event.kind, event.numbers)


def test_every_kind_of_event_has_a_message_with_the_same_fields():
    arms = pb.CacaoEvent.DESCRIPTOR.oneofs_by_name["event"].fields
    assert {arm.name: tuple(field.name for field in arm.message_type.fields) for arm in arms} == EVENTS


def test_an_event_with_zeros_in_all_fields_is_still_an_event():
    silence = Event("drew_unseen", [0])
    assert CACAO.event_to_message(silence).SerializeToString() != b""


@pytest.mark.parametrize(
    ("enum", "prefix", "words"),
    [
        (pb.CacaoWorker, "CACAO_WORKER_", WORKER_IDS),
        (pb.CacaoJungle, "CACAO_JUNGLE_", JUNGLE_IDS),
        (pb.CacaoStep, "CACAO_STEP_", STEPS),
        (pb.CacaoSide, "CACAO_SIDE_", ["north", "east", "south", "west"]),
    ],
)
def test_enum_values_stand_in_the_order_of_the_tables_they_name(enum, prefix, words):
    spelled = [prefix + word.upper().replace("-", "_") for word in words]
    assert enum.items() == [(name, number) for number, name in enumerate([f"{prefix}UNSPECIFIED", *spelled])]
    assert [name[len(prefix)] for name in pb.CacaoSide.keys()[1:]] == list(SIDES) or enum is not pb.CacaoSide


def a_view():
    """Return a view with every kind of part that can be wrong: tiles, edges, spaces and a covered tile."""
    for state in game(2, 11, auto_resolve=False):
        if state.spaces and any(village.edges for village in state.villages):
            message = CACAO.view_to_message(state.view(0))
            message.workers[0].covers.tile = pb.CACAO_WORKER_1_1_1_1
            return message
    raise AssertionError("no position with spaces to fill and edges to activate")


SPOILED = {
    "observer 2: expected -1 to 1": lambda view: setattr(view, "observer", 2),
    "observer -2: expected -1 to 1": lambda view: setattr(view, "observer", -2),
    "turn 23: expected 0 to 22": lambda view: setattr(view, "turn", 23),
    "step 0: expected 1 to 4": lambda view: view.ClearField("asks"),
    "step 5: expected 1 to 4": lambda view: setattr(view, "asks", 5),
    "to_move 2: expected -1 to 1": lambda view: setattr(view, "to_move", 2),
    "villages 1: expected 2 to 4": lambda view: view.villages.pop(),
    "villages 5: expected 2 to 4": lambda view: view.villages.extend([pb.CacaoVillage()] * 3),
    "x 1000000: expected -29 to 30": lambda view: setattr(view.jungle[0], "x", 1_000_000),
    "y -30: expected -29 to 30": lambda view: setattr(view.workers[0], "y", -30),
    "y 31: expected -29 to 30": lambda view: setattr(view.spaces[0], "y", 31),
    "x 31: expected -29 to 30": lambda view: setattr(view.edges[0], "x", 31),
    "jungle tile 0: expected 1 to 10": lambda view: view.jungle[0].ClearField("tile"),
    "jungle tile 11: expected 1 to 10": lambda view: view.pile.append(11),
    "jungle tile 12: expected 1 to 10": lambda view: view.display.append(12),
    "jungle tile 13: expected 1 to 10": lambda view: view.removed_jungle.append(13),
    "jungle tile 14: expected 1 to 10": lambda view: setattr(view.edges[0], "tile", 14),
    "worker tile 5: expected 1 to 4": lambda view: view.hand.append(5),
    "worker tile 6: expected 1 to 4": lambda view: view.removed_workers.append(6),
    "worker tile 7: expected 1 to 4": lambda view: view.villages[1].unplaced.append(7),
    "worker tile 8: expected 1 to 4": lambda view: setattr(view.workers[0], "tile", 8),
    "worker tile 9: expected 1 to 4": lambda view: setattr(view.workers[0].covers, "tile", 9),
    "rotation 4: expected 0 to 3": lambda view: (
        setattr(view.workers[0], "tile", pb.CACAO_WORKER_3_1_0_0),
        setattr(view.workers[0], "rotation", 4),
    ),
    "rotation 1: expected 0 to 0": lambda view: setattr(view.workers[0].covers, "rotation", 1),
    "seat 2: expected 0 to 1": lambda view: setattr(view.workers[0], "seat", 2),
    "seat 3: expected 0 to 1": lambda view: setattr(view.edges[0], "seat", 3),
    "side 5: expected 1 to 4": lambda view: setattr(view.edges[0], "side", 5),
    "workers 4: expected 1 to 3": lambda view: setattr(view.edges[0], "workers", 4),
    "cacao 6: expected 0 to 5": lambda view: setattr(view.villages[0], "cacao", 6),
    "suns 4: expected 0 to 3": lambda view: setattr(view.villages[0], "suns", 4),
    "river 9: expected 0 to 8": lambda view: setattr(view.villages[0], "river", 9),
    "market -1: expected 0 to": lambda view: setattr(view.villages[0], "market", -1),
    "gold_mine -1: expected 0 to": lambda view: setattr(view.villages[0], "gold_mine", -1),
    "hand 4: expected 0 to 3": lambda view: setattr(view.villages[0], "hand", 4),
    "pile -1: expected 0 to": lambda view: setattr(view.villages[0], "pile", -1),
}


@pytest.mark.parametrize("complaint", SPOILED)
def test_a_view_with_an_impossible_value_is_refused_with_the_field(complaint):
    message = a_view()
    assert isinstance(CACAO.view_from_message(message), CacaoView)
    SPOILED[complaint](message)
    with pytest.raises(ProtocolError, match=complaint):
        CACAO.view_from_message(message)


@pytest.mark.parametrize(
    ("move", "complaint"),
    [
        (pb.CacaoMove(), "move: expected one of place, overbuild, fill, work, got none"),
        (pb.CacaoMove(place=pb.CacaoPlace(x=1)), "worker tile 0: expected 1 to 4"),
        (pb.CacaoMove(place=pb.CacaoPlace(tile=1, rotation=1)), "rotation 1: expected 0 to 0"),
        (pb.CacaoMove(overbuild=pb.CacaoOverbuild(tile=2, rotation=-1)), "rotation -1: expected 0 to 3"),
        (pb.CacaoMove(fill=pb.CacaoFill(tile=11)), "jungle tile 11: expected 1 to 10"),
        (pb.CacaoMove(fill=pb.CacaoFill(x=31, tile=1)), "x 31: expected -29 to 30"),
        (pb.CacaoMove(work=pb.CacaoWork(workers=1)), "side 0: expected 1 to 4"),
        (pb.CacaoMove(work=pb.CacaoWork(side=1, workers=4)), "workers 4: expected 0 to 3"),
    ],
)
def test_a_move_that_names_no_option_is_refused(move, complaint):
    with pytest.raises(ProtocolError, match=complaint):
        CACAO.option_from_message(move)


def test_an_event_with_a_tile_that_does_not_exist_is_refused():
    with pytest.raises(ProtocolError, match="tile 11: expected 1 to 10"):
        CACAO.event_from_message(pb.CacaoEvent(refilled=pb.CacaoRefilled(tile=11)))


def test_an_event_of_a_newer_release_is_read_as_none():
    newer = parse(pb.CacaoEvent, b"\xa2\x06\x02\x08\x01")  # field 100, a message
    assert CACAO.event_from_message(newer) is None


def test_unknown_fields_are_ignored():
    *_, end = game(3, 5)
    data = CACAO.encode_view(end.view(1))
    assert CACAO.decode_view(data + b"\xc8\x3e\x05") == end.view(1)  # field 1001, a number


def test_the_view_of_another_game_is_refused():
    with pytest.raises(ProtocolError, match="view: expected one of cacao, got none"):
        CACAO.decode_view(games_pb2.View().SerializeToString())


@given(positions(), st.data())
def test_bytes_that_were_tampered_with_raise_one_error_or_make_a_view(state, data):
    whole = bytearray(CACAO.encode_view(state.view(0)))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    try:
        view = CACAO.decode_view(cut)
    except ProtocolError:
        return
    assert CACAO.decode_view(CACAO.encode_view(view)) == view
