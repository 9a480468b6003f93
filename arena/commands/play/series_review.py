"""The review of a series: where the points of the first bot came from, and which of its decisions cost most."""

import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.analysis import Judge, Judgement
from arena.analysis.account import Answered, Replayed
from arena.analysis.judge import dearest, with_noise
from arena.analysis.story import hundredths
from arena.cli_support.output import table
from arena.commands.play.local_series import LOST, Plan, again, record_name
from arena.commands.play.series_report import SeriesEntry
from arena.errors import UsageError
from arena.record.format import read_record

FIRST: Final = 0  # the contender that the review is for
SHARE: Final = 0.1  # of the time of the series
FINDING: Final = 0.4  # of that share, for replaying; what is left is for searching
SEARCH: Final = "mcts-100"
DEAREST: Final = 3
LEAST: Final = 0.5  # seconds for the review of a short series
FEW: Final = 0.5  # of the decisions: if fewer were searched and none is dear, that says nothing about the others
TOO_SHORT: Final = "dearest decisions: the series was too short to look for them; this explains its worst match:"


@dataclass(frozen=True)
class DecisionToSearch:
    """A decision of the first bot that may be searched: its match, and how much the expected score changed after it."""

    entry: SeriesEntry
    decision: Answered
    drop: float


def points_table(plan: Plan, entries: Sequence[SeriesEntry]) -> str:
    """Return a text table, one row for each category of points: the mean of the first bot, and of the other seats."""
    mine: dict[str, float] = {}
    theirs: dict[str, float] = {}
    for entry in entries:
        seat = entry.match.seat_of(FIRST)
        for category, by_seat in entry.match.result.ledger.items():
            others = [sum(rounds) for at, rounds in enumerate(by_seat) if at != seat]
            mine[category] = mine.get(category, 0.0) + sum(by_seat[seat]) / len(entries)
            theirs[category] = theirs.get(category, 0.0) + sum(others) / len(others) / len(entries)
    names = [contender.name for contender in plan.contenders]
    against = names[1] if len(names) == 2 else "another seat"
    rows = [
        [category, f"{mine[category]:.1f}", f"{theirs[category]:.1f}", f"{mine[category] - theirs[category]:+.1f}"]
        for category in mine
        if mine[category] or theirs[category]
    ]
    return table(["points, per match", names[FIRST], against, "difference"], rows)


def dear_decisions(plan: Plan, entries: Sequence[SeriesEntry], spent: float) -> list[str]:
    """Return lines about the decisions that cost the first bot most, found by a search in about a tenth of `spent`.

    `spent` is the time of the series in seconds; the search of a short series has half a second. Decisions after which
    the expected score fell most are searched first. Decisions are left out if their cost is no larger than the error of
    the search.
    """
    began = time.monotonic()
    budget = max(LEAST, SHARE * spent)
    try:
        found = sorted(candidates(entries, began + FINDING * budget), key=lambda each: each.drop)
    except UsageError:  # a game that cannot be analysed
        return []
    judged = searched(found, began + budget)
    total = sum(entry.match.decisions[entry.match.seat_of(FIRST)] for entry in entries)
    looked = f"searched {len(judged)} of {total} decisions by {SEARCH} in {time.monotonic() - began:.1f} s"
    noisy = with_noise(judgement for _, judgement in judged)
    entry_of = {id(each): entry for (entry, _), each in zip(judged, noisy, strict=True)}
    lines = [told(plan, entry_of[id(each)], each) for each in dearest(noisy, DEAREST)]
    if not lines and len(judged) < FEW * total:
        return too_short(plan, entries)
    lines = lines or ["  none that cost more than its noise was found"]
    return [f"dearest decisions of {plan.contenders[FIRST].name} ({looked}; --no-review leaves this out):", *lines]


def too_short(plan: Plan, entries: Sequence[SeriesEntry]) -> list[str]:
    """Return lines with the command that explains the first bot's worst match of the series."""
    worst = max(entries, key=lambda each: (each.match.place(FIRST), -lead(each)))
    made, record = stored_or_made(plan, worst)
    return [TOO_SHORT, f"    {made}arena explain {record} --seat {worst.match.seat_of(FIRST)}"]


def lead(entry: SeriesEntry) -> int:
    """Return by how many points the first bot is ahead of the best other seat; negative if it is behind."""
    seat, scores = entry.match.seat_of(FIRST), entry.match.result.scores
    return scores[seat] - max(score for at, score in enumerate(scores) if at != seat)


def stored_or_made(plan: Plan, entry: SeriesEntry) -> tuple[str, str]:
    """Return the path of a match's record, as a word of a command, after the beginning of a command.

    This beginning plays the match again and stores its record. It is empty if the record is stored already.
    """
    if entry.record is not None:
        return "", shlex.quote(str(entry.record))
    number = entry.match.fixture.number
    words = again(plan, ["--match", str(number), "--records", str(LOST), "--no-review"])
    return f"{words} && ", shlex.quote(str(LOST / record_name(plan, number)))


def candidates(entries: Sequence[SeriesEntry], until: float) -> Iterator[DecisionToSearch]:
    """Yield each decision of the first bot as a DecisionToSearch; the matches in which its place was worst come first.

    Stop if `time.monotonic()` has passed `until`.
    """
    for entry in sorted(entries, key=lambda each: -each.match.place(FIRST)):
        if time.monotonic() > until:
            return
        seat = entry.match.seat_of(FIRST)
        replayed = Replayed(read_record(entry.match.record), judged=(seat,))
        ends = [decision.answers for decision in replayed.decisions[1:]] + [replayed.answers]
        for decision, end in zip(replayed.decisions, ends, strict=True):
            before, after = replayed.curve[decision.answers], replayed.curve[end]
            yield DecisionToSearch(entry, decision, after.values[seat] - before.values[seat])


def searched(found: Sequence[DecisionToSearch], until: float) -> list[tuple[SeriesEntry, Judgement]]:
    """Search the decisions `found` in order. Return pairs of a match and the Judgement of a decision in it.

    Begin no search that may end after `until`, a time of `time.monotonic()`.
    """
    judge = Judge(SEARCH, open_too=False)
    judged: list[tuple[SeriesEntry, Judgement]] = []
    longest = 0.0
    for each in found:
        began = time.monotonic()
        if began + longest > until:
            break
        seed = f"{each.entry.match.match} {each.decision.answers}".encode()
        judged.append((each.entry, judge.judge(each.decision.state, each.decision.option, each.decision.answers, seed)))
        longest = max(longest, time.monotonic() - began)
    return judged


def told(plan: Plan, entry: SeriesEntry, judged: Judgement) -> str:
    """Return two lines about a costly decision: what it cost, and the command that shows its position.

    If the record of the match is not stored, the command first plays the match again, which stores it.
    """
    number = entry.match.fixture.number
    what = f"  match {number}, answer {judged.answers + 1}: {judged.option!r} cost {hundredths(judged.cost)} "
    better = f"± {hundredths(judged.noise)} of 100; better {judged.best!r}"
    made, record = stored_or_made(plan, entry)
    return f"{what}{better}\n    {made}arena show {record} --at {judged.answers} --options"
