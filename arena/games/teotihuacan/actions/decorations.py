"""T-7.7 Decorations: pay gold, lay a tile on a side of the Pyramid, score the matching icons, power up."""

from typing import Final

from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.powering import ONE_POWER_UP
from arena.games.teotihuacan.pyramid import CLIMB, DECORATION_CELLS, advance_matched, matches, open_sides
from arena.games.teotihuacan.solo.offers import DECORATION_OFFER, slide
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.technologies import POINTS
from arena.games.teotihuacan.terms import DECORATIONS_POINTS, FROM_MAIN, GOLD
from arena.games.teotihuacan.tiles.decoration import DECORATION_ICONS, NO_DECORATION
from arena.games.teotihuacan.windows import DECORATE, PlayerDecision

PRICE: Final[list[int]] = [0, 3, 2, 1]  # T-7.7.1, by the number of workers


def can_decorate(state: Teotihuacan, player: PlayerState, count: int) -> bool:
    """T-7.7.6: True if the player has enough gold, and there is an open Decoration and a legal space for it.

    `count` is the number of workers that the action counts; it sets the price.
    """
    return player.goods[GOLD] >= PRICE[count] and offered_tiles(state) > 0 and len(open_sides(state)) > 0


def offered_tiles(state: Teotihuacan) -> int:
    """Return how many Decorations lie in the offer."""
    count = 0
    for tile in state.decoration_offer:
        if tile != NO_DECORATION:
            count += 1
    return count


class Decorate(PlayerDecision):
    """T-7.7: the player chooses a Decoration and its space, and pays for it immediately."""

    def has_window(self) -> bool:
        """T-7.3b: return False: free actions are not possible before the first choice of a Main action."""
        return False

    def offers(self, state: Teotihuacan) -> list[int]:
        """D10: return an option for each tile of the offer on each legal space."""
        places = open_sides(state)
        return [
            DECORATE + tile * 16 + place
            for tile in sorted(state.decoration_offer)
            if tile != NO_DECORATION
            for place in places
        ]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """T-7.7.1 to T-7.7.4: let the player pay for the chosen Decoration, lay it, and score its matching icons.

        Add to the pending steps the advances on temples, 3 points, a step up the Pyramid track, the points for
        technologies, the power-up and the refill of the offer.
        """
        player = state.player()
        tile = (option - DECORATE) >> 4
        place = (option - DECORATE) & 15
        state.pay(player, GOLD, PRICE[state.count], FROM_MAIN)
        found = matches(state, DECORATION_ICONS[tile], DECORATION_CELLS[place])
        put(state, tile, place)
        if state.log is not None:
            state.tell("decorated", [player.seat, tile, place, found & 7])
        state.score(player, DECORATIONS_POINTS, found & 7)
        state.push(REFILL_DECORATIONS)
        state.push(ONE_POWER_UP)
        state.push(POINTS)
        state.push(CLIMB)
        state.push(THREE_POINTS)
        advance_matched(state, found)


def put(state: Teotihuacan, tile: int, place: int) -> None:
    """T-8.5: lay an open Decoration tile on a space beside the Pyramid. The icons below it no longer count (T-8.4)."""
    state.decoration_offer[state.decoration_offer.index(tile)] = NO_DECORATION
    state.sides[place >> 2] += 1
    state.decorated[place] = tile


class ThreePoints(Step):
    """T-7.7.3: the player scores 3 points for a Decoration."""

    def begin(self, state: Teotihuacan) -> bool:
        """Add 3 points to the active player's score. Return False, because no seat is asked."""
        state.score(state.player(), DECORATIONS_POINTS, 3)
        return False


class RefillDecorations(Step):
    """T-7.7.4: after the action, fills the places for open Decorations again, while the stack has tiles (T-1.8)."""

    def begin(self, state: Teotihuacan) -> bool:
        """Fill the empty places in the offer of Decorations. Return False, because no seat is asked."""
        refill(state)
        return False


def refill(state: Teotihuacan) -> None:
    """T-2.2.5: fill the offer of Decorations up to four open tiles, while the stack has tiles.

    T-17.2.1: in a solo game, first move the tiles that are left, in their order, so that the empty spaces come last.
    """
    offer = state.decoration_offer
    if state.automaton is not None:
        slide(state, offer, DECORATION_OFFER)
    for place in range(len(offer)):
        if offer[place] == NO_DECORATION and len(state.decoration_stack) > 0:
            offer[place] = state.decoration_stack.pop()
            if state.log is not None:
                state.tell("decoration_offered", [place, offer[place]])


DECORATE_STEP: Final = Decorate()
THREE_POINTS: Final = ThreePoints()
REFILL_DECORATIONS: Final = RefillDecorations()
