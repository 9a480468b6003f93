"""T-17.1: tests of the goods, tiles and workers with which the automaton starts."""

import pytest

from arena.errors import PositionError
from arena.games.chance import Deal
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN
from arena.games.teotihuacan.solo.automaton import ACTION_IDS
from tests.games.teotihuacan.vocabulary import Game, bot, table

TILES = "worship nobles alchemy mastery construction mask_collection decorations"


def started(options=None, stacks=None, results=None, seed=b"solo"):
    return Game(SOLO.new(options or {}, 2, Deal(seed, stacks, results)))


@pytest.mark.rule("T-17.1.1")
def test_a_solo_game_is_a_game_for_two_in_which_the_human_begins():
    game = started()
    assert (game.asked, game.asks, game.state.dark, len(game.state.neutrals)) == ("ana", "keep", 10, 2)
    assert game.ana.cocoa == 1
    game.play(game.offered[0])
    while game.asks != "open":
        game.play(game.offered[0])
    assert game.state.turn == 0
    assert all(len(set(boards)) == 3 for boards in game.state.neutrals)


@pytest.mark.rule("T-17.1.1")
def test_the_automaton_takes_no_starting_tiles():
    stacks = {"starting": [f"S{number:02d}" for number in range(1, 19)]}
    game = started(stacks=stacks)
    assert [len(tiles) for tiles in game.state.dealt] == [4]
    assert game.has("keep S01 S02")
    assert game.state.view(0).players[1].starting == ()


@pytest.mark.rule("T-17.1.2")
def test_what_the_automaton_has_it_has_without_rewards():
    ben = started().ben
    assert (ben.wood, ben.stone, ben.gold, ben.cocoa, ben.points) == (2, 2, 2, 0, 0)
    assert (ben.blue, ben.red, ben.green, ben.avenue, ben.track) == (1, 1, 1, 1, 0)


@pytest.mark.rule("T-17.1.2")
@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
def test_it_knows_the_third_lowest_technology(seed):
    game = started(seed=seed)
    assert game.ben.technologies == game.state.view(0).technologies[2]


@pytest.mark.rule("T-17.1.3")
def test_its_four_workers_are_all_in_play():
    assert started().ben.workers == "2@4 2@6 1@decorations 2@8"


@pytest.mark.rule("T-17.1.4")
def test_six_action_tiles_lie_in_the_pyramid_and_one_aside():
    seen = started(stacks={"action-tiles": TILES.split()}).state.view(0).teotibot
    assert [*seen.tiles, seen.aside] == TILES.split()


@pytest.mark.rule("T-17.1.4")
@pytest.mark.parametrize(("faces", "arrows"), [([0, 1], ("up_right", "up_left")), ([1, 0], ("up_left", "up_right"))])
def test_the_arrows_lie_in_random_directions(faces, arrows):
    seen = started(results={"directions": faces}).state.view(0).teotibot
    assert (seen.upper, seen.lower) == arrows


@pytest.mark.rule("T-17.1.4")
def test_every_order_of_tiles_and_arrows_comes_up():
    views = [started(seed=str(seed).encode()).state.view(0).teotibot for seed in range(40)]
    assert {view.tiles[0] for view in views} == set(ACTION_IDS)
    assert len({(view.upper, view.lower) for view in views}) == 4


@pytest.mark.rule("T-17.1.5")
def test_in_a_solo_first_game_only_the_human_starts_with_the_printed_row():
    game = started({"first_game": True})
    ana, ben = game.ana, game.ben
    assert (ana.cocoa, ana.wood, ana.stone, ana.gold, ana.green) == (7, 1, 2, 4, 1)
    assert ana.workers == "1@2 2@6 1@8"
    assert (ben.cocoa, ben.wood, ben.stone, ben.gold) == (0, 2, 2, 2)
    assert (ben.blue, ben.red, ben.green, ben.avenue, ben.technologies) == (1, 1, 1, 1, "TECH05")
    assert ben.workers == "2@4 2@6 1@decorations 2@8"
    assert tuple(game.state.ring[1:]) == (1, 3, 5, 2, 8, 7, 6, 4)
    assert game.state.in_turn


@pytest.mark.rule("T-17.1.5")
@pytest.mark.rule("T-16.2")
@pytest.mark.parametrize(("dark_eclipse", "eclipses"), [(False, 0), (True, 1)])
def test_a_solo_dark_eclipse_comes_after_the_very_turn_of_the_automaton(dark_eclipse, eclipses):
    game = table(options={"dark_eclipse": dark_eclipse}, bot=bot(), light=9, asks="end_window")
    assert game.state.eclipses == eclipses
    assert game.asked == "ana"


@pytest.mark.rule("T-17.6.4")
def test_knobs_change_what_it_starts_with():
    ben = started({"teotibot_wood": 1, "teotibot_gold": -1, "teotibot_power_6": 1, "teotibot_power_8": -1}).ben
    assert (ben.wood, ben.stone, ben.gold) == (3, 2, 1)
    assert ben.workers == "2@4 3@6 1@decorations 1@8"


def test_a_deal_that_names_what_only_solo_games_have_is_refused_elsewhere():
    with pytest.raises(PositionError, match="action-tiles"):
        TEOTIHUACAN.new({}, 2, Deal(b"", {"action-tiles": TILES.split()}))
