# ruff: noqa: ARG001 -- a test asks for its clock by naming it

"""An interrupted match continues as if it had not been interrupted, at whatever point that was."""

import pytest
import trio

from arena.errors import UsageError
from arena.games.cacao.rules import CACAO
from arena.record import ForfeitReason
from arena.referee import SeatFailed, play_match
from tests.referee.seats import FailsAt, First, Last, setup


class Remembers(First):
    """A seat that stores the decisions that it gets, and chooses by their numbers."""

    def index(self, decision):
        return (decision.number * 7) % len(decision.options)


async def leaves(_decision):
    raise SeatFailed(ForfeitReason.LEFT, "it went away")


def table(leaving):
    """Return three seats, each with its own thinking time. `leaving` has the decision at which a seat leaves."""
    return [
        FailsAt(leaving[seat], leaves) if seat in leaving else kind(0.01 * (seat + 1))
        for seat, kind in enumerate([Remembers, Last, Remembers])
    ]


def said(decision):
    """Return a decision without the values that depend on the referee."""
    return decision._replace(watch=None, events=[(each.kind, each.numbers) for each in decision.events])


@pytest.mark.parametrize("leaving", [{}, {1: 3}, {0: 2, 2: 4}])
async def test_resumed_after_any_line_a_match_has_the_same_record_and_questions(autojump_clock, leaving):
    whole = table(leaving)
    expected = await play_match(setup(3, "10+0.1"), whole)
    lines = expected.record.splitlines()
    for cut in range(1, len(lines)):
        seats = table(leaving)
        found = await play_match(setup(3, "10+0.1"), seats, lines=lines[:cut])
        assert found.record == expected.record
        assert (found.head, found.result, found.pairs) == (expected.head, expected.result, expected.pairs)
        assert found.spent == expected.spent
        for before, after in zip(whole, seats, strict=True):
            assert list(map(said, after.asked)) == list(map(said, before.asked))[len(before.asked) - len(after.asked) :]
            assert [(lost.seat, lost.reason, lost.turn) for lost in found.forfeits] == [
                (lost.seat, lost.reason, lost.turn) for lost in expected.forfeits
            ]


class Slow(First):
    """A seat behind a network, to which decisions are sent with delays."""

    async def choose(self, decision):
        decision.watch.hold()
        await trio.sleep(0.04 * (decision.number % 4))
        decision.watch.sent()
        decision.watch.round_trip(30_000)
        await trio.sleep(0.05)
        return await super().choose(decision)


async def test_the_lag_budget_continues_from_its_last_value(autojump_clock):
    terms = setup(2, "60+0.1")
    expected = await play_match(terms, [Slow(), First()])
    lines = expected.record.splitlines()
    for cut in range(1, len(lines)):
        found = await play_match(terms, [Slow(), First()], lines=lines[:cut])
        assert found.record == expected.record


async def test_a_match_of_cacao_can_be_resumed_too(autojump_clock):
    terms = {"rules": CACAO}
    expected = await play_match(setup(2, "60+1", **terms), [Remembers(), Last()])
    lines = expected.record.splitlines()
    for cut in range(1, len(lines), 7):
        found = await play_match(setup(2, "60+1", **terms), [Remembers(), Last()], lines=lines[:cut])
        assert found.record == expected.record


async def test_a_seat_that_had_left_is_not_asked_to_get_ready(autojump_clock):
    expected = await play_match(setup(3, "10+0.1"), table({1: 1}))
    lines = expected.record.splitlines()
    at = next(number for number, line in enumerate(lines) if b'"forfeit"' in line)
    seats = table({1: 1})
    await play_match(setup(3, "10+0.1"), seats, lines=lines[: at + 1])
    assert [seat.began is None for seat in seats] == [False, True, False]


async def test_the_journal_of_another_match_is_refused():
    lines = (await play_match(setup(2), [First(), Last()])).record.splitlines()
    with pytest.raises(UsageError, match="is that of another match"):
        await play_match(setup(2, match="m-2"), [First(), Last()], lines=lines[:3])
