"""Fits the weights of the learned bots to games of a search. Each weight belongs to a fact about an option or a seat.

Weights of options are fitted by softmax: the options that the search visited most shall get the highest values. Weights
of seats are fitted by ridge regression to the part of the final leads that an evaluation without weights does not
predict.
"""

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.bots.learned import STEP, UNIT
from arena.bots.notes import LEVEL, PHASES, PLACES, SLOTS, WIDTH
from bench.training.noting import Notes

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]

SHARPER: Final = 2.5  # visits to this power are the shares that options are to have
RATE: Final = 0.05
DECAY: Final = 3e-6
SLOPE: Final = 0.5  # the larger, the more a straight line through the values of a note is preferred
ROWS: Final = 2000  # pairs of seats in a block
BATCH: Final = 400  # decisions
KNOTS: Final = (0, 4, 10, 20)  # phases between which weights of notes on seats go in a straight line


def fit_options(
    notes: Notes, epochs: int, seed: int, start: Floats | None = None
) -> tuple[Floats, list[tuple[float, float]]]:
    """Fit the weights of facts about options by the method Adam. Return the weights, and a list of pairs.

    There is a pair for the start and for each epoch: the mean loss, and the share of decisions in which weights and
    search prefer the same option. Both are measured on decisions that were held out of the fit.
    """
    rng = np.random.default_rng(seed)
    weights = np.zeros(PLACES) if start is None else start.copy()
    first, second = np.zeros(PLACES), np.zeros(PLACES)
    ends = np.cumsum([len(visits) for visits in notes.visits])
    begins = ends - [len(visits) for visits in notes.visits]
    held = np.array(notes.held)
    training = np.flatnonzero(~held)
    test = np.flatnonzero(held)
    curve = [loss(notes, weights, test, begins, ends)]
    step = 0
    for epoch in range(epochs):
        rng.shuffle(training)
        rate = RATE * (0.5 ** (epoch / 2))
        for at in range(0, len(training), BATCH):
            gradient, _, _ = gradient_of(notes, weights, training[at : at + BATCH], begins, ends)
            gradient += DECAY * weights
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.01 * (gradient**2 - second)
            weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
        curve.append(loss(notes, weights, test, begins, ends))
        print(f"options: epoch {epoch + 1}, held-out loss and share of first choices {curve[-1]}", flush=True)
    return weights, curve


def gradient_of(
    notes: Notes, weights: Floats, decisions: Numbers, begins: Numbers, ends: Numbers
) -> tuple[Floats, float, float]:
    """Return the gradient of the mean loss over some decisions, the loss, and a share of the decisions.

    The share is that of the decisions in which weights and search prefer the same option.
    """
    options = np.concatenate([np.arange(begins[d], ends[d]) for d in decisions])
    sizes = ends[decisions] - begins[decisions]
    starts = np.cumsum(sizes) - sizes
    chosen = [notes.places[o] for o in options]
    lengths = np.array([len(c) for c in chosen])
    flat = np.concatenate(chosen)
    of_option = np.cumsum(lengths) - lengths
    logits = np.add.reduceat(weights[flat], of_option)
    logits -= np.repeat(np.maximum.reduceat(logits, starts), sizes)
    shares = np.exp(logits)
    shares /= np.repeat(np.add.reduceat(shares, starts), sizes)
    wanted = np.concatenate([notes.visits[d] for d in decisions]).astype(np.float64) ** SHARPER
    wanted /= np.repeat(np.add.reduceat(wanted, starts), sizes)
    error = (shares - wanted) / len(decisions)
    gradient = np.bincount(flat, np.repeat(error, lengths), minlength=PLACES)
    entropy = -(wanted * np.log(np.maximum(shares, 1e-9))).sum() / len(decisions)
    best = shares >= np.repeat(np.maximum.reduceat(shares, starts), sizes)
    agreed = best[starts].mean()  # options come with the most visited first
    return gradient, entropy, agreed


def loss(notes: Notes, weights: Floats, decisions: Numbers, begins: Numbers, ends: Numbers) -> tuple[float, float]:
    """Return the mean loss of some decisions, and the share in which weights and search prefer the same option."""
    if len(decisions) == 0:
        return 0.0, 0.0
    _, entropy, agreed = gradient_of(notes, weights, decisions[:8000], begins, ends)
    return round(float(entropy), 4), round(float(agreed), 4)


def quantised_options(weights: Floats) -> bytes:
    """Return the learned weights of facts about options as bytes: one byte for each weight, rounded and limited."""
    return bytes((np.clip(np.round(weights * STEP), -127, 127) + LEVEL).astype(np.uint8))


# Seats ---------------------------------------------------------------------------------------------------------------


class Columns:
    """The columns of the regression: one for each slot at each knot, and one for each template at each knot.

    A template is a kind of fact about a seat, such as "sun tokens"; a slot is a template with one value, such as two
    sun tokens. A knot is one of a few chosen phases of the game; weights of phases between are interpolated. The
    columns of a template give a weight that grows with the value.
    """

    def __init__(self, notes: Notes) -> None:
        self.used = np.unique(np.concatenate([np.concatenate(row[1:3]) for row in notes.seats]))
        self.of_slot = np.full(SLOTS, -1)
        self.of_slot[self.used] = np.arange(len(self.used))
        templates = np.unique(self.used // WIDTH)
        self.of_template = np.full(SLOTS // WIDTH, -1)
        self.of_template[templates] = len(self.used) + np.arange(len(templates))
        self.width = (len(self.used) + len(templates)) * len(KNOTS)
        self.hats = hats()

    def matrix(self, notes: Notes, numbers: Numbers) -> NDArray[np.float32]:
        """Return the matrix of the regression: a row for each of these pairs of seats, and the columns of this class.

        `numbers` has the indices of the pairs in `notes.seats`. Facts about a pair's first seat count positive, those
        about the second seat negative.
        """
        cells, amounts = [], []
        for side, sign in ((1, 1.0), (2, -1.0)):
            slots = [notes.seats[number][side] for number in numbers]
            rows = np.repeat(np.arange(len(numbers)), [len(each) for each in slots])
            phases = np.array([notes.seats[number][0] for number in numbers])[rows]
            flat = np.concatenate(slots)
            for knot in range(len(KNOTS)):
                amount = sign * self.hats[phases, knot]
                cells += [rows * self.width + self.of_slot[flat] * len(KNOTS) + knot]
                cells += [rows * self.width + self.of_template[flat // WIDTH] * len(KNOTS) + knot]
                amounts += [amount, amount * (flat % WIDTH) * SLOPE]
        whole = np.bincount(np.concatenate(cells), np.concatenate(amounts), minlength=len(numbers) * self.width)
        return whole.astype(np.float32).reshape(len(numbers), self.width)

    def weights(self, solved: Floats) -> Floats:
        """Return an array with the weight of each slot (row) in each phase of the game (column).

        A slot is a kind of fact about a seat together with a value, such as two sun tokens. `solved` has the fitted
        weight of each column of the regression.
        """
        parts = solved.reshape(-1, len(KNOTS)) @ self.hats.T
        weights = np.zeros((SLOTS, PHASES))
        slopes = parts[self.of_template[self.used // WIDTH]] * (self.used % WIDTH)[:, None] * SLOPE
        weights[self.used] = parts[self.of_slot[self.used]] + slopes
        return weights


def hats() -> Floats:
    """Return a matrix for linear interpolation, with a row for each phase of the game, and a column for each knot.

    The knots are the few phases in `KNOTS`, for which weights are fitted. A number says how much the weight of this
    knot counts in this phase: 1 at the knot itself, less on the way to the next knot, and 0 from there on.
    """
    table = np.zeros((PHASES, len(KNOTS)))
    for knot in range(len(KNOTS)):
        table[:, knot] = np.interp(range(PHASES), KNOTS, [float(each == knot) for each in range(len(KNOTS))])
    return table


def fit_seats(notes: Notes, ridge: float) -> tuple[Floats, dict[str, Any]]:
    """Fit the weights of facts about seats. Return an array of the weights, in points, by fact and phase of the game.

    Also return a dict of figures, which say how well the weights predict the final lead in games held out of the fit.
    """
    columns = Columns(notes)
    held = np.array(notes.seats_held)
    missing = np.array([row[3] for row in notes.seats])
    leads = np.array([row[4] for row in notes.seats])
    promised = np.array([row[5] for row in notes.seats])
    gram, moment = np.zeros((columns.width, columns.width), np.float32), np.zeros(columns.width)
    training, test = np.flatnonzero(~held), np.flatnonzero(held)
    for at in range(0, len(training), ROWS):
        numbers = training[at : at + ROWS]
        block = columns.matrix(notes, numbers)
        gram += block.T @ block
        moment += block.T @ missing[numbers]
    solved = np.linalg.solve(gram + np.float32(ridge) * np.eye(columns.width, dtype=np.float32), moment)
    guess = [columns.matrix(notes, test[at : at + ROWS]) @ solved for at in range(0, len(test), ROWS)]
    factor = np.polyfit(promised[training], leads[training], 1)[0]
    figures = {
        "pairs": len(notes.seats),
        "columns": columns.width,
        "ridge": ridge,
        "learned": fitness(leads[test], promised[test] + np.concatenate(guess)),
        "before": fitness(leads[test], promised[test]),
        "before, scaled": fitness(leads[test], promised[test] * factor),
    }
    return columns.weights(solved), figures


def fitness(true: Floats, guess: Floats) -> float:
    """Return the share of `true` that `guess` explains: 1 minus the squared error divided by the sum of squares."""
    return round(float(1 - ((true - guess) ** 2).sum() / (true**2).sum()), 4)


def quantised_seats(weights: Floats) -> list[int]:
    """Return the learned weights of facts about seats, rounded to whole hundredths of a point."""
    return [int(weight) for weight in np.clip(np.round(weights * UNIT), -32000, 32000).reshape(-1)]
