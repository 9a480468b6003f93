"""Tests of short work on a database server in one round trip: values, failures, and cancelled work."""

import socket
import struct
import threading
from decimal import Decimal

import pytest
import trio

from arena.store.db.database import Database
from arena.store.db.faults import StoreError
from arena.store.db.server_connections import ServerConnections

EVERY = {
    "small": -7,
    "large": (1 << 62) + 1,
    "text": "naïve ☕ '\\ %s $1",
    "empty": "",
    "bytes": bytes(range(256)),
    "yes": True,
    "no": False,
    "half": -0.5,
    "nothing": None,
}
MAKE = (
    "CREATE TABLE every (small INTEGER, large BIGINT, text VARCHAR, empty TEXT, bytes BYTEA, yes BOOLEAN, no BOOLEAN,"
    " half DOUBLE PRECISION, nothing BYTEA)"
)
KEEP = f"INSERT INTO every ({', '.join(EVERY)}) VALUES ({', '.join(f':{name}' for name in EVERY)})"  # noqa: S608 -- names
READ = f"SELECT {', '.join(EVERY)} FROM every"  # noqa: S608 -- names


@pytest.fixture
def server(postgresql):
    opened = Database(postgresql.new())
    opened.write(lambda session: session.connection().exec_driver_sql(MAKE))
    yield opened
    opened.close()


@pytest.fixture
def no_session(server, monkeypatch):
    """Return a database that fails the test if it opens a session."""

    def refuse(*_):
        raise AssertionError("a session was opened")

    monkeypatch.setattr(server, "write", refuse)
    monkeypatch.setattr(server, "read", refuse)
    return server


async def test_values_of_each_type_are_read_back_as_they_were(no_session):
    await no_session.promptly(lambda transaction: transaction.put(KEEP, EVERY))
    assert await no_session.glance(lambda transaction: transaction.row(READ)) == tuple(EVERY.values())


async def test_many_long_rows_of_one_statement_are_stored_together(no_session):
    rows = [{**EVERY, "small": number, "bytes": bytes(20_000)} for number in range(300)]
    assert await no_session.promptly(lambda transaction: transaction.do(KEEP, *rows)) == len(rows)
    asked = "SELECT COUNT(*), SUM(small) FROM every"
    assert await no_session.glance(lambda transaction: transaction.row(asked)) == (300, sum(range(300)))


async def test_a_transaction_reads_what_it_has_sent_before(no_session):
    def work(transaction):
        transaction.put(KEEP, EVERY, EVERY)
        found = transaction.rows("SELECT small FROM every")
        changed = transaction.do("UPDATE every SET large = :large WHERE small = :small", {"large": 3, "small": -7})
        return len(found), changed, transaction.row("SELECT large FROM every")[0]

    assert await no_session.promptly(work) == (2, 2, 3)


async def test_refused_work_leaves_nothing_and_is_reported_in_words(server):
    def work(transaction):
        transaction.put(KEEP, EVERY)
        transaction.put("INSERT INTO nowhere (number) VALUES (:number)", {"number": 1})

    with pytest.raises(StoreError, match='relation "nowhere" does not exist'):
        await server.promptly(work)
    await server.promptly(lambda transaction: transaction.put(KEEP, {**EVERY, "small": 1}))
    assert await server.glance(lambda transaction: transaction.rows("SELECT small FROM every")) == [(1,)]


async def test_work_that_raises_leaves_nothing(no_session):
    def work(transaction):
        transaction.put(KEEP, EVERY)
        assert transaction.row("SELECT small FROM every") == (-7,)
        raise LookupError("no")

    with pytest.raises(LookupError):
        await no_session.promptly(work)
    assert await no_session.glance(lambda transaction: transaction.rows(READ)) == []


async def test_values_of_other_types_are_read_by_the_database_driver(server):
    asked = "SELECT CAST(:number AS NUMERIC)"
    assert await server.glance(lambda transaction: transaction.row(asked, number=2)) == (Decimal(2),)


async def test_statements_of_all_lengths_are_carried_out(no_session, monkeypatch):
    monkeypatch.setattr("arena.store.db.server_pipeline.PREPARED", 3)

    def counted(length):
        names = {f"value{number}": number for number in range(length)}
        asked = f"SELECT {' + '.join(f':{name}' for name in names)}"
        return no_session.glance(lambda transaction: transaction.row(asked, **names))

    assert [await counted(length) for length in range(1, 8)] == [(sum(range(length)),) for length in range(1, 8)]


async def test_parallel_tasks_all_get_their_own_answers(no_session):
    found = {}

    async def ask(number):
        found[number] = await no_session.glance(lambda transaction: transaction.row("SELECT :number", number=number))

    async with trio.open_nursery() as nursery:
        for number in range(30):
            nursery.start_soon(ask, number)
    assert found == {number: (number,) for number in range(30)}


async def test_a_repeated_query_has_the_same_result(no_session):
    seen = []

    def question(transaction):
        first = transaction.row("SELECT :number", number=len(seen))
        seen.append(first)
        return first, transaction.row("SELECT :number + 10", number=first[0])

    assert await no_session.glance(question) == ((0,), (10,))
    assert seen == [(0,), (0,)]


async def test_a_cancelled_query_leaves_no_result_behind(no_session):
    for _ in range(3):
        with trio.CancelScope() as scope:
            scope.cancel()
            await no_session.glance(lambda transaction: transaction.row("SELECT 1"))
        assert await no_session.glance(lambda transaction: transaction.row("SELECT 2")) == (2,)


# A server that ends ------------------------------------------------------------------------------------------------


def sent(kind, data=b""):
    """Return a message of PostgreSQL's protocol."""
    return kind + struct.pack("!I", 4 + len(data)) + data


GREETING = sent(b"R", bytes(4)) + sent(b"Z", b"I")
CARRIED_OUT = sent(b"1") + sent(b"2") + sent(b"n") + sent(b"C", b"COMMIT\0")
ENDED = sent(b"E", b"SFATAL\0VFATAL\0C57P01\0Mthe server is shutting down\0\0")


@pytest.mark.parametrize("statements", range(3))  # that the server carries out before: BEGIN and COMMIT are two
@pytest.mark.parametrize("last", [b"", ENDED], ids=["silently", "with a message"])
def test_a_transaction_fails_if_the_server_ends_before_it_confirms_the_whole(last, statements):
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve():
            line, _ = listening.accept()
            with line:
                line.recv(10_000)
                line.sendall(GREETING)
                line.recv(10_000)
                line.sendall(CARRIED_OUT * statements + last)

        server = threading.Thread(target=serve)
        server.start()
        place = {"host": "127.0.0.1", "port": listening.getsockname()[1]}
        connections = ServerConnections(place | {"sslmode": "disable", "gssencmode": "disable"})
        assert connections.transact(lambda _transaction: "done") is None
        server.join()
