"""Tests of the value of positions of Teotihuacan: more goods have more value, and at the end only points count."""

import pytest

from arena.bots import Mcts, Prospects
from arena.bots.prospects import UNIT, rounds_to_come
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.games.teotihuacan.terms import FOREST, FOREST_SPACE, WHEEL

RULES = GAMES["teotihuacan"]
PROSPECTS = Prospects(40)


def after(decisions, seats=2):
    state, rng = RULES.new({}, seats, Deal(b"prospects")), Rng(7)
    for _ in range(decisions):
        state.apply(state.sample(rng))
    return state


def more(change):
    """Return how many points a change adds to the value of the first player's position."""
    state = after(40)
    before = PROSPECTS.worth(state)
    change(state.players[0])
    worth = PROSPECTS.worth(state)
    assert worth[1] == before[1]
    return (worth[0] - before[0]) / UNIT


def cocoa(player):
    player.cocoa += 1


def wood(player):
    player.goods[0] += 1


def technology(player):
    player.technologies |= 1 << next(row for row in range(9) if not player.has(row))


def avenue(player):
    player.avenue += 1


def temple(player):
    player.temples[0] += 1


def mask(player):
    player.receive(3)


def worker(player):
    [wheel] = [worker for worker in player.workers if worker.board == WHEEL]
    wheel.board = FOREST


@pytest.mark.parametrize("thing", [cocoa, wood, technology, avenue, temple, mask, worker])
def test_more_of_anything_is_worth_more_but_no_fortune(thing):
    assert 0 < more(thing) < 20


def test_a_point_is_worth_a_point():
    def point(player):
        player.points += 1

    assert more(point) == 1


def test_a_worker_that_is_locked_is_worth_less():
    def lock(player):
        next(worker for worker in player.workers if worker.board != WHEEL).space = FOREST_SPACE

    assert more(lock) < 0


def test_what_is_still_to_be_used_is_worth_less_as_the_game_goes_on():
    late = after(40)
    late.eclipses = 2
    early = after(40)
    for state in (early, late):
        state.players[0].goods[0] += 5
    assert PROSPECTS.worth(late)[0] < PROSPECTS.worth(early)[0]


@pytest.mark.parametrize("seats", RULES.seats)
def test_when_the_game_is_over_only_points_count(seats):
    state, rng = after(0, seats), Rng(1)
    while state.to_move != OVER:
        state.apply(state.sample(rng))
    assert PROSPECTS.worth(state) == [UNIT * score for score in state.scores()]


@pytest.mark.parametrize("seats", RULES.seats)
def test_the_rounds_to_come_never_grow_and_come_to_an_end(seats):
    state, rng = after(0, seats), Rng(2)
    rounds = [rounds_to_come(state)]
    while state.to_move != OVER:
        state.apply(state.sample(rng))
        rounds.append(rounds_to_come(state))
    assert rounds == sorted(rounds, reverse=True)
    assert rounds[0] == {2: 30, 3: 33, 4: 36}[seats]
    assert min(rounds) == 0


def test_the_search_uses_this_evaluation():
    assert isinstance(Mcts().search(after(3), Rng(1)).evaluation, Prospects)
