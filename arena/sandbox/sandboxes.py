"""Run a supervisor until its bot has ended, and check whether this machine can run sandboxes."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from arena.errors import UsageError
from arena.sandbox.bot_manifest import Runtime
from arena.sandbox.bounds import SandboxBounds, SandboxReport
from arena.sandbox.bubblewrap import bubblewrap, command_of
from arena.sandbox.control_groups import clear_groups
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.system_calls import call_filter

TEMPORARY: Final = Path("/tmp")  # noqa: S108 -- a supervisor makes a folder with a random name there
SUPERVISOR: Final = ("-m", "arena.sandbox.supervisor")
ARENA_WITHIN: Final = 120.0  # seconds for a first try, on a machine that is busy with other work
TRIAL: Final = "import arena_sdk, grpc, os; assert os.getuid() == 1000"


def run_in_sandbox(order: SandboxOrder, within: float) -> SandboxReport:
    """Run a program in a sandbox until it ends, and return the report.

    Raise TimeoutExpired if that takes longer than `within` seconds.
    """
    command = [sys.executable, *SUPERVISOR]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 -- ours
    stdin, process.stdin = process.stdin, None  # it stays open: its end would be the end of the program
    assert stdin is not None
    with process, stdin:
        stdin.write(order.line().encode())
        stdin.flush()
        try:
            return read_report(process.communicate(timeout=within)[0])
        finally:
            process.terminate()
            process.wait()
            clear_remains(process.pid)


def clear_remains(supervisor: int = 0) -> None:
    """Remove the folders and the control groups of killed supervisors, such as the one with this process id.

    Their names have the process ids of the supervisors.
    """
    for folder in TEMPORARY.glob("tlachtli-[0-9]*-*"):
        number = folder.name.split("-")[1]
        if number.isdigit() and (int(number) == supervisor or not Path(f"/proc/{number}").exists()):
            shutil.rmtree(folder, ignore_errors=True)
    clear_groups(supervisor)


def read_report(data: bytes) -> SandboxReport:
    """Return the report in the output of a supervisor.

    If there is none, return a report that says so in `trouble`.
    """
    try:
        return SandboxReport.read(data)
    except ValueError:
        return SandboxReport(exit_code=1, trouble="its supervisor has ended without a report")


def sandbox_trouble(runtime: Runtime = "python", *, grouped: bool = True) -> str:
    """Try to start a sandbox. Return why this machine cannot run submitted bots; an empty text if it can.

    `grouped` is false if the organiser insists on sandboxes without control groups.
    """
    try:
        bubblewrap()
        call_filter()
        command_of(("node", "bot.js"), runtime)
    except UsageError as error:
        return str(error)
    clear_remains()
    with tempfile.TemporaryDirectory(prefix="tlachtli-trial-") as name:
        Path(name).chmod(0o755)
        Path(name, "trial.py").write_text(TRIAL, encoding="utf-8")
        order = SandboxOrder(name, ("python", "trial.py"), "python", SandboxBounds(), grouped=grouped)
        try:
            report = run_in_sandbox(order, ARENA_WITHIN)
        except subprocess.TimeoutExpired:
            return f"a first try in a sandbox took longer than {ARENA_WITHIN:g} s"
    if report.exit_code == 0 and not report.trouble:
        return ""
    last = [*report.stderr.strip().splitlines(), ""][0]
    return f"a first try in a sandbox {report.words()}{': ' if last else ''}{ascii(last)[1:-1][:200]}"
