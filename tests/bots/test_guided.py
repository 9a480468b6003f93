"""Tests of `GuidedSearch`, in which a guide assesses positions: its choices, its calls of the guide, its errors."""

import itertools

import pytest

from arena.bots import Assessment, Guide, Guided, Mcts, Time
from arena.errors import UsageError
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from tests.bots.positions import Table
from tests.bots.searches import Level, each_table, guided, middle, nodes
from tests.games.tiny import TINY

# What it finds -------------------------------------------------------------------------------------------------------


def test_odds_lead_the_search_if_nothing_else_does():
    class Fond(Level):
        def evaluate_many(self, states):
            return [Assessment([0.0] * s.seats, [9.0 if o == 2 else 1.0 for o in s.options()]) for s in states]

    search = guided(Table(2, [0, 0, 0, 0], rounds=9), 60, Fond())
    assert search.best() == 2
    assert [node.odds for node in search.found()] == [1, 1, 9, 1]


@each_table
def test_every_simulation_is_counted_once_and_nothing_waits_at_the_end(rules, seats):
    search = guided(middle(rules, seats), 50, leaves=8)
    assert search.simulations == search.root.visits == 50
    assert sum(node.visits for node in search.root.children) == 50
    assert all(node.waiting == 0 for node in nodes(search.root))


# How it asks ---------------------------------------------------------------------------------------------------------


def test_a_call_gets_as_many_leaves_as_are_allowed():
    guide = Level()
    guided(middle(GAMES["cacao"], 2), 64, guide, leaves=16)
    assert guide.calls == [1, 16, 16, 16, 16]


def test_leaves_of_one_call_go_different_ways():
    search = guided(middle(GAMES["cacao"], 2), 16, leaves=16)
    assert max(node.visits for node in search.root.children) <= 2


def test_a_guide_weighs_options_only_of_positions_that_the_search_visits_again():
    weighed = []

    class Weighs(Level):
        def evaluate_many(self, states):
            return [Assessment([0.0] * state.seats) for state in states]

        def weigh(self, state, options):
            weighed.append(len(options))
            return [1.0] * len(options)

    search = guided(middle(GAMES["teotihuacan"], 2), 60, Weighs())
    expanded = [node for node in nodes(search.root) if node.expanded]
    assert len(expanded) <= len(weighed) < 61


# The player ----------------------------------------------------------------------------------------------------------


def test_the_player_makes_the_simulations_it_is_given_and_plays_a_whole_game():
    state, player = TINY.new({}, 2, Deal(b"whole")), Guided(Level(), simulations=12, leaves=4)
    assert player.think(state, Rng(1), Time(lambda: 0.0)).simulations <= 12
    while state.to_move != OVER:
        state.play(player.choose(state, Rng(1)))


def test_the_same_seed_gives_the_same_choice():
    state = middle(GAMES["cacao"], 2)
    assert len({Guided(Level(), 30, leaves=4).choose(state, Rng(5)) for _ in range(3)}) == 1


def test_a_clock_ends_the_search():
    ticks = itertools.count()
    thought = Guided(Level(), leaves=2).think(
        middle(GAMES["cacao"], 2), Rng(1), Time(lambda: next(ticks) / 100, limit=1.0)
    )
    assert 0 < thought.simulations < 1000


# What is refused -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rewards", "odds", "said"),
    [
        ([0.0], None, "an assessment has 1 rewards: expected 2, one for each seat"),
        ([0.0, float("nan")], None, "an assessment has the reward nan: expected a number from -1 to 1"),
        ([0.0, 1.5], None, "an assessment has the reward 1.5: expected a number from -1 to 1"),
        ([0.0, 0.0], [1.0], "a position has 1 odds: expected 3, one for each option"),
        ([0.0, 0.0], [1.0, float("nan"), 0.0], "an option has the odds nan: expected a number that is not negative"),
        ([0.0, 0.0], [1.0, -2.0, 0.0], "an option has the odds -2.0: expected a number that is not negative"),
        ([0.0, 0.0], [1.0, float("inf"), 0.0], "an option has the odds inf: expected a number that is not negative"),
    ],
)
def test_an_impossible_assessment_is_refused_in_one_line(rewards, odds, said):
    class Wrong(Guide):
        def evaluate_many(self, states):
            return [Assessment(rewards, [1.0] * 3 if odds is None else odds) for _ in states]

    with pytest.raises(UsageError) as refused:
        Guided(Wrong(), 20).choose(Table(2, [1, 2, 3], rounds=9), Rng(1))
    assert str(refused.value) == said


def test_an_answer_for_another_number_of_positions_is_refused():
    class Short(Level):
        def evaluate_many(self, states):
            return super().evaluate_many(states)[1:]

    with pytest.raises(UsageError, match="evaluate_many returned 0 assessments: expected 1"):
        Guided(Short(), 20).choose(Table(2, [1, 2, 3]), Rng(1))


def test_a_guided_search_with_zero_leaves_is_refused():
    with pytest.raises(UsageError, match="leaves is 0: expected 1 or more"):
        Guided(Level(), leaves=0)


def test_a_guide_that_is_slower_than_the_clock_is_named_once_it_has_answered():
    class Slow(Level):
        now = 0.0

        def evaluate_many(self, states):
            self.now += 3.0
            return super().evaluate_many(states)

    guide = Slow()
    state = middle(GAMES["cacao"], 2)
    with pytest.warns(
        RuntimeWarning, match=r"the guide took 6.00 s for 4 leaves, and the decision had .* fewer leaves"
    ):
        thought = Guided(guide, leaves=4).think(state, Rng(1), Time(lambda: guide.now, limit=1.0))
    assert thought.option in state.options()


# What stays ----------------------------------------------------------------------------------------------------------


def test_a_search_without_a_guide_expands_no_node_at_once():
    state = middle(GAMES["cacao"], 2)
    assert all(not node.expanded for node in nodes(_grown(Mcts(40).search(state, Rng(3))).root))


def _grown(search):
    search.grow(40)
    return search
