"""The contents of the Teotihuacan box, for the slow oracle beside this file.

Icons are words, coloured ones in capitals. A tile with several copies has the name of its first copy.
"""

RESOURCES = ("wood", "stone", "gold")
TEMPLES = ("blue", "red", "green")

TEMPLE_OF_ICON = {"HEADDRESS": "red", "SERPENT": "green", "STATUE": "blue"}
"""T-8.3: the temple of each coloured icon."""

PYRAMID_TILES = {
    "P00": "statue glyph HEADDRESS serpent",
    "P01": "glyph statue headdress SERPENT",
    "P02": "glyph headdress statue SERPENT",
    "P03": "serpent glyph statue HEADDRESS",
    "P04": "serpent glyph statue headdress",
    "P05": "serpent glyph headdress statue",
    "P06": "serpent glyph headdress STATUE",
    "P07": "serpent statue headdress glyph",
    "P08": "serpent STATUE headdress glyph",
    "P09": "statue glyph headdress glyph",
    "P10": "STATUE glyph headdress glyph",
    "P11": "serpent glyph headdress glyph",
    "P12": "serpent glyph HEADDRESS glyph",
    "P13": "statue glyph SERPENT glyph",
    "P14": "statue glyph serpent glyph",
    "P15": "statue glyph serpent headdress",
    "P16": "statue glyph serpent HEADDRESS",
    "P17": "serpent glyph statue headdress",
    "P18": "glyph glyph glyph headdress",
    "P19": "statue glyph glyph glyph",
    "P20": "glyph glyph glyph serpent",
    "P21": "statue glyph glyph serpent",
    "P22": "serpent glyph glyph statue",
    "P23": "glyph glyph serpent headdress",
    "P24": "SERPENT glyph glyph headdress",
    "P25": "statue glyph glyph HEADDRESS",
    "P26": "statue glyph glyph headdress",
    "P27": "serpent statue SERPENT statue",
    "P28": "headdress STATUE headdress statue",
    "P29": "serpent headdress serpent HEADDRESS",
    "P30": "glyph glyph glyph glyph",
    "P31": "glyph glyph glyph glyph",
}
"""T-8.8: the icons of each tile, clockwise from the top left."""

SAME_PYRAMID_TILE = {"P17": "P04", "P31": "P30"}

DECORATION_TILES = {
    "D00": "STATUE HEADDRESS",
    "D01": "glyph STATUE",
    "D02": "SERPENT SERPENT",
    "D03": "STATUE SERPENT",
    "D04": "HEADDRESS STATUE",
    "D05": "STATUE glyph",
    "D06": "HEADDRESS HEADDRESS",
    "D07": "SERPENT STATUE",
    "D08": "HEADDRESS SERPENT",
    "D09": "SERPENT glyph",
    "D10": "glyph HEADDRESS",
    "D11": "STATUE STATUE",
    "D12": "SERPENT HEADDRESS",
    "D13": "HEADDRESS glyph",
    "D14": "glyph SERPENT",
}
"""T-8.6: first and second icon."""

BASE_ICONS = [
    "glyph glyph glyph statue statue glyph glyph glyph",
    "serpent serpent serpent statue statue glyph glyph glyph",
    "glyph glyph glyph statue glyph headdress headdress headdress",
    "serpent serpent headdress glyph glyph statue statue statue",
    "serpent serpent headdress glyph statue headdress headdress headdress",
    "glyph glyph headdress glyph statue serpent serpent serpent",
    "statue statue statue headdress headdress glyph glyph glyph",
    "serpent serpent serpent headdress headdress glyph glyph glyph",
]
"""T-8.4: the icons printed where the Pyramid will stand, row by row."""

STARTING_PATTERNS = {
    2: "1.0.0 1.0.1 1.1.0 1.1.1 1.1.2 1.1.3 1.2.0 1.2.1 1.2.2 1.2.3 1.3.2 1.3.3 2.0.0 2.2.2",
    3: "1.1.0 1.1.1 1.1.2 1.1.3 1.2.0 1.2.1 1.2.2 1.2.3 2.1.0 2.1.2",
    4: "1.0.1 1.0.2 1.1.0 1.1.3 1.2.0 1.2.3 1.3.1 1.3.2",
}
"""T-2.2.6: the spaces filled at setup, for each number of players."""

DECORATION_SPACES = {
    "top_1": ([(-1, 3), (-1, 4)], "", "headdress serpent"),
    "top_2": ([(0, 3), (0, 4)], "1.0.1 1.0.2", ""),
    "top_3": ([(1, 3), (1, 4)], "2.0.1", ""),
    "top_4": ([(2, 3), (2, 4)], "3.0.0 3.0.1", ""),
    "right_1": ([(3, 8), (4, 8)], "", "glyph serpent"),
    "right_2": ([(3, 7), (4, 7)], "1.1.3 1.2.3", ""),
    "right_3": ([(3, 6), (4, 6)], "2.1.2", ""),
    "right_4": ([(3, 5), (4, 5)], "3.0.1 3.1.1", ""),
    "bottom_1": ([(8, 4), (8, 3)], "", "glyph statue"),
    "bottom_2": ([(7, 4), (7, 3)], "1.3.1 1.3.2", ""),
    "bottom_3": ([(6, 4), (6, 3)], "2.2.1", ""),
    "bottom_4": ([(5, 4), (5, 3)], "3.1.0 3.1.1", ""),
    "left_1": ([(4, -1), (3, -1)], "", "headdress statue"),
    "left_2": ([(4, 0), (3, 0)], "1.1.0 1.2.0", ""),
    "left_3": ([(4, 1), (3, 1)], "2.1.0", ""),
    "left_4": ([(4, 2), (3, 2)], "3.0.0 3.1.0", ""),
}
"""T-8.5, T-8.6: half-cells of the first and second icon, Pyramid tiles needed, icons printed on the board."""

DISCOVERIES = {
    "V00": (1, {"cocoa": 2, "gold": 1}, "mask", 1),
    "V01": (2, {"cocoa": 1, "wood": 1}, "mask", 2),
    "V03": (2, {"cocoa": 1, "wood": 1}, "mask", 3),
    "V05": (3, {"wood": 1}, "mask", 4),
    "V08": (3, {"wood": 1}, "mask", 5),
    "V11": (3, {"wood": 1}, "mask", 6),
    "V14": (3, {"wood": 1}, "mask", 7),
    "V17": (3, {"wood": 1}, "points", 4),
    "V20": (2, {"cocoa": 1}, "any", 3),
    "V22": (2, {}, "any", 2),
    "V24": (3, {"cocoa": 1}, "avenue", 1),
    "V27": (3, {"cocoa": 1}, "temple", 1),
    "V30": (2, {}, "blue", 1),
    "V32": (2, {}, "red", 1),
    "V34": (2, {}, "green", 1),
    "V36": (3, {"gold": 1}, "cocoa", 4),
    "V39": (3, {"cocoa": 1}, "power", 2),
    "V42": (3, {}, "double", 1),
    "V45": (3, {}, "waiver", 1),
    "V48": (3, {}, "unlimited", 1),
    "V51": (3, {}, "additional", 1),
}
"""T-11.10: copies, cost, effect, and its number (for a mask its type)."""

STARTING_TILES = {
    "S01": ((1, 2), {"cocoa": 2, "wood": 3, "avenue": 1}),
    "S02": ((4, 3), {"stone": 2, "gold": 3, "green": 1}),
    "S03": ((2, 3), {"wood": 4, "stone": 1, "blue": 1}),
    "S04": ((1, 4), {"cocoa": 5, "gold": 2, "red": 1}),
    "S05": ((4, 5), {"gold": 2, "technology": 1}),
    "S06": ((2, 4), {"wood": 3, "gold": 2, "power": 1}),
    "S07": ((5, 8), {"any": 2, "technology": 1}),
    "S08": ((6, 7), {"cocoa": 2, "stone": 4, "blue": 1}),
    "S09": ((5, 6), {"blue": 1, "red": 1, "green": 1}),
    "S10": ((7, 8), {"cocoa": 5, "red": 1, "power": 1}),
    "S11": ((6, 8), {"cocoa": 5, "green": 1, "power": 1}),
    "S12": ((5, 7), {"any": 2, "blue": 1, "red": 1}),
    "S13": ((3, 5), {"cocoa": 3, "wood": 5}),
    "S14": ((3, 7), {"stone": 3, "gold": 1, "discovery": 1}),
    "S15": ((2, 6), {"wood": 1, "stone": 2, "gold": 3}),
    "S16": ((4, 8), {"cocoa": 2, "gold": 3, "discovery": 1}),
    "S17": ((3, 8), {"cocoa": 3, "wood": 2, "stone": 3}),
    "S18": ((2, 7), {"wood": 1, "stone": 2, "avenue": 1}),
}
"""T-2.3: the boards shown, left to right, and the benefits."""

TECHNOLOGIES = {
    "TECH01": 1,
    "TECH03": 1,
    "TECH05": 1,
    "TECH07": 1,
    "TECH09": 2,
    "TECH11": 2,
    "TECH13": 2,
    "TECH15": 2,
    "TECH17": 2,
}
"""T-12: the gold that each costs."""

ROYAL_TILES = {
    "A": ["R04", "R05", "R09"],
    "B": ["R02", "R06", "R07"],
    "C": ["R01", "R03", "R08"],
}
"""T-2.2.2: by category."""

BONUS_TILES = ["B1", "B2", "B3", "B4", "B5", "B6", "B7"]

TEMPLE_REWARDS = {
    "blue": "-, 1 any, 1 any, 1 any, 1 any, 2 any, 2 any, 2 points, 2 any, 4 points, -, 6 points",
    "red": "-, 1 points, 1 points, 2 points, 2 points, 2 points, 3 points, 3 points, 4 points, 5 points, -, 7 points",
    "green": "-, 1 cocoa, 1 cocoa, 1 cocoa, 2 cocoa, 2 cocoa, 2 cocoa, 3 cocoa, 3 cocoa, 4 cocoa, -, 5 points",
}
"""T-10: what each step gives, from 0 to 11."""

TEMPLE_DISCOVERIES = {
    2: {("blue", 4): 2, ("red", 5): 3, ("green", 3): 1, ("green", 6): 2},
    3: {("blue", 4): 3, ("red", 5): 4, ("green", 3): 2, ("green", 6): 3},
    4: {("blue", 4): 4, ("red", 5): 5, ("green", 3): 3, ("green", 6): 4},
}
"""T-2.2.7: Discovery tiles on the major steps."""

AVENUE_DISCOVERIES = {3: 3, 6: 2, 8: 1}
"""T-2.2.7: Discovery tiles on the Avenue."""

GATHERING = {
    2: {
        1: ["1 cocoa", "1 wood", "1 wood", "2 wood", "2 wood"],
        2: ["1 wood", "2 wood", "2 wood", "3 wood 2 cocoa", "3 wood 2 cocoa"],
        3: ["2 wood 1 cocoa", "3 wood 3 cocoa", "3 wood 3 cocoa", "4 wood 5 cocoa", "4 wood 5 cocoa"],
    },
    3: {
        1: ["1 points", "1 stone", "1 stone", "2 stone", "2 stone"],
        2: ["1 stone", "2 stone", "2 stone", "3 stone 2 points", "3 stone 2 points"],
        3: ["2 stone 1 points", "3 stone 3 points", "3 stone 3 points", "4 stone 5 points", "4 stone 5 points"],
    },
    4: {
        1: ["1 points", "1 gold", "1 gold", "2 gold", "2 gold"],
        2: ["1 gold", "2 gold", "2 gold", "3 gold 2 points", "3 gold 2 points"],
        3: ["2 gold 1 cocoa", "3 gold 1 temple", "3 gold 1 temple", "4 gold 2 temple", "4 gold 2 temple"],
    },
}
"""T-7.4.1: board, number of workers, and then the cells of lowest power 1 to 5."""

FIRST_GAME_RING = [1, 3, 5, 2, 8, 7, 6, 4]
FIRST_GAME_ROYAL = ["R01", "R06", "R04"]
FIRST_GAME_TECHNOLOGIES = ["TECH01", "TECH03", "TECH05", "TECH09", "TECH15", "TECH17"]
FIRST_GAME_BONUS = ["B3", "B4", "B7"]
FIRST_GAME_PLAYERS = [
    ("5 cocoa 1 wood 2 stone 4 gold", {"green": 1}, "1 cocoa", {6: 2, 2: 1, 8: 1}),
    ("5 cocoa 4 wood 1 stone", {"red": 1, "blue": 1}, "1 points 1 stone", {7: 2, 2: 1, 3: 1}),
    ("4 cocoa 3 wood 4 stone", {"avenue": 1, "blue": 1}, "1 gold", {1: 1, 2: 1, 7: 1}),
    ("2 wood 5 gold", {"green": 2, "technology": 1}, "2 cocoa", {3: 1, 4: 1, 5: 1}),
]
"""T-2.5: goods, advances, what the temple steps gave, and the power of the worker on each board."""

NOBLES_ROWS = {"top": [3, 2, 2, 1, 1], "centre": [5, 4, 3, 3], "bottom": [7, 6, 5]}
"""T-7.6.3: the values of the spaces."""

BUILDINGS_ROW = [5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1]
"""T-14.4: the lowest visible number when so many Buildings are taken."""

MASK_SETS = [0, 1, 3, 6, 10, 15, 21, 28]
"""T-14.6: the points of a set of so many masks."""

DARK_DISC = {2: [10, 9, 8], 3: [11, 10, 9], 4: [12, 11, 10]}
"""T-2.1, T-14.8: where the dark disc lies before each Eclipse."""

WORSHIP_SPACES = {
    1: ["palace_1", "palace_2", "palace_3"],
    2: ["forest"],
    3: ["quarry"],
    4: ["gold"],
    7: ["decorations"],
}
"""T-6.1: the Worship spaces of each board."""
