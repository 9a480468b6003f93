"""Trains the network of `train_numpy.py` with PyTorch, and writes it to the same file.

It needs `pip install torch`:

python example_bots/training/train_torch.py --games 400
"""

import argparse
from typing import Any

import numpy as np
import torch
from cacao_games import games
from torch import nn

from arena.bots import Mcts

HIDDEN = 32
BATCH = 256


def main() -> None:
    """Play games, train a network with them, and write the network to a file."""
    parser = argparse.ArgumentParser(description="Train a network with PyTorch.")
    parser.add_argument("--games", type=int, default=400, help="games to learn from (default: %(default)s)")
    parser.add_argument(
        "--simulations", type=int, default=50, help="of the search that plays them (default: %(default)s)"
    )
    parser.add_argument("--epochs", type=int, default=20, help="times that each row is learned (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games and the network (default: %(default)s)")
    parser.add_argument("--out", default="network.npz", help="the file (default: %(default)s)")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rows, gained = (torch.from_numpy(array) for array in games(args.games, args.seed, Mcts(args.simulations)))
    network = nn.Sequential(nn.Linear(rows.shape[1], HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1, bias=False))
    train(network, rows, gained, args.epochs)
    first, second = network[0], network[2]
    weights: dict[str, Any] = {"first": first.weight.T, "bias": first.bias, "second": second.weight[0]}
    np.savez(args.out, **{name: weight.detach().numpy() for name, weight in weights.items()})


def train(network: Any, rows: Any, gained: Any, epochs: int) -> None:
    """Train the network with Adam.

    One row in ten is not used for training, but to print the error after each epoch.
    """
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3)
    kept = len(rows) * 9 // 10
    for epoch in range(epochs):
        for batch in torch.randperm(kept).split(BATCH):
            error = nn.functional.mse_loss(network(rows[batch])[:, 0], gained[batch])
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
        with torch.no_grad():
            missed = nn.functional.mse_loss(network(rows[kept:])[:, 0], gained[kept:])
        print(f"epoch {epoch + 1}: error {missed:.4f}")


if __name__ == "__main__":
    main()
