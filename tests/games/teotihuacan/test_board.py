"""Tests of Teotihuacan's board as text. It contains everything that a player needs."""

import pytest

from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR
from arena.games.steps import OVER
from arena.games.teotihuacan.rules import TEOTIHUACAN
from tests.games.teotihuacan.vocabulary import FOREST, flat, player, table


def drawn(game, observer=SPECTATOR):
    """Return the board of a game as text, as an observer sees it."""
    return TEOTIHUACAN.board(game.state.view(observer))


def line(text, beginning):
    """Return the first line of a text that begins with these words."""
    return next(each for each in text.splitlines() if each.strip().startswith(beginning))


def test_the_headline_says_which_seat_is_asked_what():
    text = drawn(table(turn=1))
    assert text.splitlines()[0] == "Turn 2, B's: B: a worker is to be moved now, or all unlocked for free"
    assert "light disc 0, dark disc 10, 0 Eclipses resolved" in text


def test_a_board_shows_workers_worship_spaces_and_the_tile_beside():
    game = table(
        ana=player(workers="2@2 1@3 4@forest"),
        ben=player(workers="1@2 1@3 1@4"),
        neutrals=("2 3 4",),
        beside={FOREST: "V24"},
    )
    text = line(drawn(game), "2 Forest")
    assert "A2 B1 n1" in text
    assert "[forest: A4]" in text
    assert "beside: V24 avenue (1c)" in text


def test_technologies_show_their_price_and_the_seats_with_markers_there():
    text = line(drawn(table(ana=player(technologies="TECH01"), ben=player(technologies="TECH01 TECH17"))), "5 Alchemy")
    assert "01(1g AB)" in text
    assert "17(2g B)" in text


def test_the_pyramid_is_seen_from_above():
    game = table(pyramid={**flat("1.0.0"), "1.0.1": "P27 r0"}, decorations={"top_1": "D03"}, pyramid_offer="P04 P30")
    text = drawn(game)
    assert "1- 1- 1s 1t .t .- .- .-" in text
    assert "1- 1- 1t 1S .t .- .- .-" in text
    assert "top_1 D03 TS" in text
    assert "P04 s-th" in text


def test_players_show_goods_tracks_and_tiles():
    game = table(ana=player(points=7, cocoa=3, wood=2, stone=1, gold=4, blue=5, red=6, green=2, avenue=8, track=1))
    assert line(drawn(game), "A ").split() == ["A", *"7321456281", "3", "the", "wheel"]
    text = drawn(table(ana=player(tiles="V00 V11 V11", used="V24")))
    assert "face up V00 mask 1, 2 x V11 mask 6; used V24 avenue" in text


def test_only_the_owner_sees_dealt_tiles_on_the_board():
    state = TEOTIHUACAN.new({}, 2, Deal(b"board"))
    for tile in state.view(0).players[0].starting:
        assert tile.tile in TEOTIHUACAN.board(state.view(0))
        assert f" {tile.tile}" not in TEOTIHUACAN.board(state.view(1))


@pytest.mark.parametrize("options", [{}, {"starting_tile_draft": True}, {"first_game": True}])
def test_every_position_of_a_game_can_be_drawn(options):
    state = TEOTIHUACAN.new(options, 3, Deal(b"drawn"))
    rng = Rng(9)
    while state.to_move != OVER:
        for observer in (SPECTATOR, 0, 1, 2):
            text = TEOTIHUACAN.board(state.view(observer))
            assert text.endswith("\n")
            assert max(len(each) for each in text.splitlines()) <= 140
        state.apply(state.sample(rng))
    assert TEOTIHUACAN.board(state.view(SPECTATOR)).startswith("The game is over after")
