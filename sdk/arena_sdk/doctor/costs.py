"""What playing costs a bot, in time and memory, and how it leaves."""

from typing import Final

from arena_sdk.doctor.case import Case, GameCost
from arena_sdk.doctor.findings import Remark, Skip

FAST: Final = (10.0, 0.1)  # the clock that is common in rated play: seconds of bank, and for each decision
GROWTH: Final = 0.25  # share by which memory may grow from the early games to the late ones
GROWTH_BYTES: Final = 16 << 20
GAMES_FOR_MEMORY: Final = 6


def keeps_its_time(case: Case) -> str:
    """Slow and late answers, by the clock that is common in rated play."""
    late = [spent.what for spent in case.spent.values() if is_late(spent)]
    found = case.latency()
    if late:
        clock = "{:g}+{:g}".format(*FAST)
        raise Remark(
            f"{len(late)} of {len(case.spent)} matches would be lost on the clock {clock}, as {late[0]}; {found}"
        )
    return str(found)


def is_late(spent: GameCost) -> bool:
    """Whether a game would have been lost on the clock that is common."""
    bank, increment = FAST
    for took in spent.seconds:
        bank += increment - took
        if bank < 0:
            return True
    return False


def keeps_its_memory(case: Case) -> str:
    """Whether its processes grow from game to game."""
    if case.patient.memory() is None:
        raise Skip("its processes are elsewhere")
    sizes = []
    for number in range(GAMES_FOR_MEMORY):
        case.game(case.any_table(seat=number % case.asks))
        sizes.append(case.patient.memory() or 0)
    early, late = sizes[GAMES_FOR_MEMORY // 3], sizes[-1]
    grown = f"from {early >> 20} MiB after {GAMES_FOR_MEMORY // 3 + 1} games to {late >> 20} MiB after {len(sizes)}"
    if late - early > max(GROWTH * early, GROWTH_BYTES):
        raise Remark(f"it grew {grown}: after some hundred matches there will be no memory left")
    return grown


def leaves_when_told(case: Case) -> str:
    """SIGTERM: a Drain, and an end."""
    wrong = case.patient.dismiss(10)
    if wrong is None:
        raise Skip("only a bot that the doctor has started is asked to leave")
    if wrong:
        raise Remark(wrong)
    return "after SIGTERM it drained, and went"
