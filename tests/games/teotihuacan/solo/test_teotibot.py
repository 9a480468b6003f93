"""T-17.3: tests of the automaton's turn as a whole."""

import pytest

from arena.games.chance import Rng
from arena.games.game import SPECTATOR
from arena.games.steps import OVER
from arena.games.teotihuacan.rules import SOLO
from tests.games.teotihuacan.vocabulary import FOREST, acting, arriving, bot, player, random_states, table


@pytest.mark.rule("T-17.3.2")
def test_the_tile_that_was_rolled_is_carried_out():
    assert acting("nobles", ben=player(wood=2)).state.nobles == [1, 0, 0]
    assert acting("alchemy", ben=player(workers="1@4 2@6 2@8 1@forest")).ben.workers == "1@forest 3@4 2@6 2@8"


@pytest.mark.rule("T-17.3.5")
@pytest.mark.parametrize(("before", "left", "points"), [(4, 9, 0), (5, 0, 3), (20, 15, 3)])
def test_ten_cocoa_become_three_points_once_a_turn(before, left, points):
    game = acting("mask_collection", ben=player(cocoa=before))  # where it fails: 5 cocoa more
    assert (game.ben.cocoa, game.ben.points) == (left, points)
    assert sum(map(sum, game.state.ledger()["cashing"])) == points


@pytest.mark.rule("T-17.3.5")
@pytest.mark.rule("T-17.6.4")
@pytest.mark.parametrize("turned", [-2, -1, 1, 2])
def test_what_ten_cocoa_are_worth_is_a_knob(turned):
    game = acting("mask_collection", ben=player(cocoa=5), options={"teotibot_cashing": turned})
    assert game.ben.points == 3 + turned


@pytest.mark.rule("T-17.3.6")
def test_the_light_disc_moves_on_after_the_automatons_turn():
    game = table(bot=bot(), light=2)
    game.play("move 1@2 1", "collect")
    assert (game.state.light, game.state.turn, game.asked) == (3, 2, "ana")
    assert sum(told.startswith("the light disc") for told in game.told) == 1


@pytest.mark.rule("T-17.2.3")
def test_it_counts_as_a_colour():
    game = arriving(FOREST, ben=player(workers="2@2 2@6 2@8 1@decorations"), bot=bot())
    game.play("collect")
    assert game.ana.cocoa == 2


@pytest.mark.rule("T-17.2.3")
@pytest.mark.parametrize(("known", "points"), [("TECH01", 3), ("TECH03", 0)])
def test_it_scores_when_the_human_takes_a_technology_that_it_has(known, points):
    bots = bot(tiles="worship construction decorations alchemy nobles mastery mask_collection")
    ana, ben = player(gold=1, workers="1@8 1@2 1@3"), player(technologies=known, workers="1@1 1@1 1@1 1@decorations")
    game = table(ana=ana, ben=ben, bot=bots)
    game.play("move 1@8 1", "main", "technology TECH01", "gain wood")
    assert sum(game.state.ledger()["alchemy"][1]) == points


@pytest.mark.rule("T-17.2.3")
def test_its_marker_on_a_top_step_blocks_the_human():
    game = table(ana=player(blue=10), ben=player(blue=11, workers="1@1 1@1 1@1 1@forest"), bot=bot(), asks="any_temple")
    assert game.offered == ["temple red", "temple green"]


@pytest.mark.parametrize("seed", range(3))
def test_it_is_never_asked_and_all_observers_see_the_same_of_it(seed):
    for state in random_states(2, seed, rules=SOLO):
        assert state.to_move in (0, OVER)
        assert not any(worker.board == 9 for worker in state.players[1].workers)
        views = [state.view(observer) for observer in (0, 1, SPECTATOR)]
        assert views[0].teotibot == views[1].teotibot == views[2].teotibot
        assert len({view.players[1] for view in views}) == 1


@pytest.mark.rule("T-19.6")
def test_no_seat_knows_what_it_will_roll():
    state = table(bot=bot(), ana=player(workers="1@2 1@3 1@4")).state
    rolls = set()
    for seed in range(40):
        imagined = state.imagine(0, Rng(seed))
        imagined.play(SOLO.read(imagined, "move 1@2 1"))
        imagined.play(SOLO.read(imagined, "collect"))
        rolls.add(tuple(imagined.automaton.rolled))
    assert len(rolls) > 15
