"""A Gymnasium environment of one seat of a game. House bots, Players or functions (policies) play the other seats."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from arena.bots import UNTIMED, house
from arena.bots.player import Player
from arena.errors import UsageError
from arena.games.batch import rewards_of
from arena.games.chance import Rng
from arena.games.game import Scalar
from arena_sdk.env.aec_env import LOSS, RENDER_MODES, check_render_mode
from arena_sdk.env.game_table import GameTable, Observed
from arena_sdk.env.masked import MaskedActions
from arena_sdk.env.seeds import seed_text

Policy = Callable[[Observed], int]  # what a seat observes, to the action that it answers
Opponent = str | Player | Policy


class OfferedActions(MaskedActions):
    """A Gymnasium space of action indices. `sample` draws from the actions that are offered at that moment."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.offered: npt.NDArray[np.int8] = np.ones(size, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action: one of those that `mask` allows if it is given, or of those that are offered."""
        if mask is None and probability is None:
            mask = self.offered
        return super().sample(mask=mask, probability=probability)


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A game in which the learner has one seat.

    An action that is not offered ends the game as a loss, with `info["illegal"]`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 -- theirs

    def __init__(  # noqa: PLR0913, PLR0917 -- as `env.solo_seat` gives them
        self,
        game: str,
        seats: int | None,
        seat: int | None,
        opponents: Opponent | Sequence[Opponent],
        options: Mapping[str, Scalar],
        render_mode: str | None,
    ) -> None:
        check_render_mode(render_mode)
        self.table: Final = GameTable(game, seats, options)
        if seat is not None and seat not in self.table.players:
            raise UsageError(f"seat {seat}: expected one of {', '.join(map(str, self.table.players))}, or None")
        self.render_mode = render_mode
        self._wished = seat
        self.seat = self.table.players[0] if seat is None else seat
        self._opponents = self._seated(opponents)
        bounds = self.table.spaces()
        self.observation_space = spaces.Dict({name: spaces.Box(**bound) for name, bound in bounds.items()})
        self.action_space: OfferedActions = OfferedActions(self.table.actions.size)
        self._rng = Rng(0)
        self._ended = True

    def _seated(self, opponents: Opponent | Sequence[Opponent]) -> list[Player | Policy]:
        """Return a player for each of the other seats, in the order of play after the learner's seat.

        One opponent that is not in a list plays all of these seats. Raise UsageError if a list has the wrong length.
        """
        needed = len(self.table.players) - 1
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = [opponents] * needed
        listed = list(opponents)
        if len(listed) != needed:
            raise UsageError(f"{len(listed)} opponents: expected {needed}, or one that has every other seat")
        return [house(each).player if isinstance(each, str) else each for each in listed]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a new game, and let the opponents play until the learner's seat is asked.

        Deal again if the game ends before that.
        """
        if seed is not None:
            seed = int(seed_text(seed))
        super().reset(seed=seed)
        while True:
            if self._wished is None:
                self.seat = int(self.np_random.choice(self.table.players))
            self._rng = Rng(int(self.np_random.integers(1 << 62)))
            self.table.deal(str(self.np_random.integers(1 << 62)))
            if self._others_play():
                break
        self._ended = False
        return self._observed(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner. Then the opponents play until the learner's seat is asked again."""
        if self._ended:
            raise UsageError("the environment was stepped, but its game is over: expected reset() before")
        info: dict[str, Any] = {"seat": self.seat}
        reward = 0.0
        if not self.table.answer(int(action)):
            self._ended = True
            reward = LOSS
            info |= {"illegal": True, "action": int(action)}
        elif not self._others_play():
            self._ended = True
            reward = rewards_of(self.table.state.placements())[self.seat]
            info |= {"scores": self.table.state.scores(), "placements": self.table.state.placements()}
        return self._observed(), reward, self._ended, False, info

    def _observed(self) -> Observed:
        """Return the observation of the learner's seat. Store in the action space which actions are offered now."""
        observed = self.table.observed(self.seat)
        if self._ended and self.table.is_over:
            self.action_space.offered = np.ones(self.table.actions.size, np.int8)
        else:
            self.action_space.offered = observed["action_mask"]
        return observed

    def _others_play(self) -> bool:
        """Let the opponents play until the learner's seat is asked. Return False if the game ends before that."""
        while not self.table.is_over and self.table.state.to_move != self.seat:
            asked = self.table.state.to_move
            player = self._opponents[self._place_of(asked)]
            if isinstance(player, Player):
                imagined = self.table.state.imagine(asked, self._rng)
                self.table.play(player.think(imagined, self._rng, UNTIMED).option)
            elif not self.table.answer(int(action := player(self.table.observed(asked)))):
                raise UsageError(f"the policy of seat {asked} answered {action}: expected an action of its mask")
        return not self.table.is_over

    def _place_of(self, asked: int) -> int:
        """Return the index, in the list of opponents, of the opponent at this seat.

        The list begins with the seat that plays after the learner's seat.
        """
        players = self.table.players
        return (players.index(asked) - players.index(self.seat) - 1) % len(players)

    def render(self) -> Any:
        """Return the board as text, as the learner's seat sees it. In the render mode `human`, print it instead."""
        if self.render_mode is None or not self.table.is_dealt:
            return None
        text = self.table.text(self.seat)
        if self.render_mode == "human":
            print(text)  # noqa: T201 -- what the mode is for
            return None
        return text
