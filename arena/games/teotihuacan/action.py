"""T-4.5, T-5, T-6, T-7: the action on the board where the worker arrived."""

from typing import Final

from arena.games.teotihuacan.actions.alchemy import BUY_TECHNOLOGY, buyable
from arena.games.teotihuacan.actions.construction import can_construct, construct
from arena.games.teotihuacan.actions.decorations import DECORATE_STEP, can_decorate
from arena.games.teotihuacan.actions.gather import gather
from arena.games.teotihuacan.actions.nobles import BUILD_FOR_NOBLES, can_build
from arena.games.teotihuacan.claims import can_pay
from arena.games.teotihuacan.solo.workers import displace
from arena.games.teotihuacan.state import (
    ALCHEMY,
    BOARD_OF_SPACE,
    COCOA,
    CONSTRUCTION,
    DECORATIONS,
    FROM_COLLECT,
    FROM_MAIN,
    FROM_WORSHIP,
    NEVER,
    NOBLES,
    PALACE,
    UNLOCKED,
    Player,
    Teotihuacan,
    Worker,
)
from arena.games.teotihuacan.technologies import extra_workers
from arena.games.teotihuacan.tiles.discovery import ADDITIONAL_WORKER, NO_DISCOVERY, WAIVER
from arena.games.teotihuacan.windows import COLLECT, MAIN, WAIVED, WORSHIP, Decision, pay, turn_down
from arena.games.teotihuacan.worship import ABILITY, BOTH, DISCOVERY, begin_worship

# T-6.1: the Worship spaces of each board
SPACES_OF: Final[list[list[int]]] = [
    [space for space, board in enumerate(BOARD_OF_SPACE) if board == number] for number in range(9)
]


class Act(Decision):
    """T-3.2: collect cocoa, worship, or the Main action, on the board where the worker arrived."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D2, T-5.1: collecting is always legal."""
        player = state.player()
        offered = [COLLECT]
        for space in SPACES_OF[state.board]:
            add_worship(state, player, space, offered)
        if state.board != PALACE:  # T-7.3a
            add_main(state, player, offered)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Carry it out."""
        player = state.player()
        if option == COLLECT:
            collect(state, player)
        elif option < MAIN:
            worship(state, player, option - WORSHIP)
        else:
            main(state, player, option - MAIN)


ACT: Final = Act()


def collect(state: Teotihuacan, player: Player) -> None:
    """T-5.2: cocoa for the colours on the board, and one."""
    cocoa = state.colours(state.board) + 1
    place_all(state, player)
    if state.log is not None:
        state.tell("collected", [player.seat, state.board])
    state.gain(player, COCOA, cocoa, FROM_COLLECT)


def place_all(state: Teotihuacan, player: Player) -> None:
    """T-4.4: the arrived workers go to the general area."""
    player.workers[state.mover].board = state.board
    if state.second != NEVER:
        player.workers[state.second].board = state.board
    state.mover = NEVER
    state.second = NEVER


def add_worship(state: Teotihuacan, player: Player, space: int, offered: list[int]) -> None:
    """T-6.2, T-6.3, T-6.9: what can be done on a Worship space, and paid."""
    holder = state.holder(space)
    if holder == player.seat:
        return
    fee = 0 if holder == NEVER else 1
    kind = state.beside[state.board]
    add_entry(state, space << 2 | ABILITY, fee, NO_DISCOVERY, offered)
    if kind != NO_DISCOVERY:
        if state.board != PALACE:
            add_entry(state, space << 2 | DISCOVERY, fee, kind, offered)
        add_entry(state, space << 2 | BOTH, fee + 1, NO_DISCOVERY, offered)


def add_entry(state: Teotihuacan, what: int, entry: int, declared: int, offered: list[int]) -> None:
    """T-6.3, T-11.6: for cocoa or a waiver; T-6.9: who declares a tile alone can pay for that as well."""
    player = state.player()
    if player.cocoa >= entry and (declared == NO_DISCOVERY or can_pay(player, declared, entry)):
        for power in lockable(state, player):
            offered.append(WORSHIP + (what << 3 | power) * 2)
    if entry > 0 and player.ready[WAIVER] > 0 and (declared == NO_DISCOVERY or can_pay(player, declared)):
        for power in lockable(state, player):
            offered.append(WORSHIP + (what << 3 | power) * 2 + WAIVED)


ANY_POWER: Final = 0
NO_CHOICE: Final[list[int]] = [ANY_POWER]


def lockable(state: Teotihuacan, player: Player) -> list[int]:
    """T-4.4: of two arrived workers you choose which is locked, by its power; nothing to choose if they are alike."""
    if state.second == NEVER:
        return NO_CHOICE
    power = player.workers[state.mover].power
    other = player.workers[state.second].power
    return NO_CHOICE if other == power else [min(power, other), max(power, other)]


def worship(state: Teotihuacan, player: Player, detail: int) -> None:
    """T-6.2, T-6.4, T-6.6: pay the entry, unlock whoever is there, lock your worker, begin."""
    waived = detail & 1
    power = detail >> 1 & 7
    effect = detail >> 4 & 3
    space = detail >> 6
    holder = state.holder(space)
    entry = (0 if holder == NEVER else 1) + (1 if effect == BOTH else 0)
    worker = arrived_with(state, player, power)
    if state.log is not None:
        state.tell("worshipped", [player.seat, space, effect, worker.power])
    pay(state, player, entry, waived, FROM_WORSHIP)
    if holder != NEVER:
        release(state, state.players[holder], space)
    place_all(state, player)
    worker.space = space
    begin_worship(state, space, effect, worker.power)


def release(state: Teotihuacan, player: Player, space: int) -> None:
    """T-6.2: a displaced worker goes to that board's general area; T-17.2.2: the automaton's goes on."""
    if player.automatic:
        displace(state, player)
        return
    for worker in player.workers:
        if worker.space == space:
            worker.space = UNLOCKED
    if state.log is not None:
        state.tell("displaced", [player.seat, space])


def arrived_with(state: Teotihuacan, player: Player, power: int) -> Worker:
    """The arrived worker of a power."""
    worker = player.workers[state.mover]
    return worker if power in (ANY_POWER, worker.power) else player.workers[state.second]


def add_main(state: Teotihuacan, player: Player, offered: list[int]) -> None:
    """T-7.1, T-7.2: the Main action, where its cocoa can be paid and its effect carried out."""
    cost = state.colours(state.board)
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


def own_workers(state: Teotihuacan, player: Player) -> int:
    """T-1.5: N: your unlocked workers there, the arrived ones and virtual ones included, three at most."""
    arrived = 1 if state.second == NEVER else 2
    return min(3, player.on(state.board) + arrived + extra_workers(state, state.board))


def lowest_power(state: Teotihuacan, player: Player) -> int:
    """T-7.3: L: the lowest power among all your unlocked workers there."""
    lowest = player.workers[state.mover].power
    if state.second != NEVER:
        lowest = min(lowest, player.workers[state.second].power)
    for worker in player.workers:
        if worker.board == state.board and worker.space == UNLOCKED:
            lowest = min(lowest, worker.power)
    return lowest


def most_extra(state: Teotihuacan, player: Player, workers: int) -> int:
    """T-11.9: additional-worker tiles that may be declared, on Alchemy, Nobles and Construction only."""
    board = state.board
    if board in (ALCHEMY, NOBLES, CONSTRUCTION):
        return min(3 - workers, player.ready[ADDITIONAL_WORKER])
    return 0


def is_possible(state: Teotihuacan, player: Player, count: int, lowest: int) -> bool:
    """T-7.2: whether the effect of the Main action can be carried out at least minimally."""
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


def main(state: Teotihuacan, player: Player, detail: int) -> None:
    """T-7.1, T-7.3: pay, fix N and L, place the workers, resolve."""
    extra = detail >> 1
    state.count = min(3, own_workers(state, player) + extra)
    state.lowest = lowest_power(state, player)
    if state.log is not None:
        state.tell("acted", [player.seat, state.board, state.count, state.lowest])
    pay(state, player, state.colours(state.board), detail & 1, FROM_MAIN)
    for _ in range(extra):
        turn_down(state, player, ADDITIONAL_WORKER)
    place_all(state, player)
    resolve(state)


def resolve(state: Teotihuacan) -> None:
    """T-7.4 to T-7.8: the five kinds of Main action."""
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
