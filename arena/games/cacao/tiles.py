"""C-1.4, C-1.5, C-2: two lists with all types of worker tiles and jungle tiles, and lists computed from these.

The engine uses the index of a type in its list as the type's number. All other code uses the id of the type.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.vecs import vec

# What a jungle tile does (C-8). Markets and all before them can hold a decision, the others never do (C-14.4).
PLANTATION: Final = 0
MARKET: Final = 1
GOLD_MINE: Final = 2
CENOTE: Final = 3
SUN_SITE: Final = 4
TEMPLE: Final = 5


# C-8: one line for each effect; `n` stands for the amount of the tile.
EFFECT_LINES: Final[list[str]] = [
    "each worker beside it brings n cacao",
    "each worker beside it may sell 1 cacao for n gold",
    "each worker beside it brings n gold",
    "each worker beside it moves the water carrier n field along the river",
    "each worker beside it brings n sun token",
    "at the end the most workers beside it bring 6 gold, the second most 3",
]


class WorkerTileType:
    """C-1.4: a type of worker tile: its id, the workers on its four sides clockwise, and how many orientations it has.

    `copies` is a list of three numbers: how many of these tiles each player has with two, three and four players.
    """

    def __init__(self, tile_id: str, orientations: int, copies: list[int]) -> None:
        self.id: Final = tile_id
        self.workers: Final = [int(count) for count in tile_id.split("-")]
        self.orientations: Final = orientations
        self.copies: Final = copies


class JungleTileType:
    """C-1.7, C-2.3: a type of jungle tile: its effect, the amount per worker, and its copies, start tiles included."""

    def __init__(self, tile_id: str, effect: int, amount: int, in_box: int, for_two: int) -> None:
        self.id: Final = tile_id
        self.effect: Final = effect
        self.amount: Final = amount
        self.in_box: Final = in_box
        self.for_two: Final = for_two


WORKER_TILES: Final[list[WorkerTileType]] = [
    WorkerTileType("1-1-1-1", 1, [4, 3, 3]),  # C-14.3: it looks the same whichever way it is turned
    WorkerTileType("2-1-0-1", 4, [5, 5, 4]),
    WorkerTileType("3-0-0-1", 4, [1, 1, 1]),
    WorkerTileType("3-1-0-0", 4, [1, 1, 1]),
]

JUNGLE_TILES: Final[list[JungleTileType]] = [
    JungleTileType("plantation_single", PLANTATION, 1, in_box=6, for_two=4),
    JungleTileType("plantation_double", PLANTATION, 2, in_box=2, for_two=2),
    JungleTileType("market_2", MARKET, 2, in_box=2, for_two=2),
    JungleTileType("market_3", MARKET, 3, in_box=4, for_two=3),
    JungleTileType("market_4", MARKET, 4, in_box=1, for_two=1),
    JungleTileType("gold_mine_1", GOLD_MINE, 1, in_box=2, for_two=1),
    JungleTileType("gold_mine_2", GOLD_MINE, 2, in_box=1, for_two=1),
    JungleTileType("cenote", CENOTE, 1, in_box=3, for_two=2),
    JungleTileType("sun_site", SUN_SITE, 1, in_box=2, for_two=1),
    JungleTileType("temple", TEMPLE, 0, in_box=5, for_two=4),
]

WORKER_TYPES: Final = len(WORKER_TILES)
WORKER_IDS: Final[list[str]] = [tile.id for tile in WORKER_TILES]
JUNGLE_IDS: Final[list[str]] = [tile.id for tile in JUNGLE_TILES]
EFFECT: Final = vec[i64]([tile.effect for tile in JUNGLE_TILES])
AMOUNT: Final = vec[i64]([tile.amount for tile in JUNGLE_TILES])

# The types that the rules call by name: their rows.
START_PLANTATION: Final = 0  # plantation_single
START_MARKET: Final = 2  # market_2
TEMPLE_TILE: Final = 9

RIVER: Final = vec[i64]([-10, -4, -1, 0, 2, 4, 7, 11, 16])  # C-2.4
RIVER_END: Final = 8
STORAGE: Final = 5
SUN_SPACES: Final = 3

HAND: Final = 3
DISPLAY: Final = 2


# An orientation is a type together with a rotation: 13 in all, in the order of types and rotations ------------------


def orientation_types() -> list[int]:
    """Return a list with one number for each orientation: the type of its worker tile.

    An orientation is a type of worker tile together with a rotation.
    """
    return [number for number, tile in enumerate(WORKER_TILES) for _ in range(tile.orientations)]


def workers_by_side() -> list[int]:
    """C-1.5, C-16.13: return a flat list with four numbers for each orientation: the workers on the four sides.

    An orientation is a tile type with a rotation; each quarter turn moves the workers one side clockwise.
    """
    return [
        tile.workers[(side - rotation) % 4]
        for tile in WORKER_TILES
        for rotation in range(tile.orientations)
        for side in range(4)
    ]


def orientations_by_hand() -> list[list[int]]:
    """C-14.3: return a list with an entry for each set of tile types that a hand can have.

    The entry is a list of the orientations in which these tiles can be laid. Its index is the set: a number with one
    bit for each type. An orientation is a tile type with a rotation.
    """
    types = orientation_types()
    return [
        [orientation for orientation, tile in enumerate(types) if hand >> tile & 1] for hand in range(1 << WORKER_TYPES)
    ]


TYPE: Final = vec[i64](orientation_types())  # by orientation
# By type: its orientation at rotation 0.
FIRST: Final = vec[i64]([orientation_types().index(tile) for tile in range(WORKER_TYPES)])
WORKERS: Final = vec[i64](workers_by_side())  # by orientation * 4 + side
ORIENTATIONS: Final[list[vec[i64]]] = [vec[i64](each) for each in orientations_by_hand()]


# What a game is played with ------------------------------------------------------------------------------------------


# By the number of players. A game copies what it plays with.
WORKERS_DEALT: Final[list[list[int]]] = [
    [number for number, tile in enumerate(WORKER_TILES) for _ in range(tile.copies[seats - 2] if seats >= 2 else 0)]
    for seats in range(5)
]
JUNGLE_DEALT: Final[list[list[int]]] = [
    [number for number, tile in enumerate(JUNGLE_TILES) for _ in range(tile.for_two if seats == 2 else tile.in_box)]
    for seats in range(5)
]


def worker_tiles(seats: int) -> list[int]:
    """C-2.1, C-2.2: return a list with the type number of each worker tile that a player has in a game."""
    return WORKERS_DEALT[seats][:]


def jungle_tiles(seats: int) -> list[int]:
    """C-2.3, C-3.3: return a list with the type number of each jungle tile of a game, start tiles included.

    With two players seven tiles are left out.
    """
    return JUNGLE_DEALT[seats][:]


# C-11.1: each player lays all its tiles, one in a turn; by the number of players.
TURNS: Final[list[int]] = [seats * len(worker_tiles(seats)) if seats >= 2 else 0 for seats in range(5)]
