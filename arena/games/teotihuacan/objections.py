"""The reasons why an option is not offered, in the words of a player."""

from collections.abc import Callable

from arena.games.steps import OVER
from arena.games.teotihuacan import pending
from arena.games.teotihuacan.actions.declare import main_cost, own_workers
from arena.games.teotihuacan.actions.nobles import is_free
from arena.games.teotihuacan.ascension import FOURTH_WORKER, TWO_TEMPLES_PRICE, TWO_TEMPLES_WAIVED, count_at
from arena.games.teotihuacan.hidden import WAIVED as SALARY_WAIVED
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.pyramid import is_open
from arena.games.teotihuacan.royal_tiles import OF_TEMPLES
from arena.games.teotihuacan.setup import DISCOVERY_IDS
from arena.games.teotihuacan.starting import ClaimTied, tied_to
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.temples import SPOT_OF_STEP, AvenueClaim, MajorStep, can_advance, open_temples
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, GOLD, LOCKED, PALACE, UNLOCKED
from arena.games.teotihuacan.tiles.discovery import (
    ADDITIONAL_WORKER,
    IMMEDIATE_FIRST,
    IMMEDIATE_LAST,
    MASKS,
    SECOND_WORKER,
    UNLIMITED_MOVE,
    WAIVER,
)
from arena.games.teotihuacan.tiles.pyramid import NO_TILE
from arena.games.teotihuacan.tiles.technology import GOLD_PRICE
from arena.games.teotihuacan.windows import (
    BENEFIT,
    BUILD,
    CLAIM,
    COLLECT,
    CONTINUE,
    DECORATE,
    END,
    EXCHANGE,
    FIRST,
    FREE_UNLOCK,
    GOODS,
    KEEP,
    KIND,
    MAIN,
    MOVE,
    PASS,
    PAY,
    POWER_UP,
    REWARD,
    ROW,
    SALARY,
    SETTLE,
    STOP,
    TAKE,
    TECHNOLOGY,
    TEMPLE,
    UNLOCK,
    UNLOCK_PRICE,
    USE,
    WORSHIP,
)
from arena.games.teotihuacan.worship import ABILITY, DISCOVERY

BOARD_NAMES = (
    *("the Ascension wheel", "Palace", "Forest", "Stone Quarry", "Gold Deposits", "Alchemy", "Nobles", "Decorations"),
    *("Construction", "the way", "hand"),
)

# What each step asks, and the kinds of option that answer it.
QUESTIONS: dict[str, tuple[str, tuple[int, ...]]] = {
    "keep": ("two Starting tiles are to be kept now", (KEEP,)),
    "take": ("a Starting tile is to be taken now", (TAKE,)),
    "raise_starting": ("a worker in hand is to be raised now", (BENEFIT,)),
    "claim_tied": ("a Discovery tile may be claimed now", (CLAIM, PASS)),
    "settle": ("the three workers are to be placed now", (SETTLE,)),
    "open": ("a worker is to be moved now, or all unlocked for free", (FREE_UNLOCK, MOVE)),
    "act": ("an action is to be chosen now", (COLLECT, WORSHIP, MAIN)),
    "choose_first": ("the order of ability and Discovery tile is to be chosen now", (FIRST,)),
    "exchange": ("the Royal tile may be used now", (EXCHANGE, STOP)),
    "claim_beside": ("a Discovery tile may be claimed now", (CLAIM, PASS)),
    "major_step": ("a Discovery tile may be claimed now, or passed for the printed reward", (CLAIM, PASS)),
    "avenue_claim": ("a Discovery tile may be claimed now", (CLAIM, PASS)),
    "any_goods": ("a resource is to be chosen now", (GOODS,)),
    "any_temple": ("a temple is to be chosen now", (TEMPLE,)),
    "buy_technology": ("a technology is to be chosen now", (TECHNOLOGY,)),
    "build_for_nobles": ("a row of the Nobles is to be chosen now", (ROW,)),
    "decorate": ("a Decoration is to be placed now", (DECORATE,)),
    "build": ("a Pyramid tile is to be placed now", (BUILD, STOP)),
    "pay": ("the Pyramid tile is to be paid now", (PAY,)),
    "order_temples": ("the next of the matched temples is to be chosen now", (TEMPLE,)),
    "main_power_up": ("a worker on the board of the action is to be powered up now", (POWER_UP, STOP)),
    "purchase": ("one more power-up may be bought now", (POWER_UP, STOP)),
    "power_up": ("a worker is to be powered up now", (POWER_UP,)),
    "optional_power_ups": ("a worker may be powered up now", (POWER_UP, STOP)),
    "reward": ("the reward of the Ascension is to be chosen now", (REWARD,)),
    "end_window": ("nothing is left but to end the turn", (END,)),
    "after_claim": ("the claimed tile may be used now before the turn goes on", (CONTINUE,)),
    "salary": ("the salary is to be paid now", (SALARY,)),
}


def objection_to(state: Teotihuacan, option: int) -> str:
    """Return the reason why an option is not offered, in the words of a player."""
    if state.to_move == OVER:
        return "the game is over"
    detail = option & (1 << KIND) - 1
    kind = option - detail
    player = state.players[state.to_move]
    asks = pending.told(state.asking).name
    question, answers = QUESTIONS[asks]
    if kind not in (*answers, USE, UNLOCK):
        return question
    if kind in (USE, UNLOCK) and not state.in_turn:
        return "free actions belong to your own turn"
    return OBJECTIONS[kind](state, player, detail) if kind in OBJECTIONS else f"not offered; {question}"


def _to_using(_: Teotihuacan, player: PlayerState, kind: int) -> str:
    if kind < MASKS:
        return "a mask is never used: it scores at every Eclipse"
    if player.ready[kind] == 0:
        return f"you have no {DISCOVERY_IDS[kind]} face up"
    if kind == ADDITIONAL_WORKER:
        return "an additional worker is used with the Main action of Alchemy, Nobles or Construction"
    if not IMMEDIATE_FIRST <= kind <= IMMEDIATE_LAST:
        return "this tile is used with a move or a payment"
    return NO_WINDOW


def _to_unlocking(state: Teotihuacan, player: PlayerState, waived: int) -> str:
    if not player.has_locked():
        return "none of your workers is locked"
    if state.free_unlock:
        return "this turn was a free unlock"
    if waived and not (state.readings.wide_waiver and player.ready[WAIVER]):
        return "no waiver pays for that" if not state.readings.wide_waiver else NO_WAIVER
    if not waived and player.cocoa < UNLOCK_PRICE:
        return f"you have {player.cocoa} cocoa; it costs {UNLOCK_PRICE}"
    return NO_WINDOW


NO_WINDOW = "there is no window for free actions here"
NO_WAIVER = "you have no waiver tile face up"


def _to_moving(_: Teotihuacan, player: PlayerState, detail: int) -> str:
    unlimited, second, board = detail & 1, detail >> 1 & 7, detail >> 11
    if unlimited and player.ready[UNLIMITED_MOVE] == 0:
        return "you have no tile for an unlimited move face up"
    if second and player.ready[SECOND_WORKER] == 0:
        return "you have no tile for a second worker face up"
    there = [worker.power for worker in player.workers if worker.board == board and worker.space == UNLOCKED]
    return f"those are not your unlocked workers on {BOARD_NAMES[board]}: their powers are {there}"


def _to_worshipping(state: Teotihuacan, player: PlayerState, detail: int) -> str:
    effect, space = detail >> 4 & 3, detail >> 6
    if BOARD_OF_SPACE[space] != state.board:
        return f"your worker arrived on {BOARD_NAMES[state.board]}"
    if state.holder(space) == player.seat:
        return "your own worker is locked there"
    if effect != ABILITY and state.beside[state.board] < 0:
        return "no Discovery tile lies there"
    if effect == DISCOVERY and state.board == PALACE:
        return "on the Palace the Discovery tile comes only with both effects"
    return _to_paying_entry(detail)


def _to_paying_entry(detail: int) -> str:
    if detail & 1:
        return "a waiver pays an entry cost, if there is one and you have the tile face up"
    if detail >> 1 & 7:
        return "which worker is locked is asked only of two with different powers"
    return "it cannot be paid, or two workers arrived and `lock` has to say which is locked"


def _to_main(state: Teotihuacan, player: PlayerState, detail: int) -> str:
    if state.board == PALACE:
        return "the Palace has no Main action"
    cost = main_cost(state)
    if detail & 1 and (cost == 0 or player.ready[WAIVER] == 0):
        return "there is nothing to waive, or no waiver tile face up"
    if not detail & 1 and player.cocoa < cost:
        return f"you have {player.cocoa} cocoa; it costs {cost}"
    extra = detail >> 1
    if extra > player.ready[ADDITIONAL_WORKER]:
        return "you have not so many tiles for additional workers face up"
    if extra and own_workers(state, player) + extra > 3:
        return "a fourth worker counts for nothing"
    return f"the Main action of {BOARD_NAMES[state.board]} cannot be carried out like that"


def _to_claiming(state: Teotihuacan, _: PlayerState, kind: int) -> str:
    tile = DISCOVERY_IDS[kind]
    return f"you cannot pay for {tile}" if kind in _lying_there(state) else f"no {tile} lies there"


def _lying_there(state: Teotihuacan) -> list[int]:
    """Return the Discovery tiles at the place where the player may claim one now, each as the number of its kind."""
    step = state.asking
    if isinstance(step, MajorStep):
        return state.spots[SPOT_OF_STEP[step.temple][step.step]]
    if isinstance(step, AvenueClaim):
        return state.spots[step.spot]
    if isinstance(step, ClaimTied):
        return [tied_to(state, state.active, step.tile)]
    return [state.beside[state.board]]


def _to_exchanging(state: Teotihuacan, player: PlayerState, detail: int) -> str:
    if detail & 1 and player.ready[WAIVER] == 0:
        return NO_WAIVER if state.readings.wide_waiver else "no waiver pays for that"
    if detail >> 1 >= OF_TEMPLES and player.cocoa > 0:
        return BLOCKED
    return "you cannot pay for that, or it is not what this Royal tile exchanges"


def _to_advancing(state: Teotihuacan, player: PlayerState, temple: int) -> str:
    return "no match is left there" if can_advance(state, player, temple) else BLOCKED


BLOCKED = "you cannot advance on that temple"


def _to_rewarding(state: Teotihuacan, player: PlayerState, reward: int) -> str:
    if reward == FOURTH_WORKER:
        return "your fourth worker is in play already"
    if not open_temples(state, player):
        return "there is no temple on which you can advance"
    if reward == TWO_TEMPLES_WAIVED:
        return NO_WAIVER if state.readings.wide_waiver else "no waiver pays for that"
    return f"you have {player.cocoa} cocoa; it costs {TWO_TEMPLES_PRICE}"


def _to_choosing_a_row(state: Teotihuacan, _: PlayerState, row: int) -> str:
    return "your number of workers leads to another row" if is_free(state, row) else "that row is full"


def _to_learning(state: Teotihuacan, player: PlayerState, tile: int) -> str:
    if tile not in state.technologies:
        return "that tile is not in this game"
    if player.has(tile):
        return "your marker lies there already"
    if player.goods[GOLD] < GOLD_PRICE[tile]:
        return f"you have {player.goods[GOLD]} gold; it costs {GOLD_PRICE[tile]}"
    return "one worker of power 3 or less reaches only the first row"


def _to_decorating(state: Teotihuacan, _: PlayerState, detail: int) -> str:
    if detail >> 4 not in state.decoration_offer:
        return "that tile is not in the offer"
    return "that space cannot be decorated now: it needs the one before it, and the Pyramid below"


def _to_building(state: Teotihuacan, _: PlayerState, detail: int) -> str:
    space = detail >> 2 & 31
    if detail >> 7 not in state.pyramid_offer:
        return "that tile is not in the offer"
    if state.built[space] != NO_TILE:
        return "a tile lies there already"
    return (
        "you cannot pay for that level" if is_open(state, space) else "the four spaces below have to hold tiles first"
    )


def _to_powering_up(state: Teotihuacan, player: PlayerState, place: int) -> str:
    board = place >> 3 & 15
    if place & LOCKED and not state.readings.locked_too:
        return "a locked worker cannot be powered up"
    if count_at(player, place) == 0:
        return f"you have no such {'locked' if place & LOCKED else 'unlocked'} worker on {BOARD_NAMES[board]}"
    if place == state.raised:
        return "the second power-up is for another worker"
    if board == state.board:
        return "you have no cocoa for it"
    return f"the worker has to be on {BOARD_NAMES[state.board]}"


def _to_salary(_: Teotihuacan, __: PlayerState, answer: int) -> str:
    return NO_WAIVER if answer == SALARY_WAIVED else "that is more than is due, or than you have"


OBJECTIONS: dict[int, Callable[[Teotihuacan, PlayerState, int], str]] = {
    USE: _to_using,
    UNLOCK: _to_unlocking,
    FREE_UNLOCK: lambda *_: "none of your workers is locked",
    MOVE: _to_moving,
    WORSHIP: _to_worshipping,
    MAIN: _to_main,
    CLAIM: _to_claiming,
    EXCHANGE: _to_exchanging,
    TEMPLE: _to_advancing,
    REWARD: _to_rewarding,
    ROW: _to_choosing_a_row,
    TECHNOLOGY: _to_learning,
    DECORATE: _to_decorating,
    BUILD: _to_building,
    POWER_UP: _to_powering_up,
    SALARY: _to_salary,
    SETTLE: lambda *_: "those are not your workers in hand, or the boards are not printed on your tiles",
    STOP: lambda *_: "this cannot be declined",
}
