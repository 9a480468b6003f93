"""T-2 Setup: the random parts, the equipment of each player, and the choice of Starting tiles."""

from typing import Final

from arena.games.chance import Deal
from arena.games.game import Rules, Scalar
from arena.games.teotihuacan.actions import construction, decorations
from arena.games.teotihuacan.calendar import DARK_DISC
from arena.games.teotihuacan.first_game import print_boards, set_up_first_game
from arena.games.teotihuacan.neutrals import COLOURS, MOVES, move_neutrals
from arena.games.teotihuacan.player_state import Worker
from arena.games.teotihuacan.pyramid import BASE_ICONS, lay, space_at
from arena.games.teotihuacan.solo.setup import DICE, SOLO_MARK, TILES_STACK, set_up_automaton
from arena.games.teotihuacan.starting import end_of_starting, starting_steps
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.terms import CONSTRUCTION, HAND, PALACE, SPOTS, WHEEL
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.decoration import DECORATION_TILES, NO_DECORATION
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES, every_discovery
from arena.games.teotihuacan.tiles.pyramid import NO_TILE, PYRAMID_TILES, ROTATIONS, every_pyramid_tile
from arena.games.teotihuacan.tiles.royal import ROYAL_CATEGORIES, ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.tiles.technology import TECHNOLOGIES
from arena.games.teotihuacan.turn import TURN

STACKS: Final = (
    "boards",
    "royal-a",
    "royal-b",
    "royal-c",
    "bonuses",
    "technologies",
    "decorations",
    "pyramid",
    "discovery",
    "discovery-again",
    "starting",
    "neutral-0",
    "neutral-1",
    "neutral-2",
)
ROYAL_STACKS: Final[list[str]] = ["royal-a", "royal-b", "royal-c"]
NEUTRAL_STACKS: Final[list[str]] = ["neutral-0", "neutral-1", "neutral-2"]
SOLO_STACKS: Final = (*STACKS, TILES_STACK)
ROTATIONS_DIE: Final = "rotations"
SOLO_DICE: Final = (ROTATIONS_DIE, *DICE)

# What the stacks are made of. A deal copies what it orders.
ROYALS: Final[list[list[int]]] = [
    [tile for tile, letter in enumerate(ROYAL_CATEGORIES) if letter == category] for category in "ABC"
]
BONUSES: Final = list(range(7))
EVERY_TECHNOLOGY: Final = list(range(len(TECHNOLOGIES)))
EVERY_DECORATION: Final = list(range(15))
EVERY_STARTING: Final = list(range(18))

BOARD_IDS: Final[list[str]] = [str(board) for board in range(9)]
DISCOVERY_IDS: Final[list[str]] = [tile.id for tile in DISCOVERIES]
DECORATION_IDS: Final[list[str]] = [f"D{number:02d}" for number in range(len(DECORATION_TILES))]
PYRAMID_IDS: Final[list[str]] = [f"P{number:02d}" for number in range(len(PYRAMID_TILES))]
TECHNOLOGY_IDS: Final[list[str]] = [tile.id for tile in TECHNOLOGIES]

MOVABLE_BOARDS: Final[list[int]] = [2, 3, 4, 5, 6, 7]  # T-2.2.1
FREE_POSITIONS: Final[list[int]] = [2, 3, 4, 6, 7, 8]

# T-2.2.6: the starting Pyramid by player count: level, i, j
STARTING_PYRAMID: Final[list[list[tuple[int, int, int]]]] = [
    [],
    [],
    [
        *[(1, i, j) for i, j in ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3))],
        *[(1, 3, 2), (1, 3, 3), (2, 0, 0), (2, 2, 2)],
    ],
    [
        *[(1, i, j) for i, j in ((1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3))],
        *[(2, 1, 0), (2, 1, 2)],
    ],
    [(1, i, j) for i, j in ((0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2))],
]

DISCOVERY_BOARDS: Final[list[int]] = [1, 2, 3, 4, 7]  # T-2.2.7
# how many tiles lie on each spot, with two players; on the temples each further player adds one
SPOT_TILES: Final[list[int]] = [3, 2, 1, 2, 3, 1, 2]
AVENUE_SPOTS: Final = 3


def new_game(rules: Rules, settings: dict[str, Scalar], seats: int, deal: Deal) -> Teotihuacan:
    """T-2: carry out setup with this deal, and return the position of the first decision."""
    state = Teotihuacan(rules, seats, settings)
    solo = SOLO_MARK in settings
    deal.only(SOLO_STACKS if solo else STACKS, SOLO_DICE if solo else (ROTATIONS_DIE,))
    lay_out_boards(state, deal)
    lay_out_pyramid(state, deal)
    lay_out_discoveries(state, deal)
    equip_players(state)
    if solo:
        set_up_automaton(state, deal)
    state.neutrals = [[] for _ in range(COLOURS[seats])]
    for time in range(MOVES if COLOURS[seats] > 0 else 0):
        state.neutral_stacks.append(deal.stack(NEUTRAL_STACKS[time], EVERY_STARTING, STARTING_IDS))
    state.push(END_SETUP)
    if settings["first_game"] is True:
        set_up_first_game(state)
    else:
        starting_steps(state, deal.stack("starting", EVERY_STARTING, STARTING_IDS))
    state.settle()
    return state


def lay_out_boards(state: Teotihuacan, deal: Deal) -> None:
    """T-2.1, T-2.2.1 to T-2.2.4: lay out the calendar, boards, Royal tiles, Temple Bonus tiles and technologies."""
    state.dark = DARK_DISC[state.seats][0]
    order = deal.stack("boards", MOVABLE_BOARDS, BOARD_IDS)
    state.ring[1] = PALACE
    state.ring[5] = CONSTRUCTION
    for position in FREE_POSITIONS:
        state.ring[position] = order.pop()
    for slot in range(3):
        state.royals[slot] = deal.stack(ROYAL_STACKS[slot], ROYALS[slot], ROYAL_IDS).pop()
    bonuses = deal.stack("bonuses", BONUSES, BONUS_IDS)
    state.bonuses = [bonuses.pop() for _ in range(3)]
    state.technologies = draw_technologies(state, deal.stack("technologies", EVERY_TECHNOLOGY, TECHNOLOGY_IDS))
    if state.settings["first_game"] is True:
        print_boards(state)
    for position in range(1, 9):
        state.place_of[state.ring[position]] = position


def draw_technologies(state: Teotihuacan, order: list[int]) -> list[int]:
    """T-2.2.4: return a list of the six technologies on top of the stack `order`, sorted by their printed numbers.

    The top of the stack is the end of the list. If the rules option `technology_draw` says so, return the top three
    with numbers up to 7, and the top three with higher numbers.
    """
    order.reverse()
    if state.settings["technology_draw"] == "three_low_three_high":
        low = [tile for tile in order if TECHNOLOGIES[tile].number <= 7]
        high = [tile for tile in order if TECHNOLOGIES[tile].number > 7]
        return sorted(low[:3] + high[:3])
    return sorted(order[:6])


def lay_out_pyramid(state: Teotihuacan, deal: Deal) -> None:
    """T-2.2.5, T-2.2.6: lay out the Decorations and Pyramid tiles that players can take, then the starting Pyramid.

    Players gain nothing from the starting Pyramid.
    """
    state.decoration_stack = deal.stack("decorations", EVERY_DECORATION, DECORATION_IDS)
    state.decoration_offer = [NO_DECORATION] * 4
    decorations.refill(state)
    state.pyramid_stack = deal.stack("pyramid", every_pyramid_tile(), PYRAMID_IDS)
    state.pyramid_offer = [NO_TILE] * 3
    construction.refill(state)
    state.tops = BASE_ICONS[:]
    rotations = deal.stream(ROTATIONS_DIE)
    for level, i, j in STARTING_PYRAMID[state.seats]:
        tile = state.pyramid_stack.pop()
        rotation = rotations.below(4) % ROTATIONS[tile]
        lay(state, space_at(level, i, j), tile * 4 + rotation)


def lay_out_discoveries(state: Teotihuacan, deal: Deal) -> None:
    """T-2.2.7: lay Discovery tiles beside the Worship areas, on the Avenue, and on the major steps of the temples."""
    state.discovery_stack = deal.stack("discovery", every_discovery(), DISCOVERY_IDS)
    state.discovery_again = deal.stack("discovery-again", every_discovery(), DISCOVERY_IDS)
    for board in DISCOVERY_BOARDS:
        state.beside[board] = state.discovery_stack.pop()
    for spot in range(SPOTS):
        tiles = SPOT_TILES[spot] + (0 if spot < AVENUE_SPOTS else state.seats - 2)
        state.spots[spot] = sorted(state.discovery_stack.pop() for _ in range(tiles))


def equip_players(state: Teotihuacan) -> None:
    """T-2.3.1, T-2.3.2: give each player cocoa by turn order, three workers in hand, one of power 3 on the wheel."""
    for player in state.players:
        player.cocoa = 2
        player.workers = [Worker(HAND, 1) for _ in range(3)]
        player.workers.append(Worker(WHEEL, 3))
    state.players[0].cocoa = 1
    state.players[state.seats - 1].cocoa = 3


class EndSetup(Step):
    """T-2.4, T-2.6: ends setup: places neutral workers (of no player), shuffles the Discovery stack, begins turn 1."""

    def begin(self, state: Teotihuacan) -> bool:
        """Place neutral workers, shuffle the Discovery stack, and begin turn 1. No player is asked."""
        move_neutrals(state, left_out(state))
        end_of_starting(state)
        order_anew(state)
        state.active = 0
        state.push(TURN)
        return False


def left_out(state: Teotihuacan) -> list[int]:
    """T-2.4: return the Starting tiles that are not drawn for neutral workers in setup: those that players keep.

    With a rules option, tiles that players rejected, or left lying in a draft, are not drawn either.
    """
    found = [tile for tiles in state.kept for tile in tiles]
    if state.readings.undealt_only:
        found += [tile for tiles in state.dealt for tile in tiles] + state.laid_out
    return found


def order_anew(state: Teotihuacan) -> None:
    """T-2.6: put the stack of Discovery tiles into a new random order at the end of setup.

    The deal determines this order: `discovery_again` is a list of all Discovery tiles in random order. The new stack
    is this list, without the tiles that left the stack during setup.
    """
    left = [0] * len(DISCOVERIES)
    for kind in state.discovery_stack:
        left[kind] += 1
    stack: list[int] = []
    for at in range(len(state.discovery_again) - 1, -1, -1):
        kind = state.discovery_again[at]
        if left[kind] > 0:
            left[kind] -= 1
            stack.append(kind)
    stack.reverse()
    state.discovery_stack = stack
    state.discovery_again = []


END_SETUP: Final = EndSetup()
