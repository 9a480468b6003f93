"""`python -m bench.training.forecasts GAME BOT`: learns to forecast which of two seats finishes ahead.

The program plays games of a house bot against itself, by default at tables of all sizes. Deals and choices follow from
the seed, so the same arguments give the same games. Then it fits a logistic regression (`arena.analysis.forecast`).

A stretch is all answers that one seat gives in one turn without interruption. Each stretch gives one row of the
regression. The row compares the seat that answered with another seat, at the beginning of the stretch and at its end.

One game of ten is held out of the fit. For these games, the program prints which part of the variance of results the
forecast explains, by quarter of the game.
"""

import argparse
import sys
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.analysis.forecast import (
    NO_OPTIONS,
    NOTE_KNOTS,
    PARTS,
    SUFFIX,
    TERM_KNOTS,
    TERMS,
    ForecastReader,
    between,
    packed,
)
from arena.bots.house import house
from arena.bots.notes import PHASES, SLOTS, NoteSum
from arena.games import GAMES
from arena.games.chance import Deal, named_rng
from arena.games.game import State
from arena.games.steps import OVER
from bench.training.noting import HELD_OUT

Floats: TypeAlias = NDArray[np.float32]
Numbers: TypeAlias = NDArray[np.int64]

PACKAGE: Final = Path(__file__).parents[2] / "arena" / "analysis" / "forecasts"
SEATS: Final = (2, 2, 2, 3, 4)  # of the games, in turn, unless others are named
EPOCHS: Final = 3  # unless another number is named: with few rows, more are needed
RATE: Final = 0.01
DECAY: Final = 1e-4
BLOCK: Final = 8192  # rows that are made at once
BATCH: Final = 512
SCALES: Final = (20.0, 20.0, 1.0)  # terms are divided by these, so that the decay treats all alike
SCALE: Final = 4.0  # of further terms
LARGEST: Final = 32000  # that a file can hold
NOTE_HATS: Final = np.array([between(NOTE_KNOTS, phase) for phase in range(PHASES)], np.float32)
TERM_HATS: Final = np.array([between(TERM_KNOTS, phase) for phase in range(PHASES)], np.float32)


@dataclass
class Seen:
    """Positions of games, each at the beginning of a stretch (a seat's answers in one turn), as flat arrays.

    Each position has values for each of its seats. `slots` has the notes: facts that hold for the seat. `counts` says
    how many notes the seat has. `terms` has numbers such as the seat's points. `pairs` has an item for each stretch:
    two seats to compare, and which of them finishes ahead.
    """

    slots: "array[int]" = field(default_factory=lambda: array("h"))
    counts: "array[int]" = field(default_factory=lambda: array("h"))  # of notes, by position and seat
    terms: "array[float]" = field(default_factory=lambda: array("f"))  # by position and seat
    # by stretch: its phase, the places in `counts` at its beginning of the seat that plays it and of another seat, how
    # far after these both are at its end, 1 if the first finishes ahead, the game, and the part of it that is over
    pairs: list[tuple[int, int, int, int, float, int, float]] = field(default_factory=list)


def main() -> int:
    """Play games, fit a forecast to them, print how well it predicts results, and write it to a file."""
    parser = argparse.ArgumentParser(prog="python -m bench.training.forecasts", description="Learn a forecast.")
    parser.add_argument("game", help="the game")
    parser.add_argument("bot", help="the house bot at all seats")
    parser.add_argument("--games", type=int, default=4000, metavar="N", help="(default: %(default)s)")
    parser.add_argument(
        "--seats", type=int, nargs="+", default=SEATS, metavar="N", help="of the games, in turn (default: %(default)s)"
    )
    parser.add_argument("--epochs", type=int, default=EPOCHS, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--seed", default="1", metavar="TEXT", help="of the deals and choices (default: %(default)s)")
    parser.add_argument("--into", type=Path, default=PACKAGE, metavar="FOLDER", help="(default: that of the package)")
    args = parser.parse_args()
    seen = played(args.game, args.bot, args.games, args.seed, args.seats)
    numbers, figures = fitted(seen, args.seed, args.epochs)
    name = f"{args.game}-{args.bot}"
    (args.into / f"{name}{SUFFIX}").write_bytes(packed(name, numbers))
    print(name, figures)
    return 0


def played(game: str, bot: str, games: int, seed: str, seats: Sequence[int] = SEATS) -> Seen:
    """Play games of a bot against itself, and return their positions."""
    seen, positions, player = Seen(), ForecastReader(game), house(bot).player
    for number in range(games):
        name = f"forecast {seed} {game} {bot} {number}".encode()
        state = GAMES[game].new({}, seats[number % len(seats)], Deal(name))
        rng, before, first = named_rng(name, "choices"), (OVER, OVER), len(seen.pairs)
        while state.to_move != OVER:
            if (state.to_move, state.turn) != before:
                see(seen, positions, state, number)
                before = (state.to_move, state.turn)
            state.apply(player.choose(state, rng))
        end(seen, first, state)
    return seen


def see(seen: Seen, positions: ForecastReader, state: State, game: int) -> None:
    """Add to `seen` a position at which a stretch (a seat's answers in one turn) begins.

    Store the notes (facts) and the terms (numbers such as points) of each seat. Also add an item to `seen.pairs`, which
    compares the seat that answers with another one. The result of the game is not known yet. So the item's field for it
    has `4 * own + other`, the numbers of both seats, until `end` replaces it.
    """
    tally, first = NoteSum(NO_OPTIONS, [0] * (SLOTS * PHASES), noting=True), len(seen.counts)
    positions.reader.note_seats(state)
    for seat, terms in enumerate(positions.terms(state)):
        tally.begin()
        positions.reader.note_seat(state, seat, tally)
        seen.slots.extend(tally.noted)
        seen.counts.append(len(tally.noted))
        seen.terms.extend(terms)
    seats, own = state.seats, state.to_move
    other = (own + 1 + len(seen.pairs) % (seats - 1)) % seats  # each of the others in turn
    phase = positions.reader.phase(state)
    seen.pairs.append((phase, first + own, first + other, seats, own * 4 + other, game, state.turn))


def end(seen: Seen, first: int, state: State) -> None:
    """Store the result of a finished game in its items of `seen.pairs`: those from the index `first` on.

    Each item compares two seats at the beginning and at the end of a stretch (a seat's answers in one turn). Remove the
    item of the last stretch, because `seen` has no position at its end.
    """
    places, last = state.placements(), len(seen.counts) - state.seats
    finished = seen.pairs[first:]
    del seen.pairs[first:]
    for phase, one, other, seats, pair, game, turn in finished:
        if one < last:
            mine, theirs = places[int(pair) // 4], places[int(pair) % 4]
            ahead = 0.5 if mine == theirs else float(mine < theirs)
            seen.pairs.append((phase, one, other, seats, ahead, game, turn / state.turn))


class Rows:
    """The rows of the regression. A row has the values of one seat minus those of another seat.

    The values are the notes (facts) and the terms (numbers such as points) at the beginning of a stretch, then those at
    its end. A stretch is a seat's answers in one turn. Each value has a column for each knot, a chosen phase of the
    game.
    """

    def __init__(self, seen: Seen) -> None:
        self.slots = np.frombuffer(seen.slots, np.int16).astype(np.int64)
        self.counts = np.frombuffer(seen.counts, np.int16).astype(np.int64)
        self.starts = np.cumsum(self.counts) - self.counts
        self.terms = np.frombuffer(seen.terms, np.float32).reshape(len(self.counts), -1)
        many = self.terms.shape[1]
        self.scales = np.array([*SCALES, *[SCALE] * (many - TERMS)], np.float32)
        self.terms = self.terms / self.scales
        pairs = np.array(seen.pairs)
        self.phase, self.one, self.other, self.apart = (pairs[:, at].astype(np.int64) for at in range(4))
        self.ahead = pairs[:, 4].astype(np.float32)
        self.game, self.over = pairs[:, 5].astype(np.int64), pairs[:, 6]
        self.used = np.unique(self.slots)
        self.column = np.full(SLOTS, -1)
        self.column[self.used] = np.arange(len(self.used))
        self.width = 2 * (len(self.used) * len(NOTE_KNOTS) + many * len(TERM_KNOTS))

    def matrix(self, rows: Numbers) -> Floats:
        """Return the rows of the regression with these indices, as an array with one line for each."""
        phase, one, other = self.phase[rows], self.one[rows], self.other[rows]
        apart = self.apart[rows]
        return np.concatenate([self.half(phase, one, other), self.half(phase, one + apart, other + apart)], axis=1)

    def half(self, phase: Numbers, one: Numbers, other: Numbers) -> Floats:
        """Return half of the columns of some rows: the values of one seat minus those of another, in one position.

        `matrix` calls this for the positions at the beginning of stretches, and again for those at their ends. The
        result has a line for each row. `one` and `other` have the indices of the two seats in `counts`.
        """
        notes = self.noted(one) - self.noted(other)
        terms = self.terms[one] - self.terms[other]
        by_knot = [
            (values[:, :, None] * hats[phase][:, None, :]).reshape(len(phase), -1)
            for values, hats in ((notes, NOTE_HATS), (terms, TERM_HATS))
        ]
        return np.concatenate(by_knot, axis=1)

    def noted(self, seats: Numbers) -> Floats:
        """Return an array with a line for each of these seats: how often each fact (note) holds for the seat."""
        counts = self.counts[seats]
        rows = np.repeat(np.arange(len(seats)), counts)
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        places = self.column[self.slots[np.repeat(self.starts[seats], counts) + within]]
        many = len(self.used)
        found = np.bincount(rows * many + places, minlength=len(seats) * many)
        return found.astype(np.float32).reshape(len(seats), many)


def fitted(seen: Seen, seed: str, epochs: int = EPOCHS) -> tuple[list[int], dict[str, Any]]:
    """Fit a forecast to all games except one in ten, which are held out.

    Return the numbers of the forecast for its file, and figures that say how well it explains the held-out games.
    """
    rows = Rows(seen)
    held = rows.game % HELD_OUT == 0
    weights = learned(rows, np.flatnonzero(~held), np.random.default_rng(list(seed.encode())), epochs)
    return numbers_of(rows, weights), figures_of(rows, np.flatnonzero(held), weights)


def learned(rows: Rows, training: Numbers, rng: np.random.Generator, epochs: int) -> Floats:
    """Return the weight of each column of the regression, fitted by Adam with a rate that falls to almost nothing."""
    weights, first, second = (np.zeros(rows.width, np.float32) for _ in range(3))
    step, steps = 0, epochs * (len(training) // BATCH + len(training) // BLOCK + 1)
    for _ in range(epochs):
        rng.shuffle(training)
        for at in range(0, len(training), BLOCK):
            block = training[at : at + BLOCK]
            matrix, ahead = rows.matrix(block), rows.ahead[block]
            for begin in range(0, len(block), BATCH):
                some = matrix[begin : begin + BATCH]
                gradient = some.T @ (odds(some @ weights) - ahead[begin : begin + BATCH]) / len(some) + DECAY * weights
                step += 1
                first += 0.1 * (gradient - first)
                second += 0.002 * (gradient**2 - second)
                rate = RATE * max(0.01, 1 - step / steps)
                weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.998**step)) + 1e-7)
    return weights


def odds(logits: Floats) -> Floats:
    """Return the probability of each logit."""
    found: Floats = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    return found


def numbers_of(rows: Rows, weights: Floats) -> list[int]:
    """Return the fitted weights as the list of whole numbers that a forecast's file has."""
    found: list[int] = []
    for side in np.split(weights, 2):
        notes = np.zeros((SLOTS, len(NOTE_KNOTS)))
        notes[rows.used] = side[: len(rows.used) * len(NOTE_KNOTS)].reshape(-1, len(NOTE_KNOTS))
        terms = side[len(rows.used) * len(NOTE_KNOTS) :].reshape(-1, len(TERM_KNOTS)) / rows.scales[:, None]
        whole = np.round(np.concatenate([notes.reshape(-1), terms.reshape(-1)]) * PARTS)
        found += [int(number) for number in np.clip(whole, -LARGEST, LARGEST)]
    return found


def figures_of(rows: Rows, held: Numbers, weights: Floats) -> dict[str, Any]:
    """Return a dict of figures: the number of rows, the number of columns, and how well the forecast explains results.

    The last one is a list with a number for each quarter of the game: the part of the variance of the results of the
    held-out rows that the forecast explains.
    """
    guess = np.concatenate([odds(rows.matrix(held[at : at + BLOCK]) @ weights) for at in range(0, len(held), BLOCK)])
    ahead, quarters = rows.ahead[held], np.minimum(3, (rows.over[held] * 4).astype(int))
    explained = [
        round(float(1 - ((ahead - guess)[quarters == at] ** 2).mean() / ahead[quarters == at].var()), 3)
        for at in range(4)
    ]
    return {"rows": len(rows.ahead), "columns": rows.width, "explained, by quarter": explained}


if __name__ == "__main__":
    sys.exit(main())
