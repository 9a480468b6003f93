"""The story of a game for one seat, in ten lines at most."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from arena.analysis.account import Account, Analysis, Mark
from arena.analysis.judge import Judgement, dearest
from arena.analysis.luck import LuckEvent

DEAREST: Final = 3
FELT: Final = 0.02  # luck events that changed less are not named
HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class SameDeal:
    """How another match of the block ended at the same seat: which bot sat there, its points, and its place."""

    match: str
    entrant: str
    score: int
    placement: int


def story(analysis: Analysis, seat: int, record: str, others: Sequence[SameDeal] = ()) -> list[str]:
    """Return the story of a seat: how it ended, why, where it turned, the dearest decisions, luck, the same deal."""
    account = analysis.accounts[seat]
    mine = [each for each in analysis.decisions if each.seat == seat]
    lines = [ended(analysis, seat), added_up(account), cause(account, mine)]
    lines += turned(analysis.curve, seat)
    lines += [in_words(each, record) for each in dearest(mine, DEAREST)]
    lines += [felt(analysis.luck, seat)]
    lines += same_deal(analysis, seat, others)
    return lines


def hundredths(value: float, *, sign: bool = False) -> str:
    """Return a score in points of a hundred."""
    rounded = round(100 * value) + 0  # no minus before a zero
    return f"{rounded:+d}" if sign and rounded else str(rounded)


def ended(analysis: Analysis, seat: int) -> str:
    """Return how the match ended for the seat."""
    points = analysis.scores
    rivals = ", ".join(f"{name} {points[at]}" for at, name in enumerate(analysis.seats) if at != seat)
    first = analysis.placements[seat] == 1
    result = ("shared the first place" if analysis.placements.count(1) > 1 else "won") if first else "lost"
    place = "" if len(points) == 2 or first else f" (place {analysis.placements[seat]})"
    return f"{analysis.seats[seat]} at seat {seat} {result}{place} with {points[seat]} points; {rivals}."


def added_up(account: Account) -> str:
    """Return the sums, in points of a hundred."""
    parts = [f"began at {hundredths(account.start)} of 100", f"luck {hundredths(account.luck, sign=True)}"]
    if account.cost is not None:
        parts.append(f"own decisions {hundredths(-account.cost, sign=True)}")
    if account.given is not None:
        parts.append(f"decisions of other seats {hundredths(account.given, sign=True)}")
    parts.append(f"not explained {hundredths(account.remainder, sign=True)}")
    return f"It {', '.join(parts)}: ended at {hundredths(account.end)}."


def cause(account: Account, mine: Sequence[Judgement]) -> str:
    """Return what mattered most, and what no player could know."""
    if account.cost is None:
        return "Its decisions were not searched."
    blunders = [each for each in mine if each.is_blunder]
    lost = sum(each.cost for each in blunders)
    many = f"{len(blunders)} of its {len(mine)} decisions cost more than the noise, {hundredths(lost)} together"
    hidden = "" if account.hidden is None else f"; only an oracle could have saved {hundredths(account.hidden)} more"
    if account.end >= HALF:
        return f"{many}{hidden}."
    if -account.luck > lost:
        return f"Mostly luck: {many}{hidden}."
    if lost > 0:
        return f"Mostly its own decisions: {many}{hidden}."
    return f"No decision of its own lost it: {many}{hidden}."


def turned(curve: Sequence[Mark], seat: int) -> list[str]:
    """Return the turn in which the seat's outlook changed most."""
    ends = {mark.turn: mark for mark in curve}  # the last mark of each turn
    steps = [(one, other) for one, other in pairwise(ends[turn] for turn in sorted(ends))]
    if not steps:
        return []
    before, after = max(steps, key=lambda step: abs(step[1].values[seat] - step[0].values[seat]))
    low, high = hundredths(before.values[seat]), hundredths(after.values[seat])
    return [f"It turned most in turn {after.turn + 1}: from {low} to {high}, up to answer {after.answers}."]


def in_words(judged: Judgement, record: str) -> str:
    """Return a decision with what it cost, and the command that shows it."""
    sure = "" if judged.is_blunder else ", within the noise"
    return (
        f"Answer {judged.answers + 1}, turn {judged.turn + 1}: {judged.option!r} cost {hundredths(judged.cost)} "
        f"± {hundredths(judged.noise)}{sure}; best {judged.best!r}: arena show {record} --at {judged.answers} --options"
    )


def felt(events: Sequence[LuckEvent], seat: int) -> str:
    """Return the luckiest and the unluckiest event of a seat."""
    if not events:
        return "Chance showed nothing."
    worst = min(events, key=lambda event: event.luck[seat])
    best = max(events, key=lambda event: event.luck[seat])
    told = [
        f"{word} {event.what} ({hundredths(event.luck[seat], sign=True)}, answer {event.answers})"
        for word, sign, event in (("best", 1, best), ("worst", -1, worst))
        if sign * event.luck[seat] >= FELT
    ]
    return f"Luck: {'; '.join(told)}." if told else f"Luck: none of {len(events)} events changed more than 1 of 100."


def same_deal(analysis: Analysis, seat: int, others: Sequence[SameDeal]) -> list[str]:
    """Return what happened at the same seat in the other matches of the block."""
    if not others:
        return []
    told = [f"{each.entrant} {each.score} points, place {each.placement} (match {each.match})" for each in others]
    return [f"The same deal from seat {seat}: {analysis.seats[seat]} {analysis.scores[seat]}; {'; '.join(told)}."]
