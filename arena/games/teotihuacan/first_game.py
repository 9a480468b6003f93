"""T-2.5, T-16.3 First-game setup: printed boards and fixed starting positions instead of Starting tiles."""

from typing import Final

from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import TEMPLE_POINTS
from arena.games.teotihuacan.tiles.bonus import B3, B4, B7
from arena.games.teotihuacan.tiles.royal import R01, R04, R06
from arena.games.teotihuacan.tiles.technology import T01, T03, T05, T09, T15, T17

RING: Final[list[int]] = [0, 1, 3, 5, 2, 8, 7, 6, 4]


class FirstGameStart:
    """All that one player of a first game has at the start: goods, steps on tracks, workers, technologies and points.

    Rewards for steps on temples are counted in. The cocoa for the player's place in the turn order is not.
    """

    def __init__(
        self,
        cocoa: int,
        goods: list[int],
        temples: list[int],
        workers: list[list[int]],
        *,
        points: int = 0,
        avenue: int = 0,
        technologies: int = 0,
    ) -> None:
        self.cocoa: Final = cocoa
        self.goods: Final = goods
        self.temples: Final = temples
        self.workers: Final = workers  # board and power
        self.points: Final = points
        self.avenue: Final = avenue
        self.technologies: Final = technologies


# T-2.5: a row per Player Order token: wood, stone, gold; blue, red, green
STARTS: Final[list[FirstGameStart]] = [
    FirstGameStart(6, [1, 2, 4], [0, 0, 1], [[6, 2], [2, 1], [8, 1]]),
    FirstGameStart(5, [4, 2, 0], [1, 1, 0], [[7, 2], [2, 1], [3, 1]], points=1),
    FirstGameStart(4, [3, 4, 1], [1, 0, 0], [[1, 1], [2, 1], [7, 1]], avenue=1),
    FirstGameStart(2, [2, 0, 5], [0, 0, 2], [[3, 1], [4, 1], [5, 1]], technologies=1 << T05),
]


def print_boards(state: Teotihuacan) -> None:
    """T-2.5: lay out boards, Royal tiles, Temple Bonus tiles and technologies as printed for the first game."""
    state.ring = RING[:]
    state.royals = [R01, R06, R04]
    state.bonuses = [B3, B4, B7]
    state.technologies = [T01, T03, T05, T09, T15, T17]


def set_up_first_game(state: Teotihuacan) -> None:
    """T-2.5: give each player its fixed starting position; T-17.1.5: the automaton starts as in every game."""
    for player in state.players[: state.humans()]:
        start = STARTS[player.seat]
        player.cocoa += start.cocoa
        player.goods = start.goods[:]
        player.temples = start.temples[:]
        player.avenue = start.avenue
        player.technologies = start.technologies
        state.score(player, TEMPLE_POINTS, start.points)
        for number in range(3):
            player.workers[number].board = start.workers[number][0]
            player.workers[number].power = start.workers[number][1]
