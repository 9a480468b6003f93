"""Tests of the allowance: how much a sandbox may send to the arena."""

import os
import selectors
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from types import SimpleNamespace

import pytest

from arena.sandbox.allowance import AT_ONCE, BYTES, CONNECTION, READS, Allowance
from arena.sandbox.bounds import SLOWED
from arena.sandbox.forwarded_calls import READ, ForwardedCall
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.sandboxes import SUPERVISOR
from tests.sandbox.test_sandbox import GROUPED, SMALL, needs_sandbox, package  # noqa: F401 -- a fixture
from tests.server.wire import eventually

FLOOD = """
import socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[sys.argv.index("--arena") + 1].removeprefix("unix:"))
while True:
    line.sendall(bytes(17 * 100))
"""


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.mark.parametrize(
    ("spend", "most"),
    [
        (lambda allowance: allowance.read(1), READS),
        (lambda allowance: allowance.read(BYTES // 8), 8),
        (lambda allowance: allowance.connected(), READS / CONNECTION),
    ],
    ids=["reads", "bytes", "connections"],
)
def test_a_bot_may_send_so_much_a_second_and_some_seconds_of_it_at_once(spend, most):
    clock = Clock()
    allowance, found = Allowance(clock), []
    for _ in range(3):
        count = 0
        while allowance.is_left():
            spend(allowance)
            count += 1
        found.append(count)
        clock.now += 1
    assert found == [AT_ONCE * most, most, most]
    clock.now += 1000
    assert allowance.is_left()


def test_a_connection_is_not_read_while_the_allowance_is_spent():
    clock, selector, calls = Clock(), selectors.DefaultSelector(), set()
    (bot, near), (far, arena) = socket.socketpair(), socket.socketpair()
    allowance = Allowance(clock)
    with closing(bot), closing(arena), closing(selector):
        made = ForwardedCall(selector, calls, near, far, allowance)
        allowance.read(2 * AT_ONCE * BYTES)
        made.select()
        bot.sendall(b"more")
        arena.sendall(b"answer")
        for _ in range(2):
            for key, _ in selector.select(0):
                key.data()
        assert bot.recv(100) == b"answer"  # the other direction is free
        assert near not in selector.get_map()
        clock.now += 1000
        made.select()
        for _ in range(2):
            for key, _ in selector.select(0):
                key.data()
        assert arena.recv(100) == b"more"
        made.close()


@pytest.mark.slow
@needs_sandbox
def test_a_flood_is_slowed_down_and_reported_once(package):  # noqa: F811
    (package / "bot.py").write_text(FLOOD)
    name, heard = f"tlachtli-test-arena-{os.getpid()}", SimpleNamespace(count=0, peer="")
    with socket.socket(socket.AF_UNIX) as arena:
        arena.bind(f"\0{name}")
        arena.listen()

        def take():
            line, heard.peer = arena.accept()
            with line:
                while data := line.recv(1 << 16):
                    heard.count += len(data)

        thread = threading.Thread(target=take)
        thread.start()
        order = SandboxOrder(str(package), ("python", "bot.py"), "python", SMALL, "ana", "", name, grouped=GROUPED)
        pipe, began = subprocess.PIPE, time.monotonic()
        with subprocess.Popen([sys.executable, *SUPERVISOR], stdin=pipe, stdout=pipe) as supervisor:
            supervisor.stdin.write(order.line().encode())
            supervisor.stdin.flush()
            assert supervisor.stdout.readline() == SLOWED
            before, seconds = heard.count, time.monotonic() - began
            eventually(lambda: heard.count > before)  # slowly
            supervisor.stdin.close()
            assert SLOWED not in supervisor.stdout.read()
        thread.join()
    assert before <= (AT_ONCE + seconds) * BYTES + READ
    assert heard.peer.startswith(b"\0tlachtli-bot-ana-")
