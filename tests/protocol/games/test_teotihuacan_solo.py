"""The solo game uses the messages of Teotihuacan, with the automaton's own parts."""

import pytest

from arena.errors import ProtocolError
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR
from arena.games.steps import OVER
from arena.games.teotihuacan.rules import SOLO as RULES
from arena.protocol.games import codec
from arena.protocol.games.teotihuacan import SOLO, TEOTIHUACAN
from arena.protocol.v1 import games_pb2
from arena.protocol.v1 import teotihuacan_pb2 as pb


def game(seed, **options):
    """Yield the positions of a random game. All are the same State object, which changes."""
    state = RULES.new(options, 2, Deal(b"%d" % seed))
    state.listen()
    rng = Rng(seed)
    while state.to_move != OVER:
        yield state
        state.apply(state.sample(rng))
    yield state


def test_the_solo_game_has_its_own_name_and_the_messages_of_teotihuacan():
    assert codec("teotihuacan/solo") is SOLO
    view = next(game(0)).view(0)
    assert games_pb2.View.FromString(SOLO.encode_view(view)).WhichOneof("view") == "teotihuacan"


@pytest.mark.parametrize("level", RULES.levels)
def test_every_view_event_and_setting_reads_back(level):
    for state in game(1, **RULES.levels[level]):
        for observer in (0, 1, SPECTATOR):
            view = state.view(observer)
            assert SOLO.decode_view(SOLO.encode_view(view)) == view
    for event in state.events(0, SPECTATOR):
        back = SOLO.event_from_message(SOLO.event_to_message(event))
        assert (back.kind, back.numbers) == (event.kind, event.numbers)


def spoil(change):
    state = [each.clone() for each in game(2)][9]
    message = SOLO.view_to_message(state.view(0))
    assert SOLO.view_from_message(message) == state.view(0)
    change(message)
    return message


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda view: view.ClearField("teotibot"), "number of tiles 0: expected 6 to 6"),
        (lambda view: view.teotibot.tiles.pop(), "number of tiles 5: expected 6 to 6"),
        (lambda view: view.teotibot.tiles.__setitem__(0, view.teotibot.aside), "expected every one once"),
        (lambda view: setattr(view.teotibot, "aside", 8), "action tile 8: expected 1 to 7"),
        (lambda view: setattr(view.teotibot, "upper", 0), "direction tile 0: expected 1 to 2"),
        (lambda view: view.teotibot.rolled.pop(), "number of rolled 1: expected 2 to 2"),
        (lambda view: view.teotibot.rolled.__setitem__(0, 7), "rolled 7: expected 1 to 6"),
        (lambda view: view.teotibot.discarded.append(22), "Discovery tile 22"),
        (
            lambda view: view.settings.add(name="teotibot_wood", number=2),
            "option 'teotibot_wood' cannot be '2': expected one of -1, 0, 1",
        ),
    ],
)
def test_a_view_with_an_impossible_value_is_refused(change, complaint):
    with pytest.raises(ProtocolError, match=complaint):
        SOLO.view_from_message(spoil(change))


def test_parts_of_solo_games_are_refused_in_other_games():
    message = pb.TeotihuacanView()
    message.CopyFrom(spoil(lambda _: None))
    assert TEOTIHUACAN.view_from_message(message).teotibot is None
