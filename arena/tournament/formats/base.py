"""The values that all formats share: a block to be played, a played block, a round, a line of the table.

A format is a pure function of results in fixture order: blocks are numbered when they are drawn up, and the order in
which they end does not matter. So a tournament that was interrupted repeats the call and gets the same answer.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from arena.errors import UsageError
from arena.languages import noted, say, say_counted
from arena.stats.standings import Finished, Row, comparisons, standings
from arena.tournament import keys
from arena.tournament.formats.authors import Authors
from arena.tournament.keys import Key

if TYPE_CHECKING:
    from arena.tournament.formats.brackets import Bracket
    from arena.tournament.formats.ladder_history import History
    from arena.tournament.formats.sprt_match import Looked

Settings = Mapping[str, Any]  # by the names of a format's keys

ROUNDS: Final = Key("rounds", keys.whole(1, 10_000), 1)
ADJUST: Final = Key("adjust", keys.switch)  # not written if it is not given: older texts stay the same
WITHOUT_LUCK: Final = noted("Scores are shown without what chance gave, too.")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A block to be played: its entrants, in the seat order of its first match."""

    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedBlock:
    """A block that is over. Its matches name entrants as the pairing does; matches that do not count are left out."""

    number: int  # in fixture order, from 0
    pairing: Pairing
    matches: tuple[Finished, ...]


@dataclass(frozen=True)
class Round:
    """Blocks that may all be played at the same time, and the entrants with a bye."""

    name: str
    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Standing:
    """A line of a tournament's table. Entrants that the format's criteria cannot separate share a rank.

    `points` are the sum of block scores, 1 for a block that was won throughout; `blocks` is how many gave a score.
    `tie_breaks` are the values that decided between equal points, each with its name, the first one first. `row` has
    games, wins and the score with its interval; an entrant that has not played has none.
    """

    rank: int
    entrant: str
    points: float
    blocks: int
    tie_breaks: tuple[tuple[str, float], ...] = ()
    note: str = ""  # a remark, as "out in the semi-finals"
    row: Row | None = None


class Format(ABC):
    """How a tournament is played: the settings of a format, and the rounds that follow from results."""

    keys: ClassVar[tuple[Key, ...]]  # its settings in regulations
    deals: ClassVar[Literal["paired", "fresh"]] = "paired"  # if the regulations give no number
    ahead: ClassVar[int] = 0  # how many rounds may still be played when the next one is drawn
    pauses: ClassVar[bool] = False  # True if a round of which nothing counts may be followed by the same round

    # Settings ------------------------------------------------------------------------------------------------------

    @classmethod
    @abstractmethod
    def build(cls, settings: Settings, seats: int, matches: int, authors: Authors) -> "Format":
        """Return the format with its settings; `matches` is the number of matches in a block."""

    @classmethod
    @abstractmethod
    def in_words(cls, settings: Settings) -> list[str]:
        """Return sentences that say what the format does."""

    @classmethod  # noqa: B027 -- most formats have nothing to check
    def check_settings(cls, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Raise UsageError if the settings contradict each other or the regulations, for any entrants."""

    @classmethod  # noqa: B027 -- most formats have nothing to check
    def check_start(cls, settings: Settings, now: datetime) -> None:
        """Raise UsageError if a tournament that begins now could play nothing."""

    @classmethod
    def ends(cls, settings: Settings) -> bool:
        """True if the tournament ends by itself."""
        return True

    # Rounds --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def check(self, entrants: Sequence[str]) -> None:
        """Raise UsageError if these entrants cannot be seated."""

    @abstractmethod
    def next(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> Round | None:
        """Return the round that follows on the blocks of all earlier rounds; None when the tournament is over.

        If the last round of `played` is incomplete, the answer is that round again.
        """

    def memory(self) -> "History | None":
        """Return a memory that makes the next calls of `draw` faster; None if the format has no use for it."""
        return None

    def draw(
        self,
        entrants: Sequence[str],
        played: Sequence[PlayedBlock],
        number: int,
        now: datetime,
        memory: "History | None",
    ) -> Round | None:
        """Return round `number`, from 0; `played` are all blocks of the rounds before it but the last `ahead`."""
        return self.next(entrants, played)

    @abstractmethod
    def length(self, entrants: Sequence[str]) -> int | None:
        """Return the number of all blocks; None if it depends on results or on the clock."""

    @abstractmethod
    def standings(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> list[Standing]:
        """Return the table, the best first."""

    def bracket(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> "Bracket | None":
        """Return the bracket; None if the format has none."""
        return None

    def look(self, entrants: Sequence[str], played: Sequence[PlayedBlock]) -> "Looked | None":
        """Return the current state of a sequential test; None if the format is no test."""
        return None


@dataclass(frozen=True)
class UnrankedLine:
    """An entrant's line before ranks are given: a larger key is the better one."""

    entrant: str
    key: tuple[Fraction, ...]
    tie_breaks: tuple[tuple[str, Fraction], ...] = ()
    note: str = ""


def table(
    lines: Iterable[UnrankedLine], played: Sequence[PlayedBlock], extra: Mapping[str, Fraction] | None = None
) -> list[Standing]:
    """Return the lines in their order; lines with equal keys share a rank. `extra` are points without a block."""
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
    """Return the table by the mean score of a block, which is fair while some entrants have played less."""
    points, blocks = tally(played)
    return table([UnrankedLine(name, (points[name] / max(1, blocks[name]),)) for name in entrants], played)


def scores(block: PlayedBlock) -> dict[str, Fraction]:
    """Return the score of each entrant in a block: the mean over its matches, from 0 to 1.

    An entrant without a comparison that counts is left out.
    """
    found: dict[str, list[Fraction]] = defaultdict(list)
    for match in block.matches:
        for seat, entrant in enumerate(match.entrants):
            against = [Fraction(score) for score in comparisons(match, seat)]
            if against:
                found[entrant].append(sum(against, Fraction()) / len(against))
    return {entrant: sum(games, Fraction()) / len(games) for entrant, games in found.items()}


def tally(played: Iterable[PlayedBlock]) -> tuple[defaultdict[str, Fraction], defaultdict[str, int]]:
    """Return the points of each entrant, the sum of its block scores, and the number of blocks that gave a score."""
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    blocks: defaultdict[str, int] = defaultdict(int)
    for block in played:
        for entrant, score in scores(block).items():
            points[entrant] += score
            blocks[entrant] += 1
    return points, blocks


def following(course: Generator[Round, Sequence[PlayedBlock], object], played: Sequence[PlayedBlock]) -> Round | None:
    """Return the round that follows on these blocks in a course, which yields rounds and is sent their blocks.

    A course that has ended has no next round. Blocks that do not match the course at its present point are skipped: a
    ruling has changed the pairings since they were drawn up, and what follows from it is played anew.
    """
    begin = 0
    try:
        a_round = next(course)
        while (found := place_of(a_round, played, begin)) is not None:
            begin = found + len(a_round.pairings)
            a_round = course.send(played[found:begin])
    except StopIteration:
        return None
    return a_round


def place_of(a_round: Round, played: Sequence[PlayedBlock], begin: int) -> int | None:
    """Return the index at which the blocks of a round begin; None if the round has not been played, or only in part."""
    size = len(a_round.pairings)
    for place in range(begin, len(played) - size + 1):
        if all(played[place + at].pairing == pairing for at, pairing in enumerate(a_round.pairings)):
            return place
    return None


def check_entrants(entrants: Sequence[str], seats: int, least: int) -> None:
    """Raise UsageError unless there are at least `least` entrants, each once."""
    twice = sorted({name for name in entrants if entrants.count(name) > 1})
    if twice:
        raise UsageError(f"entrants: {', '.join(twice)} stands there twice: expected each entrant once")
    if len(entrants) < least:
        raise UsageError(f"{len(entrants)} entrants: expected at least {least} at tables of {seats}")


def check_games(games: int | None, matches: int, table: str) -> None:
    """Raise UsageError if `games` games are not a whole number of blocks."""
    if games is not None and games < matches:
        raise UsageError(f"[{table}] games: {games}: expected at least {matches}, which is one block")


def times(count: int) -> str:
    """Return a number of times, in words."""
    if count == 1:
        return say("once")
    return say("twice") if count == 2 else say_counted("%(num)s time", "%(num)s times", count)


def either(one: str, other: str) -> str:
    """Return two conditions of which one is enough."""
    return say("%(one)s or %(other)s", one=one, other=other)
