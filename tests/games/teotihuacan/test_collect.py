"""T-5: tests of collecting cocoa."""

import pytest

from tests.games.teotihuacan.vocabulary import FOREST, QUARRY, arriving, player


@pytest.mark.rule("T-21.1")
@pytest.mark.rule("T-5.2")
def test_two_unlocked_colours_and_a_locked_third_give_three_cocoa():
    red, yellow, blue = player(workers="1@3 1@1 1@1"), player(workers="1@3 1@1 1@1"), player(workers="1@quarry 1@1 1@1")
    game = arriving(QUARRY, ana=player(cocoa=1), ben=red, cleo=yellow, dan=blue).play("collect")
    assert game.ana.cocoa == 1 + 2 + 1


@pytest.mark.rule("T-5.2")
def test_no_worker_grows_by_collecting():
    assert arriving(FOREST, 3).play("collect").ana.workers == "1@1 1@1 3@2"
