"""C-4, C-5, C-10, C-11: tests of laying a worker tile, of the end of a turn, and of the end of the game."""

import pytest

from arena.errors import IllegalOptionError
from arena.games.cacao.turn import TURN
from arena.games.chance import Rng
from arena.games.game import SPECTATOR, playout
from tests.games.cacao.vocabulary import LONG_PILE, RED, YELLOW, Goods, Tile, described, new, random_states, table


@pytest.mark.rule("C-4.1")
def test_a_turn_is_lay_fill_work_and_end():
    game = table(
        {(1, 0): Tile(YELLOW, "2-1-0-1", 3)},
        villages={RED: Goods(cacao=1, pile=("3-1-0-0",)), YELLOW: Goods(cacao=1)},
    ).listen()
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert (game.asks, game.to_move) == ("fill", RED)
    game.play("fill 1,-1 market_3")
    assert (game.asks, game.to_move) == ("work", RED)
    game.play("work 0,-1 S 1", "work 0,-1 E 0")
    assert (game.asks, game.to_move) == ("work", YELLOW)
    game.play("work 1,0 N 0")
    assert (game.asks, game.to_move) == ("place", YELLOW)
    assert game.heard() == [
        "seat 0 places 1-1-1-1 r0 at 0,-1",
        "seat 0 fills 1,-1 with market_3",
        "seat 0: 1 worker at plantation_single, S of 0,-1: +1 cacao",
        "seat 0: 0 workers at market_3, E of 0,-1: nothing",
        "seat 1: 0 workers at market_3, N of 1,0: nothing",
        "seat 0 draws a worker tile",
        "gold_mine_1 comes to the display",
    ]


@pytest.mark.rule("C-4.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_turn_lays_exactly_one_worker_tile(seats):
    for state in random_states(seats, seed=7):
        laid = sum(2 if tile.covers else 1 for tile in state.view(-1).workers)
        in_turn = state.view(-1).asks in ("fill", "work")
        assert laid == state.turn + in_turn


@pytest.mark.rule("C-4.2")
def test_there_is_no_passing():
    assert all(text.startswith("place ") for text in new().options)


@pytest.mark.rule("C-4.2")
@pytest.mark.rule("C-14.1")
def test_the_only_way_to_lay_a_tile_is_taken_without_a_question():
    """A position with only one free cell does not occur in play. If it did, the engine would not ask the seat."""
    workers = {cell: Tile(YELLOW) for cell in [(1, 0), (2, 1), (1, 2), (0, 1), (-1, 0)]}
    villages = {RED: Goods(), YELLOW: Goods(suns=1, hand=("1-1-1-1", "2-1-0-1"))}
    game = table(workers, villages=villages, display=(), pile=())
    game.state.push(game.state.asking)
    game.state.settle()
    assert (0, -1) in game.workers
    assert game.state.turn == 1


@pytest.mark.rule("C-5.1")
@pytest.mark.rule("C-5.2")
@pytest.mark.rule("W-2")
@pytest.mark.parametrize(
    ("hand", "options"),
    [(("1-1-1-1",), 6), (("2-1-0-1",), 24), (("3-0-0-1",), 24), (("3-1-0-0",), 24), (("1-1-1-1", "3-1-0-0"), 30)],
)
def test_the_first_tile_goes_to_one_of_six_cells(hand, options):
    game = table(villages={RED: Goods(hand=hand)})
    assert game.cells == sorted(["0,-1", "1,0", "2,1", "1,2", "0,1", "-1,0"])
    assert len(game.options) == options


@pytest.mark.rule("C-5.1")
@pytest.mark.rule("C-14.3")
def test_equal_tiles_in_hand_are_one_choice():
    once, twice = (table(villages={RED: Goods(hand=("2-1-0-1",) * copies)}) for copies in (1, 2))
    assert once.options == twice.options


@pytest.mark.rule("C-14.1")
def test_options_come_in_the_order_of_rows_types_and_rotations():
    game = table({(0, -1): Tile(RED)}, villages={RED: Goods(hand=("3-1-0-0", "1-1-1-1"))})
    assert game.options[:7] == [
        "place 1-1-1-1 r0 at -1,0",
        "place 3-1-0-0 r0 at -1,0",
        "place 3-1-0-0 r1 at -1,0",
        "place 3-1-0-0 r2 at -1,0",
        "place 3-1-0-0 r3 at -1,0",
        "place 1-1-1-1 r0 at 1,0",
        "place 3-1-0-0 r0 at 1,0",
    ]


@pytest.mark.rule("C-5.2")
def test_a_new_jungle_tile_opens_the_cells_around_it():
    game = table(
        {(1, 0): Tile(YELLOW)}, display=("temple", "temple"), villages={YELLOW: Goods(hand=("1-1-1-1", "2-1-0-1"))}
    )
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert {"1,-2", "2,-1"} <= set(game.cells)


@pytest.mark.rule("C-5.3")
def test_a_rotation_may_put_no_worker_at_any_jungle_tile():
    game = table(villages={RED: Goods(hand=("3-1-0-0",))}).play("place 3-1-0-0 r0 at 0,-1")
    assert game.goods(RED) == (0, 0, 0, 0)
    assert game.to_move == YELLOW


@pytest.mark.rule("C-5.4")
def test_the_owners_of_the_tiles_nearby_do_not_matter():
    own, other = (table({(1, 0): Tile(seat)}).options for seat in (RED, YELLOW))
    assert own == other


@pytest.mark.rule("C-5.5")
@pytest.mark.rule("C-1.3")
def test_a_worker_tile_never_goes_to_a_jungle_space():
    game = table({(1, 0): Tile(RED), (0, -1): Tile(YELLOW)}, display=(), pile=())
    with pytest.raises(IllegalOptionError, match="that is a jungle space"):
        game.play("place 1-1-1-1 r0 at 1,-1")


@pytest.mark.rule("C-10.1")
def test_the_active_player_draws_the_top_of_the_own_pile():
    game = table(villages={RED: Goods(pile=("3-1-0-0", "2-1-0-1")), YELLOW: Goods(pile=("3-0-0-1",))})
    game.play("place 1-1-1-1 r0 at 0,-1")
    red, yellow = described(game.state)["villages"]
    assert (red["hand"], red["pile"]) == (["3-1-0-0"], ["2-1-0-1"])
    assert (yellow["hand"], yellow["pile"]) == (["1-1-1-1"], ["3-0-0-1"])


@pytest.mark.rule("C-10.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_shrink_when_the_pile_is_used_up(seats):
    hands = [
        state.view(-1).villages[0].hand for state in random_states(seats, seed=3) if state.view(-1).asks == "place"
    ]
    assert sorted(set(hands), reverse=True) == [3, 2, 1, 0]
    assert hands == sorted(hands, reverse=True)


@pytest.mark.rule("C-10.2")
@pytest.mark.rule("C-6.6")
def test_the_display_is_refilled_when_the_turn_ends():
    game = table({(1, 0): Tile(YELLOW)}, pile=("sun_site", *LONG_PILE)).play("place 1-1-1-1 r0 at 0,-1")
    game.play("fill 1,-1 temple")
    assert game.seen.display == ("market_3", "sun_site")


@pytest.mark.rule("C-10.2")
def test_a_pile_that_ends_leaves_the_display_short():
    game = table({(1, 0): Tile(YELLOW)}, pile=()).play("place 1-1-1-1 r0 at 0,-1", "fill 1,-1 temple")
    assert game.seen.display == ("market_3",)


@pytest.mark.rule("C-10.2")
@pytest.mark.rule("C-15.3")
def test_no_seat_learns_the_order_of_two_tiles_that_come_to_the_display_together():
    heard = []
    for pile in (("sun_site", "cenote"), ("cenote", "sun_site")):
        game = table({(1, 0): Tile(RED), (-1, 0): Tile(RED)}, display=("temple", "temple"), pile=pile).listen()
        game.play("place 1-1-1-1 r0 at 0,-1")
        assert game.seen.display == ("cenote", "sun_site")
        heard.append([game.heard(observer) for observer in (RED, YELLOW, SPECTATOR)])
    assert heard[0] == heard[1]


@pytest.mark.rule("C-10.3")
def test_the_turn_goes_round_and_no_other_seat_draws():
    game = new(3)
    for seat in (0, 1, 2, 0):
        assert game.to_move == seat
        piles = [village.pile for village in game.seen.villages]
        while game.seen.turn % 3 == seat and game.asks != "over":
            game.play(game.options[0])
            if game.seen.active != seat:
                break
        after = [village.pile for village in game.seen.villages]
        assert after == [pile - (owner == seat) for owner, pile in enumerate(piles)]


@pytest.mark.rule("C-11.1")
@pytest.mark.rule("C-11.2")
@pytest.mark.parametrize(("seats", "turns"), [(2, 22), (3, 30), (4, 36)])
def test_the_game_ends_when_every_tile_is_laid(seats, turns):
    state = new(seats).state
    playout(state, Rng(seats))
    assert state.turn == turns
    assert [village.unplaced for village in state.view(-1).villages] == [()] * seats
    assert state.options() == []


def test_the_steps_of_a_turn_stand_in_the_order_of_the_rulebook():
    assert [type(step).__name__ for step in reversed(TURN)] == ["PlaceTile", "Fill", "Work", "EndCacaoTurn"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sample_is_the_option_that_the_same_draw_takes_from_the_list(seats):
    for seed in range(6):
        for number, state in enumerate(random_states(seats, seed)):
            if state.to_move >= 0:
                options = state.options()
                assert state.sample(Rng(number)) == options[Rng(number).below(len(options))]
