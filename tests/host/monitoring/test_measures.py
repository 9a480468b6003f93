"""Tests of the counted events, and of their distribution over buckets."""

import logging

from arena.host.monitoring.measures import Histogram, Measures
from arena.record import ForfeitReason, Seated
from arena.server.matches.results import Loss, MatchSummary


def test_a_value_at_a_bound_is_below_it():
    found = Histogram((0.1, 1.0))
    for value in (0.1, 0.100001, 5.0):
        found.add(value)
    assert found.buckets() == [("0.1", 1.0), ("1.0", 2.0), ("+Inf", 3.0)]
    assert found.total == 5.200001


def match(**fields):
    seats = (Seated("ana", "1", "bot"), Seated("bob", "1", "bot"))
    return MatchSummary("1f", "cacao", 1, {}, seats, "60+1", "committed", 0.0, **fields)


def test_ends_of_matches_are_counted_once_and_rulings_separately():
    measures = Measures()
    lost = (Loss(0, ForfeitReason.TIME, 3), Loss(1, ForfeitReason.LEFT, 4))
    measures.match_over("finished", match(losses=lost))
    measures.match_over("changed", match(losses=lost))
    measures.match_over("void", match(fault=True))
    measures.match_over("void", match())
    measures.match_adjourned(match())
    assert measures.matches == {("cacao", "finished"): 1, ("cacao", "void"): 2}
    assert (measures.forfeits["time"], measures.forfeits["left"], measures.rulings) == (1, 1, 1)
    assert measures.faults == {"void": 1, "adjourned": 1}


def test_lines_of_the_log_are_counted_by_level():
    counter = Measures().log
    for level in (logging.WARNING, logging.ERROR, logging.CRITICAL, 35):
        counter.handle(logging.makeLogRecord({"levelno": level}))
    assert counter.lines == {"warning": 1, "error": 3}
