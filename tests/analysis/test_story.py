"""Tests of the story of a game in at most ten lines."""

import re
from dataclasses import replace

import pytest

from arena.analysis import Account, LuckEvent, story
from arena.analysis.story import SameDeal, cause, hundredths
from tests.analysis.played import analysed


def told(seat, **changes):
    analysis = analysed()
    return story(replace(analysis, **changes), seat, "match.jsonl", [SameDeal("f00d", "greedy", 61, 1)])


def test_a_story_has_at_most_ten_lines_with_decisions_and_their_commands():
    lines = told(0)
    assert len(lines) <= 10
    assert lines[0].startswith("random at seat 0 lost with ")
    costly = [each for each in analysed().decisions if each.seat == 0 and each.is_blunder]
    assert sum("arena show match.jsonl --at " in line for line in lines) == min(3, len(costly)) > 0
    assert lines[-1].startswith("The same deal from seat 0: random ")
    assert "greedy 61 points, place 1 (match f00d)" in lines[-1]
    assert "Mostly its own decisions" in lines[2]


def test_the_dearest_decision_comes_first_and_its_command_shows_it():
    analysis = analysed()
    dearest = max(
        (each for each in analysis.decisions if each.seat == 0 and each.is_blunder), key=lambda each: each.cost
    )
    line = next(line for line in told(0) if "arena show" in line)
    assert line.startswith(f"Answer {dearest.answers + 1}, turn {dearest.turn + 1}: {dearest.option!r} cost ")
    assert line.endswith(f"best {dearest.best!r}: arena show match.jsonl --at {dearest.answers} --options")


def test_the_winner_has_a_story_too():
    assert told(1)[0].startswith("greedy at seat 1 won with ")


def test_bad_luck_is_named_if_it_cost_more_than_the_blunders():
    account = Account(0, start=0.5, luck=-0.4, cost=0.1, given=0.0, end=0.0, hidden=0.2)
    assert cause(account, []).startswith("Mostly luck: 0 of its 0 decisions")
    assert cause(replace(account, luck=0.1), []).startswith("No decision of its own lost it")
    assert "only an oracle could have saved 20 more" in cause(account, [])
    assert cause(replace(account, cost=None), []) == "Its decisions were not searched."


@pytest.mark.parametrize(
    ("luck", "cost", "given", "named"),
    [
        (-0.3, 0.1, -0.1, "Mostly luck"),
        (-0.1, 0.3, -0.1, "Mostly its own decisions"),
        (-0.1, 0.15, -0.25, ""),  # the other seats played well
        (-0.05, 0.05, 0.0, ""),  # most is not explained
    ],
)
def test_a_cause_is_named_only_if_it_lost_the_most(luck, cost, given, named):
    account = Account(0, start=0.5, luck=luck, cost=cost, given=given, end=0.0, hidden=None)
    blunder = replace(next(each for each in analysed().decisions if each.is_blunder), cost=cost, noise=0.0)
    assert cause(account, [blunder]).rpartition(": ")[0] == named


def test_the_turning_point_names_the_seat_that_had_the_turn():
    analysis = analysed()
    line = next(line for line in told(0) if line.startswith("It turned most in turn "))
    turn, seat = re.match(r"It turned most in turn (\d+), of \w+ at seat (\d): from ", line).groups()
    assert {each.seat for each in analysis.decisions if each.turn == int(turn) - 1} == {int(seat)}
    assert line in told(0, decisions=())
    unknown = told(0, movers=())  # as in an analysis that an earlier release has stored
    assert any(line.startswith("It turned most in turn") and " of " not in line for line in unknown)


def test_luck_that_was_felt_is_printed_with_its_answer():
    events = (LuckEvent(4, 1, "refilled", "temple comes", (0.12, -0.12), 0.2, 8),)
    assert "Luck: best temple comes (+12, answer 4)." in told(0, luck=events)
    assert "Luck: worst temple comes (-12, answer 4)." in told(1, luck=events)
    assert "Chance showed nothing." in told(0, luck=())


def test_hundredths_have_a_sign_where_it_is_asked_for_and_never_a_minus_zero():
    assert [hundredths(value, sign=True) for value in (0.5, -0.25, -0.001)] == ["+50", "-25", "0"]
    assert hundredths(0.5) == "50"
