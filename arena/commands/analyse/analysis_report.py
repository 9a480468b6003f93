"""The text that `arena analyse` prints for a record."""

from typing import Final

from arena.analysis import Account, Analysis, Judgement, LuckEvent
from arena.analysis.judge import dearest
from arena.analysis.story import hundredths
from arena.cli_support.output import table

DEAREST: Final = 10
FELT: Final = 0.03  # the least change of a seat's value by a luck event that is listed


def as_text(analysis: Analysis, record: str) -> str:
    """Return an analysis as text: tables of the costliest decisions, of the luckiest events, and of each seat's score.

    All values are in hundredths: 100 is the score of a win.
    """
    by = f"decisions by {analysis.by}" if analysis.by else "luck alone"
    names = ", ".join(f"{name} at seat {seat}" for seat, name in enumerate(analysis.seats))
    parts = [f"{record}: {analysis.game}, {names}; {by}"]
    if analysis.by:
        parts.append(decisions_table(dearest(analysis.decisions, DEAREST)))
    felt = [event for event in analysis.luck if max(map(abs, event.luck)) >= FELT]
    if felt:
        parts.append(luck_table(felt, len(analysis.seats)))
    parts.append(sums_table(analysis))
    return "\n\n".join(parts) + "\n"


def decisions_table(judged: list[Judgement]) -> str:
    """Return a text table with a row for each of these decisions, in the given order."""
    rows = [
        [
            each.option,
            each.best,
            str(each.answers + 1),
            str(each.seat),
            str(each.turn + 1),
            hundredths(each.cost),
            f"± {hundredths(each.noise)}",
            "-" if each.open_cost is None else hundredths(each.open_cost),
        ]
        for each in judged
    ]
    return table(["chosen", "best", "answer", "seat", "turn", "cost", "", "open"], rows, left=2)


def luck_table(felt: list[LuckEvent], seats: int) -> str:
    """Return a text table, one row for each of these events of chance: its probability, and what each seat gained."""
    rows = [
        [each.what, str(each.answers), f"{each.probability:.0%}", *(hundredths(luck, sign=True) for luck in each.luck)]
        for each in felt
    ]
    return table(["luck", "answer", "likely", *(f"seat {seat}" for seat in range(seats))], rows)


def sums_table(analysis: Analysis) -> str:
    """Return a text table, one row for each seat: expected score at the start, gains and losses, score at the end."""
    head = ["sums", "seat", "start", "luck", "own cost", "given", "rest", "end", "hidden"]
    return table(head, [sums_row(analysis.seats[each.seat], each) for each in analysis.accounts])


def sums_row(name: str, account: Account) -> list[str]:
    """Return the cells of a seat's row: its expected score at the start, its gains and losses, its score at the end."""
    return [
        name,
        str(account.seat),
        hundredths(account.start),
        hundredths(account.luck, sign=True),
        "-" if account.cost is None else hundredths(-account.cost, sign=True),
        "-" if account.given is None else hundredths(account.given, sign=True),
        hundredths(account.remainder, sign=True),
        hundredths(account.end),
        "-" if account.hidden is None else hundredths(account.hidden),
    ]
