"""The value of a position of Teotihuacan: the points so far, and the points that goods, workers and steps will bring.

The score says little before the end, because a good turn mostly collects goods for later turns. The value of each good,
worker and step was measured in games of the search against itself; `docs/strength.md` says how, and by how much the
values help.
"""

from typing import Final

from arena.bots.evaluation import Margin
from arena.bots.search import Tuning
from arena.games.game import State
from arena.games.steps import OVER
from arena.games.teotihuacan.calendar import DARK_DISC
from arena.games.teotihuacan.eclipse import BUILDINGS_ROW, PENULTIMATE, TRACK_VALUE, bonus_points, mask_points
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.technologies import technologies_of
from arena.games.teotihuacan.terms import NEVER, UNLOCKED, WHEEL
from arena.games.teotihuacan.tiles.discovery import KINDS, MASKS

UNIT: Final = 100  # everything is counted in hundredths of a point
ECLIPSES: Final = 3


class Term:
    """The value of one possession, such as a cocoa: `now`, and `each_round` more for each round to come.

    All values are in hundredths of a point.
    """

    def __init__(self, now: int, each_round: int) -> None:
        self.now: Final = now
        self.each_round: Final = each_round

    def times(self, amount: int, rounds: int) -> int:
        """Return the value of `amount` pieces of this possession, in hundredths of a point.

        `rounds` is the number of turns that each seat still has in the game.
        """
        return amount * (self.now + self.each_round * rounds)


COCOA: Final = Term(20, 4)
GOODS: Final[list[Term]] = [Term(50, 8), Term(60, 6), Term(60, 8)]  # wood, stone, gold
TEMPLES: Final[list[Term]] = [Term(20, 3), Term(20, 5), Term(20, 3)]  # steps on blue, red, green
AVENUE: Final = Term(0, 13)
TECHNOLOGY: Final = Term(0, 45)
POWER: Final = Term(0, 14)
LOCKED: Final = Term(-150, -8)
MASK: Final = Term(50, 10)
TILE: Final = Term(150, 15)  # a Discovery tile that is no mask
FURTHEST: Final = 150  # on the Pyramid track
HALFWAY: Final = 2  # the part of a Temple Bonus that counts one step below it; further down, less


class Prospects(Margin):
    """Rewards each seat for its lead, tanh(lead / scale). The lead counts the points so far and the points to come."""

    def __init__(self, scale: float) -> None:
        super().__init__(scale, UNIT)

    def worth(self, state: State) -> list[int]:
        """Return a list with a number for each seat: its points plus its probable gains, in hundredths of a point."""
        assert isinstance(state, Teotihuacan)
        worth = [UNIT * player.points for player in state.players]
        if state.to_move != OVER:
            rounds = rounds_to_come(state)
            for player in state.players:
                worth[player.seat] += promised(state, player, rounds)
        return worth


def rounds_to_come(state: Teotihuacan) -> int:
    """T-14.1 to T-14.3: return the largest number of rounds that the game can still have; Ascensions may reduce it."""
    rounds = state.dark - state.light + 1
    if state.eclipse_due != NEVER:
        rounds = (state.eclipse_due - state.turn) // state.seats
    if state.finished:
        return rounds
    for later in range(state.eclipses + 1, ECLIPSES):
        rounds += DARK_DISC[state.seats][later] + 1
    return rounds


def promised(state: Teotihuacan, player: PlayerState, rounds: int) -> int:
    """Return an estimate of how much a player's score will still grow, in hundredths of a point."""
    return held(player, rounds) + scored_at_eclipses(state, player, rounds) + scored_at_the_end(state, player)


def held(player: PlayerState, rounds: int) -> int:
    """Return the value of a player's goods, temple steps, technologies, workers and tiles, in hundredths of a point."""
    worth = COCOA.times(player.cocoa, rounds) + TECHNOLOGY.times(technologies_of(player), rounds)
    for kind in range(3):
        worth += GOODS[kind].times(player.goods[kind], rounds) + TEMPLES[kind].times(player.temples[kind], rounds)
    for worker in player.workers:
        if worker.board != WHEEL:
            worth += POWER.times(worker.power, rounds)
            if worker.space != UNLOCKED:
                worth += LOCKED.times(1, rounds)
    for kind in range(KINDS):
        if player.ready[kind] > 0:
            worth += (MASK if kind < MASKS else TILE).times(player.ready[kind], rounds)
    return worth


def scored_at_eclipses(state: Teotihuacan, player: PlayerState, rounds: int) -> int:
    """T-14.4 to T-14.6: return the points that a player would score at an Eclipse now, in hundredths of a point.

    The value of its steps on the Avenue for later Eclipses is added.
    """
    points = player.avenue * BUILDINGS_ROW[state.buildings] + player.track * TRACK_VALUE[state.eclipses]
    worth = UNIT * (points + mask_points(player)) + AVENUE.times(player.avenue, rounds)
    if all(other.track <= player.track for other in state.players):
        worth += FURTHEST
    return worth


def scored_at_the_end(state: Teotihuacan, player: PlayerState) -> int:
    """T-15.2: return the points that a player gets from the Temple Bonus tiles, in hundredths of a point.

    A tile that the player has not reached yet counts in part, depending on the player's step on the temple.
    """
    worth = 0
    for temple in range(3):
        bonus = UNIT * bonus_points(state, player, state.bonuses[temple])
        step = player.temples[temple]
        worth += bonus if step >= PENULTIMATE else bonus * step * step // (HALFWAY * PENULTIMATE * PENULTIMATE)
    return worth


# docs/strength.md has the evidence.
TUNING: Final = Tuning(Prospects(40), exploration=0.35, cutoff=5)
