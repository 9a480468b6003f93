"""Every figure of the project, in one table: what is measured, against what, and what is expected of it."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Rate:
    """How much of a unit (games or decisions) one side of a bench does per second, in one environment."""

    place: str  # anchors, compiled or interpreted
    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit}/s"


@dataclass(frozen=True)
class Ratio:
    """One rate over another, taken in the same run, round by round; floor and target are the least it should be."""

    name: str
    over: Rate
    under: Rate
    floor: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Plain:
    """A rate by itself: depends on the machine, so nothing is expected of it."""

    name: str
    rate: Rate


@dataclass(frozen=True)
class Cost:
    """The microseconds that one of a rate's units takes; `floor` is the most it may take."""

    name: str
    rate: Rate
    floor: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Limit:
    """The seconds something takes, or what else is counted once; `floor` is the most it may be."""

    name: str
    task: str  # a name in TASKS of the chapter's module
    floor: float | None = None
    target: float | None = None


Figure = Ratio | Plain | Cost | Limit

BACKGAMMON: Final = Rate("anchors", "backgammon", "decisions")
CATANATRON_GAMES: Final = Rate("anchors", "catanatron", "games")
CATANATRON_DECISIONS: Final = Rate("anchors", "catanatron", "decisions")


@dataclass(frozen=True)
class Least:
    """What is expected of a game's ratios: floor and target of each."""

    loop_to_backgammon: tuple[float | None, float | None] = (None, None)
    loop_to_catanatron: tuple[float | None, float | None] = (None, None)
    playouts_to_catanatron: tuple[float | None, float | None] = (None, None)


def speeds(game: str, seats: int, least: Least) -> list[Figure]:
    """What is measured of a game for one number of players."""

    def decisions(place: str, way: str) -> Rate:
        return Rate(place, f"{game} {way} {seats}", "decisions")

    def games(place: str, way: str) -> Rate:
        return Rate(place, f"{game} {way} {seats}", "games")

    name = f"{game} {seats}p"
    loop, pure_loop = decisions("compiled", "loop"), decisions("interpreted", "loop")
    playouts, pure_playouts = games("compiled", "playout"), games("interpreted", "playout")
    return [
        Ratio(f"{name} decisions/s, Python loop ÷ backgammon", loop, BACKGAMMON, *least.loop_to_backgammon),
        Ratio(f"{name} decisions/s, Python loop ÷ catanatron", loop, CATANATRON_DECISIONS, *least.loop_to_catanatron),
        Ratio(f"{name} playouts/s ÷ catanatron games/s", playouts, CATANATRON_GAMES, *least.playouts_to_catanatron),
        Ratio(f"{name} decisions/s, loop with sample ÷ backgammon", decisions("compiled", "sampled loop"), BACKGAMMON),
        Ratio(f"{name} interpreted decisions/s, loop ÷ backgammon", pure_loop, BACKGAMMON),
        Ratio(f"{name} compiled ÷ interpreted, Python loop", loop, pure_loop),
        Ratio(f"{name} compiled ÷ interpreted, playouts", playouts, pure_playouts),
        Ratio(f"{name} cost of a clone ÷ cost of a playout", playouts, games("compiled", "clone")),
        Ratio(f"{name} cost of imagine ÷ cost of a playout", playouts, games("compiled", "imagine")),
        Ratio(f"{name} cost of a new game ÷ cost of a playout", playouts, games("compiled", "new")),
        Cost(f"{name} view as bytes, µs", decisions("compiled", "view"), floor=100),
        Plain(f"{name} Python loop", loop),
        Plain(f"{name} playouts", playouts),
        Plain(f"{name} playouts", decisions("compiled", "playout")),
    ]


def lengths(seats: int) -> list[Figure]:
    """How long games of Teotihuacan and their lists of options are."""
    quantities = ("decisions per game", "options, median", "options, p99", "options, longest list")
    return [Limit(f"teotihuacan {seats}p {quantity}", f"{quantity} {seats}") for quantity in quantities]


# The floors are those of the games for 2.
CACAO: Final = Least((10, 15), (20, 30), (300, 450))
TEOTIHUACAN: Final = Least(loop_to_backgammon=(10, 20), playouts_to_catanatron=(80, 150))


CHAPTERS: Final[dict[str, list[Figure]]] = {
    "anchors": [
        Plain("OpenSpiel backgammon", BACKGAMMON),
        Plain("catanatron, 2 random players", CATANATRON_GAMES),
        Plain("catanatron, 2 random players", CATANATRON_DECISIONS),
    ],
    "cacao": [*speeds("cacao", 2, CACAO), *speeds("cacao", 3, Least()), *speeds("cacao", 4, Least())],
    "teotihuacan": [
        *speeds("teotihuacan", 2, TEOTIHUACAN),
        *speeds("teotihuacan", 3, Least()),
        *speeds("teotihuacan", 4, Least()),
        *(figure for seats in (2, 3, 4) for figure in lengths(seats)),
    ],
    "records": [
        Limit("verify 1,000 Cacao records, in process, s", "verify", floor=60),
        Limit("verify 1,000 Cacao records, `arena verify`, s", "command", floor=60),
    ],
    "demo": [
        Limit("build of a compiled wheel, s", "build", floor=90),
        Limit("`scripts/demo` to its first finished match, s", "first_match", floor=60),
    ],
}
