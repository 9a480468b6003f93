"""Tests of the cleaning of hostile texts."""

import io
import json
import logging

import pytest

from arena.texts import CleanLines, JsonLines, as_json, cell, clean

STEERS = [
    "\x1b",
    "\x07",
    "\x9b",
    "\x00",
    "\x7f",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\ud800",
    "\r",
    "\t",
    "\u2028",
]


@pytest.mark.parametrize("character", STEERS, ids=ascii)
def test_control_characters_are_removed(character):
    assert clean(f"a{character}b") == "a\ufffdb"
    assert clean(f"a{character}\nb", lines=True) == "a\ufffd\nb"
    assert character not in as_json({character: character}, indent=2)
    assert json.loads(as_json({character: [character]})) == {character: [character]}


def test_a_line_stays_a_line_unless_lines_are_wanted():
    assert clean("one\ntwo") == "one\ufffdtwo"
    assert clean("Ünïcode 棋 🂡 \u00a0") == "Ünïcode 棋 🂡 \u00a0"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1"])
def test_a_cell_of_a_table_is_no_formula(text):
    assert cell(text).startswith("'")
    assert cell("1 = 1") == "1 = 1"


def test_a_log_record_is_one_clean_line_and_a_traceback_keeps_its_lines():
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(CleanLines("%(levelname)s %(message)s"))
    error = LookupError("\x1b[31m")
    words = "a\x1b]0;x\x07\nINFO forged"
    handler.emit(logging.LogRecord("hostile", logging.ERROR, "", 0, words, None, (type(error), error, None)))
    first, *rest = stream.getvalue().splitlines()
    assert first == "ERROR a\ufffd]0;x\ufffd\ufffdINFO forged"
    assert rest[-1] == "LookupError: \ufffd[31m"


def logged(*arguments, **options):
    """Return the JSON object for a log record."""
    record = logging.getLogger("arena.part").makeRecord("arena.part", logging.WARNING, "", 1, *arguments, **options)
    record.created = 1763535600.0625
    line = JsonLines().format(record)
    assert "\n" not in line
    return json.loads(line)


def test_a_record_becomes_an_object_with_clean_texts():
    found = logged("%s left", ("\x1b[2Jana\n",), None)
    assert found == {
        "time": "2025-11-19T07:00:00.062Z",
        "level": "warning",
        "logger": "arena.part",
        "message": "\ufffd[2Jana\ufffd left",
    }


def test_further_values_of_a_record_are_fields():
    given = {"match": "1f", "count": 2, "bots": ["\u202eana"], "error": KeyError("x")}
    found = logged("over", (), None, extra=given)
    assert found["fields"] == {"match": "1f", "count": 2, "bots": ["\ufffdana"], "error": "'x'"}
