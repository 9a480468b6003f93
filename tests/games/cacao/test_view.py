"""C-13.11, C-15: tests of the view of each observer, and of positions that are made from a view."""

import pytest

from arena.errors import UsageError
from arena.games.cacao.rules import CACAO
from arena.games.cacao.view import Edge
from arena.games.chance import Rng
from arena.games.game import SPECTATOR
from tests.games.cacao.vocabulary import RED, YELLOW, Goods, Tile, described, new, random_states, table


@pytest.mark.rule("C-15.1")
@pytest.mark.rule("C-13.11")
def test_everything_but_hands_and_orders_is_open():
    state = new(4).state
    seen, true = state.view(SPECTATOR), described(state)
    assert sorted(seen.pile) == sorted(true["pile"])
    for village, owned in zip(seen.villages, true["villages"], strict=True):
        assert sorted(village.unplaced) == sorted(owned["hand"] + owned["pile"])
        assert (village.hand, village.pile) == (len(owned["hand"]), len(owned["pile"]))


@pytest.mark.rule("C-15.2")
def test_the_own_hand_is_seen_by_its_owner_only():
    state = new(2).state
    hands = [tuple(village["hand"]) for village in described(state)["villages"]]
    assert [state.view(seat).hand for seat in (RED, YELLOW)] == hands
    assert state.view(SPECTATOR).hand == ()


def test_a_view_shows_what_is_left_to_fill_and_which_workers_will_act():
    game = table({(1, 0): Tile(YELLOW, "2-1-0-1", 0), (-1, 0): Tile(RED)}, villages={RED: Goods(cacao=1)})
    seen = game.play("place 1-1-1-1 r0 at 0,-1").seen
    assert (seen.asks, seen.spaces) == ("fill", ((-1, -1), (1, -1)))
    assert seen.edges == (Edge(RED, 0, -1, "S", 1, "plantation_single"),)
    seen = game.play("fill 1,-1 market_3").seen
    assert (seen.asks, seen.spaces) == ("work", ())
    assert Edge(YELLOW, 1, 0, "N", 2, "market_3") in seen.edges


@pytest.mark.parametrize("auto_resolve", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_position_made_from_a_view_is_one_that_its_observer_could_imagine(seats, auto_resolve):
    for number, state in enumerate(random_states(seats, 2, auto_resolve=auto_resolve)):
        for observer in range(-1, seats):
            made = CACAO.from_view(state.view(observer), Rng(number))
            assert made.position() == state.imagine(observer, Rng(number)).position()
            assert made.view(observer) == state.view(observer)
        if state.to_move >= 0:
            assert CACAO.from_view(state.view(state.to_move), Rng(1)).options() == state.options()


@pytest.mark.parametrize("observer", [-2, 2])
def test_only_seats_and_spectators_look(observer):
    with pytest.raises(UsageError, match="expected a seat from 0 to 1, or -1"):
        new(2).state.view(observer)
