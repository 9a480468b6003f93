"""Tests of positions and views with changed values: they are refused with a message, or playable."""

import dataclasses
import json
from contextlib import suppress
from random import Random

import pytest

from arena.errors import ArenaError, PositionError
from arena.games import GAMES, rules
from arena.games.chance import Deal, named_rng
from arena.games.steps import OVER

STRANGE = (-1, 0, 1, 99, 10**6, 1.5, "", "x", None, True, [], {})
CHANGED = 400  # positions, and as many views, of each game


def played(name, chance, most=150):
    """Return a position of a random game after at most `most` decisions."""
    game = rules(name)
    state = game.new({}, chance.choice(game.seats), Deal(chance.randbytes(32)))
    for _ in range(chance.randrange(most)):
        if state.to_move == OVER:
            break
        state.apply(chance.choice(state.options()))
    return state


def changed(value, chance):
    """Return a copy of a value with a random change at one place: another value, or a missing item of a list."""
    if isinstance(value, dict) and value:
        key = chance.choice(list(value))
        return value | {key: changed(value[key], chance)}
    if isinstance(value, list | tuple) and value:
        at = chance.randrange(len(value))
        rest = [*value[:at], *value[at + 1 :]]
        return rest if chance.random() < 0.2 else [*rest[:at], changed(value[at], chance), *rest[at:]]
    if dataclasses.is_dataclass(value):
        field = chance.choice([each.name for each in dataclasses.fields(value)])
        return dataclasses.replace(value, **{field: changed(getattr(value, field), chance)})
    if isinstance(value, int) and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 2, 50))
    return chance.choice(STRANGE)


def changed_view(seen, chance):
    """Return a copy of a view with one changed value. Repeat the choice if a compiled view refuses the change."""
    while True:
        with suppress(TypeError):
            return changed(seen, chance)


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_view_gives_a_position_or_an_error_in_words(name):
    chance = Random(f"views of {name}")
    for _ in range(CHANGED // 20):
        state = played(name, chance)
        seen = state.view(chance.randrange(state.seats))
        for _ in range(20):
            with suppress(ArenaError):
                state.rules.from_view(changed_view(seen, chance), named_rng(b"twin", "view"))


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_position_is_refused_in_words_or_is_played_on(name):
    chance = Random(f"positions of {name}")
    for _ in range(CHANGED // 20):
        text = json.loads(played(name, chance).position())
        for _ in range(20):
            try:
                state = rules(name).from_position(json.dumps(changed(text, chance)))
            except ArenaError:
                continue
            for _ in range(20):
                if state.to_move == OVER:
                    break
                state.apply(chance.choice(state.options()))


def at_a_turn(name):
    """Return the values of a position at the beginning of a turn."""
    chance = Random(1)
    while True:
        text = json.loads(played(name, chance, 40).position())
        if text["asks"] == ["open"] and len(text["pending"]) == 2:
            return text


@pytest.mark.parametrize("step", [["claim_beside", 2], ["choose_first", 3, 1], ["claim_beside", 7]])
@pytest.mark.parametrize("name", ["teotihuacan", "teotihuacan/solo"])
def test_a_position_with_steps_that_cannot_occur_is_refused(name, step):
    text = at_a_turn(name)
    for more in ({"pending": [*text["pending"], step]}, {"asks": step}):
        with pytest.raises(PositionError):
            rules(name).from_position(json.dumps(text | more))


@pytest.mark.parametrize("seats", [0, 5, 10**9, "two"])
@pytest.mark.parametrize("name", GAMES)
def test_an_impossible_number_of_seats_is_refused_before_a_table_is_made(name, seats):
    view = played(name, Random(2), 1).view(0)
    with pytest.raises(
        (PositionError, TypeError), match=r"seats|int object expected"
    ):  # a compiled view says the latter
        rules(name).from_view(dataclasses.replace(view, seats=seats), named_rng(b"twin", "view"))


def test_a_solo_position_with_a_changed_question_raises_no_error_of_python():
    chance = Random(3)
    for _ in range(40):
        text = json.loads(played("teotihuacan/solo", chance).position())
        for number in (-1, 9, 99, "x"):
            asks = [text["asks"][0], number, *text["asks"][2:]]
            with suppress(ArenaError):
                rules("teotihuacan/solo").from_position(json.dumps(text | {"asks": asks}))
