"""Tests of rankings: anchor, intervals, possible ranks, probabilities of superiority, calibration."""

from random import Random

import pytest

from arena.stats.pools import Pool
from arena.stats.ratings import components, normal, rate
from arena.stats.standings import Finished
from arena.stats.sums import Sums
from tests.stats.histories import POOL, SOLO, TABLE, chain, duels, history

STRENGTHS = {"ana": 200, "ben": 0, "cleo": -150, "dora": 50, "emil": 40, "greedy": -100}


def rows(ratings):
    return {row.entrant: row for row in ratings.rows}


def test_the_estimate_of_the_anchor_is_1500_and_it_has_an_interval():
    found = rate(Sums.of(history(POOL, STRENGTHS, 50, Random(1))), "greedy")
    greedy = rows(found)["greedy"]
    assert found.anchor == "greedy"
    assert greedy.rating == pytest.approx(1500)
    assert all(row.reach > 0 and row.anchored for row in found.rows)


def test_an_anchor_moves_the_scale_and_no_interval():
    sums = Sums.of(history(POOL, STRENGTHS, 50, Random(1)))
    one, two = rows(rate(sums, "greedy")), rows(rate(sums, "ben"))
    for name in STRENGTHS:
        assert one[name].reach == two[name].reach
        assert two[name].rating - one[name].rating == pytest.approx(1500 - one["ben"].rating)


def test_an_anchor_that_played_little_makes_no_interval_wide():
    played = history(POOL, {name: value for name, value in STRENGTHS.items() if name != "greedy"}, 500, Random(1))
    few = duels(
        POOL, *["ana>greedy", "greedy>ben", "cleo>greedy", "greedy>ana", "ben>greedy", "greedy>cleo"], block="new"
    )
    found = rows(rate(Sums.of(played + few), "greedy"))
    assert found["greedy"].reach > 150
    assert all(row.reach < 50 for name, row in found.items() if name != "greedy")


def test_an_anchor_that_has_not_played_is_none():
    assert rate(Sums.of(chain("ana", "ben")), "greedy").anchor is None


def test_without_an_anchor_the_mean_is_1500_and_no_row_is_anchored():
    found = rate(Sums.of(chain("ana", "ben", "cleo")))
    assert found.anchor is None
    assert sum(row.rating * row.comparisons for row in found.rows) == pytest.approx(8 * 1500)
    assert not any(row.anchored for row in found.rows)
    assert "anchor: none" in found.model


def test_an_entrant_not_connected_to_the_anchor_is_rated_apart_and_stands_below():
    found = rate(Sums.of(chain("ana", "greedy") + duels(POOL, *["yan>zoe", "zoe<yan"] * 9, block="apart")), "greedy")
    assert [(row.entrant, row.anchored) for row in found.rows] == [
        ("ana", True),
        ("greedy", True),
        ("yan", False),
        ("zoe", False),
    ]
    assert found.superiority("yan", "ana") is None
    assert found.superiority("yan", "zoe") > 0.9
    assert rows(found)["yan"].rating + rows(found)["zoe"].rating == pytest.approx(3000)


def test_components_are_the_entrants_that_any_chain_connects():
    sums = Sums.of(chain("ana", "ben", "cleo") + chain("yan", "zoe") + chain("cleo", "dora"))
    assert sorted(map(sorted, components(sums.cells))) == [["ana", "ben", "cleo", "dora"], ["yan", "zoe"]]


@pytest.mark.parametrize("pool", [POOL, TABLE])
def test_intervals_hold_the_true_rating_about_95_times_in_100(pool):
    held = []
    for number in range(60):
        found = rate(Sums.of(history(pool, STRENGTHS, 100, Random(f"coverage {number}")))).rows
        mean = sum(STRENGTHS[row.entrant] * row.comparisons for row in found) / sum(row.comparisons for row in found)
        held += [row.bounds[0] <= STRENGTHS[row.entrant] - mean + 1500 <= row.bounds[1] for row in found]
    # The bars of a history are not independent, so these are fewer than 360 trials; the bench takes thousands.
    assert 0.9 < sum(held) / len(held) < 0.99


def test_more_blocks_make_narrower_intervals():
    few, many = (rate(Sums.of(history(TABLE, STRENGTHS, blocks, Random(2)))) for blocks in (40, 640))
    for name in STRENGTHS:
        assert rows(many)[name].reach == pytest.approx(rows(few)[name].reach / 4, rel=0.35)


def test_the_same_games_in_fewer_blocks_are_less_evidence():
    played = history(POOL, STRENGTHS, 200, Random(3))
    twice = played + [(pool, match) for pool, match in played]
    apart = played + [(pool, Finished(f"{m.block}'", m.entrants, m.placements)) for pool, m in played]
    together, separate = rows(rate(Sums.of(twice))), rows(rate(Sums.of(apart)))
    for name in STRENGTHS:
        assert together[name].rating == pytest.approx(separate[name].rating, abs=8)
        assert together[name].reach == pytest.approx(2**0.5 * separate[name].reach, rel=0.3)


def test_an_entrant_that_won_everything_has_a_wide_interval_and_not_none():
    found = rows(rate(Sums.of(history(POOL, STRENGTHS, 60, Random(4)) + duels(POOL, *["zoe>ben"] * 6, block="zoe"))))
    assert found["zoe"].score == 1
    assert found["zoe"].reach > 300
    assert found["zoe"].band[0] == 1


def test_bands_hold_the_ranks_that_an_entrant_may_have():
    found = rows(rate(Sums.of(history(POOL, {"ana": 600, "ben": 5, "cleo": 0, "greedy": -600}, 400, Random(5)))))
    assert [found[name].band for name in ("ana", "greedy")] == [(1, 1), (4, 4)]
    assert found["ben"].band == found["cleo"].band == (2, 3)


def test_superiority_of_one_is_the_inferiority_of_the_other():
    found = rate(Sums.of(history(TABLE, STRENGTHS, 30, Random(6))))
    for one in STRENGTHS:
        for other in STRENGTHS.keys() - {one}:
            assert found.superiority(one, other) + found.superiority(other, one) == pytest.approx(1)
    assert found.superiority("ana", "cleo") > 0.99


def test_superiority_does_not_depend_on_the_anchor():
    sums = Sums.of(history(TABLE, STRENGTHS, 30, Random(6)))
    one, two = rate(sums, "greedy"), rate(sums, "ben")
    assert one.superiority("dora", "emil") == pytest.approx(two.superiority("dora", "emil"))
    assert [row.band for row in one.rows] == [row.band for row in two.rows]


def test_a_difference_of_a_standard_error_is_84_to_16():
    assert normal(1, 1) == pytest.approx(0.8413, abs=1e-4)
    assert (normal(0, 0), normal(1, 0), normal(-1, 0)) == (0.5, 1, 0)


def test_ratings_keep_what_they_promise_when_they_are_calibrated():
    found = rate(Sums.of(history(TABLE, STRENGTHS, 2000, Random(7))))
    assert sum(row.comparisons for row in found.calibration) == 2000 * 4 * 6
    for row in found.calibration:
        assert 0.5 <= row.expected <= 1
        assert row.scored == pytest.approx(row.expected, abs=4 * (0.25 / row.comparisons) ** 0.5)


def test_combined_is_one_strength_over_pools_with_seat_terms_of_their_own():
    played = history(POOL, STRENGTHS, 400, Random(8), (100, -100)) + history(TABLE, STRENGTHS, 400, Random(9))
    sums = Sums.of(played)
    sums.add(SOLO, Finished("s", ("ana", "teotibot-standard"), (2, 1)))
    found = rate(sums.combinable(), "greedy")
    assert found.seats[(POOL, 0)] - found.seats[(POOL, 1)] == pytest.approx(200, abs=40)
    assert found.seats[(TABLE, 0)] - found.seats[(TABLE, 1)] == pytest.approx(0, abs=40)
    assert "teotibot-standard" not in rows(found)
    for name, row in rows(found).items():
        assert row.rating == pytest.approx(STRENGTHS[name] + 1600, abs=40)
        assert row.reach < max(rows(rate(sums.within(pool)))[name].reach for pool in (POOL, TABLE))


def test_an_incremental_ranking_is_the_one_computed_anew():
    played = history(TABLE, STRENGTHS, 60, Random(10))
    sums, last = Sums(), None
    for pool, match in played:
        sums.add(pool, match)
        if match.placements[0] == 1:
            last = rate(sums, start=last.strengths if last else None)
    anew = rate(Sums.of(played))
    last = rate(sums, start=last.strengths)
    assert [row.entrant for row in last.rows] == [row.entrant for row in anew.rows]
    for row in anew.rows:
        assert rows(last)[row.entrant].rating == pytest.approx(row.rating, abs=1e-6)
        assert rows(last)[row.entrant].reach == pytest.approx(row.reach, abs=1e-6)


def test_no_results_make_an_empty_ranking():
    assert rate(Sums()).rows == ()


def test_a_pool_says_what_its_ratings_are_made_of():
    found = rate(Sums.of(history(POOL, STRENGTHS, 10, Random(11))), "greedy")
    assert "Bradley-Terry" in found.model
    assert f"its standard deviation from the results ({found.spread:.0f})" in found.model
    assert "greedy = 1500" in found.model
    assert isinstance(POOL, Pool)
