"""T-19.2 Windows: nearly every decision of the active player also offers the free actions.

Such a decision is called a window. `PlayerDecision` is the base class of all steps that may ask a player. An option is
the number `kind << 16 | details`: the details of a MOVE, for example, are a board, a power and a distance. The same
number means the same in every decision. The kinds are listed here in the order of T-19.3.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from arena.games.chance import Rng
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.terms import COCOA, FROM_UNLOCK, LOCKED, UNLOCKED
from arena.games.teotihuacan.tiles.discovery import ADDITIONAL_WORKER, IMMEDIATE_FIRST, IMMEDIATE_LAST, WAIVER

KIND: Final = 16

FREE_UNLOCK: Final = 1 << KIND  # D1
MOVE: Final = 2 << KIND
COLLECT: Final = 3 << KIND  # D2
WORSHIP: Final = 4 << KIND
MAIN: Final = 5 << KIND
FIRST: Final = 6 << KIND  # D3
EXCHANGE: Final = 7 << KIND  # D4
CLAIM: Final = 8 << KIND  # D5
GOODS: Final = 9 << KIND  # D6
TEMPLE: Final = 10 << KIND  # D7
TECHNOLOGY: Final = 11 << KIND  # D8
ROW: Final = 12 << KIND  # D9
DECORATE: Final = 13 << KIND  # D10
BUILD: Final = 14 << KIND  # D11
POWER_UP: Final = 16 << KIND  # D13
REWARD: Final = 17 << KIND  # D14
KEEP: Final = 18 << KIND  # S1
BENEFIT: Final = 19 << KIND  # S2
SETTLE: Final = 20 << KIND  # S3
SALARY: Final = 21 << KIND  # E1
PAY: Final = 22 << KIND  # D11: with or without the discount of #15
TAKE: Final = 24 << KIND  # S1 in a draft
STOP: Final = 23 << KIND  # end the running choice, such as further tiles or power-ups
PASS: Final = 25 << KIND  # D5: no claim
END: Final = 26 << KIND  # D15
CONTINUE: Final = 27 << KIND  # D16

FREE: Final = 32 << KIND  # from here on: free actions
USE: Final = 32 << KIND  # | the kind of Discovery tile
UNLOCK: Final = 33 << KIND  # | whether a waiver pays for it
WAIVED: Final = 1

UNLOCK_PRICE: Final = 3  # T-3.4
IMMEDIATE: Final = (2 << IMMEDIATE_LAST) - (1 << IMMEDIATE_FIRST)  # T-11.4: their bits


# What a state has in the place of the options that it gave to a caller. No list of options is empty.
GIVEN_AWAY: Final[list[int]] = []

# What each kind of Discovery tile does when it is used in a window: a row per kind. `rules` fills in the rows from
# `discoveries`, which imports this module: a tile starts decisions, and these have windows in which tiles are used.
EFFECTS: Final[list[Step]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class PlayerDecision(Step):
    """A step in which a player decides. Free actions are options, too. A single option is played without a question."""

    def asked(self, state: Teotihuacan) -> int:
        """Return the seat that this step asks: the active seat, unless a subclass overrides this method."""
        return state.active

    def offers(self, state: Teotihuacan) -> list[int]:
        """Return the legal options without free actions; an empty list if there is nothing to do in this step."""
        raise NotImplementedError

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Carry out one of the options that `offers` returned, which is no free action."""
        raise NotImplementedError

    def has_window(self) -> bool:
        """T-19.2: True if this step also offers free actions, such as the use of a Discovery tile."""
        return True

    def all_options(self, state: Teotihuacan) -> list[int]:
        """Return the options of `offers`, then the free actions; an empty list if `offers` returns an empty list."""
        offered = self.offers(state)
        if len(offered) > 0 and state.in_turn and self.has_window():
            add_free_actions(state, offered)
        return offered

    def begin(self, state: Teotihuacan) -> bool:
        """T-19.5: return True if there are several options: the player is asked.

        If there is only one, play it at once and return False. If there is none, return False.
        """
        offered = self.all_options(state)
        if len(offered) == 0:
            return False
        if len(offered) == 1:
            self.choose(state, offered[0])
            return False
        state.to_move = self.asked(state)
        state.offered = offered
        return True

    def options(self, state: Teotihuacan) -> list[int]:
        """Return the options of `offers`, then the free actions, as a list that the caller may change.

        The state gives its own list to the caller, and computes a new one at the next call. That is cheaper than a
        copy, because most callers call once.
        """
        offered = state.offered
        state.offered = GIVEN_AWAY
        return offered if len(offered) > 0 else self.all_options(state)

    def known(self, state: Teotihuacan) -> list[int]:
        """Return the options of the pending decision, as a list that the caller must not change.

        The state stores this list. But `options` gives the list away to its caller. If that has happened, compute the
        list again first.
        """
        if len(state.offered) == 0:
            state.offered = self.all_options(state)
        return state.offered

    def count(self, state: Teotihuacan) -> int:
        """Return the number of options of the pending decision, free actions included."""
        return len(self.known(state))

    def option(self, state: Teotihuacan, number: int) -> int:
        """Return the option at index `number`, from 0, in the list that `options` returns."""
        return self.known(state)[number]

    def sample(self, state: Teotihuacan, rng: Rng) -> int:
        """Return one random option of the pending decision; all are equally likely."""
        offered = state.offered
        if len(offered) == 0:
            offered = self.known(state)
        return offered[rng.below(len(offered))]

    def play(self, state: Teotihuacan, option: int) -> None:
        """Carry out an option of this step. T-19.1: after a free action, the step asks the player again."""
        if option < FREE:
            self.choose(state, option)
            return
        state.push(self)
        if option >= UNLOCK:
            pay_to_unlock(state, option - UNLOCK)
        else:
            use(state, option - USE)


class Pause(PlayerDecision):
    """A decision with a single option, to do nothing. The player is asked only if it can take a free action."""

    def begin(self, state: Teotihuacan) -> bool:
        """T-19.5: return True, and ask the player, only if it can take a free action.

        This seldom happens, so most calls make no list of options.
        """
        return has_free_actions(state, state.player()) and super().begin(state)

    def choose(self, state: Teotihuacan, option: int) -> None:
        """Do nothing: the engine goes on with the next pending step."""


def has_free_actions(state: Teotihuacan, player: PlayerState) -> bool:
    """T-19.2: True if the player can take a free action now."""
    if player.usable & IMMEDIATE != 0:
        return True
    if state.raising and state.count < 3 and player.ready[ADDITIONAL_WORKER] > 0:
        return True
    if player.cocoa >= UNLOCK_PRICE or (state.readings.wide_waiver and player.ready[WAIVER] > 0):
        return not state.free_unlock and player.has_locked()
    return False


def add_free_actions(state: Teotihuacan, offered: list[int]) -> None:
    """T-19.2: add to `offered` the use of each Discovery tile and the paid unlock, as far as they are possible now."""
    player = state.player()
    if player.usable & IMMEDIATE != 0:
        for kind in range(IMMEDIATE_FIRST, IMMEDIATE_LAST + 1):
            if player.ready[kind] > 0:
                offered.append(USE + kind)
    if state.raising and state.count < 3 and player.ready[ADDITIONAL_WORKER] > 0:
        offered.append(USE + ADDITIONAL_WORKER)  # T-11.9 (b)
    pays = player.cocoa >= UNLOCK_PRICE
    waives = state.readings.wide_waiver and player.ready[WAIVER] > 0
    if (pays or waives) and not state.free_unlock and player.has_locked():
        if pays:
            offered.append(UNLOCK)
        if waives:
            offered.append(UNLOCK + WAIVED)


def use(state: Teotihuacan, kind: int) -> None:
    """T-11.2: turn a Discovery tile of the active player face down, and add its effect to the pending steps."""
    player = state.player()
    turn_down(state, player, kind)
    state.push(EFFECTS[kind])


def turn_down(state: Teotihuacan, player: PlayerState, kind: int) -> None:
    """T-11.2: turn a used Discovery tile of a player face down. The tile stays with the player."""
    player.turn_over(kind)
    if state.log is not None:
        state.tell("used", [player.seat, kind])


def pay_to_unlock(state: Teotihuacan, waived: int) -> None:
    """T-3.4: let the active player pay 3 cocoa, or a waiver tile if `waived` is 1, and unlock all its workers."""
    player = state.player()
    pay(state, player, UNLOCK_PRICE, waived, FROM_UNLOCK)
    unlock_all(state, player)


def pay(state: Teotihuacan, player: PlayerState, cocoa: int, waived: int, source: int) -> None:
    """T-11.6: let a player pay this amount of cocoa, or, if `waived` is 1, turn a waiver face down instead.

    A waiver is a Discovery tile that pays one price in cocoa, however high.
    """
    if waived == WAIVED:
        turn_down(state, player, WAIVER)
    else:
        state.pay(player, COCOA, cocoa, source)


def unlock_all(state: Teotihuacan, player: PlayerState) -> None:
    """T-3.3: unlock all workers of a player. Each worker moves to the general area of its board."""
    for worker in player.workers:
        worker.space = UNLOCKED
    state.raised &= LOCKED - 1
    if state.log is not None:
        state.tell("unlocked", [player.seat])
