"""Tests of the picture of a view of Cacao."""

import re

from arena.games.cacao.rules import CACAO
from arena.games.game import SPECTATOR
from tests.games.cacao.vocabulary import RED, YELLOW, Goods, Tile, table


def picture(game, observer=SPECTATOR, before=None, names=()):
    return CACAO.picture(game.state.view(observer), before=before, names=names)


def uses(svg, name):
    """Return the coordinates of each use of a symbol in a picture."""
    body = svg.partition("</defs>")[2]
    return re.findall(rf'<use href="#{name}" (?:x="(\S+)" y="(\S+)"|transform="([^"]*)")', body)


def test_a_tile_that_is_laid_shows_up_at_its_place():
    game = table({(1, 0): Tile(YELLOW)}, villages={RED: Goods(hand=("2-1-0-1",))})
    before = game.state.view(SPECTATOR)
    svg = picture(game.play("place 2-1-0-1 r1 at 1,2"), before=before)
    assert uses(svg, "tB1-1-1-1r0") == [("160", "80", "")]  # the westernmost tile is in column 0, after an empty one
    assert uses(svg, "tA2-1-0-1r1") == uses(svg, "new") == [("160", "240", "")]


def test_an_overbuilt_tile_shows_below_the_new_one():
    svg = picture(table({(1, 0): Tile(RED, "2-1-0-1", 3, covers=("1-1-1-1", 0))}))
    assert uses(svg, "tA1-1-1-1r0") == [("165", "85", "")]
    assert uses(svg, "tA2-1-0-1r3") == [("155", "75", "")]


def test_spaces_to_fill_and_edges_to_act_are_marked():
    svg = picture(table({(1, 0): Tile(YELLOW)}).play("place 1-1-1-1 r0 at 0,-1"))
    assert len(uses(svg, "fill")) == 1
    assert svg.count('fill="#ffd21f"') == 1
    assert "fills a jungle space" in svg


def test_goods_stand_in_the_village_and_their_changes_beside_them():
    poor = table(villages={RED: Goods(cacao=1)}).state.view(SPECTATOR)
    rich = table(villages={RED: Goods(cacao=4, suns=2, river=3, gold=12)})
    svg = picture(rich, before=poor)
    assert len(uses(svg, "pod")) == 4
    assert len(uses(svg, "sun")) == 2
    assert ">12<" in svg
    assert ">+3<" in svg
    assert ">+12<" in svg


def test_only_the_observers_hand_is_open():
    game = table(villages={RED: Goods(hand=("3-1-0-0",)), YELLOW: Goods(hand=("3-0-0-1",))})
    assert "tA3-1-0-0r0" in picture(game, RED)
    assert 'href="#tB' not in picture(game, RED)
    assert len(uses(picture(game, RED), "bB")) == 1
    assert "3-0-0-1" not in picture(game)


def test_every_seat_has_its_letter_and_name():
    svg = picture(table(), names=["ana", "ben <b>"])
    assert svg.count(">ana<") == 1
    assert "ben &lt;b&gt;" in svg
    assert uses(svg, "sA")
    assert uses(svg, "sB")


def test_pictures_for_the_same_later_view_have_the_same_size():
    first = table({(1, 0): Tile(YELLOW)})
    later = table({(1, 0): Tile(YELLOW), (0, -1): Tile(RED)}).play("place 1-1-1-1 r0 at -1,0")
    fitted = CACAO.picture(first.state.view(SPECTATOR), fit=later.state.view(SPECTATOR))
    assert view_box(fitted) == view_box(CACAO.picture(later.state.view(SPECTATOR), fit=first.state.view(SPECTATOR)))


def view_box(svg):
    return re.search(r'viewBox="([^"]*)"', svg)[1]
