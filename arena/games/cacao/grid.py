"""C-1 Geometry and terms: cells, sides and edges, and the meaning of the numbers in the grid.

The grid is a flat vec with one byte for each cell. A cell is the number `y * STRIDE + x`, which is also its index in
the vec, so cells are numbered row by row. Many cells north and west of the start have negative numbers. A vec counts
these from its end, as a list does, so the grid is a ring. No game is so wide that two of its cells share an entry of
this ring:

1. Let m be the largest x of a jungle tile on the table. Each worker tile was laid next to a jungle tile, so its x is
   m + 1 at most.
2. So a jungle space with x = m + 2 has one worker tile beside it at most. It is not filled, as this takes two (C-6.2).
3. So each new jungle tile adds one column at most to the columns with jungle tiles, at one side.
4. The first jungle tiles lie in columns 0 and 1, and 26 more are laid. So all are within the columns -26 to 27, and in
   one game they span 28 columns at most.
5. On each side, worker tiles reach one column further, the spaces at which the engine looks one more, and their
   neighbours one more. So all columns are within -29 to 30, and those of one game are 34 at most.
6. The same is true of rows.

There are 60 columns from -29 to 30, so with `STRIDE` 60 the number of a cell determines x and y. With 34 rows all cells
of one game have different entries in the vec. With two players 27 rows are enough, because only 19 jungle tiles are
laid. docs/decisions/ has the reason for the size.
"""

from typing import Final

from mypy_extensions import i64

from arena.games.vecs import append, pop, vec

# Geometry ------------------------------------------------------------------------------------------------------------

STRIDE: Final = 60
ROWS: Final[list[int]] = [0, 0, 27, 34, 34]  # by the number of players
LOW: Final = -29  # the least x and y that are ever looked at
HIGH: Final = 30
OFFSETS: Final = vec[i64]([-STRIDE, 1, STRIDE, -1])  # C-1.2: N, E, S, W


def cell_at(x: int, y: int) -> int:
    """C-1.1: return the number of the cell at x, y."""
    return y * STRIDE + x


def x_of(cell: int) -> int:
    """C-1.1: return the x of a cell: the number of columns from the start to the east."""
    return (cell - LOW) % STRIDE + LOW


def y_of(cell: int) -> int:
    """C-1.1: return the y of a cell: the number of rows from the start to the south."""
    return (cell - LOW) // STRIDE


# What a cell holds ---------------------------------------------------------------------------------------------------

# An empty worker space is open or not. An empty jungle space holds the number of worker tiles around it (C-6.2).
EMPTY: Final = 0
OPEN: Final = 1  # next to a jungle tile: a worker tile may be laid here (C-5.2)
JUNGLE: Final = 8  # + the type of a jungle tile
WORKER: Final = 64  # | the owner's seat << 4 | the orientation of a worker tile
OVERBUILT: Final = 128  # | this, if another one is below
LARGEST: Final = 255  # what a cell can hold

# Options and edges ---------------------------------------------------------------------------------------------------

# An option is `verb << 16 | (cell + REACH) << 4 | detail`: in the order of these numbers options stand in the order of
# the rules. The detail is an orientation, a jungle tile's type, or an edge's side << 2 with the workers that act.
PLACE: Final = 0
OVERBUILD: Final = 1
FILL: Final = 2
WORK: Final = 3
REACH: Final = 2048

# An edge is `cell << 2 | side`: in the order of these numbers edges stand in the order of cells and sides (C-1.6).


def cell_of(option: i64) -> i64:
    """Return the cell on which an option acts. An option is a number, and some of its bits say the cell."""
    return (option >> 4 & 4095) - REACH


def without(numbers: vec[i64], number: i64) -> vec[i64]:
    """Return a vec without a number that it has. The caller stores it in the place of the given one."""
    place: i64 = 0
    while numbers[place] != number:
        place += 1
    return pop(numbers, place)[0]


def inserted(ordered: vec[i64], number: i64) -> vec[i64]:
    """Return a sorted vec with one more number at its place. The caller stores it in the place of the given one."""
    ordered = append(ordered, number)
    place: i64 = len(ordered)
    place -= 1
    while place > 0 and ordered[place - 1] > number:
        ordered[place] = ordered[place - 1]
        place -= 1
    ordered[place] = number
    return ordered
