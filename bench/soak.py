"""`python -m bench.soak [--share 0.01] [--seed N] [--jobs N]`: very many random games of Teotihuacan, closely checked.

For each seat count and variant, also of the solo game, 10,000 games are played to their end. The final position must
fulfil every invariant (T-20), for example that no component is lost or doubled. In 1,000 of the games the position is
also checked after every turn, and in 200 of these at every decision. A check writes the position as text and reads it
back: the reader refuses a broken invariant, and the result must equal the text. Every run prints its seed. If a game
fails, its name is printed, so that it can be played again.
"""

import argparse
import secrets
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from multiprocessing import Pool
from typing import Final

from arena.errors import ArenaError
from arena.games import rules
from arena.games.chance import Deal, Rng, named_rng
from arena.games.game import Scalar, State
from arena.games.steps import OVER
from bench.games import is_compiled

GAMES: Final = 10_000
CLOSELY: Final = 1_000
VERY_CLOSELY: Final = 200
LONGEST: Final = 5_000  # decisions: many times what the longest game has
CHUNK: Final = 50  # games of one piece of work

GAME: Final = "teotihuacan"
SOLO: Final = "teotihuacan/solo"
SOLO_OPTIONS: Final = {
    "first_game": True,
    "dark_eclipse": True,
    "edition": "french",
}
LEVELS: Final = ("novice", "standard", "master")  # of the automaton

# The variants of the rulebook, and those that go together; readings that go together, and editions; of the solo
# game its variants and some levels. By name: game and options.
VARIANTS: Final[dict[str, tuple[str, Mapping[str, Scalar]]]] = {
    "the game": (GAME, {}),
    "first game": (GAME, {"first_game": True}),
    "draft": (GAME, {"starting_tile_draft": True}),
    "Dark Eclipse": (GAME, {"dark_eclipse": True}),
    "first game, Dark Eclipse": (GAME, {"first_game": True, "dark_eclipse": True}),
    "draft, Dark Eclipse": (GAME, {"starting_tile_draft": True, "dark_eclipse": True}),
    "optional power-ups": (GAME, {"gathering_power_up": "optional", "power_up_tile": "up_to_two"}),
    "other readings": (GAME, {"tech01_trigger": "landing", "royal9_reading": "power", "salary_penalty": "per_worker"}),
    **{f"{edition} edition": (GAME, {"edition": edition}) for edition in rules(GAME).editions},
    "solo, first game": (SOLO, {"first_game": True}),
    "solo, Dark Eclipse": (SOLO, {"dark_eclipse": True}),
    "solo, both, French edition": (SOLO, SOLO_OPTIONS),
    **{f"solo, {level}": (SOLO, rules(SOLO).levels[level]) for level in LEVELS},
}


@dataclass(frozen=True)
class Work:
    """A group of games of the soak, with the same seat count and variant. `numbers` has the number of each game.

    Games with a number below `closely` are checked after every turn, those below `very_closely` at every decision, and
    the other ones only at their end.
    """

    seed: int
    seats: int
    variant: str
    numbers: range
    closely: int
    very_closely: int


@dataclass(frozen=True)
class Done:
    """The result of some games: their number, their decisions, the checked positions, and the first error, if any."""

    seats: int
    variant: str
    games: int
    decisions: int
    positions: int
    complaint: str = ""


def main() -> int:
    """Run the soak. Return 0 if all games ended and fulfilled every invariant, 1 if not, 2 for wrong usage."""
    arguments = parsed()
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    engine = "compiled" if is_compiled() else "interpreted"
    print(f"soak: {arguments.share:.1%} of it, engine {engine}, seed {seed}", flush=True)
    began = time.perf_counter()
    failed = False
    with Pool(arguments.jobs) as pool:
        totals: dict[tuple[int, str], tuple[int, int, int]] = {}
        for done in pool.imap_unordered(play_all, works(seed, arguments.share)):
            games, decisions, positions = totals.get((done.seats, done.variant), (0, 0, 0))
            totals[done.seats, done.variant] = (
                games + done.games,
                decisions + done.decisions,
                positions + done.positions,
            )
            if done.complaint:
                failed = True
                print(done.complaint, file=sys.stderr, flush=True)
    for (seats, variant), (games, decisions, positions) in sorted(totals.items()):
        print(f"{seats} seats, {variant:<24} {games:>6} games {decisions:>9} decisions {positions:>9} positions")
    print(f"soak: {'FAILED' if failed else 'clean'} after {time.perf_counter() - began:.0f} s")
    return int(failed)


def parsed() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description="Random games of Teotihuacan, closely.")
    parser.add_argument(
        "--share", type=float, default=1.0, metavar="S", help="how much of it, 0.01 for 1 %% (default: 1)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="that of a run before (default: a new one)")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes (default: one per core)")
    arguments = parser.parse_args()
    if not 0 < arguments.share <= 1:
        parser.error("--share: expected a number above 0, at most 1")
    return arguments


def works(seed: int, share: float) -> Iterator[Work]:
    """Yield all games of the soak, in groups of games with the same variant and number of seats."""
    games, closely, very_closely = (max(1, round(share * count)) for count in (GAMES, CLOSELY, VERY_CLOSELY))
    for variant, (game, _) in VARIANTS.items():
        for seats in rules(game).seats:
            for first in range(0, games, CHUNK):
                numbers = range(first, min(first + CHUNK, games))
                yield Work(seed, seats, variant, numbers, closely, very_closely)


def play_all(work: Work) -> Done:
    """Play a group of games, up to the first game that fails. Return a Done with the counts and the failure."""
    decisions = positions = 0
    for number in work.numbers:
        name = f"{work.seed} {work.seats} {work.variant} {number}"
        game = Game(*VARIANTS[work.variant], work.seats, name)
        try:
            game.play(each_turn=number < work.closely, each_decision=number < work.very_closely)
        except (
            ArenaError,
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
        ) as reason:
            complaint = (
                f"{work.seats} seats, {work.variant}: {type(reason).__name__}: {reason}; "
                f"after {game.decisions} decisions of the game dealt from {name.encode()!r}, "
                f"with answers from named_rng({name.encode()!r}, 'answers')"
            )
            return Done(work.seats, work.variant, number, decisions, positions, complaint)
        decisions += game.decisions
        positions += game.positions
    return Done(work.seats, work.variant, len(work.numbers), decisions, positions)


class Game:
    """A random game of the soak. Its name is the seed for its deal and for the random choice of its answers."""

    def __init__(self, game: str, options: Mapping[str, Scalar], seats: int, name: str) -> None:
        self.state: Final[State] = rules(game).new(options, seats, Deal(name.encode()))
        self.rng: Final[Rng] = named_rng(name.encode(), "answers")
        self.decisions = 0
        self.positions = 0

    def play(self, *, each_turn: bool, each_decision: bool) -> None:
        """Play the game to its end. Check its positions after each decision, after each turn, or only at the end."""
        state, rng = self.state, self.rng
        turn = state.turn
        while state.to_move != OVER:
            state.apply(state.sample(rng))
            self.decisions += 1
            if each_decision or (each_turn and state.turn != turn):
                self.ask()
            turn = state.turn
            if self.decisions > LONGEST:
                raise AssertionError(f"no end after {LONGEST} decisions")
        self.ask()

    def ask(self) -> None:
        """Raise an exception if the position breaks an invariant, or if its text, read back, gives another text."""
        self.positions += 1
        text = self.state.position()
        assert self.state.rules.from_position(text).position() == text, "a position reads back as another one"


if __name__ == "__main__":
    sys.exit(main())
