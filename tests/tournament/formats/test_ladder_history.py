"""Tests of the history of a ladder: after many updates it equals a new history of all blocks."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.tournament.formats.base import Pairing
from arena.tournament.formats.ladder import Ladder
from arena.tournament.formats.ladder_history import History
from tests.tournament.tournaments import SEEDS, block, bots, by_luck, play, void


def random_blocks(rng, seats, count):
    """Return blocks between random entrants. Some of the blocks are void."""
    outcomes = [by_luck(rng.random()), by_luck(rng.random()), void]
    return [block(number, Pairing(tuple(rng.sample(bots(5), seats))), rng.choice(outcomes)) for number in range(count)]


def ruled(rng, played):
    """Return the same blocks. About a fifth of them have another result, or none."""
    otherwise = [by_luck(rng.random()), void]
    return [block(each.number, each.pairing, rng.choice(otherwise)) if rng.random() < 0.2 else each for each in played]


def nothing_left(counter):
    return Counter({key: count for key, count in counter.items() if count})


@settings(max_examples=25)
@given(st.sampled_from([2, 3]), st.lists(st.integers(min_value=0, max_value=20), min_size=1, max_size=5), SEEDS)
def test_a_history_that_followed_others_is_that_of_its_blocks_alone(seats, counts, seed):
    rng = Random(seed)
    history, blocks = History(seats), random_blocks(rng, seats, 20)
    for count in counts:
        blocks = ruled(rng, blocks) if rng.random() < 0.7 else random_blocks(rng, seats, 20)
        history.follow(blocks[:count])
        anew = History(seats, blocks[:count])
        assert history.blocks == anew.blocks == blocks[:count]
        assert history.sums.cells == anew.sums.cells
        assert history.ratings().rows == anew.ratings().rows
        for counter in ("played", "met", "first"):
            assert nothing_left(getattr(history, counter)) == getattr(anew, counter)


@pytest.mark.slow
@settings(max_examples=12)
@given(st.sampled_from([2, 3]), st.sampled_from([None, 1, 2]), st.integers(min_value=1, max_value=6), SEEDS)
def test_a_ladder_that_remembers_draws_up_what_it_would_without_remembering(seats, top, size, seed):
    ladder = Ladder(seats, top=top, blocks=40, opening=2, round_size=size)
    _, played = play(ladder, bots(5), by_luck(seed))
    history, rng = History(seats), Random(seed)
    for number in range(len(played) // size + 1):
        known = played[: number * size]
        assert ladder.round(bots(5), known, number, history=history) == ladder.round(bots(5), known, number)
        if rng.random() < 0.3:
            played = ruled(rng, played)


@settings(max_examples=5)
@given(st.lists(st.integers(min_value=0, max_value=8), min_size=2, max_size=6), SEEDS)
def test_it_does_so_whichever_rounds_it_was_asked_for_before(numbers, seed):
    rng = Random(seed)
    ladder, history = Ladder(opening=2, round_size=4), History(2)
    played = random_blocks(rng, 2, 32)  # by no ladder: what was drawn up and what was played differ
    for number in numbers:
        assert ladder.round(bots(5), played, number, history=history) == ladder.round(bots(5), played, number)
        history.follow(played[: rng.randrange(32)])
    other = Ladder(opening=9, round_size=4)
    assert other.round(bots(4), played, 8, history=history) == other.round(bots(4), played, 8)
