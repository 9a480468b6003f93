"""Tests of actions as indices: every option has a path of indices, and every index has a name."""

import json
from pathlib import Path

import pytest
from mypy_extensions import i64, u8

from arena.errors import UsageError
from arena.games import GAMES, rules
from arena.games.cacao.grid import PLACE, REACH, cell_at, inserted
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.games.tensors import ILLEGAL, INDICES, UNSETTLED, IndexTable, Question, chosen
from arena.games.vecs import vec
from tests.games.tiny import TINY

GOLDEN = sorted(Path("tests/golden").glob("*.json"))
SPACES = [(name, seats) for name, rules in GAMES.items() for seats in rules.seats]
SIZES = {
    "cacao": {2: 573, 3: 749, 4: 749},
    "teotihuacan": dict.fromkeys((2, 3, 4), 1992),
    "teotihuacan/solo": {2: 1992},
}


def space_of(state):
    return state.rules.action_space(state.seats)


def opening(name, seats, seed, **options):
    return rules(name).new(options, seats, Deal(str(seed).encode()))


def all_paths_read_back(space, options):
    paths = [space.encode(option) for option in options]
    return [space.decode(path) for path in paths] == options and len(set(map(tuple, paths))) == len(options)


def answered_part_by_part(question, rng):
    """Draw legal actions until they make up an option: each action is an index. Return the option and its actions."""
    while True:
        legal = question.legal
        action = legal[rng.below(len(legal))]
        option = question.answer(action)
        if option != UNSETTLED:
            return option, [*chosen(question.prefix), action]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_option_of_a_golden_game_has_a_path_of_its_own(path):
    game = json.loads(path.read_text())
    state = GAMES[game["game"]].from_position(json.dumps(game["start"]))
    space = space_of(state)
    for decision in game["decisions"]:
        options = state.options()
        assert all_paths_read_back(space, options)
        state.play(options[decision["chosen"]])
    assert state.to_move == OVER


@pytest.mark.parametrize(("name", "seats"), SPACES)
def test_every_option_of_random_games_has_a_path_of_its_own(name, seats):
    rng = Rng(seats)
    for seed in range(4):
        state = opening(name, seats, seed)
        space = space_of(state)
        while state.to_move != OVER:
            assert all_paths_read_back(space, state.options())
            state.apply(state.sample(rng))


@pytest.mark.parametrize(("name", "seats"), SPACES)
def test_a_game_can_be_played_part_by_part(name, seats):
    rng = Rng(7)
    state = opening(name, seats, "parts")
    question = Question(space_of(state), state)
    while state.to_move != OVER:
        option, parts = answered_part_by_part(question, rng)
        assert question.space.encode(option)[: len(parts)] == parts
        state.play(option)
        question.ask(state)
    assert question.legal == []


@pytest.mark.parametrize(("name", "seats"), SPACES)
def test_every_part_asked_has_a_choice_and_all_options_can_be_answered(name, seats):
    rng, number = Rng(3), 0
    state = opening(name, seats, "first")
    space = space_of(state)
    while state.to_move != OVER:
        if number % 5 == 0:
            assert sorted(answers(Question(space, state))) == sorted(state.options())
        state.apply(state.sample(rng))
        number += 1


def answers(question):
    """Yield every option that can be chosen by a sequence of legal actions."""
    assert len(set(question.legal)) > 1
    for action in set(question.legal):
        asked = question.clone(question.state)
        option = asked.answer(action)
        yield from answers(asked) if option == UNSETTLED else [option]


@pytest.mark.parametrize("name", GAMES)
def test_equal_views_are_offered_equal_actions(name):
    rng = Rng(5)
    state = opening(name, 2, "views")
    space = space_of(state)
    while state.to_move != OVER:
        twin = state.imagine(state.to_move, rng)
        assert set(Question(space, twin).legal) == set(Question(space, state).legal)
        state.apply(state.sample(rng))


@pytest.mark.parametrize(("name", "seats"), SPACES)
def test_every_index_has_one_name_and_belongs_to_one_part(name, seats):
    space = rules(name).action_space(seats)
    names = space.names()
    assert len(set(names)) == len(names) == space.size == SIZES[name][seats]
    assert space.mask_bytes <= 512
    assert [space.part_of(index).name for index in range(space.size)] == [
        part.name for part in space.parts for _ in range(part.size)
    ]


def test_an_action_that_is_not_offered_is_illegal():
    state = opening("cacao", 2, 1)
    question = Question(space_of(state), state)
    cell = question.legal[0]
    refused = next(index for index in range(question.space.size) if index not in question.legal)
    assert question.answer(refused) == ILLEGAL
    assert question.answer(cell) == UNSETTLED
    assert question.answer(cell) == ILLEGAL


def test_a_cell_outside_the_window_is_reached_by_its_column_and_row():
    space = rules("cacao").action_space(2)
    option = PLACE << 16 | (cell_at(-20, 15) + REACH) << 4 | 3
    names = space.names()
    path = space.encode(option)
    assert [names[index] for index in path] == ["elsewhere", "column -20", "row 15", "place 2-1-0-1 r2"]
    assert space.decode(path) == option


def test_a_worker_tile_can_be_laid_outside_the_window():
    state = opening("cacao", 2, 4)
    space = space_of(state)
    far = cell_at(13, -14)
    state.open = inserted(state.open, far)
    elsewhere = space.names().index("elsewhere")
    rng, seen = Rng(1), set()
    while not seen:
        option, parts = answered_part_by_part(Question(space, state), rng)
        if parts[0] == elsewhere:
            seen.add(option)
            assert option in state.options()
            assert option >> 4 & 4095 == far + REACH


@pytest.mark.parametrize("path", [[], [0], [0, 0], [0, 572, 572], [400, 401, 461], [599, 600], [-1, 530]])
def test_a_path_that_tells_no_option_of_cacao_is_refused(path):
    with pytest.raises(UsageError, match=r"it tells no option of cacao; expected what encode returns"):
        rules("cacao").action_space(2).decode(path)


@pytest.mark.parametrize("path", [[], [0, 0], [5000], [-1], [1971]])
def test_a_path_that_tells_no_option_of_teotihuacan_is_refused(path):
    with pytest.raises(UsageError, match=r"it tells no option of teotihuacan; expected what encode returns"):
        rules("teotihuacan").action_space(2).decode(path)


@pytest.mark.parametrize("option", [-1, 40 << 16, 1 << 30])
def test_a_number_that_is_no_option_of_teotihuacan_is_refused(option):
    with pytest.raises(UsageError, match="has no option"):
        rules("teotihuacan").action_space(2).encode(option)


def test_an_index_outside_the_row_is_refused():
    with pytest.raises(UsageError, match="action 573: expected 0 to 572"):
        rules("cacao").action_space(2).part_of(573)


def test_a_game_without_tables_says_so():
    with pytest.raises(UsageError, match="tiny has no table of actions for learners"):
        TINY.action_space(2)


HALVES = IndexTable([5, 9, 3, 7], [0, 1, 2], mask=1)  # a high half from 0 to 2, and one bit
AROUND = IndexTable([4, 5, 6, 7], [0], offset=4, shift=1, mask=3)  # -4 and -3 stand for 4


@pytest.mark.parametrize(
    ("table", "numbers", "mask"),
    [
        (INDICES, [0, 9, 23, 9], [1, 2, 128]),
        (HALVES, [1 << 16 | 4, 2 << 16 | 1], [1 << 7, 1 << 1, 0]),
        (AROUND, [-4, -1, 3], [1 << 4 | 1 << 5 | 1 << 7, 0, 0]),
        (INDICES, [], [0, 0, 0]),
    ],
)
def test_each_number_sets_the_bit_of_its_index_and_no_other(table, numbers, mask):
    bits = vec[u8]([0] * 5)
    table.set_bits(vec[i64](numbers), bits, 1)
    assert list(bits) == [0, *mask, 0]


def test_the_numbers_that_stand_for_an_index_are_picked_in_their_order():
    assert list(AROUND.picked(vec[i64]([3, -4, 2, 1, 3]), 7)) == [3, 2, 3]
    assert list(AROUND.picked(vec[i64]([3, 2]), 4)) == []


def test_no_bit_is_set_outside_the_masks():
    with pytest.raises(IndexError):
        INDICES.set_bits(vec[i64]([16]), vec[u8]([0, 0]), 0)
