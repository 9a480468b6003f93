"""T-14.4 to T-14.9, T-15.1, T-15.2: tests of the scores and the salaries of an Eclipse."""

import pytest

from tests.games.teotihuacan.vocabulary import player, table

EVERY = "V00 V01 V03 V05 V08 V11 V14"  # one of each mask
SETTLED = "1@2 1@3 1@4"


def eclipse(number=1, *, options=None, ana=None, ben=None, **rest):
    """Return a game in which the last turn before an Eclipse has just ended."""
    seats = 2 + ("cleo" in rest) + ("dan" in rest)
    return table(
        ana=ana,
        ben=ben,
        turn=4 * seats - 1,
        eclipses=number - 1,
        light=(10, 9, 8)[number - 1] + seats - 2,
        asks="end_window",
        now={"eclipse_due": 4 * seats},
        options=options,
        **rest,
    )


def points(game, category, number=1):
    """Return the points that each player gains in a category at an Eclipse."""
    return [of_seat[number - 1] for of_seat in game.state.ledger()[category]]


@pytest.mark.rule("T-21.22")
@pytest.mark.rule("T-14.4")
@pytest.mark.parametrize("buildings", range(12))
def test_each_step_of_the_avenue_is_worth_what_the_buildings_row_shows(buildings):
    value = (5, 5, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1)[buildings]
    rows = (min(5, buildings), min(4, max(0, buildings - 5)), max(0, buildings - 9))
    game = eclipse(ana=player(avenue=5), ben=player(avenue=1), buildings=rows)
    assert points(game, "avenue") == [5 * value, value]


@pytest.mark.rule("T-21.23")
@pytest.mark.rule("T-14.4")
@pytest.mark.rule("T-14.5")
def test_the_leaders_of_the_pyramid_track_and_its_steps_at_the_second_eclipse():
    tracks = [player(track=steps) for steps in (4, 4, 1, 0)]
    game = eclipse(2, ana=tracks[0], ben=tracks[1], cleo=tracks[2], dan=tracks[3])
    assert points(game, "pyramid_leader", 2) == [4, 4, 0, 0]
    assert points(game, "pyramid_track", 2) == [12, 12, 3, 0]


@pytest.mark.rule("T-14.4")
@pytest.mark.parametrize(("needs", "leads"), [(True, [0, 0]), (False, [4, 4])])
def test_whether_all_lead_a_track_with_all_markers_on_0_is_an_option(needs, leads):
    assert points(eclipse(options={"pyramid_leader_needs_progress": needs}), "pyramid_leader") == leads


@pytest.mark.rule("T-14.5")
@pytest.mark.parametrize(("number", "value"), [(1, 4), (2, 3), (3, 2)])
def test_steps_of_the_pyramid_track_lose_worth_and_all_markers_go_back(number, value):
    game = eclipse(number, ana=player(track=3), ben=player(track=5))
    assert points(game, "pyramid_track", number) == [3 * value, 5 * value]
    assert [each.track for each in game.players] == [0, 0]


@pytest.mark.rule("T-14.5")
def test_a_finished_pyramid_at_the_first_eclipse_still_counts_four():
    game = eclipse(1, ana=player(track=3), finished=True)
    assert points(game, "pyramid_track") == [12, 0]
    assert game.asked is None


@pytest.mark.rule("T-21.20")
@pytest.mark.rule("T-14.6")
@pytest.mark.parametrize(
    ("masks", "score"),
    [
        ("V05 V05 V08 V11 V11 V11", 6 + 3 + 1),
        ("V00", 1),
        ("V00 V01", 3),
        ("V00 V01 V03", 6),
        ("V00 V01 V03 V05", 10),
        ("V00 V01 V03 V05 V08", 15),
        ("V00 V01 V03 V05 V08 V11", 21),
        (EVERY, 28),
        ("V05 V06 V07", 3),
        (f"{EVERY} V22 V24", 28),
    ],
)
def test_masks_score_by_sets_of_different_ones(masks, score):
    assert points(eclipse(ana=player(tiles=masks)), "masks") == [score, 0]


@pytest.mark.rule("T-14.6")
@pytest.mark.rule("T-11.2")
def test_masks_stay_and_score_again():
    game = eclipse(ana=player(tiles="V05 V08"))
    assert game.ana.tiles == "V05 V08"


@pytest.mark.rule("T-21.21")
@pytest.mark.rule("T-14.7")
@pytest.mark.parametrize(("before", "after"), [(30, 24), (5, 0)])
def test_each_cocoa_not_paid_costs_three_points_but_never_more_than_there_are(before, after):
    ana = player(cocoa=4, points=before, workers="1@2 3@3 4@4 5@5")
    game = eclipse(ana=ana, ben=player(workers=""))
    assert game.offered == [f"salary {cocoa}" for cocoa in range(5)]
    game.play("salary 4")
    assert (game.ana.cocoa, game.ana.points) == (0, after)
    assert points(game, "salary") == [after - before, 0]


@pytest.mark.rule("T-14.7")
@pytest.mark.rule("T-1.11")
@pytest.mark.parametrize(
    ("workers", "due"),
    [("1@2 2@3 3@4", 3), ("4@2 1@forest 5@quarry", 5), ("3@2 3@2 3@2 3@1", 4), ("5@1 5@1 5@1 5@1", 8)],
)
def test_the_salary_is_a_cocoa_for_each_worker_and_two_for_each_strong_one(workers, due):
    assert eclipse(ana=player(cocoa=9, workers=workers)).offered == [f"salary {cocoa}" for cocoa in range(due + 1)]


@pytest.mark.rule("T-14.7")
@pytest.mark.rule("T-19.5")
def test_a_player_without_cocoa_is_not_asked():
    game = eclipse(ana=player(points=20), ben=player(points=20, cocoa=1))
    assert game.asked == "ben"
    game.play("salary 1")
    assert [each.points for each in game.players] == [20 - 9, 20 - 6]


@pytest.mark.rule("T-14.7")
@pytest.mark.rule("T-11.6")
@pytest.mark.rule("T-11.3")
def test_a_waiver_pays_the_whole_salary():
    game = eclipse(ana=player(cocoa=1, points=20, tiles="V45", workers="5@2 5@3 5@4"))
    assert game.offered == ["salary 0", "salary 1", "salary waive"]
    game.play("salary waive")
    assert (game.ana.cocoa, game.ana.points, game.ana.used) == (1, 20, "V45")


@pytest.mark.rule("T-14.7")
@pytest.mark.rule("T-19.4")
def test_all_salaries_are_carried_out_together():
    game = eclipse(ana=player(cocoa=3), ben=player(cocoa=3)).play("salary 3")
    assert (game.asked, game.ana.cocoa) == ("ben", 3)
    game.play("salary 2")
    assert (game.ana.cocoa, game.ben.cocoa) == (0, 1)


@pytest.mark.rule("T-14.8")
@pytest.mark.rule("T-2.1")
@pytest.mark.parametrize(("seats", "discs"), [(2, [9, 8]), (3, [10, 9]), (4, [11, 10])])
def test_after_the_first_and_second_eclipse_the_dark_disc_stands_nearer(seats, discs):
    others = dict(list({"cleo": player(), "dan": player()}.items())[: seats - 2])
    for number, dark in enumerate(discs, 1):
        game = eclipse(number, **others)
        assert (game.state.light, game.state.dark, game.state.eclipses) == (0, dark, number)
        assert game.state.eclipse_due == -1


@pytest.mark.rule("T-14.8")
@pytest.mark.rule("T-19.6")
def test_neutral_workers_move_to_where_the_next_starting_tiles_say():
    game = eclipse(1, neutrals=("6 7 8", "6 7 8"), neutral_tiles=("S01 S02 S05 S07", "S03 S04"))
    assert game.state.neutrals == [[1, 2, 4], [4, 5, 8]]
    game = eclipse(2, cleo=player(), neutrals=("6 7 8",), neutral_tiles=("S03 S04",))
    assert game.state.neutrals == [[1, 2, 3]]


@pytest.mark.rule("T-14.9")
def test_play_goes_on_with_the_first_player_and_all_else_stays():
    ana = player(wood=3, gold=1, blue=4, avenue=2, technologies="TECH03", tiles="V22", workers="2@forest 3@4 1@1")
    game = eclipse(ana=ana)
    assert (game.asked, game.asks) == ("ana", "open")
    assert (game.ana.wood, game.ana.gold, game.ana.blue, game.ana.avenue) == (3, 1, 4, 2)
    assert (game.ana.technologies, game.ana.tiles, game.ana.workers) == ("TECH03", "V22", "1@1 2@forest 3@4")


@pytest.mark.rule("T-15.1")
@pytest.mark.parametrize(
    ("number", "finished", "over"), [(1, False, False), (2, False, False), (3, False, True), (1, True, True)]
)
def test_the_game_ends_with_the_third_eclipse_or_that_of_the_finished_pyramid(number, finished, over):
    game = eclipse(number, finished=finished, neutrals=("6 7 8", "6 7 8"))
    assert (game.asked is None) == over
    assert (game.state.neutrals == [[6, 7, 8], [6, 7, 8]]) == over  # after the last one no neutral worker moves


BONUSES = {
    "B1": (player(blue=10, tiles="V05 V05 V08 V11"), 6),
    "B2": (player(blue=10, technologies="TECH01 TECH03 TECH17"), 15),
    "B3": (player(blue=11), 15),
    "B4": (player(blue=10, avenue=7), 21),
    "B5": (player(blue=10, red=9, green=11), 18),
    "B6": (player(blue=10, tiles="V05 V22", used="V24 V24"), 6),
    "B7": (player(blue=10, workers="1@2 3@forest 4@4 5@1"), 4 + 4 + 9 + 9),
}


@pytest.mark.rule("T-15.2")
@pytest.mark.rule("T-10.4")
@pytest.mark.parametrize("tile", BONUSES)
def test_what_each_bonus_tile_scores_at_the_end_on_ten_or_eleven(tile):
    ana, score = BONUSES[tile]
    others = " ".join([each for each in BONUSES if each != tile][:2])
    game = eclipse(3, ana=ana, ben=player(blue=9), bonuses=f"{tile} {others}")
    assert points(game, f"bonus_{tile[1]}", 3) == [score, 0]


@pytest.mark.rule("T-15.2")
def test_bonus_tiles_wait_for_the_last_eclipse():
    game = eclipse(2, ana=player(blue=10))
    assert points(game, "bonus_3", 2) == [0, 0]
    assert points(eclipse(1, ana=player(blue=10), finished=True), "bonus_3") == [15, 0]


@pytest.mark.rule("T-21.20")
@pytest.mark.rule("T-15.2")
def test_b1_scores_the_best_set_of_masks_again():
    game = eclipse(3, ana=player(blue=10, tiles="V05 V05 V08 V11 V11 V11"), bonuses="B1 B4 B7")
    assert (points(game, "masks", 3), points(game, "bonus_1", 3)) == ([10, 0], [6, 0])


@pytest.mark.rule("T-15.2")
@pytest.mark.rule("T-21.29")
def test_a_player_below_an_occupied_top_has_the_bonus_as_well():
    game = eclipse(3, ana=player(blue=10), ben=player(blue=11))
    assert points(game, "bonus_3", 3) == [15, 15]


@pytest.mark.rule("T-14.4")
@pytest.mark.rule("T-14.7")
@pytest.mark.rule("T-15.2")
def test_salary_is_taken_before_the_bonus_tiles_score():
    game = eclipse(3, ana=player(points=0, blue=10))
    assert (game.ana.points, points(game, "salary", 3)) == (15, [0, 0])
