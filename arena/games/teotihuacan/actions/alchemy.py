"""T-7.5 Alchemy: buy a technology, advance on its temple, power up."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.powering import ONE_POWER_UP
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import POINTS, push_late
from arena.games.teotihuacan.temples import ADVANCE
from arena.games.teotihuacan.terms import ALCHEMY_POINTS, FROM_MAIN, GOLD
from arena.games.teotihuacan.tiles.technology import GOLD_PRICE
from arena.games.teotihuacan.windows import TECHNOLOGY, PlayerDecision

ROW: Final = 3  # tiles in a row; the temples of the columns are blue, red, green


def open_rows(count: int, lowest: int) -> int:
    """T-7.5.1: return the number of rows of technologies from which the player can buy.

    The result is 2 if at least two workers take part or their lowest power is 4 or 5; else it is 1.
    """
    return 2 if count >= 2 or lowest >= 4 else 1


def buyable(state: Teotihuacan, player: PlayerState, count: int, lowest: int) -> list[int]:
    """T-7.5.1, T-7.5.2: return a list of the technologies that the player can buy.

    Each is given by its index (0 to 5) among those on the board. They lie in a row that `open_rows` allows; the
    player does not have them yet, and has enough gold.
    """
    tiles = state.technologies
    places = blank_list()
    for place in range(ROW * open_rows(count, lowest)):
        if not player.has(tiles[place]) and GOLD_PRICE[tiles[place]] <= player.goods[GOLD]:
            places.append(place)
    return places


class BuyTechnology(PlayerDecision):
    """T-7.5: the player chooses a technology and pays for it immediately."""

    def has_window(self) -> bool:
        """T-7.3b: return False: free actions are not possible before the first choice of a Main action."""
        return False

    def offers(self, state: Teotihuacan) -> list[int]:
        """D8: return an option for each technology that the player can buy."""
        tiles = state.technologies
        offered = blank_list()
        for place in buyable(state, state.player(), state.count, state.lowest):
            offered.append(TECHNOLOGY + tiles[place])
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """T-7.5.2 to T-7.5.6: let the player pay for the technology and put its marker on it.

        Each other player that has this technology scores 3 points. The advance on a temple, the points for technologies
        and the power-up are added to the pending steps. A single worker that buys from the second row gets no power-up.
        """
        player = state.player()
        tile = option - TECHNOLOGY
        place = state.technologies.index(tile)
        state.pay(player, GOLD, GOLD_PRICE[tile], FROM_MAIN)
        forfeits = state.count == 1 and place >= ROW  # T-7.5.1
        if forfeits:
            push_late(state)
        else:
            state.push(ONE_POWER_UP)
        state.push(POINTS)
        mark(state, player, place)
        if state.readings.new_acts:
            state.skills |= 1 << tile  # T-7.5.7
        for other in state.players:
            if other is not player and other.has(tile):
                state.score(other, ALCHEMY_POINTS, 3)  # T-7.5.4


def mark(state: Teotihuacan, player: PlayerState, place: int) -> None:
    """T-7.5.2, T-7.5.5: put the player's marker on a technology. Add an advance on a temple to the pending steps.

    `place` is the index (0 to 5) of the technology among those on the board; its column decides which temple it is.
    """
    player.technologies |= 1 << state.technologies[place]
    if state.log is not None:
        state.tell("learnt", [player.seat, state.technologies[place]])
    state.push(ADVANCE[place % ROW])


BUY_TECHNOLOGY: Final = BuyTechnology()
