"""All figures of the project. A figure is a measured quantity.

Most figures have a `floor`, the value that they must reach, and some also a better `target`, at which the project aims.
If less is better, as with seconds, the value must not be above these. Many speeds are divided by the speed of an
anchor. In the bench, an anchor is an engine of another project; it is not the anchor of a pool.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Rate:
    """The speed of one program in one environment of the bench: games, decisions or simulations per second."""

    place: str  # anchors, compiled or interpreted
    side: str
    unit: str

    def __str__(self) -> str:
        return f"{self.unit}/s"


@dataclass(frozen=True)
class Ratio:
    """A rate divided by another rate.

    Both are measured several times in turn, and each pair of measurements gives a value. The median of the values must
    not be below `floor`. `target` is a higher value, at which the project aims.
    """

    name: str
    over: Rate
    under: Rate
    floor: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Plain:
    """A rate that is only reported. It has no floor, because it depends on the machine."""

    name: str
    rate: Rate


@dataclass(frozen=True)
class Cost:
    """The microseconds for one game, decision or simulation. Less is better: `floor` is the largest value allowed."""

    name: str
    rate: Rate
    floor: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Limit:
    """A quantity that is measured once, such as seconds. Less is better, so `floor` is the highest allowed value."""

    name: str
    task: str  # a name in TASKS of the chapter's module
    floor: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Estimated:
    """A quantity with its own 95 % interval, which must overlap the range from `floor` to `target`."""

    name: str
    task: str  # a name in ESTIMATES of the chapter's module
    floor: float
    target: float


@dataclass(frozen=True)
class Least:
    """A quantity that is measured once. It must not be below `floor`; without a floor it is only reported."""

    name: str
    task: str  # a name in TASKS of the chapter's module
    floor: float | None = None
    target: float | None = None


Figure = Ratio | Plain | Cost | Limit | Estimated | Least

BACKGAMMON: Final = Rate("anchors", "backgammon", "decisions")
CATANATRON_GAMES: Final = Rate("anchors", "catanatron", "games")
CATANATRON_DECISIONS: Final = Rate("anchors", "catanatron", "decisions")


@dataclass(frozen=True)
class Floors:
    """The values that a game's speed has to reach. A pair is for a ratio to the speed of another engine.

    The first number of a pair is the floor, which the ratio must reach. The second is the target, a higher value at
    which the project aims. `picture` is the longest time for drawing a picture, in microseconds.
    """

    loop_to_backgammon: tuple[float | None, float | None] = (None, None)
    loop_to_catanatron: tuple[float | None, float | None] = (None, None)
    playouts_to_catanatron: tuple[float | None, float | None] = (None, None)
    picture: float | None = None  # the most microseconds that drawing one may take


def speeds(game: str, seats: int, least: Floors) -> list[Figure]:
    """Return what the bench measures of a game's speed with this number of players.

    The list has a figure for each quantity, such as decisions per second divided by those of another engine.
    """

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
        Cost(f"{name} picture drawn, interpreted, µs", decisions("interpreted", "picture"), floor=least.picture),
        Plain(f"{name} Python loop", loop),
        Plain(f"{name} playouts", playouts),
        Plain(f"{name} playouts", decisions("compiled", "playout")),
    ]


def search(game: str, anchor: str, floor: float, target: float) -> list[Figure]:
    """Return what the bench measures of the speed of a game's tree search, as a list of figures.

    The search runs in two ways: with the house bots' settings, and with playouts to the end. The rate of each way is
    divided by the rate of OpenSpiel's own search in another game, which `anchor` names. Both ratios must reach `floor`,
    and should reach `target`.
    """

    def simulations(way: str, seats: int = 2) -> Rate:
        return Rate("compiled", f"{game} {way} {seats}", "simulations")

    anchored = Rate("anchors", f"search {anchor}", "simulations")
    ours, to_the_end = simulations("search"), simulations("search to the end")
    return [
        Ratio(f"{game} 2p simulations/s ÷ OpenSpiel {anchor}", ours, anchored, floor, target),
        Ratio(f"{game} 2p simulations/s to the end ÷ OpenSpiel {anchor}", to_the_end, anchored, floor, target),
        Ratio(f"{game} 2p search compiled ÷ interpreted", ours, Rate("interpreted", f"{game} search 2", "simulations")),
        Plain(f"OpenSpiel {anchor}, its own search", anchored),
        *(Plain(f"{game} {seats}p search", simulations("search", seats)) for seats in (2, 3, 4)),
        Plain(f"{game} 2p search to the end", to_the_end),
        Least(f"{game} 2p games in two processes at once ÷ in one", f"games {game}"),
        Least(f"{game} 2p one search in two processes ÷ in one", f"root {game}"),
    ]


def learning(game: str, loop: tuple[float, float]) -> list[Figure]:
    """Return what the bench measures of a game's environments for reinforcement learning, with 2 players.

    The list has a figure for each quantity, such as decisions per second. One of them is the speed of a Python loop,
    divided by that of the engine fastcatan. `loop` has two numbers for this ratio: the value that it must reach
    (floor), and the value that it should reach (target).
    """

    def rate(way: str, place: str = "learners") -> Rate:
        return Rate(place, f"{game} {way} 2", "decisions")

    catan_loop, catan_batch = Rate("catan", "loop", "decisions"), Rate("catan", "batch", "decisions")
    tictactoe = Rate("learners", "tictactoe", "decisions")
    batch, observed = rate("batch"), rate("batch with observations")
    return [
        Ratio(f"{game} 2p decisions/s, Python loop ÷ fastcatan's", rate("loop", "modern"), catan_loop, *loop),
        Ratio(
            f"{game} 2p decisions/s, loop by number ÷ fastcatan's loop", rate("loop by number", "modern"), catan_loop
        ),
        Ratio(f"{game} 2p batched step with masks ÷ playout, decisions/s", batch, rate("playout"), 0.7, 1.2),
        Ratio(f"{game} 2p batched step with masks ÷ fastcatan's batch", rate("batch", "modern"), catan_batch),
        Cost(f"{game} 2p batched step with masks and observations, µs a decision", observed, floor=5, target=2),
        Ratio(f"{game} 2p PettingZoo steps/s ÷ tictactoe_v3", rate("aec"), tictactoe, 1, 3),
        Plain(f"{game} 2p batched step with masks", batch),
        Plain(f"{game} 2p batched step with masks and observations", observed),
    ]


def ratings(seats: int) -> list[Figure]:
    """Return what the bench measures of ratings, which are computed from simulated matches with this number of seats.

    The figures are the coverage of rating intervals, and the errors of ratings and of sequential Elo.
    """
    return [
        Estimated(f"ratings {seats}p coverage of 95 % bars, 1,000 histories", f"coverage {seats}", 0.93, 0.97),
        Limit(f"ratings {seats}p error (RMSE), Elo points", f"error {seats}"),
        Limit(f"ratings {seats}p error (RMSE) of sequential Elo, Elo points", f"form {seats}"),
    ]


REGIMES: Final = {
    "random": "opponents by chance",
    "near": "opponents near in the standing",
    "ladder": "our ladder",
    "swiss": "our Swiss",
    "few": "opponents near, 48 blocks",
    "newcomers": "opponents near, bars of newcomers",
    "wide": "opponents near, strengths wide apart",
    "normal": "opponents near, normal luck",
    "deal": "opponents near, strong luck of the deal",
    "ties": "opponents near, many ties",
}


def bars() -> list[Figure]:
    """Return a list of figures: the actual error rates of rating intervals and of sequential tests (SPRT)."""
    seats = (2, 3, 4)
    return [
        *(
            Estimated(f"{each}p coverage of 95 % bars, {words}, 1,000 histories", f"{regime} {each}", 0.93, 0.97)
            for regime, words in REGIMES.items()
            for each in seats
        ),
        *(
            Limit(f"{each}p larger error of an SPRT of 5 %, 2,000 tests", f"errors {each}", floor=0.06)
            for each in seats
        ),
        *(
            Limit(f"{each}p sequences that ever exclude the truth, of 2,000", f"looks {each}", floor=0.05)
            for each in seats
        ),
    ]


LONG: Final = {
    "analyses",
    "bars",
    "exchange",
    "losses",
    "drops",
    "kills",
    "tournaments",
    "endless",
}  # chapters that take more than minutes: measured only when they are named


def lengths(seats: int) -> list[Figure]:
    """Return a list of figures of Teotihuacan at this number of seats: decisions per game, options per decision."""
    quantities = ("decisions per game", "options, median", "options, p99", "options, longest list")
    return [Limit(f"teotihuacan {seats}p {quantity}", f"{quantity} {seats}") for quantity in quantities]


def kills(where: str) -> list[Figure]:
    """Return what the bench measures if an arena is killed 50 times during matches, with SQLite or PostgreSQL.

    The figures are the lost or repeated matches, and the seconds until a bot is asked again.
    """
    return [
        Limit(f"{where}: matches lost or played twice in 50 kills", f"spoilt {where}", floor=0, target=0),
        Limit(f"{where}: seconds from the port being open to the first decision, p50", f"p50 {where}", floor=2),
        Limit(f"{where}: the same, the longest of 50", f"worst {where}", floor=2),
    ]


FORMATS: Final = ("round-robin", "gauntlet", "swiss", "knockout", "double-knockout", "ladder", "sprt")


def tournaments(kind: str) -> list[Figure]:
    """Return what the bench measures if an arena is killed 50 times during tournaments of one format.

    The figures are the wrong final tables, and the seconds until a match is played again.
    """
    return [
        Limit(f"{kind}: tournaments with another table than undisturbed", f"wrong {kind}", floor=0, target=0),
        Limit(f"{kind}: seconds from the port being open to a match of it, p50", f"p50 {kind}", floor=2),
        Limit(f"{kind}: the same, the longest of 50", f"worst {kind}"),
    ]


# The floors are those of the games for 2.
CACAO: Final = Floors((10, 15), (20, 30), (300, 450), picture=1000)
TEOTIHUACAN: Final = Floors(loop_to_backgammon=(10, 20), playouts_to_catanatron=(80, 150), picture=3000)
CACAO_FOR_MORE: Final = Floors(picture=1000)
TEOTIHUACAN_FOR_MORE: Final = Floors(picture=3000)


CHAPTERS: Final[dict[str, list[Figure]]] = {
    "anchors": [
        Plain("OpenSpiel backgammon", BACKGAMMON),
        Plain("catanatron, 2 random players", CATANATRON_GAMES),
        Plain("catanatron, 2 random players", CATANATRON_DECISIONS),
    ],
    "cacao": [*speeds("cacao", 2, CACAO), *speeds("cacao", 3, CACAO_FOR_MORE), *speeds("cacao", 4, CACAO_FOR_MORE)],
    "teotihuacan": [
        *speeds("teotihuacan", 2, TEOTIHUACAN),
        *speeds("teotihuacan", 3, TEOTIHUACAN_FOR_MORE),
        *speeds("teotihuacan", 4, TEOTIHUACAN_FOR_MORE),
        *(figure for seats in (2, 3, 4) for figure in lengths(seats)),
    ],
    "search": [*search("cacao", "checkers", 3, 5), *search("teotihuacan", "backgammon", 5, 10)],
    "learning": [*learning("cacao", (1.0, 1.3)), *learning("teotihuacan", (1.4, 1.7))],
    "records": [
        Limit("verify 1,000 Cacao records, in process, s", "verify", floor=60),
        Limit("verify 1,000 Cacao records, `arena verify`, s", "command", floor=60),
    ],
    "ratings": [
        Limit("refit of 10,000 four-seat games and 200 replicates, s", "refit", floor=0.1),
        Limit("ranking of 8 bots with intervals from the sums of replicates, s", "intervals", floor=1),
        Limit("a result, its record and its sums, at 1,000,000 stored games, s", "update", floor=0.005),
        *ratings(2),
        *ratings(3),
        *ratings(4),
    ],
    "bars": bars(),
    "wire": [
        Least("decisions/s, 2 matches ÷ grpc.aio echo on 2 streams", "two", floor=0.25, target=0.5),
        Least("decisions/s, 20 matches ÷ grpc.aio echo on 40 streams", "twenty", floor=0.35, target=0.5),
        Least("decisions/s, 20 matches beside a flood ÷ without", "flood", floor=0.9),
        Least("decisions/s, 20 matches beside readers of the site ÷ without", "readers", floor=0.75),
        Limit("referee's own time per decision, p50, µs", "own", floor=250, target=120),
        Least("games/s, 64 matches at once ÷ 2 at once", "crowd", floor=0.5, target=0.9),
        Limit("server memory above an idle one, 64 matches, MB", "memory", floor=100, target=40),
        Least("games/s, trivial remote bots, Cacao 2p, 2 at once", "games"),
        Least("games/s, trivial remote bots, Teotihuacan 2p, 2 at once", "games teotihuacan 2"),
        Least("games/s, trivial remote bots, Teotihuacan 4p, 2 at once", "games teotihuacan 4"),
        Least("decisions/s, 2 matches", "decisions"),
        Least("processor time of the server per decision, 64 matches, µs", "processor"),
    ],
    "watchers": [
        Limit("from a commit to 200 watchers of one match, p99, ms", "late", floor=500, target=250),
        Least("decisions/s, 20 matches beside 200 watchers ÷ without", "decisions", floor=0.9, target=0.95),
    ],
    "site": [
        Limit("ranking page at 100,000 matches, s", "ranking", floor=0.05),
        Limit("match page at 100,000 matches, s", "match", floor=0.05),
        Limit("bot page at 100,000 matches, s", "bot"),
        Limit("first page at 100,000 matches, s", "home"),
        Limit("list of matches at 100,000 matches, s", "matches"),
        Limit("ranking page, 100,000 matches ÷ 1,000", "ranking growth", floor=1.5),
        Limit("match page, 100,000 matches ÷ 1,000", "match growth", floor=1.5),
        Limit("bot page, 100,000 matches ÷ 1,000", "bot growth", floor=1.5),
        Limit("first page, 100,000 matches ÷ 1,000", "home growth", floor=1.5),
        Limit("list of matches, 100,000 matches ÷ 1,000", "matches growth", floor=1.5),
        *(
            figure
            for page in ("ranking", "match")
            for figure in (
                Limit(f"{page} page at 100,000 matches beside 20 that are played, p50, ms", f"{page} beside p50"),
                Limit(f"the same, {page} page, p99, ms", f"{page} beside p99"),
                Limit(f"the same, {page} page, p99 ÷ p50", f"{page} spread", floor=5),
            )
        ),
    ],
    "replays": [
        Limit("Teotihuacan 4p, page with its first picture, KB over the wire", "teotihuacan-first-kb", floor=100),
        Limit("Teotihuacan 4p, page with all its frames, KB over the wire", "teotihuacan-wire-kb", floor=600),
        Limit("Teotihuacan 4p, HTML file, KB", "teotihuacan-file-kb", floor=2000),
        Limit("Teotihuacan 4p, all frames drawn and packed, s", "teotihuacan-frames-s"),
        Limit("Cacao 4p, page with all its frames, KB over the wire", "cacao-wire-kb"),
        Limit("Cacao 4p, HTML file, KB", "cacao-file-kb", floor=400),
        Limit("match page at answer 400 of a four-seat game, p50, ms", "page-p50-ms", floor=60),
        Limit("match page at answer 400 of a four-seat game, p99, ms", "page-p99-ms"),
    ],
    "losses": [
        Limit("false time losses in 20,000 games at st=0.2, 16 at once", "losses", floor=0, target=0),
        Least("stall, p99 of the worst thousand games, µs", "stall_p99"),
        Least("stall, p99.9 of the worst thousand games, µs", "stall_p999"),
        Least("stall, longest, µs", "stall_max"),
    ],
    "drops": [
        Least("of 100 drops, go on within 1 s: connection cut", "cut", floor=95),
        Least("of 100 drops, go on within 1 s: process killed and started again", "kill", floor=95),
        Least("of 100 drops, go on within 1 s: network gone for a second", "pull", floor=95),
    ],
    "kills": [figure for where in ("SQLite", "PostgreSQL") for figure in kills(where)],
    "exchange": [
        Least("20,000 matches with their records imported a second, SQLite", "import", floor=200, target=400),
        Limit("their charts complete after, s", "charts", floor=10, target=5),
        Least("the same matches exported a second", "export", floor=2000, target=4000),
    ],
    "analyses": [
        Least(f"{game}: a folder of records, 2 processes of `arena analyse` ÷ 1", f"folder {game}", floor=1.8)
        for game in ("cacao", "teotihuacan")
    ],
    "machines": [
        Least("greedy-random Cacao games/s, 2 workers with records and commits ÷ a bare loop", "pool", 0.9, 1.6),
        Least("mcts-200 blocks, 2 workers ÷ 1", "search", floor=1.7, target=1.95),
        Least("short blocks, Dask with 2 processes ÷ 2 workers", "cluster", floor=0.85, target=0.95),
        Least("results of workers stored a second, SQLite", "commits SQLite", floor=800, target=3000),
        Least("results of workers stored a second, PostgreSQL", "commits PostgreSQL", floor=500, target=2000),
        Limit("50 workers killed, processes: jobs lost or twice", "kills processes wrong", floor=0, target=0),
        Limit("50 workers killed, processes: back after, p50, s", "kills processes back", floor=2),
        Limit("50 workers killed, Dask: jobs lost or twice", "kills cluster wrong", floor=0, target=0),
        Limit("50 workers killed, Dask: back after, p50, s", "kills cluster back", floor=2),
    ],
    "tournaments": [figure for kind in FORMATS for figure in tournaments(kind)],
    "endless": [
        Least("games a minute on a ladder of 16 mcts-50, Cacao 2p, one minute", "minute", floor=100),
        Least("games a minute on a ladder of 16 house bots, Cacao 2p, two hours", "hours"),
        Limit("the same: more memory of the arena after two hours, % of the mean", "arena_mb", floor=10),
        Limit("the same: more descriptors of the arena", "arena_descriptors", floor=2),
        Limit("the same: more memory of all its bots, % of the mean", "bots_mb", floor=10),
        Limit("the same: more descriptors of all its bots", "bots_descriptors", floor=2),
    ],
    "demo": [
        Limit("build of a compiled wheel, s", "build", floor=90),
        Limit("`scripts/demo` to its first finished match, s", "first_match", floor=60),
    ],
}
