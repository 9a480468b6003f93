"""Tests of the list of matches: every match once, for each filter, on both kinds of databases."""

from dataclasses import replace
from itertools import product

import pytest

from arena.store.sql import match_list, match_queries
from arena.store.sql.match_list import MatchListFilter
from tests.store.matches import NAMES, entry, opened_round, play, play_block

pytestmark = pytest.mark.usefixtures("tiny")


async def kept(results):
    """Store matches of two to four seats: finished, void, running and offered."""
    await opened_round(results)
    for number in range(4):
        await play_block(results, number, NAMES[: 2 + number % 3])
    void = await play(results, entry("void", block=7))
    await results.keep(replace(void, state="void", ruling="a broken cable"))
    for name, state in (("running", "running"), ("offered", "offered")):
        await results.open_match(entry(name, block=8))
        await results.keep(entry(name, block=8, state=state))


def walk(database, sought, limit):
    """Read a list page by page. Return the matches of all pages."""

    def question(session):
        found, before = [], None
        while True:
            page = match_list.listed(session, sought, before, limit)
            assert len(page.matches) <= limit
            found += [(one.match.public, seats) for one, seats in page.matches]
            if page.rest is None:
                return found
            before = match_queries.match_called(session, page.rest)

    return database.read(question)


def asked(match, seats, sought):
    names = {seat.name for seat in seats}
    return (
        (sought.game in {"", match.game})
        and (sought.seats in {0, len(seats)})
        and (not sought.bot or sought.bot in names)
        and (sought.state in {"", match.state})
    )


@pytest.mark.slow
async def test_pages_of_any_size_list_every_matching_match_once_the_newest_first(results):
    await kept(results)
    database = results.database
    everything = database.read(
        lambda s: [(each.match, match_queries.seats_of(s, each.match)) for each in match_queries.all_matches(s)]
    )
    for game, seats, bot, state in product(
        ("", "tiny", "cacao"), (0, 2, 4), ("", "ana", "cleo"), ("", "void", "finished")
    ):
        sought = MatchListFilter(game, seats, bot, state)
        expected = [match.public for match, sat in everything if asked(match, sat, sought)]
        for limit in (1, 3, 50):
            assert [name for name, _ in walk(database, sought, limit)] == expected, (sought, limit)


async def test_a_page_reads_a_limited_number_of_matches_and_has_a_next_page(results, monkeypatch):
    await kept(results)
    monkeypatch.setattr(match_list, "LOOK", 2)
    monkeypatch.setattr(match_list, "CHUNK", 2)
    sought = MatchListFilter(bot="ana", state="void")
    first = results.database.read(lambda session: match_list.listed(session, sought, None, 50))
    assert first.matches == ()
    assert first.rest is not None
    assert [name for name, _ in walk(results.database, sought, 50)] == ["void"]
