"""C-9: tests of overbuilding: a worker tile is laid on top of another tile of the same seat."""

import pytest

from arena.errors import IllegalOptionError
from arena.games.cacao.grid import cell_at
from arena.games.cacao.scoring import workers_at
from arena.games.cacao.view import CoveredTile
from tests.games.cacao.vocabulary import RED, YELLOW, Goods, Tile, table

USED_UP = {"display": (), "pile": ()}
CROSSING = {(2, 0): "temple", (1, -1): "sun_site"}


def ready(*, suns=1, hand=("2-1-0-1",), covers=None, seat=RED, **more):
    """Return a game in which Red may build over 1,0 and over no other tile."""
    workers = {(1, 0): Tile(seat, covers=covers), (0, 1): Tile(YELLOW)}
    villages = {RED: Goods(suns=suns, hand=hand), YELLOW: Goods(suns=1)}
    return table(workers, villages=villages, **(USED_UP | more))


def overbuildings(game):
    return [text for text in game.options if text.startswith("overbuild")]


@pytest.mark.rule("C-9.1")
@pytest.mark.rule("C-9.3")
@pytest.mark.rule("C-9.4")
@pytest.mark.rule("C-14.1")
def test_an_own_tile_may_be_built_over_with_any_rotation_once_the_jungle_is_used_up():
    game = ready()
    assert overbuildings(game) == [f"overbuild 2-1-0-1 r{rotation} at 1,0" for rotation in range(4)]
    assert game.options[-4:] == overbuildings(game)


@pytest.mark.rule("C-9.1")
@pytest.mark.rule("W-15")
@pytest.mark.parametrize("left", [{"display": ("temple",)}, {"pile": ("temple",)}])
def test_nothing_is_built_over_while_a_jungle_tile_is_left(left):
    game = ready(**left)
    assert overbuildings(game) == []
    with pytest.raises(IllegalOptionError, match="while the jungle pile or the display holds a tile"):
        game.play("overbuild 2-1-0-1 r0 at 1,0")


@pytest.mark.rule("C-9.2")
@pytest.mark.rule("W-15")
def test_without_a_sun_token_nothing_is_built_over():
    game = ready(suns=0)
    assert overbuildings(game) == []
    with pytest.raises(IllegalOptionError, match="you have no sun token"):
        game.play("overbuild 2-1-0-1 r0 at 1,0")


@pytest.mark.rule("C-9.2")
def test_one_sun_token_is_paid():
    assert ready(suns=3).play("overbuild 2-1-0-1 r0 at 1,0").village(RED).suns == 2


@pytest.mark.rule("C-9.3")
@pytest.mark.rule("W-15")
@pytest.mark.parametrize(
    ("game", "cell", "reason"),
    [
        (ready(), "0,1", "another player's tile"),
        (ready(), "2,1", "no worker tile lies there"),
        (ready(covers=("3-1-0-0", 2)), "1,0", "overbuilt already"),
    ],
)
def test_only_own_tiles_are_built_over_and_only_once(game, cell, reason):
    before = game.state.position()
    with pytest.raises(IllegalOptionError, match=reason):
        game.play(f"overbuild 2-1-0-1 r0 at {cell}")
    assert game.state.position() == before
    assert f"overbuild 2-1-0-1 r0 at {cell}" not in game.options


@pytest.mark.rule("C-9.4")
@pytest.mark.rule("W-15")
def test_the_new_tile_comes_from_the_hand():
    with pytest.raises(IllegalOptionError, match="3-1-0-0 is not in your hand"):
        ready().play("overbuild 3-1-0-0 r0 at 1,0")
    assert ready(hand=("2-1-0-1", "3-1-0-0")).play("overbuild 2-1-0-1 r0 at 1,0").village(RED).hand == 1


@pytest.mark.rule("C-9.3")
def test_a_tile_that_was_built_over_stays_covered():
    game = ready(suns=3, hand=("2-1-0-1", "1-1-1-1", "1-1-1-1"))
    game.play("overbuild 2-1-0-1 r0 at 1,0", "place 1-1-1-1 r0 at 2,1")
    assert game.to_move == RED
    assert overbuildings(game) == []


@pytest.mark.rule("C-9.5")
@pytest.mark.rule("C-9.6")
def test_only_the_new_tile_is_activated_and_nothing_is_filled():
    game = table(
        {(1, 0): Tile(RED), (0, -1): Tile(YELLOW, "3-1-0-0", 2)},
        villages={RED: Goods(suns=1, hand=("1-1-1-1",))},
        auto_resolve=False,
        **USED_UP,
    )
    game.play("overbuild 1-1-1-1 r0 at 1,0")
    assert game.edges == [(RED, "1,0 S", 1, "market_2"), (RED, "1,0 W", 1, "plantation_single")]
    assert game.seen.spaces == ()


@pytest.mark.rule("W-5")
@pytest.mark.rule("C-9.6")
@pytest.mark.rule("C-9.7")
def test_the_example_of_overbuilding_in_the_rulebook():
    cell = {(4, 2): "plantation_double", (5, 3): "market_4", (4, 4): "cenote", (3, 3): "temple"}
    bridge = {(2, 1): Tile(YELLOW), (3, 2): Tile(YELLOW), (4, 3): Tile(RED), (4, 1): Tile(YELLOW)}
    game = table(
        bridge, jungle=cell | {(2, 2): "temple", (3, 1): "temple"},
        villages={RED: Goods(suns=1, hand=("2-1-0-1",))}, **USED_UP,
    )  # fmt: skip
    assert workers_at(game.state, cell_at(3, 3)) == [1, 1]
    game.play("overbuild 2-1-0-1 r1 at 4,3")
    assert game.edges == [(RED, "4,3 N", 1, "plantation_double"), (RED, "4,3 E", 2, "market_4")]
    game.play("work 4,3 N 1", "work 4,3 E 2")
    assert game.goods(RED) == (8, 0, 0, 1)
    assert set(game.jungle) == {(0, 0), (1, 1), (2, 2), (3, 1), *cell}
    assert game.workers[4, 3].covers == CoveredTile("1-1-1-1", 0)
    assert workers_at(game.state, cell_at(3, 3)) == [0, 1]


@pytest.mark.rule("C-9.7")
def test_workers_that_are_covered_do_not_count_at_temples():
    game = table(
        {(1, 0): Tile(RED)}, jungle={(2, 0): "temple"}, villages={RED: Goods(suns=1, hand=("3-1-0-0",))}, **USED_UP
    )
    assert game.state.ledger()["temple"] == [[6], [0]]
    game.play("overbuild 3-1-0-0 r2 at 1,0")
    assert game.state.ledger()["temple"] == [[0], [0]]


@pytest.mark.rule("C-9.8")
def test_overbuilding_is_never_compulsory():
    assert "place 2-1-0-1 r0 at -1,0" in ready().options


@pytest.mark.rule("C-9.9")
@pytest.mark.rule("W-16")
def test_payment_makes_room_for_a_sun_token():
    game = table(
        {(1, 0): Tile(RED)}, jungle={(2, 0): "sun_site"}, villages={RED: Goods(suns=3, hand=("2-1-0-1",))}, **USED_UP
    )
    game.play("overbuild 2-1-0-1 r1 at 1,0")
    assert game.village(RED).suns == 3


@pytest.mark.rule("C-9.1")
@pytest.mark.rule("C-13.9")
@pytest.mark.rule("W-14")
@pytest.mark.rule("C-6.7")
def test_the_player_that_lays_the_last_jungle_tile_leaves_overbuilding_to_the_next():
    game = table(
        {(1, 0): Tile(RED), (-1, 0): Tile(YELLOW)},
        villages={RED: Goods(suns=1, hand=("1-1-1-1", "2-1-0-1")), YELLOW: Goods(suns=1)},
        display=("market_2",),
        pile=(),
    )
    assert overbuildings(game) == []
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert game.options == ["fill -1,-1 market_2", "fill 1,-1 market_2"]
    game.play("fill 1,-1 market_2")
    while game.asks == "work":
        game.play(game.options[0])
    assert (game.to_move, game.seen.display) == (YELLOW, ())
    assert (-1, -1) not in game.jungle
    assert overbuildings(game) == ["overbuild 1-1-1-1 r0 at -1,0"]
