"""A match: asks one seat at a time, runs the clocks, and writes each event to the journal.

Every answer is in the journal before the next question is sent, and the result is there before any seat gets it.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import trio

from arena.errors import UsageError
from arena.record import (
    Answer,
    Chain,
    Entry,
    Forfeit,
    ForfeitReason,
    MatchProgress,
    ResultLine,
    counting_pairs,
    read_record,
)
from arena.referee import verdict
from arena.referee.clock import UNTIMED, Heart, LagBudget, SeatClock, Stopwatch, Timing
from arena.referee.heartbeat import heartbeat
from arena.referee.house_policy import House
from arena.referee.journal import NO_JOURNAL, Journal
from arena.referee.match_setup import MatchSetup
from arena.referee.seat import (
    Choice,
    Decision,
    FailsUnasked,
    HearsForfeit,
    HearsLate,
    Over,
    Recalls,
    Seat,
    SeatFailed,
    SeatTime,
    Start,
)
from arena.referee.verdict import Forfeited

START_LIMIT: Final = 60.0  # seconds in which all seats must get ready
OVER_LIMIT: Final = 5.0  # seconds in which all seats must accept the result

T = TypeVar("T")


@dataclass(slots=True)
class Spent:
    """The total time that a seat has spent on its decisions, in microseconds."""

    decisions: int = 0
    think_us: int = 0
    transport_us: int = 0
    stall_us: int = 0
    last: Timing | None = None

    def add(self, timing: Timing) -> None:
        """Add the times of one answer to the totals."""
        self.think_us += timing.think_us
        self.transport_us += timing.transport_us
        self.stall_us += timing.stall_us
        self.last = timing


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The result of a finished match, with its record. The record does not disclose the deal yet."""

    record: bytes
    head: str
    result: ResultLine
    forfeits: tuple[Forfeited, ...]
    pairs: tuple[tuple[int, int], ...]  # of seats, that count
    spent: tuple[Spent, ...]  # by seat
    remarks: tuple[str, ...]  # faults after the end, which changed nothing


async def play_match(
    setup: MatchSetup,
    seats: Sequence[Seat],
    journal: Journal = NO_JOURNAL,
    heart: Heart | None = None,
    lines: Sequence[bytes] = (),
) -> MatchOutcome:
    """Play a match to its end, and return its outcome.

    Matches in one event loop share a `heart`, which measures stalls of the loop. Without it, a match with clocks starts
    its own.

    `lines` is the journal of an interrupted match. The match continues after the last line. The clocks have the values
    from before the pending decision, and this decision is asked again with the same number.
    """
    if len(seats) != len(setup.seats):
        raise UsageError(f"{len(seats)} seats for {len(setup.seats)} entrants: expected as many")
    if heart is not None or setup.clock == UNTIMED:
        return await Match(setup, seats, journal, heart).play(lines)
    async with heartbeat() as own:
        ended = await _attempt(lambda: Match(setup, seats, journal, own).play(lines))
    if isinstance(ended, Exception):
        raise ended
    return ended


async def _attempt(work: Callable[[], Awaitable[T]]) -> T | Exception:
    """Run an async function. Return its result, or the exception that it raised.

    The exception is returned so that a nursery of trio does not wrap it in an exception group.
    """
    try:
        return await work()
    except Exception as error:  # noqa: BLE001 -- it is raised again outside
        return error


class Match:
    """One running match: the progress of the game, the seats' clocks, and the record so far."""

    def __init__(self, setup: MatchSetup, seats: Sequence[Seat], journal: Journal, heart: Heart | None) -> None:
        self.setup: Final = setup
        self.seats: Final = tuple(seats)
        self.journal: Final = journal
        self.heart: Final = heart
        self.course: Final = MatchProgress(setup.open())
        self.state: Final = self.course.state
        self.state.listen()
        self.header: Final = setup.header
        self.house: Final = House(setup.salt, self.state.seats)
        self.clocks: Final = [SeatClock(setup.clock) for _ in seats]
        self.budgets: Final = [LagBudget(setup.lag_allowance_us) for _ in seats]
        self.spent: Final = [Spent() for _ in seats]
        self.hear_late: Final = [held if isinstance(held, HearsLate) else None for held in seats]
        self.unasked: Final = [(seat, held) for seat, held in enumerate(seats) if isinstance(held, FailsUnasked)]
        self.heard: Final = [0 for _ in seats]  # events that each seat has got
        self.lines: Final[list[bytes]] = []
        self.chain: Final = Chain()
        self.answers: int = 0
        self.forfeits: Final[list[Forfeited]] = []

    async def play(self, lines: Sequence[bytes] = ()) -> MatchOutcome:
        """Play the match to its result, from the beginning or from the end of the journal's lines.

        Return the outcome.
        """
        if lines:
            await self._catch_up(lines)
        else:
            await self.journal.begin(self._written(self.header.line()))
        await self._start()
        while self.course.end is None:
            if (failed := self._failed_unasked()) is not None:
                await self._forfeit(*failed)
            elif self.course.has_left(self.state.to_move):
                await self._play_on()
            else:
                await self._ask()
        return await self._finish()

    # After an interruption ------------------------------------------------------------------------------------------

    async def _catch_up(self, lines: Sequence[bytes]) -> None:
        """Replay all lines of an interrupted match's journal. Raise UsageError if they belong to another match."""
        if lines[0] != self.header.line():
            name = self.setup.match
            raise UsageError(f"the journal of {name} is that of another match: expected the header of {name}")
        self._written(lines[0])
        for entry, line in zip(read_record(b"".join(line + b"\n" for line in lines)).entries, lines[1:], strict=True):
            if isinstance(entry, Forfeit):
                if self.answers and entry.seat == self.state.to_move:
                    self._decision()  # the seat was asked, but did not answer
                self._leave(entry.seat, SeatFailed(entry.reason, "before the arena was interrupted"))
            else:
                self._answer_again(entry)
            self._written(line)
            await trio.lowlevel.checkpoint()  # other matches are running

    def _answer_again(self, answer: Answer) -> None:
        """Replay an answer of the journal.

        Charge the clock for a bot's answer. For an answer of the house policy, draw its random numbers again, so that
        the policy goes on with the next ones.
        """
        seat = answer.seat
        if answer.by == "house":
            self.house.choose(self.state)
        else:
            decision = self._decision()
            self._charge(seat, self._timing(answer))
            held_by = self.seats[seat]
            if isinstance(held_by, Recalls):
                held_by.recall(decision, decision.spellings.index(answer.option))
        self.state.apply(self.setup.rules.read(self.state, answer.option))
        self.answers += 1

    def _timing(self, answer: Answer) -> Timing:
        """Return the times of an answer that was read from the journal."""
        return Timing(answer.think_us, answer.transport_us, answer.stall_us, answer.credit_us, answer.held_us)

    # Before and after the game --------------------------------------------------------------------------------------

    async def _start(self) -> None:
        """Start all seats at the same time. Then the seats that failed forfeit, in the order of the seats."""
        for seat, failed in enumerate(await self._tell(self._start_seat, START_LIMIT)):
            if failed is not None and self.course.end is None:
                await self._forfeit(seat, failed)

    async def _start_seat(self, seat: int) -> None:
        if self.course.has_left(seat):
            return
        header = self.header
        await self.seats[seat].start(
            Start(
                match=header.match,
                game=header.game,
                rules_version=header.rules_version,
                options=header.options,
                seat=seat,
                seats=header.seats,
                clock=self.setup.clock,
                bot_seed=self.setup.bot_seed(seat),
                commitment=header.commitment,
            )
        )

    async def _finish(self) -> MatchOutcome:
        """Store the result in the journal, then send it to all seats. Return the outcome of the match."""
        result = ResultLine.after(self.course)
        line = self._written(result.line())
        await self.journal.commit(line, self.chain.hex)
        over = Over(
            placements=result.placements,
            scores=result.scores,
            ledger=result.ledger,
            reason=result.reason,
            head=self.chain.hex,
            departures=tuple(self.course.departures),
            times=tuple(SeatTime(spent.think_us, spent.transport_us, spent.stall_us) for spent in self.spent),
        )
        failed = await self._tell(lambda seat: self.seats[seat].over(over), OVER_LIMIT)
        return MatchOutcome(
            record=b"".join(line + b"\n" for line in self.lines),
            head=self.chain.hex,
            result=result,
            forfeits=tuple(self.forfeits),
            pairs=counting_pairs(len(self.seats), self.course.departures, result.turns),
            spent=tuple(self.spent),
            remarks=tuple(
                f"{self.header.seats[seat].entrant} (seat {seat}), told that the match is over: {failure.detail}"
                for seat, failure in enumerate(failed)
                if failure is not None
            ),
        )

    async def _tell(self, tell: Callable[[int], Awaitable[None]], limit: float) -> list[SeatFailed | None]:
        """Call `tell` with the number of each seat, all at once, and wait at most `limit` seconds.

        Return a list with an entry for each seat: None if its call succeeded, or else the SeatFailed with the reason.
        """
        late = SeatFailed(ForfeitReason.TIME, f"it was not ready within {limit:g} s")
        done: list[SeatFailed | Exception | None] = [late for _ in self.seats]

        async def one(seat: int) -> None:
            done[seat] = await _attempt(lambda: tell(seat))

        with trio.move_on_after(limit):
            async with trio.open_nursery() as nursery:
                for seat in range(len(self.seats)):
                    nursery.start_soon(one, seat)
        failed: list[SeatFailed | None] = []
        for error in done:
            if error is not None and not isinstance(error, SeatFailed):
                raise error
            failed.append(error)
        return failed

    def _failed_unasked(self) -> tuple[int, SeatFailed] | None:
        """Return the number and the SeatFailed of a seat that failed although it was not asked; None if there is none.

        The seat to move is left out: it fails when it is asked.
        """
        for seat, held in self.unasked:
            if held.failed is not None and seat != self.state.to_move and not self.course.has_left(seat):
                return seat, held.failed
        return None

    # One decision ---------------------------------------------------------------------------------------------------

    async def _ask(self) -> None:
        """Ask the seat to move, and play the option that it chooses. If the seat fails, let it forfeit."""
        decision = self._decision()
        seat = decision.seat
        try:
            choice = await self._choice(decision)
            index = _checked(choice, decision)
        except SeatFailed as failed:
            await self._forfeit(seat, failed)
            return
        timing = self.spent[seat].last
        assert timing is not None
        await self._answer(decision.options[index], decision.spellings[index], timing)
        if not decision.watch.remote:  # a seat on a network has waited
            await self._pause()

    def _decision(self) -> Decision:
        """Begin the next decision of the seat to move: count it and start its clock. Return the Decision to send."""
        state, rules = self.state, self.setup.rules
        seat = state.to_move
        spent = self.spent[seat]
        spent.decisions += 1
        clock = self.clocks[seat]
        clock.ask()
        options = state.options()
        events = state.events(self.heard[seat], seat)
        self.heard[seat] += len(events)
        return Decision(
            number=spent.decisions,
            seat=seat,
            view=state.view(seat),
            options=tuple(options),
            spellings=rules.spellings(state, options),
            clocks=tuple([each.left_us for each in self.clocks]),
            events=tuple(events),
            state_rules=rules,
            limit_us=clock.limit_us,
            last_timing=spent.last,
            departures=tuple(self.course.departures),
            watch=Stopwatch(clock.limit_us, self.budgets[seat]),
        )

    async def _choice(self, decision: Decision) -> Choice:
        """Ask the seat, return its answer, and charge the seat's clock.

        Raise SeatFailed if the answer is too late.
        """
        watch, choice = decision.watch, None
        if self.heart is not None:
            self.heart.watch(watch)
        try:
            hears = self.hear_late[decision.seat]
            if hears is not None:
                watch.late = hears.late
                choice = await self.seats[decision.seat].choose(decision)
            else:
                with trio.CancelScope() as scope:
                    watch.late = scope.cancel
                    choice = await self.seats[decision.seat].choose(decision)
            watch.arrived()
        finally:
            if self.heart is not None:
                self.heart.release(watch)
        timing = watch.read()
        limit = decision.limit_us
        if limit is not None and (choice is None or timing.charged_us > limit):
            raise SeatFailed(ForfeitReason.TIME, verdict.out_of_time(timing.charged_us, limit))
        assert choice is not None, "only a clock ends the wait"
        self._charge(decision.seat, timing)
        return choice

    def _charge(self, seat: int, timing: Timing) -> None:
        """Charge a seat's clock and lag budget for an answer that was in time."""
        self.clocks[seat].charge(timing.charged_us)
        self.budgets[seat].spend(timing)
        self.spent[seat].add(timing)

    async def _play_on(self) -> None:
        """Let the house policy play the next option for a seat that has forfeited."""
        option = self.house.choose(self.state)
        await self._answer(option, self.setup.rules.spell(self.state, option), None)
        await self._pause()  # also if no other seat is asked

    async def _pause(self) -> None:
        """Let other tasks of the event loop run. Do nothing if there are none, because a pause takes time."""
        if self.heart is None or not self.heart.alone:
            await trio.lowlevel.checkpoint()

    # What happened --------------------------------------------------------------------------------------------------

    async def _answer(self, option: int, spelling: str, timing: Timing | None) -> None:
        """Play an option, and record it. `timing` is None if the house policy has chosen the option."""
        seat = self.state.to_move
        entry = Answer(seat, spelling, "house") if timing is None else self._answered(seat, spelling, timing)
        self.state.apply(option)
        self.answers += 1
        await self._enter(entry)

    def _answered(self, seat: int, spelling: str, timing: Timing) -> Answer:
        """Return the record's entry for a bot's answer, with its times."""
        think, transport, stall = timing.think_us, timing.transport_us, timing.stall_us
        return Answer(seat, spelling, "bot", think, transport, stall, timing.held_us, timing.lag_credit_us)

    async def _forfeit(self, seat: int, failed: SeatFailed) -> None:
        """Let a seat forfeit: write it to the record, and notify the seat if it has the method of HearsForfeit."""
        self._leave(seat, failed)
        await self._enter(Forfeit(seat, failed.reason))
        held_by = self.seats[seat]
        if isinstance(held_by, HearsForfeit):
            held_by.forfeited(self.forfeits[-1])

    def _leave(self, seat: int, failed: SeatFailed) -> None:
        """Mark a seat as forfeited, and add a Forfeited, which describes the forfeit, to `forfeits`."""
        asked = self.spent[seat].decisions
        rules = self.setup.rules
        self.forfeits.append(
            Forfeited(
                seat=seat,
                who=self.header.seats[seat],
                reason=failed.reason,
                decision=asked,
                turn=self.state.turn,
                answers=self.answers,
                detail=failed.detail,
                board=rules.board(self.state.view(seat)) if asked else "",
            )
        )
        self.course.leave(seat, failed.reason)

    async def _enter(self, entry: Entry) -> None:
        """Add an answer or a forfeit to the record, and write it to the journal."""
        await self.journal.entry(self._written(entry.line()))

    def _written(self, line: bytes) -> bytes:
        """Add a line to the record and to its chain of hashes. Return the line."""
        self.lines.append(line)
        self.chain.add(line)
        return line


def _checked(choice: Choice, decision: Decision) -> int:
    """Return the index of the chosen option.

    Raise SeatFailed if the answer is for another decision, or its index is not that of an option.
    """
    said: Any = choice  # a bot in this process may return any object
    if said.number != decision.number:
        raise SeatFailed(ForfeitReason.ILLEGAL, verdict.other_decision(said.number, decision.number))
    index: Any = said.index
    if type(index) is not int or not 0 <= index < len(decision.options):
        raise SeatFailed(ForfeitReason.ILLEGAL, verdict.not_offered(index, len(decision.options)))
    return int(index)
