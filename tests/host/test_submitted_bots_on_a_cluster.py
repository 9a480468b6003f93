"""Tests of submitted bots in sandboxes of a cluster's workers, with real processes and sandboxes.

The tests share one arena with one worker, in the order of this file: the last ones kill the worker and the arena.
"""

import json
import os
import re
import signal

import pytest

from arena.cli import main
from arena.protocol.v1 import common_pb2
from arena.sandbox.bot_package import pack_folder, read_package
from tests.host.test_submitted_bots import BOT, MANIFEST
from tests.sandbox.test_sandbox import needs_sandbox
from tests.server.wire import (
    Server,
    Sitting,
    assert_finished,
    bring,
    children_of,
    eventually,
    insisting,
    is_running,
    played,
)
from tests.tasks.clusters import process, scheduler

pytestmark = [pytest.mark.slow, needs_sandbox]

CONNECTED = re.compile(r"worker \S+ \(process (\d+)\) is connected, with 4 sandboxes")
STARTS = re.compile(r"the submitted bot (\S+) \S+ starts at (.+)")
HERE = "the arena's machine"
SUPERVISOR = "arena.sandbox.supervisor"


class Machines:
    """An arena, and a worker that runs sandboxes for it."""

    def __init__(self, folder, address):
        self.folder, self.address = folder, address
        self.cache = folder / "cache"
        self.server = self.serve()

    def serve(self):
        return Server(self.folder / "arena", "--grace", "1", "--cluster", self.address)

    def process(self):
        """Return the process id of the worker that connected last."""
        return int(CONNECTED.findall("\n".join(self.server.said))[-1])

    def places(self, bot):
        """Return the places at which a bot was started, in order, from the arena's log."""
        return [place for line in list(self.server.said) for who, place in STARTS.findall(line) if who == bot]

    def fetched(self, digest):
        """Return how often a worker has fetched the package with this digest, from the arena's log."""
        return sum(f"fetches the package {digest[:16]}" in line for line in list(self.server.said))

    def connected(self, bot):
        return eventually(lambda: bot in {each.entrant for each in self.server.ask("ListAttendances").attendances})


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    folder = tmp_path_factory.mktemp("machines")
    with scheduler() as (address, _):
        words = ("--cluster", address, "--sandboxes", "4", "--cache", str(folder / "cache"), *insisting())
        with process("arena", "worker", *words):
            machines = Machines(folder, address)
            try:
                machines.server.hear("is connected, with 4 sandboxes")
                yield machines
            finally:
                code = machines.server.stop()
    assert code == 0
    assert "Traceback" not in "\n".join(machines.server.said)


@pytest.fixture
def submit(machines, tmp_path):
    """Return a function that submits a new bot, and returns options for its author's commands, and a digest."""

    def work(name, program=BOT):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "bot.toml").write_text(MANIFEST)
        (folder / "bot.py").write_text(program)
        token = tmp_path / f"{name}.token"
        token.write_text(machines.server.bot(name))
        words = ("--arena", machines.server.address, "--token-file", str(token))
        assert main(["bot", "submit", str(folder), *words]) == 0
        machines.connected(name)
        return words, read_package(pack_folder(folder)).digest

    return work


def test_submitted_bots_play_at_a_worker_that_fetches_a_package_once(machines, submit, names, capsys):
    words, digest = submit(names[0])
    _, same = submit(names[1])
    [place] = machines.places(names[0])
    assert (digest, [place], place == HERE) == (same, machines.places(names[1]), False)
    assert machines.fetched(digest) == 1
    capsys.readouterr()
    eventually(lambda: main(["bot", "logs", *words]) or "\nhello from the sandbox" in capsys.readouterr().out)
    ended = machines.server.ended(machines.server.match(*names[:2], clock="60+5")[0])
    assert (ended.reason, list(ended.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    machines.server.ask("WithdrawVersion", bot=names[0], version="1", reason="a test")
    capsys.readouterr()
    [run] = eventually(lambda: main(["bot", "logs", *words, "--json"]) == 0 and json.loads(capsys.readouterr().out))
    assert "hello from the sandbox" in run["stdout"]
    assert (run["dismissed"], run["processor_seconds"] > 0) == (True, True)

    (machines.cache / digest / "bot.py").write_text("import sys; sys.exit('damaged')")
    for supervisor in children_of(machines.process(), SUPERVISOR):  # the bot ends, and is started again
        os.kill(supervisor, signal.SIGTERM)
    eventually(lambda: machines.fetched(digest) == 2)
    machines.connected(names[1])
    assert machines.places(names[1]) == [place] * 2
    assert (machines.cache / digest / "bot.py").read_text() == BOT


def test_a_worker_that_dies_harms_no_match_of_its_bots(machines, submit, names, streams):
    submit(names[0], BOT + "# lost\n")
    [opponent] = bring(machines.server, names[1], matches=1)
    streams.append(opponent)
    machines.server.match(*names[:2])
    offer = opponent.offer()
    seat = opponent.seat(offer)
    streams.append(seat)
    asked = played(seat, 3)
    os.kill(machines.process(), signal.SIGKILL)
    assert seat.ending()[0] is None
    again = opponent.offer()
    assert (again.match, again.returning) == (offer.match, True)
    seat = Sitting(machines.server, opponent.token, offer.ticket, last_seen=asked.number)  # the older ticket works, too
    streams.append(seat)
    same = seat.until("decision")
    assert (same.number, same.view, same.options) == (asked.number, asked.view, asked.options)
    seat.choose(same.number)
    assert_finished(machines.server, offer.match, seat.play_on())
    assert len(set(machines.places(names[0]))) == 2


def test_sandboxes_end_with_the_arena_and_start_again_with_it(machines, submit, names):
    machines.server.hear("starts again: its machine was lost")
    eventually(lambda: is_running(machines.process()))  # Dask has restarted the worker
    submit(names[0], BOT + "# again\n")
    assert machines.places(names[0]) != [HERE]
    running = children_of(machines.process(), SUPERVISOR)
    assert running
    machines.server.process.kill()
    eventually(lambda: not any(is_running(each) for each in running))
    machines.server.stop()
    machines.server = machines.serve()
    machines.connected(names[0])
