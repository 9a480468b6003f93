"""A match between bots in this process, with the seats of the SDK."""

from typing import ClassVar

from arena.games.chance import Deal
from arena.record import Seated
from arena.referee.clock import TimeControl
from arena.referee.match import play_match
from arena.referee.match_setup import MatchSetup
from arena_sdk.local import InlineSeat, LocalSeat
from tests.games.tiny import TINY


def setup_for(seats, clock="none", rules=TINY):
    return Watched(
        match="a match",
        rules=rules,
        seats=tuple(Seated(seat.kind.__name__, "1", "bot") for seat in seats),
        clock=TimeControl.read(clock),
        salt=bytes(32),
        deal=Deal(bytes(32)),
        fairness="seeded",
    )


class Watched(MatchSetup):
    """A setup of a match that gives tests the referee's State, which seats never get."""

    opened: ClassVar = []

    def open(self):
        self.opened.append(super().open())
        return self.opened[-1]


async def match_between(*bots, clock="none", rules=TINY, inline=False):
    """Play a match between these bots. Return its outcome and the seats."""
    seats = [(InlineSeat if inline else LocalSeat)(bot) for bot in bots]
    return await play_match(setup_for(seats, clock, rules), seats), seats
