"""Tests of positions, views and generators that are copied, pickled or sent to other processes."""

import copy
import multiprocessing
import pickle
import random

import pytest

from arena.bots import Mcts
from arena.bots.greedy import Greedy
from arena.bots.random import Random
from arena.bots.sampler import Sampler
from arena.errors import UsageError
from arena.games import GAMES
from arena.games.chance import Deal, Rng, Stream
from arena.games.game import SPECTATOR, Event, Result, playout
from tests.games.tiny import TINY

ALL = [*GAMES.values(), TINY]
COPIES = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),  # noqa: S301 -- what was dumped right here
    "deepcopy": copy.deepcopy,
}
HERE = r"expected turn\.rng, or Rng\(7\) from arena.games.chance"


def named(value):
    return value.name


def positions(rules):
    """Play a random game, and yield about every twentieth position, and the last one."""
    state, rng = rules.new({}, rules.seats[-1], Deal.of(7)), Rng(7)
    while state.to_move >= 0:
        if rng.below(20) == 0:
            yield state
        state.apply(state.sample(rng))
    yield state


def ending(state):
    """Play to the end of the game with a fixed generator. Return the last position and the scores."""
    playout(state, Rng(3))
    return state.position(), state.scores()


@pytest.mark.parametrize("rules", ALL, ids=named)
def test_a_caller_may_change_its_list_of_options(rules):
    for state in positions(rules):
        twin, options = state.clone(), state.options()
        before, later = options[:], state.clone()
        options.clear()
        assert [each.options() for each in (state, twin, later)] == [before] * 3
        twin.options().append(-1)
        assert (twin.option_count(), twin.options()) == (len(before), before)


@pytest.mark.parametrize("rules", ALL, ids=named)
def test_lists_of_options_that_a_caller_keeps_stay_as_they_are(rules):
    state, rng, kept = rules.new({}, rules.seats[0], Deal.of(7)), Rng(7), []
    while state.to_move >= 0:
        options = state.options()
        kept.append((options, options[:]))
        state.apply(options[rng.below(len(options))])
    assert all(options == before for options, before in kept)


@pytest.mark.parametrize("rules", ALL, ids=named)
def test_a_clone_that_is_played_and_left_changes_no_other_position(rules):
    states = list(positions(rules))
    clones, before = [state.clone() for state in states], [state.position() for state in states]
    for state in states * 3:
        ending(state.clone())
    assert [state.position() for state in states] == [state.position() for state in clones] == before


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("rules", ALL, ids=named)
def test_a_copied_position_is_equal_and_goes_on_by_itself(rules, way):
    for state in positions(rules):
        before = state.position()
        copied = COPIES[way](state)
        assert type(copied) is type(state)
        assert copied.rules is state.rules
        assert (copied.position(), copied.options()) == (before, state.options())
        assert ending(copied) == ending(state.clone())
        assert state.position() == before


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("rules", ALL, ids=named)
def test_an_imagined_position_can_be_copied(rules, way):
    for state in positions(rules):
        for seen in (state.imagine(0, Rng(1)), rules.from_view(state.view(0), Rng(2))):
            copied = COPIES[way](seen)
            assert copied.position() == seen.position()
            assert ending(copied) == ending(seen)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("rules", ALL, ids=named)
def test_a_copied_view_is_equal(rules, way):
    for state in positions(rules):
        for observer in (SPECTATOR, 0):
            view = state.view(observer)
            copied = COPIES[way](view)
            assert copied == view
            assert hash(copied) == hash(view)


@pytest.mark.parametrize("way", COPIES)
def test_a_copied_position_keeps_no_events_like_a_clone(way):
    state = TINY.new({}, 2, Deal.of(1))
    state.listen()
    assert state.log is not None
    assert COPIES[way](state).log is None


@pytest.mark.parametrize("way", COPIES)
def test_generators_streams_deals_events_and_results_are_copied(way):
    rng, stream = Rng(5), Stream([1, 2, 3, 4], [5])
    rng.word()
    stream.below(6)
    copied, again = COPIES[way](rng), COPIES[way](stream)
    assert [copied.word() for _ in range(9)] == [rng.word() for _ in range(9)]
    assert [again.below(6) for _ in range(9)] == [stream.below(6) for _ in range(9)]
    deal = COPIES[way](Deal(b"x", {"pile": ["ant"]}, {"die": [3]}))
    assert (deal.seed, deal.stacks, deal.results) == (b"x", {"pile": ["ant"]}, {"die": [3]})
    event, result = COPIES[way](Event("laid", [1])), COPIES[way](Result([1], [7], {"all": [[7]]}))
    assert (event.kind, event.numbers) == ("laid", [1])
    assert (result.placements, result.scores, result.ledger) == ([1], [7], {"all": [[7]]})


@pytest.mark.parametrize("rules", GAMES.values(), ids=named)
def test_a_position_can_be_continued_in_another_process(rules):
    states = [state for state in positions(rules) if state.to_move >= 0][:2]
    assert len(states) == 2
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(ending, states)
    assert found == [ending(state) for state in states]


def test_a_seed_is_a_number_a_text_or_bytes():
    first = GAMES["cacao"].new({}, 2, Deal.of(7)).position()
    for deal in (Deal(7), Deal("7"), Deal(b"7"), Deal.of("7"), Deal.of(b"7")):
        assert GAMES["cacao"].new({}, 2, deal).position() == first
    assert Deal.of(8).seed != Deal.of(7).seed


@pytest.mark.parametrize("seed", [1.5, None, True, [7]])
def test_anything_else_is_refused_as_a_seed(seed):
    with pytest.raises(UsageError, match="expected a whole number, a text or bytes"):
        Deal.of(seed)


@pytest.mark.parametrize("rules", GAMES.values(), ids=named)
@pytest.mark.parametrize("rng", [random.Random(1), random, 7], ids=["Random", "module", "number"])
def test_an_object_that_is_no_generator_is_refused_with_a_sentence(rules, rng):
    state = rules.new({}, 2, Deal.of(7))
    calls = [
        lambda: state.sample(rng),
        lambda: state.imagine(0, rng),
        lambda: playout(state.clone(), rng),
        lambda: rules.from_view(state.view(0), rng),
        *[
            lambda player=player: player.choose(state, rng)
            for player in (Random(), Greedy(1), Sampler(1), Mcts(simulations=1))
        ],
        lambda: Mcts(simulations=1).search(state, rng),
    ]
    for call in calls:
        with pytest.raises(UsageError, match=HERE):
            call()


def test_the_refusal_of_a_generator_names_the_given_type():
    with pytest.raises(UsageError, match=r"random\.Random is no generator of the arena"):
        TINY.new({}, 2, Deal.of(1)).sample(random.Random(1))
