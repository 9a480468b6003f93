"""Coordinates of charts. Templates turn them into SVG, in per cent, so that a chart fits every width."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt
from typing import Any, Final

from leaderboard.bots import HistoryPoint, PoolRating
from leaderboard.brackets import drawing_of, in_lines
from leaderboard.ranking import Calibration, RankedEntrant
from leaderboard.sequential import SprtPage
from leaderboard.words import rank

TICKS: Final = 5  # the wanted number of lines of a scale
LEAST_DOT: Final = 2.5  # the radius of the smallest dot of the calibration
MOST_DOT: Final = 12.0
MARGIN: Final = 0.04  # of a scale, free at both ends


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale of a chart. It maps the numbers from `low` to `high` to positions from 0 to 100."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Sequence[float]) -> "Scale":
        """Return a scale from the smallest to the largest of these values, with a margin."""
        low, high = min(values), max(values)
        room = (high - low) * MARGIN or 1.0
        return cls(low - room, high + room)

    def at(self, value: float) -> float:
        """Return the position of a number on the scale, from 0 to 100."""
        return round(100 * (value - self.low) / (self.high - self.low), 3)

    @property
    def ticks(self) -> list[float]:
        """Return the round numbers to write at the axis: steps of 1, 2 or 5 times a power of ten."""
        rough = (self.high - self.low) / TICKS
        power = 10 ** floor(log10(rough))
        step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
        return [number * step for number in range(ceil(self.low / step), floor(self.high / step) + 1)]


def scale_of(rows: Sequence[RankedEntrant]) -> Scale:
    """Return a scale that spans the rating intervals of all entrants in a ranking."""
    return Scale.around([end for row in rows for end in (row.rating - row.reach, row.rating + row.reach)])


def pool_scale(line: PoolRating) -> Scale:
    """Return a scale that spans the rating intervals of all entrants in the pool of a bot's rating."""
    return Scale.around([line.lowest, line.highest])


def calibration_scale(lines: Sequence[Calibration]) -> Scale:
    """Return a scale for expected and actual scores: from 0.5, or from the lowest score if that is less, to 1."""
    return Scale(min([0.5, *(floor(line.scored * 10) / 10 for line in lines)]), 1.0)


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart of an entrant's rating and form over its number of games: two scales, and the points of SVG lines.

    `band` is the area of the rating's interval.
    """

    across: Scale
    up: Scale
    band: str
    rating: str
    form: str


def plot_of(points: Sequence[HistoryPoint]) -> Plot:
    """Return the chart of an entrant's history. A history with a single point has no line."""
    rating = [each for each in points if each.line == "rating"]
    form = [each for each in points if each.line == "form"]
    across = Scale(0, max(each.games for each in points))
    up = Scale.around([end for each in points for end in (each.value - each.reach, each.value + each.reach)])

    def path(ends: Iterable[tuple[float, float]]) -> str:
        return " ".join(f"{across.at(games)},{round(100 - up.at(value), 3)}" for games, value in ends)

    above = [(each.games, each.value + each.reach) for each in rating]
    below = [(each.games, each.value - each.reach) for each in reversed(rating)]
    return Plot(
        across,
        up,
        band=path([*above, *below]),
        rating=path((each.games, each.value) for each in rating),
        form=path((each.games, each.value) for each in form),
    )


def dot_of(line: Calibration, lines: Sequence[Calibration]) -> float:
    """Return the radius of a dot in the calibration chart. Its area grows with its number of comparisons."""
    most = max(each.comparisons for each in lines)
    return round(max(LEAST_DOT, MOST_DOT * sqrt(line.comparisons / most)), 2)


@dataclass(frozen=True, slots=True)
class SprtPlot:
    """A chart of an SPRT (a sequential test): two scales, and its likelihood ratio over the blocks, as an SVG line."""

    across: Scale
    up: Scale
    path: str


def sprt_plot(test: SprtPage) -> SprtPlot:
    """Return the chart of an SPRT. Its vertical scale spans both bounds and all ratios so far."""
    across = Scale(0, max(1, test.blocks))
    up = Scale.around([test.low, test.high, *(ratio for _, ratio in test.path)])
    path = " ".join(f"{across.at(blocks)},{round(100 - up.at(ratio), 3)}" for blocks, ratio in test.path)
    return SprtPlot(across, up, path)


def bar_of(number: int, numbers: Sequence[int]) -> float:
    """Return the length of a bar for `number`, in per cent of the longest bar of a chart of `numbers`."""
    return round(100 * number / max(1, *numbers), 2)


DRAWINGS: Final[Mapping[str, Callable[..., Any]]] = {
    "scale_of": scale_of,
    "pool_scale": pool_scale,
    "calibration_scale": calibration_scale,
    "plot_of": plot_of,
    "dot_of": dot_of,
    "sprt_plot": sprt_plot,
    "bar_of": bar_of,
    "drawing_of": drawing_of,
    "in_lines": in_lines,
    "rank": rank,
}
