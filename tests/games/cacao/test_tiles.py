"""C-1.4, C-1.5, C-2: tests of the tables of tiles."""

from collections import Counter

import pytest

from arena.games.cacao import tiles
from arena.games.cacao.tiles import JUNGLE_IDS, RIVER, WORKER_IDS, WORKERS, jungle_tiles, worker_tiles
from arena.games.cacao.view import orientation
from tests.games.cacao.vocabulary import RED, Tile, new, table


def on_sides(tile, rotation):
    first = orientation(tile, rotation) * 4
    return list(WORKERS[first : first + 4])


@pytest.mark.rule("C-1.4")
@pytest.mark.parametrize("tile", WORKER_IDS)
def test_every_worker_tile_has_four_workers(tile):
    assert sum(on_sides(tile, 0)) == 4


@pytest.mark.rule("C-1.4")
@pytest.mark.rule("C-1.5")
def test_unturned_the_first_number_of_the_name_stands_in_the_north():
    assert [on_sides(tile, 0) for tile in WORKER_IDS] == [[1, 1, 1, 1], [2, 1, 0, 1], [3, 0, 0, 1], [3, 1, 0, 0]]


@pytest.mark.rule("C-1.5")
def test_a_quarter_turn_brings_the_workers_of_the_north_to_the_east():
    assert [on_sides("2-1-0-1", rotation) for rotation in range(4)] == [
        [2, 1, 0, 1],
        [1, 2, 1, 0],
        [0, 1, 2, 1],
        [1, 0, 1, 2],
    ]


@pytest.mark.rule("C-1.6")
def test_workers_are_at_the_jungle_tile_that_their_edge_faces():
    game = table({(1, 0): Tile(RED, "2-1-0-1", 3)}, auto_resolve=False)
    game.play("place 1-1-1-1 r0 at 0,1")
    assert game.edges == [(RED, "0,1 N", 1, "plantation_single"), (RED, "0,1 E", 1, "market_2")]


@pytest.mark.rule("C-1.7")
@pytest.mark.rule("C-14.3")
def test_a_jungle_tile_is_laid_without_a_direction():
    game = table({(1, 0): Tile(RED)}).play("place 1-1-1-1 r0 at 0,-1")
    assert game.options == ["fill 1,-1 market_3", "fill 1,-1 temple"]


@pytest.mark.rule("C-2.1")
def test_with_two_players_all_worker_tiles_of_the_box_are_played():
    assert Counter(WORKER_IDS[tile] for tile in worker_tiles(2)) == {
        "1-1-1-1": 4,
        "2-1-0-1": 5,
        "3-0-0-1": 1,
        "3-1-0-0": 1,
    }
    assert new(2).seen.removed_workers == ()


@pytest.mark.rule("C-2.2")
@pytest.mark.parametrize(
    ("seats", "removed", "each"), [(2, (), 11), (3, ("1-1-1-1",), 10), (4, ("1-1-1-1", "2-1-0-1"), 9)]
)
def test_with_more_players_some_worker_tiles_stay_in_the_box(seats, removed, each):
    seen = new(seats).seen
    assert seen.removed_workers == removed
    assert [len(village.unplaced) for village in seen.villages] == [each] * seats


@pytest.mark.rule("C-2.3")
def test_the_box_holds_28_jungle_tiles():
    assert Counter(JUNGLE_IDS[tile] for tile in jungle_tiles(4)) == {
        "plantation_single": 6,
        "plantation_double": 2,
        "market_2": 2,
        "market_3": 4,
        "market_4": 1,
        "gold_mine_1": 2,
        "gold_mine_2": 1,
        "cenote": 3,
        "sun_site": 2,
        "temple": 5,
    }


@pytest.mark.rule("C-2.4")
def test_the_river_has_nine_fields():
    assert list(RIVER) == [-10, -4, -1, 0, 2, 4, 7, 11, 16]
    assert (tiles.RIVER_END, tiles.STORAGE, tiles.SUN_SPACES) == (8, 5, 3)


@pytest.mark.rule("C-2.5")
@pytest.mark.rule("C-16.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_supply_of_cacao_and_sun_tokens_is_enough_for_full_villages(seats):
    assert seats * tiles.STORAGE <= 20
    assert seats * tiles.SUN_SPACES <= 12
