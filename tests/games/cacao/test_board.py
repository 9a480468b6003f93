"""Tests of Cacao's board as text for a terminal."""

import pytest

from arena.games.cacao.rules import CACAO
from arena.games.game import SPECTATOR
from tests.games.cacao.vocabulary import RED, YELLOW, Goods, Tile, random_states, table


def drawn(game, observer=SPECTATOR):
    return CACAO.board(game.state.view(observer))


def test_a_board_can_be_read():
    game = table(
        {(1, 0): Tile(RED, "2-1-0-1", 3, covers=("1-1-1-1", 0)), (0, -1): Tile(YELLOW)},
        villages={RED: Goods(cacao=1, suns=2, river=3, gold=12)},
    )
    assert (
        drawn(game, RED)
        == """\
Turn 1, A's: A lays a worker tile

       -1        0        1        2
                 1
 -1           1  B  1
                 1
             ┌───────┐    1
  0     ·    │cacao 1│ 2 [A]
             └───────┘    1
                      ┌───────┐
  1              ·    │sell 2 │    ·
                      └───────┘

  2                       ·


           gold  cacao  sun  river  points  hand  pile
A, seat 0    12      1    2      0      14     1     0
B, seat 1     0      0    0    -10     -10     1     0

display      market_3, temple
jungle pile  9 x gold_mine_1
A's hand     1-1-1-1
"""
    )


def test_what_is_asked_stands_out():
    game = table({(1, 0): Tile(YELLOW)}).play("place 1-1-1-1 r0 at 0,-1")
    assert "Turn 1, A's: A fills a jungle space" in drawn(game)
    assert "fill!" in drawn(game)
    assert "to act       1 worker of A at 0,-1 S, at plantation_single" in drawn(game)


def test_only_the_observers_hand_is_shown():
    game = table(villages={RED: Goods(hand=("3-1-0-0",)), YELLOW: Goods(hand=("3-0-0-1",))})
    assert "3-1-0-0" in drawn(game, RED)
    assert "3-0-0-1" not in drawn(game, RED)
    assert "3-0-0-1" not in drawn(game)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_can_be_drawn(seats):
    for state in random_states(seats, 6):
        lines = CACAO.board(state.view(SPECTATOR)).splitlines()
        assert all(line == line.rstrip() for line in lines)
    assert lines[0].startswith("The game is over after")
