"""Small games with an obvious best option, for tests of players that search."""

from arena.games.game import State
from arena.games.steps import OVER, Step
from tests.games.tiny import TINY


class Draw(Step):
    """The only step of the games below: it asks the seats in turn to take a prize."""

    def begin(self, table):
        table.to_move = len(table.taken) % table.seats
        return len(table.taken) < table.rounds * table.seats

    def options(self, table):
        return list(range(len(table.prizes)))

    def play(self, table, option):
        table.taken.append(option)
        table.turn = len(table.taken) // table.picks
        table.push(self)


class Table(State):
    """A game in which each seat takes one of `prizes` in every round. A taken prize can be taken again.

    `picks` is the number of takings that make one turn.
    """

    def __init__(self, seats, prizes, rounds=1, picks=1):
        super().__init__(TINY, seats, {})
        self.prizes, self.rounds, self.picks, self.taken = prizes, rounds, picks, []
        self.push(Draw())
        self.settle()

    def clone(self):
        copy = type(self)(self.seats, self.prizes, self.rounds, self.picks)
        self.copied_onto(copy)
        copy.taken = self.taken[:]
        return copy

    def imagine(self, seat, rng):
        return self.clone()

    def scores(self):
        return [sum(self.prizes[option] for option in self.taken[seat :: self.seats]) for seat in range(self.seats)]


class Trap(Table):
    """A game in which the option with the largest immediate gain lets the next seat take all prizes."""

    def scores(self):
        if self.taken[:1] == [0]:
            return [10, 0] if self.taken[1:] != [1] else [0, 50]
        return [5 * len(self.taken[:1]), 0]


def over(state):
    return state.to_move == OVER
