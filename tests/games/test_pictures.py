"""Laws of every picture of every game."""

import csv
import os
import re
import runpy
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from arena.errors import UsageError
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR
from arena.games.pictures import FORMS, Look, clipped
from arena.games.steps import OVER
from arena.games.words import words
from arena.languages import LANGUAGES
from tests.games.tiny import TINY

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"
TABLES = [(game, seats) for game, rules in GAMES.items() for seats in rules.seats]
HOSTILE = "</title><script>alert(1)</script>&amp;\"'\x00\x1b\u202e\ud800\nevil"
WHOLE, ONE_FRAME = 60 * 1024, 12 * 1024


def states(game, seats, every=41):
    """Play a random game. Yield the first three positions, every position `every`, and the last one."""
    state, rng = GAMES[game].new({}, seats, Deal(bytes([seats]) * 32)), Rng(seats)
    number = 0
    while state.to_move != OVER:
        if number < 3 or number % every == 0:
            yield state.clone()
        state.apply(state.sample(rng))
        number += 1
    yield state


def ids(svg):
    return re.findall(r'\bid="([^"]*)"', svg)


def references(svg):
    return re.findall(r'href="([^"]*)"', svg)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_view_gives_a_picture_that_stands_alone(game, seats):
    rules = GAMES[game]
    for state in states(game, seats):
        for observer in (*range(seats), SPECTATOR):
            svg = rules.picture(state.view(observer), names=[HOSTILE] * seats, prefix="x-")
            tree = ET.fromstring(svg)
            assert tree.tag == f"{SVG}svg"
            assert [part.tag for part in tree][:2] == [f"{SVG}title", f"{SVG}desc"]
            assert not tree.findall(f".//{SVG}script")
            assert len(ids(svg)) == len(set(ids(svg)))
            assert all(name.startswith("x-") for name in ids(svg))
            assert {name.removeprefix("#") for name in references(svg)} <= set(ids(svg))
            assert len(svg.encode()) <= WHOLE
            assert "style=" not in svg
            assert "evil" in svg


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_frames_need_nothing_but_the_symbols_of_their_match(game, seats):
    rules = GAMES[game]
    first, *others = states(game, seats)
    given = rules.picture_symbols(first.view(SPECTATOR), prefix="m-")
    ET.fromstring(given)
    for state in others:
        frame = rules.picture(state.view(SPECTATOR), form="frame", prefix="m-")
        assert {name.removeprefix("#") for name in references(frame)} <= set(ids(given))
        assert len(frame.encode()) <= ONE_FRAME
        assert "<style" not in frame
        assert "<style" not in rules.picture(state.view(SPECTATOR), form="inline")


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_picture_shows_nothing_that_its_observer_cannot_know(game, seats):
    rules = GAMES[game]
    for state in states(game, seats, every=41):
        for observer in range(seats):
            twin = state.imagine(observer, Rng(5))
            assert rules.picture(twin.view(observer)) == rules.picture(state.view(observer))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_what_the_last_answer_changed_is_marked_and_nothing_if_nothing_did(game, seats):
    rules = GAMES[game]
    for earlier, later in pairwise(list(states(game, seats, every=23))[3:]):
        before, now = earlier.view(SPECTATOR), later.view(SPECTATOR)
        assert rules.picture(now, before=now) == rules.picture(now)
        assert rules.picture(now, before=before) != rules.picture(now)


@pytest.mark.parametrize("game", GAMES)
def test_notebooks_show_states_and_views_with_ids_of_their_own(game):
    state = GAMES[game].new({}, 2, Deal(bytes(32)))
    later = state.clone()
    while later.turn < 2:
        later.apply(later.options()[0])
    first, second = state._repr_svg_(), later.view(SPECTATOR)._repr_svg_()
    assert set(ids(first)).isdisjoint(ids(second))
    assert first == state.view(SPECTATOR)._repr_svg_()


@pytest.mark.parametrize("game", ["teotihuacan", "teotihuacan/solo"])
def test_every_picture_of_teotihuacan_says_what_its_glyphs_mean(game):
    rules = GAMES[game]
    shown = [rules.picture(state.view(SPECTATOR)) for state in states(game, 2, every=41)]
    assert all((">Headdress</text>" in svg and 'href="#printed"' in svg) for svg in shown)
    assert {'href="#key"' in svg for svg in shown} == {game.endswith("solo")}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_parts_lie_within_the_picture_and_not_on_each_other(game, seats):
    state = GAMES[game].new({}, seats, Deal(bytes(32)))
    view = state.view(SPECTATOR)
    _, _, width, height = view_box(GAMES[game].picture(view))
    names = ["table", "stacks"] if game == "cacao" else ["boards", "temples", "tracks"]
    boxes = [view_box(GAMES[game].picture(view, part=name)) for name in (*names, *(f"seat_{k}" for k in range(seats)))]
    for x, y, across, down in boxes:
        assert 0 <= x <= x + across <= width
        assert 0 <= y <= y + down <= height
    middles = [(x + across / 2, y + down / 2) for x, y, across, down in boxes]
    for place, (x, y, across, down) in enumerate(boxes):
        inside = [k for k, (cx, cy) in enumerate(middles) if x <= cx <= x + across and y <= cy <= y + down]
        assert inside == [place]


def view_box(svg):
    return [float(number) for number in re.search(r'viewBox="([^"]*)"', svg)[1].split()]


def test_a_part_that_does_not_exist_is_refused():
    view = GAMES["cacao"].new({}, 2, Deal(bytes(32))).view(SPECTATOR)
    with pytest.raises(UsageError, match="part 'seat_2'"):
        GAMES["cacao"].picture(view, part="seat_2")


def test_a_game_without_pictures_says_so_and_shows_its_text_in_a_notebook():
    state = TINY.new({}, 2, Deal(bytes(32)))
    assert state._repr_svg_() is None
    with pytest.raises(UsageError, match="no pictures"):
        TINY.picture(state.view(SPECTATOR))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_pictures_have_the_words_of_each_language(game, language):
    said = words(game, language)
    svg = GAMES[game].picture(GAMES[game].new({}, 2, Deal(bytes(32))).view(SPECTATOR), said)
    title = ET.fromstring(svg).findtext(f"{SVG}title")
    assert title.startswith(said["title"])


@pytest.mark.parametrize("file", sorted((ROOT / "arena/games").glob("*/words.csv")), ids=lambda file: file.parent.name)
def test_every_word_of_a_game_has_one_key(file):
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert len({row["key"] for row in rows}) == len(rows)
    assert all(list(row) == ["key", "en"] and all(row.values()) for row in rows)


def test_a_language_that_does_not_exist_is_refused():
    with pytest.raises(UsageError, match="no words in 'xx'"):
        words("cacao", "xx")


@pytest.mark.parametrize("prefix", ['"', "a b", "1", "#", "ä"])
def test_a_prefix_that_is_no_identifier_is_refused(prefix):
    with pytest.raises(UsageError, match="prefix"):
        Look({}, prefix=prefix)


def test_a_form_that_does_not_exist_is_refused():
    with pytest.raises(UsageError, match="expected"):
        Look({}, form="round")
    assert len(FORMS) == 3


def test_names_are_cut_to_one_line_and_escaped():
    assert clipped("a\nb\t c", 20) == "a b c"
    assert clipped("<&>", 20) == "&lt;&amp;&gt;"
    assert clipped("abcdef", 4) == "abc…"
    assert clipped("\u68cb\u68cb\u68cb", 4) == "\u68cb…"
    assert clipped("\u68cb\u68cb", 4) == "\u68cb\u68cb"
    assert clipped("a\u202eb\x00", 9) == "a b"


def test_the_example_of_the_docs_draws_a_picture(tmp_path):
    page = (ROOT / "docs" / "pictures.md").read_text()
    (tmp_path / "example.py").write_text(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1])
    example = runpy.run_path(str(tmp_path / "example.py"))
    assert ET.fromstring(example["svg"]).findtext(f"{SVG}title") == (
        "Cacao, Turno 2 de 22: B (greedy) coloca una loseta de recolectores; A \N{MINUS SIGN}10, B \N{MINUS SIGN}10"
    )


def test_the_pictures_of_the_docs_are_those_that_are_drawn_today(tmp_path):
    drawing = [ROOT / "scripts" / "pictures", "--into", tmp_path]
    subprocess.run(drawing, env=os.environ | {"PYTHON": sys.executable}, check=True)
    shown = sorted((ROOT / "docs" / "pictures").glob("*.svg"))
    assert [file.name for file in shown] == ["cacao.svg", "teotihuacan.svg"]
    for file in shown:
        assert (tmp_path / file.name).read_text() == file.read_text(), f"{file.name} is old: run scripts/pictures"
