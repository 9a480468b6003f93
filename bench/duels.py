"""Plays one player against another, block by block: `duels.py GAME SEATS ONE TWO FIRST STEP`.

The program runs in an environment that has the project's wheel. A block is one deal, in which `ONE` sits at every seat
in turn and `TWO` at all other seats. The program plays the blocks FIRST, FIRST + STEP ... until it is killed. It prints
a line of JSON for each block: the share of its opponents that `ONE` beat (a draw is half), and the processor time in
seconds.

In a game with an automaton, `TWO` is the name of the automaton, and a block is one match.

A player is the name of a house bot, perhaps with changed settings of its search:
`mcts-200:by=margin:scale=15:cutoff=4:glance=0`. `by` names the evaluation to which `scale` belongs. A playout
ends after `cutoff` decisions. `glance` is the weight of a first estimate of each option; 0 means no estimate.
`mcts-200:trees=2` divides the simulations between two trees. `learned-N` and `mcts-N` search with any number of
simulations. `learned@10ms` and `mcts@10ms` search for 10 milliseconds of processor time for each decision;
`learned~mcts-800` searches for the average time of mcts-800.
"""

import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from time import process_time
from typing import Final

from arena.bots import Learned, Margin, Mcts, Player, Prospects, Stores, Time, house
from arena.games import rules
from arena.games.automata import with_automaton
from arena.games.chance import AnyRng, Deal, Rng, checked, named_rng
from arena.games.game import Rules, State
from arena.games.steps import OVER

EVALUATIONS: Final[dict[str, type[Margin]]] = {"margin": Margin, "prospects": Prospects, "stores": Stores}


def main() -> None:
    """Play blocks between the two players, and print a line for each, until the process is killed."""
    game, seats, one, two, first, step = sys.argv[1:7]
    duel = Duel(rules(game), int(seats), one, two)
    block = int(first)
    while True:
        began = process_time()
        score = duel.block(block)
        print(json.dumps({"block": block, "score": score, "seconds": process_time() - began}), flush=True)
        block += int(step)


@dataclass(frozen=True)
class Duel:
    """Two players, and the game and number of seats that they play."""

    rules: Rules
    seats: int
    one: str
    two: str
    players: dict[str, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.players.update({name: player(name, self) for name in (self.one, self.two) if self.is_player(name)})

    def is_player(self, name: str) -> bool:
        """True for the name of a player, False for the name of an automaton."""
        return not (self.rules.automata and name == self.two)

    def block(self, number: int) -> float:
        """Return the mean score of the player `one` in a block: one match for each seat that the player can have."""
        places = [seat for seat in range(self.seats) if seat not in self.rules.automata]
        return sum(self.match(number, seat) for seat in places) / len(places)

    def match(self, number: int, seat: int) -> float:
        """Play a match with the player `one` at this seat. Return the share of its opponents that it beats.

        A draw counts half.
        """
        deal = Deal(number.to_bytes(32, "big"))
        settings = with_automaton(self.rules, self.rules.complete({}), [self.one, self.two])
        state = self.rules.new(settings, self.seats, deal)
        chance = named_rng(number.to_bytes(32, "big"), f"{self.one} {self.two} {seat}")
        names = [self.one if each == seat else self.two for each in range(self.seats)]
        players = {each: self.players[name] for each, name in enumerate(names) if each not in self.rules.automata}
        while state.to_move != OVER:
            # Asked as over the wire: with a position that is made from the seat's view.
            seen = self.rules.from_view(state.view(state.to_move), chance)
            state.play(players[state.to_move].choose(seen, Rng(chance.word())))
        places = state.placements()
        beaten = [0.5 * (1 + (places[seat] < place) - (places[seat] > place)) for place in places]
        return (sum(beaten) - 0.5) / (self.seats - 1)  # no entrant is an opponent of its own


SEARCHES: Final[dict[str, type[Mcts] | type[Learned]]] = {"mcts": Mcts, "learned": Learned}
NUMBERED: Final = re.compile(r"(mcts|learned)-([1-9]\d*)")
TIMED: Final = re.compile(r"(mcts|learned)@([1-9]\d*)ms")
AS_LONG: Final = re.compile(r"(mcts|learned)~(.+)")
MEASURED: Final = 40  # decisions, over which the time of a player is averaged


def player(spelled: str, duel: Duel) -> Player:
    """Return the player that a name on the command line describes."""
    name, *settings = spelled.split(":")
    if found := TIMED.fullmatch(name):
        return Clocked(SEARCHES[found[1]](), int(found[2]) / 1000)
    if found := AS_LONG.fullmatch(name):
        return Clocked(SEARCHES[found[1]](), seconds(player(found[2], duel), duel))
    if (found := NUMBERED.fullmatch(name)) and not settings:
        return SEARCHES[found[1]](int(found[2]))
    plain = house(name).player
    if not settings:
        return plain
    assert isinstance(plain, Mcts), "only a search has settings"
    chosen = dict(setting.split("=") for setting in settings)
    by, scale, exploration = (chosen.get(key) for key in ("by", "scale", "exploration"))
    cutoff, glance = (chosen.get(key) for key in ("cutoff", "glance"))
    varied = Mcts(
        plain.simulations,
        None if scale is None else EVALUATIONS[by or "margin"](float(scale)),
        None if exploration is None else float(exploration),
        None if cutoff is None else int(cutoff),
        None if glance is None else int(glance),
    )
    return varied if "trees" not in chosen else Forest(varied, int(chosen["trees"]))


def seconds(timed: Player, duel: Duel) -> float:
    """Return the mean processor time that a player needs for a decision, over the positions of a random game."""
    settings = with_automaton(duel.rules, duel.rules.complete({}), [duel.one, duel.two])
    state = duel.rules.new(settings, duel.seats, Deal(b"time"))
    chance = named_rng(b"time", "decisions")
    spent = 0.0
    asked = 0
    while state.to_move != OVER:
        if chance.below(2) == 0 and asked < MEASURED:
            began = process_time()
            timed.choose(state, Rng(chance.word()))
            spent += process_time() - began
            asked += 1
        state.apply(state.sample(chance))
    return spent / asked


class Clocked(Player):
    """A player that searches for a fixed number of seconds of processor time at each decision."""

    def __init__(self, search: Player, limit: float) -> None:
        self.search = search
        self.limit = limit

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option that the search prefers when its time is used up."""
        return self.search.think(state, rng, Time(process_time, limit=self.limit, lag=0.0)).option


class Forest(Player):
    """A player that grows several trees, as several processors would, and adds their visits."""

    def __init__(self, mcts: Mcts, trees: int) -> None:
        self.mcts = mcts
        self.trees = trees

    def choose(self, state: State, rng: AnyRng) -> int:
        """Return the option with the most visits in all trees together."""
        assert self.mcts.simulations is not None
        visits: Counter[int] = Counter()
        for _ in range(self.trees):
            search = self.mcts.search(state, Rng(checked(rng).word()))
            search.grow(self.mcts.simulations // self.trees)
            visits.update({node.option: node.visits for node in search.found()})
        return max(visits, key=visits.__getitem__)


if __name__ == "__main__":
    main()
