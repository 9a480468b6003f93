"""Tests of a sweep of the laws: the checks that it makes, and its report about a broken law."""

import json

import pytest

from arena.errors import LawError
from arena.games import conformance
from arena.games.conformance import ALL_LAWS
from tests.games.conformance.defects import SharedHands, of
from tests.games.tiny.rules import TINY, Sea


def test_a_check_reports_all_seat_counts_all_options_and_all_laws():
    report = conformance.check(TINY, games=2)
    assert (report.games, report.laws) == (2 * 3 * 2, len(ALL_LAWS))
    assert str(report).startswith("tiny: ")
    assert report.decisions > report.games


def test_a_game_that_cannot_be_played_on_breaks_a_law_too():
    class Holed(Sea):
        def apply(self, option):
            raise RecursionError(option)

    with pytest.raises(LawError, match="a random answer can be played: RecursionError"):
        conformance.check(of(Holed), laws=[])


def test_the_report_of_a_broken_law_says_where_it_broke_and_how_to_repeat_it():
    with pytest.raises(LawError) as broken:
        conformance.check(of(SharedHands), seed=7)
    message = str(broken.value)
    assert message.startswith("clones do not feel each other: playing on a clone changed its original; ")
    assert "tiny, 2 seats, scraps=off, seed 7, decision 0 (seat 0 is asked)" in message
    again = "conformance.check_game(conformance.CheckedTable(rules, 2, {'scraps': False}, 7))"
    assert again in message
    with pytest.raises(LawError, match="clones do not feel each other"):
        eval(again, {"conformance": conformance, "rules": of(SharedHands)})  # noqa: S307 -- as a reader runs it
    assert json.loads(broken.value.__notes__[0].removeprefix("position: "))["seats"] == 2


@pytest.mark.parametrize("every", [1, 3])
def test_each_law_is_checked_at_regular_decisions_and_the_laws_take_turns(monkeypatch, every):
    held = {"one": [], "another": []}
    laws = [law_named(name, moments) for name, moments in held.items()]
    monkeypatch.setattr(conformance.sweep, "MOMENT_LAWS", laws)
    conformance.check_game(conformance.CheckedTable(TINY, 2, TINY.complete({}), 7), held, every=every)
    assert {number % every for number in held["one"]} == {0}
    assert {(number + 1) % every for number in held["another"]} == {0}
    assert len(held["one"]) > 1


def law_named(name, moments):
    def law(moment):
        moments.append(moment.number)

    law.__name__ = name
    return law
