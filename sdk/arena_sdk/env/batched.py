"""Many games in one call. Their state is written into NumPy arrays that are made once."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from arena.errors import UsageError
from arena.games import rules
from arena.games.batch import Batch
from arena.games.game import Scalar
from arena_sdk.env.seeds import seed_text

NUMBERS: Final = (None, "int8", "float32")
MOST: Final = 1 << 20  # games


class GameBatch:
    """`n` parallel games. Every array has one row for each game, and each step overwrites the arrays.

    `seats` has the seat that is asked next. `observations` has what this seat sees, `masks` the actions that it may
    choose, as bits (`mask` unpacks them). If `done` is true for a game, the last step has ended it: `rewards` and
    `scores` have its result, and the other arrays already show the first decision of a new game.
    """

    def __init__(  # noqa: PLR0913, PLR0917 -- as `env.batch` gives them
        self,
        game: str,
        seats: int | None,
        n: Any,
        seed: Any,
        options: Mapping[str, Scalar],
        observations: str | None,
    ) -> None:
        if not isinstance(n, int) or not 1 <= n <= MOST:
            raise UsageError(f"{n!r} games: expected 1 to {MOST:,}")
        if observations not in NUMBERS:
            raise UsageError(f"observations {observations!r}: expected 'int8', 'float32' or None")
        known = rules(game)
        self._batch = Batch(known, known.seat_count(seats), options)
        self._form: Final = observations
        self.n: Final = n
        self._make_arrays()
        self.reset(seed)

    def _make_arrays(self) -> None:
        """Make the NumPy arrays into which each step writes seats, masks, observations and results."""
        batch, n = self._batch, self.n
        columns = batch.observation.size if self._form else 0
        self._bytes: npt.NDArray[np.int8] = np.zeros((n, columns), np.int8)
        self._shares = (1 / np.array(batch.observation.scales[:columns])).astype(np.float32)
        self.observations: npt.NDArray[Any] = (
            np.zeros((n, columns), np.float32) if self._form == "float32" else self._bytes
        )
        self.masks: npt.NDArray[np.uint8] = np.zeros((n, batch.actions.mask_bytes), np.uint8)
        self.seats: npt.NDArray[np.int8] = np.zeros(n, np.int8)
        self.rewards: npt.NDArray[np.float32]
        self.scores: npt.NDArray[np.int32]
        self.done: npt.NDArray[np.bool_]
        # Of all games in one array, so that one call clears it.
        self._results = np.zeros(n * (8 * batch.seats + 1), np.uint8)
        rewards, scores, done = np.split(self._results, [n * 4 * batch.seats, n * 8 * batch.seats])
        self.rewards = rewards.view(np.float32).reshape(n, batch.seats)
        self.scores = scores.view(np.int32).reshape(n, batch.seats)
        self.done = done.view(np.bool_)
        self._rows = self._bytes.data.cast("B") if columns else None
        self._masks = self.masks.data.cast("B")
        self._seats = self.seats.data.cast("B")
        self._done: memoryview[Any] = self.done.data
        self._rewards: memoryview[Any] = self.rewards.data
        self._scores: memoryview[Any] = self.scores.data

    # Contents --------------------------------------------------------------------------------------------------------

    @property
    def actions(self) -> int:
        """Return the number of possible action indices."""
        return self._batch.actions.size

    @property
    def action_names(self) -> list[str]:
        """Return the name of every action, in the order of the action indices."""
        return self._batch.actions.names()

    @property
    def observation_names(self) -> list[str]:
        """Return the name of every column of an observation, in the order of the columns."""
        return self._batch.observation.names

    @property
    def decisions(self) -> int:
        """Return the number of options played since the batch was made. An option may consist of several actions."""
        return self._batch.decisions

    def mask(self) -> npt.NDArray[np.bool_]:
        """Return the masks as a new array of n x actions, with True for each offered action."""
        bits = np.unpackbits(self.masks, axis=1, count=self.actions, bitorder="little")
        return bits.view(np.bool_)

    # Playing ---------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | str | None = None) -> None:
        """Begin `n` new games. All deals of these games and of later ones come from the seed."""
        self._batch.deal(self.n, seed_text(seed))
        self._written()

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game. If one of them is not offered, raise UsageError and play none."""
        self._batch.step(self._listed(actions))
        self._written()

    def _listed(self, actions: npt.ArrayLike) -> list[int]:
        """Return the actions as a list. Raise UsageError if they are not `n` whole numbers."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise UsageError(f"actions of {given.dtype} {given.shape}: expected whole numbers of shape ({self.n},)")
        found: list[int] = given.tolist()
        return found

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a random action for every game. Every offered option is equally likely."""
        return np.array(self._batch.sample(), np.int64)

    def _written(self) -> None:
        """Write the seats, masks, results and observations of all games into the arrays."""
        batch = self._batch
        batch.write_masks(self._masks, self._seats)
        self._results.fill(0)
        if batch.ended:
            self._write_results()
        if self._rows is not None:
            batch.write_observations(self._rows)
            if self._form == "float32":
                np.multiply(self._bytes, self._shares, out=self.observations)

    def _write_results(self) -> None:
        """Write the rewards and scores of the games that ended in the last step into the arrays."""
        batch = self._batch
        for number, rewards, scores in zip(batch.ended, batch.rewards, batch.scores, strict=True):
            self._done[number] = True
            for seat in range(batch.seats):
                self._rewards[number, seat] = rewards[seat]
                self._scores[number, seat] = scores[seat]

    # Copies ----------------------------------------------------------------------------------------------------------

    def clone(self) -> "GameBatch":
        """Return a copy with its own arrays. It continues exactly as this batch would."""
        copy = object.__new__(GameBatch)
        copy.__dict__.update(_form=self._form, n=self.n, _batch=self._batch.clone())
        copy._make_arrays()
        copy._written()
        return copy

    def save(self) -> bytes:
        """Return all games as bytes, including hidden information and the random state."""
        return self._batch.save()

    def load(self, saved: bytes) -> None:
        """Load saved games. Raise UsageError unless their number, game and versions equal those of this batch."""
        self._batch.load(saved, self.n)
        self._written()
