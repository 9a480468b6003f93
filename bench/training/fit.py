"""Weights that fit notes: a softmax of options to visits, and a ridge regression of leads between seats."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.bots.learned import STEP, UNIT
from arena.bots.tally import LEVEL, PHASES, PLACES, SLOTS, WIDTH
from bench.training.notes import Notes

SHARPER: Final = 2.5  # visits to this power are the shares that options are to have
RATE: Final = 0.05
DECAY: Final = 3e-6
BATCH: Final = 400  # decisions
KNOTS: Final = (0, 2, 5, 9, 15, 23)  # phases between which weights of notes on seats go in a straight line


def fit_options(
    notes: Notes, epochs: int, seed: int, start: NDArray[np.float64] | None = None
) -> tuple[NDArray[np.float64], list[float]]:
    """Return a weight for each place, by Adam, and the figures of the curve."""
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


def gradient_of(notes, weights, decisions, begins, ends):
    """Return the gradient of the mean loss of decisions, the loss, and the share of first choices that agree."""
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


def loss(notes, weights, decisions, begins, ends):
    """Return the mean loss of decisions and the share of first choices that agree."""
    if len(decisions) == 0:
        return 0.0, 0.0
    _, entropy, agreed = gradient_of(notes, weights, decisions[:8000], begins, ends)
    return round(float(entropy), 4), round(float(agreed), 4)


def quantised_options(weights) -> bytes:
    """Return weights as bytes."""
    return bytes((np.clip(np.round(weights * STEP), -127, 127) + LEVEL).astype(np.uint8))


# Seats ---------------------------------------------------------------------------------------------------------------


def hats() -> NDArray[np.float32]:
    """Return how much each phase has of each knot."""
    table = np.zeros((PHASES, len(KNOTS)), np.float32)
    for phase in range(PHASES):
        for knot in range(len(KNOTS)):
            table[phase, knot] = np.interp(phase, KNOTS, [float(k == knot) for k in range(len(KNOTS))])
    return table


def fit_seats(notes: Notes, ridge: float) -> tuple[NDArray[np.float64], dict[str, float]]:
    """Return a weight in points for each slot and phase, and how well they tell the final lead."""
    used = np.unique(np.concatenate([np.concatenate(row[1:3]) for row in notes.seats]))
    column = np.full(SLOTS, -1)
    column[used] = np.arange(len(used))
    templates = np.unique(used // WIDTH)
    of_template = np.full(SLOTS // WIDTH, -1)
    of_template[templates] = np.arange(len(templates))
    table = hats()
    knots = len(KNOTS)
    width = len(used) * (knots + 1) + len(templates) * knots
    held = np.array(notes.seats_held)
    rows = len(notes.seats)
    gram, moment = np.zeros((width, width), np.float32), np.zeros(width)
    targets = np.array([row[3] for row in notes.seats], np.float64)
    leads = np.array([row[4] for row in notes.seats], np.float64)
    promised = np.array([row[5] for row in notes.seats], np.float64)

    def matrix(numbers):
        block = np.zeros((len(numbers), width), np.float32)
        for line, number in enumerate(numbers):
            phase, one, other, *_ = notes.seats[number]
            for sign, slots in ((1.0, one), (-1.0, other)):
                at = column[slots]
                for knot in np.flatnonzero(table[phase]):
                    np.add.at(block[line], at * (knots + 1) + knot, sign * table[phase, knot])
                    np.add.at(
                        block[line],
                        len(used) * (knots + 1) + of_template[slots // WIDTH] * knots + knot,
                        sign * table[phase, knot] * (slots % WIDTH) * 0.5,
                    )
                np.add.at(block[line], at * (knots + 1) + knots, sign * 1.5)
        return block

    training = np.flatnonzero(~held)
    for at in range(0, len(training), 4000):
        numbers = training[at : at + 4000]
        block = matrix(numbers)
        gram += block.T @ block
        moment += block.T @ targets[numbers]
    solved = np.linalg.solve(gram.astype(np.float64) + ridge * np.eye(width), moment)
    test = np.flatnonzero(held)
    guess = np.concatenate([matrix(test[at : at + 4000]) @ solved for at in range(0, len(test), 4000)])
    figures = {
        "positions": rows,
        "columns": width,
        "learned": fitness(leads[test], promised[test] + guess),
        "baseline": fitness(leads[test], promised[test]),
        "baseline scaled": fitness(leads[test], promised[test] * np.polyfit(promised[training], leads[training], 1)[0]),
    }
    weights = np.zeros((SLOTS, PHASES))
    for slot in used:
        at = column[slot]
        own = table @ solved[at * (knots + 1) : at * (knots + 1) + knots] + 1.5 * solved[at * (knots + 1) + knots]
        begin = len(used) * (knots + 1) + of_template[slot // WIDTH] * knots
        weights[slot] = own + table @ solved[begin : begin + knots] * (slot % WIDTH) * 0.5
    return weights, figures


def fitness(true, guess) -> float:
    """Return which part of the variance a guess explains."""
    return round(float(1 - ((true - guess) ** 2).sum() / (true**2).sum()), 4)


def quantised_seats(weights) -> list[int]:
    """Return weights in hundredths of a point."""
    return [int(weight) for weight in np.clip(np.round(weights * UNIT), -32000, 32000).reshape(-1)]
