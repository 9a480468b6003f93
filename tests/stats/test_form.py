"""Tests of the form, which is sequential Elo. The package `elo` checks it where it can be installed."""

from random import Random

import pytest

from arena.stats.form import INITIAL, STEP, Form, expected, lines, offset, rated
from arena.stats.ratings import rate
from arena.stats.standings import Finished
from arena.stats.sums import Sums
from tests.stats.histories import POOL, SOLO, TABLE, history


def test_even_opponents_expect_half_and_400_points_are_ten_to_one():
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)


def test_a_win_against_an_equal_opponent_is_half_a_step():
    form = Form(POOL)
    assert form.add(Finished("b", ("ana", "ben"), (1, 2))) == {"ana": INITIAL + STEP / 2, "ben": INITIAL - STEP / 2}
    assert form.rating("ana") == INITIAL + STEP / 2
    assert form.rating("zoe") == INITIAL


def test_at_a_table_of_four_the_step_is_shared_out_among_three_opponents():
    changed = Form(TABLE).add(Finished("b", ("ana", "ben", "cleo", "dora"), (1, 2, 3, 4)))
    assert changed["ana"] == INITIAL + STEP / 2
    assert sum(changed.values()) == pytest.approx(4 * INITIAL)


def test_a_draw_with_an_automaton_is_a_loss():
    assert Form(SOLO).add(Finished("b", ("ana", "teotibot"), (1, 1)))["ana"] == INITIAL - STEP / 2


def test_an_entrant_without_a_comparison_that_counts_keeps_its_form():
    assert Form(TABLE).add(Finished("b", ("ana", "ben"), (1, 2), pairs=frozenset())) == {}


def test_a_line_has_the_ratings_after_every_match():
    played = [match for _, match in history(POOL, {"ana": 300, "ben": 0}, 20, Random(1))]
    line = list(lines(POOL, played))
    assert len(line) == 40
    assert line[-1]["ana"] > line[-1]["ben"]


def test_with_its_offset_the_form_lies_on_the_scale_of_the_ratings():
    strengths = {"ana": -60, "ben": 0, "cleo": 60, "strong": 250}
    played = history(POOL, strengths, 300, Random(2))
    form = Form(POOL)
    for _, match in played:
        form.add(match)
    found = rate(Sums.of(played), "strong").rows
    up = offset([(row.entrant, row.rating, row.comparisons) for row in found], form.ratings)
    assert up < -100  # the form begins at 1500, which is where the strongest is
    for row in found:
        assert abs(form.rating(row.entrant) + up - row.rating) < 3.5 * STEP  # which is how far a form wanders


def test_an_entrant_without_form_moves_no_scale():
    assert offset([("ana", 1600, 10), ("ben", 1300, 30), ("zoe", 9000, 1)], {"ana": 1500, "ben": 1400}) == -50
    assert offset([], {}) == 0


def test_sequential_elo_is_what_the_elo_package_gives():
    elo = pytest.importorskip("elo", reason="the package elo, which this Python cannot build")
    rng = Random("elo")
    for _ in range(5000):
        step, rating = rng.uniform(1, 60), rng.uniform(0, 3000)
        games = [(rng.choice([0.0, 0.5, 1.0]), rng.uniform(0, 3000)) for _ in range(rng.randint(1, 12))]
        theirs = elo.Elo(k_factor=step, initial=INITIAL, beta=200).rate(rating, games)
        assert rated(rating, games, step) == pytest.approx(theirs, abs=1e-9)


@pytest.mark.parametrize("pool", [POOL, TABLE])
def test_whole_series_are_what_the_elo_package_gives(pool):
    elo = pytest.importorskip("elo", reason="the package elo, which this Python cannot build")
    theirs = elo.Elo(k_factor=STEP / (pool.seats - 1), initial=INITIAL, beta=200)
    for number in range(1000 // pool.seats):
        rng = Random(f"series {number}")
        names = ["ana", "ben", "cleo", "dora", "emil"]
        ratings = dict.fromkeys(names, INITIAL)
        form = Form(pool)
        for turn in range(rng.randint(1, 40)):
            seated = rng.sample(names, pool.seats)
            places = [rng.randint(1, pool.seats) for _ in seated]
            form.add(Finished(str(turn), tuple(seated), tuple(places)))
            after = {}
            for name, place in zip(seated, places, strict=True):
                series = [
                    (1.0 if place < other else 0.5 if place == other else 0.0, ratings[opponent])
                    for opponent, other in zip(seated, places, strict=True)
                    if opponent != name
                ]
                after[name] = theirs.rate(ratings[name], series)
            ratings |= after
        assert {name: form.rating(name) for name in names} == pytest.approx(ratings, abs=1e-9)
