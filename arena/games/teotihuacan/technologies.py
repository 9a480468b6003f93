"""T-12 Technologies: the lasting effects of the Technology tiles.

#15 is the Technology tile with the printed number 15.
"""

from typing import Final

from arena.games.teotihuacan.ascension import on_action_board, raise_power, worker_at
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.temples import ANY_TEMPLE
from arena.games.teotihuacan.terms import (
    ALCHEMY,
    COCOA,
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    FROM_TECHNOLOGY,
    GOLD_DEPOSITS,
    NOBLES,
    TECHNOLOGY_POINTS,
)
from arena.games.teotihuacan.tiles.technology import T01, T03, T05, T07, T09, T11, T13, T15, T17
from arena.games.teotihuacan.windows import POWER_UP, STOP, PlayerDecision


def knows(state: Teotihuacan, technology: int) -> bool:
    """T-12.0, T-7.5.7: True if the active player had a technology at the move of this turn.

    A technology that it got later has no effect yet, unless a rules option says so.
    """
    return (state.skills >> technology) & 1 == 1


def technologies_of(player: PlayerState) -> int:
    """Return how many technologies a player has."""
    count = 0
    bits = player.technologies
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


def on_move(state: Teotihuacan, player: PlayerState, workers: int, place: int, distance: int) -> None:
    """T-12.2, T-4.6: with Technology #01, give the player 1 cocoa for each moving worker that stops on position 1.

    Unless a rules option forbids it, workers that pass position 1 count, too.
    """
    if player.has(T01) and place + distance >= 9 and (place + distance == 9 or not state.readings.landing_only):
        state.gain(player, COCOA, workers, FROM_TECHNOLOGY)


def on_gather(state: Teotihuacan, player: PlayerState, board: int) -> None:
    """T-12.4, T-12.5, T-7.4.2: give the active player what its technologies add on Forest, Quarry or Gold Deposits.

    Technology #05 brings one more resource of the board, #07 brings 1 cocoa and 1 point. On other boards nothing
    happens.
    """
    if not FOREST <= board <= GOLD_DEPOSITS:
        return
    if knows(state, T05):
        state.gain(player, board - FOREST, 1, FROM_TECHNOLOGY)
    if knows(state, T07):
        state.gain(player, COCOA, 1, FROM_TECHNOLOGY)
        state.score(player, TECHNOLOGY_POINTS, 1)


class Points(Step):
    """T-12.3, T-12.6, T-12.9: gives the points of Technologies #03, #09 and #11 for a Main action on their boards.

    It also gives the advance on a temple that #17 brings on Construction. Rules options leave both to
    `LateTechnologies`.
    """

    def begin(self, state: Teotihuacan) -> bool:
        """Give the active player the points and the temple step that its technologies bring for this Main action."""
        if not state.readings.technologies_late:
            score_action(state, state.player(), state.board)
        if not state.readings.step_late:
            push_step(state)
        return False


def score_action(state: Teotihuacan, player: PlayerState, board: int) -> None:
    """T-12.3, T-12.6: give the active player the points of Technologies #03, #09 and #11 for a Main action."""
    if (board in (ALCHEMY, NOBLES)) and knows(state, T03):
        state.score(player, TECHNOLOGY_POINTS, 3)
    elif board == DECORATIONS and knows(state, T09):
        state.score(player, TECHNOLOGY_POINTS, 4)
    elif board == CONSTRUCTION and knows(state, T11):
        state.score(player, TECHNOLOGY_POINTS, 3)


def push_step(state: Teotihuacan) -> None:
    """T-12.9: add the temple step of Technology #17 to the pending steps, after a Main action on Construction."""
    if state.board == CONSTRUCTION and knows(state, T17):
        state.push(ANY_TEMPLE)


class LateTechnologies(Step):
    """T-12.0: gives what technologies bring after the power-ups of a Main action, if a rules option says so.

    That is all that they bring, or the temple step of #17 alone.
    """

    def begin(self, state: Teotihuacan) -> bool:
        """Give the active player the goods and points of its technologies; then comes the temple step of #17."""
        push_step(state)
        if state.readings.technologies_late:
            on_gather(state, state.player(), state.board)
            score_action(state, state.player(), state.board)
        return False


def push_late(state: Teotihuacan) -> None:
    """T-12.0: add to the pending steps what technologies bring late; nothing without the rules option."""
    if state.readings.step_late:
        state.push(LATE)


POINTS: Final = Points()
LATE: Final = LateTechnologies()


def extra_workers(state: Teotihuacan, board: int) -> int:
    """T-12.8: return 1 on Construction if the player has Technology #15; in all other cases 0.

    The technology counts as one more worker there.
    """
    return 1 if board == CONSTRUCTION and knows(state, T15) else 0


def discount(state: Teotihuacan) -> int:
    """T-12.8: return how many resources Technology #15 saves the player in the whole action: 1, or 0 without it."""
    return 1 if knows(state, T15) else 0


class Purchase(PlayerDecision):
    """T-12.7, T-19.8: after a Main action's power-ups, a player with Technology #13 may pay 1 cocoa for one more.

    If a rules option says so, it may buy one more for each power-up that it made.
    """

    def offers(self, state: Teotihuacan) -> list[int]:
        """D13: return an option for each worker that can be powered up, and the option to stop.

        Return an empty list if technology #13 allows no more power-ups, or if no worker can be powered up. T-19.5: if
        only the cocoa is missing, return one option, to stop: a free action may still bring cocoa.
        """
        player = state.player()
        if state.purchases == 0 or not knows(state, T13):
            return []
        offered = on_action_board(state, player)
        if len(offered) == 0:
            return []
        if player.cocoa == 0:
            return [STOP]
        offered.append(STOP)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Let the player pay 1 cocoa for the chosen power-up, and ask again if another one is possible; or stop."""
        if option == STOP:
            state.purchases = 0
            return
        player = state.player()
        state.pay(player, COCOA, 1, FROM_TECHNOLOGY)
        state.purchases -= 1
        state.push(PURCHASE)
        raise_power(state, player, worker_at(player, option - POWER_UP))


PURCHASE: Final = Purchase()
