"""Tests of `arena prune`: the data that it deletes, and the data that it never deletes."""

import json
import os
from dataclasses import replace

import pytest

from arena.cli import main
from arena.errors import UsageError
from arena.store.exchange import public_lines
from arena.store.prune import DAY, KEPT, prune, read_keep
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.sql import identity_queries
from arena.store.tables import JournalLineRow, SeatFaultRow
from tests.store.matches import entry, opened_round, play

pytestmark = pytest.mark.usefixtures("tiny")
NOW = 2_000_000_000.0


async def filled(results, database):
    """Return a database with a finished match and its journal, faults, a revoked token, an invite and audit lines."""
    await opened_round(results)
    await results.keep(replace(await play(results, entry()), ended=NOW - 10 * DAY))
    old = StoredAccounts(database, now=lambda: NOW - 400 * DAY)
    made = await old.register("zoe", "Zoe", "")
    gone = await old.create_token("bot", "zoe", "", "")
    await old.revoke_token(gone.token.id, "", "")
    await old.create_invite("course", 1, NOW - 399 * DAY, "")
    await old.create_invite("open", 1, None, "")

    def leave(session):
        session.add(JournalLineRow(match_id=1, number=1, line=b"{}"))
        session.add(SeatFaultRow(match_id=1, seat=0, kind="void", time=NOW - 400 * DAY))
        session.add(SeatFaultRow(match_id=1, seat=1, kind="void", time=NOW - DAY))

    database.write(leave)
    return made


async def test_old_data_is_deleted_and_results_and_valid_tokens_stay(results, database):
    made = await filled(results, database)
    before = [line for line in public_lines(database) if line["line"] != "audit"]
    counts = {"journals": 1, "faults": 1, "tokens": 2}
    told = prune(database, KEPT, NOW, deletes=False)
    assert {name: count for name, count in told.items() if count} == counts
    assert prune(database, KEPT, NOW, deletes=True) == told
    assert set(prune(database, KEPT, NOW, deletes=True).values()) == {0}
    assert [line for line in public_lines(database) if line["line"] != "audit"] == before
    accounts = StoredAccounts(database)
    assert await accounts.holder(made.secret) is not None
    assert [invite.label for invite in await accounts.invites()] == ["open"]
    assert database.read(identity_queries.audit_lines) != []


async def test_the_time_before_deletion_can_be_set(results, database):
    await filled(results, database)
    assert prune(database, read_keep(["faults=always", "journals=30", "audit=1"]), NOW, deletes=True)["audit"] > 0
    assert prune(database, read_keep(["journals=30"]), NOW, deletes=True)["faults"] == 1
    for wrong in ("fault=1", "faults", "faults=-1", "faults=99999", "faults=x"):
        with pytest.raises(UsageError, match=r"expected"):
            read_keep([wrong])


def test_prune_is_a_command_that_removes_old_copies(tmp_path, capfd):
    file, copy = tmp_path / "arena.db", tmp_path / "arena.db.20200101T000000Z.backup"
    assert main(["prune", "--database", str(file)]) == 1
    assert main(["bot", "register", "ana", "--data", str(tmp_path)]) == 0
    copy.write_bytes(b"")
    os.utime(copy, (1.0, 1.0))
    capfd.readouterr()
    for extra, removed in ((["--dry-run"], False), ([], True)):
        assert main(["prune", "--database", str(file), "--json", *extra]) == 0
        said = json.loads(capfd.readouterr().out)
        assert (said["deleted"], said["counts"]["copies"]) == (removed, 1)
        assert copy.exists() is not removed
    assert main(["prune", "--database", str(file)]) == 0
    assert "copies    90 days" in capfd.readouterr().out
