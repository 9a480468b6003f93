"""A PettingZoo environment: the seats of one game act one after another. An action is one part of an option."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from arena.errors import UsageError
from arena.games.batch import rewards_of
from arena.games.game import Scalar
from arena_sdk.env.game_table import GameTable, Observed
from arena_sdk.env.masked import MaskedActions
from arena_sdk.env.seeds import seed_text

LOSS: Final = -1.0  # of an agent that takes an action that is not offered
RENDER_MODES: Final = ("ansi", "human")


class GameAec(AECEnv):  # type: ignore[misc]  # it has no types
    """One game as a PettingZoo environment. Each seat that gets decisions is an agent: `seat_0` and so on.

    The dict that `observe` returns has in `"action_mask"` a 1 for each action that is offered. Any other action ends
    the game as a loss of its agent, with `infos[agent]["illegal"]`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012 -- theirs

    def __init__(self, game: str, seats: int | None, options: Mapping[str, Scalar], render_mode: str | None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.table: Final = GameTable(game, seats, options)
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"{game.replace('/', '_')}_v{self.table.rules.version}"}
        self._names: Final = {seat: f"seat_{seat}" for seat in self.table.players}
        self._seats: Final = {name: seat for seat, name in self._names.items()}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        bounds = self.table.spaces()
        self.observation_spaces = {
            agent: spaces.Dict({name: spaces.Box(**bound) for name, bound in bounds.items()})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: MaskedActions(self.table.actions.size) for agent in self.possible_agents}
        self._deals = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations: an array of numbers, and a mask of the offered actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the Gymnasium space of an agent's actions: the integers from 0 to the number of actions minus 1."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first game of this seed, or without a seed the next game of the last seed."""
        if seed is not None:
            self._deals = np.random.default_rng(int(seed_text(seed)))
        self.table.deal(str(self._deals.integers(1 << 62)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        """Return the agent of the seat that is asked now."""
        return self._names[self.table.state.to_move]

    def observe(self, agent: str) -> Observed:
        """Return the observation of an agent, and a mask with 1 for each action that it may play now.

        The mask has only zeros unless the agent is asked.
        """
        if agent not in self._seats:
            raise UsageError(f"agent {agent!r}: expected one of {', '.join(self.possible_agents)}")
        observed = self.table.observed(self._seats[agent])
        if self.terminations.get(agent, True):
            observed["action_mask"].fill(0)
        return observed

    def step(self, action: int | None) -> None:
        """Play an action index for the selected agent. An option consists of one to three actions.

        If the game of the agent has ended, its action is None.
        """
        if not self.table.is_dealt or not self.agents:
            raise UsageError("the environment was stepped, but no game is going on: expected reset() before")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(None if action is None else int(action))
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None or not self.table.answer(int(action)):
            self.infos[agent] = {"illegal": True, "action": action}
            self._end({agent: LOSS})
        elif self.table.is_over:
            rewards = rewards_of(self.table.state.placements())
            self._end({agent: rewards[seat] for agent, seat in self._seats.items()})
        else:
            self.agent_selection = self._asked()

    def _end(self, rewards: dict[str, float]) -> None:
        """End the game for every agent, with these rewards."""
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards.update(rewards)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Return the board as text, as the asked seat sees it. In the render mode `human`, print it instead."""
        if self.render_mode is None or not self.table.is_dealt:
            return None
        text = self.table.text(max(self.table.state.to_move, 0))
        if self.render_mode == "human":
            print(text)  # noqa: T201 -- what the mode is for
            return None
        return text

    def close(self) -> None:
        """Do nothing: the environment has nothing to close."""


def check_render_mode(mode: str | None) -> None:
    """Raise UsageError if the render mode is unknown."""
    if mode is not None and mode not in RENDER_MODES:
        raise UsageError(f"render_mode {mode!r}: expected {' or '.join(RENDER_MODES)}")
