"""Tests of the knockout, in which an entrant is eliminated after one lost duel."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.tournament.formats.base import Pairing
from arena.tournament.formats.double_knockout import DoubleKnockout
from arena.tournament.formats.knockout import Knockout
from tests.tournament.tournaments import (
    SEEDS,
    all_even,
    as_entered,
    block,
    bots,
    by_luck,
    check_resumption,
    check_table,
    play,
    void,
)

COUNTS = st.integers(min_value=2, max_value=20)
BLOCKS = st.integers(min_value=1, max_value=5)
TIE_BREAKS = st.integers(min_value=0, max_value=3)


def won(a_format, entrants, played):
    return [(line.rank, line.entrant, line.note) for line in check_table(a_format, entrants, played)]


@settings(max_examples=30)
@given(COUNTS, BLOCKS, TIE_BREAKS, SEEDS)
def test_a_knockout_ends_with_one_winner_within_the_blocks_that_its_duels_can_take(count, blocks, tie_breaks, seed):
    a_format = Knockout(blocks, tie_breaks)
    rounds, played = play(a_format, bots(count), by_luck(seed))
    bracket = a_format.bracket(bots(count), played)
    duels = [duel for stage in bracket.stages for duel in stage.duels if duel.other is not None]
    assert len(duels) == count - 1
    assert (count - 1) * (blocks // 2 + 1) <= len(played) <= (count - 1) * (blocks + tie_breaks)
    assert all(duel.decided for duel in duels)
    assert sum(map(len, dict(bracket.out).values())) == count - 1
    assert [line.note for line in check_table(a_format, bots(count), played)].count("the winner") == 1
    check_resumption(a_format, bots(count), rounds, played)


@settings(max_examples=30)
@given(COUNTS, BLOCKS)
def test_if_the_better_seed_always_wins_the_table_is_the_seeding_at_every_stage(count, blocks):
    a_format = Knockout(blocks)
    _, played = play(a_format, bots(count), as_entered)
    lines = check_table(a_format, bots(count), played)
    ranks = {line.entrant: line.rank for line in lines}
    assert (ranks["bot-1"], ranks["bot-2"]) == (1, 2)
    assert all(
        ranks[name] == (2 ** (number.bit_length()) // 2) + 1 for number, name in enumerate(bots(count)) if number
    )


@given(COUNTS)
def test_only_the_best_seeds_go_on_without_a_duel_and_only_in_the_first_stage(count):
    rounds, _ = play(Knockout(), bots(count), as_entered)
    size = 1
    while size < count:
        size *= 2
    assert sorted(rounds[0].byes) == sorted(bots(size - count))
    assert all(a_round.byes == () for a_round in rounds[1:])


def test_a_bracket_of_eight_has_the_usual_pairings():
    rounds, played = play(Knockout(), bots(8), as_entered)
    assert [a_round.name for a_round in rounds] == ["quarter-finals", "semi-finals", "final"]
    met = [{frozenset(pairing.entrants) for pairing in a_round.pairings} for a_round in rounds]
    assert met[0] == {frozenset({f"bot-{one}", f"bot-{9 - one}"}) for one in range(1, 5)}
    assert met[1] == {frozenset({"bot-1", "bot-4"}), frozenset({"bot-2", "bot-3"})}
    assert won(Knockout(), bots(8), played) == [
        (1, "bot-1", "the winner"),
        (2, "bot-2", "out in the final"),
        (3, "bot-3", "out in the semi-finals"),
        (3, "bot-4", "out in the semi-finals"),
        (5, "bot-5", "out in the quarter-finals"),
        (5, "bot-6", "out in the quarter-finals"),
        (5, "bot-7", "out in the quarter-finals"),
        (5, "bot-8", "out in the quarter-finals"),
    ]


def test_a_duel_ends_when_the_lead_is_out_of_reach():
    rounds, _ = play(Knockout(blocks=5), bots(2), as_entered)
    assert [(a_round.name, len(a_round.pairings)) for a_round in rounds] == [("final", 3)]


def test_an_even_duel_is_decided_by_tie_breaks_and_then_by_the_better_seed():
    rounds, played = play(Knockout(blocks=3, tie_breaks=2), bots(2), all_even)
    assert [a_round.name for a_round in rounds] == [
        "final",
        "final, block 3",
        "final, tie-break 1",
        "final, tie-break 2",
    ]
    assert [len(a_round.pairings) for a_round in rounds] == [2, 1, 1, 1]
    assert won(Knockout(3, 2), bots(2), played)[0] == (1, "bot-1", "the winner")


def test_the_first_tie_break_that_is_not_even_decides():
    def second_wins_the_third_block(number, seating):
        return as_entered(number, seating[::-1]) if number == 2 else all_even(number, seating)

    rounds, played = play(Knockout(blocks=1, tie_breaks=5), bots(2), second_wins_the_third_block)
    assert [a_round.name for a_round in rounds] == ["final", "final, tie-break 1", "final, tie-break 2"]
    assert won(Knockout(1, 5), bots(2), played)[0] == (1, "bot-2", "the winner")


def test_if_every_block_is_void_the_better_seeds_advance():
    _, played = play(Knockout(), bots(5), void)
    assert won(Knockout(), bots(5), played)[0] == (1, "bot-1", "the winner")


def test_the_first_seat_changes_from_block_to_block():
    a_round = Knockout(blocks=3).next(bots(2), [])
    assert a_round.pairings == (Pairing(("bot-1", "bot-2")), Pairing(("bot-2", "bot-1")))


@pytest.mark.parametrize("a_format", [Knockout(3), DoubleKnockout(3)], ids=repr)
@pytest.mark.parametrize("count", [2, 5, 8, 11])
def test_the_outline_of_a_knockout_has_the_stages_that_it_plays_in_the_end(a_format, count):
    _, played = play(a_format, bots(count), as_entered)
    whole = a_format.bracket(bots(count), played).stages
    for number in range(0, len(played), 3):
        outline = a_format.outline(bots(count), played[:number])
        names = [stage.name for stage in outline]
        assert names == [stage.name for stage in whole][: len(names)]
        assert {stage.name for stage in whole[len(names) :]} <= {"grand final, once more"}
        for stage, known in zip(outline, whole, strict=False):
            assert [None in (duel.one, duel.other) for duel in stage.duels] == [
                None in (duel.one, duel.other) for duel in known.duels
            ]


def test_a_duel_of_an_incomplete_round_has_its_score_so_far():
    [one, other] = Knockout(3).next(bots(2), []).pairings
    bracket = Knockout(3).bracket(bots(2), [block(0, one, as_entered)])
    assert [sum(duel.points) for duel in bracket.stages[0].duels] == [1]
    assert not bracket.stages[0].duels[0].decided
    assert other != one


def test_before_the_first_match_all_entrants_are_still_in_and_there_is_no_winner():
    assert won(Knockout(), bots(3), []) == [(1, f"bot-{each}", "still in") for each in (1, 2, 3)]


def test_remaining_entrants_rank_above_eliminated_ones():
    rounds, played = play(Knockout(), bots(4), as_entered)
    first = played[: len(rounds[0].pairings)]
    assert [rank for rank, _, _ in won(Knockout(), bots(4), first)] == [1, 1, 3, 3]


@pytest.mark.parametrize("a_format", [Knockout(), DoubleKnockout()], ids=repr)
def test_a_bot_that_has_lost_is_out_while_other_duels_of_its_stage_run(a_format):
    _, played = play(a_format, bots(8), as_entered)
    final = {entrant: note for _, entrant, note in won(a_format, bots(8), played)}
    for number in range(len(played)):
        lines = won(a_format, bots(8), played[:number])
        assert len([note for _, _, note in lines if note == "still in"]) == len(
            [rank for rank, _, _ in lines if rank == 1]
        )
        assert all(note in ("still in", final[entrant]) for _, entrant, note in lines)
    assert [note for _, _, note in won(Knockout(), bots(8), played[:1])].count("still in") == 7


@pytest.mark.parametrize("a_format", [Knockout(), Knockout(3), DoubleKnockout()], ids=repr)
def test_a_ruling_that_changes_a_duels_winner_has_the_later_duels_replayed(a_format):
    entrants = bots(8)
    rounds, played = play(a_format, entrants, as_entered)
    ruled = [block(0, played[0].pairing, lambda number, seating: as_entered(number, seating)[::-1]), *played[1:]]
    if a_format.blocks == 3:
        ruled[4] = block(4, played[4].pairing, lambda number, seating: as_entered(number, seating)[::-1])
    assert played[0].pairing.entrants == ("bot-1", "bot-8")
    again, ended = play(a_format, entrants, as_entered, ruled)
    assert len(played) < len(ended) <= 2 * len(played)
    assert "bot-8" in again[0].pairings[0].entrants
    assert rounds[1].name.startswith(again[0].name)
    lines = check_table(a_format, entrants, ended)
    assert lines[0].entrant == ("bot-1" if isinstance(a_format, DoubleKnockout) else "bot-2")
    check_resumption(a_format, entrants, again, ended, len(ruled))


def test_a_knockout_of_one_entrant_is_refused():
    with pytest.raises(UsageError, match="1 entrants: expected at least 2"):
        Knockout().next(["ana"], [])
