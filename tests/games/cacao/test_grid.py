"""C-1: tests of the grid, which is a ring. No game is so wide that it overlaps itself."""

import pytest

from arena.games.cacao.grid import HIGH, LOW, OFFSETS, ROWS, STRIDE, cell_at, x_of, y_of
from tests.games.cacao.vocabulary import RED, YELLOW, Goods, Tile, table

ALL = [(x, y) for y in range(LOW, HIGH + 1) for x in range(LOW, HIGH + 1)]


@pytest.mark.rule("C-1.1")
def test_a_cell_is_known_by_its_x_and_y():
    assert [(x_of(cell_at(x, y)), y_of(cell_at(x, y))) for x, y in ALL] == ALL


@pytest.mark.rule("C-1.1")
def test_cells_stand_in_the_order_of_rows():
    cells = [cell_at(x, y) for x, y in ALL]
    assert cells == sorted(set(cells))


@pytest.mark.rule("C-1.2")
def test_the_four_neighbours_are_one_step_away():
    steps = [(x_of(cell_at(5, 7) + offset) - 5, y_of(cell_at(5, 7) + offset) - 7) for offset in OFFSETS]
    assert steps == [(0, -1), (1, 0), (0, 1), (-1, 0)]


@pytest.mark.rule("C-1.2")
def test_touching_at_a_corner_is_not_adjacency():
    game = table()
    assert "1,1" not in game.cells
    assert "-1,-1" not in game.cells
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert list(game.state.spaces) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_cells_of_one_game_have_different_places_in_the_grid(seats):
    jungle_tiles_laid = 19 if seats == 2 else 26
    span = 2 + jungle_tiles_laid + 6  # worker tiles, spaces and their neighbours, on both sides
    for low in (-jungle_tiles_laid - 3, 1 - 3):  # all to one side, or all to the other
        block = [cell_at(x, y) for y in range(low, low + span) for x in range(low, low + span)]
        grid = list(range(ROWS[seats] * STRIDE))
        assert len({grid[cell] for cell in block}) == span * span


def staircase(turns):
    """Return the worker and jungle tiles of the widest possible table: with each turn it becomes a column wider."""
    jungle, workers = {}, {(1, 0): Tile(RED)}
    for step in range(turns):
        workers[step + 2, step + 1] = Tile(YELLOW)
        jungle[step + 2, step] = "temple"
        jungle[step + 2, step + 2] = "temple"
        workers[step + 3, step + 2] = Tile(RED)
    return workers, jungle


@pytest.mark.parametrize(("seats", "columns"), [(2, 18), (3, 25), (4, 25)])
def test_a_table_that_grows_in_one_direction_only_does_not_meet_itself(seats, columns):
    workers, jungle = staircase(columns)
    game = table(workers, jungle=jungle, seats=seats, villages={RED: Goods(hand=("1-1-1-1",))})
    taken = {cell_at(x, y) for x, y in {**workers, **jungle}}
    free = {tuple(map(int, cell.split(","))) for cell in game.cells}
    assert not {cell_at(x, y) for x, y in free} & taken
    assert max(x for x, _ in free) == columns + 2
    assert game.state.view(-1) == game.state.clone().view(-1)
