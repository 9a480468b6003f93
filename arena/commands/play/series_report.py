"""The result of an `arena play` series, as a text table and as values for JSON."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.cli_support.output import note, table
from arena.commands.play.local_series import Plan, again
from arena.referee.clock import MICROSECONDS
from arena.stats.standings import Finished, Row, standings
from arena_sdk.series import PlayedMatch


@dataclass(frozen=True)
class SeriesEntry:
    """A match of a series that has been played, the plan of the series, and the path of the match's record or None."""

    plan: Plan
    match: PlayedMatch
    record: Path | None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the bots in the match, in the order of their seats."""
        contenders = self.plan.contenders
        return tuple(contenders[contender].name for contender in self.match.fixture.seating)

    @property
    def finished(self) -> Finished:
        """Return the result of the match as a Finished, from which tables are computed."""
        block = f"{self.plan.sources} {self.match.fixture.block}"
        result = self.match.result
        return Finished(block, self.names, result.placements, frozenset(self.match.pairs))

    @property
    def points(self) -> str:
        """Return one line with the points of each seat, such as `my_bot 31, greedy 28`.

        If two seats have equal points but different places, the line names the seat that the tie-break put first.
        """
        result = self.match.result
        line = ", ".join(f"{name} {score}" for name, score in zip(self.names, result.scores, strict=True))
        is_played = not self.match.forfeits  # a seat that forfeited is last, whatever its points are
        return f"{line}{by_tie_break(self.names, result.scores, result.placements)}" if is_played else line

    def tell(self, known: set[tuple[str, str]]) -> None:
        """Print the forfeits and remarks of the match, with the command that plays the match again.

        A bot that crashes usually crashes in every match. So a forfeit is printed only if the same bot has not
        forfeited for the same reason before. `known` has the pairs of bot and reason that were printed; new pairs are
        added to it.
        """
        match = f"match {self.match.fixture.number}"
        for lost in self.match.forfeits:
            what = (lost.forfeited.who.entrant, lost.forfeited.reason.value)
            if what in known:
                continue
            known.add(what)
            note(f"{match}: {lost.forfeited.words(str(self.record))}")
            if lost.traceback:
                note(lost.traceback)
            note(f"again: {again(self.plan, ['--match', str(self.match.fixture.number)])}\n")
        for remark in self.match.remarks:
            note(f"{match}: {remark}")


def by_tie_break(names: Sequence[str], scores: Sequence[int], places: Sequence[int]) -> str:
    """Return the end of a line about a match: the seats that are ahead of a seat with equal points.

    The text is empty if the points alone give the places.
    """
    seats = range(len(names))
    ahead = [
        names[seat]
        for seat in seats
        if any(scores[seat] == scores[other] and places[seat] < places[other] for other in seats)
    ]
    return f" ({', '.join(ahead)} ahead by the tie-break)" if ahead else ""


def as_table(entries: Sequence[SeriesEntry], *, always: bool = False) -> str:
    """Return a table with a row for every bot, the best first, and a line for every forfeit."""
    many = any(len(entry.names) > 2 for entry in entries)
    lines = [
        score_table(standings(entry.finished for entry in entries), points_by_name(entries), many=many, always=always)
    ]
    for entry in entries:
        number = entry.match.fixture.number
        lines += [f"match {number} ({entry.record}): {lost}" for lost in entry.match.forfeits]
    return "\n".join(lines)


def score_table(rows: Sequence[Row], points: Mapping[str, Sequence[int]], *, many: bool, always: bool = False) -> str:
    """Return a text table of the scores, with a row for each bot, the best first.

    `many` adds a column for the mean place. `always` adds a column with an interval of the score that is valid even if
    it is read again and again during the series.
    """
    counted = ["blocks", "matches", "won", "drawn", "lost"]
    head = [
        "bot",
        "score",
        "95 % interval",
        *(["at any time"] if always else []),
        *counted,
        *(["place"] if many else []),
        "points",
    ]
    return table(head, [cells(row, points[row.entrant], many=many, always=always) for row in rows])


def cells(row: Row, points: Sequence[int], *, many: bool, always: bool) -> list[str]:
    """Return the cells of a bot's row in the table of a series.

    `many` adds the mean place, and `always` the interval of the score that is valid even if it is read again and again
    during the series.
    """
    score = "-" if row.score is None else f"{row.score.mean:.1%}"
    bounds = None if row.score is None else row.score.bounds
    intervals = [spelled(bounds), *([spelled(row.always)] if always else [])]
    blocks = 0 if row.score is None else row.score.blocks
    counts = [str(count) for count in (blocks, row.games, row.wins, row.draws, row.losses)]
    place = [f"{row.mean_placement:.2f}"] if many else []
    return [row.entrant, score, *intervals, *counts, *place, f"{sum(points) / len(points):.1f}"]


def spelled(bounds: tuple[float, float] | None) -> str:
    """Return the ends of an interval as text, such as `45.1% - 54.9%`; `-` for None."""
    return "-" if bounds is None else f"{bounds[0]:.1%} - {bounds[1]:.1%}"


def points_by_name(entries: Iterable[SeriesEntry]) -> dict[str, list[int]]:
    """Return a dict from each bot's name to a list of its points, one number for each match."""
    points: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        for name, score in zip(entry.names, entry.match.result.scores, strict=True):
            points[name].append(score)
    return points


def thinking(entries: Iterable[SeriesEntry]) -> str:
    """Return a line with each bot's mean thinking time per decision and its simulations per second.

    The numbers differ between runs of one series.
    """
    spent: dict[str, ThinkingTime] = defaultdict(ThinkingTime)
    for entry in entries:
        match = entry.match
        for seat, name in enumerate(entry.names):
            spent[name].add(match.decisions[seat], match.think_us[seat], match.simulations[seat])
    return f"thinking, per decision: {', '.join(f'{name} {each}' for name, each in spent.items())}"


@dataclass
class ThinkingTime:
    """A bot's sums over several matches: its decisions, its thinking time, and the simulations of its searches."""

    decisions: int = 0
    think_us: int = 0
    simulations: int = 0

    def add(self, decisions: int, think_us: int, simulations: int) -> None:
        """Add the numbers of one match: decisions of the bot, its thinking time in microseconds, and simulations."""
        self.decisions += decisions
        self.think_us += think_us
        self.simulations += simulations

    def __str__(self) -> str:
        time = f"{self.think_us / max(1, self.decisions) / 1000:.1f} ms"
        if self.simulations == 0:
            return time
        return f"{time} ({self.simulations / max(1, self.think_us) * MICROSECONDS:,.0f} simulations/s)"


def as_values(entries: Sequence[SeriesEntry]) -> dict[str, Any]:
    """Return the result of a series as a dict for JSON. Series with equal results give equal dicts."""
    rows = standings(entry.finished for entry in entries)
    return {"bots": [row_values(row) for row in rows], "matches": [match_values(entry) for entry in entries]}


def row_values(row: Row) -> dict[str, Any]:
    """Return the row of a bot in the table of a series as a dict for JSON."""
    score = row.score
    return {
        "name": row.entrant,
        "score": None if score is None else score.mean,
        "interval": None if score is None or score.bounds is None else list(score.bounds),
        "interval_at_any_time": None if row.always is None else list(row.always),
        "blocks": 0 if score is None else score.blocks,
        "matches": row.games,
        "won": row.wins,
        "drawn": row.draws,
        "lost": row.losses,
        "mean_placement": row.mean_placement,
    }


def match_values(entry: SeriesEntry) -> dict[str, Any]:
    """Return the result of a match as a dict for JSON, with lists such as `scores` that have one item for each seat."""
    match, result = entry.match, entry.match.result
    return {
        "number": match.fixture.number,
        "block": match.fixture.block,
        "match": match.match,
        "seats": list(entry.names),
        "placements": list(result.placements),
        "scores": list(result.scores),
        "turns": result.turns,
        "reason": result.reason,
        "record": None if entry.record is None else str(entry.record),
        "forfeits": [
            {
                "seat": lost.forfeited.seat,
                "bot": lost.forfeited.who.entrant,
                "reason": lost.forfeited.reason.value,
                "decision": lost.forfeited.decision,
                "detail": lost.forfeited.detail,
            }
            for lost in match.forfeits
        ],
    }
