"""`scripts/train GAME` is one piece of training. Each piece continues where the last one ended.

A piece plays games of a search against itself, in one process per core. The search is `mcts` before the first weights
exist, then `learned` with the newest weights. Then the piece fits weights to the games of all pieces, and stores them
as the checkpoint. Games and weights stay in the folder, so a piece that is stopped loses no game.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from arena.bots.weights import SUFFIX, Weights, packed
from bench.environment import HOME
from bench.training.fit import fit_options, fit_seats, quantised_options, quantised_seats
from bench.training.noting import HELD_OUT, Notes, lines_of, read
from bench.training.selfplay import TABLES

PACKAGE: Final = Path(__file__).parents[2] / "arena" / "bots" / "learned_weights"
LATEST: Final = 1500  # games of which options are learned: the latest, by the strongest players
RIDGE: Final = {"cacao": 20.0, "teotihuacan": 2000.0}  # duels chose them, not the part of the variance
EPOCHS: Final = 5


def main() -> int:
    """Play games, and fit weights to all games. Return 0."""
    parser = argparse.ArgumentParser(prog="scripts/train", description="Train the learned bots for one piece of time.")
    parser.add_argument("game", choices=list(TABLES), help="the game")
    parser.add_argument(
        "--minutes", type=float, default=25, metavar="M", help="play for so long (default: %(default)s)"
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=len(os.sched_getaffinity(0)),
        metavar="N",
        help="of self-play (default: one for each core)",
    )
    parser.add_argument("--folder", type=Path, default=HOME / "training", metavar="FOLDER", help="what is stored")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the deals (default: %(default)s)")
    parser.add_argument("--install", action="store_true", help="put the checkpoint into the package")
    args = parser.parse_args()
    folder = args.folder / args.game
    folder.mkdir(parents=True, exist_ok=True)
    checkpoint = folder / f"{args.game}{SUFFIX}"
    pieces = len(list(folder.glob("figures-*.json")))
    play(args, folder, checkpoint, pieces + 1)
    figures = fitted(args.game, folder, checkpoint, args.seed)
    (folder / f"figures-{pieces + 1}.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures, indent=1))
    if args.install:
        (PACKAGE / checkpoint.name).write_bytes(checkpoint.read_bytes())
    return 0


def play(args: argparse.Namespace, folder: Path, checkpoint: Path, piece: int) -> None:
    """Play games in several processes for the given minutes. Write them to the folder."""
    known = [str(checkpoint)] if checkpoint.exists() else []
    processes = []
    for number in range(args.processes):
        file = folder / f"games-{piece:02d}-{number}.jsonl"
        seed = f"{args.seed} {piece} {number}"
        words = [args.game, str(file), seed, str(args.minutes), *known]
        processes.append(subprocess.Popen([sys.executable, "-m", "bench.training.selfplay", *words]))  # noqa: S603  ours
    for process in processes:
        if process.wait() != 0:
            raise SystemExit(f"self-play ended with {process.returncode}; its message stands above")


def fitted(game: str, folder: Path, checkpoint: Path, seed: int) -> dict[str, Any]:
    """Fit weights to all games, store them, and return the numbers of games and decisions, and the fit's quality."""
    games = list(lines_of(sorted(folder.glob("games-*.jsonl"))))
    if len(games) < HELD_OUT:
        raise SystemExit(f"{folder} has {len(games)} games: expected {HELD_OUT} or more; play for longer")
    notes = Notes()
    read(notes, game, games[-LATEST:])
    read(notes, game, games[:-LATEST], options=False)
    options, curve = fit_options(notes, EPOCHS, seed)
    seats, figures = fit_seats(notes, RIDGE[game])
    weights = Weights(quantised_options(options), quantised_seats(seats))
    part = checkpoint.with_suffix(".part")
    part.write_bytes(packed(game, weights))
    part.replace(checkpoint)
    return {"games": notes.games, "decisions": len(notes.visits), "options": curve, "seats": figures}


if __name__ == "__main__":
    sys.exit(main())
