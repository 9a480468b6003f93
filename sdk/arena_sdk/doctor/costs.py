"""The last steps of the doctor's examination: the time and memory that a bot uses for a game, and how it exits."""

from typing import Final

from arena_sdk.doctor.case import Case, GameCost
from arena_sdk.doctor.extent import MEMORY_UNTIL
from arena_sdk.doctor.findings import Remark, Skip

FAST: Final = (10.0, 0.1)  # the clock that is common in rated play: seconds of bank, and for each decision
GROWTH: Final = 0.25  # share by which memory may grow from the early games to the late ones
GROWTH_BYTES: Final = 16 << 20
GAMES_FOR_MEMORY: Final = 6
FEWEST_FOR_MEMORY: Final = 3


def keeps_its_time(case: Case) -> str:
    """Return the bot's thinking times as text. Raise Remark if it would lose on time with the usual rated clock."""
    late = [spent.what for spent in case.spent.values() if is_late(spent)]
    found = case.latency()
    if late:
        clock = "{:g}+{:g}".format(*FAST)
        raise Remark(
            f"{len(late)} of {len(case.spent)} matches would be lost on the clock {clock}, as {late[0]}; {found}"
        )
    return str(found)


def is_late(spent: GameCost) -> bool:
    """True if the bot would have lost this game on time, on the usual clock of rated play."""
    bank, increment = FAST
    for took in spent.seconds:
        bank += increment - took
        if bank < 0:
            return True
    return False


def keeps_its_memory(case: Case) -> str:
    """Check that the bot's memory does not grow from game to game.

    The bot plays at least three games, and more if there is time.
    """
    if case.patient.memory() is None:
        raise Skip("its processes are elsewhere")
    if case.extent.is_quick:
        raise Skip("left out: the examination is a quick one")
    awaited = longest_game(case)
    games = min(GAMES_FOR_MEMORY, int(case.left(MEMORY_UNTIL) / awaited) if awaited else GAMES_FOR_MEMORY)
    if games < FEWEST_FOR_MEMORY:
        raise Skip(f"left out for time: {FEWEST_FOR_MEMORY} games of about {awaited:.0f} s")
    sizes = []
    for number in range(games):
        case.game(case.any_table(seat=number % case.asks))
        sizes.append(case.patient.memory() or 0)
    before = len(sizes) // 3
    early, late = sizes[before], sizes[-1]
    grown = f"from {early >> 20} MiB after {before + 1} games to {late >> 20} MiB after {len(sizes)}"
    if late - early > max(GROWTH * early, GROWTH_BYTES):
        raise Remark(f"it grew {grown}: after some hundred matches there will be no memory left")
    return grown


def longest_game(case: Case) -> float:
    """Return the bot's largest total thinking time in any one match, in seconds; 0 if there was no match.

    Only matches of the first game in the bot's list count, and only those with the smallest number of seats.
    """
    rules, seats = case.rules[0]
    begin, end = f"({rules.name}, ", f" of {seats[0]})"
    played = [spent for spent in case.spent.values() if begin in spent.what and spent.what.endswith(end)]
    return max((sum(spent.seconds) for spent in played), default=0.0)


def leaves_when_told(case: Case) -> str:
    """Send SIGTERM to the bot. Check that it sends Drain (it accepts no more matches), and then exits."""
    wrong = case.patient.dismiss(case.waits.leave)
    if wrong is None:
        raise Skip("only a bot that the doctor has started is asked to leave")
    if wrong:
        case.check_time()
        raise Remark(wrong)
    return "after SIGTERM it drained, and went"
