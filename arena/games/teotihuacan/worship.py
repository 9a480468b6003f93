"""T-6 Worship: the spaces, the entry cost, the effects, and the new tile beside a space."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan import claims
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.royal_tiles import use_royal
from arena.games.teotihuacan.solo.workers import displace
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.temples import ADVANCE, ANY_TEMPLE
from arena.games.teotihuacan.terms import (
    BLUE,
    BOARD_OF_SPACE,
    DECORATIONS_SPACE,
    FOREST_SPACE,
    FROM_WORSHIP,
    GOLD_SPACE,
    GREEN,
    NEVER,
    PALACE,
    QUARRY_SPACE,
    RED,
    UNLOCKED,
)
from arena.games.teotihuacan.tiles.discovery import NO_DISCOVERY, WAIVER
from arena.games.teotihuacan.transit import arrived_with, lockable, place_arrived
from arena.games.teotihuacan.windows import CLAIM, FIRST, PASS, WAIVED, WORSHIP, PlayerDecision, pay

# T-6.1: the Worship spaces of each board
SPACES_OF: Final[list[list[int]]] = [
    [space for space, board in enumerate(BOARD_OF_SPACE) if board == number] for number in range(9)
]

# T-6.3: what a worshipper does
ABILITY: Final = 0
DISCOVERY: Final = 1
BOTH: Final = 2
ORDERS: Final = [FIRST + ABILITY, FIRST + DISCOVERY]


def add_worship(state: Teotihuacan, player: PlayerState, space: int, offered: list[int]) -> None:
    """T-6.2, T-6.3, T-6.9: add to `offered` the options to worship on a space, except those that cost too much.

    The player may worship for the ability of the space, for the Discovery tile beside it (not at the Palace), or for
    both. If a worker of the player is locked there, add nothing.
    """
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
    """T-6.3, T-11.6: add to `offered` the options to worship on a space, if the player can pay for them.

    The player pays `entry` cocoa, or uses a waiver tile. `what` is the number space * 4 + effect; the effect is 0
    ABILITY, 1 DISCOVERY or 2 BOTH. T-6.9: for DISCOVERY, the player must be able to pay the Discovery tile `declared`,
    too. For BOTH it may refuse the tile later, so `declared` is NO_DISCOVERY, as it is for ABILITY.
    """
    player = state.player()
    if player.cocoa >= entry and (declared == NO_DISCOVERY or claims.can_pay(player, declared, entry)):
        for power in lockable(state, player):
            offered.append(WORSHIP + (what << 3 | power) * 2)
    if entry > 0 and player.ready[WAIVER] > 0 and (declared == NO_DISCOVERY or claims.can_pay(player, declared)):
        for power in lockable(state, player):
            offered.append(WORSHIP + (what << 3 | power) * 2 + WAIVED)


def worship(state: Teotihuacan, player: PlayerState, detail: int) -> None:
    """T-6.2, T-6.4, T-6.6: let the player pay the entry, lock its worker on the Worship space, and begin the effects.

    `detail` is the chosen option without its kind, WORSHIP. If another worker is locked there, it moves away first.
    """
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
    place_arrived(state, player)
    worker.space = space
    begin_worship(state, space, effect, worker.power)


def release(state: Teotihuacan, player: PlayerState, space: int) -> None:
    """T-6.2: unlock a player's worker on a Worship space: another worker displaces it to the board's general area.

    T-17.2.2: a worker of the automaton moves to another Worship space instead.
    """
    if player.automatic:
        displace(state, player)
        return
    for worker in player.workers:
        if worker.space == space:
            worker.space = UNLOCKED
    if state.log is not None:
        state.tell("displaced", [player.seat, space])


def begin_worship(state: Teotihuacan, space: int, effect: int, power: int) -> None:
    """T-6.4, T-6.7: begin the effects of the space. After them, a new Discovery tile fills an empty place beside it.

    The caller has paid the entry cost and locked the worker.
    """
    board = BOARD_OF_SPACE[space]
    state.push(REFILL[board])
    if effect == ABILITY:
        use_ability(state, space, power)
    elif effect == DISCOVERY:
        claims.claim_beside(state, board)  # T-6.9: part of the declaration
    elif state.readings.ability_first:
        state.push(CLAIM_BESIDE[board])
        use_ability(state, space, power)
    else:
        state.push(CHOOSE_FIRST[space * 6 + power])


class Refill(Step):
    """T-6.7: after the whole action, lays a new Discovery tile beside a Worship area if the place is empty."""

    def __init__(self, board: int) -> None:
        self.board: Final = board

    def begin(self, state: Teotihuacan) -> bool:
        """If no Discovery tile lies beside the Worship area, draw one and lay it there, unless the stack is empty."""
        claims.refill_beside(state, self.board)
        return False


REFILL: Final = [Refill(board) for board in range(9)]


class ChooseFirst(PlayerDecision):
    """T-6.4: the player chooses which of the two effects comes first: the ability or the Discovery tile."""

    def __init__(self, space: int, power: int) -> None:
        self.space: Final = space
        self.power: Final = power

    def offers(self, state: Teotihuacan) -> list[int]:
        """D3: return two options: the ability first, or the Discovery tile first."""
        offered = blank_list()
        offered.extend(ORDERS)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Add the ability of the space and the claim of the Discovery tile to the pending steps, the chosen one first.

        T-6.9: if the claim comes first, the player may use the new tile before the ability.
        """
        ability = ABILITIES[self.space * 6 + self.power]
        claim = CLAIM_BESIDE[BOARD_OF_SPACE[self.space]]
        if option == FIRST + ABILITY:
            state.push(claim)
            state.push(ability)
        else:
            state.push(ability)
            state.push(claim)


CHOOSE_FIRST: Final = [ChooseFirst(space, power) for space in range(7) for power in range(6)]


class ClaimBeside(PlayerDecision):
    """T-6.4, T-6.9: a player that worships for both effects may claim the Discovery tile beside the Worship area.

    It must be able to pay the price of the tile.
    """

    def __init__(self, board: int) -> None:
        self.board: Final = board

    def offers(self, state: Teotihuacan) -> list[int]:
        """D5: return the option to claim the Discovery tile if the player can pay it now, and PASS to refuse."""
        kind = state.beside[self.board]
        offered = blank_list()
        if claims.can_pay(state.player(), kind):
            offered.append(CLAIM + kind)
        offered.append(PASS)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Let the player claim the tile, or do nothing if it refused."""
        if option != PASS:
            claims.claim_beside(state, self.board)


CLAIM_BESIDE: Final = [ClaimBeside(board) for board in range(9)]


class Ability(Step):
    """T-6.5: gives the ability of a Worship space. T-6.6: it depends on the power of the worker locked there."""

    def __init__(self, space: int, power: int) -> None:
        self.space: Final = space
        self.power: Final = power

    def begin(self, state: Teotihuacan) -> bool:
        """Give the player the ability of the Worship space."""
        use_ability(state, self.space, self.power)
        return False


ABILITIES: Final = [Ability(space, power) for space in range(7) for power in range(6)]


def use_ability(state: Teotihuacan, space: int, power: int) -> None:
    """T-6.5: give the ability of a Worship space: an advance on its temple, or the Royal tile at the Palace.

    At Decorations, the player advances on a temple of its choice.
    """
    if space == FOREST_SPACE:
        state.push(ADVANCE[RED])
    elif space == QUARRY_SPACE:
        state.push(ADVANCE[GREEN])
    elif space == GOLD_SPACE:
        state.push(ADVANCE[BLUE])
    elif space == DECORATIONS_SPACE:
        state.push(ANY_TEMPLE)
    else:
        use_royal(state, state.royals[space], power)
