"""Tests of the picture of a view of Teotihuacan. Each thing is drawn at its place."""

import re

import pytest

from arena.games.game import SPECTATOR
from arena.games.teotihuacan.objections import QUESTIONS
from arena.games.teotihuacan.picture.layout import RING as AREAS
from arena.games.teotihuacan.picture.pyramid_above import open_sides, open_spaces, space_corner
from arena.games.teotihuacan.pyramid import is_open, space_at
from arena.games.teotihuacan.pyramid import open_sides as legal_sides
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN
from arena.games.words import words
from arena.languages import LANGUAGES
from tests.games.teotihuacan.vocabulary import (
    CONSTRUCTION,
    FOREST,
    NOBLES,
    QUARRY,
    acting,
    bot,
    flat,
    new,
    player,
    random_states,
    table,
    whole_level,
)


def picture(game, observer=SPECTATOR, before=None, rules=TEOTIHUACAN, **look):
    return rules.picture(game.state.view(observer), before=before, **look)


def body(svg):
    return svg.partition("</defs>")[2]


def count(svg, symbol):
    return body(svg).count(f'href="#{symbol}"')


def on_board(svg, game, board):
    """Return the part of a picture that shows one board."""
    area = AREAS[game.state.view(SPECTATOR).ring.index(board)]
    return re.search(rf'<g transform="translate\({area.x} {area.y}\)">(.*?)</g>', body(svg))[1]


def test_workers_are_dice_with_letter_and_power_on_their_boards():
    game = table(ana=player(workers="2@2 1@3 4@forest"), ben=player(workers="1@2 1@3 1@4"), neutrals=("2 3 4",))
    drawn = on_board(picture(game), game, FOREST)
    assert drawn.count('href="#dA2"') == drawn.count('href="#dB1"') == drawn.count('href="#n0"') == 1
    assert '<use href="#dA4" x="14" y="184"/>' in drawn  # in the frame of the Worship space


def test_a_die_has_as_many_pips_as_power():
    svg = picture(table(ana=player(workers="5@2 3@3 1@4")))
    for power in (1, 3, 5):
        pips = re.search(rf'<g id="p{power}"><path d="([^"]*)"', svg)[1]
        assert pips.count("M") == power
    assert re.search(r'<g id="dA5"><use href="#dA"/><use href="#p5"', svg)


def test_the_worker_that_moved_is_ringed_and_only_that():
    game = table(ana=player(workers="2@2 1@3 1@4"))
    before = game.state.view(SPECTATOR)
    svg = picture(game.play("move 2@2 3"), before=before)
    assert count(svg, "md") == 1
    assert on_board(svg, game, CONSTRUCTION).index('href="#md"') < on_board(svg, game, CONSTRUCTION).index(
        'href="#dA2"'
    )


def test_of_two_equal_workers_only_the_one_that_came_is_ringed():
    game = table(ana=player(workers="2@2 2@3 1@4"))
    before = game.state.view(SPECTATOR)
    svg = picture(game.play("move 2@2 1", "collect"), before=before)
    assert on_board(svg, game, QUARRY).count('href="#dA2"') == 2
    assert count(svg, "md") == 1


def test_the_workers_that_can_be_moved_are_marked():
    game = table(ana=player(workers="2@2 1@3 4@forest"))
    assert on_board(picture(game), game, FOREST).count('stroke="var(--pic-panel') == 1


def test_a_pyramid_tile_lies_turned_on_its_space_and_is_ringed_when_new():
    game = table(
        ana=player(stone=2, workers="1@8 1@2 1@3"),
        pyramid=flat("1.0.0"),
        pyramid_offer="P04",
        asks="build 1",
        now={"board": 8, "count": 1, "lowest": 1},
    )
    before = game.state.view(SPECTATOR)
    assert picture(game).count('stroke-dasharray="7 4"') == 15  # the other spaces of level 1
    x, y = space_corner(1, 2, 3)
    svg = picture(game.play("build P04 r1 on 1.2.3"), before=before)
    assert f'<use href="#P04r1" x="{x}" y="{y}"/>' in svg
    assert f'<rect x="{x - 1}" y="{y - 1}" width="54"' in svg


def test_the_board_of_an_action_is_framed_with_how_many_workers_count_and_the_lowest():
    game = table(
        ana=player(wood=2, workers="3@6 4@6 1@2"), asks="build_for_nobles", now={"board": 6, "count": 2, "lowest": 3}
    )
    drawn = on_board(picture(game), game, NOBLES)
    assert drawn.startswith('<rect x="-2"')
    assert "2×" in body(picture(game))  # noqa: RUF001
    assert count(picture(game), "p3") == 1


def test_the_icons_of_a_turned_tile_go_clockwise():
    svg = picture(table(pyramid={"1.0.1": "P27 r1"}))  # s t S t, a quarter turn: t s t S
    icons = re.search(r'<g id="P27r1">.*?</g>', svg)[0]
    assert re.findall(r'href="#i(.)"(?: x="(\d+)")?(?: y="(\d+)")?', icons) == [
        ("t", "", ""),
        ("s", "26", ""),
        ("t", "26", "26"),
        ("S", "", "26"),
    ]


@pytest.mark.parametrize("seats", [2, 4])
def test_spaces_that_are_marked_are_those_that_the_rules_allow(seats):
    for state in random_states(seats, 5, rich=True):
        seen = state.view(SPECTATOR)
        spaces = [space_at(*space) for space in open_spaces(seen)]
        assert spaces == [space for space in range(30) if is_open(state, space)]
        assert [4 * side + level - 1 for side, level in open_sides(seen)] == legal_sides(state)


def test_goods_points_and_their_changes_stand_on_the_panel():
    before = table(ana=player(points=7, cocoa=3, wood=2)).state.view(SPECTATOR)
    svg = picture(table(ana=player(points=19, cocoa=11, wood=2, stone=1, gold=4)), before=before)
    assert ">19<" in svg
    assert ">11<" in svg
    assert ">+12<" in svg
    assert ">+8<" in svg
    assert ">+4<" in svg


def test_tiles_lie_face_up_or_are_crossed_out():
    svg = picture(table(ana=player(tiles="V00 V11", used="V24")))
    panel = body(svg).rpartition('<g transform="translate(8 732)">')[2]
    assert panel.index('href="#V00"') < panel.index('href="#V11"') < panel.index("opacity") < panel.index('href="#V24"')


def test_markers_on_temples_avenue_and_technologies_have_the_seats_letter():
    svg = picture(table(ana=player(blue=3, technologies="TECH01", avenue=2), ben=player(technologies="TECH01")))
    assert count(svg, "kA") == 3 + 1 + 1 + 1  # temples, Avenue, Pyramid track, technology
    assert count(svg, "kB") == 3 + 1 + 1 + 1


def test_starting_tiles_are_drawn_for_the_seat_that_was_dealt_them():
    game = new(2, starting="S05 S07 S01 S02")
    assert set(re.findall(r'href="#(S\d\d)', picture(game, 0))) == {"S05", "S07", "S01", "S02"}
    assert set(re.findall(r'href="#(S\d\d)', picture(game, 1))).isdisjoint({"S05", "S07", "S01", "S02"})
    assert not re.search(r'href="#S\d', picture(game))


def test_the_automaton_has_its_pyramid_of_tiles_its_arrows_and_its_dice():
    svg = picture(table(bot=bot(discarded="V24")), rules=SOLO)
    assert body(svg).count('href="#a-') == 7
    assert count(picture(acting("nobles"), rules=SOLO), "p3") == 1  # it has thrown 3 and 4
    assert "Teotibot" in svg
    assert count(svg, "V24") >= 1


def test_the_title_names_the_winner_at_the_end_and_the_points_of_every_seat():
    state = list(random_states(2, 3))[-1]
    winner = "AB"[state.placements().index(1)]
    points = ", ".join(f"{seat} {score}" for seat, score in zip("AB", state.scores(), strict=True))
    assert f'<title id="title">Teotihuacan, End of game: {winner} (x) wins; {points}</title>' in TEOTIHUACAN.picture(
        state.view(SPECTATOR), names=["x", "x"]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_has_its_words(language):
    assert {f"asks_{name}" for name in QUESTIONS} <= set(words("teotihuacan", language))


def test_a_full_table_stays_within_the_limits():
    masks = "V00 V01 V03 V05 V08 V11 V14"
    rest = "V17 V20 V22 V24 V27 V30 V32 V34 V36 V39 V42 V45 V48 V51"
    someone = player(
        points=123, cocoa=14, wood=12, stone=13, gold=11, blue=10, red=11, green=10, avenue=9, track=12,
        technologies="TECH01 TECH03 TECH05 TECH07 TECH09 TECH11", workers="5@5 5@5 4@6 5@6", tiles=masks, used=rest,
    )  # fmt: skip
    pyramid = {space: f"P{number:02d} r{number % 4}" for number, space in enumerate(_spaces())}
    decorations = {
        f"{side}_{level}": f"D{3 * place + level - 1:02d}"
        for place, side in enumerate(("top", "right", "bottom", "left"))
        for level in (1, 2, 3)
    }
    game = table(ana=someone, ben=player(), cleo=player(), dan=player(), pyramid=pyramid, decorations=decorations)
    names = ["a bot with a name"] * 4
    assert len(picture(game, names=names).encode()) <= 60 * 1000
    assert len(picture(game, names=names, form="frame").encode()) <= 12 * 1000


def _spaces():
    return [space for level in (1, 2, 3, 4) for space in whole_level(level)]
