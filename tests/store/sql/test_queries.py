"""Tests of conditions that exist twice, for a row and as SQL: they agree."""

from dataclasses import replace

import pytest
from sqlmodel import Session, col, select

from arena.server.matches.results import PlannedMatch
from arena.store.exchange import public_lines
from arena.store.sql import match_queries, page_queries
from arena.store.tables import BlockRow, MatchRow
from tests.store.matches import SALT, entry, opened_round, play, seed

pytestmark = pytest.mark.usefixtures("tiny")


async def filled(results):
    """Store matches with known, hidden and given deals; some of the matches are void. Return the database."""
    await opened_round(results)
    known, void = await play(results, entry("known")), await play(results, entry("known-void", place=1))
    await results.disclose(seed(known), {"known": SALT, "known-void": SALT})
    hidden = await play(results, entry("hidden-void", block=1))
    await results.plan([PlannedMatch(entry("hidden", block=1, place=1), SALT)])
    given = entry("given", block=2, fairness="position")
    await results.plan([PlannedMatch(given, SALT)])
    await play(results, given)
    for each in (void, hidden):
        await results.keep(replace(each, state="void", ruling="a broken cable"))
    await results.keep(entry("in-no-block", a_round="", state="void", ruling="it never began"))
    return results.database


def told_by_rows(session: Session):
    return {found.match.public for found in match_queries.all_matches(session) if found.is_disclosed}


def told_by_database(session: Session):
    asked = select(MatchRow.public).join(BlockRow, col(MatchRow.block_id) == BlockRow.id, isouter=True)
    return set(session.exec(asked.where(match_queries.is_disclosed())))


async def test_a_deal_is_disclosed_with_its_block_and_a_given_position_from_the_beginning(results):
    kept = await filled(results)
    assert kept.read(told_by_rows) == {"known", "known-void", "given"}
    assert kept.read(told_by_database) == kept.read(told_by_rows)


async def test_pages_exports_and_calls_show_what_was_played_in_the_same_matches(results):
    kept = await filled(results)
    exported = {line["match"] for line in public_lines(kept) if line["line"] == "match" and line["record"]}
    matches = kept.read(match_queries.all_matches)
    assert {found.match.public for found in matches if page_queries.is_open(found)} == exported
    assert {found.match.public for found in matches if await results.is_disclosed(found.match.public)} == exported
    assert exported == {"known", "known-void", "given"}


async def test_a_match_without_a_block_has_nothing_to_disclose(results):
    kept = await filled(results)
    found = kept.read(lambda session: match_queries.whole_match(session, "in-no-block"))
    assert found.block is None
    assert not page_queries.is_open(found)
    assert not await results.is_disclosed("in-no-block")
    assert not await results.is_disclosed("nothing")
