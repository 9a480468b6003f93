"""T-7.8 Construction: place Pyramid tiles from the offer, one after another, then power up."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.calendar import finish_pyramid
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.powering import POWER_UPS
from arena.games.teotihuacan.pyramid import (
    CLIMB,
    FIRST_OF_LEVEL,
    HALF_CELLS,
    LEVEL,
    LEVELS,
    SUMMIT,
    advance_matched,
    is_open,
    lay,
    matches,
)
from arena.games.teotihuacan.solo.offers import PYRAMID_OFFER, slide
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.technologies import POINTS, discount
from arena.games.teotihuacan.terms import CONSTRUCTION_POINTS, FROM_MAIN, STONE, WOOD
from arena.games.teotihuacan.tiles.pyramid import NO_TILE, ROTATIONS, TURNED
from arena.games.teotihuacan.windows import BUILD, PAY, STOP, PlayerDecision

# T-7.8.2: by level
STONE_COST: Final = 2
WOOD_COST: Final[list[int]] = [0, 0, 1, 2, 3]
LEVEL_POINTS: Final[list[int]] = [0, 1, 3, 5, 7]

# T-12.8: what is paid: everything, or one stone or one wood less
FULL: Final = 0
LESS_STONE: Final = 1
LESS_WOOD: Final = 2


def payments(player: PlayerState, level: int, saving: int) -> list[int]:
    """T-7.8.2, T-12.8: return a list of the ways in which the player can pay for a tile that it lays on this level.

    FULL is the whole price; LESS_STONE and LESS_WOOD are one stone or one wood less. These two are possible only if
    `saving` is above 0, which means that the player still has the discount of Technology #15. On level 1, LESS_WOOD is
    never possible.
    """
    stone = player.goods[STONE] - STONE_COST
    wood = player.goods[WOOD] - WOOD_COST[level]
    ways = blank_list()
    if stone >= 0 and wood >= 0:
        ways.append(FULL)
    if saving > 0 and stone >= -1 and wood >= 0:
        ways.append(LESS_STONE)
    if saving > 0 and level >= 2 and stone >= 0 and wood >= -1:
        ways.append(LESS_WOOD)
    return ways


def highest_level(player: PlayerState, saving: int) -> int:
    """T-7.8.2: return the highest level on which the player can pay for a tile; 0 if it can pay on none.

    It can then also pay for a tile on each lower level.
    """
    level = 0
    while level < LEVELS and can_pay_for(player, level + 1, saving):
        level += 1
    return level


def can_pay_for(player: PlayerState, level: int, saving: int) -> bool:
    """T-7.8.2, T-12.8: True if the player can pay for a tile on this level in at least one way.

    The ways are those of `payments`. `saving` is above 0 if the player still has the discount of Technology #15.
    """
    stone = player.goods[STONE] - STONE_COST
    wood = player.goods[WOOD] - WOOD_COST[level]
    if saving == 0:
        return stone >= 0 and wood >= 0
    return (stone >= -1 and wood >= 0) or (level >= 2 and stone >= 0 and wood >= -1)


def affordable_spaces(state: Teotihuacan, player: PlayerState, saving: int) -> list[int]:
    """T-7.8.1: return the numbers of the spaces on which the player can lay a tile now and pay for it."""
    spaces = blank_list()
    for space in range(FIRST_OF_LEVEL[highest_level(player, saving) + 1]):
        if is_open(state, space):
            spaces.append(space)
    return spaces


def offered_kinds(state: Teotihuacan) -> list[int]:
    """Return the numbers of the Pyramid tiles in the offer. Tiles that look alike are listed once."""
    kinds = blank_list()
    for tile in sorted(state.pyramid_offer):
        if tile != NO_TILE and tile not in kinds:
            kinds.append(tile)
    return kinds


def can_construct(state: Teotihuacan, player: PlayerState) -> bool:
    """T-7.8.3: True if the player can place and pay for at least one tile."""
    payable = FIRST_OF_LEVEL[highest_level(player, discount(state)) + 1]
    if payable == 0 or all(tile == NO_TILE for tile in state.pyramid_offer):
        return False
    return any(is_open(state, space) for space in range(payable))


# T-7.8.1: a tile on a space in every rotation, by tile * 32 + space
TURNS: Final[list[list[int]]] = [
    [BUILD + (tile * 32 + space) * 4 + rotation for rotation in range(ROTATIONS[tile])]
    for tile in range(len(ROTATIONS))
    for space in range(32)
]


class Build(PlayerDecision):
    """T-7.8.1: the player chooses a tile of the offer, a space and a rotation.

    `first` is true for the first tile of the action. After it, the player may stop.
    """

    def __init__(self, first: bool) -> None:
        self.first: Final = first

    def has_window(self) -> bool:
        """T-7.3b: True if free actions are possible now: before each tile except the first one."""
        return not self.first

    def offers(self, state: Teotihuacan) -> list[int]:
        """D11: return an option for each tile of the offer, each space for which the player can pay, and each rotation.

        T-7.8.3, T-7.8.4: after the first tile, also return STOP. If no further tile may be laid, return an empty list.
        """
        if not self.first and (state.laid >= state.count or state.finished):
            return []
        offered = blank_list()
        spaces = affordable_spaces(state, state.player(), state.saving)
        for tile in offered_kinds(state):
            for space in spaces:
                offered.extend(TURNS[tile * 32 + space])
        if not self.first:
            offered.append(STOP)  # T-19.5: a player that cannot pay may get resources in the window
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Add to the pending steps the payment for the chosen tile, and after it the choice of the next tile.

        If the option is STOP, do nothing.
        """
        if option == STOP:
            return
        where = (option - BUILD) >> 2
        state.push(BUILD_NEXT)
        state.push(Pay(where >> 5, where & 31, option & 3))


class Pay(PlayerDecision):
    """T-7.8.2, T-12.8: the player pays for the chosen tile, in full or with Technology #15's discount, and lays it."""

    def __init__(self, tile: int, space: int, rotation: int) -> None:
        self.tile: Final = tile
        self.space: Final = space
        self.rotation: Final = rotation

    def has_window(self) -> bool:
        """T-7.3b: return False: free actions are not possible between the choice of a tile and its payment."""
        return False

    def offers(self, state: Teotihuacan) -> list[int]:
        """Return an option for each way in which the player can pay for the tile."""
        offered = blank_list()
        for way in payments(state.player(), LEVEL[self.space], state.saving):
            offered.append(PAY + way)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """T-7.8.2, T-7.8.4: let the player pay, lay the tile, and score its level and its matching icons.

        Add to the pending steps the advances on temples and a step up the Pyramid track.
        """
        player = state.player()
        level = LEVEL[self.space]
        way = option - PAY
        state.pay(player, STONE, STONE_COST - (1 if way == LESS_STONE else 0), FROM_MAIN)
        state.pay(player, WOOD, WOOD_COST[level] - (1 if way == LESS_WOOD else 0), FROM_MAIN)
        if way != FULL:
            state.saving = 0
        state.pyramid_offer[state.pyramid_offer.index(self.tile)] = NO_TILE
        turned = self.tile * 4 + self.rotation
        found = matches(state, TURNED[turned], HALF_CELLS[self.space])
        lay(state, self.space, turned)
        state.laid += 1
        state.raising = True  # T-11.9: an additional worker may still bring a tile or a power-up
        if state.log is not None:
            state.tell("placed", [player.seat, self.tile, self.rotation, self.space, found & 7])
        state.score(player, CONSTRUCTION_POINTS, LEVEL_POINTS[level] + (found & 7))
        if self.space == SUMMIT:
            finish_pyramid(state)
        state.push(CLIMB)
        advance_matched(state, found)


class RefillPyramid(Step):
    """T-7.8.5: after the action, fills the places for open Pyramid tiles again, while the stack has tiles (T-1.8)."""

    def begin(self, state: Teotihuacan) -> bool:
        """Fill the empty places in the offer of Pyramid tiles. Return False, because no seat is asked."""
        refill(state)
        return False


def refill(state: Teotihuacan) -> None:
    """T-2.2.6: fill the offer of Pyramid tiles up to three open tiles, while the stack has tiles.

    T-17.2.1: in a solo game, first move the tiles that are left, in their order, so that the empty spaces come last.
    """
    offer = state.pyramid_offer
    if state.automaton is not None:
        slide(state, offer, PYRAMID_OFFER)
    for place in range(len(offer)):
        if offer[place] == NO_TILE and len(state.pyramid_stack) > 0:
            offer[place] = state.pyramid_stack.pop()
            if state.log is not None:
                state.tell("pyramid_offered", [place, offer[place]])


BUILD_FIRST: Final = Build(first=True)
BUILD_NEXT: Final = Build(first=False)
REFILL_PYRAMID: Final = RefillPyramid()


def construct(state: Teotihuacan) -> None:
    """T-7.8.5: begin a Construction: add its parts to the pending steps.

    These are the building of tiles, the points for technologies, the power-ups, and the refill of the offer.
    """
    state.laid = 0
    state.saving = discount(state)
    state.push(REFILL_PYRAMID)
    state.push(POWER_UPS)
    state.push(POINTS)
    state.push(BUILD_FIRST)
