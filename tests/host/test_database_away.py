"""Tests of an arena with a database that cannot be used, at its start or during a match: no data is lost."""

import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.record.verify import verify
from arena.store.db.database import Database
from tests.host.monitoring.asking import get, samples
from tests.server.wire import ROOT, WITHIN, Sitting, bring, eventually
from tests.store.servers import Server as Postgres

ENVIRONMENT = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}


def table(server, names, streams, clock):
    """Begin a match of two bots. Return the first bot's attendance and seat; the second bot plays by itself."""
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2], clock=clock)
    mine, theirs = ana.seat(), bob.seat()
    streams += [mine, theirs]
    theirs.in_background()
    return ana, mine


def assert_played_to_its_end(server, seat):
    over = seat.play_on()
    assert (over.reason, list(over.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    found = server.ask("GetMatch", match=seat.start.match).match
    assert (found.state, found.head) == (organiser_pb2.MATCH_STATE_FINISHED, over.head)
    record = b"".join(piece.data for piece in server.ask("ReadRecord", match=seat.start.match))
    assert verify(record, over.head.hex()).answers > 0


# In the middle of a match ---------------------------------------------------------------------------------------------


def test_a_match_waits_for_a_locked_file_and_no_clock_runs(serve, names, streams):
    server = serve("--admin", "127.0.0.1:0")
    _, mine = table(server, names, streams, clock="st=4")  # less than the arena itself waits before it says so
    asked = mine.until("decision")
    with closing(sqlite3.connect(server.data / "arena.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        mine.choose(asked.number)
        assert "another process has been writing to it" in server.hear("waiting for the database")
        assert get(server, "/healthz")[::2] == (503, '{"status": "database away"}\n')
        assert samples(server)["arena_database_away",] == 1
        other.execute("ROLLBACK")
    assert_played_to_its_end(server, mine)
    server.hear("no longer waiting for the database")
    assert get(server, "/healthz")[0] == 200


def test_a_match_waits_for_a_disk_that_is_full(serve, names, streams):
    server = serve()
    _, mine = table(server, names, streams, clock="60+1")
    asked = mine.until("decision")
    most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    size = (server.data / "arena.db-wal").stat().st_size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, most[1]))
    mine.choose(asked.number)
    server.hear("waiting for the database")
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, most)
    assert_played_to_its_end(server, mine)


# Nothing that root may not write to stops root, so the arena gives that right up.
BOUND = """
import os, sys
bound = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
command = [*bound, sys.executable, "-m", "arena", *sys.argv[1:]]
os.execvp(command[0], command)
"""


def test_a_match_is_not_lost_when_its_database_becomes_read_only(serve, names, streams):
    server = serve(program=("-c", BOUND))
    _, mine = table(server, names, streams, clock="60+1")
    asked = mine.until("decision")
    files = [server.data, *server.data.glob("arena.db*")]
    modes = [path.stat().st_mode for path in files]
    for path in files:
        path.chmod(0o555)
    try:
        mine.choose(asked.number)
        mine.in_background()
        eventually(lambda: not mine.overs.empty() or any("waiting for the database" in line for line in server.said))
    finally:
        for path, mode in zip(files, modes, strict=True):
            path.chmod(mode)
    over = mine.overs.get(timeout=WITHIN)
    assert (over.reason, list(over.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    server.ended(mine.start.match)


@pytest.fixture
def postgres(request):
    """Return a PostgreSQL server of its own for one test, which may stop it."""
    request.getfixturevalue("postgresql")  # where there is none, there is no other
    server = Postgres()
    yield server
    server.end()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_match_waits_for_its_database_server_and_a_bot_may_reconnect_meanwhile(serve, names, streams, postgres, mode):
    server = serve("--database", postgres.address("postgres"))
    ana, mine = table(server, names, streams, clock="60+1")
    asked = mine.until("decision")
    postgres.stop(mode)
    server.hear("waiting for the database")
    mine.close()
    back = Sitting(server, ana.token, ana.tickets[0], last_seen=asked.number)
    streams.append(back)
    assert back.until("decision").again
    back.choose(asked.number)
    postgres.start()
    assert_played_to_its_end(server, back)
    server.hear("no longer waiting for the database")


def test_an_arena_stopped_while_its_database_is_away_continues_after_a_restart(serve, names, streams, postgres):
    address = postgres.address("postgres")
    server = serve("--database", address)
    ana, mine = table(server, names, streams, clock="60+1")
    asked = mine.until("decision")
    postgres.stop("immediate")
    mine.choose(asked.number)
    server.hear("waiting for the database")
    server.stop()
    postgres.start()
    server = serve("--database", address, data=server.data)
    assert server.ask("GetMatch", match=mine.start.match).match.state == organiser_pb2.MATCH_STATE_RUNNING
    assert ana.tickets


# At the start ---------------------------------------------------------------------------------------------------------


def refused(*arguments, before=(), code=1):
    """Start `arena serve` with a database that it cannot use. Return its error message."""
    serve = [*before, sys.executable, "-m", "arena", "serve", "--listen", "127.0.0.1:0", "--house", "none"]
    command = [*serve, *map(str, arguments)]
    done = subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=2 * WITHIN, check=False
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    return done.stderr


@contextmanager
def opened(path, *statements):
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        yield


def test_the_database_of_another_program_is_left_as_it_is(tmp_path):
    with opened(tmp_path / "arena.db", "CREATE TABLE users (name TEXT)"):
        pass
    assert "is no database of an arena" in refused("--data", tmp_path)


def test_a_database_of_a_newer_release_is_left_as_it_is(tmp_path):
    Database(tmp_path / "arena.db").close()
    with opened(tmp_path / "arena.db", "UPDATE alembic_version SET version_num = '9999'"):
        pass
    assert "was made by a newer release" in refused("--data", tmp_path)


def test_a_file_that_is_no_database_is_named(tmp_path):
    (tmp_path / "arena.db").write_text("a shopping list")
    assert "arena.db is no database" in refused("--data", tmp_path)


def test_a_database_in_a_missing_folder_is_named(tmp_path):
    assert "there is no folder" in refused("--data", tmp_path, "--database", tmp_path / "nowhere" / "arena.db")


def test_the_arena_does_not_wait_for_a_locked_database_at_the_start(tmp_path):
    Database(tmp_path / "arena.db").close()
    with opened(tmp_path / "arena.db", "BEGIN IMMEDIATE"):
        assert "another process has been writing to it" in refused("--data", tmp_path)


def test_an_arena_with_a_read_only_database_does_not_start(tmp_path):
    Database(tmp_path / "arena.db").close()
    (tmp_path / "arena.db").chmod(0o444)
    bound = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []  # else nothing stops root
    assert "it is read-only" in refused("--data", tmp_path, before=bound)


def test_a_missing_database_server_is_named_without_its_password(tmp_path):
    said = refused("--data", tmp_path, "--database", "postgresql://arena:secret@127.0.0.1:1/arena")
    assert "cannot be reached" in said
    assert "secret" not in said


def test_two_arenas_are_not_served_from_one_file(serve):
    server = serve()
    assert "an arena runs on" in refused("--data", server.data, code=2)


def test_two_arenas_are_not_served_from_one_server(serve, tmp_path, postgresql):
    address = postgresql.new()
    serve("--database", address)
    assert "an arena runs on" in refused("--data", tmp_path, "--database", address, code=2)
