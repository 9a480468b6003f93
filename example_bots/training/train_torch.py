"""Trains the network of `train_numpy.py` with PyTorch, and writes it to the same file.

It needs `pip install torch`:

python example_bots/training/train_torch.py --games 400
"""

from copy import deepcopy
from typing import Any

import numpy as np
import torch
from cacao_games import arguments, games
from torch import nn

from arena.bots import Mcts

HIDDEN = 32
BATCH = 256


def main() -> None:
    """Play games, train a network with them, and write the network to a file."""
    args = arguments("PyTorch")
    torch.manual_seed(args.seed)
    rows, gained = (torch.from_numpy(array) for array in games(args.games, args.seed, Mcts(args.simulations)))
    network = nn.Sequential(nn.Linear(rows.shape[1], HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1, bias=False))
    train(network, rows, gained, args.epochs)
    first, second = network[0], network[2]
    weights: dict[str, Any] = {"first": first.weight.T, "bias": first.bias, "second": second.weight[0]}
    np.savez(args.out, **{name: weight.detach().numpy() for name, weight in weights.items()})
    print(f"{args.out} is written")


def train(network: Any, rows: Any, gained: Any, epochs: int) -> None:
    """Train the network with Adam.

    One row in ten is not used for training, but to measure the error after each epoch. At the end, the network has the
    weights of the epoch with the smallest error.
    """
    optimiser = torch.optim.AdamW(network.parameters(), lr=3e-3)
    kept = len(rows) * 9 // 10
    best, least = network.state_dict(), float("inf")
    for epoch in range(epochs):
        for batch in torch.randperm(kept).split(BATCH):
            error = nn.functional.mse_loss(network(rows[batch])[:, 0], gained[batch])
            optimiser.zero_grad()
            error.backward()
            optimiser.step()
        with torch.no_grad():
            missed = nn.functional.mse_loss(network(rows[kept:])[:, 0], gained[kept:])
        print(f"epoch {epoch + 1}: error {missed:.4f}")
        if missed < least:
            best, least = deepcopy(network.state_dict()), missed
    network.load_state_dict(best)


if __name__ == "__main__":
    main()
