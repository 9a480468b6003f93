import pytest

from arena.record import ForfeitReason, ResultLine, Seated
from arena.referee import Forfeited, summary
from arena.referee.verdict import MEANING

WHO = Seated("corn", "3", "bot")


def test_a_verdict_names_seat_decision_expectation_and_where_to_look():
    forfeit = Forfeited(1, WHO, ForfeitReason.TIME, 12, 4, 23, "it took 0.6 s, expected at most 0.5 s", "a board\n")
    assert forfeit.words("games/m-1.jsonl") == (
        "corn 3 (seat 1) ran out of time at its decision 12: it took 0.6 s, expected at most 0.5 s\n"
        "that loses (time); the record lies in games/m-1.jsonl: arena show games/m-1.jsonl --at 23\n"
        "a board"
    )


def test_before_the_first_decision_there_is_no_board():
    words = Forfeited(0, WHO, ForfeitReason.CRASHED, 0, 0, 0, "it raised", "").words("m.jsonl")
    assert words.splitlines()[0] == "corn 3 (seat 0) crashed before its first decision: it raised"
    assert len(words.splitlines()) == 2


@pytest.mark.parametrize("reason", ForfeitReason)
def test_every_reason_has_words(reason):
    assert MEANING[reason]


def test_a_result_in_one_line_names_the_winner_first():
    result = ResultLine((2, 1), (7, 9), {}, 30, "finished")
    assert summary(result, (WHO, Seated("rain", "1", "house"))) == "1. rain (9), 2. corn (7); finished after 30 turns"
