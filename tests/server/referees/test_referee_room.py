"""A referee: when it begins a match, and when it reports to the front."""

from types import SimpleNamespace

import pytest
import trio
import trio.testing

from arena.record import ForfeitReason
from arena.referee import SeatFailed
from arena.server.matches.far_seat import REPORTED
from arena.server.matches.referee_messages import Joined, Left, decoded
from arena.server.matches.remote_seat import Bell
from arena.server.observers import Observers
from arena.server.referees.referee_room import RefereeRoom, taken

LATE = SeatFailed(ForfeitReason.NO_SHOW, "it came too late")


class Sent(list):
    """A call that keeps the messages to the front."""

    def gather(self, line):
        self.append(decoded(line))


def a_room(nursery):
    matches = SimpleNamespace(tickets=SimpleNamespace(), nursery=nursery, tables={})
    room = RefereeRoom(SimpleNamespace(matches=matches, observers=Observers()), None, None)
    room._call = Sent()
    return room


async def test_a_joined_seat_is_reported_together_with_the_next_message(autojump_clock):  # noqa: ARG001 -- the clock of the test
    async with trio.open_nursery() as nursery:
        room = a_room(nursery)
        room.send_soon(Joined("m-1", 0, "t"))
        assert room._call == []
        room.send(Left("m-2", 1))
        assert room._call == [Joined("m-1", 0, "t"), Left("m-2", 1)]
    assert len(room._call) == 2


async def test_joined_seats_are_reported_soon(autojump_clock):
    began = autojump_clock.current_time()
    async with trio.open_nursery() as nursery:
        room = a_room(nursery)
        room.send_soon(Joined("m-1", 0, "t"))
        room.send_soon(Joined("m-1", 1, "u"))
    assert room._call == [Joined("m-1", 0, "t"), Joined("m-1", 1, "u")]
    assert autojump_clock.current_time() - began == pytest.approx(REPORTED)


async def test_a_report_does_not_outlive_the_call_to_the_front(autojump_clock):  # noqa: ARG001 -- the clock of the test
    async with trio.open_nursery() as nursery:
        room = a_room(nursery)
        room.send_soon(Joined("m-1", 0, "t"))
        room.cut_off()
    assert room._call == []


class Seats:
    """The seats of a table, as a referee sees them before a match begins."""

    def __init__(self):
        self.seats = [SimpleNamespace(joined=trio.Event(), failed=None) for _ in range(2)]
        self.bell = Bell()

    @property
    def nobody_came(self):
        return all(seat.failed is LATE for seat in self.seats)


@pytest.mark.parametrize(
    ("joined", "late", "begins"), [([0, 1], [], True), ([0], [1], True), ([0], [], False), ([], [0, 1], False)]
)
async def test_a_match_begins_when_each_seat_is_joined_or_has_failed(joined, late, begins):
    table, begun = Seats(), []

    async def begin():
        await taken(table)
        begun.append(True)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(begin)
        await trio.testing.wait_all_tasks_blocked()
        for seat in joined:
            table.seats[seat].joined.set()
        for seat in late:
            table.seats[seat].failed = LATE
        table.bell.ring()
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert bool(begun) is begins
