"""Blocks for tests."""

from arena.bots import HOUSE
from arena.games import rules
from arena.record import Seated
from arena.tasks.block_task import BlockTask, SeatingTask


def block(first, second, number=0, clock="60+1"):
    """Return a block of Cacao between two house bots, each of which has each seat once."""
    seats = tuple(Seated(name, HOUSE[name].version, "house") for name in (first, second))
    cacao = rules("cacao")
    salts = [bytes([number, place]) * 16 for place in range(2)]
    seatings = (SeatingTask(f"{number:016x}", seats, salts[0]), SeatingTask(f"{number:015x}b", seats[::-1], salts[1]))
    return BlockTask(
        game="cacao",
        rules_version=cacao.version,
        options=cacao.complete({}),
        clock=clock,
        fairness="committed",
        seatings=seatings,
        seed=bytes([number]) * 32,
    )
