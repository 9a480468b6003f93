"""T-11.1 Claims: a player gets a Discovery tile for its price, at any place where the player can reach the tile."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import COCOA, FROM_DISCOVERY, GOLD, WOOD
from arena.games.teotihuacan.tiles.discovery import COCOA_COST, GOLD_COST, NO_DISCOVERY, WOOD_COST
from arena.games.teotihuacan.windows import CLAIM, CONTINUE, Pause


def can_pay(player: PlayerState, kind: int, cocoa_spent: int = 0) -> bool:
    """T-11.1: True if a player can pay the price of a Discovery tile of this kind.

    Of the player's cocoa, `cocoa_spent` does not count: the player needs it for another payment.
    """
    return (
        player.cocoa - cocoa_spent >= COCOA_COST[kind]
        and player.goods[WOOD] >= WOOD_COST[kind]
        and player.goods[GOLD] >= GOLD_COST[kind]
    )


def at(state: Teotihuacan, spot: int) -> list[int]:
    """Return an option for each Discovery tile that the active player can claim on a step of a temple or the Avenue.

    All steps where Discovery tiles can lie are numbered; `spot` is the number of the step. Equal tiles share an option.
    """
    player = state.player()
    offered = blank_list()
    last = NO_DISCOVERY
    for kind in state.spots[spot]:
        if kind != last and can_pay(player, kind):
            offered.append(CLAIM + kind)
        last = kind
    return offered


def take_from(state: Teotihuacan, spot: int, kind: int) -> None:
    """T-10.3, T-10.8: let the active player claim a Discovery tile of this kind from a step of a temple or the Avenue.

    `spot` is the step's number among all steps where Discovery tiles can lie. No new tile replaces the claimed one.
    """
    state.spots[spot].remove(kind)
    take(state, state.player(), kind)


def take(state: Teotihuacan, player: PlayerState, kind: int) -> None:
    """T-11.11: let a player pay for a Discovery tile and receive it.

    Next, the engine asks the player for the decision AfterClaim: to use the tile immediately, or to continue.
    """
    buy(state, player, kind)
    state.push(AFTER_CLAIM)


def buy(state: Teotihuacan, player: PlayerState, kind: int) -> None:
    """T-11.1: let a player pay for a Discovery tile and receive it, without the chance to use it immediately."""
    state.pay(player, COCOA, COCOA_COST[kind], FROM_DISCOVERY)
    state.pay(player, WOOD, WOOD_COST[kind], FROM_DISCOVERY)
    state.pay(player, GOLD, GOLD_COST[kind], FROM_DISCOVERY)
    player.receive(kind)
    if state.log is not None:
        state.tell("claimed", [player.seat, kind])


class AfterClaim(Pause):
    """T-11.11: the decision after a claim: the player may use the new tile at once, or continue."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D16: return a list with CONTINUE, the only option of this decision besides the free actions (T-19.2).

        The base class adds the free actions, such as to use the new tile.
        """
        return [CONTINUE]


AFTER_CLAIM: Final = AfterClaim()


def claim_beside(state: Teotihuacan, board: int) -> None:
    """T-6.9: let the active player claim the Discovery tile beside the Worship area of a board.

    The place of the tile stays empty until the action is over.
    """
    kind = state.beside[board]
    state.beside[board] = NO_DISCOVERY
    take(state, state.player(), kind)


def refill_beside(state: Teotihuacan, board: int) -> None:
    """T-6.7: lay a new Discovery tile on the empty place beside a Worship area, if the stack has one (T-1.8)."""
    if state.beside[board] == NO_DISCOVERY and len(state.discovery_stack) > 0:
        kind = state.discovery_stack.pop()
        state.beside[board] = kind
        if state.log is not None:
            state.tell("discovered", [board, kind])
