"""T-3.2, T-5.1, T-19.5: tests of the actions that are offered after a worker has arrived at a board."""

import pytest

from tests.games.teotihuacan.vocabulary import arriving, player, table


@pytest.mark.rule("T-5.1")
@pytest.mark.parametrize("board", range(1, 9))
def test_collecting_is_possible_everywhere(board):
    game = arriving(board, ana=player(tiles="V22"))  # a tile to use, so that something is asked
    assert game.offered[0] == "collect"


@pytest.mark.rule("T-19.5")
@pytest.mark.rule("T-5.1")
def test_with_only_collecting_left_no_seat_is_asked():
    game = table(ana=player(workers="1@4 1@1 1@1")).play("move 1@4 1")
    assert (game.ana.cocoa, game.asked) == (1, "ben")
