"""T-7.6: tests of the Main action on Nobles, which builds Buildings."""

import pytest

from tests.games.teotihuacan.vocabulary import NOBLES, arriving, player

ANY_ROW = {"nobles_row_choice": "any_up_to_workers"}


def building(count, buildings=(0, 0, 0), options=None, tiles="", spots=None, **has):
    """Return a game in which Ana has just come to the Nobles, with this number of workers of power 1."""
    others = " ".join(["1@6"] * (count - 1))
    ana = player(cocoa=min(1, count - 1), wood=2, tiles=tiles, **has)
    return arriving(NOBLES, 1, others, ana=ana, buildings=buildings, options=options, spots=spots)


@pytest.mark.rule("T-21.6")
@pytest.mark.rule("T-7.6.1")
@pytest.mark.rule("T-7.6.4")
def test_two_workers_build_on_the_second_space_of_the_centre_row():
    game = building(2, (0, 1, 0)).play("main")
    assert (game.ana.points, game.ana.wood, game.ana.avenue) == (4, 0, 1)
    assert (game.state.nobles, game.state.buildings) == ([0, 2, 0], 2)
    assert sorted(game.ana.workers.split()) == ["1@1", "1@6", "2@6"]
    assert building(2).play("main").ana.points == 5


@pytest.mark.rule("T-7.6.1")
def test_a_building_costs_two_wood():
    assert not arriving(NOBLES, ana=player(wood=1, tiles="V22")).has("main")
    assert arriving(NOBLES, ana=player(wood=3)).play("main").ana.wood == 1


ROWS = {
    (1, (0, 0, 0)): [1, 0, 0],
    (2, (0, 0, 0)): [0, 1, 0],
    (3, (0, 0, 0)): [0, 0, 1],
    (2, (3, 4, 0)): [4, 4, 0],
}


@pytest.mark.rule("T-7.6.2")
@pytest.mark.parametrize(("count", "before"), ROWS)
def test_the_number_of_workers_names_the_row_and_a_full_centre_leads_to_the_top(count, before):
    assert building(count, before).play("main").state.nobles == ROWS[count, before]


@pytest.mark.rule("T-7.6.2")
def test_a_full_bottom_row_leaves_centre_or_top_to_choose():
    game = building(3, (1, 1, 3)).play("main")
    assert game.offered == ["row top", "row centre"]
    assert game.play("row top").ana.points == 2
    assert building(3, (1, 4, 3)).play("main").state.nobles == [2, 4, 3]


@pytest.mark.rule("T-7.6.2")
@pytest.mark.parametrize(("count", "before"), [(1, (5, 0, 0)), (2, (5, 4, 0))])
def test_where_the_workers_can_build_nowhere_the_action_is_illegal(count, before):
    assert not building(count, before, tiles="V22").has("main")


@pytest.mark.rule("T-7.6.2")
@pytest.mark.parametrize(
    ("count", "before", "rows"),
    [
        (1, (0, 0, 0), "top"),
        (2, (0, 0, 0), "top centre"),
        (3, (0, 0, 0), "top centre bottom"),
        (3, (5, 0, 1), "centre bottom"),
        (2, (5, 0, 0), "centre"),
    ],
)
def test_by_option_any_row_up_to_the_workers_may_be_chosen(count, before, rows):
    game = building(count, before, ANY_ROW).play("main")
    expected = [f"row {row}" for row in rows.split()]
    if len(expected) > 1:
        assert game.offered == expected
    else:
        assert sum(game.state.nobles) == sum(before) + 1


@pytest.mark.rule("T-7.6.3")
@pytest.mark.parametrize(("row", "values"), [(0, [3, 2, 2, 1, 1]), (1, [5, 4, 3, 3]), (2, [7, 6, 5])])
def test_what_the_spaces_of_each_row_score_from_left_to_right(row, values):
    for built, value in enumerate(values):
        before = [0, 0, 0]
        before[row] = built
        assert building(row + 1, tuple(before)).play("main").ana.points == value


@pytest.mark.rule("T-7.6.4")
@pytest.mark.rule("T-10.8")
def test_the_avenue_may_bring_a_discovery_tile_before_any_worker_grows():
    game = building(1, spots={"avenue_3": "V22"}, avenue=2).play("main")
    assert (game.asks, game.ana.avenue, game.ana.workers) == ("avenue_claim", 3, "1@1 1@1 1@6")


@pytest.mark.rule("T-7.6.5")
@pytest.mark.parametrize(("count", "second"), [(1, False), (2, False), (3, True)])
def test_three_workers_may_grow_twice(count, second):
    game = building(count).play("main")
    assert game.has("stop") == second
    if second:
        assert game.play("power up 2@6").ana.workers == "1@6 1@6 3@6"


@pytest.mark.rule("T-7.6.6")
def test_after_eleven_buildings_nothing_can_be_built():
    assert building(3, (5, 3, 2), tiles="V22").has("main")
    assert not building(3, (5, 4, 2), tiles="V22").has("main")


@pytest.mark.rule("T-21.28")
@pytest.mark.rule("T-11.9")
def test_an_additional_worker_makes_one_noble_two():
    game = building(1, tiles="V51").play("main additional 1")
    assert (game.state.nobles, game.ana.points, game.ana.workers) == ([0, 1, 0], 5, "1@1 1@1 2@6")
    assert not game.has("stop")


@pytest.mark.rule("T-21.33")
@pytest.mark.rule("T-11.9")
@pytest.mark.rule("T-11.11")
def test_an_additional_worker_claimed_in_mid_action_brings_only_a_power_up():
    game = building(2, avenue=2, spots={"avenue_3": "V51"}).play("main", "claim V51")
    assert game.offered == ["continue", "use V51"]
    game.play("use V51")
    assert game.state.nobles == [0, 1, 0]
    assert game.ana.workers == "1@1 1@6 2@6"  # all were alike: the first power-up left no choice
    assert game.offered == ["power up 1@6", "power up 2@6", "stop"]


@pytest.mark.rule("T-11.9")
def test_once_a_power_up_is_asked_an_additional_worker_comes_too_late():
    game = arriving(NOBLES, 1, "2@6", ana=player(cocoa=1, wood=2, tiles="V51")).play("main")
    assert game.offered == ["power up 1@6", "power up 2@6"]


@pytest.mark.rule("T-12.3")
def test_number_three_pays_on_nobles():
    assert building(1, technologies="TECH03").play("main").ana.points == 3 + 3
