"""C-6: tests of filling jungle spaces."""

import pytest

from arena.errors import IllegalOptionError
from tests.games.cacao.vocabulary import LONG_PILE, RED, YELLOW, Goods, Tile, described, table

ONE_KIND = ("temple", "temple")
MANY = Goods(hand=("1-1-1-1",) * 20)


def lay(game, cell):
    """Lay a tile, and answer with the first option until the turn is over. Return the cells that were filled."""
    before = set(game.jungle)
    game.play(f"place 1-1-1-1 r0 at {cell}")
    while game.asks in ("fill", "work"):
        game.play(game.options[0])
    return sorted(set(game.jungle) - before)


@pytest.mark.rule("C-6.1")
@pytest.mark.rule("C-6.2")
@pytest.mark.rule("W-3")
@pytest.mark.rule("C-6.4")
def test_a_space_with_two_worker_tiles_must_be_filled_from_the_display():
    game = table({(1, 0): Tile(RED, "2-1-0-1", 3)}, active=YELLOW)
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert (game.asks, game.to_move) == ("fill", YELLOW)
    assert game.seen.spaces == ((1, -1),)
    assert game.options == ["fill 1,-1 market_3", "fill 1,-1 temple"]
    game.play("fill 1,-1 temple")
    assert game.jungle[1, -1] == "temple"


@pytest.mark.rule("C-6.1")
def test_a_space_that_is_not_beside_the_new_tile_is_not_filled():
    game = table({(1, 0): Tile(RED), (0, -1): Tile(RED)}, display=ONE_KIND)
    assert lay(game, "1,2") == []


@pytest.mark.rule("C-6.2")
@pytest.mark.parametrize("owner", [RED, YELLOW])
def test_the_owners_of_the_two_tiles_do_not_matter(owner):
    assert lay(table({(1, 0): Tile(owner)}, display=ONE_KIND), "0,-1") == [(1, -1)]


@pytest.mark.rule("W-12")
@pytest.mark.rule("C-6.2")
@pytest.mark.rule("C-13.1")
def test_two_tiles_straight_across_a_space_fill_it_too():
    villages = {RED: MANY, YELLOW: MANY}
    game = table(villages=villages, display=ONE_KIND, pile=ONE_KIND * 5)
    cells = ["1,2", "0,1", "0,3", "2,3", "3,2", "4,3", "4,1", "3,0", "1,0"]
    filled = [lay(game, cell) for cell in cells]
    assert filled == [[], [(0, 2)], [(1, 3)], [(2, 2)], [(3, 3)], [(4, 2)], [(3, 1)], [(4, 0)], [(2, 0)]]
    assert [cell for cell in [(1, 0), (3, 0), (2, -1), (2, 1)] if cell in game.workers] == [(1, 0), (3, 0)]


THREE_SPACES = ["1,2", "-1,0", "0,-1", "-2,-1", "-2,1", "-3,0", "2,1", "2,3", "-3,2", "1,4", "-2,3"]


def before_three(display):
    """Return the cells that example W-13 fills before its last tile, and the game then, with a cenote on the pile."""
    game = table(villages={RED: MANY, YELLOW: MANY}, display=ONE_KIND, pile=ONE_KIND * 6)
    filled = [lay(game, cell) for cell in THREE_SPACES]
    position = described(game.state)
    assert position["asks"] == "place"
    workers = {tuple(tile["at"]): Tile(tile["seat"], tile["tile"]) for tile in position["workers"]}
    jungle = {tuple(tile["at"]): tile["tile"] for tile in position["jungle"]}
    villages = {RED: MANY, YELLOW: MANY}
    return filled, table(workers, jungle=jungle, villages=villages, display=display, pile=("cenote", *LONG_PILE[:4]))


@pytest.mark.rule("W-13")
@pytest.mark.rule("C-6.3")
@pytest.mark.rule("C-6.5")
@pytest.mark.rule("C-13.3")
def test_three_spaces_get_both_display_tiles_and_then_the_top_of_the_pile():
    filled, game = before_three(("market_3", "temple"))
    assert filled == [
        [],
        [],
        [(-1, -1)],
        [(-2, 0)],
        [(-1, 1)],
        [(-3, -1), (-3, 1)],
        [(2, 2)],
        [(1, 3)],
        [(-2, 2)],
        [(2, 4)],
        [(-3, 3)],
    ]
    game.play("place 1-1-1-1 r0 at 0,3")
    assert game.seen.spaces == ((0, 2), (-1, 3), (0, 4))
    assert game.options == [f"fill {cell} {tile}" for cell in ("0,2", "-1,3", "0,4") for tile in ("market_3", "temple")]
    game.play("fill -1,3 temple")
    assert game.options == ["fill 0,2 market_3", "fill 0,4 market_3"]
    assert game.seen.display == ("market_3",)
    game.play("fill 0,4 market_3")
    assert [game.jungle[cell] for cell in [(0, 2), (-1, 3), (0, 4)]] == ["cenote", "temple", "market_3"]


def assignments(game):
    """Return every way to fill the spaces, each as a set of spaces with their tiles."""
    ways = set()
    for text in game.options:
        ahead = type(game)(game.state.clone()).play(text)
        if ahead.asks == "fill":
            ways |= assignments(ahead)
        else:
            ways.add(tuple(sorted(ahead.jungle.items())))
    return ways


@pytest.mark.rule("W-13")
@pytest.mark.rule("C-14.3")
@pytest.mark.parametrize(("display", "ways"), [(("market_3", "temple"), 6), (ONE_KIND, 3)])
def test_three_spaces_can_be_filled_in_six_ways_or_three(display, ways):
    _, game = before_three(display)
    assert len(assignments(game.play("place 1-1-1-1 r0 at 0,3"))) == ways


@pytest.mark.rule("W-13")
@pytest.mark.rule("C-10.2")
def test_after_three_spaces_the_display_is_refilled_by_two():
    _, game = before_three(ONE_KIND)
    assert len(lay(game, "0,3")) == 3
    assert game.seen.display == LONG_PILE[:2]
    assert len(game.seen.pile) == 2


@pytest.mark.rule("C-6.4")
def test_two_spaces_take_one_display_tile_each():
    game = table({(1, 0): Tile(RED), (-1, 0): Tile(YELLOW)}).play("place 1-1-1-1 r0 at 0,-1")
    assert game.options == [
        "fill -1,-1 market_3",
        "fill -1,-1 temple",
        "fill 1,-1 market_3",
        "fill 1,-1 temple",
    ]
    assert len(assignments(game)) == 2
    game.play("fill 1,-1 market_3")
    assert (game.jungle[1, -1], game.jungle[-1, -1]) == ("market_3", "temple")


@pytest.mark.rule("C-6.4")
@pytest.mark.rule("C-14.1")
@pytest.mark.parametrize("workers", [{(1, 0): Tile(RED)}, {(1, 0): Tile(RED), (-1, 0): Tile(RED)}])
def test_no_seat_is_asked_if_all_fillings_are_alike(workers):
    game = table(workers, display=ONE_KIND).play("place 1-1-1-1 r0 at 0,-1")
    assert game.asks == "place"
    assert len(game.jungle) == 2 + len(workers)


@pytest.mark.rule("C-6.6")
def test_the_display_waits_for_the_end_of_the_turn():
    game = table({(1, 0): Tile(YELLOW)}, villages={RED: Goods(cacao=1)}, pile=("cenote",))
    game.play("place 1-1-1-1 r0 at 0,-1", "fill 1,-1 market_3")
    assert game.asks == "work"
    assert game.seen.display == ("temple",)


@pytest.mark.rule("C-6.7")
@pytest.mark.rule("W-14")
def test_with_too_few_tiles_the_player_chooses_which_spaces_get_them():
    game = table({(1, 0): Tile(RED), (-1, 0): Tile(YELLOW)}, display=("temple",), pile=())
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert game.options == ["fill -1,-1 temple", "fill 1,-1 temple"]
    game.play("fill -1,-1 temple")
    assert game.seen.spaces == ()
    assert (1, -1) not in game.jungle


@pytest.mark.rule("C-6.7")
def test_without_any_tile_nothing_is_filled():
    game = table({(1, 0): Tile(RED)}, display=(), pile=()).play("place 1-1-1-1 r0 at 0,-1")
    assert game.asks == "place"
    assert len(game.jungle) == 2


@pytest.mark.rule("C-6.8")
def test_a_filled_space_does_not_make_its_neighbours_fill():
    workers = {(1, 0): Tile(RED), (2, -1): Tile(RED), (1, -2): Tile(RED)}
    game = table(workers, jungle={(2, -2): "temple"}, display=ONE_KIND, pile=LONG_PILE)
    assert lay(game, "0,-1") == [(0, -2), (1, -1)]


@pytest.mark.rule("C-6.9")
def test_no_worker_acts_before_all_is_filled():
    game = table({(1, 0): Tile(RED), (-1, 0): Tile(YELLOW)}, display=("cenote", "temple"))
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert game.asks == "fill"
    assert game.village(RED).cacao == 0
    game.play("fill 1,-1 temple")
    assert game.village(RED).cacao == 1


@pytest.mark.rule("C-14.6")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fill 2,0 temple", "that space is not to be filled"),
        ("fill 1,-1 cenote", "cenote is not in the display"),
        ("place 1-1-1-1 r0 at 0,1", "a jungle space is to be filled now"),
        ("work 0,-1 S 1", "a jungle space is to be filled now"),
    ],
)
def test_filling_comes_before_everything_else(text, reason):
    game = table({(1, 0): Tile(RED)}).play("place 1-1-1-1 r0 at 0,-1")
    with pytest.raises(IllegalOptionError, match=reason):
        game.play(text)
