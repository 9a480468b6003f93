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
class Limit:
    """The seconds something takes, measured once; `floor` is the most it may take."""

    name: str
    task: str  # a name in TASKS of the chapter's module
    floor: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Least:
    """Something that a task finds out, once; `floor` is the least it should be. Without one it is reported."""

    name: str
    task: str  # a name in TASKS of the chapter's module
    floor: float | None = None
    target: float | None = None


Figure = Ratio | Plain | Limit | Least

BACKGAMMON: Final = Rate("anchors", "backgammon", "decisions")
CATANATRON_GAMES: Final = Rate("anchors", "catanatron", "games")
CATANATRON_DECISIONS: Final = Rate("anchors", "catanatron", "decisions")


def cacao(seats: int, floors: bool) -> list[Figure]:
    """What is measured of Cacao for one number of players; the floors are those of the game for 2."""

    def decisions(place: str, way: str) -> Rate:
        return Rate(place, f"{way} {seats}", "decisions")

    def games(place: str, way: str) -> Rate:
        return Rate(place, f"{way} {seats}", "games")

    def least(floor: float, target: float) -> tuple[float | None, float | None]:
        return (floor, target) if floors else (None, None)

    name = f"cacao {seats}p"
    loop, pure_loop = decisions("compiled", "loop"), decisions("interpreted", "loop")
    playouts, pure_playouts = games("compiled", "playout"), games("interpreted", "playout")
    return [
        Ratio(f"{name} decisions/s, Python loop ÷ backgammon", loop, BACKGAMMON, *least(10, 15)),
        Ratio(f"{name} decisions/s, Python loop ÷ catanatron", loop, CATANATRON_DECISIONS, *least(20, 30)),
        Ratio(f"{name} playouts/s ÷ catanatron games/s", playouts, CATANATRON_GAMES, *least(300, 450)),
        Ratio(f"{name} decisions/s, loop with sample ÷ backgammon", decisions("compiled", "sampled loop"), BACKGAMMON),
        Ratio(f"{name} interpreted decisions/s, loop ÷ backgammon", pure_loop, BACKGAMMON),
        Ratio(f"{name} compiled ÷ interpreted, Python loop", loop, pure_loop),
        Ratio(f"{name} compiled ÷ interpreted, playouts", playouts, pure_playouts),
        Ratio(f"{name} cost of a clone ÷ cost of a playout", playouts, games("compiled", "clone")),
        Ratio(f"{name} cost of imagine ÷ cost of a playout", playouts, games("compiled", "imagine")),
        Ratio(f"{name} cost of a new game ÷ cost of a playout", playouts, games("compiled", "new")),
        Plain(f"{name} Python loop", loop),
        Plain(f"{name} playouts", playouts),
        Plain(f"{name} playouts", Rate("compiled", f"playout {seats}", "decisions")),
    ]


LONG: Final = {"losses", "drops"}  # chapters that take more than minutes: measured only when they are named

CHAPTERS: Final[dict[str, list[Figure]]] = {
    "anchors": [
        Plain("OpenSpiel backgammon", BACKGAMMON),
        Plain("catanatron, 2 random players", CATANATRON_GAMES),
        Plain("catanatron, 2 random players", CATANATRON_DECISIONS),
    ],
    "cacao": [*cacao(2, floors=True), *cacao(3, floors=False), *cacao(4, floors=False)],
    "records": [
        Limit("verify 1,000 Cacao records, in process, s", "verify", floor=60),
        Limit("verify 1,000 Cacao records, `arena verify`, s", "command", floor=60),
    ],
    "wire": [
        Least("decisions/s, 2 matches ÷ grpc.aio echo on 2 streams", "two", floor=0.25, target=0.5),
        Least("decisions/s, 20 matches ÷ grpc.aio echo on 40 streams", "twenty", floor=0.35, target=0.5),
        Limit("referee's own time per decision, p50, µs", "own", floor=250, target=120),
        Least("games/s, 64 matches at once ÷ 2 at once", "crowd", floor=0.5, target=0.9),
        Limit("server memory above an idle one, 64 matches, MB", "memory", floor=100, target=40),
        Least("games/s, trivial remote bots, Cacao 2p, 2 at once", "games"),
        Least("decisions/s, 2 matches", "decisions"),
        Least("processor time of the server per decision, 64 matches, µs", "processor"),
    ],
    "losses": [
        Limit("false time losses in 20,000 games at st=0.2, 16 at once", "losses", floor=0, target=0),
        Least("stall, p99, µs", "stall_p99"),
        Least("stall, p99.9, µs", "stall_p999"),
        Least("stall, longest, µs", "stall_max"),
    ],
    "drops": [
        Least("of 100 drops, go on within 1 s: connection cut", "cut", floor=95),
        Least("of 100 drops, go on within 1 s: process killed and started again", "kill", floor=95),
    ],
    "demo": [
        Limit("build of a compiled wheel, s", "build", floor=90),
        Limit("`scripts/demo` to its first finished match, s", "first_match", floor=60),
    ],
}
