"""Tests of the fit of ratings: known values, the maximum of the likelihood, and no effect of the start."""

from math import exp, log, log1p
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.stats import fit as fitting
from arena.stats.fit import ELO, SEATS, SPREADS, Design, climb, fit, precisions
from arena.stats.sums import Sums
from tests.stats.histories import POOL, SOLO, TABLE, chain, duels, history

STRENGTHS = {"ana": 200, "ben": 0, "cleo": -150, "dora": 50, "emil": -20}


def strengths(found):
    return dict(zip(found.entrants, found.strengths, strict=True))


def peaks(sums, column=0):
    """Yield, for each spread of the prior, the most likely strengths of entrants and of seats, in Elo points, by name.

    The spread is the standard deviation that the fit expects between strengths.
    """
    cells = sorted(sums.cells, key=str)
    design = Design(cells)
    count = np.array([[sums.cells[cell].count[column]] for cell in cells], dtype=float)
    points = np.array([[sums.cells[cell].halves[column] / 2] for cell in cells])
    values = climb(design, count, points, np.zeros((design.size, 1)), precisions(design, SPREADS)) * ELO
    many = len(design.entrants)
    for column_of, spread in enumerate(SPREADS):
        strength = dict(zip(design.entrants, values[:many, column_of], strict=True))
        yield spread, strength, dict(zip(design.seats, values[many:, column_of], strict=True))


def log_posterior(sums, spread, strength, term, column=0):
    """Return the quantity that the fit maximises for a spread, computed a second time in plain Python."""
    total = -sum(value**2 for value in strength.values()) / spread**2 / 2
    total -= sum(value**2 for value in term.values()) / SEATS**2 / 2
    for cell, found in sums.cells.items():
        gap = strength[cell.entrant] - strength[cell.opponent]
        gap += term.get((cell.pool, cell.seat), 0) - term.get((cell.pool, cell.opponent_seat), 0)
        count, points = int(found.count[column]), int(found.halves[column]) / 2
        total -= points * log1p(exp(-gap / ELO)) + (count - points) * log1p(exp(gap / ELO))
    return total


def test_three_wins_in_four_are_slightly_less_than_191_points():
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
    for spread, strength, term in list(peaks(sums, column))[::6]:
        best = log_posterior(sums, spread, strength, term, column)
        for values, name in [(strength, name) for name in strength] + [(term, name) for name in term]:
            for change in (-0.5, 0.5):
                values[name] += change
                assert log_posterior(sums, spread, strength, term, column) < best
                values[name] -= change


def test_the_spread_of_the_strengths_is_found_again():
    for spread in (80, 320):
        rng = Random(spread)
        wide = {f"bot-{number:02}": rng.gauss(0, spread) for number in range(24)}
        assert fit(Sums.of(history(POOL, wide, 600, rng))).spread == pytest.approx(spread, rel=0.3)


def test_results_that_say_nothing_leave_the_usual_spread():
    assert fit(Sums.of(duels(POOL, "ana>ben", "ben>ana"))).spread == pytest.approx(fitting.USUAL, rel=0.25)


def test_one_of_two_entrants_that_were_chosen_because_of_luck_is_not_overrated():
    """Two equals play until one is ahead by two wins. The greatest likelihood would take this luck for strength."""
    rng, found = Random(8), []
    for _ in range(40):
        won = [rng.random() < 0.5]
        while 2 * sum(won) - len(won) != 2 and len(won) < 30:
            won.append(rng.random() < 0.5)
        results = ["ana>ben" if each else "ben>ana" for each in won]
        found.append(fit(Sums.of(duels(POOL, *results))))
    for each in found:
        ana, error = strengths(each)["ana"], each.errors([0, 1], np.ones(2))[0]
        assert abs(ana) < 1.96 * error


def test_comparisons_that_share_luck_are_worth_less():
    apart = fit(Sums.of(history(POOL, STRENGTHS, 300, Random(12))))
    played = history(POOL, STRENGTHS, 300, Random(12))
    again = fit(Sums.of([each for each in played for _ in range(3)]))
    assert apart.worth > 0.8
    assert again.worth == pytest.approx(apart.worth / 3, rel=0.1)
    assert again.strengths == pytest.approx(apart.strengths, abs=5)
    members = range(len(STRENGTHS))
    weights = np.ones(len(STRENGTHS))
    assert again.errors(members, weights) == pytest.approx(apart.errors(members, weights), rel=0.1)


def test_the_error_of_a_difference_is_that_of_both_entrants_together():
    found = fit(Sums.of(history(TABLE, STRENGTHS, 60, Random(13))))
    errors = found.error_of_differences(range(len(STRENGTHS)))
    assert errors == pytest.approx(errors.T)
    assert np.diag(errors) == pytest.approx(np.zeros(len(STRENGTHS)))
    one = found.by_blocks[1, 1] + found.by_blocks[3, 3] - 2 * found.by_blocks[1, 3]
    two = found.by_model[1, 1] + found.by_model[3, 3] - 2 * found.by_model[1, 3]
    assert errors[1, 3] == pytest.approx(max(one, two) ** 0.5)


@pytest.mark.parametrize("pool", [POOL, TABLE])
def test_strengths_and_seats_are_found_again_in_a_long_history(pool):
    terms = (80, 0, -20, -60)[: pool.seats]
    found = fit(Sums.of(history(pool, STRENGTHS, 3000, Random(4), terms)))
    mean, seat = sum(STRENGTHS.values()) / len(STRENGTHS), sum(terms) / len(terms)
    for name, value in strengths(found).items():
        assert value == pytest.approx(STRENGTHS[name] - mean, abs=15)
    assert found.terms == pytest.approx([term - seat for term in terms], abs=10)


def test_a_seat_that_always_wins_makes_no_entrant_stronger():
    swapped = duels(POOL, *["ana>ben", "ben>ana"] * 20)
    found = fit(Sums.of(swapped))
    assert strengths(found) == pytest.approx({"ana": 0, "ben": 0}, abs=1e-6)
    assert found.terms[0] - found.terms[1] > 500


def test_an_entrant_that_won_everything_has_a_bounded_strength():
    found = strengths(fit(Sums.of(duels(POOL, *["ana>ben", "ben<ana"] * 500))))
    assert 300 < found["ana"] - found["ben"] < 3000


def test_against_an_automaton_there_are_no_seat_terms():
    found = fit(Sums.of(duels(SOLO, *["ana>teotibot"] * 30, "ana=teotibot")))
    assert found.seats == ()
    assert strengths(found)["ana"] > 100


def test_no_results_give_an_empty_fit():
    assert fit(Sums()).entrants == ()


@pytest.mark.parametrize("wild", [5000.0, -5000.0])
def test_the_fit_does_not_depend_on_where_it_starts(wild):
    sums = Sums.of(history(TABLE, STRENGTHS, 20, Random(5)))
    start = {name: wild * (-1) ** number for number, name in enumerate(STRENGTHS)}
    assert fit(sums, start).strengths == pytest.approx(fit(sums).strengths, abs=1e-6)


def test_a_refit_from_the_last_strengths_equals_a_new_fit():
    played = history(TABLE, STRENGTHS, 40, Random(6))
    sums = Sums.of(played[:-4])
    before = strengths(fit(sums))
    for pool, match in played[-4:]:
        sums.add(pool, match)
    assert fit(sums, before).strengths == pytest.approx(fit(Sums.of(played)).strengths, abs=1e-6)


def test_replicates_are_fitted_in_parts_with_the_same_result(monkeypatch):
    sums = Sums.of(history(POOL, STRENGTHS, 30, Random(7)))
    whole = fit(sums)
    monkeypatch.setattr(fitting, "AT_ONCE", 700)
    assert fit(sums).by_blocks == pytest.approx(whole.by_blocks, rel=1e-9)


def test_results_that_are_far_apart_are_fitted_as_well():
    names = [f"bot-{number:02}" for number in range(40)]
    found = strengths(fit(Sums.of(chain(*names) + duels(POOL, *[f"{names[0]}>{names[-1]}"] * 500, block="far"))))
    assert max(found.values()) == found[names[0]]
    assert all(np.isfinite(list(found.values())))


@given(st.lists(st.sampled_from(["ana>ben", "ben>ana", "ana=cleo", "cleo>ben", "dora>ana"]), min_size=1, max_size=12))
def test_strengths_are_about_a_mean_of_nothing_in_every_component(results):
    found = fit(Sums.of(duels(POOL, *results)))
    assert found.strengths.sum() == pytest.approx(0, abs=1e-6)
    assert found.terms.sum() == pytest.approx(0, abs=1e-6)
