"""Tests of analyses that are read back from plain values, and of the chapter of the rules for each decision."""

import ast
import json
import re
from pathlib import Path

import pytest

from arena.analysis import read_analysis
from arena.analysis.chapters import titles
from arena.analysis.luck import chance_of
from arena.analysis.outlook import VALUATION
from arena.errors import VerificationError
from arena.games import DESCRIPTORS
from tests.analysis.played import analysed

ROOT = Path(__file__).parents[2]
GAMES = [name for name, described in DESCRIPTORS.items() if described.luck]
HEADING = re.compile(r"^##+ ([CT]-[\d.]+) (.*)$", re.MULTILINE)


def plain():
    return json.loads(json.dumps(analysed().values()))


def test_an_analysis_is_read_back_from_its_values():
    found = read_analysis(plain())
    again = found.values()
    for name, value in plain().items():
        if name not in {"decisions", "accounts"}:
            assert again[name] == value
    for one, other in zip(plain()["decisions"], again["decisions"], strict=True):
        assert one | {"hidden": 0} == other | {"hidden": 0}  # it follows from the others, which are rounded
    assert found.decisions[0].chapter == "C-5"


def test_an_analysis_names_its_valuation_except_one_of_an_earlier_release():
    values = plain()
    assert values["valuation"] == VALUATION
    del values["valuation"]
    assert read_analysis(values).valuation == ""


def test_names_that_a_later_release_adds_are_left_out_and_missing_chapters_are_empty():
    values = plain() | {"mood": "good"}
    for each in values["decisions"]:
        del each["chapter"]
    assert {each.chapter for each in read_analysis(values).decisions} == {""}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": "ab"}, "seats: expected a list"),
        ({"seats": ["ana"]}, "expected values for each of 1 seats"),
        ({"version": "1"}, "version: expected a value of type int"),
        ({"decisions": [{"answers": 1}]}, "decisions: expected the field 'seat'"),
        ({"decisions": [7]}, "decisions: expected an object"),
        ({"judged": [0, 5]}, "expected seats from 0 to 1"),
        (
            {"curve": [{"answers": 0, "turn": 0, "values": [float("nan"), 0.5]}]},
            "values: expected a value of type float",
        ),
    ],
)
def test_a_wrong_value_is_named(change, words):
    with pytest.raises(VerificationError, match=re.escape(words)):
        read_analysis(plain() | change)


def steps_that_ask(game):
    """Return the names of those classes in a game's sources that ask a seat."""
    folder = ROOT / "arena" / "games" / game
    found = {}
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef):
                found[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
    return {name for name, bases in found.items() if bases & {"PlayerDecision", "Pause"}} - {"Pause"}


def test_each_step_of_teotihuacan_that_asks_belongs_to_a_chapter():
    assert steps_that_ask("teotihuacan") == set(chance_of("teotihuacan").chapters)


@pytest.mark.parametrize("game", GAMES)
def test_each_chapter_has_the_title_of_the_rules(game):
    file = ROOT / "docs" / "rules" / f"{game.partition('/')[0]}.md"
    headings = dict(HEADING.findall(file.read_text()))
    used = set(chance_of(game).chapters.values())
    assert {number: titles()[number] for number in used} == {number: headings[number] for number in used}


def test_each_decision_of_a_game_of_cacao_has_a_chapter():
    assert {each.chapter for each in analysed().decisions} <= {"C-5", "C-6", "C-8"}
