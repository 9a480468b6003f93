"""T-14.1 to T-14.3, T-16.2: tests of the calendar, which says when an Eclipse comes."""

import pytest

from tests.games.teotihuacan.vocabulary import CONSTRUCTION, FOREST, arriving, player, table, whole_level

ALMOST = whole_level(1) | whole_level(2) | whole_level(3)
DARK = {"dark_eclipse": True}


def turns_until_the_eclipse(game):
    """Take first options until the next Eclipse. Return the player of each turn."""
    names = []
    before = game.state.eclipses
    while game.state.eclipses == before:
        if game.asks == "open":
            names.append(game.asked)
        game.play(game.offered[0])
    return names


def finishing(turn=0, **rest):
    """Return a game after Ana has built the last tile of the Pyramid in this turn."""
    ana = player(stone=2, wood=3, workers="1@4 1@2 1@1")  # so that there is no other space, tile or worker to choose
    game = table(ana=ana, pyramid=ALMOST, pyramid_offer="P30", turn=turn, **rest)
    return game.play("move 1@4 1", "main")


@pytest.mark.rule("T-14.1")
def test_the_light_disc_advances_with_ascensions_and_with_the_last_players_turns():
    game = arriving(FOREST, 5, light=3).play("main", "reward points")
    assert game.state.light == 4
    game.play("move 1@1 1", "collect")
    assert (game.state.light, game.asked) == (5, "ana")


@pytest.mark.rule("T-14.1")
def test_the_light_disc_never_passes_the_dark_one():
    game = arriving(FOREST, 5, "5@2 1@2", ana=player(cocoa=1), light=9, dark=10)
    game.play("main", "power up 5@2", "reward points", "power up 5@2", "reward points")
    assert (game.state.light, game.state.dark) == (10, 10)


@pytest.mark.rule("T-21.9")
@pytest.mark.rule("T-14.2")
def test_four_players_end_the_round_and_play_another_before_the_eclipse():
    ben = player(cocoa=3, workers="5@1 1@8 1@8")
    game = table(ben=ben, cleo=player(), dan=player(), turn=1, light=11).play("move 5@1 1", "main", "reward points")
    assert game.state.light == game.state.dark == 12
    assert turns_until_the_eclipse(game) == ["cleo", "dan", "ana", "ben", "cleo", "dan"]


@pytest.mark.rule("T-21.24")
@pytest.mark.rule("T-14.2")
def test_if_the_last_players_turn_ends_at_the_dark_disc_one_full_round_follows():
    game = table(turn=1, light=9)
    assert turns_until_the_eclipse(game) == ["ben", "ana", "ben"]
    assert (game.state.eclipses, game.state.light, game.asked) == (1, 0, "ana")


@pytest.mark.rule("T-14.2")
def test_while_an_eclipse_is_due_the_disc_does_not_move():
    game = table(turn=1, light=9)
    game.play(game.offered[0], "collect")
    due = game.state.eclipse_due
    while game.state.turn < 3:
        assert (game.state.light, game.state.eclipse_due) == (10, due)
        game.play(game.offered[0])


@pytest.mark.rule("T-14.3")
@pytest.mark.rule("T-15.1")
def test_the_last_tile_of_the_pyramid_brings_the_last_eclipse_at_its_usual_distance():
    game = finishing(light=2)
    assert (game.state.light, game.state.finished) == (10, True)
    assert turns_until_the_eclipse(game) == ["ben", "ana", "ben"]
    assert (game.asked, game.state.eclipses) == (None, 1)


@pytest.mark.rule("T-14.3")
def test_an_eclipse_that_is_due_already_keeps_its_date_and_becomes_the_last():
    game = finishing(turn=2, light=10, now={"eclipse_due": 4})
    assert turns_until_the_eclipse(game) == ["ben"]
    assert game.asked is None


@pytest.mark.rule("T-14.3")
@pytest.mark.rule("T-14.2")
def test_the_disc_moves_at_once_and_an_ascension_of_the_same_action_changes_nothing():
    ana = player(stone=2, wood=3)
    game = arriving(CONSTRUCTION, 5, ana=ana, pyramid=ALMOST, pyramid_offer="P30", light=0)
    game.play("main")
    assert (game.asks, game.state.light) == ("reward", 10)
    assert game.play("reward points").state.light == 10


@pytest.mark.rule("T-16.2")
def test_a_dark_eclipse_follows_the_very_turn_and_the_next_player_goes_on():
    ben = player(cocoa=2, workers="5@1 1@8 1@8")
    game = table(ben=ben, cleo=player(), turn=1, light=10, options=DARK).play("move 5@1 1", "main", "reward points")
    assert (game.state.eclipses, game.asked, game.state.light) == (1, "cleo", 0)


@pytest.mark.rule("T-16.2")
def test_the_last_players_end_of_turn_belongs_to_that_turn():
    game = table(turn=1, light=9, options=DARK).play("move 1@2 1", "collect", "salary 0")
    assert (game.state.eclipses, game.asked, game.state.light) == (1, "ana", 0)


@pytest.mark.rule("T-16.2")
@pytest.mark.rule("T-15.1")
def test_with_dark_eclipses_the_last_tile_ends_the_game_in_mid_round():
    game = finishing(light=2, options=DARK)
    assert (game.asked, game.state.turn, game.state.eclipses) == (None, 1, 1)
