"""One game inside an environment: its position, the part of a decision that is asked, and a seat's observation."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from arena.games import rules
from arena.games.chance import Deal
from arena.games.game import Scalar, State
from arena.games.rows import put_cells, set_bits
from arena.games.steps import OVER
from arena.games.tensors import ILLEGAL, NO_PREFIX, UNSETTLED, ActionSpace, Cells, ObservationSpace, Question

Observed = dict[str, npt.NDArray[np.int8]]


class GameTable:
    """One game that is played part by part: a decision may take several answers."""

    def __init__(self, game: str, seats: int | None, options: Mapping[str, Scalar]) -> None:
        self.rules: Final = rules(game)
        self.seats: Final = self.rules.seat_count(seats)
        self.settings: Final = self.rules.complete(options)
        self.actions: Final[ActionSpace] = self.rules.action_space(self.seats)
        self.observation: Final[ObservationSpace] = self.rules.observation_space(self.seats)
        self.players: Final = [seat for seat in range(self.seats) if seat not in self.rules.automata]
        self._cells: Final = Cells(self.observation.size)
        self._question: Question | None = None

    def deal(self, seed: str) -> None:
        """Begin a new game; its deal comes from the seed."""
        state = self.rules.new(self.settings, self.seats, Deal(seed.encode()))
        self._question = Question(self.actions, state)

    @property
    def question(self) -> Question:
        """Return the question that is asked now. A game must have been dealt."""
        assert self._question is not None, "a game is dealt before it is played"
        return self._question

    @property
    def is_dealt(self) -> bool:
        """True if a game has begun."""
        return self._question is not None

    @property
    def state(self) -> State:
        """Return the position."""
        return self.question.state

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.state.to_move == OVER

    def answer(self, action: int) -> bool:
        """Answer a part of a decision. Return False if the action is not offered."""
        option = self.question.answer(action)
        if option == ILLEGAL:
            return False
        if option != UNSETTLED:
            self.play(option)
        return True

    def play(self, option: int) -> None:
        """Play an option of the engine as the whole answer to a decision."""
        state = self.state
        state.apply(option)
        self.question.ask(state)

    def observed(self, seat: int) -> Observed:
        """Return the observation of a seat and the mask of its actions. The mask is empty if another seat is asked."""
        return {"observation": self.columns(seat), "action_mask": self.mask(seat)}

    def columns(self, seat: int) -> npt.NDArray[np.int8]:
        """Return the observation of a seat, one number for each column."""
        row = np.zeros(self.observation.size, np.int8)
        state, cells = self.state, self._cells
        cells.used = 0
        self.observation.write_lasting(state, cells)
        self.observation.write_grown(state, 0, cells)
        prefix = self.question.prefix if state.to_move == seat else NO_PREFIX
        self.observation.write(state, seat, prefix, cells)
        put_cells(row.data.cast("B"), cells.columns, cells.numbers, cells.used)
        return row

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return an array with 1 for every action that a seat can take now."""
        if self.state.to_move != seat:
            return np.zeros(self.actions.size, np.int8)
        bits = np.empty(self.actions.mask_bytes, np.uint8)
        set_bits(bits.data, len(bits), [self.question.row], [self.question.table.packed])
        return np.unpackbits(bits, count=self.actions.size, bitorder="little").view(np.int8)

    def text(self, seat: int) -> str:
        """Return the board as a seat sees it, as text."""
        return self.rules.board(self.state.view(seat))

    def spaces(self) -> dict[str, Any]:
        """Return shape, bounds and type of each part of an observation.

        Gymnasium and PettingZoo spaces are made from them.
        """
        return {
            "observation": {"low": -128, "high": 127, "shape": (self.observation.size,), "dtype": np.int8},
            "action_mask": {"low": 0, "high": 1, "shape": (self.actions.size,), "dtype": np.int8},
        }
