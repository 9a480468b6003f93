"""Tests of a bot that answers for many matches in one call."""

import threading

import pytest

from arena.errors import UsageError
from arena.games import rules
from arena.games.chance import Deal
from arena_sdk import BatchBot, Turn, practice
from arena_sdk.batch_bot import collector


def turn(number=1):
    return Turn.at(rules("cacao").new({}, 2, Deal(b"1")), number)


def answers_of(kind, count):
    """Ask bots of a class in parallel threads. Return their answers; an exception takes the place of an answer."""
    found = {}

    def ask(number):
        try:
            found[number] = kind().choose(turn(number))
        except ValueError as reason:
            found[number] = reason

    threads = [threading.Thread(target=ask, args=[number]) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[number] for number in range(count)]


def test_turns_that_wait_are_answered_in_one_call():
    calls, first, rest = [], threading.Event(), threading.Event()

    class Calls(BatchBot):
        def choose_many(self, turns):
            calls.append(len(turns))
            if len(calls) == 1:
                first.set()
                rest.wait()
            return [turn.number % 3 for turn in turns]

    opening = threading.Thread(target=lambda: Calls().choose(turn()))
    opening.start()
    first.wait()
    others = [threading.Thread(target=lambda: Calls().choose(turn())) for _ in range(5)]
    for thread in others:
        thread.start()
    while len(collector(Calls)._waiting) < 5:
        pass
    rest.set()
    for thread in [opening, *others]:
        thread.join()
    assert calls == [1, 5]


def test_every_turn_gets_its_own_answer():
    class Numbered(BatchBot):
        def choose_many(self, turns):
            return [turn.number for turn in turns]

    assert answers_of(Numbered, 12) == list(range(12))


def test_a_call_waits_for_as_many_turns_as_the_author_sets():
    calls = []

    class Waits(BatchBot):
        wait = 60.0
        most = 4

        def choose_many(self, turns):
            calls.append(len(turns))
            return [0] * len(turns)

    assert answers_of(Waits, 8) == [0] * 8
    assert calls == [4, 4]


def test_an_error_of_a_call_is_raised_for_every_turn_in_it():
    class Raises(BatchBot):
        wait = 60.0
        most = 3

        def choose_many(self, turns):
            raise ValueError("no weights")

    assert [str(reason) for reason in answers_of(Raises, 3)] == ["no weights"] * 3


def test_too_few_answers_are_an_error_of_every_turn():
    class Short(BatchBot):
        wait = 60.0
        most = 2

        def choose_many(self, turns):
            return [0]

    words = "choose_many returned 1 answers to 2 turns"
    assert [str(reason) for reason in answers_of(Short, 2)] == [words] * 2


@pytest.mark.parametrize(("name", "value"), [("wait", -1), ("wait", "long"), ("most", 0)])
def test_the_settings_of_the_author_are_checked(name, value):
    kind = type("Odd", (BatchBot,), {name: value})
    with pytest.raises(UsageError, match=f"Odd.{name} is {value!r}: expected"):
        kind().choose(turn())


def test_matches_played_side_by_side_are_answered_together_and_stay_the_same():
    calls = []

    class First(BatchBot):
        wait = 0.005

        def choose_many(self, turns):
            calls.append(len(turns))
            return [0] * len(turns)

    together = practice(First, games=4, seed=1, at_once=4)
    assert max(calls) > 1
    one_by_one = practice(First, games=4, seed=1)
    assert [match.result.scores for match in together.matches] == [match.result.scores for match in one_by_one.matches]
    assert [match.decisions for match in together.matches] == [match.decisions for match in one_by_one.matches]


def test_zero_matches_at_once_are_refused():
    with pytest.raises(UsageError, match="0 matches at once: expected at least 1"):
        practice(BatchBot, at_once=0)
