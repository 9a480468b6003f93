"""The pairings of the strength ladders and their results, as `docs/strength.md` shows them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.games import GAMES, rules
from arena.stats.intervals import Estimate, estimate

SOLO: Final = rules("teotihuacan/solo")
BOTS: Final = ("random", "greedy", "sampler", "mcts-50", "mcts-200", "mcts-800", "mcts-3200")
LOOKS: Final = 20  # blocks between two looks at the interval: to look at every one would settle too much by chance


@dataclass(frozen=True)
class Duel:
    """A pairing of a player with its opponents, and the score that the player must reach."""

    game: str
    one: str
    two: str
    floor: float = 0.5  # settled when it is clear on which side of this the score lies
    seats: int = 2
    blocks: int = 400  # at most
    report: bool = False  # no score is required, it is only reported
    target: float | None = None  # the score to reach beyond the floor

    @property
    def name(self) -> str:
        """Return the name under which the duel's results are stored."""
        return f"{self.game} {self.seats} {self.one} {self.two}"


@dataclass(frozen=True)
class Outcome:
    """A duel with its results so far: the first player's score in each block (one deal), and the processor time."""

    duel: Duel
    scores: tuple[float, ...] = ()  # by block
    seconds: float = 0.0  # of processor time

    @property
    def estimate(self) -> Estimate:
        """Return the mean score of the duel's first player over the blocks, with its 95 % interval."""
        return estimate(self.scores)

    @property
    def settled(self) -> bool:
        """True if the duel needs no more blocks: all are played, or a regular check has found its verdict certain."""
        blocks = len(self.scores)
        return blocks >= self.duel.blocks or (blocks > 0 and blocks % LOOKS == 0 and self.verdict != "open")

    @property
    def verdict(self) -> str:
        """Return in words if the first player's score is above or below the duel's floor, such as `50 %: met`.

        The floor is the score that the player must reach. In duels without a required score, the words are `stronger`
        and `weaker`. Return `open` if the score's 95 % interval contains the floor, and `not measured` before the first
        block.
        """
        if not self.scores:
            return "not measured"
        bounds = self.estimate.bounds
        if bounds is None or bounds[0] <= self.duel.floor <= bounds[1]:
            return "open"
        above = bounds[0] > self.duel.floor
        if self.duel.report:
            return "stronger" if above else "weaker"
        return f"{self.duel.floor:.0%}: {'met' if above else 'MISSED'}".replace("%", " %")

    def __str__(self) -> str:
        """Return a line of text with the duel's players, the score so far, and the number of blocks."""
        duel = self.duel
        pair = f"{duel.game}{'' if duel.seats == 2 else f' at {duel.seats} seats'}: {duel.one} - {duel.two}"
        score = str(self.estimate) if self.scores else "-"
        return f"{pair:<48} {score:<24} {f'{len(self.scores)} blocks, {self.seconds:.0f} s':<20} {self.verdict}"


# Pairings ------------------------------------------------------------------------------------------------------------


def ladder(game: str, eight_hundred: Duel) -> list[Duel]:
    """Return duels of a game's house bots, each against a weaker one."""
    return [
        Duel(game, "greedy", "random", 0.80),
        Duel(game, "greedy", "sampler", report=True),
        Duel(game, "mcts-50", "greedy", report=True),
        Duel(game, "mcts-200", "greedy", report=True),
        Duel(game, "mcts-200", "random", 0.97),
        Duel(game, "mcts-200", "sampler", report=True),
        Duel(game, "mcts-200", "mcts-50", report=True),
        eight_hundred,
        Duel(game, "mcts-3200", "mcts-800", report=True, blocks=200),
    ]


def tables(game: str) -> list[Duel]:
    """Return duels at three and four seats: one bot against two or three copies of another bot."""
    pairs = [("greedy", "random"), ("mcts-50", "greedy"), ("mcts-200", "mcts-50"), ("mcts-800", "mcts-200")]
    return [Duel(game, *pair, seats=seats, blocks=60, report=True) for seats in (3, 4) for pair in pairs]


def against(level: str) -> str:
    """Return the name that an automaton of this level has in duels."""
    return f"{SOLO.automaton}-{level}"


def automaton() -> list[Duel]:
    """Return duels of house bots against the automaton's levels, from the easiest to the hardest level.

    Only one bot plays against the level `standard`.
    """
    pairs = [(bot, level) for level in SOLO.levels for bot in BOTS[:-1]] + [(BOTS[-1], "standard")]
    return [Duel(SOLO.name, bot, against(level), blocks=100, report=True) for bot, level in pairs]


def learned(game: str) -> list[Duel]:
    """Return duels of learned bots against bots that they should beat.

    In a name, `~` means that the bot gets the same time as the bot after `~`.
    """
    duels = [
        Duel(game, "learned~mcts-800", "mcts-800", target=0.75),
        Duel(game, "learned~mcts-800", "mcts-800", seats=3, blocks=100, target=0.65),
        Duel(game, "learned~mcts-800", "mcts-800", seats=4, blocks=100, target=0.65),
        Duel(game, "learned", "greedy", target=0.80),
        Duel(game, "learned", "sampler", target=0.80),
        Duel(game, "learned-800", "learned-200"),
        Duel(game, "learned-3200", "learned-800", blocks=200),
    ]
    if game == "teotihuacan":
        duels.insert(3, Duel(game, "learned-800", "mcts-3200", blocks=200, target=0.70))
        duels.append(Duel(SOLO.name, "learned-800", against("standard"), 0.70, blocks=100, target=0.90))
        duels.append(Duel(SOLO.name, "learned-800", against("master"), 0.25, blocks=100, target=0.60))
    return duels


MILLISECONDS: Final = (1, 3, 10, 30, 100)


def by_time(game: str) -> list[Duel]:
    """Return duels of `learned` (a search with learned weights) against `mcts`, with equal time for each decision."""
    return [Duel(game, f"learned@{ms}ms", f"mcts@{ms}ms", blocks=100, report=True) for ms in MILLISECONDS]


LADDERS: Final = {
    "cacao": ladder("cacao", Duel("cacao", "mcts-800", "mcts-200", 0.70)),
    "teotihuacan": ladder("teotihuacan", Duel("teotihuacan", "mcts-800", "mcts-200", report=True)),
    "teotibot": automaton(),
    "tables": [*tables("cacao"), *tables("teotihuacan")],
    "learned": [*learned("cacao"), *learned("teotihuacan")],
    "time": [*by_time("cacao"), *by_time("teotihuacan")],
}


# What came of it -----------------------------------------------------------------------------------------------------


def document(outcomes: Mapping[str, Outcome]) -> str:
    """Return the tables of `docs/strength.md` as one Markdown text. `outcomes` is a dict from duel name to outcome."""
    parts = []
    for game in GAMES:
        if game in LADDERS:
            parts += [f"{game}:", lines("", LADDERS[game], outcomes)]
    parts += ["three and four seats:", lines("| game | seats ", LADDERS["tables"], outcomes)]
    parts += ["learned:", goals(LADDERS["learned"], outcomes)]
    parts += ["equal time:", lines("| game | seats ", LADDERS["time"], outcomes)]
    return "\n\n".join([*parts, f"{SOLO.automaton}:", matrix(outcomes)])


def goals(duels: Iterable[Duel], outcomes: Mapping[str, Outcome]) -> str:
    """Return a Markdown table with a row for every duel: its score, its number of blocks, its floor and its target."""
    rows = ["| game | seats | | score of the first | blocks | floor | target |", f"|{'---|' * 7}"]
    for duel in duels:
        outcome = outcomes.get(duel.name, Outcome(duel))
        score, blocks, verdict = "not measured", "", f"{duel.floor:.0%}".replace("%", " %")
        if outcome.scores:
            score, blocks, verdict = spelled(outcome.estimate, 1), str(len(outcome.scores)), outcome.verdict
            verdict = f"{duel.floor:.0%}: open".replace("%", " %") if verdict == "open" else verdict
        target = "" if duel.target is None else f"{duel.target:.0%}".replace("%", " %")
        game = duel.game.capitalize()
        rows.append(f"| {game} | {duel.seats} | {duel.one} - {duel.two} | {score} | {blocks} | {verdict} | {target} |")
    return "\n".join(rows)


def lines(head: str, duels: Iterable[Duel], outcomes: Mapping[str, Outcome]) -> str:
    """Return a Markdown table with a row for every duel: its score and its number of blocks.

    With a `head`, rows also name game and number of seats.
    """
    rows = [f"{head}| | score of the first | blocks | |", f"|{'---|' * (head.count('|') + 4)}"]
    for duel in duels:
        outcome = outcomes.get(duel.name, Outcome(duel))
        where = f"| {duel.game.capitalize()} | {duel.seats} " if head else ""
        score, blocks, verdict = "not measured", "", ""
        if outcome.scores:
            score, blocks, verdict = spelled(outcome.estimate, 1), str(len(outcome.scores)), outcome.verdict
        rows.append(f"{where}| {duel.one} - {duel.two} | {score} | {blocks} | {verdict} |")
    return "\n".join(rows)


def matrix(outcomes: Mapping[str, Outcome]) -> str:
    """Return a Markdown table of scores, with a row for every bot and a column for every level of the automaton."""
    rows = [f"| | {' | '.join(SOLO.levels)} |", f"|{'---|' * (len(SOLO.levels) + 1)}"]
    for bot in BOTS:
        cells = [cell(outcomes.get(Duel(SOLO.name, bot, against(level)).name)) for level in SOLO.levels]
        rows.append(f"| {bot} | {' | '.join(cells)} |")
    return "\n".join(rows)


def cell(outcome: Outcome | None) -> str:
    """Return the text of a table's cell: the score of a duel with its interval; "-" if the duel has no score.

    If the duel does not have the usual number of blocks, the text says how many it has.
    """
    if outcome is None or not outcome.scores:
        return "-"
    of = "" if len(outcome.scores) == LOOKS else f" of {len(outcome.scores)}"
    return spelled(outcome.estimate, 0) + of


def spelled(score: Estimate, digits: int) -> str:
    """Return a text with a score and its 95 % interval, in percent."""
    low, high = score.bounds or (0.0, 1.0)
    return f"{100 * score.mean:.{digits}f} % [{100 * low:.{digits}f}, {100 * high:.{digits}f}]"


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return a text that says how long the duels took, and which duels are still open."""
    minutes = sum(outcome.seconds for outcome in outcomes) / 60
    left = [str(outcome) for outcome in outcomes if outcome.verdict in {"open", "not measured"}]
    told = f"{len(outcomes) - len(left)} of {len(outcomes)} duels settled in {minutes:.0f} minutes of processor time"
    return "\n".join([told, *(["left open:", *left] if left else [])])
