"""Tests of whole matches of Cacao. Other code verifies their records."""

import random

import pytest

from arena.games.cacao.rules import CACAO
from arena.record import ForfeitReason, disclosed, read_record, verify
from arena.referee import SeatFailed
from tests.referee.seats import SALT, SEED, First, play


class Wanders(First):
    """A seat that chooses at random, and leaves at the given decision."""

    def __init__(self, seed, leaves_at=None):
        super().__init__()
        self.random, self.leaves_at = random.Random(seed), leaves_at

    async def choose(self, decision):
        if decision.number == self.leaves_at:
            raise SeatFailed(ForfeitReason.LEFT, "it went away")
        return await super().choose(decision)

    def index(self, decision):
        return self.random.randrange(len(decision.options))


@pytest.mark.parametrize("auto_resolve", [True, False])
@pytest.mark.parametrize("leaving", [(None, None), (None, 7), (None, None, None), (9, None, None), (None, 12, 3, None)])
async def test_a_match_of_cacao_is_what_its_record_says(leaving, auto_resolve):
    seats = [Wanders(seed, leaves_at) for seed, leaves_at in enumerate(leaving)]
    outcome = await play(*seats, rules=CACAO, options={"auto_resolve": auto_resolve}, clock="60+1")
    report = verify(disclosed(outcome.record, SEED, SALT), outcome.head)
    assert (report.result, report.published) == (outcome.result, True)
    left = [seat for seat, leaves_at in enumerate(leaving) if leaves_at is not None]
    assert sorted(forfeit.seat for forfeit in outcome.forfeits) == left
    assert outcome.result.reason == ("finished" if len(leaving) - len(left) > 1 else "forfeits")
    by_house = {entry.seat for entry in read_record(outcome.record).entries if getattr(entry, "by", "") == "house"}
    assert by_house == (set(left) if outcome.result.reason == "finished" else set())
