"""Tests of matches that an arena left unfinished: bots connect and disconnect in the restarted arena."""

import shutil
from contextlib import asynccontextmanager
from itertools import chain, pairwise

import pytest
import trio
import trio.lowlevel
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import rules
from arena.games.automata import automaton
from arena.protocol.v1 import attend_pb2, play_pb2
from arena.record import ForfeitReason
from arena.referee import TimeControl
from arena.server.access.door import Holder
from arena.server.attendance.lobby import ConnectedBot
from arena.server.matches.blocks import AGAIN, TRIES
from arena.server.matches.matches import Entrant, MatchTerms, Wanted
from arena.server.matches.results import MatchFilter
from arena.server.transport.bridge import Arrival
from tests.server.tournaments.test_schedules import NOON, Prompt, World

NAMES = ("ana", "ben", "cai")
WITHIN = 600.0  # seconds to reconnect
CACAO, SOLO = rules("cacao"), rules("teotihuacan/solo")
CUP = """
name = "Cup"
game = "cacao"
clock = "6000+1"
entrants = ["ana", "ben"]
rated = false
resume_within = 30
"""


class Bot:
    """A bot in the process of the arena. While it is connected, it takes every offered seat."""

    def __init__(self, world, name):
        self.world, self.name = world, name
        self.holder = Holder(f"t-{name}", "bot", name)
        self.asked = []  # when it was asked something
        self.offers, self.streams = [], set()
        self.attendance = None
        self.answers = 0  # how many decisions it answers

    def come(self):
        """Connect the bot."""
        games, form = {"cacao": frozenset({2, 3}), SOLO.name: frozenset({2})}, attend_pb2.OPTION_FORM_TEXT
        self.attendance = ConnectedBot(self.holder, "1", games, 1, form, self, since=0.0)
        self.world.arena.lobby.enter(self.attendance)

    def go(self):
        """Close all streams of the bot."""
        attendance, self.attendance = self.attendance, None
        for stream in list(self.streams):
            stream.finish(None)
        self.world.arena.lobby.leave(attendance)

    def post(self, data, *, asks=False):
        message = attend_pb2.AttendResponse.FromString(data)
        if message.WhichOneof("message") == "offer":
            self.offers.append(message.offer)
            self.world.nursery.start_soon(self.sit, message.offer)

    def finish(self, ended):
        raise AssertionError(f"no bot is sent away here: {ended}")

    async def sit(self, offer):
        seat = await self.world.arena.matches.tickets.seat_of(offer.ticket, self.holder)
        if self.attendance is not None:
            stream = Sat(self, seat)
            self.streams.add(stream)
            seat.join(stream, 0, self.holder.token, trio.current_time())


class Sat:
    """A `Play` stream of a bot. It answers the bot's first decisions with the first option, up to `answers` of them."""

    def __init__(self, bot, seat):
        self.bot, self.seat = bot, seat

    def post(self, data, written=None, *, asks=False):
        if written is not None:
            written(trio.current_time())
        message = play_pb2.PlayResponse.FromString(data)
        if message.WhichOneof("message") == "decision":
            self.bot.asked.append(trio.current_time())
            if len(self.bot.asked) <= self.bot.answers:
                self.bot.world.nursery.start_soon(self.answer, message.decision.number)

    async def answer(self, number):
        choice = play_pb2.PlayRequest(choice=play_pb2.Choice(number=number, index=0))
        self.seat.received(self, Arrival(choice.SerializeToString(), trio.current_time()))

    def finish(self, ended):
        self.bot.streams.discard(self)
        self.seat.leave(self)
        self.bot.world.arena.matches.left(self.seat)


@asynccontextmanager
async def arena(path, seats, **limits):
    """Open an arena on a database, with bots that are not connected yet. Yield both as a `World`."""
    database = Prompt(path)
    try:
        async with trio.open_nursery() as nursery:
            world = World(database, nursery, NOON, **{"nonce_within": 0.0} | limits)
            world.nursery = nursery
            known = {bot.name for bot in await world.arena.accounts.bots()}
            for name in NAMES[:seats]:
                if name not in known:
                    await world.arena.accounts.register(name, "", "")
                    await world.arena.accounts.attended(name, "1", "")
            world.bots = [Bot(world, name) for name in NAMES[:seats]]
            await world.arena.matches.recall()
            await world.tournaments.recover()
            await world.arena.matches.resume()
            yield world
            await world.arena.matches.stop(0.0)
            nursery.cancel_scope.cancel()
    finally:
        database.close()


async def matches(world, state=""):
    """Return the stored matches in this state, the oldest first."""
    return list(reversed(await world.arena.results.matches(MatchFilter(state=state), 100)))


async def until(condition):
    """Wait until a condition holds. The clock of the test jumps, so waiting takes no time."""
    with trio.fail_after(10_000):
        while not await condition():  # noqa: ASYNC110 -- no event tells of it
            await trio.sleep(0.01)


async def interrupted(path, seats, *, game=CACAO, automata=(), cup=""):
    """Stop an arena in the middle of a match, after a few answers. The match belongs to a series or to a tournament."""
    async with arena(path, seats) as world:
        if cup:
            await world.tournaments.start(cup)
        else:
            terms = MatchTerms(game, game.complete({}), TimeControl.read("6000+1"))
            entrants = tuple(Entrant(bot.name, "1") for bot in world.bots)
            await world.arena.matches.want(Wanted(entrants + automata, terms, 1))
        for bot in world.bots:
            bot.answers = 2
            bot.come()
        await trio.sleep(20)
        assert sum(len(bot.asked) for bot in world.bots) > 1


async def test_every_fault_counts_to_the_limit_and_each_replay_is_a_block_of_its_own(tmp_path, autojump_clock):
    assert autojump_clock.autojump_threshold == 0
    path = tmp_path / "arena.db"
    await interrupted(path, 2)
    found = []
    for _ in range(4 * TRIES):
        async with arena(path, 2) as world:
            if await matches(world, "running"):
                await trio.sleep(WITHIN + 1)  # no bot comes back
            elif not await world_is_over(world):
                for bot in world.bots:
                    bot.come()
                await until(lambda world=world: matches(world, "running"))
            found = await matches(world)
            faults = await world.arena.results.faults()
    assert [(each.state, each.fault) for each in found] == [("void", True)] * 2 * TRIES
    assert [sum(each.place == place for each in found) for place in (0, 1)] == [TRIES, TRIES]
    replayed = [each for each in found if each.block]
    assert [each.block for each in replayed] == [AGAIN + number for number in range(2 * (TRIES - 1))]
    assert {each.instead_of for each in replayed} == {0}
    assert {(each.bot, each.matches, each.adjourned, each.void) for each in faults} == {
        (name, 2 * TRIES, 2 * TRIES, 2 * TRIES) for name in NAMES[:2]
    }


async def test_the_regulations_of_a_tournament_say_how_long_a_match_waits_for_its_bots(tmp_path, autojump_clock):
    assert autojump_clock.autojump_threshold == 0
    path = tmp_path / "arena.db"
    await interrupted(path, 2, cup=CUP)
    async with arena(path, 2) as world:
        world.bots[0].come()
        await trio.sleep(29)
        [match] = await matches(world, "running")
        assert match.awaited == ("ben",)
        assert match.adjournment.until - match.adjournment.since == 30
        [tournament] = await world.keeper.tournaments()
        status = await world.tournaments.status(tournament.id)
        assert (status.running, status.adjourned, status.awaited) == (1, 1, ("ben",))
        await trio.sleep(2)
        ended = await world.arena.results.match(match.match)
        lost = next(seat for seat, holder in enumerate(match.seats) if holder.entrant == "ben")
        assert [(loss.seat, loss.reason) for loss in ended.losses] == [(lost, ForfeitReason.LEFT)]


async def test_a_bot_that_does_not_reconnect_loses_to_an_automaton(tmp_path, autojump_clock):
    assert autojump_clock.autojump_threshold == 0
    path = tmp_path / "arena.db"
    teotibot = automaton("teotibot")
    await interrupted(path, 1, game=SOLO, automata=(Entrant(teotibot.name, teotibot.version, "automaton"),))
    async with arena(path, 1) as world:
        await trio.sleep(WITHIN + 1)
        [match] = await matches(world)
        assert match.state == "finished"
        assert [(loss.seat, loss.reason) for loss in match.losses] == [(0, ForfeitReason.LEFT)]


async def world_is_over(world):
    """True if every match of the arena is over."""
    return all(each.is_over for each in await matches(world))


# Whatever the bots do ----------------------------------------------------------------------------------------------

MOMENTS = st.lists(st.floats(1.0, 700.0), max_size=4, unique=True).map(sorted)  # at which a bot comes, goes, comes ...


def are_apart(moments):
    """True unless two bots, or a bot and the end of the waiting time, share a moment: the order would be undefined."""
    return all(after - before > 1e-6 for before, after in pairwise(sorted([WITHIN, *chain(*moments)])))


@pytest.fixture(scope="module")
def left_in_the_middle(tmp_path_factory):
    """Return databases of arenas that stopped in the middle of a match, by the number of seats."""
    found = {}
    for seats in (2, 3):
        found[seats] = tmp_path_factory.mktemp("middle") / "arena.db"
        clock = trio.testing.MockClock(autojump_threshold=0)
        trio.run(lambda seats=seats: interrupted(found[seats], seats), clock=clock)
    return found


def expected(moments):
    """Return the moment at which the match is resumed, and the seats that lose before; None if the match is void.

    `moments` has the times at which each bot connects and disconnects in turn.
    """
    changes = sorted({moment for each in moments for moment in each if moment < WITHIN})
    for now in changes:
        if all(sum(moment <= now for moment in each) % 2 for each in moments):
            return now, ()
    there = [sum(moment <= WITHIN for moment in each) % 2 for each in moments]
    return (WITHIN, tuple(seat for seat, is_there in enumerate(there) if not is_there)) if any(there) else None


@settings(max_examples=15)
@given(st.sampled_from([2, 3]).flatmap(lambda seats: st.tuples(*[MOMENTS] * seats)).filter(are_apart))
def test_a_match_goes_on_when_all_are_there_at_once_and_no_position_is_sent_before(
    left_in_the_middle, tmp_path_factory, moments
):
    seats = len(moments)
    path = tmp_path_factory.mktemp("law") / "arena.db"
    shutil.copy(left_in_the_middle[seats], path)

    async def live():
        async with arena(path, seats) as world:
            began = trio.current_time()
            [match] = await matches(world, "running")
            bots = [next(bot for bot in world.bots if bot.name == seat.entrant) for seat in match.seats]
            for bot, mine in zip(bots, moments, strict=True):
                world.nursery.start_soon(comes_and_goes, bot, began, mine)
            await trio.sleep(WITHIN + 150)
            entry = await world.arena.results.match(match.match)
            asked = [moment - began for bot in bots for moment in bot.asked]
            outcome = expected(moments)
            if outcome is None:
                assert (entry.state, entry.fault) == ("void", True)
                return
            at, absent = outcome
            assert all(moment >= at for moment in asked)
            if seats - len(absent) <= 1:
                assert entry.state == "finished"
            else:
                assert min(asked) - at < 1
                assert entry.adjournment is None
            table = world.arena.matches.tables.get(match.match)
            lost = {loss.seat: loss.reason for loss in entry.losses}
            if table is not None:
                lost = {seat: held.failed.reason for seat, held in enumerate(table.seats) if held.failed is not None}
            assert lost == dict.fromkeys(absent, ForfeitReason.LEFT)

    trio.run(live, clock=trio.testing.MockClock(autojump_threshold=0))


async def comes_and_goes(bot, began, moments):
    """Connect and disconnect a bot in turn, at these moments after `began`."""
    for moment in moments:
        await trio.sleep_until(began + moment)
        if bot.attendance is None:
            bot.come()
        else:
            bot.go()
