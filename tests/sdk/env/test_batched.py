"""Tests of many games in one batch: the values in the arrays, refused actions, and copies of a batch."""

import hashlib
from zlib import crc32

import numpy as np
import pytest

from arena.errors import UsageError
from arena.games import GAMES, rules
from arena.games.tensors import UNSETTLED, Question
from arena_sdk import Turn, env

GAMES_AND_SEATS = [(name, seats) for name, rules in GAMES.items() for seats in rules.seats]

# Of the arrays after each of 90 steps. A change here breaks what an author has measured with a seed.
DIGESTS = {
    ("cacao", 2): "b7ec278e432e7b1f",
    ("cacao", 3): "ce22b9c0e1425057",
    ("cacao", 4): "9ca846890146f361",
    ("teotihuacan", 2): "f8ee3639e37911b2",
    ("teotihuacan", 3): "084f4a39d58dfa20",
    ("teotihuacan", 4): "514b15ecb6e64616",
    ("teotihuacan/solo", 2): "768a1b6266dea0d5",
}


def played(batch, steps):
    """Play random actions in a batch. Return copies of the batch's arrays after each step."""
    seen = []
    for _ in range(steps):
        batch.step(batch.sample())
        seen.append(held(batch))
    return seen


def arrays_of(batch):
    return batch.observations, batch.masks, batch.seats, batch.rewards, batch.scores, batch.done


def held(batch):
    return [array.tolist() for array in arrays_of(batch)]


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_the_arrays_hold_what_each_seat_observes_and_may_do(name, seats):
    batch = env.batch(name, seats, 3, seed=1)
    arrays = [id(batch.observations), id(batch.masks), id(batch.rewards)]
    space = rules(name).observation_space(seats)
    for _ in range(25):
        batch.step(batch.sample())
        inside = batch._batch
        for number in range(3):
            state, question = inside.states[number], inside.questions[number]
            assert batch.seats[number] == state.to_move
            assert set(np.flatnonzero(batch.mask()[number])) == set(question.legal)
            assert batch.observations[number].tolist() == space.observe(question)
    assert arrays == [id(batch.observations), id(batch.masks), id(batch.rewards)]


def chosen_by(columns, legal):
    """Return what a policy answers: an action that depends on each byte that it observes."""
    return sorted(set(legal))[crc32(np.array(columns, np.int8).tobytes()) % len(set(legal))]


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_a_bot_observes_and_answers_as_the_same_policy_in_a_batch(name, seats):
    batch, game = env.batch(name, seats, 1, seed=3), rules(name)
    actions, observation = game.action_space(seats), game.observation_space(seats)
    parts = 0
    for _ in range(60):
        question = Question(actions, Turn.at(batch._batch.states[0]).state)
        option = UNSETTLED
        while option == UNSETTLED:
            columns = observation.observe(question)
            assert columns == batch.observations[0].tolist()
            action = chosen_by(columns, question.legal)
            assert action == chosen_by(batch.observations[0], np.flatnonzero(batch.mask()[0]))
            option = question.answer(action)
            parts += option == UNSETTLED
            batch.step([action])
    assert parts > 0


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_a_seed_gives_the_same_games_in_every_release(name, seats):
    batch = env.batch(name, seats, 2, seed=11)
    digest = hashlib.sha256()
    for _ in range(90):
        batch.step(batch.sample())
        for array in arrays_of(batch):
            digest.update(array.tobytes())
    assert digest.hexdigest()[:16] == DIGESTS[name, seats]


def test_a_game_that_ends_is_reported_and_the_next_one_begins():
    batch = env.batch("cacao", 2, 4, seed="ends", observations=None)
    ended = 0
    while ended < 4:
        batch.step(batch.sample())
        for number in np.flatnonzero(batch.done):
            ended += 1
            best = batch.scores[number].max()
            assert best > 0
            assert batch.rewards[number].sum() == 0
            assert batch.scores[number][batch.rewards[number].argmax()] == best
            assert batch._batch.states[number].turn == 0
        assert not batch.rewards[~batch.done].any()
        assert batch.mask().any(axis=1).all()


def test_equal_seeds_play_equal_games_and_other_seeds_others():
    assert played(env.batch("cacao", 2, 2, seed=7), 30) == played(env.batch("cacao", 2, 2, seed=7), 30)
    assert played(env.batch("cacao", 2, 2, seed=7), 30) != played(env.batch("cacao", 2, 2, seed=8), 30)


def test_the_deal_of_a_game_does_not_depend_on_other_games_of_the_batch():
    one, three = env.batch("cacao", 2, 1, seed=7), env.batch("cacao", 2, 3, seed=7)
    assert one.observations[0].tolist() == three.observations[0].tolist()


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_on_as_its_original_would(name):
    batch = env.batch(name, n=2, seed=3)
    played(batch, 40)
    before = held(batch)
    clone = batch.clone()
    ahead = played(clone, 30)
    assert held(batch) == before
    assert played(batch, 30) == ahead


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_that_was_saved_goes_on_as_it_would_have(name):
    batch = env.batch(name, n=2, seed=3)
    played(batch, 41)
    saved = batch.save()
    ahead = played(batch, 30)
    other = env.batch(name, n=2, seed=99)
    other.load(saved)
    assert played(other, 30) == ahead


def test_a_game_can_be_saved_between_two_parts_of_an_answer():
    batch = env.batch("cacao", n=1, seed=5)
    while not batch._batch.questions[0].prefix:
        batch.step(batch.sample())
    other = env.batch("cacao", n=1, seed=6)
    other.load(batch.save())
    assert held(other)[:3] == held(batch)[:3]


def test_fractions_are_the_numbers_divided_by_their_scales():
    whole = env.batch("cacao", n=2, seed=1)
    parts = env.batch("cacao", n=2, seed=1, observations="float32")
    played(whole, 20)
    played(parts, 20)
    scales = rules("cacao").observation_space(2).scales
    assert parts.observations.dtype == np.float32
    assert np.allclose(parts.observations * np.array(scales), whole.observations)


def test_names_belong_to_the_columns_and_the_actions():
    batch = env.batch("teotihuacan", 3, 1)
    assert len(batch.action_names) == batch.actions == batch.mask().shape[1]
    assert len(batch.observation_names) == batch.observations.shape[1]


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([1], r"actions of int64 \(1,\): expected whole numbers of shape \(2,\)"),
        ([[1, 2]], r"actions of int64 \(1, 2\): expected whole numbers of shape \(2,\)"),
        ([0.5, 1.0], r"actions of float64 \(2,\): expected whole numbers of shape \(2,\)"),
        ([0, 0], "game 0: action 0 is not offered; expected a bit of its mask"),
        ([-1, 0], "game 0: action -1 is not offered; expected a bit of its mask"),
    ],
)
def test_actions_that_cannot_be_played_are_refused_and_nothing_is_played(actions, words):
    batch = env.batch("cacao", 2, 2, seed=1)
    before = held(batch)
    with pytest.raises(UsageError, match=words):
        batch.step(actions)
    assert held(batch) == before


def test_actions_may_be_of_any_type_of_whole_numbers():
    batch = env.batch("cacao", 2, 2, seed=1)
    offered = batch.sample()
    after = []
    for actions in (offered, offered.tolist(), offered.astype(np.uint16), np.repeat(offered, 2)[::2]):
        batch.reset(1)
        batch.step(actions)
        after.append(held(batch))
    assert after == [after[0]] * 4


def test_one_action_that_is_not_offered_stops_all():
    batch = env.batch("cacao", 2, 2, seed=1)
    before = held(batch)
    with pytest.raises(UsageError, match="game 1: action 572 is not offered"):
        batch.step([int(batch.sample()[0]), 572])
    assert held(batch) == before


@pytest.mark.parametrize("seed", [-1, 1.5, "", True, [1]])
def test_an_invalid_seed_is_refused(seed):
    with pytest.raises(UsageError, match="expected a whole number from 0, or a text"):
        env.batch("cacao", seed=seed)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"n": 0}, "0 games: expected 1 to 1,048,576"),
        ({"n": "many"}, "'many' games: expected 1 to"),
        ({"seats": 5}, "cacao is not played by 5: expected one of 2, 3, 4"),
        ({"observations": "float64"}, "observations 'float64': expected 'int8', 'float32' or None"),
        ({"options": {"auto": True}}, "cacao has no option 'auto'"),
    ],
)
def test_a_batch_that_cannot_be_made_is_refused(words, expected):
    with pytest.raises(UsageError, match=expected):
        env.batch("cacao", **words)


@pytest.mark.parametrize(
    ("saved", "expected"),
    [
        (b"", "this is no saved batch: expected what save returned"),
        (b"{}", "this is no saved batch: expected what save returned"),
        (env.batch("teotihuacan", 2, 1).save(), "the batch was saved with .*'teotihuacan'.*: expected .*'cacao'"),
        (env.batch("cacao", 3, 1).save(), "the batch was saved with .* 3, .*: expected .* 2,"),
        (env.batch("cacao", 2, 2).save(), "the batch was saved with 2 games: expected 1"),
    ],
)
def test_a_saved_batch_of_another_kind_is_refused(saved, expected):
    with pytest.raises(UsageError, match=expected):
        env.batch("cacao", 2, 1).load(saved)
