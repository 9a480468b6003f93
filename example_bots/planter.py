"""Planter plays Cacao by looking at the table: for each place of a tile it computes the gain of the tile's workers.

Planter does not think ahead. It reads the view: a jungle tile has `x`, `y` and `tile`, and a worker tile has a seat and
a rotation as well. It reads the text of the options: `place 2-1-0-1 r3 at 1,0`, `fill 1,-1 market_3`.

    arena play example_bots/planter.py greedy --games 20
"""

from typing import Final

from arena.games.cacao.view import CacaoView, VillageView
from arena_sdk import Bot, Option, Turn, run

SIDES: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west
STORAGE: Final = 5

Cell = tuple[int, int]


def workers_on(tile: str, rotation: int) -> list[int]:
    """Return the number of workers on each side of a tile, north first.

    A rotation of 1 turns the tile clockwise: its north side then faces east.
    """
    counts = [int(count) for count in tile.split("-")]
    return [counts[(side - rotation) % 4] for side in range(4)]


def income(jungle: str, workers: int, village: VillageView) -> float:
    """Return about how many points a seat with this village gets if this number of its workers faces a jungle tile."""
    kind, _, amount = jungle.rpartition("_")
    if kind == "gold_mine":
        return workers * int(amount)
    if kind == "market":
        return min(workers, village.cacao) * (int(amount) - 1.5)  # the cacao could be sold at another market, too
    if kind == "plantation":
        return 1.5 * min(workers * (2 if amount == "double" else 1), STORAGE - village.cacao)
    return workers * {"cenote": 2.5, "temple": 1.5, "sun_site": 1.0}.get(jungle, 0.0)


class Planter(Bot):
    """Takes the option with the largest immediate gain."""

    name = "planter"
    games = ("cacao",)

    def choose(self, turn: Turn) -> Option:
        """Return the option with the largest estimated gain.

        The first word of an option's text names the kind of option.
        """
        worth = {"place": self.placing, "overbuild": self.placing, "fill": self.filling, "work": self.working}
        return max(turn.options, key=lambda option: worth[option.text.split()[0]](turn.view, turn.seat, option.text))

    def placing(self, view: CacaoView, seat: int, text: str) -> float:
        """Return the gain of placing a worker tile: what its workers bring at the jungle tiles beside it.

        A worker that faces an empty space counts, too: a tile may come there later.
        """
        _, tile, rotation, _, cell = text.split()
        x, y = (int(part) for part in cell.split(","))
        jungle = {(laid.x, laid.y): laid.tile for laid in view.jungle}
        total = 0.0
        for workers, (dx, dy) in zip(workers_on(tile, int(rotation[1:])), SIDES, strict=True):
            faced = jungle.get((x + dx, y + dy))
            total += 0.8 * workers if faced is None else income(faced, workers, view.villages[seat])
        return total

    def filling(self, view: CacaoView, seat: int, text: str) -> float:
        """Return the gain of laying a jungle tile: what the seat's own workers bring there, minus what others bring."""
        _, cell, jungle = text.split()
        x, y = (int(part) for part in cell.split(","))
        laid = {(tile.x, tile.y): tile for tile in view.workers}
        total = 0.0
        for side, (dx, dy) in enumerate(SIDES):
            tile = laid.get((x + dx, y + dy))
            if tile is not None:
                facing = workers_on(tile.tile, tile.rotation)[(side + 2) % 4]
                points = income(jungle, facing, view.villages[tile.seat])
                total += points if tile.seat == seat else -points
        return total

    def working(self, _view: CacaoView, _seat: int, text: str) -> float:
        """Return the number of workers that the option uses, as its gain: more are always better."""
        return float(text.rsplit(maxsplit=1)[-1])


run(Planter)
