"""Tests of the log-loss of predictions: known values, and ratings that predict better than a coin."""

from math import log
from random import Random

import pytest

from arena.stats.foretold import COIN, Foretold, foretold, loss
from arena.stats.form import Form
from arena.stats.ratings import rate
from arena.stats.standings import Finished
from arena.stats.sums import Sums
from tests.stats.histories import POOL, history

STRENGTHS = {"ana": 300, "ben": 0, "cleo": -300}


def test_a_coin_loses_log_2_and_a_sure_prediction_that_was_wrong_a_lot():
    assert loss(0.5, 2) == loss(0.5, 1) == loss(0.5, 0) == pytest.approx(COIN)
    assert loss(0.9, 2) == pytest.approx(-log(0.9))
    assert loss(0.9, 0) == pytest.approx(-log(0.1))
    assert 10 < loss(1.0, 0) < 20


def test_an_entrant_without_a_strength_is_left_out():
    match = Finished("b", ("ana", "zoe"), (1, 2))
    assert foretold(POOL, match, {"ana": 100.0}, {}, Form(POOL)) == Foretold()


def test_seats_count_for_the_ratings():
    match = Finished("b", ("ana", "ben"), (1, 2))
    found = foretold(POOL, match, {"ana": 0.0, "ben": 0.0}, {0: 200.0, 1: -200.0}, Form(POOL))
    assert found.by_ratings == pytest.approx(-log(10 / 11))
    assert found.by_form == pytest.approx(COIN)


def test_ratings_predict_better_than_sequential_elo_and_that_better_than_a_coin():
    played = history(POOL, STRENGTHS, 400, Random(1), (80, -80))
    form, total = Form(POOL), Foretold()
    known = rate(Sums.of(played[:400]))
    seats = {seat: value for (_, seat), value in known.seats.items()}
    for number, (pool, match) in enumerate(played):
        if number >= 400:
            total += foretold(pool, match, known.strengths, seats, form)
        form.add(match)
    assert total.comparisons == 400
    assert total.by_ratings < total.by_form < total.comparisons * COIN
