"""The values that all formats share: a planned block, a played block, a round, a line of the table.

A format is a pure function of the results in fixture order. Blocks are numbered when they are planned; the order in
which they end does not matter. So after an interruption, the same call gives the same answer.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from arena.errors import UsageError
from arena.languages import say, say_counted
from arena.stats.standings import Finished, Row, comparisons, standings
from arena.tournament import keys
from arena.tournament.formats.authors import Authors
from arena.tournament.keys import Key

if TYPE_CHECKING:
    from arena.tournament.formats.brackets import Bracket, DuelStage
    from arena.tournament.formats.ladder_history import History
    from arena.tournament.formats.sprt_match import Looked

Settings = Mapping[str, Any]  # by the names of a format's keys

ROUNDS: Final = Key("rounds", keys.whole(1, 10_000), 1)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned block (one deal, played once for each seating): its entrants, in the seat order of its first match."""

    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block that is over: its number, its pairing, and those of its matches that count.

    The matches name the entrants by the same names as the pairing.
    """

    number: int  # in fixture order, from 0
    pairing: Pairing
    matches: tuple[Finished, ...]


@dataclass(frozen=True)
class Round:
    """The blocks that a format decides together, which may be played at the same time, and the entrants with a bye."""

    name: str
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Standing:
    """A line of a tournament's table. Entrants with equal points and tie-breaks share a rank.

    `points` is the sum of block scores; an entrant that won every match of a block gets 1 for the block. `blocks` is
    the number of blocks with a score. `tie_breaks` are the values that decided between equal points, each with its
    name, in order. `row` has games, wins and the score with its interval; it has no values for an entrant that has not
    played.
    """

    rank: int
    entrant: str
    points: float
    blocks: int
    tie_breaks: tuple[tuple[str, float], ...] = ()
    note: str = ""  # a remark, as "out in the semi-finals"
    row: Row | None = None


class Format(ABC):
    """A format of tournaments with its settings, such as a knockout: it computes a round from earlier results."""

    name: ClassVar[str]  # in regulations
    title: ClassVar[str]  # in English, for readers; `noted`, so that it is translated
    keys: ClassVar[tuple[Key, ...]]  # its settings in regulations
    deals: ClassVar[Literal["paired", "fresh"]] = "paired"  # the default, if the regulations do not set it
    ahead: ClassVar[int] = 0  # how many rounds may still be played when the next one is drawn
    gives_points_for_byes: ClassVar[bool] = False  # the table counts them
    pauses: ClassVar[bool] = False  # True if a round without a match that counts may be repeated

    # Settings ------------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "Format":
        """Return the format with these settings of the regulations. `matches` is the number of matches in a block."""

    @classmethod
    @abstractmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that describe the format and its settings to a reader."""

    @classmethod  # noqa: B027 -- most formats have nothing to check
    def check_settings(cls, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Raise UsageError if a format's settings contradict each other or the rest of the regulations.

        This is checked before the entrants are known.
        """

    @classmethod  # noqa: B027 -- most formats have nothing to check
    def check_start(cls, settings: Settings, now: datetime) -> None:
        """Raise UsageError if a tournament that begins now would have no match."""

    @classmethod
    def ends(cls, settings: Settings) -> bool:
        """True if the tournament ends by itself; False if only an organiser can end it."""
        return True

    # Rounds --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if these entrants cannot play in this format."""

    @abstractmethod
    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the round after the blocks in `played`; None when the tournament is over.

        If `played` lacks some blocks of its last round, return that round again.
        """

    def memory(self) -> "History | None":
        """Return a cache that makes later calls of `draw` faster; None if the format needs none."""
        return None

    def draw(
        self,
        entrants: Sequence[str],
        played: Sequence[PlayedBlock],
        number: int,
        now: datetime,
        memory: "History | None",
    ) -> Round | None:
        """Return round `number`, counted from 0; None if there is no such round.

        `played` has the blocks of the earlier rounds. It may lack those of the last `ahead` rounds before this one,
        because these rounds may still be in play.
        """
        return self.next(entrants, played)

    @abstractmethod
    def length(self, entrants: Sequence[str]) -> int | None:
        """Return the total number of blocks; None if it depends on results or on the clock."""

    @abstractmethod
    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the lines of the tournament's table, the best entrant first."""

    def bracket(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> "Bracket | None":
        """Return the stages and duels of a knockout after these blocks; None if the format is no knockout."""
        return None

    def outline(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> "list[DuelStage]":
        """Return all stages of a knockout, also those to come; an empty list if the format is no knockout."""
        return []

    def who_challenges(self, entrants: Sequence[str]) -> tuple[str, ...]:
        """Return the challengers, the entrants that the tournament measures; empty if the format has none."""
        return ()

    def look(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> "Looked | None":
        """Return the state of the format's sequential test after these blocks; None if the format has no such test."""
        return None


@dataclass(frozen=True)
class UnrankedLine:
    """A line of a tournament's table before it has a rank. The line with the largest `key` gets the first rank."""

    entrant: str
    key: tuple[Fraction, ...]
    tie_breaks: tuple[tuple[str, Fraction], ...] = ()
    note: str = ""


def table(
    lines: Iterable[UnrankedLine], played: Sequence[PlayedBlock], extra: Mapping[str, Fraction] | None = None
) -> list[Standing]:
    """Return the lines of a tournament's table with their ranks, the best first. Lines with equal keys share a rank.

    `extra` is a mapping from entrants to points that come from no block, such as those for a bye.
    """
    rows = {row.entrant: row for row in standings(match for block in played for match in block.matches)}
    points, blocks = tally(played)
    ordered = sorted(lines, key=lambda line: line.key, reverse=True)  # stable: equal lines stay in the order of entry
    return [
        Standing(
            rank=1 + sum(other.key > line.key for other in ordered),
            entrant=line.entrant,
            points=float(points[line.entrant] + (extra or {}).get(line.entrant, 0)),
            blocks=blocks[line.entrant],
            tie_breaks=tuple((name, float(value)) for name, value in line.tie_breaks),
            note=line.note,
            row=rows.get(line.entrant),
        )
        for line in ordered
    ]


def by_mean_score(entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
    """Return a tournament's table, ranked by mean block score: fair even if some have played fewer blocks."""
    points, blocks = tally(played)
    return table([UnrankedLine(name, (points[name] / max(1, blocks[name]),)) for name in entrants], played)


def scores(block: PlayedBlock) -> dict[str, Fraction]:
    """Return a mapping from each entrant's name to its score in a block, from 0 to 1: the mean over its matches.

    In a match, an entrant is compared with each opponent, unless the result says that the pair of seats does not count.
    An entrant without any comparison is left out.
    """
    found: dict[str, list[Fraction]] = defaultdict(list)
    for match in block.matches:
        for seat, entrant in enumerate(match.entrants):
            against = [Fraction(score) for score in comparisons(match, seat)]
            if against:
                found[entrant].append(sum(against, Fraction()) / len(against))
    return {entrant: sum(games, Fraction()) / len(games) for entrant, games in found.items()}


def tally(played: Iterable[PlayedBlock]) -> tuple[defaultdict[str, Fraction], defaultdict[str, int]]:
    """Return two mappings by entrant: the sum of its block scores, and its number of blocks with a score."""
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    blocks: defaultdict[str, int] = defaultdict(int)
    for block in played:
        for entrant, score in scores(block).items():
            points[entrant] += score
            blocks[entrant] += 1
    return points, blocks


def following(course: Generator[Round, Sequence[PlayedBlock], object], played: Sequence[PlayedBlock]) -> Round | None:
    """Return the next round of a tournament; None if there is none.

    The generator `course` yields the rounds, and receives the played blocks of each. Blocks that do not fit its
    pairings are skipped: they were played before an organiser voided or changed a result, and now other pairings
    follow. The later rounds are played again.
    """
    return following_with_rest(course, played)[0]


def following_with_rest(
    course: Generator[Round, Sequence[PlayedBlock], object], played: Sequence[PlayedBlock]
) -> tuple[Round | None, Sequence[PlayedBlock]]:
    """Return the next round as `following` does, and the played blocks after those of the last complete round."""
    begin = 0
    try:
        a_round = next(course)
        while (found := place_of(a_round, played, begin)) is not None:
            begin = found + len(a_round.pairings)
            a_round = course.send(played[found:begin])
    except StopIteration:
        return None, ()
    return a_round, played[begin:]


def place_of(a_round: Round, played: Sequence[PlayedBlock], begin: int) -> int | None:
    """Return the first index in `played`, not below `begin`, at which the blocks of a round stand one after the other.

    Return None if there is no such index, because the round was not played completely.
    """
    size = len(a_round.pairings)
    for place in range(begin, len(played) - size + 1):
        if all(played[place + at].pairing == pairing for at, pairing in enumerate(a_round.pairings)):
            return place
    return None


def check_entrants(entrants: Sequence[str], seats: int, least: int) -> None:
    """Raise UsageError if there are fewer than `least` entrants, or an entrant is listed twice."""
    twice = sorted({name for name in entrants if entrants.count(name) > 1})
    if twice:
        raise UsageError(f"entrants: {', '.join(twice)} is there twice: expected each entrant once")
    if len(entrants) < least:
        raise UsageError(f"{len(entrants)} entrants: expected at least {least} at tables of {seats}")


def check_games(games: int | None, matches: int, table: str) -> None:
    """Raise UsageError if the limit `games` is lower than `matches`, the number of matches in a block."""
    if games is not None and games < matches:
        raise UsageError(f"[{table}] games: {games}: expected at least {matches}, which is one block")


def times(count: int) -> str:
    """Return a number of times in words: "once", "twice" or "n times"."""
    if count == 1:
        return say("once")
    return say("twice") if count == 2 else say_counted("%(num)s time", "%(num)s times", count)


def either(one: str, other: str) -> str:
    """Return a phrase that joins two conditions, such as stop rules, by "or"."""
    return say("%(one)s or %(other)s", one=one, other=other)
