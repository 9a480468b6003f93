import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ArenaError, CannotVerifyError, VerificationError
from arena.games.chance import Deal
from arena.record import RELEASES, Answer, Appendix, Forfeit, ForfeitReason, verify
from arena.record import lines as line_format
from tests.games.tiny import TINY
from tests.record.played import GAMES, SALT, SEED, head, play, whole

LEFT, TIME = ForfeitReason.LEFT, ForfeitReason.TIME


def check(record, published=None):
    return verify(record, published, GAMES)


def refused(record, published=None):
    with pytest.raises(ArenaError) as raised:
        check(record, published)
    assert "\n" not in str(raised.value)
    return raised.value


def with_line(record, number, line):
    """Return the record with another line `number`, counted from 1; without it if `line` is None."""
    lines = record.splitlines(keepends=True)
    lines[number - 1] = b"" if line is None else line + b"\n"
    return b"".join(lines)


def edited(record, number, **changes):
    """Return the record with some fields of line `number`, counted from 1, changed."""
    values = json.loads(record.splitlines()[number - 1]) | changes
    return with_line(record, number, line_format.write(values))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scraps", [False, True])
def test_a_record_of_what_was_played_is_consistent(seats, scraps):
    report = check(whole(seats=seats, options={"scraps": scraps}))
    assert (report.deal, report.replayed, report.published) == ("disclosed", True, False)
    assert str(report).startswith("consistent, and replayed: match 'm-3f9', tiny, ")


def test_with_the_published_head_it_is_the_published_record():
    report = check(whole(), head(play()))
    assert report.published
    assert str(report).startswith("the published record, and replayed")
    assert str(report).endswith(head(play()))


def test_the_report_for_a_wrong_head_has_the_head_of_the_record():
    error = refused(whole(), "ab" * 32)
    last = len(play().splitlines())
    assert str(error) == f"line {last}: the chain ends in {head(play())}, expected the published {'ab' * 32}"
    assert error.exit_code == 5


@pytest.mark.parametrize("given_head", ["", "ab", "zz" * 32])
def test_an_invalid_head_is_a_mistake_of_the_caller(given_head):
    error = refused(whole(), given_head)
    assert str(error).endswith("expected a head of 64 hexadecimal digits")
    assert error.exit_code == 2


def test_a_consistent_record_may_be_another_than_the_published_one():
    published, other = whole(), edited(whole(), 2, think_us=1)
    assert not check(other).published
    assert isinstance(refused(other, check(published).head), VerificationError)


def test_a_record_from_a_position_needs_no_commitment():
    state = TINY.new({}, 3, Deal(b"any"))
    report = check(play(seats=3, position=state.position()))
    assert (report.deal, report.replayed) == ("position", True)


def test_before_the_seed_is_disclosed_the_report_says_what_could_not_be_checked():
    report = check(play(seats=4, forfeits=[(2, 3, LEFT)]), head(play(seats=4, forfeits=[(2, 3, LEFT)])))
    assert (report.deal, report.replayed, report.published) == ("undisclosed", False, True)
    assert "cannot be replayed before the seed is disclosed" in str(report)
    assert str(report).startswith("the published record, but not replayed")


FORFEITS = [
    (2, [(4, 0, TIME)]),
    (3, [(0, 2, ForfeitReason.NO_SHOW)]),
    (3, [(5, 1, LEFT), (9, 0, ForfeitReason.ILLEGAL)]),
    (4, [(5, 1, LEFT), (5, 0, ForfeitReason.CRASHED)]),
    (4, [(1, 3, LEFT), (7, 0, TIME), (20, 2, ForfeitReason.FLOOD)]),
]


@pytest.mark.parametrize(("seats", "forfeits"), FORFEITS)
def test_forfeits_are_followed_with_the_house_playing_on(seats, forfeits):
    report = check(whole(seats=seats, forfeits=forfeits))
    assert report.forfeits == len(forfeits)
    assert report.result.reason == ("forfeits" if seats - len(forfeits) == 1 else "finished")
    assert check(play(seats=seats, forfeits=forfeits)).result == report.result


@pytest.mark.parametrize("number", range(1, len(whole().splitlines()) + 1))
def test_a_record_without_one_of_its_lines_is_not_what_was_played(number):
    record = whole()
    if number == len(record.splitlines()):
        assert not check(with_line(record, number, None)).replayed  # the appendix: nothing was played there
    else:
        assert isinstance(refused(with_line(record, number, None), head(play())), VerificationError)


@pytest.mark.parametrize("kept", range(len(play().splitlines())))
def test_the_error_for_a_cut_record_names_its_last_line(kept):
    record = b"".join(play().splitlines(keepends=True)[:kept])
    error = refused(record)
    assert str(error).startswith(f"line {kept + 1}: ")
    assert error.exit_code == 5


@given(st.integers(0, len(whole()) - 1), st.integers(1, 255))
def test_a_record_with_one_byte_changed_is_never_the_published_one(place, change):
    record = bytearray(whole())
    record[place] ^= change
    error = refused(bytes(record), head(play()))
    assert isinstance(error, VerificationError | CannotVerifyError)


@given(st.binary(max_size=200))
def test_no_bytes_at_all_end_in_anything_but_one_line(data):
    refused(data)
    refused(play().splitlines(keepends=True)[0] + data)


def test_the_error_for_swapped_lines_names_the_first_of_them():
    lines = whole().splitlines(keepends=True)
    lines[1], lines[2] = lines[2], lines[1]
    assert str(refused(b"".join(lines))) == "line 2: expected an answer of seat 0, found one of seat 1"


def test_another_schema_cannot_be_checked_here():
    error = refused(edited(whole(), 1, schema=3))
    assert (str(error), error.exit_code) == ("line 1: schema 3, this release checks schema 1", 1)


def test_a_record_with_another_schema_cannot_be_checked_whatever_it_contains():
    assert isinstance(refused(b'{"line":"header","schema":3,"new":[]}\n'), CannotVerifyError)


def test_an_unknown_game_names_the_known_ones():
    error = refused(edited(whole(), 1, game="tinny"))
    assert str(error) == "line 1: unknown game 'tinny': expected one of tiny (did you mean 'tiny'?)"
    assert error.exit_code == 1


def test_another_rules_version_names_the_release_that_checks_it(monkeypatch):
    record = edited(whole(), 1, rules_version=7)
    error = refused(record)
    assert "tiny by rules version 7, this release checks version 1; no release that checks it is known" in str(error)
    assert error.exit_code == 1
    monkeypatch.setitem(RELEASES, ("tiny", 7), "0.9.2")
    assert str(refused(record)).endswith("release 0.9.2 checks it")


WRONG_START = {
    "options": ({"scraps": True, "sun": 1}, "line 1: tiny has no option 'sun': expected one of scraps"),
    "seats": ([{"entrant": "a", "version": "1", "kind": "bot"}], "line 1: tiny is not played by 1"),
}


@pytest.mark.parametrize("field", WRONG_START)
def test_a_header_that_its_game_does_not_know_is_an_error(field):
    value, message = WRONG_START[field]
    assert str(refused(edited(whole(), 1, **{field: value}))).startswith(message)


def test_every_option_is_written_out():
    assert str(refused(edited(whole(), 1, options={}))) == (
        'line 1: options: expected {"scraps":false}, all and in this order'
    )


def test_a_position_that_cannot_be_names_line_one():
    record = play(position=TINY.new({}, 2, Deal(SEED)).position())
    assert str(refused(edited(record, 1, position={"seats": 2}))).startswith("line 1: expected a position of tiny")
    position = json.loads(TINY.new({}, 3, Deal(SEED)).position())
    assert str(refused(edited(record, 1, position=position))) == "line 1: expected 3 seats, found 2"


@pytest.mark.parametrize("wrong", [Appendix(SALT, SALT), Appendix(SEED, SEED)])
def test_a_wrong_seed_or_salt_does_not_fit_the_commitment(wrong):
    last = len(whole().splitlines())
    error = refused(with_line(whole(), last, wrong.line()))
    assert str(error).startswith(f"line {last}: seed and salt give the commitment ")
    assert error.exit_code == 5


def test_a_record_from_a_position_has_no_appendix():
    record = play(position=TINY.new({}, 2, Deal(SEED)).position()) + Appendix(SEED, SALT).line() + b"\n"
    assert "expected no appendix: the game began at a position" in str(refused(record))


WRONG_ENTRY = {
    Answer(1, "lay 3"): "expected an answer of seat 0, found one of seat 1",
    Answer(0, "sail home"): "'sail home': expected 'lay CARD', 'keep' or 'again'",
    Answer(0, "keep"): "'keep': not among the options",
    Answer(0, "lay 3", "house"): "expected an answer by the bot, found one by the house",
    Forfeit(2, LEFT): "seat 2: expected one below 2",
    Forfeit(1, LEFT): "expected the result: the match had ended (forfeits)",
}


@pytest.mark.parametrize("entry", WRONG_ENTRY)
def test_an_impossible_entry_is_reported(entry):
    line = 3 if entry == Forfeit(1, LEFT) else 2
    assert str(refused(with_line(whole(), 2, entry.line()))) == f"line {line}: {WRONG_ENTRY[entry]}"


def test_no_seat_forfeits_twice():
    record = whole(seats=4, forfeits=[(0, 1, LEFT), (0, 2, LEFT)])
    assert str(refused(with_line(record, 3, Forfeit(1, TIME).line()))) == "line 3: seat 1 had forfeited before"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("placements", [1, 1]),
        ("scores", [0, 0]),
        ("turns", 5),
        ("reason", "forfeits"),
        ("ledger", {"catch": [[0, 0], [0, 0]], "scraps": [[0, 0], [0, 0]]}),
        ("ledger", {}),
    ],
)
def test_a_result_that_was_not_reached_names_its_field(field, value):
    last = len(play().splitlines())
    error = refused(edited(whole(), last, **{field: value}))
    assert str(error).startswith(f"line {last}: {field}: expected ")


def test_the_ledgers_categories_have_one_order():
    record = whole()
    last = len(play().splitlines())
    ledger = json.loads(record.splitlines()[last - 1])["ledger"]
    turned = dict(reversed(ledger.items()))
    assert "ledger: expected the categories catch, scraps" in str(refused(edited(record, last, ledger=turned)))


UNDISCLOSED = {
    "placements": ([2, 1, 1, 1], "placements: expected forfeiters below all others"),
    "scores": ([1, 2, 3], "'scores': expected one entry for each of 4 seats, found 3"),
    "ledger": ({"catch": [[0]] * 4}, "scores: expected 0 for seat "),
    "reason": ("forfeits", "reason: expected 'finished', found 'forfeits'"),
}


@pytest.mark.parametrize("field", UNDISCLOSED)
def test_checks_that_need_no_seed_are_made_without_it(field):
    value, message = UNDISCLOSED[field]
    record = play(seats=4, forfeits=[(2, 3, LEFT)])
    last = len(record.splitlines())
    assert str(refused(edited(record, last, **{field: value}))).startswith(f"line {last}: {message}")


def test_entries_of_no_seat_and_of_the_wrong_hand_are_found_without_the_seed():
    record = play(seats=3, forfeits=[(2, 0, LEFT), (4, 1, LEFT)])
    assert str(refused(edited(record, 2, seat=3))) == "line 2: seat 3: expected one below 3"
    assert (
        str(refused(edited(record, 2, by="house"))) == "line 2: expected an answer by the bot, found one by the house"
    )
    assert str(refused(edited(record, 7, seat=0))) == "line 7: seat 0 had forfeited before"
