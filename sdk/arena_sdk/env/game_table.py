"""One game inside an environment: its position, the pending part of a decision, and the observation of a seat.

An option consists of one to three *parts*, such as the tile and the place. Each part is one question, and one action
answers it.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from arena.games import rules
from arena.games.chance import Deal
from arena.games.game import Scalar, State
from arena.games.steps import OVER
from arena.games.tensors import ILLEGAL, UNSETTLED, ActionSpace, ObservationSpace, ObservedGame, Question

Observed = dict[str, npt.NDArray[np.int8]]


class GameTable:
    """One game of an environment. A decision takes one answer for each part of its option.

    After `deal`, `state` is the position and `question` is the pending part of the decision.
    """

    state: State
    question: Question

    def __init__(self, game: str, seats: int | None, options: Mapping[str, Scalar]) -> None:
        self.rules: Final = rules(game)
        self.seats: Final = self.rules.seat_count(seats)
        self.settings: Final = self.rules.complete(options)
        self.actions: Final[ActionSpace] = self.rules.action_space(self.seats)
        self.observation: Final[ObservationSpace] = self.rules.observation_space(self.seats)
        self.players: Final = [seat for seat in range(self.seats) if seat not in self.rules.automata]
        self.is_dealt = False
        self._written: Final = ObservedGame(self.observation)

    def deal(self, seed: str) -> None:
        """Begin a new game; its deal comes from the seed."""
        self.state = self.rules.new(self.settings, self.seats, Deal(seed.encode()))
        self.question = Question(self.actions, self.state)
        self._written.forget()
        self.is_dealt = True

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.state.to_move == OVER

    def answer(self, action: int) -> bool:
        """Answer one part of a decision, such as the tile, with an action index. Return True.

        After the last part, play the option that the answers have chosen. If the action is not offered, change nothing
        and return False.
        """
        option = self.question.answer(action)
        if option == ILLEGAL:
            return False
        if option != UNSETTLED:
            self.play(option)
        return True

    def play(self, option: int) -> None:
        """Play a whole option at once, instead of an action for each of its parts (such as tile and place).

        `option` is the option's number in the engine.
        """
        self.state.apply(option)
        self.question.ask(self.state)

    def observed(self, seat: int) -> Observed:
        """Return the observation of a seat and the mask of its actions.

        The mask has only zeros if another seat is asked.
        """
        return {"observation": self.columns(seat), "action_mask": self.mask(seat)}

    def columns(self, seat: int) -> npt.NDArray[np.int8]:
        """Return the observation of a seat as an array of numbers, one for each feature that is observed."""
        self._written.write(self.question, seat)
        return np.array(memoryview(self._written.row), np.uint8).view(np.int8)

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Return an array with 1 for every action that a seat can take now, and 0 for the other actions."""
        if self.state.to_move != seat:
            return np.zeros(self.actions.size, np.int8)
        mask = np.zeros(self.actions.size, np.int8)
        mask[self.question.legal] = 1
        return mask

    def text(self, seat: int) -> str:
        """Return the board as a seat sees it, as text."""
        return self.rules.board(self.state.view(seat))

    def spaces(self) -> dict[str, Any]:
        """Return the shape, bounds and type of the two arrays that a seat gets: the observation and the mask.

        The spaces of Gymnasium and PettingZoo are made from these values.
        """
        return {
            "observation": {"low": -128, "high": 127, "shape": (self.observation.size,), "dtype": np.int8},
            "action_mask": {"low": 0, "high": 1, "shape": (self.actions.size,), "dtype": np.int8},
        }
