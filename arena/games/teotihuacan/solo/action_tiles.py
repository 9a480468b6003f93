"""T-17.5 The seven action tiles: the effect of each, and the fallback if the effect is impossible."""

from typing import Final

from arena.games.teotihuacan import claims
from arena.games.teotihuacan.actions import construction, decorations, nobles
from arena.games.teotihuacan.calendar import finish_pyramid
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.pyramid import LEVEL, SPACES, SUMMIT, climb, is_open, lay, open_sides
from arena.games.teotihuacan.solo.automaton import (
    ALCHEMY_TILE,
    CONSTRUCTION_TILE,
    DECORATIONS_TILE,
    MASKS_TILE,
    MASTERY_TILE,
    NOBLES_TILE,
    AutomatonState,
)
from arena.games.teotihuacan.solo.progress import ascend_any_temple, ascend_temple, walk
from arena.games.teotihuacan.solo.workers import (
    from_highest,
    lock,
    locked_worker,
    make_way,
    power_up,
    power_up_and_advance,
    strongest_on,
    temple_spaces_after,
    weakest,
)
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import (
    ALCHEMY,
    ALCHEMY_POINTS,
    BLUE,
    BOARD_OF_SPACE,
    COCOA,
    CONSTRUCTION,
    CONSTRUCTION_POINTS,
    DECORATIONS,
    DECORATIONS_POINTS,
    DECORATIONS_SPACE,
    FOREST,
    FOREST_SPACE,
    FROM_ACTION_TILE,
    GOLD,
    GOLD_DEPOSITS,
    GREEN,
    NOBLES,
    NOBLES_POINTS,
    PALACE,
    QUARRY,
    QUARRY_SPACE,
    RED,
    STONE,
    WOOD,
)
from arena.games.teotihuacan.tiles.decoration import NO_DECORATION
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES, MASKS, NO_DISCOVERY
from arena.games.teotihuacan.tiles.pyramid import NO_TILE, ROTATIONS

PRICE: Final = 2  # stone for a Pyramid tile, gold for a Decoration, wood for a Building
GATHERED: Final = 2
BUILT: Final = 2  # points for any Pyramid tile
DECORATED: Final = 5
SHARED: Final = 3  # T-7.5.4
FALLBACK: Final = 5  # cocoa


def perform(state: Teotihuacan, automaton: AutomatonState, player: PlayerState, tile: int) -> None:
    """T-17.3.2: carry out the effect of an action tile, or what the automaton does if the effect is impossible."""
    if tile == CONSTRUCTION_TILE:
        one_of(state, automaton, player, CONSTRUCTION, QUARRY)
    elif tile == DECORATIONS_TILE:
        one_of(state, automaton, player, DECORATIONS, GOLD_DEPOSITS)
    elif tile == NOBLES_TILE:
        one_of(state, automaton, player, NOBLES, FOREST)
    elif tile == ALCHEMY_TILE:
        alchemy(state, automaton, player)
    elif tile == MASTERY_TILE:
        mastery(state, automaton, player)
    elif tile == MASKS_TILE:
        collect_mask(state, player)
    else:
        worship(state, automaton, player)


def one_of(state: Teotihuacan, automaton: AutomatonState, player: PlayerState, first: int, second: int) -> None:
    """T-17.5: let the automaton's strongest worker on board `first` act there; if it cannot, the strongest on `second`.

    To act is to carry out the effect of the worker's board (see `works`), to gain power and to move on. If neither
    worker can act, call `fall_back`.
    """
    for board in (first, second):
        worker = strongest_on(player, board)
        if worker is not None and works(state, automaton, player, board):
            power_up_and_advance(state, player, worker)
            refill(state)
            return
    fall_back(state, player)


def refill(state: Teotihuacan) -> None:
    """T-17.2.1: fill the empty places among the Pyramid tiles and Decorations that can be taken.

    The tiles slide together, and new ones are drawn from the stacks. Call this only when the whole action is over.
    """
    construction.refill(state)
    decorations.refill(state)


def fall_back(state: Teotihuacan, player: PlayerState) -> None:
    """T-17.4.8: gain 5 cocoa for the automaton. Power up the automaton's weakest worker, and move that worker."""
    if state.log is not None:
        state.tell("fell_back", [player.seat])
    state.gain(player, COCOA, FALLBACK, FROM_ACTION_TILE)
    power_up_and_advance(state, player, weakest(state, player, locked_too=state.readings.fallback_any))


# The work of a board -------------------------------------------------------------------------------------------------


def works(state: Teotihuacan, automaton: AutomatonState, player: PlayerState, board: int) -> bool:
    """T-17.5: carry out the effect that a board has for the automaton, and return True; False if it is impossible.

    If the result is True, the caller powers up a worker on the board and moves it on.
    """
    if board == CONSTRUCTION:
        return constructs(state, automaton, player)
    if board == DECORATIONS:
        return decorates(state, player)
    if board == ALCHEMY:
        return learns(state, player)
    if board == NOBLES:
        return builds(state, player)
    if board == PALACE:
        return False
    good = WOOD if board == FOREST else STONE if board == QUARRY else GOLD
    state.gain(player, good, GATHERED, FROM_ACTION_TILE)
    return True


def constructs(state: Teotihuacan, automaton: AutomatonState, player: PlayerState) -> bool:
    """T-17.5.1: pay 2 stone, lay a Pyramid tile on the space that `lowest_space` returns, and return True.

    The tile is the leftmost one that can be taken. Matching icons do not score. If this is impossible, change nothing,
    and return False.
    """
    tile = first_offered(state.pyramid_offer)
    space = lowest_space(state)
    if player.goods[STONE] < PRICE or tile == NO_TILE or space == SPACES:
        return False
    state.pay(player, STONE, PRICE, FROM_ACTION_TILE)
    state.pyramid_offer[state.pyramid_offer.index(tile)] = NO_TILE
    rotation = automaton.rotations.below(4) % ROTATIONS[tile]
    lay(state, space, tile * 4 + rotation)
    if state.log is not None:
        state.tell("placed", [player.seat, tile, rotation, space, 0])
    state.score(player, CONSTRUCTION_POINTS, construction.LEVEL_POINTS[LEVEL[space]] + BUILT)
    if space == SUMMIT:
        finish_pyramid(state)
    climb(state, player)
    ascend_any_temple(state, player)
    return True


def first_offered(offer: list[int]) -> int:
    """Return the first tile in `offer`, a list of the tiles that can be taken; -1 if all places are empty.

    In the list, -1 stands for an empty place.
    """
    for tile in offer:
        if tile >= 0:
            return tile
    return -1


def lowest_space(state: Teotihuacan) -> int:
    """T-17.5.1: return the first space of the Pyramid on which a tile can be laid; SPACES if there is none.

    Spaces are tried from the lowest level to the highest; in each level from the top row down, and from the left.
    """
    space = 0
    while space < SPACES and not is_open(state, space):
        space += 1
    return space


def decorates(state: Teotihuacan, player: PlayerState) -> bool:
    """T-17.5.2: pay 2 gold, lay a Decoration on a side of the Pyramid, and return True.

    The tile is the topmost one that can be taken. The side is the first legal one of top, right, bottom and left. If
    this is impossible, change nothing, and return False.
    """
    tile = first_offered(state.decoration_offer)
    places = open_sides(state)
    if player.goods[GOLD] < PRICE or tile == NO_DECORATION or len(places) == 0:
        return False
    state.pay(player, GOLD, PRICE, FROM_ACTION_TILE)
    decorations.put(state, tile, places[0])
    if state.log is not None:
        state.tell("decorated", [player.seat, tile, places[0], 0])
    state.score(player, DECORATIONS_POINTS, DECORATED)
    climb(state, player)
    ascend_any_temple(state, player)
    return True


def learns(state: Teotihuacan, player: PlayerState) -> bool:
    """T-17.5.3: pay 1 gold, and put the automaton's marker on the technology that `technology_to_learn` returns.

    Then advance on the temple of the technology's column, and return True. If this is impossible, change nothing, and
    return False.
    """
    place = technology_to_learn(state, player)
    if player.goods[GOLD] < 1 or place < 0:
        return False
    tile = state.technologies[place]
    state.pay(player, GOLD, 1, FROM_ACTION_TILE)
    player.technologies |= 1 << tile
    if state.log is not None:
        state.tell("learnt", [player.seat, tile])
    for other in state.players:
        if other is not player and other.has(tile):
            state.score(other, ALCHEMY_POINTS, SHARED)
    ascend_temple(state, player, place % 3)
    return True


def technology_to_learn(state: Teotihuacan, player: PlayerState) -> int:
    """T-17.5.3: return the index, in `state.technologies`, of the technology with the lowest number that no player has.

    If there is none, return the index of the lowest one that the automaton lacks; -1 if the automaton has them all.
    """
    lacking = -1
    for place, tile in enumerate(state.technologies):
        if not player.has(tile):
            if all(not other.has(tile) for other in state.players):
                return place
            if lacking < 0:
                lacking = place
    return lacking


def builds(state: Teotihuacan, player: PlayerState) -> bool:
    """T-17.5.4: pay 2 wood, place a Building in the row that `row_to_build` returns, and return True.

    Score its points, and advance on the Avenue. If this is impossible, change nothing, and return False.
    """
    if player.goods[WOOD] < PRICE or state.buildings == nobles.BUILDINGS:
        return False
    state.pay(player, WOOD, PRICE, FROM_ACTION_TILE)
    row = row_to_build(state)
    points = nobles.ROWS[row][state.nobles[row]]
    state.buildings += 1
    state.nobles[row] += 1
    if state.log is not None:
        state.tell("built", [player.seat, row])
    state.score(player, NOBLES_POINTS, points)
    walk(state, player)
    return True


def row_to_build(state: Teotihuacan) -> int:
    """T-17.5.4: return the row of Buildings for the next Eclipse: 0 (the top row) for the first one, then 1, then 2.

    If this row is full, return the row in which the next Building scores fewest points; -1 if all rows are full.
    """
    if nobles.is_free(state, state.eclipses):
        return state.eclipses
    lowest = -1
    for row in range(3):
        if nobles.is_free(state, row) and (lowest < 0 or value(state, row) < value(state, lowest)):
            lowest = row
    return lowest


def value(state: Teotihuacan, row: int) -> int:
    """T-7.6.3: return the points of the leftmost free space in a row of Buildings."""
    return nobles.ROWS[row][state.nobles[row]]


# The other tiles -----------------------------------------------------------------------------------------------------


def alchemy(state: Teotihuacan, automaton: AutomatonState, player: PlayerState) -> None:
    """T-17.5.3: buy a technology with a worker on Alchemy. If that is impossible, power up the weakest worker twice."""
    worker = strongest_on(player, ALCHEMY)
    if worker is not None and works(state, automaton, player, ALCHEMY):
        power_up_and_advance(state, player, worker)
        return
    lowest = weakest(state, player, locked_too=state.readings.alchemy_any)
    power_up(state, player, lowest)
    power_up(state, player, lowest)  # the die that ascended is the new worker


def mastery(state: Teotihuacan, automaton: AutomatonState, player: PlayerState) -> None:
    """T-17.5.5: let one worker carry out the effect that its board has for the automaton, gain power and move on.

    This is the strongest worker that can do so. If no worker can, call `fall_back`.
    """
    for worker in from_highest(state, player):
        if works(state, automaton, player, worker.board):
            power_up_and_advance(state, player, worker)
            refill(state)
            return
    fall_back(state, player)


def worship(state: Teotihuacan, automaton: AutomatonState, player: PlayerState) -> None:
    """T-17.5.6: move the automaton's locked worker clockwise to the next Worship space, and advance on its temple.

    If no worker is locked, call `fall_back`. Skip the Palace. Advance `automaton.worship` steps on the temple.
    Decorations has no temple: there, advance `automaton.worship_any` times on the temple that the rules choose. Then
    discard the Discovery tile beside the space.
    """
    worker = locked_worker(player)
    if worker is None:
        fall_back(state, player)
        return
    space = temple_spaces_after(state, worker.space)[0]
    make_way(state, space)
    lock(state, player, worker, space)
    if space == DECORATIONS_SPACE:
        for _ in range(automaton.worship_any):
            ascend_any_temple(state, player)
    else:
        temple = RED if space == FOREST_SPACE else GREEN if space == QUARRY_SPACE else BLUE
        for _ in range(automaton.worship):
            ascend_temple(state, player, temple)
    discard(state, automaton, BOARD_OF_SPACE[space])


def discard(state: Teotihuacan, automaton: AutomatonState, board: int) -> None:
    """T-17.5.6: remove the Discovery tile beside a board from the game, if there is one, and lay a new one there."""
    kind = state.beside[board]
    if kind == NO_DISCOVERY:
        return
    state.beside[board] = NO_DISCOVERY
    automaton.discarded.append(kind)
    automaton.discarded.sort()
    if state.log is not None:
        state.tell("discarded", [board, kind])
    claims.refill_beside(state, board)


def collect_mask(state: Teotihuacan, player: PlayerState) -> None:
    """T-17.5.7: let the automaton claim a mask that lies beside a board, if it lacks this mask and can pay for it.

    Of several masks, it claims the one with the fewest copies in the box; of equal ones, the first clockwise from the
    Palace. If there is none, call `fall_back`.
    """
    chosen = 0
    for position in range(1, 9):
        board = state.ring[position]
        if is_wanted(player, state.beside[board]) and (chosen == 0 or copies(state, board) < copies(state, chosen)):
            chosen = board
    if chosen == 0:
        fall_back(state, player)
        return
    kind = state.beside[chosen]
    state.beside[chosen] = NO_DISCOVERY
    claims.buy(state, player, kind)
    claims.refill_beside(state, chosen)


def is_wanted(player: PlayerState, kind: int) -> bool:
    """T-17.5.7: True if a kind of Discovery tile is a mask that the automaton lacks, with a price that it can pay."""
    return NO_DISCOVERY < kind < MASKS and player.ready[kind] == 0 and claims.can_pay(player, kind)


def copies(state: Teotihuacan, board: int) -> int:
    """T-11.10: return how many copies of the Discovery tile beside a board are in the box."""
    return DISCOVERIES[state.beside[board]].copies
