"""`mcts`: searches with a number of simulations for each decision, or while the clock allows."""

from typing import Final

from arena.bots.evaluation import Evaluation, Margin
from arena.bots.player import Player, Thought
from arena.bots.search import CHUNK, FINISHES, TO_THE_END, Search, Tuning
from arena.bots.thinking import UNTIMED, Time
from arena.games import DESCRIPTORS
from arena.games.chance import AnyRng, Rng, checked
from arena.games.descriptor import resolve
from arena.games.game import State
from arena.games.steps import OVER

MOST: Final = 1_000_000  # simulations if only the clock ends a search: this number of nodes fits into any memory
WITHOUT_A_CLOCK: Final = 2000  # simulations if nothing else ends a search
GLANCING: Final = 0.25  # share of the time for glances; later options are searched without a glance
EASY: Final = 0.5  # share of the remaining simulations that a second option has never exceeded
GLIMPSES: Final = 3  # playouts for the estimate of a game's length

UNTUNED: Final = Tuning(Margin(20), exploration=0.7, cutoff=TO_THE_END)


class Mcts(Player):
    """Searches a tree by Monte Carlo simulations, until it has made all of them or used up the time.

    `simulations` is the largest number for one decision. `evaluate` gives the value of positions; `exploration`,
    `cutoff` and `glance` are those of `Tuning`. For a missing setting, the value of the game's tuning is used. If the
    clock leaves time for all simulations, the choice depends only on the position and the seed.

    >>> from arena.bots import Mcts
    >>> from arena.games import rules
    >>> from arena.games.chance import Deal, Rng
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> Mcts(20).choose(state, Rng(1)) in state.options()
    True
    """

    def __init__(
        self,
        simulations: int | None = None,
        evaluate: Evaluation | None = None,
        exploration: float | None = None,
        cutoff: int | None = None,
        glance: int | None = None,
    ) -> None:
        self.simulations: Final = simulations
        self.evaluate: Final = evaluate
        self.exploration: Final = exploration
        self.cutoff: Final = cutoff
        self.glance: Final = glance

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option that the search visited most."""
        return self.think(state, rng, UNTIMED).option

    def think(self, state: State, rng: AnyRng, time: Time) -> Thought:
        """Return a Thought: the option that the search visited most, and how many simulations it made within `time`."""
        search = self.search(state, rng)
        if time.runs():
            grow_by_the_clock(search, MOST if self.simulations is None else self.simulations, time)
        else:
            grow(search, WITHOUT_A_CLOCK if self.simulations is None else self.simulations)
        return Thought(search.best(), search.simulations)

    def search(self, state: State, rng: AnyRng) -> Search:
        """Return a new search of the seat to move, before its first simulation."""
        tuned = tuning_of(state.rules.name)
        tuning = Tuning(
            tuned.evaluation if self.evaluate is None else self.evaluate,
            tuned.exploration if self.exploration is None else self.exploration,
            tuned.cutoff if self.cutoff is None else self.cutoff,
            tuned.glance if self.glance is None else self.glance,
        )
        return Search(state, checked(rng), tuning)


def tuning_of(game: str) -> Tuning:
    """Return the settings of the search for a game from the game's descriptor; the default ones if it has none."""
    described = DESCRIPTORS.get(game)
    if described is None or not described.tuning:
        return UNTUNED
    found = resolve(described.tuning)
    assert isinstance(found, Tuning), "the tuning of a descriptor"
    return found


def grow(search: Search, simulations: int) -> None:
    """Run this number of simulations. Stop earlier if further simulations cannot change the choice."""
    while search.simulations < simulations:
        left = simulations - search.simulations
        if search.lead() > left:
            return
        search.grow(min(search.chunk, left))


def grow_by_the_clock(search: Search, simulations: int, time: Time) -> None:
    """Run simulations until this number or the time is used up. Stop earlier if the best option is far ahead."""
    span = time.share(1 if time.bank is None else decisions_to_come(search.state, search.rng.clone()))
    while search.look(CHUNK // FINISHES):
        if time.passed() > GLANCING * span:
            search.look_no_more()
    while search.simulations < simulations:
        left = simulations - search.simulations
        passed = time.passed()
        at_this_pace = search.simulations * (span - passed) / max(passed, 1e-9)
        if len(search.root.children) > 0 and (passed >= span or search.lead() > min(left, EASY * at_this_pace)):
            return
        search.grow(min(search.chunk, left))


def decisions_to_come(state: State, rng: Rng) -> float:
    """Return an estimate of how many decisions the seat to move has left, this one included."""
    seat = state.to_move
    decisions = 0
    for _ in range(GLIMPSES):
        imagined = state.imagine(seat, rng)
        while imagined.to_move != OVER:
            if imagined.to_move == seat:
                decisions += 1
            imagined.apply(imagined.sample(rng))
    return decisions / GLIMPSES
