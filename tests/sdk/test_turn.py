"""Tests of a Turn: its values, its repeatability, and that it does not lead to hidden information."""

import gc
from types import FunctionType, ModuleType

import pytest

from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena_sdk import Bot, Turn
from tests.games.tiny import TINY
from tests.sdk.table import Watched, match_between

GAMES_AND_TINY = [*GAMES.values(), TINY]


def reachable(start):
    """Return every object that can be reached from an object, except through modules, classes and globals."""
    found, todo = {}, [start]
    while todo:
        each = todo.pop()
        if id(each) in found or isinstance(each, ModuleType | type):
            continue
        found[id(each)] = each
        if isinstance(each, FunctionType):
            todo += [each.__defaults__, each.__closure__]
        else:
            todo += gc.get_referents(each)
    return list(found.values())


def leads_to(start, target):
    return any(each is target for each in reachable(start))


@pytest.mark.parametrize("rules", GAMES_AND_TINY, ids=lambda rules: rules.name)
async def test_from_a_turn_there_is_no_way_to_the_referees_state(rules):
    asked = []

    class Spy(Bot):
        def choose(self, turn):
            _ = turn.state, turn.rng, turn.events  # made when they are looked at
            if turn.number in {1, 3}:
                truth = Watched.opened[-1]  # the referee's State
                asked.append(turn.number)
                assert not leads_to(turn, truth)
                assert not leads_to(self, truth)
                turn.leak = [{"deep": truth}]
                assert leads_to(turn, truth)  # else this test could not fail
            return turn.options[0]

    outcome, _ = await match_between(Spy, Spy, rules=rules, inline=True)
    assert outcome.forfeits == ()
    assert sorted(asked) == sorted([1, 3] * (2 - len(rules.automata)))


@pytest.mark.parametrize("rules", GAMES_AND_TINY, ids=lambda rules: rules.name)
def test_a_turn_made_of_a_position_does_not_hold_it(rules):
    state = rules.new({}, 2, Deal(b"held"))
    turn = Turn.at(state)
    _ = turn.state
    assert not leads_to(turn, state)


@pytest.mark.parametrize("rules", GAMES_AND_TINY, ids=lambda rules: rules.name)
def test_the_state_of_a_turn_has_the_same_question_in_every_position_of_a_game(rules):
    seats = 3 if 3 in rules.seats else rules.seats[0]
    state, rng = rules.new({}, seats, Deal(b"along")), Rng(1)
    while state.options():
        turn = Turn.at(state)
        assert turn.state.to_move == turn.seat == state.to_move
        assert turn.state.options() == [option.number for option in turn.options] == state.options()
        assert [rules.spell(turn.state, option.number) for option in turn.options] == [str(o) for o in turn.options]
        assert turn.state.view(turn.seat) == turn.view
        state.apply(state.sample(rng))


def test_an_option_has_its_index_its_number_and_its_spelling():
    state = TINY.new({}, 2, Deal(b"options"))
    turn = Turn.at(state)
    assert [(option.index, option.number, option.text) for option in turn.options] == [
        (index, number, TINY.spell(state, number)) for index, number in enumerate(state.options())
    ]


def test_positions_that_look_alike_to_a_seat_make_equal_states():
    state = GAMES["cacao"].new({}, 4, Deal(b"alike"))
    twin = state.imagine(state.to_move, Rng(8))
    assert state.digest() != twin.digest()
    assert Turn.at(state, seed=3).state.digest() == Turn.at(twin, seed=3).state.digest()


def test_hidden_parts_of_a_state_depend_only_on_the_seed_and_the_number():
    state = GAMES["cacao"].new({}, 2, Deal(b"repeats"))

    def digest(number=1, seed=0):
        return Turn.at(state, number, seed).state.digest()

    assert digest() == digest()
    assert len({digest(), digest(number=2), digest(seed=1)}) == 3


def test_looking_at_the_state_first_does_not_change_the_generator():
    state = TINY.new({}, 2, Deal(b"order"))
    one, two = Turn.at(state), Turn.at(state)
    _ = one.state
    assert one.rng.word() == two.rng.word()


def test_the_generator_of_a_turn_gives_other_numbers_than_its_state_used():
    turn = Turn.at(GAMES["cacao"].new({}, 2, Deal(b"apart")))
    assert turn.state.imagine(turn.seat, turn.rng).digest() != turn.state.digest()


def test_thinking_ahead_does_not_change_the_turn():
    turn = Turn.at(TINY.new({}, 2, Deal(b"ahead")))
    before = turn.state.digest()
    after = turn.state.clone()
    after.apply(turn.options[0].number)
    assert turn.state.digest() == before != after.digest()


def test_the_repr_of_a_turn_describes_it():
    assert repr(Turn.at(TINY.new({}, 2, Deal(b"who")), number=4)) == "<Turn 4 of seat 0: 3 options>"
