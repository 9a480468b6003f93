"""T-19.7: tests of a position that is made from a view."""

import pytest

from arena.games.chance import Deal, Rng
from arena.games.teotihuacan.from_view import from_view
from arena.games.teotihuacan.rules import TEOTIHUACAN


def hidden_orders(state):
    """Return all stacks of face-down tiles, and the dealt Starting tiles."""
    return (
        tuple(state.discovery_stack),
        tuple(state.decoration_stack),
        tuple(state.pyramid_stack),
        tuple(map(tuple, state.neutral_stacks)),
        tuple(state.discovery_again),
        tuple(map(tuple, state.dealt)),
    )


@pytest.mark.parametrize("options", [{}, {"starting_tile_draft": True}, {"first_game": True}])
@pytest.mark.parametrize("decisions", [0, 1, 5, 60])
def test_all_hidden_parts_come_from_the_generator(options, decisions):
    state = TEOTIHUACAN.new(options, 3, Deal(b"hidden"))
    rng = Rng(2)
    for _ in range(decisions):
        state.apply(state.sample(rng))
    view = state.view(state.to_move)
    made = [from_view(TEOTIHUACAN, view, Rng(seed)) for seed in (1, 1, 2)]
    assert hidden_orders(made[0]) == hidden_orders(made[1])
    for one, other in zip(hidden_orders(made[0])[:3], hidden_orders(made[2])[:3], strict=True):
        assert one != other
    assert [each.view(state.to_move) for each in made] == [view] * 3
    imagined = state.imagine(state.to_move, Rng(1))
    assert hidden_orders(imagined) == hidden_orders(made[0])
