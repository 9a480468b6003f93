"""T-7.1 to T-7.3 The start of a Main action: its cost, and the check that it can be carried out.

As in the rulebook, N is the number of workers that the action counts, and L is their lowest power.
"""

from arena.games.teotihuacan.actions.alchemy import BUY_TECHNOLOGY, buyable
from arena.games.teotihuacan.actions.construction import can_construct, construct
from arena.games.teotihuacan.actions.decorations import DECORATE_STEP, can_decorate
from arena.games.teotihuacan.actions.gather import gather
from arena.games.teotihuacan.actions.nobles import BUILD_FOR_NOBLES, can_build
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import extra_workers
from arena.games.teotihuacan.terms import ALCHEMY, CONSTRUCTION, DECORATIONS, FROM_MAIN, NEVER, NOBLES, PALACE, UNLOCKED
from arena.games.teotihuacan.tiles.discovery import ADDITIONAL_WORKER, WAIVER
from arena.games.teotihuacan.transit import place_arrived
from arena.games.teotihuacan.windows import MAIN, WAIVED, pay, turn_down


def add_main(state: Teotihuacan, player: PlayerState, offered: list[int]) -> None:
    """T-7.1, T-7.2, T-7.3a: add to the list `offered` the options to take the Main action where the workers arrived.

    Add nothing if this board has no Main action, or if the player cannot pay for it, or if its effect is impossible.
    """
    if state.board == PALACE:
        return
    cost = main_cost(state)
    pays = player.cocoa >= cost
    waives = cost > 0 and player.ready[WAIVER] > 0
    if not pays and not waives:
        return
    workers = own_workers(state, player)
    lowest = lowest_power(state, player)
    for extra in range(most_extra(state, player, workers) + 1):
        if is_possible(state, player, min(3, workers + extra), lowest):
            if pays:
                offered.append(MAIN + extra * 2)
            if waives:
                offered.append(MAIN + extra * 2 + WAIVED)


def main_cost(state: Teotihuacan) -> int:
    """T-7.1: return the cocoa that the Main action costs: 1 for each colour on the board, up to the option's limit."""
    return min(state.colours(state.board), state.readings.main_cost_cap)


def own_workers(state: Teotihuacan, player: PlayerState) -> int:
    """T-1.5: return N, at most 3: how many unlocked workers the player has on the action's board, with arrived ones.

    On Construction, Technology #15 counts as one more worker.
    """
    arrived = 1 if state.second == NEVER else 2
    return min(3, player.on(state.board) + arrived + extra_workers(state, state.board))


def lowest_power(state: Teotihuacan, player: PlayerState) -> int:
    """T-7.3: return L: the lowest power of the player's unlocked workers on the action's board, with arrived ones."""
    lowest = player.workers[state.mover].power
    if state.second != NEVER:
        lowest = min(lowest, player.workers[state.second].power)
    for worker in player.workers:
        if worker.board == state.board and worker.space == UNLOCKED:
            lowest = min(lowest, worker.power)
    return lowest


def most_extra(state: Teotihuacan, player: PlayerState, workers: int) -> int:
    """T-11.9: return how many additional workers the player can get from its Discovery tiles for this action.

    Each such tile counts as one worker. `workers` is the number that counts without such tiles; at most three workers
    count in all. The result is 0 on boards other than Alchemy, Nobles and Construction.
    """
    board = state.board
    if board in (ALCHEMY, NOBLES, CONSTRUCTION):
        return min(3 - workers, player.ready[ADDITIONAL_WORKER])
    return 0


def is_possible(state: Teotihuacan, player: PlayerState, count: int, lowest: int) -> bool:
    """T-7.2: True if at least the smallest effect of the Main action is possible with N = `count` and L = `lowest`."""
    board = state.board
    if board == ALCHEMY:
        return len(buyable(state, player, count, lowest)) > 0
    if board == NOBLES:
        return can_build(state, player, count)
    if board == DECORATIONS:
        return can_decorate(state, player, count)
    if board == CONSTRUCTION:
        return can_construct(state, player)
    return True


def main(state: Teotihuacan, player: PlayerState, detail: int) -> None:
    """T-7.1, T-7.3: pay for the Main action, compute N and L, place the arrived workers, and start the action."""
    extra = detail >> 1
    state.count = min(3, own_workers(state, player) + extra)
    state.lowest = lowest_power(state, player)
    if state.log is not None:
        state.tell("acted", [player.seat, state.board, state.count, state.lowest])
    pay(state, player, main_cost(state), detail & 1, FROM_MAIN)
    for _ in range(extra):
        turn_down(state, player, ADDITIONAL_WORKER)
    place_arrived(state, player)
    resolve(state)


def resolve(state: Teotihuacan) -> None:
    """T-7.4 to T-7.8: start the Main action of the board: gather, Alchemy, Nobles, Decorations or Construction."""
    board = state.board
    if board == ALCHEMY:
        state.push(BUY_TECHNOLOGY)
    elif board == NOBLES:
        state.push(BUILD_FOR_NOBLES)
    elif board == DECORATIONS:
        state.push(DECORATE_STEP)
    elif board == CONSTRUCTION:
        construct(state)
    else:
        gather(state)
