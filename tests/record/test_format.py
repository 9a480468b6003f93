import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import CannotVerifyError, VerificationError
from arena.record import (
    Answer,
    Appendix,
    Forfeit,
    ForfeitReason,
    Header,
    Note,
    ResultLine,
    Seated,
    notes_digest,
    read_record,
    state_at,
    verify,
)
from arena.record import lines as line_format
from tests.record.played import GAMES, SALT, SEED, head, header, play, whole

COUNTS = st.integers(0, 2**63 - 1)
# All that UTF-8 can carry, line ends and quotes too.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


def of(kind, line):
    fields = line_format.read(line, 1)
    fields.take("line")
    value = kind.of(fields)
    fields.spelled(value.line())
    return value


FREE = ("held_us", "credit_us")


@given(st.builds(Answer, COUNTS, TEXTS, st.sampled_from(["bot", "house"]), COUNTS, COUNTS, COUNTS, COUNTS, COUNTS))
def test_an_answer_reads_back_from_one_line(answer):
    values = {name: value for name, value in asdict(answer).items() if value or name not in FREE}
    assert b"\n" not in answer.line()
    assert answer.line() == line_format.write({"line": "answer", **values})
    assert of(Answer, answer.line()) == answer


@given(st.builds(Seated, TEXTS, TEXTS, st.sampled_from(["bot", "house", "automaton", "human"])))
def test_a_header_reads_back_for_all_kinds_of_entrants(seated):
    committed = header()
    mine = Header(**{name: getattr(committed, name) for name in Header.__slots__} | {"seats": (seated, seated)})
    assert of(Header, mine.line()) == mine


@pytest.mark.parametrize(
    "value",
    [
        *(Forfeit(2, reason) for reason in ForfeitReason if reason is not ForfeitReason.RESIGNED),
        ResultLine((1, 1), (-3, -3), {"market": ((-3,), (-3,)), "sun": ((), ())}, 40, "finished"),
        Appendix(SEED, SALT),
    ],
)
def test_every_other_line_reads_back(value):
    assert of(type(value), value.line()) == value


def test_a_record_reads_back_line_by_line():
    record = read_record(whole(forfeits=[(3, 1, ForfeitReason.TIME)], seats=3))
    values = [record.header, *record.entries, record.result, record.appendix]
    assert b"".join(value.line() + b"\n" for value in values) == whole(forfeits=[(3, 1, ForfeitReason.TIME)], seats=3)


def test_the_beginning_of_a_record_is_read_as_far_as_it_goes():
    beginning = b"".join(play().splitlines(keepends=True)[:4])
    record = read_record(beginning)
    assert (len(record.entries), record.result) == (3, None)


def edited(line, **changes):
    """Return a line of a record with some fields changed. A value of None removes the field."""
    values = json.loads(line) | changes
    return line_format.write({name: value for name, value in values.items() if value is not None})


HEADER, ANSWER = (line for line in play().splitlines()[:2])
WRONG = {
    b"": "line 1: expected a header, the record is empty",
    b"\n": "line 1: not JSON at column 1: the end of the line",
    HEADER: "line 1: cut: expected a newline at the end of the header",
    b"\xff\xfe\n": "line 1: not UTF-8 at byte 1 of the line",
    b"[" * 200_000 + b"\n": "line 1: nested deeper than 32 levels",
    b"{}" * 200_000: "line 1: 262146 bytes long, expected at most 262144",
    b"17\n": "line 1: expected a JSON object, found 17",
    ANSWER + b"\n": "line 1: expected the header",
    HEADER.replace(b":1,", b": 1,") + b"\n": "line 1: spelled differently from byte 27 on: expected '1,",
    edited(HEADER, match=7) + b"\n": "line 1: 'match': expected a text, found 7",
    edited(HEADER, seats=[]) + b"\n": "line 1: 'seats': expected a list of objects, found []",
    edited(HEADER, commitment="ab") + b"\n": "line 1: 'commitment': expected 64 hexadecimal digits, found 'ab'",
    edited(HEADER, options={"scraps": 0.5})
    + b"\n": "line 1: 'options.scraps': expected a flag, a whole number or a text",
    edited(HEADER, fairness="fair") + b"\n": "line 1: 'fairness': expected one of committed, seeded, position",
    edited(HEADER, fairness="position") + b"\n": "line 1: expected a field 'position'",
}


@pytest.mark.parametrize(("data", "message"), [*WRONG.items()], ids=WRONG.values())
def test_a_wrong_header_is_reported_in_one_line(data, message):
    with pytest.raises(VerificationError) as raised:
        read_record(data)
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


WRONG_ANSWER = {
    b"{" + b'"a":{' * 5_000 + b"}" * 5_001: "line 2: nested deeper than 32 levels",
    b'{"a":[' + b"[" * 40 + b"]" * 40 + b"]}": "line 2: nested deeper than 32 levels",
    b'{"a":' + b"9" * 5_000 + b"}": "line 2: not a number that a record can hold",
    b'{"a":NaN}': "line 2: not a number that a record can hold: NaN",
    b'{"line":"answer"': "line 2: not JSON at column 17: the end of the line",
    HEADER: "line 2: expected an answer, a forfeit or the result, found header",
    edited(ANSWER, seat=-1): "line 2: 'seat': expected a whole number from 0, found -1",
    edited(ANSWER, seat=True): "line 2: 'seat': expected a whole number from 0, found True",
    edited(ANSWER, think_us=2**63): "line 2: 'think_us': expected a whole number from 0",
    ANSWER.replace(b"lay", rb"\ud800"): "line 2: half a surrogate pair, which UTF-8 cannot carry",
    edited(ANSWER, by="me"): "line 2: 'by': expected one of bot, house, found 'me'",
    edited(ANSWER, stall_us=None): "line 2: expected a field 'stall_us'",
    ANSWER.replace(b'"seat"', b'"line":"answer","seat"'): "line 2: spelled differently from byte",
    ANSWER.replace(b",", b", "): 'line 2: spelled differently from byte 18 on: expected \'"seat":',
    ANSWER + b"\r": "line 2: spelled differently",
    Appendix(SEED, SALT).line(): "line 2: expected an answer, a forfeit or the result, found appendix",
}


@pytest.mark.parametrize(("line", "message"), [*WRONG_ANSWER.items()], ids=WRONG_ANSWER.values())
def test_a_wrong_line_is_reported_in_one_line_that_names_it(line, message):
    with pytest.raises(VerificationError) as raised:
        read_record(HEADER + b"\n" + line + b"\n")
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


def test_nothing_stands_between_the_result_and_the_appendix_or_after_it():
    count = len(whole().splitlines())
    with pytest.raises(VerificationError, match=f"^line {count}: expected the appendix or nothing after the result"):
        read_record(play() + ANSWER + b"\n")
    with pytest.raises(VerificationError, match=f"^line {count + 1}: expected nothing after the appendix"):
        read_record(whole() + ANSWER + b"\n")


def test_a_line_without_its_newline_was_cut():
    with pytest.raises(VerificationError, match=r"^line 5: cut: expected a newline"):
        read_record(b"\n".join(play().splitlines()[:5]))


# What a reader skips -------------------------------------------------------------------------------------------------

BEGINNING = json.loads(HEADER)
ODD = b'{"line":"weather","of":"the hall","degrees":[21,22]}'


def lines_with_more(*, notes=(), before=()):
    """Return a whole record. Each answer has free time and a field that no reader knows yet."""
    first, *answers, result = play().splitlines()
    told = [
        edited(line, held_us=7, credit_us=3, heart_rate={"ana": 61}) if b'"answer"' in line else line
        for line in answers
    ]
    told[1:1] = before
    digest = {"notes": notes_digest(notes)} if notes else {}
    return [
        edited(first, hall="B"),
        *told,
        edited(result, **digest, applause="long"),
        *notes,
        Appendix(SEED, SALT).line(),
    ]


def joined(record):
    return b"".join(line + b"\n" for line in record)


NOTES = (Note(3, "a bold move").line(), ODD, Note(5, "\u00a1ay!").line())


def test_a_reader_skips_unknown_fields_which_the_chain_covers():
    written = lines_with_more(notes=NOTES, before=[ODD, ODD])
    found = read_record(joined(written))
    plain = read_record(whole())
    assert [replace(each, held_us=0, credit_us=0) for each in found.entries] == list(plain.entries)
    assert {(each.held_us, each.credit_us) for each in found.entries} == {(7, 3)}
    assert found.notes == (Note(3, "a bold move"), Note(5, "\u00a1ay!"))
    assert found.appendix == plain.appendix
    end = written.index(NOTES[0])
    assert found.head == head(joined(written[:end]))
    numbers = [number for number, line in enumerate(written, 1) if b'"answer"' in line]
    assert [number for number, _ in found.numbered()] == numbers
    assert (found.result_line, found.appendix_line) == (end, len(written))


def test_a_record_with_more_fields_is_verified_replayed_and_shown_like_another():
    data = joined(lines_with_more(notes=NOTES, before=[ODD]))
    report = verify(data, games=GAMES)
    assert (report.replayed, report.result.placements) == (True, verify(whole(), games=GAMES).result.placements)
    assert verify(data, report.head, GAMES).published
    assert state_at(read_record(data), 4, GAMES).position() == state_at(read_record(whole()), 4, GAMES).position()
    changed = data.replace(b'"degrees":[21', b'"degrees":[20', 1)
    with pytest.raises(VerificationError, match="the chain ends in"):
        verify(changed, report.head, GAMES)


def test_a_wrong_answer_is_named_by_its_line_though_lines_before_it_were_skipped():
    written = lines_with_more(before=[ODD, ODD])
    written[4] = edited(written[4], option="lay 99")
    with pytest.raises(VerificationError, match=r"^line 5: "):
        verify(joined(written), games=GAMES)


def test_a_record_may_lack_notes_and_those_that_exist_equal_the_result():
    written = lines_with_more(notes=NOTES)
    at = written.index(NOTES[0])
    assert read_record(joined(written[:at])).notes == ()
    for wrong in ([*NOTES[:2]], [NOTES[1], NOTES[0], NOTES[2]], [*NOTES, Note(6, "more").line()]):
        with pytest.raises(VerificationError, match=f"^line {at + 1}: the notes give the digest .* as in the result"):
            read_record(joined([*written[:at], *wrong]))
    without = lines_with_more()
    with pytest.raises(VerificationError, match="expected the appendix or nothing after the result, found note"):
        read_record(joined([*without[:-1], NOTES[0]]))


WRONG_SPELLING = {
    edited(ANSWER, held_us=0): "spelled differently",
    edited(ANSWER, held_us=-1): "'held_us': expected a whole number from 0",
    edited(ANSWER, credit_us=1, held_us=1): "spelled differently",
    b'{"heart_rate":61,' + ANSWER[1:]: "spelled differently",
    edited(ANSWER, heart_rate=61).replace(b":61", b": 61"): "spelled differently",
    ODD.replace(b":[", b": ["): "spelled differently",
    b'{"of":"the hall","line":"weather"}': "spelled differently",
    b'{"line":7}': "'line': expected a text",
    edited(ANSWER, seat=None, chair=0): "expected a field 'seat'",
    NOTES[0]: "expected an answer, a forfeit or the result, found note",
    HEADER: "expected an answer, a forfeit or the result, found header",
}


@pytest.mark.parametrize(("line", "message"), WRONG_SPELLING.items(), ids=map(repr, WRONG_SPELLING))
def test_skipped_fields_have_one_spelling_too(line, message):
    with pytest.raises(VerificationError, match=r"^line 2: ") as raised:
        read_record(line_format.write(BEGINNING) + b"\n" + line + b"\n")
    assert message in str(raised.value)


def test_nothing_is_skipped_inside_an_object_of_the_header():
    seats = [{**each, "mood": "good"} for each in BEGINNING["seats"]]
    with pytest.raises(VerificationError, match="unknown field 'mood'"):
        read_record(line_format.write({**BEGINNING, "seats": seats}) + b"\n")


@pytest.mark.parametrize("schema", [0, 2, 10**9])
def test_another_schema_is_refused_by_its_number(schema):
    with pytest.raises(CannotVerifyError, match=f"^line 1: schema {schema}, this release checks schema 1$"):
        read_record(edited(HEADER, schema=schema, players=[]) + b"\n")
