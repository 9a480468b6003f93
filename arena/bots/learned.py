"""`learned`: bots with learned weights, which give the values of positions and say which options are promising.

The weights were learned from games of the arena's bots; `docs/strength.md` says how. Sums are made of whole numbers,
and all other numbers are rounded. So the choices are the same on every machine.
"""

from math import exp
from typing import Final

from arena.bots.cacao_reader import CacaoReader
from arena.bots.evaluation import Margin
from arena.bots.greedy import Greedy
from arena.bots.guided import Assessment, Guide, GuidedSearch, thought
from arena.bots.mcts import Mcts
from arena.bots.notes import NoteReader, NoteSum
from arena.bots.player import Player, Thought, imagined
from arena.bots.prospects import Prospects
from arena.bots.search import Search
from arena.bots.stores import Stores
from arena.bots.teotihuacan_reader import TeotihuacanReader
from arena.bots.thinking import UNTIMED, Time
from arena.bots.weights import Weights, weights_of
from arena.games.chance import AnyRng, Rng, checked
from arena.games.game import State
from arena.games.steps import OVER

UNIT: Final = 100  # parts of a point
STEP: Final = 32  # parts of a logit
WHOLE: Final = 1 << 16  # the share of the most promising option; other shares are relative to it
SHARES: Final[list[int]] = [round(WHOLE * exp(-n / STEP)) for n in range(12 * STEP)]
DRAWN: Final = 12  # options that are compared when a turn is finished, if there are more
WORLDS: Final = 4  # positions that are imagined to judge an option without a search
CANDIDATES: Final = 8  # options that are judged
LEAST: Final = 0.02  # part of the odds that is divided equally among all options


class LearnedTuning:
    """Settings of the search with learned weights for one game.

    `scale` is in points: a seat's reward for a lead is tanh(lead / scale). With a higher `exploration`, it matters more
    how promising an option is. To value a position, a LearnedGuide first plays the running turn to its end and then
    `turns` more turns, with random choices. `sure` is a percentage for these choices: above 100, promising options are
    chosen more often.
    """

    def __init__(self, scale: float, exploration: float, turns: int, sure: int = 100) -> None:
        self.scale: Final = scale
        self.exploration: Final = exploration
        self.turns: Final = turns
        self.sure: Final = sure


TUNED: Final[dict[str, LearnedTuning]] = {
    "cacao": LearnedTuning(20, 0.5, 1),
    "teotihuacan": LearnedTuning(40, 0.5, 0),
}


BASES: Final[dict[str, Margin]] = {}  # by game


def base_of(game: str) -> Margin:
    """Return the hand-made evaluation of positions of a game. Learned bots add their learned weights to its values."""
    if game not in BASES:
        BASES[game] = Stores(20) if game == "cacao" else Prospects(40)
    return BASES[game]


class LearnedGuide(Guide):
    """Gives a search the values of positions, computed with learned weights.

    Before it computes a value, it plays the running turn to its end, and then the number of further turns that the
    tuning sets.
    """

    def __init__(self, game: str, weights: Weights, tuning: LearnedTuning, rng: Rng) -> None:
        reader = reader_of(game)
        self.reader: Final = reader
        self.tally: Final = NoteSum(weights.options, weights.lasting)
        self.base: Final = base_of(game)
        self.margin: Final = Margin(tuning.scale, UNIT)
        self.turns: Final = tuning.turns
        self.sure: Final = tuning.sure
        self.rng: Final = rng

    def evaluate_many(self, states: list[State]) -> list[Assessment]:
        """Return an Assessment of each position: a reward from -1 to 1 for each seat, but no odds of the options.

        The search gets the odds, which say how promising each option is, from the method `weigh`.
        """
        return [self.judge(state) for state in states]

    def judge(self, state: State) -> Assessment:
        """Play the running turn to its end, and then as many further turns as the tuning sets.

        Return an Assessment with each seat's reward in the position that is reached.
        """
        self.finish(state)
        for _ in range(self.turns):
            if state.to_move == OVER:
                break
            state.apply(self.drawn(state))
            self.finish(state)
        return Assessment(self.margin.compared(self.worth(state)))

    def outcome(self, state: State) -> list[float]:
        """Return the reward of each seat in a finished game, computed from its lead as in any other position."""
        return self.margin.compared(self.worth(state))

    def worth(self, state: State) -> list[int]:
        """Return a list with a number for each seat: its points plus its expected gains, in hundredths of a point."""
        part = UNIT // self.base.unit
        worth = [part * promised for promised in self.base.worth(state)]
        if state.to_move != OVER:
            reader = self.reader
            tally = self.tally
            tally.phase = reader.phase(state)
            reader.note_seats(state)
            for seat in range(state.seats):
                tally.begin()
                reader.note_seat(state, seat, tally)
                worth[seat] += tally.total
        return worth

    def finish(self, state: State) -> None:
        """Play random options, promising ones more often, until the next turn begins or the game is over."""
        while state.to_move != OVER and not self.reader.between_turns(state):
            state.apply(self.drawn(state))

    def logits(self, state: State, options: list[int]) -> list[int]:
        """Return a whole number for each option that says how promising it is: the logarithm of its odds, times 32."""
        reader = self.reader
        tally = self.tally
        reader.prepare(state)
        logits: list[int] = []
        for option in options:
            tally.begin()
            reader.note_option(state, option, tally)
            logits.append(tally.total)
        return logits

    def weigh(self, state: State, options: list[int]) -> list[float]:
        """Return the odds of each option, which say how promising it is; all odds together add up to about 1."""
        shares = shares_of(self.logits(state, options), 100)
        total = 0
        for share in shares:
            total += share
        alike = LEAST / len(options)
        return [share / total + alike for share in shares]

    def drawn(self, state: State) -> int:
        """Return a random option of the position. More promising options are more likely.

        If there are more than DRAWN (12) options, only DRAWN of them, drawn at random first, can be the result.
        """
        count = state.option_count()
        options = state.options() if count <= DRAWN else self.few(state, count)
        shares = shares_of(self.logits(state, options), self.sure)
        total = 0
        for share in shares:
            total += share
        left = self.rng.below(total)
        number = 0
        while left >= shares[number]:
            left -= shares[number]
            number += 1
        return options[number]

    def few(self, state: State, count: int) -> list[int]:
        """Return a list of DRAWN (12) random options, all equally likely. The same option can occur several times."""
        return [state.option_at(self.rng.below(count)) for _ in range(DRAWN)]


def shares_of(logits: list[int], sure: int) -> list[int]:
    """Return a list with each option's weight in a random choice: WHOLE (65536) for the best option, less for others.

    The weights follow from `logits`, which say how promising the options are. With `sure` above 100, better options
    have a larger advantage.
    """
    highest = logits[0]
    for logit in logits:
        highest = max(highest, logit)
    shares: list[int] = []
    for logit in logits:
        behind = (highest - logit) * sure // 100
        shares.append(SHARES[behind] if behind < len(SHARES) else 0)
    return shares


def reader_of(game: str) -> NoteReader:
    """Return a reader for a game, which finds facts with learned weights in the game's positions."""
    return CacaoReader() if game == "cacao" else TeotihuacanReader()


def learned_game(game: str) -> str:
    """Return the name under which the weights for a game are stored: for a solo game, the name of its full game."""
    return game.partition("/")[0]


class Learned(Player):
    """Searches with learned weights until it has made all simulations or used up the time, whichever comes first.

    It searches a game without learned weights as `Mcts` does. `tuning` and `weights` replace those of the package.

    >>> from arena.bots import Learned
    >>> from arena.games import rules
    >>> from arena.games.chance import Deal, Rng
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> Learned(8).choose(state, Rng(1)) in state.options()
    True
    """

    def __init__(
        self, simulations: int | None = None, tuning: LearnedTuning | None = None, weights: Weights | None = None
    ) -> None:
        self.simulations: Final = simulations
        self.tuning: Final = tuning
        self.weights: Final = weights

    def knows(self, state: State) -> bool:
        """True if learned weights exist for the game of this state."""
        return learned_game(state.rules.name) in TUNED

    def tuned(self, state: State) -> LearnedTuning:
        """Return the settings of the search for the game of this state."""
        return TUNED[learned_game(state.rules.name)] if self.tuning is None else self.tuning

    def guide(self, state: State, rng: Rng) -> LearnedGuide:
        """Return a new guide, which values positions by learned weights, for one search."""
        game = learned_game(state.rules.name)
        return LearnedGuide(game, weights_of(game) if self.weights is None else self.weights, self.tuned(state), rng)

    def search(self, state: State, rng: AnyRng) -> Search:
        """Return a new search of the seat to move, before its first simulation."""
        known = checked(rng)
        if not self.knows(state):
            return Mcts(self.simulations).search(state, known)
        return GuidedSearch(state, known, self.guide(state, known), self.tuned(state).exploration)

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option that the search visited most."""
        return self.think(state, rng, UNTIMED).option

    def think(self, state: State, rng: AnyRng, time: Time) -> Thought:
        """Return a Thought: the option that the search visited most, and how many simulations it made within `time`."""
        return thought(self.search(state, rng), self.simulations, time)


class LearnedGlance(Player):
    """Plays without a search: tries the most promising options, and takes the one with the best mean reward.

    It plays a game without learned weights as `Greedy` does.
    """

    def __init__(self, learned: Learned | None = None, worlds: int = WORLDS, candidates: int = CANDIDATES) -> None:
        self.learned: Final = Learned() if learned is None else learned
        self.worlds: Final = worlds
        self.candidates: Final = candidates

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option with the best mean reward in a few imagined positions.

        Only the most promising ones are tried. Each reward is that of the position at the end of the turn, or as many
        turns later as the tuning sets. All options are tried in the same imagined positions.
        """
        known = checked(rng)
        if not self.learned.knows(state):
            return Greedy(self.worlds).choose(state, known)
        guide = self.learned.guide(state, known)
        seat = state.to_move
        worlds = imagined(state, self.worlds, known)
        best = -1
        highest = 0.0
        for option in self.promising(guide, worlds[0], state.options()):
            total = 0.0
            for world in worlds:
                after = world.clone()
                after.apply(option)
                total += guide.judge(after).rewards[seat]
            if best < 0 or total > highest:
                highest = total
                best = option
        return best

    def promising(self, guide: LearnedGuide, state: State, options: list[int]) -> list[int]:
        """Return the options with the highest odds, at most `candidates`, the highest first."""
        odds = guide.weigh(state, options)
        places = sorted(range(len(options)), key=lambda place: -odds[place])
        return [options[place] for place in places[: self.candidates]]
