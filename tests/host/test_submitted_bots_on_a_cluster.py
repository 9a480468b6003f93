"""Submitted bots in sandboxes of a cluster's workers: real processes, a real scheduler, real sandboxes.

The tests share one arena with two workers, in the order of this file: the last ones kill a worker and the arena.
"""

import json
import os
import re
import signal

import pytest

from arena.cli import main
from arena.protocol.v1 import common_pb2
from arena.sandbox.bot_package import pack_folder, read_package
from tests.host.test_referees import assert_finished, played
from tests.host.test_submitted_bots import BOT, MANIFEST
from tests.sandbox.test_sandbox import needs_sandbox
from tests.server.wire import Server, Sitting, bring, children_of, eventually, is_running
from tests.tasks.clusters import process, scheduler

pytestmark = [pytest.mark.slow, needs_sandbox]

CONNECTED = re.compile(r"worker (\S+) \(process (\d+)\) is connected, with 4 sandboxes")
STARTS = re.compile(r"the submitted bot (\S+) \S+ starts at (\S+)")
SUPERVISOR = "arena.sandbox.supervisor"


class Machines:
    """An arena whose own machine runs no submitted bots, and two workers that run them."""

    def __init__(self, folder, address):
        self.folder, self.address = folder, address
        self.caches = [folder / "one", folder / "two"]
        self.server = self.serve()
        eventually(lambda: len(self.processes()) == 2)

    def serve(self):
        words = ("--grace", "1", "--submitted", "0", "--cluster", self.address)
        return Server(self.folder / "arena", *words)

    def processes(self):
        """The process of each worker that has connected, by its name."""
        return {name: int(number) for line in list(self.server.said) for name, number in CONNECTED.findall(line)}

    def places(self, bot):
        """The workers at which a bot was started, in this order."""
        return [name for line in list(self.server.said) for who, name in STARTS.findall(line) if who == bot]

    def fetched(self, digest):
        """How often a worker has fetched a package."""
        return sum(f"fetches the package {digest[:16]}" in line for line in list(self.server.said))

    def connected(self, bot):
        return eventually(lambda: bot in {each.entrant for each in self.server.ask("ListAttendances").attendances})


@pytest.fixture(scope="module")
def machines(tmp_path_factory):
    folder = tmp_path_factory.mktemp("machines")
    with scheduler() as (address, _):
        workers = [
            process("arena", "worker", "--cluster", address, "--sandboxes", "4", "--cache", str(folder / name))
            for name in ("one", "two")
        ]
        with workers[0], workers[1]:
            machines = Machines(folder, address)
            yield machines
            assert machines.server.stop() == 0
    assert "Traceback" not in "\n".join(machines.server.said)


@pytest.fixture
def submit(machines, tmp_path):
    """Submit the example bot for a new bot. Return the words that its author's commands need."""

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


def test_submitted_bots_play_at_workers(machines, submit, names, capsys):
    words, digest = submit(names[0])
    _, same = submit(names[1])
    assert digest == same
    [first], [second] = machines.places(names[0]), machines.places(names[1])
    assert {first, second} == set(machines.processes()), "the worker with the most free sandboxes is taken"
    ended = machines.server.ended(machines.server.match(*names[:2], clock="60+5")[0])
    assert (ended.reason, list(ended.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    machines.server.ask("WithdrawVersion", bot=names[0], version="1", reason="a test")
    capsys.readouterr()
    runs = eventually(lambda: main(["bot", "logs", *words, "--json"]) == 0 and json.loads(capsys.readouterr().out))
    assert "hello from the sandbox" in runs[0]["stdout"]
    assert (runs[0]["dismissed"], runs[0]["processor_seconds"] > 0) == (True, True)


def test_a_worker_fetches_a_package_once_and_again_if_it_is_damaged(machines, submit, names):
    _, digest = submit(names[0], BOT + "# once\n")
    [worker] = machines.places(names[0])
    [folder] = [each / digest for each in machines.caches if (each / digest).is_dir()]

    def crash():
        before = len(machines.places(names[0]))
        for supervisor in children_of(machines.processes()[worker], SUPERVISOR):
            os.kill(supervisor, signal.SIGTERM)
        eventually(lambda: len(machines.places(names[0])) > before)
        machines.connected(names[0])

    crash()
    assert machines.places(names[0]) == [worker] * 2
    assert machines.fetched(digest) == 1
    (folder / "bot.py").write_text("import sys; sys.exit('damaged')")
    crash()
    assert machines.places(names[0]) == [worker] * 3
    assert machines.fetched(digest) == 2
    assert (folder / "bot.py").read_text() == BOT + "# once\n"


def test_a_worker_that_dies_harms_no_match_of_its_bots(machines, submit, names, streams):
    submit(names[0], BOT + "# lost\n")
    [opponent] = bring(machines.server, names[1], matches=1)
    streams.append(opponent)
    machines.server.match(*names[:2])
    offer = opponent.offer()
    seat = opponent.seat(offer)
    streams.append(seat)
    asked = played(seat, 3)
    [lost] = machines.places(names[0])
    os.kill(machines.processes()[lost], signal.SIGKILL)
    assert seat.ending()[0] is None
    again = opponent.offer()
    assert (again.match, again.returning) == (offer.match, True)
    seat = Sitting(machines.server, opponent.token, offer.ticket, last_seen=asked.number)  # the older ticket works, too
    streams.append(seat)
    same = seat.until("decision")
    assert (same.number, same.view, same.options) == (asked.number, asked.view, asked.options)
    seat.choose(same.number)
    assert_finished(machines.server, offer.match, seat.play_on())
    assert machines.places(names[0])[-1] != lost


def test_sandboxes_end_with_the_arena_and_start_again_with_it(machines, submit, names):
    submit(names[0], BOT + "# again\n")
    processes = machines.processes().values()
    running = [each for worker in processes if is_running(worker) for each in children_of(worker, SUPERVISOR)]
    assert running
    machines.server.process.kill()
    eventually(lambda: not any(is_running(each) for each in running))
    machines.server.stop()
    machines.server = machines.serve()
    machines.connected(names[0])
