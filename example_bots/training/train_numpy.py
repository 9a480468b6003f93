"""Trains a network of one hidden layer with NumPy, and writes it to a file that `networked.py` plays with.

python example_bots/training/train_numpy.py --games 400
"""

import numpy as np
from cacao_games import Rows, arguments, games

from arena.bots import Mcts

HIDDEN = 32
BATCH = 256


def main() -> None:
    """Play games, train a network with them, and write the network to a file."""
    args = arguments("NumPy")
    rows, gained = games(args.games, args.seed, Mcts(args.simulations))
    print(f"{args.games} games, {len(rows)} rows")
    np.savez(args.out, **trained(rows, gained, args.epochs, args.seed))
    print(f"{args.out} is written")


def answer(network: dict[str, Rows], rows: Rows) -> tuple[Rows, Rows]:
    """Return two arrays that the network computes from `rows`, an array with a seat's view in each row.

    The first has the values of the hidden layer for each view. The second has one number for each view: by how much the
    network expects the seat's lead to grow until the end of the game.
    """
    hidden = np.tanh(rows @ network["first"] + network["bias"])
    return hidden, hidden @ network["second"]


def trained(rows: Rows, gained: Rows, epochs: int, seed: int) -> dict[str, Rows]:
    """Return a network, as a dict of arrays of weights, trained by gradient descent with momentum.

    One row in ten is not used for training, but to measure the error after each epoch. The returned network is that of
    the epoch with the smallest error.
    """
    rng = np.random.default_rng(seed)
    network = {
        "first": (rng.standard_normal((rows.shape[1], HIDDEN)) * 0.1).astype(np.float32),
        "bias": np.zeros(HIDDEN, np.float32),
        "second": np.zeros(HIDDEN, np.float32),
    }
    speed = {name: np.zeros_like(weights) for name, weights in network.items()}
    kept = len(rows) * 9 // 10
    best, least = network, np.inf
    for epoch in range(epochs):
        order = rng.permutation(kept)
        for at in range(0, kept, BATCH):
            batch = order[at : at + BATCH]
            for name, slope in slopes(network, rows[batch], gained[batch]).items():
                speed[name] = 0.9 * speed[name] - 0.05 * (slope + 1e-4 * network[name])
                network[name] += speed[name]
        missed = np.mean((answer(network, rows[kept:])[1] - gained[kept:]) ** 2)
        print(f"epoch {epoch + 1}: error {missed:.4f}, without a network {np.mean(gained[kept:] ** 2):.4f}")
        if missed < least:
            best, least = {name: weights.copy() for name, weights in network.items()}, missed
    return best


def slopes(network: dict[str, Rows], rows: Rows, gained: Rows) -> dict[str, Rows]:
    """Return the gradient of the error: arrays of its derivatives by each weight, named as in `network`."""
    hidden, expected = answer(network, rows)
    error = (expected - gained) / len(rows)
    back = np.outer(error, network["second"]) * (1 - hidden**2)
    return {"first": rows.T @ back, "bias": back.sum(axis=0), "second": hidden.T @ error}


if __name__ == "__main__":
    main()
