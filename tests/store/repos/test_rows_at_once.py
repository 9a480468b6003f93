"""Tests of two processes that store the same new row at the same time: one row, and no error."""

import pytest

from arena.record import Seated
from arena.stats.pools import Pool
from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.db.transaction import Transaction
from arena.store.repos import account_values, match_rows
from arena.store.sql.inserts import insert_or_find
from arena.store.tables import BlockRow

POOL = Pool.of("cacao", 2, {"auto_resolve": True}, 1, "blitz")
SEATED = Seated("Otter", "1.0", "remote")

MAKERS = {
    "pool": (match_rows, lambda session: match_rows.key_of_pool(session, POOL)),
    "entrant": (match_rows, lambda session: match_rows.entrant_id(Transaction.of(session), SEATED, 1.0)),
    "block": (match_rows, lambda session: match_rows.block_id(Transaction.of(session), "", 0, "m-1", None)),
    "author": (account_values, lambda session: account_values.author_id(session, "Ada", 1.0)),
}


@pytest.mark.parametrize("row", MAKERS)
def test_a_row_that_two_processes_insert_at_once_exists_once(postgresql, monkeypatch, row):
    room, make = MAKERS[row]
    address = postgresql.new()
    one, other = Database(address), Database(address)
    first = []

    def too_late(*arguments, **values):
        monkeypatch.setattr(room, "insert_or_find", insert_or_find)
        first.append(other.write(make))
        return insert_or_find(*arguments, **values)

    monkeypatch.setattr(room, "insert_or_find", too_late)
    assert one.write(make) == one.write(make) == first[0]
    one.close()
    other.close()


def test_a_row_is_inserted_once_and_then_found(database):
    assert database.write(MAKERS["pool"][1]) == database.write(MAKERS["pool"][1])


def test_a_conflict_with_another_row_is_an_error_with_the_wanted_values(database):
    def make(number):
        place = {"round_id": None, "number": number, "instead_of": None}
        return lambda session: insert_or_find(Transaction.of(session), BlockRow, "number", public="m-0", **place)

    database.write(make(0))
    with pytest.raises(StoreError, match=r"^blocks: another row .* not the row with number = 7$"):
        database.write(make(7))
