"""T-13 Royal tiles: the effect of each of the three tiles at the Palace on a worker that is locked there."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.goods import ANY_GOODS
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import technologies_of
from arena.games.teotihuacan.temples import ADVANCE, open_temples
from arena.games.teotihuacan.terms import COCOA, FROM_ROYAL, GOLD, ROYAL_POINTS, STONE, WOOD
from arena.games.teotihuacan.tiles.discovery import WAIVER
from arena.games.teotihuacan.tiles.royal import R01, R02, R03, R04, R05, R07, R08, R09
from arena.games.teotihuacan.windows import EXCHANGE, STOP, WAIVED, PlayerDecision, pay


def use_royal(state: Teotihuacan, tile: int, power: int) -> None:
    """T-13: give the active player the effect of a Royal tile. `power` is the power of the worker locked on its space.

    If the effect is an exchange of goods, the player is asked about it (T-13.2).
    """
    player = state.player()
    if tile == R01:
        state.gain(player, COCOA, power + 1, FROM_ROYAL)
    elif tile == R04:
        state.score(player, ROYAL_POINTS, 2 * min(technologies_of(player), power))
    elif tile == R05:
        state.score(player, ROYAL_POINTS, 2 * min(player.track, power))
    elif tile == R09:
        readings = state.readings
        steps = readings.royal9_factor * power + readings.royal9_extra
        state.score(player, ROYAL_POINTS, min(player.avenue, steps))
    elif tile == R08:
        if power > 1:
            state.push(EXCHANGES[tile * 6 + power - 1])
    else:
        state.push(EXCHANGES[tile * 6 + power])


# What an exchange names: nothing, the resource that is paid, or the temple
ONE_WAY: Final[list[int]] = [0]
OF_GOODS: Final = 1
OF_TEMPLES: Final = 4


class Exchange(PlayerDecision):
    """T-13.1 to T-13.3: a Royal tile lets the player exchange goods for other goods or for a temple step, or stop.

    With R02, R03, R06 and R08, the player may do so up to `times` times. With R07, it does so once, and gains `times`
    resources.
    """

    def __init__(self, tile: int, times: int) -> None:
        self.tile: Final = tile
        self.times: Final = times

    def offers(self, state: Teotihuacan) -> list[int]:
        """D4: return an option for each exchange that the player can choose, and the option to stop.

        An exchange that costs cocoa is left out if the player has no cocoa. If a rules option allows a waiver tile in
        place of the cocoa, and the player has one, each such exchange is also offered with the waiver.
        """
        player = state.player()
        details = self.details(state, player)
        offered = blank_list()
        if self.tile == R03 or player.cocoa > 0:
            offered.extend([EXCHANGE + detail * 2 for detail in details])
        if self.tile != R03 and state.readings.wide_waiver and player.ready[WAIVER] > 0:
            offered.extend([EXCHANGE + detail * 2 + WAIVED for detail in details])
        offered.append(STOP)
        return offered

    def details(self, state: Teotihuacan, player: PlayerState) -> list[int]:
        """Return a list of numbers: the different ways in which the player can carry out the exchange now.

        With R03 and R07, a number names the resource to pay: 1 wood, 2 stone, 3 gold. With R08, it names the temple to
        advance on: 4 blue, 5 red, 6 green. The other tiles leave no choice: for these, return [0].
        """
        if self.tile in (R03, R07):
            return [OF_GOODS + kind for kind in range(3) if player.goods[kind] > 0]
        if self.tile == R08:
            return [OF_TEMPLES + temple for temple in open_temples(state, player)]
        return ONE_WAY

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Carry out the chosen exchange, and ask again if the player may repeat it; or stop.

        T-13.2: the player may pay with goods that an earlier repetition brought.
        """
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
