"""Tests of the stack of steps that makes a turn: the step that is pushed last happens first."""

import pytest

from arena.games import GAMES, rules
from arena.games.chance import Deal, Rng
from arena.games.steps import GAME_OVER, OVER, Step, Stepped


class Diary(Stepped):
    def __init__(self):
        super().__init__()
        self.lines = []


class Note(Step):
    """A step that asks no seat, and records that it happened."""

    def __init__(self, line, then=()):
        self.line = line
        self.then = then

    def begin(self, state):
        state.lines.append(self.line)
        for step in self.then:
            state.push(step)
        return False


class Ask(Step):
    """A step that asks a seat, records the answer, and pushes further steps."""

    def __init__(self, seat, then=()):
        self.seat = seat
        self.then = then

    def begin(self, state):
        state.to_move = self.seat
        return True

    def options(self, _state):
        return [3, 5, 8]

    def play(self, state, option):
        state.lines.append(f"seat {self.seat}: {option}")
        for step in self.then:
            state.push(step)


def diary(*steps):
    state = Diary()
    for step in steps:
        state.push(step)
    state.settle()
    return state


def test_the_step_that_is_pushed_last_happens_first():
    assert diary(Note("third"), Note("second"), Note("first")).lines == ["first", "second", "third"]


def test_a_step_that_another_step_pushes_happens_before_the_waiting_steps():
    assert diary(Note("last"), Note("first", then=[Note("middle")])).lines == ["first", "middle", "last"]


def test_settling_stops_at_the_first_step_that_asks():
    state = diary(Note("later"), Ask(2), Note("before"))
    assert (state.lines, state.to_move, state.options()) == (["before"], 2, [3, 5, 8])


def test_an_answer_is_carried_out_and_what_follows_settles_at_once():
    state = diary(Note("end"), Ask(1), Ask(0, then=[Note("after")]))
    state.apply(5)
    assert (state.lines, state.to_move) == (["seat 0: 5", "after"], 1)


def test_a_step_above_the_waiting_one_is_done_before_it_is_asked_again():
    waiting = Ask(0)
    state = diary(waiting)
    state.push(waiting)
    state.push(Ask(1))
    state.settle()
    assert state.to_move == 1
    state.apply(8)
    assert (state.lines, state.to_move) == (["seat 1: 8"], 0)


def test_with_nothing_left_to_do_the_game_is_over_and_no_seat_has_options():
    state = diary(Ask(0))
    state.apply(3)
    assert (state.to_move, state.options(), state.asking) == (OVER, [], GAME_OVER)


def test_a_new_stack_is_over_before_anything_is_pushed():
    assert (Diary().to_move, Diary().options()) == (OVER, [])


def test_a_sample_is_one_of_the_options_and_reaches_all_of_them():
    state = diary(Ask(0))
    rng = Rng(3)
    assert {state.sample(rng) for _ in range(100)} == {3, 5, 8}


def test_a_step_may_know_a_faster_way_to_sample():
    class Sure(Ask):
        def options(self, _state):
            raise AssertionError("the list was built")

        def sample(self, _state, rng):
            return 3 + rng.below(1)

    assert diary(Sure(0)).sample(Rng(0)) == 3


@pytest.mark.parametrize("name", GAMES)
def test_options_can_be_taken_by_their_number_without_the_list(name):
    state = rules(name).new({}, 2, Deal(b"numbers"))
    rng = Rng(1)
    while state.to_move != OVER:
        options = state.options()
        assert [state.option_at(number) for number in range(state.option_count())] == options
        state.apply(state.sample(rng))
    assert state.option_count() == 0


@pytest.mark.parametrize("missing", [lambda step: step.begin(None), lambda step: step.options(None)])
def test_a_step_without_its_own_methods_is_refused(missing):
    with pytest.raises(NotImplementedError):
        missing(Step())
