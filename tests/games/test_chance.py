"""Tests of stacks, dice and generators: equal on every machine, independent, and evenly distributed."""

import itertools
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import PositionError
from arena.games.chance import (
    COPIES,
    M32,
    Deal,
    Rng,
    Stream,
    keyed,
    mix,
    named_rng,
    named_seed,
    ordered,
    stream_key,
)
from arena.games.conformance import hardly_ever

IDS = ["ant", "bee", "cat", "dog", "eel"]
TILES = [0, 0, 0, 1, 1, 2, 3, 4, 4, 4]

# Literal, so that a change of machine, Python or compiler cannot change both sides.
MIXED = [0, 2261973619, 229111015, 3770504306, 2578835075]
WORDS = [4093985639, 2798638276, 1191563411, 1062941414, 4074544392, 3589156940]
BIG_WORDS = [1046365511, 348464956, 1686632096]
NAMED = "9a295b9dea5314c4031ad76e89a498fed28d9074bca32cad41ae27496c636808"
KEY = [2586401693, 3931313348, 52090734, 2309265662]
KEYED = [151799254, 3838278281, 2385292914, 3615728365]
BOT_WORD = 255277125
STACK = ["ant", "dog", "eel", "bee", "ant", "bee", "eel", "cat", "eel", "ant"]
THROWS = [1, 1, 1, 4, 5, 4, 4, 4, 4, 4, 0, 3]


def chi_square(counts, expected):
    return sum((count - expected) ** 2 for count in counts) / expected


# The same on every Python ------------------------------------------------------------------------------------------


def test_the_mixer_gives_these_words_on_every_python():
    assert [mix(word) for word in (0, 1, 2, 0x80000000, M32)] == MIXED


def test_the_generator_gives_these_words_on_every_python():
    rng = Rng(2024)
    assert [rng.word() for _ in range(6)] == WORDS


def test_only_the_lowest_64_bits_of_a_big_seed_count():
    seed = 0x0123456789ABCDEF
    rng = Rng(seed)
    assert [rng.word() for _ in range(3)] == BIG_WORDS
    assert Rng(seed + 2**64).word() == Rng(seed).word()
    assert Rng(seed + 2**32).word() != Rng(seed).word()


def test_named_seeds_and_streams_give_these_values_on_every_python():
    assert named_seed(b"seed", "jungle").hex() == NAMED
    assert stream_key(b"seed", "jungle") == KEY
    assert [keyed(KEY, number) for number in range(4)] == KEYED
    assert named_rng(b"seed", "bot 0").word() == BOT_WORD


def test_a_deal_gives_these_stacks_and_throws_on_every_python():
    deal = Deal(b"seed")
    assert [IDS[tile] for tile in deal.stack("jungle", TILES, IDS)] == STACK
    die = deal.stream("die")
    assert [die.below(6) for _ in range(12)] == THROWS


# Generators --------------------------------------------------------------------------------------------------------


@given(st.integers(min_value=0, max_value=M32), st.integers(min_value=0, max_value=M32))
def test_the_mixer_sends_no_two_words_to_the_same(one, other):
    assert (mix(one) == mix(other)) == (one == other)


@given(st.integers(min_value=0, max_value=2**70), st.integers(min_value=1, max_value=2**30 - 1))
def test_a_number_below_n_is_below_n(seed, n):
    rng = Rng(seed)
    assert all(0 <= rng.below(n) < n for _ in range(10))


@pytest.mark.parametrize("n", [2, 3, 6, 10, 100])
@pytest.mark.parametrize("seed", [0, 1, 2**40])
def test_numbers_below_n_are_uniform(n, seed):
    rng = Rng(seed)
    counts = [0] * n
    for _ in range(200 * n):
        counts[rng.below(n)] += 1
    assert chi_square(counts, 200) < hardly_ever(n - 1)


def test_numbers_that_follow_each_other_are_independent():
    rng = Rng(5)
    counts = dict.fromkeys(itertools.product(range(6), repeat=2), 0)
    for _ in range(7200):
        counts[rng.below(6), rng.below(6)] += 1
    assert chi_square(counts.values(), 200) < hardly_ever(35)


def test_neighbouring_seeds_start_independently():
    counts = [0] * 16
    for seed in range(3200):
        counts[Rng(seed).below(16)] += 1
    assert chi_square(counts, 200) < hardly_ever(15)


def test_a_shuffle_reaches_all_orders_evenly():
    rng = Rng(9)
    counts = dict.fromkeys(itertools.permutations(range(4)), 0)
    for _ in range(200 * factorial(4)):
        xs = [0, 1, 2, 3]
        rng.shuffle(xs)
        counts[tuple(xs)] += 1
    assert chi_square(counts.values(), 200) < hardly_ever(factorial(4) - 1)


@given(st.integers(min_value=0, max_value=2**64), st.integers(min_value=0, max_value=20))
def test_a_cloned_generator_goes_on_as_its_original_would(seed, used):
    rng = Rng(seed)
    for _ in range(used):
        rng.word()
    clone = rng.clone()
    words = [clone.word() for _ in range(5)]
    assert [rng.word() for _ in range(5)] == words


# Stacks ------------------------------------------------------------------------------------------------------------


def without(stack, removed):
    """Return the stack without all tiles of the removed kinds, in the same order."""
    return [tile for tile in stack if tile not in removed]


@given(st.binary(max_size=32), st.sets(st.integers(min_value=0, max_value=4)))
def test_removing_some_tiles_keeps_the_order_of_the_rest(seed, removed):
    whole = Deal(seed).stack("jungle", TILES, IDS)
    rest = Deal(seed).stack("jungle", [tile for tile in TILES if tile not in removed], IDS)
    assert rest == without(whole, removed)


@given(st.binary(max_size=32), st.permutations(TILES))
def test_the_order_in_which_tiles_are_listed_does_not_matter(seed, listed):
    assert Deal(seed).stack("jungle", listed, IDS) == Deal(seed).stack("jungle", TILES, IDS)


@given(st.binary(max_size=32), st.integers(min_value=0, max_value=4))
def test_a_further_copy_goes_between_the_others_and_moves_none(seed, tile):
    key = stream_key(seed, "jungle")
    stack = ordered(key, TILES)
    longer = ordered(key, [*TILES, tile])
    assert any(longer[:place] + longer[place + 1 :] == stack for place in range(len(longer)))


def test_a_stack_reaches_all_orders_evenly():
    counts = dict.fromkeys(itertools.permutations(range(4)), 0)
    for seed in range(200 * factorial(4)):
        counts[tuple(Deal(seed.to_bytes(8, "big")).stack("jungle", range(4), IDS))] += 1
    assert chi_square(counts.values(), 200) < hardly_ever(factorial(4) - 1)


def test_copies_of_a_tile_take_every_place_evenly():
    pairs = list(itertools.combinations(range(5), 2))
    counts = dict.fromkeys(pairs, 0)
    for seed in range(200 * len(pairs)):
        stack = Deal(seed.to_bytes(8, "big")).stack("jungle", [0, 0, 1, 2, 3], IDS)
        counts[tuple(place for place, tile in enumerate(stack) if tile == 0)] += 1
    assert chi_square(counts.values(), 200) < hardly_ever(len(pairs) - 1)


def test_stacks_of_different_names_are_independent():
    orders = list(itertools.permutations(range(3)))
    counts = dict.fromkeys(itertools.product(orders, repeat=2), 0)
    for seed in range(200 * len(counts)):
        deal = Deal(seed.to_bytes(8, "big"))
        counts[tuple(deal.stack("red", range(3), IDS)), tuple(deal.stack("blue", range(3), IDS))] += 1
    assert chi_square(counts.values(), 200) < hardly_ever(len(counts) - 1)


def test_a_seed_and_a_name_are_separated():
    assert named_seed(b"seed", "1jungle") != named_seed(b"seed1", "jungle")


def test_every_copy_of_every_tile_has_a_key_of_its_own():
    key = stream_key(b"seed", "jungle")
    numbers = range(20 * COPIES)
    assert len({keyed(key, number) for number in numbers}) == len(numbers)


# Dice --------------------------------------------------------------------------------------------------------------


def test_a_die_is_even():
    die = Deal(b"seed").stream("die")
    counts = [0] * 6
    for _ in range(1200):
        counts[die.below(6)] += 1
    assert chi_square(counts, 200) < hardly_ever(5)


def test_throwing_a_die_changes_no_other_die_and_no_stack():
    quiet, loud = Deal(b"seed"), Deal(b"seed")
    thrown = loud.stream("die")
    for _ in range(10):
        thrown.below(6)
    assert loud.stack("jungle", TILES, IDS) == quiet.stack("jungle", TILES, IDS)
    one, other = loud.stream("weather"), quiet.stream("weather")
    assert [one.below(6) for _ in range(10)] == [other.below(6) for _ in range(10)]


def test_a_cloned_die_gives_the_same_numbers_and_is_independent():
    die = Deal(b"seed", results={"die": [5, 0]}).stream("die")
    clone = die.clone()
    results = [die.below(6) for _ in range(8)]
    assert results[:2] == [5, 0]
    assert [clone.below(6) for _ in range(8)] == results


@given(st.integers(min_value=0, max_value=2**64))
def test_a_die_that_is_keyed_anew_forgets_what_would_have_come(seed):
    die = Deal(b"seed", results={"die": [5] * 40}).stream("die")
    die.below(6)
    fresh = Stream([0, 0, 0, 0], [])
    die.rekey(Rng(seed))
    fresh.rekey(Rng(seed))
    results = [die.below(6) for _ in range(40)]
    assert results == [fresh.below(6) for _ in range(40)]
    assert set(results) != {5}


# What is given -----------------------------------------------------------------------------------------------------


def test_a_given_stack_is_drawn_from_its_first_tile():
    stack = Deal(b"", {"jungle": ["cat", "ant", "bee"]}).stack("jungle", [0, 1, 2], IDS)
    assert [IDS[stack.pop()] for _ in range(3)] == ["cat", "ant", "bee"]


def test_given_results_come_before_those_of_the_seed():
    given_first = Deal(b"seed", results={"die": [3, 1]}).stream("die")
    own = Deal(b"seed").stream("die")
    assert [given_first.below(6) for _ in range(5)] == [3, 1, *(own.below(6) for _ in range(3))]


@pytest.mark.parametrize("result", [-1, 6])
def test_an_impossible_given_result_is_refused_when_it_is_drawn(result):
    die = Deal(b"seed", results={"die": [3, result]}).stream("die")
    assert die.below(6) == 3
    for _ in range(2):
        with pytest.raises(PositionError, match=f"a given result is {result}: expected 0 to 5"):
            die.below(6)


def test_a_stack_with_an_unknown_tile_names_the_nearest():
    with pytest.raises(PositionError, match=r"stack 'jungle': no tile 'bea'; .*did you mean 'bee'"):
        Deal(b"", {"jungle": ["bea"]}).stack("jungle", [1], IDS)


@pytest.mark.parametrize("tiles", [[], ["ant"], ["ant", "bee", "bee"], ["ant", "ant"]])
def test_the_refusal_of_an_incomplete_stack_says_what_it_should_contain(tiles):
    with pytest.raises(PositionError, match="stack 'jungle': expected, in any order, exactly ant, bee"):
        Deal(b"", {"jungle": tiles}).stack("jungle", [1, 0], IDS)


def test_a_stack_or_die_that_the_game_does_not_have_is_refused_with_the_nearest_name():
    Deal(b"", {"jungle": []}, {"die": []}).only(["jungle"], ["die"])
    with pytest.raises(PositionError, match=r"unknown stack 'jungel'.*did you mean 'jungle'"):
        Deal(b"", {"jungel": []}).only(["jungle", "hand"], [])
    with pytest.raises(PositionError, match=r"unknown die 'dye'.*did you mean 'die'"):
        Deal(b"", results={"dye": []}).only([], ["die"])
    with pytest.raises(PositionError, match="unknown die 'die': this game has no dice"):
        Deal(b"", results={"die": []}).only([], [])


def test_a_deal_does_not_change_if_the_caller_changes_the_given_lists():
    tiles, results = ["ant", "bee"], [4, 4]
    deal = Deal(b"", {"jungle": tiles}, {"die": results})
    tiles.reverse()
    results.clear()
    assert deal.stack("jungle", [0, 1], IDS) == [1, 0]
    assert deal.stream("die").below(6) == 4
