"""Tests of the tree search: it finds obvious options, and uses nothing that its seat cannot see."""

import hashlib

import pytest

from arena.bots import TO_THE_END, Evaluation
from arena.games import GAMES
from arena.games.chance import Rng
from arena.games.steps import OVER
from tests.bots.positions import Table
from tests.bots.searches import described, each_table, grown, middle, nodes, opened
from tests.games.tiny import TINY

# What it finds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4])
def test_at_a_larger_table_every_seat_is_expected_to_choose_for_itself(seats):
    search = grown(Table(seats, [2, 0, 7]), 600)
    node = search.root
    for seat in range(seats):
        node = max(node.children, key=lambda child: child.visits)
        assert (node.mover, node.option) == (seat, 2)


def test_a_position_is_worth_what_the_evaluation_says():
    class Second(Evaluation):
        def rewards(self, state):
            return [1.0 if state.taken[0] == 1 else -1.0, 0.0]

    search = grown(Table(2, [9, 0]), 100, evaluation=Second())
    assert search.best() == 1
    assert [node.value() for node in search.found()] == [-1, 1]


@pytest.mark.parametrize(("cutoff", "played"), [(0, 1), (2, 3), (TO_THE_END, 10)])
def test_a_playout_is_evaluated_after_a_number_of_decisions(cutoff, played):
    assert lengths_of_playouts(cutoff, picks=1) == {played}


@pytest.mark.parametrize(("cutoff", "played"), [(0, 4), (3, 4), (4, 8), (7, 8), (8, 10)])
def test_a_playout_finishes_the_turn_in_which_it_is_cut_off(cutoff, played):
    assert lengths_of_playouts(cutoff, picks=4) == {played}


def lengths_of_playouts(cutoff, picks):
    """Return a set of numbers: how many of the game's ten picks were made at each evaluation of a position."""
    lengths = []

    class Listens(Evaluation):
        def rewards(self, state):
            lengths.append(len(state.taken))
            return [0.0, 0.0]

    grown(Table(2, [1, 2, 3], rounds=5, picks=picks), 3, cutoff=cutoff, evaluation=Listens())
    return set(lengths)


def test_an_end_of_the_game_counts_at_each_visit():
    search = grown(Table(1, [4, 5]), 30)
    assert [node.visits for node in search.found()] != [1, 1]
    assert search.root.visits == 30


# A glance at every option --------------------------------------------------------------------------------------------


def test_after_a_glance_the_options_that_look_well_are_tried_first():
    search = grown(Table(2, [1, 3, 2, 30, 0, 4]), 1, evaluation=Own(), glance=3)
    assert [node.visits for node in search.found()] == [0, 0, 0, 1, 0, 0]
    assert search.best() == 3


def test_a_glance_alone_has_an_opinion():
    search = opened(Table(2, [1, 3, 9, 0]), evaluation=Own(), glance=3)
    assert not search.look(4)
    assert (search.simulations, search.best()) == (0, 2)
    assert [node.value() for node in search.found()] == pytest.approx([0.1, 0.3, 0.9, 0.0])


def test_a_glance_counts_as_a_number_of_visits():
    class Disappointed(Evaluation):
        """An evaluation in which an apparent win becomes a loss after the other seat's answer."""

        def rewards(self, state):
            return [1.0 if len(state.taken) == 1 else -1.0, 0.0]

    search = grown(Table(2, [1]), 1, evaluation=Disappointed(), glance=3)
    [node] = search.found()
    assert (node.visits, node.value()) == (1, (3 * 1.0 - 1.0) / 4)


def test_a_glance_sees_what_the_rest_of_the_turn_can_bring():
    class Both(Evaluation):
        """An evaluation in which the first seat has a point only if both picks took the same prize."""

        def rewards(self, state):
            return [float(state.taken in ([0, 0], [1, 1])), 0.0]

    search = opened(Table(1, [1, 1], rounds=2, picks=2), evaluation=Both(), glance=1)
    search.look(2)
    assert max(node.value() for node in search.found()) == 1


def test_glances_can_be_made_bit_by_bit():
    state = middle(GAMES["cacao"], 2)
    bits = opened(state, glance=3)
    while bits.look(3):
        assert bits.best() in state.options()
    bits.grow(40)
    assert described(bits) == described(grown(state, 40, glance=3))


def test_options_that_there_was_no_time_to_glance_at_are_tried_like_any_that_are_new():
    state = middle(GAMES["cacao"], 2)
    search = opened(state, glance=3)
    search.look(4)
    search.look_no_more()
    search.grow(len(state.options()) - 4)
    found = sorted(search.found(), key=lambda node: node.option)
    assert [node.visits for node in found] == [0] * 4 + [1] * (len(found) - 4)


def test_after_a_glance_at_all_options_each_of_them_has_one_visit():
    state = middle(GAMES["cacao"], 2)
    search = opened(state, glance=3)
    search.look(len(state.options()))
    assert [node.option for node in search.root.children] == sorted(state.options())
    assert not search.look(5)
    assert len(search.root.children) == len(state.options())


# What it may know ----------------------------------------------------------------------------------------------------


@each_table
def test_a_position_made_from_the_view_is_searched_like_the_true_one(rules, seats):
    state = middle(rules, seats)
    seen = rules.from_view(state.view(state.to_move), Rng(78))
    assert described(grown(state, 25, glance=3)) == described(grown(seen, 25, glance=3))


def test_the_same_seed_grows_the_same_tree_and_another_one_another():
    state = middle(GAMES["cacao"], 2)
    once, again, other = (described(grown(state, 60, seed=seed)) for seed in (1, 1, 2))
    assert once == again
    assert once != other


# At any time ---------------------------------------------------------------------------------------------------------


def test_a_search_can_be_asked_at_any_time():
    state = middle(GAMES["cacao"], 2)
    search = opened(state)
    assert search.best() == state.options()[0]
    for _ in range(5):
        search.grow(3)
        assert search.best() in state.options()
    assert search.simulations == 15


@pytest.mark.parametrize(
    ("rules", "glance", "digest"),
    [
        (GAMES["cacao"], 0, "ab522dc9a283c419"),
        (GAMES["cacao"], 3, "4c702db6d6c65b3e"),
        (TINY, 0, "28a653edf648e6ca"),
    ],
    ids=["cacao", "cacao with a glance", "tiny"],
)
def test_the_tree_is_the_same_compiled_and_interpreted_and_on_every_machine(rules, glance, digest):
    search = grown(middle(rules, 3), 150, seed=11, glance=glance)
    tree = repr([(node.option, node.available, node.visits, node.total) for node in nodes(search.root)])
    assert hashlib.sha256(tree.encode()).hexdigest()[:16] == digest


def test_a_tree_that_grows_in_steps_equals_one_that_grows_at_once():
    state = middle(GAMES["cacao"], 2)
    bits = opened(state)
    for bit in (1, 2, 3, 10, 24):
        bits.grow(bit)
    assert described(bits) == described(grown(state, 40))


def test_of_equally_visited_options_the_one_with_the_higher_value_is_best():
    assert grown(Table(2, [1, 3, 9, 0]), 4, evaluation=Own()).best() == 2  # each was tried once
    assert grown(Table(2, [1, 9, 3, 9]), 4, evaluation=Own()).best() == 1


class Own(Evaluation):
    """An evaluation in which only the first seat's prize has a value."""

    def rewards(self, state):
        return [state.prizes[state.taken[0]] / 10, 0.0]


def test_the_lead_is_that_of_the_most_visited_option_over_the_next():
    search = grown(Table(2, [1, 9, 3, 0]), 50)
    first, second, *_ = sorted((node.visits for node in search.found()), reverse=True)
    assert search.lead() == first - second > 0


# The sums ------------------------------------------------------------------------------------------------------------


@each_table
def test_the_sums_of_the_root_add_up(rules, seats):
    search = grown(middle(rules, seats), 80)
    found = search.found()
    assert search.simulations == search.root.visits == sum(node.visits for node in found) == 80
    assert [node.option for node in found] == search.options
    assert {node.mover for node in found} == {search.seat}
    assert all(-1 <= node.value() <= 1 for node in found)


@each_table
def test_every_node_was_visited_once_itself_and_then_by_way_of_its_children(rules, seats):
    search = grown(middle(rules, seats), 80)
    inner = [node for node in nodes(search.root) if node.mover != OVER]
    assert any(node.children for node in inner)
    for node in inner:
        below = sum(child.visits for child in node.children)
        assert 1 <= node.visits <= node.available
        assert node.visits == below + 1 or not node.children


@each_table
def test_children_stand_once_each_by_option(rules, seats):
    for node in nodes(grown(middle(rules, seats), 80).root):
        options = [child.option for child in node.children]
        assert options == sorted(set(options))


def test_options_in_any_order_find_their_children():
    class Shuffled(Table):
        """A game that lists the same options in another order each time."""

        def imagine(self, seat, rng):
            copy = super().imagine(seat, rng)
            copy.order = rng
            return copy

        def options(self):
            options = super().options()
            if hasattr(self, "order"):
                self.order.shuffle(options)
            return options

    search = grown(Shuffled(2, [1, 9, 3, 0, 4, 4, 2]), 300)
    for node in nodes(search.root):
        assert len({child.option for child in node.children}) == len(node.children) <= 7
    assert search.best() == 1


def test_an_option_that_is_sometimes_available_is_weighed_by_how_often_it_was():
    state = middle(GAMES["cacao"], 2)
    search = grown(state, 400)
    replies = [child for node in search.root.children for child in node.children]
    assert any(child.available < node.visits for node in search.root.children for child in node.children)
    assert all(child.available >= child.visits for child in replies)
