"""T-8: tests of the spaces of the Pyramid, and of matching icons."""

from collections import Counter

import pytest

from arena.games.teotihuacan.notation import decoration_space, pyramid_space
from arena.games.teotihuacan.pyramid import (
    DECORATION_CELLS,
    DECORATION_SUPPORTS,
    HALF_CELLS,
    LEVEL,
    SPACES,
    SUPPORTS,
)
from arena.games.teotihuacan.tiles.pyramid import TURNED
from tests.games.teotihuacan.vocabulary import (
    BLANK,
    CONSTRUCTION,
    DECORATIONS,
    arriving,
    flat,
    player,
    table,
    whole_level,
)

RICH = player(stone=9, wood=9, gold=9)
EVERY_SPACE = {pyramid_space(space): space for space in range(SPACES)}


def place(name):
    """Return the level, `i` and `j` of a Pyramid space."""
    return tuple(int(number) for number in name.split("."))


def built(tile, space, pyramid=None, options=None, ana=RICH):
    """Return a game in which Ana has placed this tile, which was the only one of the offer."""
    game = arriving(CONSTRUCTION, ana=ana, pyramid=pyramid, pyramid_offer=tile.split()[0], options=options)
    return game.play("main", f"build {tile} on {space}")


@pytest.mark.rule("T-8.1")
def test_there_are_sixteen_nine_four_and_one_space():
    assert Counter(LEVEL) == {1: 16, 2: 9, 3: 4, 4: 1}


@pytest.mark.rule("T-8.1")
@pytest.mark.parametrize("name", EVERY_SPACE)
def test_a_space_covers_two_rows_and_two_columns_of_half_cells(name):
    level, i, j = place(name)
    top, left = 2 * i + level - 1, 2 * j + level - 1
    clockwise = [(top, left), (top, left + 1), (top + 1, left + 1), (top + 1, left)]
    assert HALF_CELLS[EVERY_SPACE[name]] == [row * 8 + column for row, column in clockwise]


@pytest.mark.rule("T-8.2")
@pytest.mark.parametrize("name", EVERY_SPACE)
def test_from_level_two_on_a_space_needs_the_four_below(name):
    level, i, j = place(name)
    below = [f"{level - 1}.{i + down}.{j + right}" for down in (0, 1) for right in (0, 1)] if level > 1 else []
    assert [pyramid_space(space) for space in SUPPORTS[EVERY_SPACE[name]]] == below


@pytest.mark.rule("T-8.2")
def test_what_is_empty_and_supported_is_offered():
    def offered(*spaces):
        game = arriving(CONSTRUCTION, ana=RICH, pyramid=flat(*spaces), pyramid_offer="P30").play("main")
        return [text.split()[-1] for text in game.offered]

    three = ["1.0.0", "1.0.1", "1.1.0"]
    level_one = [f"1.{i}.{j}" for i in range(4) for j in range(4)]
    assert offered(*three) == [space for space in level_one if space not in three]
    four = [*three, "1.1.1"]
    assert offered(*four) == [*(space for space in level_one if space not in four), "2.0.0"]


@pytest.mark.rule("T-8.3")
def test_the_same_type_matches_and_only_coloured_icons_that_cover_lead_up_a_temple():
    # The board shows a statue at the top right of 1.0.1.
    plain = built("P19 r1", "1.0.1", options={"glyph_matches": False})  # t there
    assert (plain.ana.points, plain.ana.blue) == (1 + 1, 0)
    coloured = built("P10 r1", "1.0.1", options={"glyph_matches": False}).play("gain wood")  # T there
    assert (coloured.ana.points, coloured.ana.blue) == (1 + 1, 1)


@pytest.mark.rule("T-8.3")
def test_the_colour_of_what_is_covered_means_nothing():
    four = flat("1.0.1", "1.1.0", "1.1.1") | {"1.0.0": "P10 r2"}  # a coloured statue at its bottom right
    game = built("P19 r0", "2.0.0", four, {"glyph_matches": False})  # a plain one upon it
    assert (game.ana.points, game.ana.blue) == (3 + 1, 0)


@pytest.mark.rule("T-8.3")
@pytest.mark.parametrize(("matches", "points"), [(True, 1 + 4), (False, 1)])
def test_glyphs_on_glyphs_match_unless_the_option_is_off(matches, points):
    assert built(BLANK, "1.3.3", options={"glyph_matches": matches}).ana.points == points


@pytest.mark.rule("T-8.3")
@pytest.mark.parametrize(
    ("tile", "space", "temple"),
    [("P25 r0", "1.2.1", "red"), ("P24 r0", "1.0.0", None), ("P24 r3", "1.0.0", "green"), ("P10 r1", "1.0.1", "blue")],
)
def test_red_headdress_green_serpent_blue_statue(tile, space, temple):
    game = built(tile, space, options={"glyph_matches": False})
    if game.asks == "any_goods":
        game.play("gain wood")
    steps = {each: getattr(game.ana, each) for each in ("blue", "red", "green")}
    assert steps == {"blue": 0, "red": 0, "green": 0} | ({temple: 1} if temple else {})


@pytest.mark.rule("T-8.4")
def test_the_topmost_tile_counts_and_the_printed_icon_where_there_is_none():
    printed = built("P19 r1", "1.0.1", options={"glyph_matches": False})  # a statue on a printed one
    assert printed.ana.points == 1 + 1
    four = flat("1.0.0", "1.0.1", "1.1.0", "1.1.1")  # blank tiles hide what is printed
    assert built("P19 r1", "2.0.0", four, {"glyph_matches": False}).ana.points == 3


SIDES = {
    2: ("1.0.1 1.0.2", "1.1.3 1.2.3", "1.3.1 1.3.2", "1.1.0 1.2.0"),
    3: ("2.0.1", "2.1.2", "2.2.1", "2.1.0"),
    4: ("3.0.0 3.0.1", "3.0.1 3.1.1", "3.1.0 3.1.1", "3.0.0 3.1.0"),
}
SIDE_NAMES = ("top", "right", "bottom", "left")


@pytest.mark.rule("T-8.5")
@pytest.mark.parametrize("level", SIDES)
@pytest.mark.parametrize("side", range(4))
def test_a_decoration_from_level_two_on_needs_tiles_under_both_its_half_cells(level, side):
    needed = DECORATION_SUPPORTS[side * 4 + level - 1]
    assert [pyramid_space(space) for space in needed] == SIDES[level][side].split()


@pytest.mark.rule("T-8.5")
@pytest.mark.parametrize("side", range(4))
def test_levels_of_a_side_follow_each_other_as_the_pyramid_grows(side):
    name = SIDE_NAMES[side]

    def open_at(decorations, pyramid):
        laid = {f"{name}_{level}": f"D0{level}" for level in range(1, decorations + 1)}
        game = arriving(DECORATIONS, ana=RICH, decorations=laid, pyramid=pyramid, decoration_offer="D14").play("main")
        return [text.split()[2] for text in game.offered if name in text]

    second, third = SIDES[2][side].split(), SIDES[3][side].split()
    assert open_at(0, whole_level(1)) == [f"{name}_1"]
    assert open_at(1, flat(*second)) == [f"{name}_2"]
    assert open_at(1, flat(second[0])) == []
    assert open_at(2, whole_level(1)) == []
    assert open_at(2, whole_level(1) | flat(*third)) == [f"{name}_3"]
    whole = whole_level(1) | whole_level(2)
    assert open_at(3, whole | flat(SIDES[4][side].split()[0])) == []
    assert open_at(3, whole | flat(*SIDES[4][side].split())) == [f"{name}_4"]
    assert open_at(4, whole | whole_level(3)) == []


@pytest.mark.rule("T-8.6")
@pytest.mark.parametrize("level", [2, 3, 4])
def test_the_first_icon_lies_at_the_top_left_and_the_others_by_rotation(level):
    depth = level - 2
    assert {name: DECORATION_CELLS[side * 4 + level - 1] for side, name in enumerate(SIDE_NAMES)} == {
        "top": [depth * 8 + 3, depth * 8 + 4],
        "right": [3 * 8 + 7 - depth, 4 * 8 + 7 - depth],
        "bottom": [(7 - depth) * 8 + 4, (7 - depth) * 8 + 3],
        "left": [4 * 8 + depth, 3 * 8 + depth],
    }


PRINTED = {"top": "D08", "right": "D14", "bottom": "D01", "left": "D04"}  # HS -S -T HT: both icons match


@pytest.mark.rule("T-8.6")
@pytest.mark.parametrize("side", PRINTED)
def test_icons_are_printed_for_the_first_decoration_of_each_side(side):
    game = arriving(DECORATIONS, ana=RICH, decoration_offer=PRINTED[side]).play("main")
    game.play(f"decorate {PRINTED[side]} {side}_1")
    assert f"seat 0 places {PRINTED[side]} on {side}_1: 2 icons match" in game.told


@pytest.mark.rule("T-8.6")
def test_a_decoration_the_other_way_round_does_not_match():
    game = arriving(DECORATIONS, ana=RICH, decoration_offer="D12").play("main", "decorate D12 top_1")  # SH on h s
    assert game.ana.points == 3


@pytest.mark.rule("T-8.7")
@pytest.mark.parametrize(("cap", "steps"), [("none", [10, 11, 12]), (9, [9, 9, 9]), (10, [10, 10, 10])])
def test_the_pyramid_track_has_no_end_unless_the_option_says_so(cap, steps):
    climbed = []
    for track in (9, 10, 11):
        start = min(track, cap) if cap != "none" else track
        ana = player(stone=2, track=start)
        climbed.append(built(BLANK, "1.0.0", options={"pyramid_track_cap": cap}, ana=ana).ana.track)
    assert climbed == steps


@pytest.mark.rule("T-8.8")
def test_icons_turn_clockwise():
    unturned, quarter, half, three_quarters = (TURNED[3 * 4 + turns] for turns in range(4))
    assert quarter == unturned[-1:] + unturned[:-1]
    assert half == unturned[-2:] + unturned[:-2]
    assert three_quarters == unturned[-3:] + unturned[:-3]
    # Its statue at the top right and bottom right, where statues are printed, and at the bottom left on a serpent
    points = [built(f"P19 r{turns}", "1.0.1", options={"glyph_matches": False}).ana.points for turns in (1, 2, 3)]
    assert points == [1 + 1, 1 + 1, 1]


@pytest.mark.rule("T-8.8")
@pytest.mark.rule("T-19.5")
def test_blank_tiles_look_the_same_from_all_sides():
    game = arriving(CONSTRUCTION, ana=RICH, pyramid_offer="P30 P31 P04").play("main")
    assert {text.split()[2] for text in game.offered if "P30" in text} == {"r0"}
    assert not game.has("build P31")


def test_names_of_decoration_spaces_are_side_and_level():
    assert [decoration_space(place) for place in (0, 5, 15)] == ["top_1", "right_2", "left_4"]


def test_a_table_without_tiles_shows_what_is_printed():
    assert table().state.tops[:8] == [3, 3, 3, 2, 2, 3, 3, 3]
