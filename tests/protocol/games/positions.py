"""Positions of random games of Cacao, for properties that hold in all positions."""

from hypothesis import strategies as st

from arena.games.cacao.rules import CACAO
from arena.games.cacao.tiles import TURNS
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER


@st.composite
def positions(draw, may_be_over=True):
    """Return a position of a random game of Cacao, which has stored its events."""
    seats = draw(st.sampled_from(CACAO.seats))
    seed = draw(st.integers(0, 2**32 - 1))
    state = CACAO.new({"auto_resolve": draw(st.booleans())}, seats, Deal(seed.to_bytes(4, "big")))
    state.listen()
    rng = Rng(seed)
    last = TURNS[seats] - (0 if may_be_over else 1)
    turn = draw(st.integers(0, last))
    steps = draw(st.integers(0, 3))
    while state.to_move != OVER and (state.turn < turn or steps > 0):
        before = state.clone()
        steps -= state.turn >= turn
        state.apply(state.sample(rng))
        if state.to_move == OVER and not may_be_over:
            return before
    return state


def game(seats, seed, **options):
    """Yield the positions of a random game, from its first question to its end.

    All are the same State object, which changes.
    """
    state = CACAO.new(options, seats, Deal(b"%d" % seed))
    state.listen()
    rng = Rng(seed)
    yield state
    while state.to_move != OVER:
        state.apply(state.sample(rng))
        yield state
