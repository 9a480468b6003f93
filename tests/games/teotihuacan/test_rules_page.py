"""The tables in docs/rules/teotihuacan.md equal those of the engine."""

import json

import pytest

from arena.games.teotihuacan.actions import construction, decorations, gather, nobles
from arena.games.teotihuacan.calendar import DARK_DISC
from arena.games.teotihuacan.eclipse import BUILDINGS_ROW, MASK_SET
from arena.games.teotihuacan.first_game import STARTS
from arena.games.teotihuacan.notation import decoration_space, pyramid_space
from arena.games.teotihuacan.pyramid import BASE_ICONS, DECORATION_SUPPORTS, OFF_GRID
from arena.games.teotihuacan.rules import SETTINGS
from arena.games.teotihuacan.setup import AVENUE_SPOTS, SPOT_TILES, STARTING_PYRAMID
from arena.games.teotihuacan.temples import ANY_REWARD, COCOA_REWARD, NO_SPOT, POINTS_REWARD, SPOT_OF_STEP
from arena.games.teotihuacan.tiles.pyramid import ICONS
from arena.games.teotihuacan.tiles.technology import TECHNOLOGIES
from tests.games.teotihuacan.rules_page import TEMPLES, amounts, numbers, rows, section


@pytest.mark.parametrize(
    ("row", "setting"), list(zip(rows("T-0"), SETTINGS, strict=True)), ids=[setting.name for setting in SETTINGS]
)
def test_every_option_with_its_values_and_the_rule_that_names_it(row, setting):
    name, usual, others, rules, *_ = (cell.replace("`", "") for cell in row)
    written = [value if isinstance(value, str) else json.dumps(value) for value in setting.values]
    assert (name, [usual, *others.split(", ")]) == (setting.name, written)
    assert any(f"`{name}`" in section(rule) for rule in rules.split(", "))


@pytest.mark.rule("T-2.2.6")
@pytest.mark.parametrize("row", rows("T-2.2.6"), ids=lambda row: row[0])
def test_the_starting_pattern(row):
    seats, tiles, spaces = row
    pattern = [f"{level}.{i}.{j}" for level, i, j in STARTING_PYRAMID[int(seats)]]
    assert (pattern, len(pattern)) == (spaces.split(), int(tiles))


@pytest.mark.rule("T-2.2.7")
@pytest.mark.parametrize("row", rows("T-2.2.7"), ids=lambda row: row[0])
def test_discovery_tiles_on_the_temples(row):
    seats, *counts = map(int, row)
    assert counts == [count + seats - 2 for count in SPOT_TILES[AVENUE_SPOTS:]]


@pytest.mark.rule("T-2.5")
@pytest.mark.parametrize("row", rows("T-2.5"), ids=lambda row: row[0])
def test_where_players_of_a_first_game_start(row):
    token, goods, advances, workers = row
    start = STARTS[int(token) - 1]
    gained = amounts(goods)
    tracks = {}
    for advance in advances.replace(", and so", ";").replace("a marker on #05", "technology 5").split("; "):
        where, _, what = advance.partition(": ")
        track, step = where.split()
        tracks[track] = int(step)
        for good, amount in amounts(what).items():
            gained[good] = gained.get(good, 0) + amount
    assert gained == {good: amount for good, amount in told_goods(start).items() if amount}
    assert [tracks.get(temple, 0) for temple in TEMPLES] == start.temples
    assert tracks.get("Avenue", 0) == start.avenue
    learnt = [tile.number for row, tile in enumerate(TECHNOLOGIES) if start.technologies >> row & 1]
    assert learnt == [step for track, step in tracks.items() if track == "technology"]
    assert workers.split() == [f"{power}@{board}" for board, power in start.workers]


def told_goods(start):
    """Return the goods and points of a starting position, under the names that the page uses."""
    return dict(zip(("wood", "stone", "gold"), start.goods, strict=True)) | {"cocoa": start.cocoa, "VP": start.points}


GATHERED = ("Forest", "Quarry", "Gold")


@pytest.mark.rule("T-7.4.1")
@pytest.mark.parametrize("row", rows("T-7.4.1"), ids=lambda row: row[0])
def test_what_is_gathered(row):
    where, *cells = row
    board, count = GATHERED.index(where.split(",")[0]), numbers(where)[0] - 1
    for column, cell in enumerate(cells):
        found = {
            ("wood", "stone", "gold")[board]: gather.RESOURCES[count][column],
            "cocoa": gather.COCOA_GAINED[board][count][column],
            "VP": gather.POINTS[board][count][column],
            "temple step": gather.TEMPLES[count][column] if where.startswith("Gold") else 0,
        }
        told = {what.removesuffix("s"): amount for what, amount in amounts(cell).items()}
        assert told == {what: amount for what, amount in found.items() if amount}


@pytest.mark.rule("T-7.6.3")
def test_the_rows_of_the_nobles():
    top, centre, bottom = section("T-7.6.3").split(" row ")[1:]
    assert [numbers(row) for row in (top, centre, bottom)] == nobles.ROWS


@pytest.mark.rule("T-7.7.1")
def test_what_a_decoration_costs():
    assert numbers(section("T-7.7.1").partition("gold: ")[2])[:3] == decorations.PRICE[1:]


@pytest.mark.rule("T-7.8.2")
@pytest.mark.parametrize("row", rows("T-7.8.2"), ids=lambda row: row[0])
def test_cost_and_reward_of_a_level(row):
    level, cost, points = row
    paid = {"stone": construction.STONE_COST, "wood": construction.WOOD_COST[int(level)]}
    assert amounts(cost) == {good: amount for good, amount in paid.items() if amount}
    assert int(points) == construction.LEVEL_POINTS[int(level)]


@pytest.mark.rule("T-8.5")
def test_pyramid_tiles_below_decorations():
    for side, name in enumerate(("top", "right", "bottom", "left")):
        for row in rows("T-8.5"):
            place = side * 4 + int(row[0]) - 1
            assert decoration_space(place) == f"{name}_{row[0]}"
            assert [pyramid_space(space) for space in DECORATION_SUPPORTS[place]] == row[2 + side].split()


@pytest.mark.rule("T-8.6")
def test_icons_printed_under_the_first_decorations():
    told = section("T-8.6").partition("are: ")[2].partition(".")[0]
    words = [word for side in told.replace("\n", " ").split("; ") for word in side.replace(",", "").split()[1:]]
    letters = {"headdress": "h", "serpent": "s", "statue": "t", "glyph": "-"}
    assert [ICONS.index(letters[word]) for word in words] == BASE_ICONS[OFF_GRID:]


@pytest.mark.rule("T-10.1")
@pytest.mark.rule("T-10.3")
@pytest.mark.parametrize("temple", range(3), ids=TEMPLES)
def test_what_the_steps_of_a_temple_bring(temple):
    name, *steps = rows("T-10.1")[temple]
    assert name == TEMPLES[temple]
    for step, cell in enumerate(steps, 1):
        found = {"any": ANY_REWARD[temple][step], "VP": POINTS_REWARD[temple][step], "c": COCOA_REWARD[temple][step]}
        told = {} if cell == "Bonus" else amounts(cell.strip("*"))
        assert told == {what: amount for what, amount in found.items() if amount}
        assert cell.startswith("**") == (SPOT_OF_STEP[temple][step] != NO_SPOT)


@pytest.mark.rule("T-2.1")
@pytest.mark.rule("T-14.8")
def test_where_the_dark_disc_stands():
    first = numbers(section("T-2.1").partition("dark disc")[2])[:3]
    later = numbers(section("T-14.8").partition("dark disc goes to ")[2])[:6]
    assert [[first[n], later[2 * n], later[2 * n + 1]] for n in range(3)] == DARK_DISC[2:]


@pytest.mark.rule("T-14.4")
def test_what_the_buildings_row_shows():
    assert numbers(section("T-14.4").partition("taken this is ")[2])[:12] == BUILDINGS_ROW


@pytest.mark.rule("T-14.6")
def test_what_a_set_of_masks_scores():
    assert numbers(section("T-14.6").partition("scores ")[2])[:7] == MASK_SET[1:]
