"""Blocks that a worker plays without connections: one deal, once for each seating, by bots that the arena runs.

The task of `play_block` determines the records: it has the terms, the block's seed, the seatings and the versions. Only
the times in the records differ from run to run.
"""

import functools
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import trio

from arena.bots import HOUSE, house
from arena.errors import UsageError, VerificationError
from arena.games import rules as rules_of
from arena.games.chance import Deal
from arena.games.game import Scalar
from arena.record import Answer, ResultLine, Seated, disclosed, read_record
from arena.record.format import Fairness
from arena.record.outcome import ForfeitReason
from arena.record.verify import verify_record
from arena.referee import AutomatonSeat, Heart, MatchSetup, Seat, TimeControl, play_match
from arena.referee.clock import MICROSECONDS
from arena_sdk.bot import Bot
from arena_sdk.house import as_bot
from arena_sdk.local import InlineSeat, LocalSeat

DECISIONS: Final = 1_000  # more than a seat has in any game
SPARE: Final = 60.0  # seconds of a match beyond the clocks of its seats
LEVEL: Final = 6  # of compression, the same as in the store


@dataclass(frozen=True, slots=True)
class SeatingTask:
    """A match of a block that a worker has to play: its name, the entrants by seat, the secret salt and bot seeds."""

    match: str
    seats: tuple[Seated, ...]
    salt: bytes = field(repr=False)
    bot_seeds: tuple[int, ...] = field(default=(), repr=False)  # empty: those of the salt


@dataclass(frozen=True, slots=True)
class BlockTask:
    """A block that a worker has to play, with all values that determine its records."""

    game: str
    rules_version: int
    options: Mapping[str, Scalar]
    clock: str
    fairness: Fairness
    seatings: tuple[SeatingTask, ...]
    seed: bytes = field(default=b"", repr=False)  # of the deal; empty if the game begins at a position
    position: str = ""

    @property
    def kind(self) -> str:
        """A text that is the same for blocks of similar duration: game, clock, seatings and entrants."""
        who = sorted({f"{each.entrant} {each.version}" for seating in self.seatings for each in seating.seats})
        return f"{self.game} {self.clock} {len(self.seatings)} {' '.join(who)}"

    @property
    def limit(self) -> float:
        """The number of seconds after which a worker is killed if it still plays this block."""
        return sum(longest(self.clock, len(seating.seats)) for seating in self.seatings)


@dataclass(frozen=True, slots=True)
class PlayedSeating:
    """A match that a worker has played: its record, the last hash of the record's chain, and the forfeits.

    `simulations` has for each seat how many simulations the search of its bot made. The record has no appendix, because
    its deal is not disclosed yet.
    """

    match: str
    record: bytes = field(repr=False)
    head: str
    losses: tuple[tuple[int, ForfeitReason, int], ...]  # seat, reason, turns completed
    simulations: tuple[int, ...]  # by seat; 0 if an entrant does not count them


@dataclass(frozen=True, slots=True)
class BlockOutcome:
    """The played matches of a block, in the order of the seatings."""

    matches: tuple[PlayedSeating, ...]


@dataclass(frozen=True, slots=True)
class BlockCheck:
    """A played block, with its task and its records, that another worker has to replay to check it."""

    task: BlockTask
    outcome: BlockOutcome


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """The number of decisions of a seat in a match, and the sums of their times in microseconds."""

    decisions: int = 0
    think_us: int = 0
    transport_us: int = 0
    stall_us: int = 0
    held_us: int = 0
    credit_us: int = 0


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A match with a record that was replayed without a fault, and all values that the arena stores for it."""

    match: str
    result: ResultLine
    options: Mapping[str, Scalar]
    commitment: str
    figures: tuple[SeatFigures, ...]  # by seat
    losses: tuple[tuple[int, ForfeitReason, int], ...]
    head: str
    size: int  # of the record
    packed: bytes = field(repr=False)  # the record, compressed


@dataclass(frozen=True, slots=True)
class BlockVerdict:
    """The result of a check of a block: a text with its fault, or its replayed matches if it has none."""

    objection: str
    matches: tuple[ReplayedMatch, ...] = ()


# Playing -----------------------------------------------------------------------------------------------------------


def is_run_here(seats: Sequence[Seated]) -> bool:
    """True if all these entrants are automata, or house bots in the versions of this release."""
    return all(each.kind == "automaton" or is_house_bot(each) for each in seats)


def is_house_bot(seated: Seated) -> bool:
    """True if an entrant is a house bot in the version that this release has."""
    return seated.kind == "house" and seated.entrant in HOUSE and HOUSE[seated.entrant].version == seated.version


def play_block(task: BlockTask) -> BlockOutcome:
    """Play the matches of a block one after another, and return their outcome.

    Raise UsageError if this release has other versions of the rules or of the house bots than the task.
    """
    setups = [setup_of(task, seating) for seating in task.seatings]
    return trio.run(play_all, setups)


async def play_all(setups: Sequence[MatchSetup]) -> BlockOutcome:
    """Play matches one after another, so that no two of them share the processor. Return their outcome."""
    return BlockOutcome(tuple([await play_one(setup) for setup in setups]))


async def play_one(setup: MatchSetup) -> PlayedSeating:
    """Play a match between entrants that run in this process. Return the played match, with its record."""
    seats = [seat_of(each) for each in setup.seats]
    # The bots think in this event loop. So `Heart` cannot measure stalls meanwhile, and the bots cause all of them.
    outcome = await play_match(setup, seats, heart=Heart(alone=True))
    return PlayedSeating(
        match=setup.match,
        record=outcome.record,
        head=outcome.head,
        losses=tuple((lost.seat, lost.reason, lost.turn) for lost in outcome.forfeits),
        simulations=tuple(seat.simulations if isinstance(seat, LocalSeat) else 0 for seat in seats),
    )


def setup_of(task: BlockTask, seating: SeatingTask) -> MatchSetup:
    """Return the terms with which one match of a block is played, as a MatchSetup.

    Raise UsageError if this release has another version of the rules.
    """
    rules = rules_of(task.game)
    if rules.version != task.rules_version:
        words = f"{task.game} is to be played by rules version {task.rules_version}, and this worker has version"
        raise UsageError(f"{words} {rules.version}: expected the release of the arena")
    return MatchSetup(
        match=seating.match,
        rules=rules,
        seats=seating.seats,
        clock=TimeControl.read(task.clock),
        salt=seating.salt,
        deal=None if task.position else Deal(task.seed),
        position=task.position or None,
        options=task.options,
        fairness=task.fairness,
        bot_seeds=seating.bot_seeds,
    )


def seat_of(seated: Seated) -> Seat:
    """Return a new object that answers the decisions of this entrant in one match: an automaton or a house bot.

    Raise UsageError if this release does not have the house bot in the entrant's version.
    """
    if seated.kind == "automaton":
        return AutomatonSeat()
    if not is_house_bot(seated):
        words = f"{seated.entrant} {seated.version} is not a house bot of this worker"
        raise UsageError(f"{words}: expected the release of the arena")
    return InlineSeat(bot_class(seated.entrant))


@functools.cache
def bot_class(name: str) -> type[Bot]:
    """Return the class of the house bot with this name."""
    return as_bot(house(name))


def longest(clock: str, seats: int) -> float:
    """Return an upper bound, in seconds, for the duration of a match with this clock and number of seats."""
    control = TimeControl.read(clock)
    limits = [
        span
        for span in (
            None if control.bank_us is None else control.bank_us + DECISIONS * control.increment_us,
            None if control.per_decision_us is None else DECISIONS * control.per_decision_us,
        )
        if span is not None
    ]
    return SPARE + seats * min(limits, default=0) / MICROSECONDS


# Checking ----------------------------------------------------------------------------------------------------------


def check_block(check: BlockCheck) -> BlockVerdict:
    """Replay the matches of a block. Return a verdict: the replayed matches, or the first fault.

    A match is at fault if its record does not belong to its task or cannot be verified.
    """
    task, found = check.task, check.outcome.matches
    if len(found) != len(task.seatings):
        return BlockVerdict(f"{len(found)} records for {len(task.seatings)} matches")
    matches = []
    for seating, played in zip(task.seatings, found, strict=True):
        try:
            matches.append(replayed(task, seating, played))
        except VerificationError as error:
            return BlockVerdict(f"match {seating.match}: {error}")
    return BlockVerdict("", tuple(matches))


def replayed(task: BlockTask, seating: SeatingTask, played: PlayedSeating) -> ReplayedMatch:
    """Replay a match, and return all values that the arena stores for it.

    Raise VerificationError if its record belongs to another match or cannot be replayed.
    """
    expected = setup_of(task, seating).header
    if played.record.partition(b"\n")[0] != expected.line() or played.match != seating.match:
        raise VerificationError("its header is that of another match: expected the header of the task")
    record = read_record(played.record if task.position else disclosed(played.record, task.seed, seating.salt))
    verify_record(record, played.head)
    assert record.result is not None
    answers = [entry for entry in record.entries if isinstance(entry, Answer) and entry.by == "bot"]
    return ReplayedMatch(
        match=seating.match,
        result=record.result,
        options=dict(record.header.options),
        commitment=record.header.commitment or "",
        figures=tuple(figures_of(answers, seat) for seat in range(len(seating.seats))),
        losses=played.losses,
        head=played.head,
        size=len(played.record),
        packed=zlib.compress(played.record, LEVEL),
    )


def figures_of(answers: Sequence[Answer], seat: int) -> SeatFigures:
    """Return the number of a seat's decisions in a match, and the sums of their times."""
    own = [answer for answer in answers if answer.seat == seat]
    return SeatFigures(
        decisions=len(own),
        think_us=sum(answer.think_us for answer in own),
        transport_us=sum(answer.transport_us for answer in own),
        stall_us=sum(answer.stall_us for answer in own),
        held_us=sum(answer.held_us for answer in own),
        credit_us=sum(answer.credit_us for answer in own),
    )


# Comparing ---------------------------------------------------------------------------------------------------------


def repeats(task: BlockTask) -> bool:
    """True if this block must give the same choices on every machine, so that two runs can be compared.

    This is so if only house bots and automata play, and no clock is short enough to end the search of a house bot.
    """
    control = TimeControl.read(task.clock)
    ample = [
        control.bank_us is None or control.bank_us + 50 * control.increment_us >= 60 * MICROSECONDS,
        control.per_decision_us is None or control.per_decision_us >= 10 * MICROSECONDS,
    ]
    return all(ample) and all(is_run_here(seating.seats) for seating in task.seatings)


def difference(first: BlockOutcome, second: BlockOutcome) -> str:
    """Return the name of the first match in which two runs of a block differ; empty if there is none.

    How long the bots took to answer does not count as a difference.
    """
    for one, other in zip(first.matches, second.matches, strict=True):
        left, right = read_record(one.record), read_record(other.record)
        same = [left.header == right.header, choices(left.entries) == choices(right.entries)]
        if not all(same) or left.result != right.result:
            return one.match
    return ""


def choices(entries: Sequence[object]) -> list[object]:
    """Return the entries of a record as a list in which the answers have no times, so that two runs can be compared."""
    return [(each.seat, each.by, each.option) if isinstance(each, Answer) else each for each in entries]
