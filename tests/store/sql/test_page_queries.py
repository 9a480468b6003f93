"""Tests of the queries of the site, on both kinds of databases."""

import pytest

from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.sql import identity_queries, page_queries
from arena.store.tables import AuditRow

pytestmark = pytest.mark.usefixtures("tiny")


async def test_the_audit_pages_lose_no_lines_of_the_same_time(database):
    times = iter([1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 4.0])
    accounts = StoredAccounts(database, now=lambda: next(times))
    for number in range(7):
        await accounts.note("t", "VoidMatch", f"m-{number}", "")
    found, before = [], None
    while lines := database.read(lambda session, before=before: page_queries.audit_before(session, before, 2)):
        found += [line.target for line in lines]
        before = lines[-1].time
    assert found == [f"m-{number}" for number in reversed(range(7))]


async def test_the_pages_do_not_show_audit_lines_about_tokens(database):
    accounts = StoredAccounts(database)
    await accounts.register("ana", "Ana", "")
    await accounts.create_token("bot", "ana", "", "t")
    await accounts.create_invite("", 1, None, "t")
    lines = database.read(lambda session: page_queries.audit_before(session, None, 50))
    assert [line.action for line in lines] == ["RegisterBot"]


async def test_a_reading_database_changes_nothing(address):
    writing = Database(address)
    reading = Database(address, read_only=True)
    with pytest.raises(Exception, match=r"read-?only"):
        reading.write(lambda session: session.add(AuditRow(time=1.0, token="", action="", target="", reason="")))
    assert reading.read(identity_queries.audit_lines) == []
    reading.close()
    writing.close()
