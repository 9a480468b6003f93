"""The tables of tiles equal those of the rules page."""

import re

import pytest

from arena.games.teotihuacan.pyramid import BASE_ICONS
from arena.games.teotihuacan.tiles.decoration import DECORATION_TILES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES, every_discovery
from arena.games.teotihuacan.tiles.pyramid import ICONS, PYRAMID_TILES, every_pyramid_tile
from arena.games.teotihuacan.tiles.royal import ROYAL_CATEGORIES, ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS, STARTING_TILES
from arena.games.teotihuacan.tiles.technology import TECHNOLOGIES
from tests.games.teotihuacan.rules_page import TEMPLES, amounts, rows, section

GLYPH = str.maketrans("g", "-")  # how the rules write a glyph, and how the tables do


@pytest.mark.rule("T-2.3.5")
@pytest.mark.rule("T-2.3.9")
@pytest.mark.parametrize("row", rows("T-2.3.5"), ids=lambda row: row[0])
def test_starting_tiles(row):
    name, boards, benefits = row
    tile = STARTING_TILES[STARTING_IDS.index(name)]
    assert f"{tile.left} {tile.right}" == boards
    told = {"Avenue 1": "avenue", "technology": "technology", "power-up": "power_up", "Discovery tile": "discovery"}
    told |= {"any resources": "any_resource"}
    expected = dict.fromkeys([*told.values(), "wood", "stone", "gold", "cocoa"], 0)
    temples = []
    for what, amount in amounts(benefits).items():
        if what.split()[0] in TEMPLES:
            temples.append(TEMPLES.index(what.split()[0]))
        else:
            expected[told.get(what, what)] = amount
    assert {word: getattr(tile, word) for word in expected} == expected
    assert tile.temples == temples


@pytest.mark.rule("T-8.4")
def test_icons_printed_on_the_board():
    printed = "".join("".join(row) for row in rows("T-8.4"))
    assert BASE_ICONS[:64] == [ICONS.index(letter) for letter in printed.translate(GLYPH)]


@pytest.mark.rule("T-8.6")
def test_decorations():
    printed = re.findall(r"`D(\d\d) (\w\w)`", section("T-8.6"))
    assert [icons.translate(GLYPH) for _, icons in printed] == DECORATION_TILES
    assert [int(number) for number, _ in printed] == list(range(15))


@pytest.mark.rule("T-8.8")
def test_pyramid_tiles():
    printed = re.findall(r"`P(\d\d) (\w{4})`", section("T-8.8"))
    assert [icons.translate(GLYPH) for _, icons in printed] == PYRAMID_TILES
    assert len(every_pyramid_tile()) == 32


@pytest.mark.rule("T-11.10")
def test_discovery_tiles():
    printed = {}
    for names, copies, cost, effect in rows("T-11.10"):
        for name in names.split(", "):
            price = {} if cost == "nothing" else amounts(cost)
            printed[name] = (int(copies.removesuffix(" each")), price, effect)
    assert list(printed) == [tile.id for tile in DISCOVERIES]
    for tile in DISCOVERIES:
        price = {good: getattr(tile, good) for good in ("cocoa", "wood", "gold") if getattr(tile, good)}
        assert (tile.copies, price) == printed[tile.id][:2]
    assert len(every_discovery()) == 54


@pytest.mark.rule("T-11.10")
def test_seventeen_masks_and_thirty_seven_others():
    masks = [tile for tile in DISCOVERIES if tile.name.startswith("mask")]
    assert [tile.copies for tile in masks] == [1, 2, 2, 3, 3, 3, 3]
    assert sum(tile.copies for tile in DISCOVERIES if tile not in masks) == 37


@pytest.mark.rule("T-2.2.2")
def test_royal_tiles():
    assert [(row[0], row[1]) for row in rows("T-13")] == list(zip(ROYAL_IDS, ROYAL_CATEGORIES, strict=True))


@pytest.mark.rule("T-2.2.4")
def test_the_first_four_technologies_cost_one_gold_the_others_two():
    assert [(tile.number, tile.gold) for tile in TECHNOLOGIES] == [
        *((number, 1) for number in (1, 3, 5, 7)),
        *((number, 2) for number in (9, 11, 13, 15, 17)),
    ]
