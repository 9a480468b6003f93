"""T-6 Worship, and the Royal tiles of the Palace (T-13)."""

from typing import Final

from arena.games.teotihuacan import claims
from arena.games.teotihuacan.goods import ANY_GOODS
from arena.games.teotihuacan.state import (
    BLUE,
    BOARD_OF_SPACE,
    COCOA,
    DECORATIONS_SPACE,
    FOREST_SPACE,
    FROM_ROYAL,
    GOLD,
    GOLD_SPACE,
    GREEN,
    QUARRY_SPACE,
    RED,
    ROYAL_POINTS,
    STONE,
    WOOD,
    Player,
    Step,
    Teotihuacan,
)
from arena.games.teotihuacan.temples import ADVANCE, ANY_TEMPLE, open_temples
from arena.games.teotihuacan.tiles.discovery import WAIVER
from arena.games.teotihuacan.tiles.royal import R01, R02, R03, R04, R05, R07, R08, R09
from arena.games.teotihuacan.windows import CLAIM, EXCHANGE, FIRST, PASS, STOP, WAIVED, Decision, pay

# T-6.3: what a worshipper does
ABILITY: Final = 0
DISCOVERY: Final = 1
BOTH: Final = 2


def begin_worship(state: Teotihuacan, space: int, effect: int, power: int) -> None:
    """T-6.4, T-6.7: the effects, then the refill. The entry cost is paid and the worker locked."""
    board = BOARD_OF_SPACE[space]
    state.push(REFILL[board])
    if effect == ABILITY:
        use_ability(state, space, power)
    elif effect == DISCOVERY:
        claims.claim_beside(state, board)  # T-6.9: part of the declaration
    else:
        state.push(CHOOSE_FIRST[space * 6 + power])


class Refill(Step):
    """T-6.7: after the whole action a new tile onto the emptied place."""

    def __init__(self, board: int) -> None:
        self.board: Final = board

    def begin(self, state: Teotihuacan) -> bool:
        """Draw it."""
        claims.refill_beside(state, self.board)
        return False


REFILL: Final = [Refill(board) for board in range(9)]


class ChooseFirst(Decision):
    """T-6.4: with both effects, their order is yours."""

    def __init__(self, space: int, power: int) -> None:
        self.space: Final = space
        self.power: Final = power

    def offers(self, state: Teotihuacan) -> list[int]:
        """D3: the ability or the Discovery tile first."""
        return [FIRST + ABILITY, FIRST + DISCOVERY]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """One, then the other; T-6.9: the window after a claim lies before the other effect."""
        ability = ABILITIES[self.space * 6 + self.power]
        claim = CLAIM_BESIDE[BOARD_OF_SPACE[self.space]]
        if option == FIRST + ABILITY:
            state.push(claim)
            state.push(ability)
        else:
            state.push(ability)
            state.push(claim)


CHOOSE_FIRST: Final = [ChooseFirst(space, power) for space in range(7) for power in range(6)]


class ClaimBeside(Decision):
    """T-6.4, T-6.9: with both effects the claim may be declined; who cannot pay does not get the tile."""

    def __init__(self, board: int) -> None:
        self.board: Final = board

    def offers(self, state: Teotihuacan) -> list[int]:
        """D5: the tile if it can be paid now, or no."""
        kind = state.beside[self.board]
        if claims.can_pay(state.player(), kind):
            return [CLAIM + kind, PASS]
        return [PASS]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Claim it, or leave it."""
        if option != PASS:
            claims.claim_beside(state, self.board)


CLAIM_BESIDE: Final = [ClaimBeside(board) for board in range(9)]


class Ability(Step):
    """T-6.5: what a Worship space does, with the power of the worker locked there (T-6.6)."""

    def __init__(self, space: int, power: int) -> None:
        self.space: Final = space
        self.power: Final = power

    def begin(self, state: Teotihuacan) -> bool:
        """Do it."""
        use_ability(state, self.space, self.power)
        return False


ABILITIES: Final = [Ability(space, power) for space in range(7) for power in range(6)]


def use_ability(state: Teotihuacan, space: int, power: int) -> None:
    """T-6.5: Forest red, Quarry green, Gold Deposits blue, Decorations any temple, the Palace its Royal tile."""
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


def use_royal(state: Teotihuacan, tile: int, power: int) -> None:
    """T-13: the nine Royal tiles; those that may be repeated ask for each repetition (T-13.2)."""
    player = state.player()
    if tile == R01:
        state.gain(player, COCOA, power + 1, FROM_ROYAL)
    elif tile == R04:
        state.score(player, ROYAL_POINTS, 2 * min(technologies_of(player), power))
    elif tile == R05:
        state.score(player, ROYAL_POINTS, 2 * min(player.track, power))
    elif tile == R09:
        state.score(player, ROYAL_POINTS, min(player.avenue, power + 1))
    elif tile == R08:
        if power > 1:
            state.push(EXCHANGES[tile * 6 + power - 1])
    else:
        state.push(EXCHANGES[tile * 6 + power])


def technologies_of(player: Player) -> int:
    """How many technologies a player has."""
    count = 0
    for technology in range(9):
        if player.has(technology):
            count += 1
    return count


# What an exchange names: nothing, the resource that is paid, or the temple
ONE_WAY: Final[list[int]] = [0]
OF_GOODS: Final = 1
OF_TEMPLES: Final = 4


class Exchange(Decision):
    """T-13.1 to T-13.3: R02, R03, R06, R07, R08: do it again, at most `times` more, as long as it can be paid."""

    def __init__(self, tile: int, times: int) -> None:
        self.tile: Final = tile
        self.times: Final = times

    def offers(self, state: Teotihuacan) -> list[int]:
        """D4: with which payment or gain, or stop."""
        player = state.player()
        details = self.details(state, player)
        offered: list[int] = []
        if self.tile == R03 or player.cocoa > 0:
            offered.extend([EXCHANGE + detail * 2 for detail in details])
        if self.tile != R03 and state.wide_waiver and player.ready[WAIVER] > 0:
            offered.extend([EXCHANGE + detail * 2 + WAIVED for detail in details])
        offered.append(STOP)
        return offered

    def details(self, state: Teotihuacan, player: Player) -> list[int]:
        """The resource to pay for R03 and R07, the temple for R08; one way only for the others."""
        if self.tile in (R03, R07):
            return [OF_GOODS + kind for kind in range(3) if player.goods[kind] > 0]
        if self.tile == R08:
            return [OF_TEMPLES + temple for temple in open_temples(state, player)]
        return ONE_WAY

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Pay and gain; T-13.2: what one repetition gives may pay the next."""
        if option == STOP:
            return
        player = state.player()
        detail = (option - EXCHANGE) >> 1
        if self.tile != R07 and self.times > 1:
            state.push(EXCHANGES[self.tile * 6 + self.times - 1])
        if self.tile == R03:
            state.pay(player, detail - OF_GOODS, 1, FROM_ROYAL)
            state.gain(player, COCOA, 2, FROM_ROYAL)
            return
        pay(state, player, 1, (option - EXCHANGE) & 1, FROM_ROYAL)
        if self.tile == R07:
            state.pay(player, detail - OF_GOODS, 1, FROM_ROYAL)
            state.push(ANY_GOODS[self.times])
        elif self.tile == R08:
            state.push(ADVANCE[detail - OF_TEMPLES])
        else:
            state.gain(player, WOOD if self.tile == R02 else GOLD, 1, FROM_ROYAL)
            state.gain(player, STONE, 1, FROM_ROYAL)


EXCHANGES: Final = [Exchange(tile, times) for tile in range(9) for times in range(6)]
