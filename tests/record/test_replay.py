import pytest

from arena.errors import CannotVerifyError, UsageError, VerificationError
from arena.games.chance import Deal
from arena.games.steps import OVER
from arena.record import Answer, ForfeitReason, read_record, replay, state_at
from tests.games.tiny import TINY
from tests.record.played import GAMES, SEED, play, whole

LEFT = ForfeitReason.LEFT


def test_a_replay_shows_the_position_before_every_entry():
    record = read_record(whole(seats=3))
    for moment in replay(record, GAMES):
        state = moment.course.state
        assert state.to_move == moment.entry.seat
        assert TINY.read(state, moment.entry.option) in state.options()


def test_the_position_after_no_answer_is_the_deal_and_after_the_last_the_end():
    record = read_record(whole())
    assert state_at(record, 0, GAMES).digest() == TINY.new({}, 2, Deal(SEED)).digest()
    assert state_at(record, len(record.entries), GAMES).to_move == OVER


def test_positions_are_counted_by_answers_not_by_lines():
    plain = read_record(whole(seats=4))
    left = read_record(whole(seats=4, forfeits=[(2, 1, LEFT), (5, 3, LEFT)]))
    for answers in range(len(plain.entries) + 1):
        assert state_at(plain, answers, GAMES).digest() == state_at(left, answers, GAMES).digest()
    assert sum(isinstance(entry, Answer) for entry in left.entries) == len(left.entries) - 2


def test_a_number_beyond_the_last_answer_is_refused():
    record = read_record(whole())
    with pytest.raises(
        UsageError, match=f"no position after answer 99: expected a number from 0 to {len(record.entries)}"
    ):
        state_at(record, 99, GAMES)


def test_the_beginning_of_a_record_can_be_replayed():
    beginning = b"".join(whole().splitlines(keepends=True)[:4])
    record = read_record(beginning)
    with pytest.raises(CannotVerifyError, match="cannot be replayed before its seed is disclosed"):
        state_at(record, 0, GAMES)
    from_position = play(position=TINY.new({}, 2, Deal(SEED)).position()).splitlines(keepends=True)[:4]
    assert (
        state_at(read_record(b"".join(from_position)), 3, GAMES).turn == state_at(read_record(whole()), 3, GAMES).turn
    )


def test_the_error_for_an_impossible_answer_names_its_line():
    lines = whole().splitlines(keepends=True)
    with pytest.raises(VerificationError, match=r"^line 4: 'lay 99': expected"):
        state_at(
            read_record(b"".join([*lines[:3], Answer(0, "lay 99").line() + b"\n"]) + b"".join(lines[4:])), 5, GAMES
        )
