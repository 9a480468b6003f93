"""Tests of kills of the supervisor and the bubblewrap of a sandbox: the machine is to blame, and nothing is left."""

import os
import signal
from pathlib import Path

import pytest
import trio

from arena.host.sandbox_run import run_sandbox
from arena.sandbox.control_groups import OWN, ROOT, own_paths
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.sandboxes import TEMPORARY, read_report
from tests.sandbox.test_sandbox import GROUPED, SMALL, needs_sandbox, package  # noqa: F401 -- a fixture
from tests.server.wire import children_of, eventually, read

pytestmark = [pytest.mark.slow, needs_sandbox]

SUPERVISOR = "arena.sandbox.supervisor"
KINDS = ("supervisor", "bubblewrap", "bubblewrap inside")


def processes_of(supervisor):
    """Return the ids of a supervisor, of its bubblewrap and of the bubblewrap inside, as many as run already."""
    found = [supervisor]
    while len(found) < len(KINDS) and (children := read(Path(f"/proc/{found[-1]}/task/{found[-1]}/children")).split()):
        found.append(int(children[0]))
    return found


def remains_of(supervisor):
    """Return the folders and control groups that are named after a supervisor."""
    groups = [ROOT / name / path.lstrip("/") / f"tlachtli-{supervisor}" for name, path in own_paths(OWN).items()]
    return [*TEMPORARY.glob(f"tlachtli-{supervisor}-*"), *(each for each in groups if each.exists())]


def report_after(package, program, kill=lambda _supervisor: None):  # noqa: F811
    """Run a program in a sandbox, and call `kill` with the id of its supervisor. Return the report and the id."""
    (package / "bot.py").write_text(program)
    order, said = SandboxOrder(str(package), ("python", "bot.py"), "python", SMALL, grouped=GROUPED), bytearray()

    async def main():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run_sandbox, order, said)
            supervisor = []
            while not supervisor:
                await trio.sleep(0.01)
                supervisor = children_of(os.getpid(), SUPERVISOR)
            await trio.to_thread.run_sync(kill, supervisor[0])
        return supervisor[0]

    supervisor = trio.run(main)
    return read_report(bytes(said)), supervisor


@pytest.mark.parametrize("kind", KINDS)
def test_a_sandbox_that_is_killed_is_lost_and_leaves_nothing(package, kind):  # noqa: F811
    def kill(supervisor):
        found = eventually(lambda: processes_of(supervisor), lambda found: len(found) == len(KINDS))
        eventually(lambda: read(Path(f"/proc/{found[-1]}/task/{found[-1]}/children")))  # the bot runs
        os.kill(found[KINDS.index(kind)], signal.SIGKILL)

    report, supervisor = report_after(package, "import time; time.sleep(60)", kill)
    assert report.lost in {"its supervisor was killed by signal 9", "its sandbox was killed by signal 9"}
    assert remains_of(supervisor) == []


def test_a_bot_that_kills_itself_is_not_lost(package):  # noqa: F811
    report, supervisor = report_after(package, "import os; os.kill(os.getpid(), 9)")
    assert (report.lost, report.exit_code, report.words()) == ("", 137, "was killed by signal 9")
    assert remains_of(supervisor) == []
