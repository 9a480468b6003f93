"""T-8 The geometry of the Pyramid: its spaces, their supports, matching icons, and the spaces for Decorations."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.temples import OrderTemples
from arena.games.teotihuacan.tiles.pyramid import COLOURED, GLYPH, NO_TILE, TEMPLE_OF_ICON, TURNED, read_icons

SPACES: Final = 30
LEVELS: Final = 4

# T-8.4: the board's printed icons, half-cell by half-cell
BASE_ICONS: Final[list[int]] = read_icons(
    "---tt---"
    "ssstt---"
    "---t-hhh"
    "ssh--ttt"
    "ssh-thhh"
    "--h-tsss"
    "ttthh---"
    "ssshh---"
    # T-8.6: beside the grid, under the level-1 decorations of the top, right, bottom and left side
    "hs-s-tht"
)


def _levels() -> list[int]:
    """T-8.1: return a list with the level of each space, lowest first. Levels 1 to 4 have 16, 9, 4 and 1 spaces."""
    return [level for level in range(1, 5) for _ in range((5 - level) ** 2)]


LEVEL: Final[list[int]] = _levels()
FIRST_OF_LEVEL: Final[list[int]] = [0, 0, 16, 25, 29, 30]  # and the end


def space_at(level: int, i: int, j: int) -> int:
    """T-8.1: return the number of the Pyramid space in row i, from the top, and column j, from the left, of a level."""
    return FIRST_OF_LEVEL[level] + i * (5 - level) + j


def _place(space: int) -> tuple[int, int, int]:
    """Return three numbers of a space: its level, and its row i and column j on this level."""
    level = LEVEL[space]
    i, j = divmod(space - FIRST_OF_LEVEL[level], 5 - level)
    return level, i, j


def _half_cells() -> list[list[int]]:
    """T-8.1: return for each Pyramid space a list of the four half-cells that it covers, clockwise from top left.

    A half-cell is as big as one icon. The grid of the Pyramid has 8 by 8 half-cells, numbered row by row from 0.
    """
    cells: list[list[int]] = []
    for space in range(SPACES):
        level, i, j = _place(space)
        corner = (2 * i + level - 1) * 8 + 2 * j + level - 1
        cells.append([corner, corner + 1, corner + 9, corner + 8])
    return cells


def _supports() -> list[list[int]]:
    """T-8.2: return for each Pyramid space a list of the spaces one level below that must hold tiles first."""
    below: list[list[int]] = []
    for space in range(SPACES):
        level, i, j = _place(space)
        if level == 1:
            below.append([])
        else:
            below.append([space_at(level - 1, i + di, j + dj) for di in (0, 1) for dj in (0, 1)])
    return below


HALF_CELLS: Final[list[list[int]]] = _half_cells()
SUPPORTS: Final[list[list[int]]] = _supports()
SUMMIT: Final = 29


def is_open(state: Teotihuacan, space: int) -> bool:
    """T-8.2: True if a space is empty and, on level 2 or higher, tiles lie on all four spaces below it.

    T-8.5: if a rules option lets Decorations lie lower than the Pyramid, none may lie where the tile goes.
    """
    built = state.built
    if built[space] != NO_TILE or (state.readings.any_layers and is_under_decoration(state, space)):
        return False
    return all(built[below] != NO_TILE for below in SUPPORTS[space])


def is_under_decoration(state: Teotihuacan, space: int) -> bool:
    """T-8.5: True if a Decoration lies on a half-cell of a Pyramid space, so that no tile can follow there."""
    cells = HALF_CELLS[space]
    for place in range(len(DECORATION_CELLS)):
        if state.decorated[place] >= 0 and any(cell in cells for cell in DECORATION_CELLS[place]):
            return True
    return False


def matches(state: Teotihuacan, icons: list[int], cells: list[int]) -> int:
    """T-8.3: count the icons of a tile that match the icons under them: all of them, and those of each temple's colour.

    Return the counts as one number: all + 8 * (blue + 8 * red + 64 * green). An icon without a colour is counted only
    in `all`.
    """
    found = 0
    for place in range(len(cells)):
        icon = icons[place]
        kind = icon & 3
        if kind != state.tops[cells[place]] or (kind == GLYPH and not state.readings.glyph_matches):
            continue
        found += 1
        if icon >= COLOURED:
            found += 8 << (3 * TEMPLE_OF_ICON[kind])
    return found


def lay(state: Teotihuacan, space: int, turned: int) -> None:
    """T-8.4: lay a tile on a space; `turned` is tile * 4 + rotation. The tile's icons are now on top."""
    state.built[space] = turned
    icons = TURNED[turned]
    cells = HALF_CELLS[space]
    for place in range(4):
        state.tops[cells[place]] = icons[place] & 3


def advance_matched(state: Teotihuacan, found: int) -> None:
    """T-7.7.2, T-7.8.2: add to the pending steps an advance on a temple for each coloured icon that matches.

    `found` is a number that `matches` returned. The player chooses the order of the advances.
    """
    advances = found >> 3
    if advances > 0:
        state.push(OrderTemples(advances))


class Climb(Step):
    """T-8.7: moves the active player's marker one step up the Pyramid track, after the player has placed a tile."""

    def begin(self, state: Teotihuacan) -> bool:
        """T-7.7.3, T-7.8.2: move the active player's marker one step up the Pyramid track.

        Return False, because no seat is asked. The engine begins this step after the points for matching icons and the
        advances on temples.
        """
        climb(state, state.player())
        return False


def climb(state: Teotihuacan, player: PlayerState) -> None:
    """T-8.7: move a player's marker one step up the Pyramid track, but not beyond its end."""
    if player.track < state.readings.track_cap:
        player.track += 1
        if state.log is not None:
            state.tell("climbed", [player.seat, player.track])


CLIMB: Final = Climb()


# T-8.5, T-8.6: decoration spaces, side * 4 + level - 1: half-cells in the tile's order, Pyramid tiles needed below
OFF_GRID: Final = 64  # level-1 spaces lie off the grid: the icons printed there are numbered on from its half-cells


def _decoration_cells() -> list[list[int]]:
    """T-8.5, T-8.6: return, for each space for a Decoration, a list of two numbers: the half-cells that it covers.

    A half-cell is as big as one icon. Those in the grid of 8 by 8 have the numbers 0 to 63. A space on level 1 lies
    beside the grid: its half-cells have the numbers 64 + 2 * side and 65 + 2 * side. On the top side, the spaces of
    levels 2, 3 and 4 cover columns 3 and 4 of rows 0, 1 and 2. The other sides are the same, turned clockwise.
    """
    spaces: list[list[int]] = []
    for side in range(4):
        spaces.append([OFF_GRID + 2 * side, OFF_GRID + 2 * side + 1])
        for depth in range(3):
            row, columns = depth, (3, 4)
            cells = [(row, columns[0]), (row, columns[1])]
            for _ in range(side):
                cells = [(column, 7 - row) for row, column in cells]
            spaces.append([row * 8 + column for row, column in cells])
    return spaces


def _decoration_supports(*, any_layers: bool) -> list[list[int]]:
    """T-8.5: return, for each space for a Decoration, a list of the Pyramid spaces that must hold tiles first.

    For a Decoration on level 1 the list is empty. For a higher one, it has the Pyramid spaces one level lower that the
    Decoration would partly cover; if `any_layers`, those on level 1.
    """
    needed: list[list[int]] = []
    for place, cells in enumerate(DECORATION_CELLS):
        level = min(place % 4, 1) if any_layers else place % 4
        needed.append([s for s in range(SPACES) if LEVEL[s] == level and any(cell in HALF_CELLS[s] for cell in cells)])
    return needed


DECORATION_CELLS: Final[list[list[int]]] = _decoration_cells()
DECORATION_SUPPORTS: Final[list[list[int]]] = _decoration_supports(any_layers=False)
DECORATION_FLOORS: Final[list[list[int]]] = _decoration_supports(any_layers=True)


def open_sides(state: Teotihuacan) -> list[int]:
    """T-8.5: return a list of the legal decoration spaces, at most one on each side.

    The number of a space is side * 4 + level - 1. With a rules option, any Pyramid tiles below are enough.
    """
    supports = DECORATION_FLOORS if state.readings.any_layers else DECORATION_SUPPORTS
    places = blank_list()
    for side in range(4):
        level = state.sides[side]
        if level == LEVELS:
            continue
        place = side * 4 + level
        if all_built(state, supports[place]):
            places.append(place)
    return places


def all_built(state: Teotihuacan, spaces: list[int]) -> bool:
    """True if tiles lie on all of these Pyramid spaces."""
    return all(state.built[space] != NO_TILE for space in spaces)
