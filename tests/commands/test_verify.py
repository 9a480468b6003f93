"""Tests of `arena verify`: its answer for each record, and its exit code."""

import json

import pytest


@pytest.fixture
def arena(here):
    return here  # these tests are about words and exit codes, not about processes


@pytest.fixture
def record(arena, records):
    """Return a copy of a record, which a test may damage."""
    copy = arena.home / "match.jsonl"
    copy.write_bytes(min(records.iterdir()).read_bytes())
    return copy


def head_of(arena, record):
    return arena("verify", record).stdout.split()[-1]


def test_a_record_that_equals_the_played_match_verifies(arena, record):
    answer = arena("verify", record).stdout
    assert answer.startswith("yes ")
    assert len(answer.split()[-1]) == 64


def test_a_folder_is_all_records_in_it(arena, records):
    assert arena("verify", records).stdout.count("yes ") == 3


def test_the_published_head_tells_the_published_record(arena, record):
    head = head_of(arena, record)
    assert "the published record" in arena("verify", record, "--head", head).stdout
    assert "no " in arena("verify", record, "--head", head[::-1], code=5).stdout


SPOILT = {
    "cut in a line": lambda lines: b"\n".join(lines)[:-40],
    "cut between lines": lambda lines: b"\n".join(lines[:9]) + b"\n",
    "without the result": lambda lines: b"\n".join(lines[:-3]) + b"\n",
    "two answers swapped": lambda lines: b"\n".join([*lines[:3], lines[4], lines[3], *lines[5:]]),
    "an answer changed": lambda lines: b"\n".join(lines).replace(b'"option":"place ', b'"option":"plaice ', 1),
    "another seed": lambda lines: b"\n".join(
        [*lines[:-2], lines[-2].replace(b'seed":"', b'seed":"0')[:-3] + b'"}', b""]
    ),
    "empty": lambda _: b"",
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_record_that_was_cut_or_changed_is_a_no_and_ends_with_5(arena, record, how):
    record.write_bytes(SPOILT[how](record.read_bytes().split(b"\n")))
    answer = arena("verify", record, code=5).stdout
    assert answer.startswith("no ")
    assert "line " in answer


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"schema":1', b'"schema":3', "schema 3"),
        (b'"rules_version":1', b'"rules_version":9', "rules version 9"),
        (b'"game":"cacao"', b'"game":"cocoa"', "unknown game 'cocoa'"),
    ],
)
def test_a_record_that_cannot_be_checked_here_is_unknown_and_ends_with_1(arena, record, old, new, why):
    record.write_bytes(record.read_bytes().replace(old, new, 1))
    answer = arena("verify", record, code=1).stdout
    assert answer.startswith("unknown ")
    assert why in answer


def test_a_record_with_an_undisclosed_seed_is_unknown(arena, record):
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:-1]))
    assert "not disclosed" in arena("verify", record, code=1).stdout


def test_one_bad_record_does_not_hide_the_others(arena, record, records):
    record.write_bytes(b"")
    answer = arena("verify", record, records, code=5).stdout
    assert (answer.count("yes "), answer.count("no ")) == (3, 1)


def test_a_changed_record_weighs_more_than_one_that_cannot_be_checked(arena, record):
    older = arena.home / "older.jsonl"
    older.write_bytes(record.read_bytes().replace(b'"rules_version":1', b'"rules_version":9', 1))
    arena("verify", record, older, code=1)
    record.write_bytes(b"")
    arena("verify", record, older, code=5)
    arena("verify", older, record, code=5)


def test_the_json_output_has_an_answer_for_every_record(arena, record, records):
    record.write_bytes(b"")
    answers = json.loads(arena("verify", record, records, "--json", code=5).stdout)
    assert [answer["verified"] for answer in answers] == ["no", "yes", "yes", "yes"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.jsonl"], "no such record: missing.jsonl"),
        (["."], "has no records: expected .jsonl files in it"),
        ([], "the following arguments are required: RECORD"),
    ],
)
def test_a_record_that_is_not_there_is_wrong_use(arena, words, message):
    assert message in arena("verify", *words, code=2).stderr


def test_a_head_belongs_to_one_record(arena, records):
    assert "--head belongs to one record: expected one, got 3" in arena("verify", records, "--head", "0", code=2).stderr
