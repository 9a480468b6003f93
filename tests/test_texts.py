"""What is left of a hostile text."""

import io
import json
import logging

import pytest

from arena.texts import CleanLines, as_json, cell, clean

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
def test_no_character_that_steers_is_left(character):
    assert clean(f"a{character}b") == "a\ufffdb"
    assert clean(f"a{character}\nb", lines=True) == "a\ufffd\nb"
    assert character not in as_json({character: character}, indent=2)
    assert json.loads(as_json({character: [character]})) == {character: [character]}


def test_a_line_stays_a_line_unless_lines_are_wanted():
    assert clean("one\ntwo") == "one\ufffdtwo"
    assert clean("Ünïcode 棋 🂡 \u00a0") == "Ünïcode 棋 🂡 \u00a0"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1"])
def test_no_cell_is_a_formula(text):
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
