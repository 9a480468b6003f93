"""T-17.3.1, T-17.3.3, T-17.3.4: tests of which action tile acts, and how the other tiles move."""

import pytest

from tests.games.teotihuacan.vocabulary import bot, player, table

TILES = "construction decorations alchemy nobles mastery worship mask_collection"
WITHOUT_MEANS = player(workers="1@1 1@1 1@1 1@forest")


def after(dice, arrows="up_right up_right", tiles=TILES):
    """Play a turn of the automaton with these dice. Return the action tiles, the tile aside, and the arrows."""
    game = table(ben=WITHOUT_MEANS, bot=bot(tiles=tiles, arrows=arrows, dice=dice), asks="end_window")
    seen = game.state.view(0).teotibot
    return " ".join(seen.tiles), seen.aside, f"{seen.upper} {seen.lower}"


@pytest.mark.rule("T-17.3.1")
@pytest.mark.parametrize(
    ("dice", "acts"),
    [
        ((1, 1), "nobles"),
        ((1, 2), "nobles"),
        ((2, 2), "decorations"),
        ((4, 1), "decorations"),
        ((5, 1), "construction"),
        ((3, 4), "construction"),
        ((2, 6), "construction"),
        ((6, 3), "alchemy"),
        ((5, 5), "alchemy"),
        ((5, 6), "worship"),
        ((6, 6), "worship"),
    ],
)
def test_the_sum_of_two_dice_names_the_tile(dice, acts):
    assert after(dice)[1] == acts
    game = table(ben=WITHOUT_MEANS, bot=bot(tiles=TILES, dice=dice), asks="end_window")
    assert f"Teotibot rolls {dice[0]} and {dice[1]}: {acts}" in game.told


@pytest.mark.rule("T-17.3.1")
def test_the_middle_of_the_bottom_row_never_acts():
    sums = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    assert "mastery" not in {after(dice)[1] for dice in sums}


@pytest.mark.rule("T-21.30")
@pytest.mark.rule("T-17.3.3")
def test_if_the_top_acts_the_upper_arrow_moves_the_middle_and_the_lower_the_bottom():
    tiles, aside, _ = after((3, 4), "up_right up_left")
    assert tiles == "decorations mastery alchemy nobles mask_collection worship"
    assert aside == "construction"


@pytest.mark.rule("T-17.3.3")
@pytest.mark.parametrize(
    ("arrows", "tiles"),
    [
        ("up_right up_right", "decorations nobles alchemy mask_collection mastery worship"),
        ("up_left up_right", "alchemy decorations mastery nobles mask_collection worship"),
        ("up_left up_left", "alchemy decorations worship nobles mastery mask_collection"),
    ],
)
def test_an_arrow_points_away_from_the_tile_that_moves_up(arrows, tiles):
    assert after((3, 4), arrows)[0] == tiles


@pytest.mark.rule("T-17.3.3")
@pytest.mark.parametrize(
    ("dice", "arrows", "tiles"),
    [
        ((2, 2), "up_right up_left", "construction nobles alchemy mask_collection mastery worship"),
        ((2, 2), "up_left up_right", "construction mastery alchemy nobles mask_collection worship"),
        ((5, 5), "up_right up_left", "construction decorations mastery nobles mask_collection worship"),
        ((5, 5), "up_left up_right", "construction decorations worship nobles mastery mask_collection"),
        ((1, 1), "up_left up_right", "construction decorations alchemy mask_collection mastery worship"),
        ((6, 6), "up_left up_right", "construction decorations alchemy nobles mastery mask_collection"),
    ],
)
def test_if_the_middle_acts_only_the_upper_arrow_moves_and_from_the_bottom_nothing(dice, arrows, tiles):
    assert after(dice, arrows)[0] == tiles


@pytest.mark.rule("T-17.3.4")
@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("up_right up_right", "up_right up_left"),
        ("up_right up_left", "up_left up_left"),
        ("up_left up_left", "up_left up_right"),
        ("up_left up_right", "up_right up_right"),
    ],
)
@pytest.mark.parametrize("dice", [(1, 1), (2, 2), (3, 4)])
def test_the_upper_arrow_is_turned_over_and_goes_below_in_every_turn(before, then, dice):
    assert after(dice, before)[2] == then
