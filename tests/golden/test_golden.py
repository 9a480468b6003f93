"""Tests of the golden games: every variant has one, and the engine still plays it in the same way."""

import json
from pathlib import Path

import pytest

from arena.games import GAMES, rules
from tests.golden.playthrough import (
    FOLDER,
    SCHEMA,
    TO_WRITE,
    as_json,
    as_text,
    every_variant,
    most_varied,
    name_of,
    random_answers,
    told,
)

VARIANTS = [pytest.param(*variant, id=name_of(*variant)) for variant in every_variant()]
RECORDED = sorted(path.stem for path in FOLDER.glob("*.json"))


def read(name):
    return json.loads(FOLDER.joinpath(f"{name}.json").read_text(encoding="utf-8"))


def text_of(name):
    return FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8")


def replayed(game):
    """Play a golden game again from its seed and its answers. Return the result of today's engine."""
    answers = [decision["options"][decision["chosen"]] for decision in game["decisions"]]
    return told(rules(game["game"]), game["seats"], game["options"], game["seed"], answers)


def test_every_game_seat_count_and_variant_has_a_golden_game_and_no_other_exists():
    expected = sorted(name_of(*variant) for variant in every_variant())
    assert expected == RECORDED, f"{TO_WRITE} writes those that are missing"
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == expected


@pytest.mark.parametrize("name", RECORDED)
def test_the_text_of_a_golden_game_has_not_changed(name):
    game = read(name)
    now = as_text(rules(game["game"]), replayed(game)).splitlines()
    for number, (kept, line) in enumerate(zip(text_of(name).splitlines(), now, strict=False), 1):
        assert line == kept, f"{name}.txt, line {number}; if that is meant: {TO_WRITE}"
    assert len(now) == len(text_of(name).splitlines())


@pytest.mark.parametrize("name", RECORDED)
def test_the_json_of_a_golden_game_has_not_changed(name):
    kept = FOLDER.joinpath(f"{name}.json").read_text(encoding="utf-8")
    for number, (line, now) in enumerate(
        zip(kept.splitlines(), as_json(replayed(read(name))).splitlines(), strict=True)
    ):
        assert now == line, f"{name}.json, line {number + 1}; if that is meant: {TO_WRITE}"


@pytest.mark.parametrize("name", RECORDED)
def test_a_golden_game_can_be_replayed_from_its_first_position_alone(name):
    game = read(name)
    engine = rules(game["game"])
    state = engine.from_position(json.dumps(game["start"]))
    for decision in game["decisions"]:
        assert (state.turn, state.to_move) == (decision["turn"], decision["seat"])
        assert [engine.spell(state, option) for option in state.options()] == decision["options"]
        state.play(engine.read(state, decision["options"][decision["chosen"]]))
        assert state.scores() == decision["scores"]
    result = state.result()
    assert json.loads(state.position()) == game["end"]
    assert {"placements": result.placements, "scores": result.scores, "ledger": result.ledger} == game["result"]


@pytest.mark.parametrize("engine", GAMES.values(), ids=GAMES)
def test_the_golden_games_of_a_game_show_every_kind_of_option_that_random_games_have(engine):
    shown, met = set(), set()
    for _, seats, options in (variant for variant in every_variant() if variant[0] is engine):
        decisions = read(name_of(engine, seats, options))["decisions"]
        shown |= kinds(decision["options"][decision["chosen"]] for decision in decisions)
        for seed in range(20):
            met |= kinds(random_answers(engine, seats, options, str(seed)))
    assert met - shown == set()


def kinds(answers):
    return {answer.partition(" ")[0] for answer in answers}


@pytest.mark.parametrize("name", RECORDED)
def test_a_golden_game_is_of_the_rules_version_of_today(name):
    assert read(name)["rules_version"] == rules(read(name)["game"]).version, TO_WRITE


def test_a_variant_is_named_by_the_options_that_are_not_canonical(tiny):
    assert name_of(tiny, 2, {"scraps": False}) == "tiny-2p"
    assert name_of(tiny, 4, {"scraps": True}) == "tiny-4p-scraps-on"


def test_a_game_with_a_die_and_two_scoring_rounds_can_be_told_too(tiny):
    seed, answers = most_varied(tiny, 3, {"scraps": True})
    game = told(tiny, 3, {"scraps": True}, seed, answers)
    text = as_text(tiny, game)
    assert json.loads(as_json(game)) == game
    assert kinds(answers) == {"lay", "keep", "again"}
    assert "(seat 0 alone) lay" in text
    first, second = game["result"]["ledger"]["catch"][0]
    assert f"  catch      {first}+{second}" in text


def test_an_answer_that_is_changed_is_noticed():
    game = read(RECORDED[0])
    decision = game["decisions"][0]
    decision["chosen"] = (decision["chosen"] + 1) % len(decision["options"])
    with pytest.raises((AssertionError, ValueError)):
        assert as_json(replayed(game)) == as_json(read(RECORDED[0]))


def test_the_page_about_golden_games_names_every_field():
    page = Path("docs/golden-games.md").read_text(encoding="utf-8")
    game = read(RECORDED[0])
    fields = {*game, *game["decisions"][0], *game["result"]}
    assert {field for field in fields if f"`{field}`" not in page} == set()
    assert f"`schema` is {SCHEMA}" in page
