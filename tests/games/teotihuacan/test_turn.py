"""T-3, T-4: tests of the parts of a turn, and of the moves of workers."""

import pytest

from tests.games.teotihuacan.vocabulary import FOREST, arriving, player, table

ASIDE = player(workers="1@8 1@8 1@8")


@pytest.mark.rule("T-3.2")
def test_a_normal_turn_is_a_move_and_an_action_where_it_ends():
    game = table(ana=player(workers="1@2 1@2 1@2"), ben=ASIDE).play("move 1@2 1", "collect")
    assert game.ana.workers == "1@2 1@2 1@3"
    assert game.told[:2] == ["seat 0 moves 1@2 by 1 to Stone Quarry", "seat 0 collects on Stone Quarry"]
    assert (game.ana.cocoa, game.asked) == (1, "ben")


@pytest.mark.rule("T-3.3")
def test_the_free_unlock_is_a_whole_turn_and_brings_each_worker_to_its_board():
    game = table(ana=player(workers="3@palace_2 1@decorations 2@4")).play("free unlock")
    assert game.ana.workers == "3@1 2@4 1@7"
    assert game.asked == "ben"


@pytest.mark.rule("T-3.3")
def test_without_a_locked_worker_there_is_no_free_unlock():
    assert not table().has("free")


@pytest.mark.rule("T-3.4")
@pytest.mark.rule("T-19.2")
def test_three_cocoa_unlock_all_at_any_window_of_a_normal_turn_also_after_the_action():
    before = table(ana=player(cocoa=3, workers="1@forest 2@quarry 1@4"), ben=ASIDE)
    assert before.play("unlock").ana.workers == "1@2 2@3 1@4"
    assert before.ana.cocoa == 0
    assert not before.has("free unlock")
    after = table(ana=player(cocoa=2, workers="1@forest 2@quarry 1@4"), ben=ASIDE)
    assert not after.has("unlock")
    after.play("move 1@4 2")  # to Alchemy, where nothing but collecting is possible
    assert after.offered == ["end turn", "unlock"]
    assert after.play("unlock").ana.workers == "1@2 2@3 1@5"


@pytest.mark.rule("T-3.4")
def test_a_paid_unlock_commits_to_a_normal_turn():
    game = table(ana=player(cocoa=3, workers="1@forest 2@quarry 1@4")).play("unlock")
    assert (game.asks, game.asked) == ("open", "ana")
    assert {text.split()[0] for text in game.offered} == {"move"}


@pytest.mark.rule("T-3.4")
def test_a_worker_locked_again_may_be_unlocked_again():
    game = table(ana=player(cocoa=6, workers="1@forest 1@8 1@1"), ben=player(workers="1@8 1@8 1@8"))
    game.play("unlock", "move 1@1 1", "worship forest ability", "unlock")
    assert (game.ana.cocoa, game.ana.workers) == (0, "1@2 1@2 1@8")


@pytest.mark.rule("T-3.5")
def test_a_player_with_only_locked_workers_unlocks_for_free_or_pays():
    locked = "1@forest 1@quarry 1@gold"
    game = table(turn=1, ana=player(workers=locked), ben=player(workers="1@8 1@8 1@7"))
    game.play("move 1@7 1", "collect")
    assert game.asked == "ben"  # ana had no choice: all are unlocked
    assert game.ana.workers == "1@2 1@3 1@4"
    assert table(ana=player(cocoa=3, workers=locked)).offered == ["free unlock", "unlock"]


@pytest.mark.rule("T-19.2")
def test_a_free_unlock_turn_has_windows_but_no_paid_unlock():
    game = table(ana=player(cocoa=5, tiles="V22", workers="1@forest 2@quarry 1@4")).play("free unlock")
    assert game.offered == ["end turn", "use V22"]


@pytest.mark.rule("T-3.6")
@pytest.mark.parametrize(("turn", "light"), [(0, 0), (1, 0), (2, 1)])
def test_the_last_player_moves_the_light_disc_at_the_end_of_the_turn(turn, light):
    game = table(cleo=player(), turn=turn)
    game.play(game.offered[0], "collect")
    assert game.state.light == light
    assert game.asked == ("ana", "ben", "cleo")[(turn + 1) % 3]


# T-4: moving ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T-4.1")
def test_one_two_or_three_positions_clockwise_for_each_unlocked_worker():
    game = table(ana=player(workers="1@2 3@6 2@gold"))
    moves = [text for text in game.offered if text.startswith("move")]
    assert moves == [f"move {worker} {distance}" for worker in ("1@2", "3@6") for distance in (1, 2, 3)]


@pytest.mark.rule("T-4.1")
def test_boards_are_passed_in_the_order_of_the_ring_and_no_worker_is_in_the_way():
    game = table(ring=(1, 7, 6, 5, 8, 4, 3, 2), ana=player(workers="1@7 1@2 1@2"), ben=player(workers="1@6 1@5 1@8"))
    assert game.play("move 1@7 3").ana.workers == "1@2 1@2 1@8"


@pytest.mark.rule("T-4.1")
@pytest.mark.rule("T-19.5")
def test_workers_alike_are_moved_once():
    game = table(ana=player(workers="1@2 1@2 2@2"))
    assert game.offered == [f"move {power}@2 {distance}" for power in (1, 2) for distance in (1, 2, 3)]


@pytest.mark.rule("T-4.2")
@pytest.mark.rule("T-11.5")
def test_an_unlimited_move_goes_one_to_eight_positions_and_costs_its_tile():
    game = table(ana=player(workers="1@2 1@2 1@2", tiles="V48"), ben=ASIDE)
    assert game.offered == ["move 1@2 1", "move 1@2 2", "move 1@2 3"] + [
        f"move 1@2 {distance} unlimited" for distance in range(1, 9)
    ]
    game.play("move 1@2 6 unlimited", "collect")
    assert (game.ana.tiles, game.ana.used) == ("", "V48")
    assert game.ana.workers == "1@2 1@2 1@7"


@pytest.mark.rule("T-21.25")
@pytest.mark.rule("T-4.2")
@pytest.mark.rule("T-12.2")
@pytest.mark.rule("T-1.6")
def test_a_full_lap_returns_to_the_same_board_and_passes_the_palace():
    game = table(ana=player(workers="1@2 1@8 1@8", tiles="V48", technologies="TECH01"), ben=ASIDE)
    game.play("move 1@2 8 unlimited")
    assert game.ana.cocoa == 1
    game.play("collect")
    assert (game.ana.cocoa, game.ana.workers) == (1 + 1, "1@2 1@8 1@8")


@pytest.mark.rule("T-4.3")
@pytest.mark.rule("T-11.5")
def test_a_second_worker_of_the_same_board_moves_along():
    game = table(ana=player(workers="1@2 3@2 2@3 2@forest", tiles="V42 V42"), ben=ASIDE)
    doubles = [text for text in game.offered if "double" in text]
    assert doubles == ["move 3@2+1@2 1 double", "move 3@2+1@2 2 double", "move 3@2+1@2 3 double"]
    game.play("move 3@2+1@2 3 double")
    assert game.ana.workers == "2@forest 2@3 1@8 3@8"
    assert (game.ana.tiles, game.ana.used) == ("V42", "V42")


@pytest.mark.rule("T-4.3")
def test_both_tiles_for_moves_go_together():
    game = table(ana=player(workers="1@2 1@2 1@2", tiles="V42 V48"), ben=ASIDE)
    game.play("move 1@2+1@2 7 unlimited double", "collect")
    assert (game.ana.used, game.ana.workers) == ("V42 V48", "1@1 1@1 1@2")


@pytest.mark.rule("T-4.6")
@pytest.mark.rule("T-12.2")
def test_the_cocoa_of_the_palace_is_there_before_the_action_is_chosen():
    ana = player(workers="1@7 1@8 1@8", technologies="TECH01")
    game = table(ana=ana, ben=ASIDE, neutrals=("2 3 4",)).play("move 1@7 2")
    assert (game.asks, game.ana.cocoa) == ("act", 1)
    assert game.has("main")  # it costs that cocoa


@pytest.mark.rule("T-9.6")
def test_an_ascension_to_the_palace_is_no_movement():
    game = arriving(FOREST, 5, ana=player(technologies="TECH01")).play("main", "reward points")
    assert game.ana.cocoa == 0
