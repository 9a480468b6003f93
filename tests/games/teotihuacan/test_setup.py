"""T-2.1 to T-2.3.2, T-2.6: tests of the setup, up to the first decision."""

from collections import Counter

import pytest

from arena.errors import PositionError
from arena.games.chance import Deal
from arena.games.teotihuacan.notation import pyramid_space
from arena.games.teotihuacan.pyramid import LEVEL, TURNED
from arena.games.teotihuacan.rules import TEOTIHUACAN
from arena.games.teotihuacan.setup import DISCOVERY_BOARDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.terms import HAND, SPOTS, WHEEL
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from tests.games.teotihuacan.vocabulary import new

SEEDS = range(12)
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def spread(what):
    """Count the tiles that `what` finds in new games of 60 seeds. Return the count of each tile."""
    return Counter(tile for seed in range(60) for tile in what(new(seed=seed).state))


@pytest.mark.rule("T-2.1")
@pytest.mark.parametrize(("seats", "dark"), [(2, 10), (3, 11), (4, 12)])
def test_the_discs_begin_apart_and_all_buildings_stand_in_their_row(seats, dark):
    state = new(seats).state
    assert (state.light, state.dark) == (0, dark)
    assert (state.buildings, state.nobles) == (0, [0, 0, 0])


@pytest.mark.rule("T-2.2.1")
@pytest.mark.rule("T-19.6")
def test_boards_fill_the_free_positions_in_the_order_of_the_stack():
    assert new(boards="7 6 5 4 3 2").state.ring[1:] == [1, 7, 6, 5, 8, 4, 3, 2]
    assert len({tuple(new(seed=seed).state.ring) for seed in SEEDS}) > 6


@pytest.mark.rule("T-2.2.2")
@pytest.mark.rule("T-19.6")
def test_the_palace_gets_one_royal_tile_of_each_category():
    state = new(royal_a="R09", royal_b="R07", royal_c="R08").state
    assert [ROYAL_IDS[tile] for tile in state.royals] == ["R09", "R07", "R08"]
    assert len(spread(lambda state: state.royals)) == 9


@pytest.mark.rule("T-2.2.3")
@pytest.mark.rule("T-19.6")
def test_three_of_the_seven_bonus_tiles_lie_on_the_temples():
    state = new(bonuses="B5 B1 B7").state
    assert [BONUS_IDS[tile] for tile in state.bonuses] == ["B5", "B1", "B7"]
    assert len(spread(lambda state: state.bonuses)) == 7


@pytest.mark.rule("T-2.2.4")
def test_six_of_the_nine_technologies_are_sorted_by_number():
    drawn = "TECH17 TECH09 TECH15 TECH13 TECH11 TECH01"
    state = new(technologies=drawn).state
    assert [TECHNOLOGY_IDS[tile] for tile in state.technologies] == sorted(drawn.split())
    assert len(spread(lambda state: state.technologies)) == 9


@pytest.mark.rule("T-2.2.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_three_low_and_three_high_technologies_are_drawn_by_option(seed):
    tiles = new(options={"technology_draw": "three_low_three_high"}, seed=seed).state.technologies
    assert sum(TECHNOLOGY_IDS[tile] <= "TECH07" for tile in tiles) == 3
    assert tiles == sorted(set(tiles))
    assert len(tiles) == 6


@pytest.mark.rule("T-2.2.4")
def test_a_uniform_draw_need_not_be_three_and_three():
    lows = {sum(tile < 4 for tile in new(seed=seed).state.technologies) for seed in range(40)}
    assert lows > {3}


@pytest.mark.rule("T-2.2.5")
def test_four_decorations_lie_open():
    state = new(decorations="D14 D02 D07 D01 D00").state
    assert state.decoration_offer == [14, 2, 7, 1]
    assert state.decoration_stack[-1] == 0
    assert len(state.decoration_stack) == 11


PATTERNS = {
    2: "1.0.0 1.0.1 1.1.0 1.1.1 1.1.2 1.1.3 1.2.0 1.2.1 1.2.2 1.2.3 1.3.2 1.3.3 2.0.0 2.2.2",
    3: "1.1.0 1.1.1 1.1.2 1.1.3 1.2.0 1.2.1 1.2.2 1.2.3 2.1.0 2.1.2",
    4: "1.0.1 1.0.2 1.1.0 1.1.3 1.2.0 1.2.3 1.3.1 1.3.2",
}


@pytest.mark.rule("T-2.2.6")
@SEATS
def test_the_pyramid_begins_with_the_pattern_of_the_player_count(seats):
    state = new(seats).state
    assert [pyramid_space(space) for space, tile in enumerate(state.built) if tile >= 0] == PATTERNS[seats].split()
    assert len(state.pyramid_stack) == 32 - 3 - len(PATTERNS[seats].split())
    assert all(player.track == 0 for player in state.players)


@pytest.mark.rule("T-2.2.6")
@pytest.mark.rule("T-19.6")
def test_three_tiles_are_offered_and_the_next_are_laid_on_the_pattern_each_rotated():
    state = new(4, pyramid="P09 P08 P07 P00 P01 P02", rotations=[2, 3, 1]).state
    assert [PYRAMID_IDS[tile] for tile in state.pyramid_offer] == ["P09", "P08", "P07"]
    laid = [tile for tile in state.built if tile >= 0]
    assert laid[:3] == [0 * 4 + 2, 1 * 4 + 3, 2 * 4 + 1]
    assert state.tops[2] == TURNED[2][0] & 3  # the top left icon of 1.0.1


@pytest.mark.rule("T-2.2.6")
def test_level_two_is_laid_after_level_one_of_the_pattern():
    state = new(3, seed=4).state
    laid = [space for space, tile in enumerate(state.built) if tile >= 0]
    assert [LEVEL[space] for space in laid] == [1] * 8 + [2] * 2
    top = state.built[laid[-1]]
    assert state.tops[3 * 8 + 5] == TURNED[top][0] & 3  # its first half-cell is covered by it, not by level 1


@pytest.mark.rule("T-2.2.7")
@pytest.mark.parametrize(
    ("seats", "counts"), [(2, [3, 2, 1, 2, 3, 1, 2]), (3, [3, 2, 1, 3, 4, 2, 3]), (4, [3, 2, 1, 4, 5, 3, 4])]
)
def test_discovery_tiles_lie_beside_five_boards_and_on_the_tracks(seats, counts):
    state = new(seats).state
    assert DISCOVERY_BOARDS == [1, 2, 3, 4, 7]
    assert [board for board in range(9) if state.beside[board] >= 0] == DISCOVERY_BOARDS
    assert [len(state.spots[spot]) for spot in range(SPOTS)] == counts


@pytest.mark.rule("T-2.2.7")
def test_discovery_tiles_are_laid_in_the_order_of_the_stack():
    state = new(discovery="V00 V01 V03 V05 V08 V20 V22 V22 V24").state
    assert [state.beside[board] for board in DISCOVERY_BOARDS] == [0, 1, 2, 3, 4]
    assert state.spots[:1] == [[8, 9, 9]]


@pytest.mark.rule("T-2.3.1")
@pytest.mark.parametrize(("seats", "cocoa"), [(2, [1, 3]), (3, [1, 2, 3]), (4, [1, 2, 2, 3])])
def test_later_players_have_more_cocoa(seats, cocoa):
    assert [player.cocoa for player in new(seats).state.players] == cocoa


@pytest.mark.rule("T-2.3.2")
@SEATS
def test_three_workers_of_power_one_are_in_hand_and_one_of_power_three_on_the_wheel(seats):
    for each in new(seats).state.players:
        assert [(worker.board, worker.power) for worker in each.workers] == [(HAND, 1)] * 3 + [(WHEEL, 3)]
        assert each.technologies == 0


# What is laid out with two players; the next tile is tied to a Starting tile, if one with the symbol was dealt.
LAID_OUT = "V00 V01 V01 V03 V03 V05 V05 V05 V08 V08 V08 V11 V11 V11 V14 V14 V14 V17 V17"


def first_turn(starting, **tops):
    """Return the position before the first turn.

    In setup, each decision is answered by `pass` or by its first option: no player keeps S14 or claims a tile.
    """
    game = new(starting=starting, **tops)
    while game.asks != "open":
        game.play("pass" if game.has("pass") else game.offered[0])
    return game.state


@pytest.mark.rule("T-2.6")
def test_unclaimed_tiles_go_back_and_the_stack_is_ordered_anew():
    again = "V05 V17 V17 V17 V36"
    state = first_turn("S01 S02 S03 S14 S05 S06 S07 S08", discovery=f"{LAID_OUT} V17", discovery_again=again)
    # V05 and two V17 lie open, the third V17 was tied to S14 and is back
    assert [DISCOVERY_IDS[kind] for kind in state.discovery_stack[:-3:-1]] == ["V17", "V36"]
    assert len(state.discovery_stack) == 54 - 19
    assert (state.dealt, state.kept, state.tied, state.returned) == ([], [], [], [])


@pytest.mark.rule("T-2.6")
def test_the_order_after_setup_tells_nothing_of_what_was_drawn_in_it():
    tied = first_turn("S01 S02 S03 S14 S05 S06 S07 S16", seed=3)
    untied = first_turn("S01 S02 S03 S04 S05 S06 S07 S08", seed=3)
    assert tied.discovery_stack == untied.discovery_stack


def test_a_stack_that_the_game_does_not_have_is_refused():
    with pytest.raises(PositionError, match="unknown stack 'nobles'"):
        TEOTIHUACAN.new({}, 2, Deal(b"", {"nobles": ["B1"]}))
