"""Clusters for tests: fixtures that all tests can use."""

import socket
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest

from arena.tasks.cluster import Cluster, connect, workers_of
from arena.tasks.dispatcher import Dispatcher
from arena.tasks.executors import Crew
from tests.commands.conftest import ENVIRONMENT, ROOT
from tests.server.wire import eventually

QUICK = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}  # deaths that a task survives


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_open(port):
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def process(*words):
    """Run a Python module in its own process until the block ends."""
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        env=ENVIRONMENT | QUICK,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as started:
        try:
            yield started
        finally:
            started.terminate()


@contextmanager
def scheduler(*more, protocol="tcp"):
    """Run a Dask scheduler on loopback until the block ends. Yield its address."""
    port = free_port()
    words = ("--host", f"{protocol}://127.0.0.1", "--port", str(port), "--dashboard-address", "127.0.0.1:0", *more)
    with process("distributed.cli.dask_scheduler", *words) as started:
        eventually(lambda: is_open(port))
        yield f"{protocol}://127.0.0.1:{port}", started


@pytest.fixture(scope="session")
def cluster():
    """Return the address of a scheduler with two workers, started as users start them."""
    with scheduler() as (address, _), process("arena", "worker", "--cluster", address, "--processes", "2"):
        with closing(connect(Cluster(address))) as client:
            client.wait_for_workers(2, timeout=60)
            assert len(workers_of(client)) == 2
        yield address


@pytest.fixture(scope="session", params=["processes", "cluster"])
def dispatcher(request):
    """Return a dispatcher for two workers: processes of this machine, or workers of a cluster."""
    is_pool = request.param == "processes"
    crew = Crew(2) if is_pool else Crew(cluster=Cluster(request.getfixturevalue("cluster")))
    with Dispatcher(crew) as opened:
        yield opened
