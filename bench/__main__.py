"""`scripts/bench [CHAPTER ...] [--list] [--json FILE] [--rounds N]`: measure, and print a table."""

import argparse
import importlib
import json
import os
import platform
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from bench.environment import FAILURE, BenchError, Deadline
from bench.figures import CHAPTERS, LONG, Cost, Estimated, Figure, Limit, Plain, Rate, Ratio
from bench.rounds import Rounds, summary

MISSED: Final = "MISSES FLOOR"
NOT_MEASURED: Final = "NOT MEASURED"


@dataclass(frozen=True)
class Row:
    """A row of the printed table: a measured quantity, with its floor, target and verdict.

    `figure`, `low` and `high` are the median, the least and the greatest of its values over the rounds.
    """

    quantity: str
    figure: float | None
    low: float | None
    high: float | None
    floor: float | None
    target: float | None
    verdict: str
    why: str = ""


def main() -> int:
    """Print the table. Return 0 if everything was measured and every floor is met, 1 if not, 2 for wrong usage."""
    arguments = parsed()
    if arguments.list:
        show_list()
        return 0
    before = os.getloadavg()
    FAILURE.unlink(missing_ok=True)
    deadline = Deadline(arguments.seconds)
    rows, facts = measured(
        arguments.chapters or [each for each in CHAPTERS if each not in LONG], arguments.rounds, deadline
    )
    machine = {
        "cores": len(os.sched_getaffinity(0)),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "load before": [round(load, 2) for load in before],
        "load after": [round(load, 2) for load in os.getloadavg()],
        "environments": facts,
    }
    show_table(rows)
    print("\n" + "\n".join(f"{name}: {value}" for name, value in machine.items()))
    if arguments.json:
        arguments.json.write_text(
            json.dumps({"machine": machine, "figures": [asdict(row) for row in rows]}, indent=1) + "\n"
        )
    return int(any(row.verdict in {MISSED, NOT_MEASURED} for row in rows))


def parsed() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Figures of the project against its anchors.")
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help=f"any of: {', '.join(CHAPTERS)} (default: all)")
    parser.add_argument("--list", action="store_true", help="print what would be measured, and measure nothing")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="rounds, of which the median counts (default: 5)"
    )
    parser.add_argument(
        "--seconds", type=float, default=300, metavar="S", help="give up what is not done by then (default: 300)"
    )
    arguments = parser.parse_args()
    unknown = set(arguments.chapters) - set(CHAPTERS)
    if unknown:
        parser.error(f"unknown chapter {', '.join(sorted(unknown))}: expected any of {', '.join(CHAPTERS)}")
    if arguments.rounds < 1:
        parser.error("--rounds: expected 1 or more")
    if not arguments.seconds > 0:
        parser.error("--seconds: expected more than 0")
    return arguments


def measured(chapters: list[str], rounds: int, deadline: Deadline) -> tuple[list[Row], dict[str, object]]:
    """Measure the figures of these chapters. Return the rows of the table, and a dict from environment to versions.

    The versions are those of Python and of the measured packages.
    """
    figures = [figure for chapter in dict.fromkeys(chapters) for figure in CHAPTERS[chapter]]
    rates = Rounds()
    wanted = dict.fromkeys(rate for figure in figures for rate in rates_of(figure))
    if wanted:
        say(f"measuring {len({(rate.place, rate.side) for rate in wanted})} sides in {rounds} rounds")
        modules = {"anchors": "anchors", "compiled": "games", "interpreted": "games"}
        modules |= {"learners": "learners", "modern": "learners", "catan": "catan"}
        rates.measure(wanted, rounds, modules, deadline)
    rows = []
    for chapter in dict.fromkeys(chapters):
        for figure in CHAPTERS[chapter]:
            try:
                rows.append(judged(figure, values(chapter, figure, rates, deadline)))
            except BenchError as error:
                rows.append(Row(label(figure), None, None, None, None, None, NOT_MEASURED, str(error)))
    return rows, rates.facts


def rates_of(figure: Figure) -> list[Rate]:
    """Return the rates from which a figure is computed; an empty list if the figure is not computed from rates."""
    if isinstance(figure, Ratio):
        return [figure.over, figure.under]
    return [figure.rate] if isinstance(figure, Plain | Cost) else []


def values(chapter: str, figure: Figure, rates: Rounds, deadline: Deadline) -> list[float]:
    """Return a list with the values of a figure; `chapter` is the group of figures to which it belongs.

    A figure that is computed from the speeds in `rates` has one value for each round of measurement. Any other figure
    is measured now, by a function of the module `bench.<chapter>`. The list then has one value; for an `Estimated`
    figure it has three: an estimate and the two bounds of its interval.
    """
    if isinstance(figure, Ratio):
        return [over / under for over, under in zip(rates.of(figure.over), rates.of(figure.under), strict=True)]
    if isinstance(figure, Plain):
        return rates.of(figure.rate)
    if isinstance(figure, Cost):
        return [1_000_000 / rate for rate in rates.of(figure.rate)]
    say(figure.name)
    module = importlib.import_module(f"bench.{chapter}")
    if isinstance(figure, Estimated):
        return list(module.ESTIMATES[figure.task](deadline))
    return [module.TASKS[figure.task](deadline)]


def judged(figure: Figure, each: list[float]) -> Row:
    """Summarise a figure's values in a row of the table, and compare them with its floor and target."""
    value, low, high = summary(each)
    floor = None if isinstance(figure, Plain) else figure.floor
    target = None if isinstance(figure, Plain) else figure.target
    if isinstance(figure, Estimated):
        verdict = "met floor" if figure.floor <= high and low <= figure.target else MISSED
        return Row(label(figure), value, low, high, floor, target, verdict)
    sign = -1 if isinstance(figure, Limit | Cost) else 1  # units of time: less is better
    if floor is None:
        verdict = "reported"
    elif sign * value < sign * floor:
        verdict = MISSED
    else:
        verdict = "met target" if target is not None and sign * value >= sign * target else "met floor"
    return Row(label(figure), value, low, high, floor, target, verdict)


def label(figure: Figure) -> str:
    """Return a figure's name. If the name does not contain the unit, add the unit."""
    return f"{figure.name}, {figure.rate}" if isinstance(figure, Plain) else figure.name


def show_list() -> None:
    """Print the names, floors and targets of all figures (measured quantities), chapter by chapter."""
    for chapter, figures in CHAPTERS.items():
        print(chapter)
        for figure in figures:
            expected = "" if isinstance(figure, Plain) or figure.floor is None else f"  floor {spelt(figure.floor)}"
            if not isinstance(figure, Plain) and figure.target is not None:
                expected += f", target {spelt(figure.target)}"
            print(f"  {label(figure)}{expected}")


def show_table(rows: list[Row]) -> None:
    """Print the table on stdout, with aligned columns."""
    reasons = list(dict.fromkeys(row.why for row in rows if row.why))
    lines = [("quantity", "figure", "lowest … highest", "floor", "target", "verdict")]
    for row in rows:
        spread = "" if row.low == row.high else f"{spelt(row.low)} … {spelt(row.high)}"
        verdict = f"{row.verdict} ({reasons.index(row.why) + 1})" if row.why else row.verdict
        lines.append((row.quantity, spelt(row.figure), spread, spelt(row.floor), spelt(row.target), verdict))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    for quantity, *numbers, verdict in lines:
        print(
            quantity.ljust(widths[0]),
            *(text.rjust(width) for text, width in zip(numbers, widths[1:], strict=True)),
            verdict,
            sep="  ",
        )
    for number, why in enumerate(reasons, start=1):
        print(f"({number}) {why}")


def spelt(value: float | None) -> str:
    """Return a number as a text with three significant digits (all digits from 1000 on); "-" for None."""
    if value is None:
        return "-"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def say(progress: str) -> None:
    """Print a line of progress on stderr."""
    print(f"bench: {progress}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
