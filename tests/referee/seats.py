"""Seats with the behaviour that a test needs, and a match of the tiny game between them."""

import trio

from arena.games.chance import Deal
from arena.record import Seated
from arena.referee import Choice, MatchSetup, TimeControl, play_match
from tests.games.tiny import TINY

SEED, SALT = bytes(range(32)), bytes(range(32, 64))
GAMES = {"tiny": TINY}


class First:
    """A seat that takes the first option, and stores the messages of the referee."""

    def __init__(self, thinks=0.0):
        self.thinks = thinks
        self.began = self.ended = None
        self.asked = []

    async def start(self, start):
        self.began = start

    async def choose(self, decision):
        self.asked.append(decision)
        if self.thinks:
            await trio.sleep(self.thinks)
        return Choice(decision.number, self.index(decision))

    def index(self, decision):
        return 0

    async def over(self, over):
        self.ended = over


class Last(First):
    def index(self, decision):
        return len(decision.options) - 1


class FailsAt(First):
    """A seat that takes the first option until its decision `number`, and then calls the function `does`."""

    def __init__(self, number, does):
        super().__init__()
        self.number, self.does = number, does

    async def choose(self, decision):
        if decision.number < self.number:
            return await super().choose(decision)
        self.asked.append(decision)
        return await self.does(decision)


def setup(seats=2, clock="none", **changes):
    terms = {
        "match": "m-1",
        "rules": TINY,
        "seats": tuple(Seated(f"bot-{seat}", "1", "bot") for seat in range(seats)),
        "clock": TimeControl.read(clock),
        "salt": SALT,
        "deal": Deal(SEED),
    }
    return MatchSetup(**(terms | changes))


async def play(*seats, clock="none", journal=None, heart=None, **changes):
    terms = {} if journal is None else {"journal": journal}
    return await play_match(setup(len(seats), clock, **changes), seats, heart=heart, **terms)
