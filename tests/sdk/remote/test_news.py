"""Tests of an author's output during an examination: on a terminal, in a file, and on request."""

import io
from dataclasses import replace

import pytest

from arena.referee.seat import Over
from arena_sdk.remote.news import CLEAR, MatchNews, News


class Terminal(io.StringIO):
    def isatty(self):
        return True


def ended(match):
    return MatchNews(match, "cacao", 0, ("me", "random"), Over((1, 2), (40, 30), {}, "finished", ""), 20, 0)


def told(err, *, verbose=False):
    """Return the lines of stdout and the text of stderr about two matches of an examination and a match that counts."""
    out = io.StringIO()
    news = News(verbose=verbose, out=out, err=err)
    for match in ("doctor-1-ab", "doctor-2-ab", "c0ffee"):
        news.about(match, "at cacao")
        news.result(ended(match))
    return out.getvalue().splitlines(), err.getvalue()


def test_the_matches_of_an_examination_are_one_line_that_moves_on_a_terminal():
    out, err = told(Terminal())
    assert [line.split(":")[0] for line in out] == ["match c0ffee"]
    assert err == f"{CLEAR}examination: 1 matches{CLEAR}examination: 2 matches{CLEAR}match c0ffee: at cacao\n"


def test_the_matches_of_an_examination_are_no_line_in_a_file():
    out, err = told(io.StringIO())
    assert (len(out), err) == (1, "match c0ffee: at cacao\n")


def test_an_author_reads_of_each_match_on_request():
    out, err = told(io.StringIO(), verbose=True)
    assert (len(out), len(err.splitlines())) == (3, 3)


@pytest.mark.parametrize("match", ["doctor-1-ab", "c0ffee"])
def test_what_went_wrong_in_a_match_is_always_reported(match):
    err = io.StringIO()
    News(err=err).note(f"match {match}: the bot raised ValueError")
    assert "the bot raised" in err.getvalue()


def test_a_result_names_the_bot_of_each_score_in_the_order_of_seats():
    over = Over((2, 1, 3), (46, 62, 7), {}, "finished", "")
    news = MatchNews("c0ffee", "cacao", 2, ("mcts-200", "greedy", "me"), over, 20, 0)
    expected = "match c0ffee: cacao against mcts-200, greedy, place 3: mcts-200 46, greedy 62, mine 7 (finished)"
    assert str(news) == expected
    assert str(replace(news, seats=())) == "match c0ffee: cacao, place 3: seat 0 46, seat 1 62, mine 7 (finished)"
