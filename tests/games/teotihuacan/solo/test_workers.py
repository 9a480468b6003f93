"""T-17.2.2, T-17.4.2 to T-17.4.4, T-17.4.7 to T-17.4.9: tests of the automaton's workers."""

import pytest

from arena.games.steps import OVER
from arena.games.teotihuacan.rules import SOLO
from arena.games.teotihuacan.terms import UNLOCKED
from tests.games.teotihuacan.vocabulary import (
    ALCHEMY,
    DECORATIONS,
    FOREST,
    GOLD,
    NOBLES,
    PALACE,
    QUARRY,
    acting,
    bot,
    player,
    random_states,
    table,
)

IDLE = bot(tiles="mask_collection construction decorations alchemy nobles mastery worship")


@pytest.mark.rule("T-17.2.2")
def test_a_displaced_worker_goes_to_the_next_empty_temple_space_without_any_effect():
    ben = player(workers="2@5 2@6 2@8 1@forest")
    game = table(ana=player(cocoa=1, workers="1@1 1@5 1@6"), ben=ben, bot=IDLE, beside={QUARRY: "V22"})
    game.play("move 1@1 1", "worship forest ability")
    assert game.ana.cocoa == 0
    assert "1@quarry" in game.ben.workers
    assert (game.ben.green, game.state.view(0).teotibot.discarded) == (0, ())
    assert "seat 1's locked worker goes to quarry" in game.told


@pytest.mark.rule("T-17.2.2")
def test_it_passes_over_the_palace_and_spaces_that_are_taken():
    ben = player(workers="2@5 2@6 2@3 1@decorations")
    ana = player(cocoa=1, workers="1@6 1@5 1@forest 1@palace_1")
    game = table(ana=ana, ben=ben, bot=IDLE).play("move 1@6 1", "worship decorations ability", "temple red")
    assert "1@quarry" in game.ben.workers
    assert game.ana.workers == "1@palace_1 1@forest 1@5 1@decorations"


@pytest.mark.rule("T-17.2.2")
def test_where_all_are_taken_it_takes_the_place_of_the_next_human_worker():
    ben = player(workers="2@5 2@6 2@1 1@gold")
    ana = player(cocoa=1, workers="1@2 1@forest 1@quarry 1@decorations")
    game = table(ana=ana, ben=ben, bot=IDLE).play("move 1@2 2", "worship gold ability", "gain wood")
    assert "1@decorations" in game.ben.workers
    assert "1@7" in game.ana.workers
    assert {"1@gold", "1@forest", "1@quarry"} <= set(game.ana.workers.split())


@pytest.mark.rule("T-17.2.2")
def test_only_a_paid_displacement_moves_it():
    ben = player(workers="2@5 2@6 2@8 1@forest")
    game = table(ana=player(workers="1@1 1@5 1@6"), ben=ben, bot=IDLE).play("move 1@1 1")
    assert not game.has("worship forest ability")


@pytest.mark.rule("T-17.4.2")
def test_of_several_workers_on_a_board_the_strongest_unlocked_one_acts():
    ben = player(wood=2, workers="1@6 3@6 2@6 5@forest")
    game = acting("nobles", ben=ben)
    assert game.ben.workers == f"4@{FOREST} 5@forest 1@6 2@6"


@pytest.mark.rule("T-17.4.2")
def test_a_locked_worker_is_on_no_board():
    game = acting("nobles", ben=player(workers="4@forest 1@4 1@5 2@7"))
    assert game.ben.wood == 0
    assert "the action of seat 1 fails" in game.told


@pytest.mark.rule("T-21.31")
@pytest.mark.rule("T-17.4.3")
@pytest.mark.rule("T-17.4.8")
def test_of_two_equally_weak_workers_the_one_nearer_to_the_palace_grows_and_advances():
    ben = player(workers=f"1@{QUARRY} 1@{ALCHEMY} 2@8 1@forest")  # positions 3 and 6
    game = acting("mask_collection", ben=ben)
    assert game.ben.workers == "1@forest 2@4 1@5 2@8"
    assert game.ben.cocoa == 5


@pytest.mark.rule("T-17.4.3")
def test_a_worker_on_the_palace_is_the_nearest_of_all():
    game = acting("mask_collection", ben=player(workers=f"1@{PALACE} 1@{FOREST} 2@8 1@forest"))
    assert game.ben.workers == "1@2 2@2 1@forest 2@8"


@pytest.mark.rule("T-17.4.3")
def test_of_equally_strong_workers_the_one_furthest_from_the_palace_is_tried_first():
    game = acting("mastery", ben=player(workers=f"3@{FOREST} 3@{GOLD} 1@8 1@quarry"))
    assert (game.ben.wood, game.ben.gold) == (0, 2)


@pytest.mark.rule("T-21.32")
@pytest.mark.rule("T-17.4.4")
def test_a_worker_that_grows_to_four_goes_two_boards_and_the_palace_does_not_count():
    ben = player(gold=2, workers=f"3@{DECORATIONS} 1@4 1@6 1@forest")  # the board at position 8
    game = acting("decorations", ben=ben, decoration_offer="D00 D01 D02 D03")
    assert f"4@{QUARRY}" in game.ben.workers  # the board at position 3
    assert "seat 1 moves 4@7 by 3 to Stone Quarry" in game.told


@pytest.mark.rule("T-17.4.4")
@pytest.mark.parametrize(
    ("power", "to"), [(1, NOBLES), (2, NOBLES), (3, DECORATIONS), (4, DECORATIONS)], ids="grows to {}".format
)
def test_how_far_a_worker_goes_is_said_by_the_power_it_has_grown_to(power, to):
    game = acting("mastery", ben=player(gold=1, workers=f"{power}@{ALCHEMY} 1@1 1@1 1@forest"))
    assert f"{power + 1}@{to}" in game.ben.workers


@pytest.mark.rule("T-17.4.7")
@pytest.mark.rule("T-17.4.4")
def test_an_ascension_brings_the_avenue_and_five_points_and_the_new_worker_walks():
    ben = player(wood=2, avenue=2, workers="5@6 1@4 1@8 1@forest")
    game = acting("nobles", ben=ben, spots={"avenue_3": "V22"}, light=3)
    assert game.ben.avenue == 4  # the Building, and the Ascension
    assert game.ben.tiles == ""  # T-17.4.1
    assert (game.ben.points, game.ben.cocoa) == (3 + 5, 0)
    assert "1@2" in game.ben.workers
    assert game.state.light == 5  # the Ascension, and the end of the turn


@pytest.mark.rule("T-17.4.8")
def test_a_failed_action_brings_five_cocoa_and_the_weakest_worker_grows_and_walks():
    game = acting("construction", ben=player(workers="3@1 2@5 4@6 1@forest"))
    assert game.ben.cocoa == 5
    assert game.ben.workers == "3@1 1@forest 3@6 4@6"


@pytest.mark.rule("T-17.4.9")
@pytest.mark.parametrize("seed", range(3))
def test_one_worker_is_always_locked_on_a_temple_space_and_not_on_the_palace(seed):
    for state in random_states(2, seed, rules=SOLO):
        if state.to_move == OVER:
            continue
        workers = state.players[1].workers
        locked = [worker for worker in workers if worker.space != UNLOCKED]
        assert len(workers) == 4
        assert len(locked) == 1
        assert locked[0].board != PALACE


@pytest.mark.rule("T-17.4.9")
def test_after_the_alchemy_tile_a_worker_can_stand_on_the_palace():
    game = acting("alchemy", ben=player(workers="5@4 5@6 5@8 1@forest"))
    assert "2@1" in game.ben.workers
