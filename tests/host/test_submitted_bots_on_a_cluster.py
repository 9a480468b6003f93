"""Submitted bots in sandboxes of a cluster's workers: real processes, a real scheduler, real sandboxes."""

import os
import re
import shutil
import signal

import pytest

from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.sandbox.bot_package import pack_folder, read_package
from tests.host.test_submitted_bots import BOT, MANIFEST, ask, folder, token_file  # noqa: F401 -- fixtures
from tests.sandbox.test_sandbox import needs_sandbox
from tests.server.wire import Server, eventually, is_running
from tests.tasks.clusters import process, scheduler

pytestmark = [pytest.mark.slow, needs_sandbox]

CONNECTED = re.compile(r"worker (\S+) \(process (\d+)\) is connected, with 2 sandboxes")


def worker(address, cache):
    return process("arena", "worker", "--cluster", address, "--sandboxes", "2", "--cache", str(cache))


def workers(server):
    """The process of each worker that has connected, by its address; the newest last."""
    return {name: int(number) for line in list(server.said) for name, number in CONNECTED.findall(line)}


def attends(server, bot):
    return eventually(lambda: [each for each in server.ask("ListAttendances").attendances if each.entrant == bot])


def test_a_submitted_bot_plays_at_a_worker_and_goes_on_elsewhere_after_its_death(tmp_path, folder, ask):  # noqa: F811
    caches = [tmp_path / "one", tmp_path / "two"]
    with (
        scheduler() as (address, _),
        worker(address, caches[0]),
        Server(tmp_path / "arena", "--grace", "1", "--cluster", address, "--submitted", "0", house="greedy") as server,
    ):
        server.hear("is connected, with 2 sandboxes")
        ana = token_file(server, tmp_path, "ana")
        digest = ask("bot", "submit", str(folder), *ana)["digest"]
        attends(server, "ana")
        [name] = workers(server)
        server.hear(f"the submitted bot ana 1 starts at {name}")
        assert [each.name for each in caches[0].iterdir()] == [digest]
        over = server.ended(server.match("ana", "greedy", clock="60+5")[0])
        assert (over.state, list(over.forfeits)) == (organiser_pb2.MATCH_STATE_FINISHED, [])
        assert over.reason == common_pb2.END_REASON_FINISHED
