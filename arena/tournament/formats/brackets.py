"""The parts that knockout formats share: duels over several blocks, stages of duels, and the order of elimination."""

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import ClassVar, Self

from arena.errors import UsageError
from arena.languages import say
from arena.languages.prose import STILL_IN
from arena.tournament import keys
from arena.tournament.formats.authors import Authors
from arena.tournament.formats.base import (
    Format,
    Pairing,
    PlayedBlock,
    Round,
    Settings,
    Standing,
    UnrankedLine,
    check_entrants,
    following,
    following_with_rest,
    scores,
    table,
)
from arena.tournament.keys import Key

Slot = str | None  # an entrant's key; None if there are fewer entrants than places
Pair = tuple[Slot, Slot]


@dataclass(frozen=True)
class BestOf:
    """The rule that ends a duel: best of `blocks`, then up to `tie_breaks` more blocks, played one by one.

    If the points are still equal, the better seed wins.
    """

    blocks: int
    tie_breaks: int


@dataclass
class Duel:
    """A meeting of two entrants, the better seed first. A duel without an opponent is a bye."""

    one: Slot
    other: Slot
    best: BestOf
    blocks: int = 0
    points: tuple[Fraction, Fraction] = (Fraction(), Fraction())

    def add(self, block: PlayedBlock) -> None:
        """Add each entrant's score in a block to its points in the duel. A block that does not count adds 0 points."""
        found = scores(block)
        mine, theirs = (found.get(name, Fraction()) for name in (self.one or "", self.other or ""))
        self.points = (self.points[0] + mine, self.points[1] + theirs)
        self.blocks += 1

    def is_of(self, block: PlayedBlock) -> bool:
        """True if the two entrants of a block are those of the duel."""
        return {self.one, self.other} == set(block.pairing.entrants)

    @property
    def decided(self) -> bool:
        """True if the duel is over: it is a bye, no block can change the leader, or no tie-break block is left."""
        if self.one is None or self.other is None:
            return True
        lead = abs(self.points[0] - self.points[1])
        ahead = lead > max(0, self.best.blocks - self.blocks)
        return ahead or self.blocks >= self.best.blocks + self.best.tie_breaks

    @property
    def winner(self) -> Slot:
        """The entrant that advances: the one with more points, or the better seed if the points are equal."""
        if self.one is None or self.other is None:
            return self.one or self.other
        return self.one if self.points[0] >= self.points[1] else self.other

    @property
    def loser(self) -> Slot:
        """The entrant of the duel that does not advance; None if the duel was a bye."""
        return self.other if self.winner == self.one else self.one

    def pairing(self, number: int) -> Pairing:
        """Return the pairing of the duel's block with this number. The two entrants swap seats after every block."""
        assert self.one is not None
        assert self.other is not None
        return Pairing((self.one, self.other) if number % 2 == 0 else (self.other, self.one))


@dataclass
class DuelStage:
    """The duels of one stage of a knockout, such as the semi-finals, which are played at the same time."""

    name: str
    duels: list[Duel]


@dataclass
class Bracket:
    """The stages of a knockout so far, and the eliminated entrants, grouped by the stage in which they lost.

    With `is_outline`, `play` yields no further round: the leader of each open duel advances, so that all later stages
    get their duels.
    """

    seeds: Sequence[str]
    best: BestOf
    stages: list[DuelStage] = field(default_factory=list)
    out: list[tuple[str, list[str]]] = field(default_factory=list)
    champion: Slot = None
    is_outline: bool = False

    def play(self, name: str, pairs: Iterable[Pair]) -> Generator[Round, Sequence[PlayedBlock], list[Duel]]:
        """Play a stage of a knockout: yield its rounds, receive their played blocks, return the decided duels.

        The first round has the blocks that each duel needs. Every further round has one block for each undecided duel.
        """
        stage = DuelStage(name, [self.duel(pair) for pair in pairs])
        self.stages.append(stage)
        byes = tuple(duel.winner for duel in stage.duels if duel.decided and duel.winner is not None)
        open_duels = [] if self.is_outline else [duel for duel in stage.duels if not duel.decided]
        while open_duels:
            done = open_duels[0].blocks
            several = 1 if done else self.best.blocks // 2 + 1
            playing = [duel for _ in range(several) for duel in open_duels]
            numbers = [done + again for again in range(several) for _ in open_duels]
            pairings = tuple(duel.pairing(number) for duel, number in zip(playing, numbers, strict=True))
            blocks = yield Round(name + self.suffix(done), pairings, () if done else byes)
            if self.is_outline:
                break
            for duel, block in zip(playing, blocks, strict=True):
                duel.add(block)
            open_duels = [duel for duel in open_duels if not duel.decided]
        return stage.duels

    def add_early(self, a_round: Round, played: Iterable[PlayedBlock]) -> None:
        """Add the blocks of an incomplete round to their duels. Skip blocks that are not of this round."""
        to_come = list(a_round.pairings)
        for block in played:
            if block.pairing in to_come:
                to_come.remove(block.pairing)
                next(each for each in self.stages[-1].duels if each.is_of(block)).add(block)

    def duel(self, pair: Pair) -> Duel:
        """Return a new duel of two entrants, the better seed first. An entrant of None gives the other one a bye."""
        one, other = sorted(pair, key=lambda slot: len(self.seeds) if slot is None else self.seeds.index(slot))
        return Duel(one, other, self.best)

    def suffix(self, done: int) -> str:
        """Return the end of a round's name, such as ", block 3"; empty for the first round of a knockout stage.

        `done` is the number of blocks played so far in each duel that is not over.
        """
        if done == 0:
            return ""
        if done < self.best.blocks:
            return f", block {done + 1}"
        return f", tie-break {done - self.best.blocks + 1}"

    def leave(self, name: str, slots: Iterable[Slot]) -> None:
        """Store these entrants as eliminated, as a group that lost in the stage with this name."""
        self.out.append((name, [slot for slot in slots if slot is not None]))


@dataclass(frozen=True)
class Elimination(Format):
    """A format that eliminates entrants after one or two lost duels. The order of entrants is the seeding."""

    keys = (Key("blocks", keys.whole(1, 1000), 1), Key("tie-breaks", keys.whole(0, 100), 3))
    meaning: ClassVar[str]  # of the format, as a sentence
    lives: ClassVar[int]  # the number of lost duels after which an entrant is out

    blocks: int = 1  # a duel is the best of this number
    tie_breaks: int = 3

    @classmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> Self:
        """Return the knockout format with these settings of the regulations."""
        return cls(settings["blocks"], settings["tie-breaks"])

    @classmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format."""
        blocks, more = settings["blocks"], settings["tie-breaks"]
        best = say("one deal") if blocks == 1 else say("the best of %(deals)s deals", deals=blocks)
        return [
            say(cls.meaning, best=best),
            say(
                "An even duel has up to %(deals)s deals more; then the better seed goes on, which was entered before.",
                deals=more,
            ),
        ]

    @classmethod
    def check_settings(cls, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Raise UsageError unless matches have two seats."""
        if seats != 2:
            raise UsageError(f"seats: {seats}: expected 2, as in a knockout one of two goes on")

    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if there are fewer than two entrants, or an entrant is listed twice."""
        check_entrants(entrants, 2, 2)

    def course(self, bracket: Bracket) -> Generator[Round, Sequence[PlayedBlock], None]:
        """Yield the rounds of all stages, one after the other, and store the results of duels in the bracket."""
        raise NotImplementedError

    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the next round; None after the last duel of the tournament.

        The round has a block for each duel that has begun and is undecided. If there is none, it has the first blocks
        of the next duels.
        """
        self.check(entrants)
        return following(self.course(self.new_bracket(entrants)), played)

    def length(self, entrants: Sequence[str]) -> None:
        """Return None: the number of blocks depends on results."""

    def bracket(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Bracket:
        """Return all stages that have begun, with the results of all played blocks."""
        bracket = self.new_bracket(entrants)
        a_round, rest = following_with_rest(self.course(bracket), played)
        if a_round is not None:
            bracket.add_early(a_round, rest)
        return bracket

    def outline(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[DuelStage]:
        """Return all stages of the knockout, also those that have not begun.

        A stage that has not begun shows which duels it will have. Its entrants are assumptions: they are right only if
        the leader of each open duel wins it.
        """
        return self.whole(entrants, played).stages

    def whole(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Bracket:
        """Return the bracket of the knockout to its end, if the leader of each open duel wins it."""
        bracket = self.new_bracket(entrants)
        course = self.course(bracket)
        if following(course, played) is not None:
            bracket.is_outline = True
            for _ in course:
                pass
        return bracket

    def new_bracket(self, entrants: Sequence[str]) -> Bracket:
        """Return a new Bracket without stages, for these entrants in the order of their seeding."""
        return Bracket(entrants, BestOf(self.blocks, self.tie_breaks))

    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the tournament's table by the stage that each entrant reached.

        Losers of the same stage share a rank. Entrants that are not out yet share the first rank; their note says so,
        because the place of each follows from later duels. A loser of a running stage ranks below all entrants that are
        not out yet.
        """
        bracket = self.bracket(entrants, played)
        left = {name: (number, stage) for number, (stage, names) in enumerate(bracket.out) for name in names}
        group = len(bracket.out)
        if early := self.out_early(bracket):
            left |= dict.fromkeys(early, (group, self.whole(entrants, played).out[group][0]))
        lines = []
        for name in entrants:
            number, stage = left.get(name, (group + 1, ""))
            note = f"out in the {stage}" if stage else "the winner" if name == bracket.champion else STILL_IN
            lines.append(UnrankedLine(name, (Fraction(number),), note=note))
        return table(lines, played)

    def out_early(self, bracket: Bracket) -> set[str]:
        """Return the entrants that are out by a duel of the running stage, while other duels of the stage go on."""
        if bracket.champion is not None:
            return set()
        losers = Counter(duel.loser for stage in bracket.stages for duel in stage.duels if duel.decided)
        gone = {name for _, names in bracket.out for name in names}
        return {name for name, lost in losers.items() if name is not None and lost >= self.lives} - gone


def first_slots(entrants: Sequence[str]) -> list[Slot]:
    """Return the entrants in the order in which the first stage pairs neighbours; None stands for a bye.

    Seeds 1 and 2 can meet only in the final. Seeds 3 and 4 can meet either of them in a semi-final at the earliest. The
    best seeds get the byes.
    """
    order = [0]
    while len(order) < len(entrants):
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return [entrants[seed] if seed < len(entrants) else None for seed in order]


def pairs(slots: Sequence[Slot]) -> list[Pair]:
    """Return neighbours as pairs: the first entrant with the second, the third with the fourth, and so on."""
    return list(zip(slots[::2], slots[1::2], strict=True))


def stage_name(slots: int) -> str:
    """Return the name of the stage in which `slots` entrants are left, byes included, such as "semi-finals"."""
    return {2: "final", 4: "semi-finals", 8: "quarter-finals"}.get(slots, f"round of {slots}")
