"""T-2.4, T-14.8: tests of neutral workers."""

from itertools import permutations

import pytest

from arena.games.teotihuacan.neutrals import first_boards
from tests.games.teotihuacan.vocabulary import FOREST, arriving, new, player


def after_setup(seats, **tops):
    """Return a first game after setup, in which no decisions are made."""
    return new(seats, {"first_game": True}, **tops)


@pytest.mark.rule("T-2.4")
def test_two_tiles_place_the_workers_of_a_colour_on_three_different_boards():
    game = after_setup(2, neutral_0="S01 S02 S05 S07")
    assert game.state.neutrals == [[1, 2, 4], [4, 5, 8]]


@pytest.mark.rule("T-2.4")
@pytest.mark.parametrize(("seats", "colours"), [(2, 2), (3, 1), (4, 0)])
def test_unused_colours_take_part(seats, colours):
    assert len(after_setup(seats).state.neutrals) == colours


@pytest.mark.rule("T-2.4")
def test_any_two_starting_tiles_show_three_boards():
    assert {len(set(first_boards(first, second))) for first, second in permutations(range(18), 2)} == {3}


@pytest.mark.rule("T-2.4")
def test_tiles_that_players_kept_are_not_drawn_for_neutral_workers():
    game = new(starting="S01 S02 S03 S04 S05 S06 S07 S08", neutral_0="S01 S05 S03 S02 S04 S06 S08 S18 S17")
    game.play("keep S01 S02", "keep S05 S06")
    while game.asks != "open":
        game.play(game.offered[0])
    # What is left of the draw: S03 (2 3) S04 (1 4), then S08 (6 7) S18 (2 7)
    assert game.state.neutrals == [[1, 2, 3], [2, 6, 7]]


@pytest.mark.rule("T-2.4")
@pytest.mark.rule("T-1.6")
def test_each_neutral_colour_is_a_colour_of_its_own_beside_any_other():
    game = arriving(FOREST, neutrals=("2 3 4", "2 5 6"), ben=player(workers="1@2 1@2 1@3"))
    assert game.play("collect").ana.cocoa == 3 + 1
