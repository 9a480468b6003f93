"""Tests of a hundred clients that are killed and restarted repeatedly: the arena stores nothing of them."""

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from arena.protocol.v1 import organiser_pb2
from tests.server.wire import ROOT, WITHIN, eventually

HERE = Path(__file__).parent
MATCHES = 50  # of two seats
CLIENTS = 2 * MATCHES + 2  # streams: one for each seat, and two that attend
FILES = 20  # the database opens and closes what it likes
FEW = 4  # tasks that the arena begins by itself; calls that Python remembers because they went wrong last


@contextmanager
def crowd(server, tokens):
    """Run all clients in a process, which is killed at the end of the block."""
    command = [sys.executable, str(HERE / "crowd.py"), str(server.port), str(MATCHES), *tokens]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"})
    try:
        yield
    finally:
        process.kill()
        process.wait(WITHIN)


class Count:
    """Asks an arena, which runs `counted.py`, for its numbers of tasks and calls."""

    def __init__(self, server):
        self.server, self.numbers = server, count(1)

    def __call__(self):
        """Return the present numbers of tasks, calls, descriptors and sockets of the arena, by name."""
        number = next(self.numbers)
        os.kill(self.server.process.pid, signal.SIGUSR1)
        lines = eventually(self._told, lambda lines: len(lines) >= number)
        descriptors = list(Path(f"/proc/{self.server.process.pid}/fd").iterdir())
        return json.loads(lines[-1]) | {"descriptors": len(descriptors), "sockets": sum(map(is_socket, descriptors))}

    def _told(self):
        return [line for line in list(self.server.said) if line.startswith('{"tasks"')]


def is_socket(descriptor):
    try:
        return str(descriptor.readlink()).startswith("socket:")
    except FileNotFoundError:  # it was closed a moment ago
        return False


def running(server):
    return server.ask("ListMatches", state=organiser_pb2.MATCH_STATE_RUNNING).matches


def test_a_hundred_clients_killed_in_mid_match_leave_no_task_descriptor_or_stream(serve, names):
    limits = [f"--limit={name}=1000" for name in ("joins_per_minute", "returns_per_minute")]
    server = serve(*limits, program=(str(HERE / "counted.py"),))
    counted, left = Count(server), []
    tokens = [server.bot(name) for name in names[:2]]
    idle = eventually(counted, lambda found: found["asyncio"] == 1)  # it waits for the next call

    def alone(found):
        return not found["calls"] and found["asyncio"] == 1 and found["sockets"] <= idle["sockets"]

    for time in range(4):
        with crowd(server, tokens):
            if not time:
                eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: len(rows) == 2)
                server.match(*names[:2], blocks=MATCHES // 2, clock="600+0")
                eventually(lambda: running(server), lambda matches: len(matches) == MATCHES)
            eventually(counted, lambda found: found["calls"] == CLIENTS)
        left.append(eventually(counted, alone))
    first, *others = left
    for each in others:
        assert each["tasks"] <= first["tasks"] + FEW  # most are those of the matches, which wait for their bots
        assert each["descriptors"] <= first["descriptors"] + FILES
        assert each["remembered"] <= FEW
