"""Tests of the task that plays a block: equal tasks have equal results."""

import pickle
from dataclasses import replace

import pytest

from arena.errors import UsageError
from arena.games import rules
from arena.record import Seated, disclosed, verify
from arena.tasks.block_task import (
    BlockCheck,
    BlockOutcome,
    check_block,
    difference,
    is_run_here,
    longest,
    play_block,
    repeats,
)
from tests.tasks.blocks import block


@pytest.fixture(scope="module")
def played():
    task = block("greedy", "random")
    return task, play_block(task)


def test_a_block_and_its_outcome_travel_by_pickle(played):
    assert pickle.loads(pickle.dumps(played)) == played  # noqa: S301 -- its own bytes


def test_equal_tasks_have_equal_records_except_for_times(played):
    task, outcome = played
    assert difference(outcome, play_block(task)) == ""
    assert difference(outcome, play_block(block("greedy", "random", 1))) == task.seatings[0].match


def test_the_records_of_a_block_verify_once_the_deal_is_disclosed(played):
    task, outcome = played
    for seating, match in zip(task.seatings, outcome.matches, strict=True):
        report = verify(disclosed(match.record, task.seed, seating.salt), match.head)
        assert (report.match, report.deal, report.published) == (seating.match, "disclosed", True)


def test_a_replay_computes_the_values_that_are_stored_of_the_matches(played):
    verdict = check_block(BlockCheck(*played))
    assert verdict.objection == ""
    for match, replayed in zip(played[1].matches, verdict.matches, strict=True):
        assert (replayed.match, replayed.head, replayed.size) == (match.match, match.head, len(match.record))
        assert sum(each.decisions for each in replayed.figures) == match.record.count(b'"line":"answer"')


def test_a_replay_objects_to_a_record_that_is_not_of_its_match(played):
    task, outcome = played
    first, second = outcome.matches
    swapped = BlockOutcome((replace(first, record=second.record, head=second.head), second))
    assert "header is that of another match" in check_block(BlockCheck(task, swapped)).objection
    other_deal = BlockCheck(replace(task, seed=bytes(32)[:-1] + b"x"), outcome)
    assert task.seatings[0].match in check_block(other_deal).objection
    assert "1 records for 2" in check_block(BlockCheck(task, BlockOutcome((first,)))).objection


def test_a_replay_objects_to_another_result(played):
    task, outcome = played
    first, second = outcome.matches
    changed = replace(first, record=first.record.replace(b'"placements":[', b'"placements":[7', 1))
    assert first.match in check_block(BlockCheck(task, BlockOutcome((changed, second)))).objection


def test_a_block_of_another_release_is_refused():
    task = block("greedy", "random")
    with pytest.raises(UsageError, match="rules version"):
        play_block(replace(task, rules_version=99))
    seatings = [replace(each, seats=(Seated("greedy", "0", "house"), each.seats[1])) for each in task.seatings]
    with pytest.raises(UsageError, match="greedy 0 is not a house bot of this worker"):
        play_block(replace(task, seatings=tuple(seatings)))


def test_the_arena_runs_house_bots_of_this_release_and_automata():
    assert is_run_here(block("greedy", "random").seatings[0].seats)
    assert is_run_here([Seated("teotibot-easy", "1", "automaton")])
    assert not is_run_here([Seated("greedy", "2", "bot")])
    assert not is_run_here([Seated("greedy", "0", "house")])


def test_the_solo_game_is_a_block_with_one_seating():
    solo = rules("teotihuacan/solo")
    seats = (Seated("random", "1", "house"), Seated("teotibot-novice", "1", "automaton"))
    task = block("random", "random")
    seating = replace(task.seatings[0], seats=seats)
    options = solo.complete({})
    task = replace(task, game=solo.name, rules_version=solo.version, options=options, seatings=(seating,))
    assert check_block(BlockCheck(task, play_block(task))).objection == ""


def test_every_clock_gives_a_match_a_time_limit():
    assert longest("10+0.1", 2) == 60 + 2 * (10 + 1000 * 0.1)
    assert longest("st=0.5", 3) == 60 + 3 * 500
    assert longest("10+0,st=5", 2) == 60 + 2 * 10


@pytest.mark.parametrize(("clock", "expected"), [("60+1", True), ("1+0.1", False), ("st=10", True), ("st=0.5", False)])
def test_a_block_repeats_if_its_clock_ends_no_search(clock, expected):
    assert repeats(block("mcts-50", "random", clock=clock)) is expected
