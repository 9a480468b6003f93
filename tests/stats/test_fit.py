"""The fit: exact where it can be worked out by hand, a maximum everywhere, the same however it is reached."""

from math import exp, log, log1p
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.stats.fit import ELO, PRIOR, fit
from arena.stats.replicates import COLUMNS
from arena.stats.sums import Sums
from tests.stats.histories import POOL, SOLO, TABLE, chain, duels, history

STRENGTHS = {"ana": 200, "ben": 0, "cleo": -150, "dora": 50, "emil": -20}


def strengths(found, column=0):
    return dict(zip(found.entrants, found.strengths[:, column], strict=True))


def log_posterior(sums, strength, term, column=0):
    """What the fit maximises, written down a second time, in plain Python."""
    total = -sum(value**2 for value in (*strength.values(), *term.values())) / PRIOR**2 / 2
    for cell, found in sums.cells.items():
        gap = strength[cell.entrant] - strength[cell.opponent]
        gap += term.get((cell.pool, cell.seat), 0) - term.get((cell.pool, cell.opponent_seat), 0)
        count, points = int(found.count[column]), int(found.halves[column]) / 2
        total -= points * log1p(exp(-gap / ELO)) + (count - points) * log1p(exp(gap / ELO))
    return total


def test_three_wins_in_four_are_191_points_less_a_little_for_the_prior():
    results = [*["ana>ben", "ben<ana"] * 300, *["ben>ana", "ana<ben"] * 100]
    found = strengths(fit(Sums.of(duels(POOL, *results))))
    assert found["ana"] - found["ben"] == pytest.approx(ELO * log(3), rel=0.01)
    assert found["ana"] - found["ben"] < ELO * log(3)


def test_a_tie_is_half_a_win_for_both():
    tied = fit(Sums.of(duels(POOL, "ana=ben", "ana=ben")))
    traded = fit(Sums.of(duels(POOL, "ana>ben", "ben>ana")))
    assert strengths(tied) == pytest.approx({"ana": 0, "ben": 0}, abs=1e-6)
    assert strengths(traded) == pytest.approx({"ana": 0, "ben": 0}, abs=1e-6)


@pytest.mark.parametrize("pool", [POOL, TABLE])
@pytest.mark.parametrize("column", [0, 7])
def test_no_small_change_makes_the_results_more_likely(pool, column):
    sums = Sums.of(history(pool, STRENGTHS, 30, Random(3), (80, 0, -20, -60)))
    found = fit(sums)
    strength = strengths(found, column)
    term = dict(zip(found.seats, found.terms[:, column], strict=True))
    best = log_posterior(sums, strength, term, column)
    for values, name in [(strength, name) for name in strength] + [(term, name) for name in term]:
        for change in (-0.5, 0.5):
            values[name] += change
            assert log_posterior(sums, strength, term, column) < best
            values[name] -= change


@pytest.mark.parametrize("pool", [POOL, TABLE])
def test_strengths_and_seats_are_found_again_in_a_long_history(pool):
    terms = (80, 0, -20, -60)[: pool.seats]
    found = fit(Sums.of(history(pool, STRENGTHS, 3000, Random(4), terms)))
    mean, seat = sum(STRENGTHS.values()) / len(STRENGTHS), sum(terms) / len(terms)
    for name, value in strengths(found).items():
        assert value == pytest.approx(STRENGTHS[name] - mean, abs=15)
    assert found.terms[:, 0] == pytest.approx([term - seat for term in terms], abs=10)


def test_a_seat_that_always_wins_makes_nobody_stronger():
    swapped = duels(POOL, *["ana>ben", "ben>ana"] * 20)
    found = fit(Sums.of(swapped))
    assert strengths(found) == pytest.approx({"ana": 0, "ben": 0}, abs=1e-6)
    assert found.terms[0, 0] - found.terms[1, 0] > 500


def test_who_won_everything_has_a_strength_that_ends_somewhere():
    found = strengths(fit(Sums.of(duels(POOL, *["ana>ben"] * 1000))))
    assert 300 < found["ana"] - found["ben"] < 3000


def test_against_an_automaton_there_are_no_seat_terms():
    found = fit(Sums.of(duels(SOLO, *["ana>teotibot"] * 30, "ana=teotibot")))
    assert found.seats == ()
    assert strengths(found)["ana"] > 100


def test_of_no_results_there_is_no_fit_but_an_empty_one():
    assert fit(Sums()).entrants == ()


@pytest.mark.parametrize("wild", [5000.0, -5000.0])
def test_the_fit_does_not_depend_on_where_it_starts(wild):
    sums = Sums.of(history(TABLE, STRENGTHS, 20, Random(5)))
    start = {name: wild * (-1) ** number for number, name in enumerate(STRENGTHS)}
    assert fit(sums, start).strengths == pytest.approx(fit(sums).strengths, abs=1e-6)


def test_an_updated_history_refitted_from_the_last_strengths_is_the_history_fitted_anew():
    played = history(TABLE, STRENGTHS, 40, Random(6))
    sums = Sums.of(played[:-4])
    before = strengths(fit(sums))
    for pool, match in played[-4:]:
        sums.add(pool, match)
    assert fit(sums, before).strengths == pytest.approx(fit(Sums.of(played)).strengths, abs=1e-6)


def test_a_large_pool_is_fitted_in_parts_with_the_same_result(monkeypatch):
    sums = Sums.of(history(POOL, STRENGTHS, 30, Random(7)))
    whole = fit(sums)
    monkeypatch.setattr("arena.stats.fit.AT_ONCE", 700)
    parts = fit(sums)
    assert parts.strengths == pytest.approx(whole.strengths, abs=1e-9)
    assert parts.strengths.shape[1] == COLUMNS


def test_results_that_are_far_apart_are_fitted_as_well():
    names = [f"bot-{number:02}" for number in range(40)]
    found = strengths(fit(Sums.of(chain(*names) + duels(POOL, *[f"{names[0]}>{names[-1]}"] * 500, block="far"))))
    assert max(found.values()) == found[names[0]]
    assert all(np.isfinite(list(found.values())))


@given(st.lists(st.sampled_from(["ana>ben", "ben>ana", "ana=cleo", "cleo>ben", "dora>ana"]), min_size=1, max_size=12))
def test_strengths_are_about_a_mean_of_nothing_in_every_component(results):
    found = fit(Sums.of(duels(POOL, *results)))
    assert found.strengths.sum(axis=0) == pytest.approx(np.zeros(COLUMNS), abs=1e-6)
    assert found.terms.sum(axis=0) == pytest.approx(np.zeros(COLUMNS), abs=1e-6)
