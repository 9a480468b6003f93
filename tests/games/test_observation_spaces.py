"""Tests of the columns that a seat observes. They come from its view alone, and each has a name."""

import pytest

from arena.errors import UsageError
from arena.games import GAMES, rules
from arena.games.cacao.view import hold
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.games.tensors import Cells, Question
from tests.games.tiny import TINY

SPACES = [(name, seats) for name, rules in GAMES.items() for seats in rules.seats]
SIZES = {
    "cacao": {2: 8062, 3: 12172, 4: 12762},
    "teotihuacan": {2: 1749, 3: 1956, 4: 2163},
    "teotihuacan/solo": {2: 1852},
}
OPTIONS = {"cacao": {"auto_resolve": False}, "teotihuacan": {"starting_tile_draft": True, "dark_eclipse": True}}


def opening(name, seats, seed, **options):
    return rules(name).new(options, seats, Deal(str(seed).encode()))


def asked(state):
    return Question(state.rules.action_space(state.seats), state)


def observed(space, state, seat):
    return named(space, space.observe(asked(state), seat))


def named(space, row):
    """Return the values of an observation by column name, without the columns that are 0."""
    return {name: value for name, value in zip(space.names, row, strict=True) if value}


@pytest.mark.parametrize("options", [False, True], ids=["canonical", "other options"])
@pytest.mark.parametrize(("name", "seats"), SPACES)
def test_equal_views_are_equal_observations(name, seats, options):
    state = opening(name, seats, "views", **(OPTIONS.get(name, {}) if options else {}))
    space = state.rules.observation_space(seats)
    rng, number = Rng(seats), 0
    while state.to_move != OVER:
        for seat in range(seats):
            if number % 13 == seat:
                row = space.observe(asked(state), seat)
                assert space.observe(asked(state.imagine(seat, rng)), seat) == row
                assert space.observe(asked(state.rules.from_view(state.view(seat), rng)), seat) == row
        state.apply(state.sample(rng))
        number += 1


@pytest.mark.parametrize(("name", "seats"), SPACES)
def test_every_column_has_one_name_and_belongs_to_one_block(name, seats):
    space = rules(name).observation_space(seats)
    assert len(set(space.names)) == len(space.names) == space.size == SIZES[name][seats]
    assert len(space.scales) == space.size
    assert min(space.scales) > 0
    ends = [block.first + block.size for block in space.blocks]
    assert [block.first for block in space.blocks] == [0, *ends[:-1]]
    assert ends[-1] == space.size


def turned(space, state, seat):
    """Return the values that a seat observes, by column name, without the columns that name the seat."""
    found = observed(space, state, seat)
    return {name: value for name, value in found.items() if not name.startswith("observer is seat")}


def test_equal_seats_have_equal_observations_with_the_observer_first():
    state = opening("cacao", 3, "turned")
    for village in state.villages:
        hold(village, [0, 1, 1], [0, 1, 1, 2])
    space = state.rules.observation_space(3)
    state.villages[1].cacao = 4
    assert observed(space, state, 1)["own cacao"] == 4
    assert observed(space, state, 0)["seat +1's cacao"] == 4
    assert observed(space, state, 2)["seat +2's cacao"] == 4
    state.villages[1].cacao = 0
    own = {name for name in turned(space, state, 0) if "turn" not in name and "decision" not in name}
    assert own == {name for name in turned(space, state, 2) if "turn" not in name and "decision" not in name}


def test_the_table_of_cacao_is_seen_as_planes():
    state = opening("cacao", 2, "planes")
    state.play(state.rules.read(state, state.rules.spell(state, state.options()[0])))
    space = state.rules.observation_space(2)
    mine, other = observed(space, state, 0), observed(space, state, 1)
    assert mine["plantation at 0,0"] == 1
    assert mine["market at 1,1"] == 2
    (laid,) = [name for name in mine if name.startswith("own tile at")]
    assert laid.replace("own tile", "seat +1's tile") in other
    assert sum(value for name, value in mine.items() if name.startswith("workers ")) == 4


def test_a_chosen_part_of_an_option_is_observed():
    state = opening("cacao", 2, "chosen")
    space = state.rules.observation_space(2)
    question = Question(state.rules.action_space(2), state)
    cell = question.legal[0]
    hold(state.villages[0], [0, 1, 2], [])
    question.answer(cell)
    assert f"chosen {question.space.names()[cell]}" in named(space, space.observe(question))


def test_a_move_that_is_half_chosen_is_observed():
    state = opening("teotihuacan", 2, "chosen")
    rng = Rng(1)
    question = Question(state.rules.action_space(2), state)
    names = question.space.names()
    while not any(names[index].startswith("move") for index in question.legal):
        state.apply(state.sample(rng))
        question.ask(state)
    move = next(index for index in question.legal if names[index].startswith("move"))
    question.answer(move)
    power, board = names[move].split()[1].split("@")
    space = state.rules.observation_space(2)
    seen = named(space, space.observe(question))
    assert {f"chosen board {board}", f"chosen power {power}"} <= set(seen)


@pytest.mark.parametrize(("name", "seats"), SPACES)
def test_the_lasting_part_of_an_observation_depends_only_on_its_key(name, seats):
    """Positions with the same key have the same lasting part of an observation."""
    state = opening(name, seats, "lasting")
    space = state.rules.observation_space(seats)
    rng = Rng(4)
    seen = {}
    while state.to_move != OVER:
        cells = Cells(space.size)
        space.write_lasting(state, cells)
        written = cells.values()
        assert seen.setdefault(space.lasting(state), written) == written
        state.apply(state.sample(rng))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_growing_table_is_written_tile_by_tile_as_at_once(seats):
    """A table of Cacao is written tile by tile, even if a tile covers another one."""
    rng, covered = Rng(4), 0
    space = rules("cacao").observation_space(seats)
    for seed in range(4):
        state = opening("cacao", seats, seed)
        by_tile, before = Cells(space.size), 0
        while state.to_move != OVER:
            at_once = Cells(space.size)
            space.write_grown(state, seats - 1, before, by_tile)
            space.write_grown(state, seats - 1, 0, at_once)
            before = space.grown(state)
            assert by_tile.values() == at_once.values()
            state.apply(state.sample(rng))
        covered += len(state.covered)
    assert covered > 0


@pytest.mark.parametrize(("seat", "seats"), [(-1, 2), (2, 2), (0, 3)])
def test_a_seat_that_is_not_at_the_table_observes_nothing(seat, seats):
    state = opening("cacao", 2, 1)
    with pytest.raises(UsageError, match=f"seat {seat} of 2: expected 0 to {seats - 1} of {seats}"):
        rules("cacao").observation_space(seats).observe(asked(state), seat)


def test_a_game_without_columns_says_so():
    with pytest.raises(UsageError, match="tiny has no table of observations for learners"):
        TINY.observation_space(2)
