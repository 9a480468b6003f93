"""C-14.7, C-15: tests of copies of positions, and of positions that a seat imagines."""

import pytest

from arena.games.chance import Rng
from arena.games.game import SPECTATOR
from tests.games.cacao.vocabulary import RED, YELLOW, Goods, Tile, described, new, random_states, table


@pytest.mark.parametrize("code", [-1, 256])
def test_a_cell_refuses_a_number_that_is_no_byte(code):
    state = new(2).state
    before = state.digest()
    with pytest.raises(OverflowError, match=f"cell 5 cannot show {code}: expected 0 to 255"):
        state.show(5, code)
    assert state.digest() == before


@pytest.mark.rule("C-15.2")
@pytest.mark.rule("C-15.3")
def test_a_seat_imagines_its_own_hand_and_nothing_else_that_is_hidden():
    state = new(3).state
    imagined = [described(state.imagine(RED, Rng(seed))) for seed in range(30)]
    true = described(state)
    assert all(each["villages"][RED]["hand"] == true["villages"][RED]["hand"] for each in imagined)
    for hidden in (
        lambda each: each["pile"],
        lambda each: each["villages"][RED]["pile"],
        lambda each: each["villages"][YELLOW]["hand"],
        lambda each: each["villages"][YELLOW]["pile"],
    ):
        assert len({tuple(hidden(each)) for each in imagined}) > 5


@pytest.mark.rule("C-15.3")
@pytest.mark.rule("C-15.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_position_does_not_depend_on_hidden_tiles(seats):
    for number, state in enumerate(random_states(seats, 11)):
        for observer in range(-1, seats):
            twin = state.imagine(observer, Rng(99))
            assert twin.imagine(observer, Rng(number)).digest() == state.imagine(observer, Rng(number)).digest()


@pytest.mark.rule("C-15.1")
@pytest.mark.rule("C-15.3")
def test_a_spectator_imagines_every_hand():
    state = new(2).state
    hands = {tuple(described(state.imagine(SPECTATOR, Rng(seed)))["villages"][RED]["hand"]) for seed in range(30)}
    assert len(hands) > 5


def test_all_orders_of_a_pile_are_imagined_equally_often():
    state = table(villages={RED: Goods(pile=("1-1-1-1", "2-1-0-1", "3-0-0-1"))}).state
    rng = Rng(1)
    counts = {}
    for _ in range(6000):
        order = tuple(state.imagine(RED, rng).villages[RED].pile)
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_changes_of_the_original_do_not_change_a_clone(seats):
    state = next(random_states(seats, 13))
    rng = Rng(13)
    while state.to_move >= 0:
        clone, before = state.clone(), state.position()
        state.apply(state.sample(rng))
        assert clone.position() == before


def test_a_clone_in_mid_turn_is_independent_of_its_original():
    game = table({(1, 0): Tile(YELLOW)}).play("place 1-1-1-1 r0 at 0,-1")
    before = game.state.position()
    copy = type(game)(game.state.clone()).play("fill 1,-1 temple")
    assert game.state.position() == before
    assert copy.state.position() != before
    assert game.play("fill 1,-1 temple").state.position() == copy.state.position()
