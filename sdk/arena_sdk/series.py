"""A series of matches in this process: blocks of one deal each, played in all rotations of seats, from one seed.

The Series alone determines each match. So matches can be played in any order and in several processes, and any match
can be repeated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import trio

from arena.games.chance import Deal, named_seed
from arena.games.game import Rules, Scalar
from arena.record import ResultLine, block_seed, disclosed
from arena.referee.clock import TimeControl
from arena.referee.match import MatchOutcome, play_match
from arena.referee.match_setup import MatchSetup
from arena.referee.verdict import MEANING, Forfeited
from arena_sdk.contenders import Contender
from arena_sdk.local import InlineSeat, LocalSeat

CLOCK: Final = "60+1"  # long enough for thinking, and a bot that hangs ends within minutes


@dataclass(frozen=True)
class Series:
    """All values that determine a series of matches, except the contenders."""

    rules: Rules
    options: Mapping[str, Scalar]
    clock: str
    seed: str
    position: str | None = None  # where every match begins; if it is empty, every block has a deal of its own


@dataclass(frozen=True)
class SeriesFixture:
    """A planned match of a series: its number (from 1), its block (from 0), and the contender at each seat."""

    number: int
    block: int
    seating: tuple[int, ...]


def fixtures(seats: int, blocks: int, turns: int | None = None) -> list[SeriesFixture]:
    """Return all matches of a series in order, as planned matches. Each block has one deal.

    A block has a match for each rotation of the seats; with `turns`, only for the first `turns` rotations.
    """
    turns = seats if turns is None else turns
    return [
        SeriesFixture(block * turns + turned + 1, block, tuple((seat + turned) % seats for seat in range(seats)))
        for block in range(blocks)
        for turned in range(turns)
    ]


def turns_of(rules: Rules, seats: int) -> int:
    """Return the number of matches in a block: one for each rotation, or only one if an automaton has a fixed seat."""
    return 1 if rules.automata else seats


def rounded_up(games: int, matches: int, seats: int) -> str:
    """Return, in brackets, why more matches are played than the user wants; an empty text if the numbers are equal."""
    if games == matches:
        return ""
    return f" ({games} rounded up: each deal is played once from each of {seats} seats)"


@dataclass(frozen=True)
class Lost:
    """A forfeit of a match in a series. The traceback is empty if the bot raised no exception."""

    forfeited: Forfeited
    traceback: str

    def __str__(self) -> str:
        lost = self.forfeited
        when = f"at its decision {lost.decision}" if lost.decision else "before its first decision"
        return f"{lost.who.entrant} {MEANING[lost.reason]} {when}: {lost.detail}"


@dataclass(frozen=True)
class PlayedMatch:
    """A match that has been played: its result, record, forfeits and costs. One process can send it to another."""

    fixture: SeriesFixture
    match: str
    result: ResultLine
    record: bytes
    head: str
    forfeits: tuple[Lost, ...]
    pairs: tuple[tuple[int, int], ...]  # of seats; their order counts
    decisions: tuple[int, ...]  # by seat
    think_us: tuple[int, ...]  # by seat
    simulations: tuple[int, ...]  # by seat; 0 if a bot does not count them
    remarks: tuple[str, ...]  # faults after the end

    def seat_of(self, contender: int) -> int:
        """Return the seat in this match of a contender, given by its index among the contenders of the series."""
        return self.fixture.seating.index(contender)

    def points(self, contender: int) -> int:
        """Return the points in this match of a contender, given by its index in the series."""
        return self.result.scores[self.seat_of(contender)]

    def place(self, contender: int) -> int:
        """Return the place in this match of a contender, given by its index in the series."""
        return self.result.placements[self.seat_of(contender)]

    def score(self, contender: int) -> float | None:
        """Return the share of opponents in this match that a contender beat; a draw counts as half.

        After an early forfeit some opponents do not count. Return None if none counts.
        """
        seat = self.seat_of(contender)
        places = self.result.placements
        others = [one + other - seat for one, other in self.pairs if seat in {one, other}]
        if not others:
            return None
        return sum(0.5 * (1 + (places[seat] < places[each]) - (places[seat] > places[each])) for each in others) / len(
            others
        )


def run_match(setup: MatchSetup, seats: Sequence[LocalSeat]) -> MatchOutcome:
    """Run a match to its end, and return its outcome. Ctrl-C raises KeyboardInterrupt, not an exception group."""
    try:
        outcome: MatchOutcome = trio.run(play_match, setup, seats)
    except BaseExceptionGroup as group:
        if group.subgroup(KeyboardInterrupt) is not None:
            raise KeyboardInterrupt from None
        raise
    return outcome


def run_matches(setups: Sequence[MatchSetup], seats: Sequence[Sequence[LocalSeat]]) -> list[MatchOutcome]:
    """Run matches in parallel to their ends, and return their outcomes in the order of the matches.

    If a match raises an exception, raise it here.
    """
    outcomes: dict[int, MatchOutcome] = {}

    async def one(number: int) -> None:
        outcomes[number] = await play_match(setups[number], seats[number])

    async def all_of_them() -> None:
        async with trio.open_nursery() as nursery:
            for number in range(len(setups)):
                nursery.start_soon(one, number)

    try:
        trio.run(all_of_them)
    except BaseExceptionGroup as group:
        raise first_of(group) from None
    return [outcomes[number] for number in range(len(setups))]


def first_of(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the KeyboardInterrupt in a group of exceptions if there is one, or else the first exception."""
    found: BaseException = group
    while isinstance(found, BaseExceptionGroup):
        interrupt = found.subgroup(KeyboardInterrupt)
        found = KeyboardInterrupt() if interrupt is not None else found.exceptions[0]
    return found


def play(series: Series, contenders: Sequence[Contender], fixture: SeriesFixture) -> PlayedMatch:
    """Play one match of a series. Return it as a PlayedMatch, with its result and record."""
    setup, deal = setup_of(series, contenders, fixture)
    seats = seats_of(contenders, fixture)
    return played(series, fixture, setup, deal, run_match(setup, seats), seats)


def play_together(
    series: Series, contenders: Sequence[Contender], together: Sequence[SeriesFixture]
) -> list[PlayedMatch]:
    """Play matches of a series in parallel, and return them in order.

    Each result equals that of `play`.
    """
    prepared = [(fixture, *setup_of(series, contenders, fixture)) for fixture in together]
    seated = [seats_of(contenders, fixture) for fixture in together]
    outcomes = run_matches([setup for _, setup, _ in prepared], seated)
    return [
        played(series, fixture, setup, deal, outcome, seats)
        for (fixture, setup, deal), outcome, seats in zip(prepared, outcomes, seated, strict=True)
    ]


def setup_of(series: Series, contenders: Sequence[Contender], fixture: SeriesFixture) -> tuple[MatchSetup, bytes]:
    """Return the MatchSetup of a match of a series (game, seats, clock, deal and so on), and the seed of its deal."""
    # One secret for the series, as for a round: the deals of its blocks, the matches' ids and salts follow from it.
    secret = named_seed(series.seed.encode(), "secret")
    deal = block_seed(secret, [b"" for _ in contenders], fixture.block)
    at_table = [contenders[contender] for contender in fixture.seating]
    seated = tuple(contender.seated for contender in at_table)
    match = named_seed(secret, f"match {fixture.number} {series.rules.name} {seated}").hex()[:16]
    salt = named_seed(secret, f"salt {match}")
    setup = MatchSetup(
        match=match,
        rules=series.rules,
        seats=seated,
        clock=TimeControl.read(series.clock),
        salt=salt,
        deal=Deal(deal) if series.position is None else None,
        position=series.position,
        options=series.options,
        fairness="seeded",
    )
    return setup, deal


def seats_of(contenders: Sequence[Contender], fixture: SeriesFixture) -> list[LocalSeat]:
    """Return the seats of a match in order, each with the class of its bot."""
    at_table = [contenders[contender] for contender in fixture.seating]
    return [(InlineSeat if contender.is_house else LocalSeat)(contender.bot) for contender in at_table]


def played(  # noqa: PLR0913, PLR0917 -- what `PlayedMatch` is made of
    series: Series,
    fixture: SeriesFixture,
    setup: MatchSetup,
    deal: bytes,
    outcome: MatchOutcome,
    seats: Sequence[LocalSeat],
) -> PlayedMatch:
    """Return a match that has ended as a PlayedMatch. Add the seed of its deal to its record.

    A match that began at a position has no deal, so its record stays as it is.
    """
    return PlayedMatch(
        fixture=fixture,
        match=setup.match,
        result=outcome.result,
        record=outcome.record if series.position is not None else disclosed(outcome.record, deal, setup.salt),
        head=outcome.head,
        forfeits=tuple(Lost(forfeited, seats[forfeited.seat].traceback) for forfeited in outcome.forfeits),
        pairs=outcome.pairs,
        decisions=tuple(spent.decisions for spent in outcome.spent),
        think_us=tuple(spent.think_us for spent in outcome.spent),
        simulations=tuple(seat.simulations for seat in seats),
        remarks=outcome.remarks,
    )
