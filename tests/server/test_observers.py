"""Tests of the observers of an arena: their events, and the effects of an observer that fails."""

import logging

from arena.record import Seated
from arena.record.format import Answer, Forfeit, ForfeitReason
from arena.server.matches.results import MatchSummary
from arena.server.observers import DecisionTimes, Observer, Observers


class Fails(Observer):
    hears_decisions = True

    def decided(self, times):
        raise LookupError("a mistake")

    def match_over(self, change, entry):
        raise LookupError("a mistake")


class Hears(Observer):
    hears_decisions = True

    def __init__(self):
        self.heard = []

    def decided(self, times):
        self.heard.append(times)

    def match_over(self, change, entry):
        self.heard.append((change, entry.match))


class Deaf(Observer):
    """An observer that is not notified of decisions."""


class Kept:
    """A journal that stores its lines in a list."""

    def __init__(self):
        self.lines = []

    async def begin(self, line):
        self.lines.append(line)

    async def entry(self, line):
        self.lines.append(line)

    async def commit(self, line, head):
        self.lines.append((line, head))


def observers(*each):
    made = Observers()
    for one in each:
        made.add(one)
    return made


def entry():
    seats = (Seated("ana", "1", "bot"), Seated("bob", "1", "bot"))
    return MatchSummary("1f", "cacao", 1, {}, seats, "60+1", "committed", 0.0)


def test_an_observer_that_fails_is_logged_and_the_other_ones_still_get_events(caplog):
    hears = Hears()
    both = observers(Fails(), hears)
    both.match_over("void", entry())
    both.decided(DecisionTimes(1, 2, 3))
    assert hears.heard == [("void", "1f"), (1, 2, 3)]
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2
    assert "Fails failed; the arena goes on" in caplog.text


async def test_the_answers_of_bots_are_reported_when_they_are_stored():
    hears, kept = Hears(), Kept()
    journal = observers(hears).journal(kept)
    lines = [
        Answer(0, "a", "bot", 5, 6, 7, 4, 2).line(),
        Answer(1, "b", "house").line(),
        Forfeit(1, ForfeitReason.TIME).line(),
    ]
    await journal.begin(b"{}")
    for line in lines:
        await journal.entry(line)
    await journal.commit(b"[]", "head")
    assert kept.lines == [b"{}", *lines, (b"[]", "head")]
    assert hears.heard == [DecisionTimes(5, 6, 7)]


def test_a_journal_stays_as_it_is_if_no_observer_hears_decisions():
    kept = Kept()
    assert observers(Deaf()).journal(kept) is kept
    assert observers().journal(kept) is kept


def test_an_observer_may_ignore_all_events():
    deaf = observers(Deaf(), Observer())
    deaf.arena_started()
    deaf.arena_stopping(1.0)
    deaf.match_over("finished", entry())
    deaf.match_adjourned(entry())
    deaf.tournament_over("1f", "Maize", "finished", "")
    deaf.bot_crashed("random", "its process ended with 1")
    deaf.version_refused("ana", "1", "it answers late")
    deaf.rated(3)
