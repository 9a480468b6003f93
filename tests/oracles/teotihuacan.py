"""Teotihuacan once more: a slow and literal reading of docs/rules/teotihuacan.md, to be held against the fast engine.

It shares no code with the engine and imports nothing from it. Boards, tiles and workers go by their printed names, in
lists and dictionaries that print as what they are, and everything is looked up anew whenever it is asked for. The game
is one long story told by generators: where somebody has to decide, the story stops and names who and between what.

How to drive it beside an engine:

1. Deal both sides the same stacks: a `Setup` holds all of them, top first. `shuffled_setup(rng)` makes one.
2. While `decider()` is a seat, the engine must ask the same seat and offer the same options. What leaves exactly one
   option, free actions counted, is done on the way and asked by neither side (T-19.5).
3. Pick any option and give it to both: `play(text)`. A text that is not offered raises `Refused` and changes nothing.
4. After every step `summary()` should equal a summary of the engine's position.
5. When `decider()` is None, compare `scores()` and `placements()`.

To start from a position instead, stop at the first decision of a turn and overwrite attributes: the options are made
up from the table whenever they are asked for, and the story goes on from what it finds there.

What the rules leave to the players and no result depends on has a fixed order here: the benefits of the Starting tiles
(T-2.3.5) come tile by tile in the order the tiles were kept, each with goods, free resources, temples, Avenue,
technology, power-up; tied Discovery tiles are claimed after both tiles.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from functools import partial

from tests.oracles.teotihuacan_data import (
    AVENUE_DISCOVERIES,
    BASE_ICONS,
    BONUS_TILES,
    BUILDINGS_ROW,
    DARK_DISC,
    DECORATION_SPACES,
    DECORATION_TILES,
    DISCOVERIES,
    FIRST_GAME_BONUS,
    FIRST_GAME_PLAYERS,
    FIRST_GAME_RING,
    FIRST_GAME_ROYAL,
    FIRST_GAME_TECHNOLOGIES,
    GATHERING,
    MASK_SETS,
    NOBLES_ROWS,
    PYRAMID_TILES,
    RESOURCES,
    ROYAL_TILES,
    SAME_PYRAMID_TILE,
    STARTING_PATTERNS,
    STARTING_TILES,
    TECHNOLOGIES,
    TEMPLE_DISCOVERIES,
    TEMPLE_OF_ICON,
    TEMPLE_REWARDS,
    TEMPLES,
    WORSHIP_SPACES,
)

PALACE, FOREST, QUARRY, GOLD, ALCHEMY, NOBLES, DECORATIONS, CONSTRUCTION = range(1, 9)

HAND, TRANSIT, WHEEL = "0", "transit", "wheel"
"""Where a worker is that stands on no board."""

DISCOVERY_BOARDS = [PALACE, FOREST, QUARRY, GOLD, DECORATIONS]
"""T-2.2.7: the boards with a Discovery tile beside their Worship area."""

MOVE_EFFECTS = ("double", "unlimited")
"""T-11.5: declared with the move."""

IMMEDIATE_EFFECTS = ("points", "any", "cocoa", "avenue", "temple", "blue", "red", "green", "power")
"""T-11.4: used in any window of one's own turn."""

RULES_OPTIONS: dict[str, list[object]] = {
    "ascension_cocoa": [6, 5],
    "tech13_scope": ["per_main_action", "per_power_up"],
    "technology_draw": ["uniform_6_of_9", "three_low_three_high"],
    "pyramid_track_cap": [None, 9, 10],
    "pyramid_leader_needs_progress": [True, False],
    "cocoa_waiver_scope": ["strict", "wide"],
    "nobles_row_choice": ["forced", "any_up_to_workers"],
    "glyph_matches": [True, False],
    "dark_eclipse": [False, True],
    "starting_tile_draft": [False, True],
    "first_game": [False, True],
}
"""The rules options with their values, the usual one first."""

Options = Callable[[], list[str]]
Question = tuple[int, Options]
Story = Generator[Question, str, None]
Answer = Generator[Question, str, str]
Yes = Generator[Question, str, bool]


class Refused(ValueError):  # noqa: N818 - the word of the rules
    """The text is none of the options that the decider has."""


@dataclass
class Setup:
    """Every stack of a game in drawing order, and where a die decides, what it shows."""

    boards: list[int]
    royal: list[str]
    bonus: list[str]
    technologies: list[str]
    decorations: list[str]
    pyramid: list[str]
    rotations: list[int]
    discoveries: list[str]
    discoveries_again: list[str]
    starting: list[str]
    neutral: list[list[str]]


@dataclass
class Worker:
    """A die: its place is a board number, or the hand, the wheel, or on the way."""

    power: int
    where: int | str
    locked: str | None = None


@dataclass
class Player:
    """What lies in front of a player, and where that player's markers stand."""

    seat: int
    workers: list[Worker]
    wood: int = 0
    stone: int = 0
    gold: int = 0
    cocoa: int = 0
    points: int = 0
    temples: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TEMPLES, 0))
    avenue: int = 0
    track: int = 0
    technologies: list[str] = field(default_factory=list)
    masks: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def discovery_tiles() -> list[str]:
    """T-11.10: the 54 Discovery tiles, each under the name of its kind."""
    return [kind for kind, (copies, *_) in DISCOVERIES.items() for _ in range(copies)]


def shuffled_setup(rng: random.Random) -> Setup:
    """T-2.2, T-19.6: everything shuffled, for any number of players."""

    def shuffled[T](tiles: Iterable[T]) -> list[T]:
        stack = list(tiles)
        rng.shuffle(stack)
        return stack

    boards = shuffled(range(2, 8))
    return Setup(
        boards=[PALACE, *boards[:3], CONSTRUCTION, *boards[3:]],
        royal=[rng.choice(tiles) for tiles in ROYAL_TILES.values()],
        bonus=shuffled(BONUS_TILES),
        technologies=shuffled(TECHNOLOGIES),
        decorations=shuffled(DECORATION_TILES),
        pyramid=shuffled(PYRAMID_TILES),
        rotations=[rng.randrange(4) for _ in range(14)],
        discoveries=shuffled(discovery_tiles()),
        discoveries_again=shuffled(discovery_tiles()),
        starting=shuffled(STARTING_TILES),
        neutral=[shuffled(STARTING_TILES) for _ in range(3)],
    )
