"""Environments for learners, after `pip install 'tlachtli[rl]'`; `docs/learning.md` explains them.

`batch` plays many games in parallel and shows them as NumPy arrays. `aec` is a PettingZoo environment, `solo_seat` a
Gymnasium one.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from arena.errors import UsageError
from arena.games.game import Scalar

if TYPE_CHECKING:
    from arena_sdk.env.aec_env import GameAec
    from arena_sdk.env.batched import GameBatch
    from arena_sdk.env.seat_env import Opponent, SeatEnv

Seed = int | str
Numbers = Literal["int8", "float32"]


def batch(  # noqa: PLR0913 -- each has a name and a default
    game: str,
    seats: int | None = None,
    n: int = 64,
    *,
    seed: Seed | None = None,
    options: Mapping[str, Scalar] | None = None,
    observations: Numbers | None = "int8",
) -> "GameBatch":
    """Return a batch of `n` parallel games. One call plays an action in each of them.

    `observations` is the number type of the observation arrays. If it is None, no observations are written, which
    saves time.
    """
    made: GameBatch = _part("batched", "numpy").GameBatch(game, seats, n, seed, options or {}, observations)
    return made


def aec(
    game: str, seats: int | None = None, *, options: Mapping[str, Scalar] | None = None, render_mode: str | None = None
) -> "GameAec":
    """Return a PettingZoo environment of one game, in which the seats act one after another."""
    made: GameAec = _part("aec_env", "pettingzoo").GameAec(game, seats, options or {}, render_mode)
    return made


def solo_seat(  # noqa: PLR0913 -- each has a name and a default
    game: str,
    seats: int | None = None,
    *,
    seat: int | None = 0,
    opponents: "Opponent | Sequence[Opponent]" = "random",
    options: Mapping[str, Scalar] | None = None,
    render_mode: str | None = None,
) -> "SeatEnv":
    """Return a Gymnasium environment of one seat.

    Each of the other seats is played by a house bot, a Player, or a policy: a function from observation to action.

    If `seat` is None, a seat is drawn for each game.
    """
    made: SeatEnv = _part("seat_env", "gymnasium").SeatEnv(game, seats, seat, opponents, options or {}, render_mode)
    return made


def _part(name: str, needed: str) -> Any:
    """Return the module of this package with this name.

    Raise UsageError if a package that the module needs is not installed.
    """
    try:
        return import_module(f"arena_sdk.env.{name}")
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in {"numpy", "pettingzoo", "gymnasium"}:
            raise
        raise UsageError(f"{needed} is not installed: expected pip install 'tlachtli[rl]'") from None
