"""T-2.5, T-16.3: tests of the setup of a first game."""

import pytest

from arena.errors import UsageError
from arena.games.teotihuacan.setup import TECHNOLOGY_IDS
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from tests.games.teotihuacan.vocabulary import new

FIRST = {"first_game": True}
GOODS = ("cocoa", "wood", "stone", "gold", "points")
# After setup, the cocoa of the order included; the Last Player has one cocoa more than those between.
STARTS = {
    2: [(7, 1, 2, 4, 0), (8, 4, 2, 0, 1)],
    3: [(7, 1, 2, 4, 0), (7, 4, 2, 0, 1), (7, 3, 4, 1, 0)],
    4: [(7, 1, 2, 4, 0), (7, 4, 2, 0, 1), (6, 3, 4, 1, 0), (5, 2, 0, 5, 0)],
}


@pytest.mark.rule("T-2.5")
@pytest.mark.rule("T-21.11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_starts_with_the_goods_of_the_table(seats):
    game = new(seats, FIRST)
    assert [tuple(getattr(each, good) for good in GOODS) for each in game.players] == STARTS[seats]


@pytest.mark.rule("T-2.5")
@pytest.mark.rule("T-21.11")
def test_markers_stand_where_the_table_says():
    players = new(4, FIRST).players
    assert [(each.blue, each.red, each.green, each.avenue) for each in players] == [
        (0, 0, 1, 0),
        (1, 1, 0, 0),
        (1, 0, 0, 1),
        (0, 0, 2, 0),
    ]
    assert [each.technologies for each in players] == ["", "", "", "TECH05"]


@pytest.mark.rule("T-2.5")
def test_workers_stand_where_the_table_says():
    players = new(4, FIRST).players
    assert [each.workers for each in players] == ["1@2 2@6 1@8", "1@2 1@3 2@7", "1@1 1@2 1@7", "1@3 1@4 1@5"]
    assert [(worker.board, worker.power) for worker in new(2, FIRST).state.players[0].workers][3:] == [(0, 3)]


@pytest.mark.rule("T-2.5")
def test_boards_and_tiles_lie_as_printed_and_the_first_turn_begins():
    game = new(2, FIRST, seed=9)
    state = game.state
    assert state.ring[1:] == [1, 3, 5, 2, 8, 7, 6, 4]
    assert [ROYAL_IDS[tile] for tile in state.royals] == ["R01", "R06", "R04"]
    assert [TECHNOLOGY_IDS[tile] for tile in state.technologies] == [
        "TECH01",
        "TECH03",
        "TECH05",
        "TECH09",
        "TECH15",
        "TECH17",
    ]
    assert [BONUS_IDS[tile] for tile in state.bonuses] == ["B3", "B4", "B7"]
    assert (game.asks, game.asked) == ("open", "ana")


@pytest.mark.rule("T-16.3")
def test_a_first_game_has_no_draft_but_may_have_dark_eclipses():
    with pytest.raises(UsageError, match=r"T-16\.3"):
        new(2, FIRST | {"starting_tile_draft": True})
    assert new(2, FIRST | {"dark_eclipse": True}).state.readings.dark_eclipse
    assert new(2, {"dark_eclipse": True, "starting_tile_draft": True}).asks == "take"
