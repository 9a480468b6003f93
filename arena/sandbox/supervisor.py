"""Run one bot in a sandbox: `python -m arena.sandbox.supervisor`, with an order as JSON on the first line of stdin.

The supervisor makes the sandbox, forwards the bot's connections from its Unix socket to that of the arena, reads the
bot's output, watches the limits, and prints a report as JSON when the bot has ended. If stdin is closed, the arena has
ended or no longer wants the bot; then the supervisor kills the bot. The program has one process and one thread and uses
only the standard library, because it forks.
"""

import json
import os
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from arena.errors import UsageError
from arena.sandbox.allowance import Allowance
from arena.sandbox.bounds import SIGNALLED, SLOWED, Limit, OutputExcerpt, SandboxReport
from arena.sandbox.bubblewrap import (
    SOCKET,
    SetupFiles,
    Staging,
    adopt_orphans,
    arguments,
    bindings,
    bubblewrap,
    command_of,
    environment,
)
from arena.sandbox.confinement import MB, OUTSIDE, confine, reserved_user
from arena.sandbox.control_groups import NO_GROUPS, ControlGroup, new_group
from arena.sandbox.forwarded_calls import READ, ArenaLine, ForwardedCall
from arena.sandbox.process_use import ProcessUse, process_use, proportional
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.system_calls import call_filter

TICK: Final = 0.1  # seconds between two checks of the limits
PAUSE: Final = 0.02  # seconds until a bot that was slowed down may send again
OFTEN: Final = 0.05  # the same without a control group: then only these checks limit memory and processes
STORE: Final = 1.0  # seconds between two writes of the report so far
OUTPUT_AT_ONCE: Final = 1 << 20  # bytes of output read between two checks: a bot that writes faster waits in its write
LAST_OUTPUT: Final = 0.5  # seconds for output that is still in a pipe after the end
BY_SIGNAL: Final[dict[int, Limit]] = {
    signal.SIGSYS: "system calls",
    signal.SIGXFSZ: "file size",
    signal.SIGXCPU: "processor time",
}


class Supervision:
    """One run of a bot in a sandbox, from the start to the report."""

    def __init__(self, order: SandboxOrder) -> None:
        self.order: Final = order
        self.selector: Final = selectors.DefaultSelector()
        self.group: ControlGroup | None = None
        self.output: Final = {"stdout": OutputExcerpt(), "stderr": OutputExcerpt()}
        self.stored = (-1, 0.0)  # when the report so far was written last: bytes of output then, and the time
        self.read_now = 0  # bytes of output since the last check
        self.paused: Final[dict[str, Any]] = {}  # pipes that are read again after the next check, by name
        self.limit: Limit = ""
        self.dismissed = False
        self.is_said = False  # True once the arena knows that the bot was slowed down
        self.peak = 0
        self.processor = 0.0
        self.calls: Final[set[ForwardedCall]] = set()
        self.line: Final = ArenaLine(order.arena, order.bot)
        self.allowance: Final = Allowance()
        self.listener: socket.socket | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.first = 0  # the id of the process that has the id 1 in the sandbox
        self.temporary = -1  # a descriptor of /tmp in the sandbox; -1 before it is mounted
        self.namespace = ""
        self.began = time.monotonic()

    # Begin ------------------------------------------------------------------------------------------------------------

    def run(self) -> SandboxReport:
        """Run the bot in its sandbox until it ends. Return the report."""
        program = bubblewrap()
        words = command_of(self.order.entry, self.order.runtime)
        rules = call_filter()
        prefix = f"tlachtli-{os.getpid()}-"
        adopt_orphans()
        with tempfile.TemporaryDirectory(prefix=prefix, dir="/tmp") as name, reserved_user() as user:
            folder = Path(name)
            if user is not None:
                folder.chmod(0o711)
            self.group = self.new_group()
            try:
                self.start(program, words, rules, folder, user)
                return self.watch()
            finally:
                self.kill()
                if self.group is not None:
                    self.group.remove()
                if user is not None:
                    Staging(folder).close()

    def new_group(self) -> ControlGroup | None:
        """Return a control group for the sandbox; None if the organiser insists. Raise UsageError if it fails."""
        if not self.order.grouped:
            return None
        group = new_group(str(os.getpid()))
        if group is None:
            raise UsageError(NO_GROUPS)
        return group

    def start(self, program: str, words: list[str], rules: bytes, folder: Path, user: int | None) -> None:
        """Make the sandbox, and start the bot in it."""
        order = self.order
        if user is not None:
            staging = Staging(folder)
            staging.open()
        line = self.listen(folder) if order.arena else ""
        bound = bindings(order.runtime, Path(order.package), line)
        if user is not None:
            bound = [staging.bind(each) for each in bound]
        (info, told), (waits, begin) = os.pipe(), os.pipe()
        files = SetupFiles(as_file(rules), told, waits)
        given = arguments(bound, order.bounds, environment(order.runtime, order.token), files)
        arguments_file = as_file(b"".join(each.encode() + b"\0" for each in given))
        if order.arena:
            words = [*words, "--arena", f"unix:{SOCKET}"]
        if self.group is not None:
            self.group.limit(order.bounds.memory, order.bounds.processes, order.bounds.processors)
        self.process = subprocess.Popen(  # noqa: S603 -- the command is ours, and the bot is what the sandbox is for
            [program, "--args", str(arguments_file), "--", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={},
            pass_fds=(*files, arguments_file),
            start_new_session=True,
            preexec_fn=partial(confine, order, self.group, user),  # noqa: PLW1509 -- there is no other thread
        )
        for each in (*files, arguments_file):
            os.close(each)
        for name, pipe in (("stdout", self.process.stdout), ("stderr", self.process.stderr)):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
            self.read_from(name, pipe)
        with os.fdopen(info) as said, os.fdopen(begin, "wb") as go:
            self.enter(said.read())
            if user is None:
                self.limit_processes()
            go.write(b"1")

    def enter(self, said: str) -> None:
        """Store the id of the sandbox's first process, from the output of bubblewrap.

        The supervisor finds the other processes of the sandbox by the namespace of the first one.
        """
        with suppress(ValueError, KeyError, OSError):
            self.first = int(json.loads(said)["child-pid"])
            self.namespace = str(Path(f"/proc/{self.first}/ns/pid").readlink())

    def limit_processes(self) -> None:
        """Limit the number of processes that the sandbox may have, by a resource limit of its first process."""
        most = self.order.bounds.processes + OUTSIDE
        with suppress(OSError):
            resource.prlimit(self.first, resource.RLIMIT_NPROC, (most, most))

    def listen(self, folder: Path) -> str:
        """Listen at a Unix socket for connections from the bot. Return the path of the socket."""
        path = str(folder / "arena.sock")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        Path(path).chmod(0o666)
        listener.listen(16)
        listener.setblocking(False)
        self.listener = listener
        self.wait_for_bot()
        return path

    # Watch ------------------------------------------------------------------------------------------------------------

    def watch(self) -> SandboxReport:
        """Wait until the bot has ended, and return the report. Check the bot's limits meanwhile."""
        process = self.process
        assert process is not None
        ended = os.pidfd_open(process.pid)
        self.selector.register(ended, selectors.EVENT_READ, lambda: None)
        os.set_blocking(sys.stdin.fileno(), False)
        self.selector.register(sys.stdin, selectors.EVENT_READ, self.read_end)
        due = time.monotonic()
        while process.poll() is None:
            patience = due - time.monotonic()
            if is_slow := not self.allowance.is_left():
                patience = min(patience, PAUSE)
            for key, _ in self.selector.select(max(0.0, patience)):
                if self.selector.get_map().get(key.fd) is key:  # a connection ends with both of its ends
                    key.data()
            if is_slow:
                self.resume()
            if time.monotonic() >= due:
                self.look()
                due = time.monotonic() + (OFTEN if self.group is None else TICK)
        self.selector.unregister(ended)
        os.close(ended)
        self.read_last()
        return self.report(process)

    def resume(self) -> None:
        """Read from the bot again if it may send more now. Tell the arena once that the bot was slowed down."""
        if not self.is_said:
            self.is_said = True
            os.write(sys.stdout.fileno(), SLOWED)
        if self.allowance.is_left():
            self.wait_for_bot()
            for each in self.calls:
                each.select()

    def wait_for_bot(self) -> None:
        """Wait for connections of the bot from now on."""
        if self.listener is not None and self.listener not in self.selector.get_map():
            self.selector.register(self.listener, selectors.EVENT_READ, partial(self.accept, self.listener))

    def read_end(self) -> None:
        """Kill the bot at the end of stdin: the arena no longer wants it, or has ended."""
        with suppress(BlockingIOError):
            if not os.read(sys.stdin.fileno(), READ):
                self.selector.unregister(sys.stdin)
                self.leave()

    def read_output(self, name: str, pipe: Any) -> None:
        """Read new output of the bot from a pipe. If it has written much since the last check, pause until the next."""
        try:
            data = os.read(pipe.fileno(), READ)
        except BlockingIOError:
            return
        if not data:
            self.selector.unregister(pipe)
            return
        self.output[name].add(data)
        self.read_now += len(data)
        if self.read_now > OUTPUT_AT_ONCE:
            self.selector.unregister(pipe)
            self.paused[name] = pipe

    def read_from(self, name: str, pipe: Any) -> None:
        """Read a pipe with the bot's output whenever it has some."""
        self.selector.register(pipe, selectors.EVENT_READ, partial(self.read_output, name, pipe))

    def read_on(self) -> None:
        """Read the output again that was paused before this check."""
        self.read_now = 0
        while self.paused:
            self.read_from(*self.paused.popitem())

    def read_last(self) -> None:
        """Read the rest of the output after the bot has ended."""
        self.read_on()
        until = time.monotonic() + LAST_OUTPUT
        pipes = self.process.stdout, self.process.stderr  # type: ignore[union-attr]  # it has run
        while time.monotonic() < until:
            keys = [key for key, _ in self.selector.select(0.0) if key.fileobj in pipes]
            if not keys:
                return
            for key in keys:
                key.data()

    def look(self) -> None:
        """Measure what the bot uses, and kill the bot if it exceeds a limit."""
        self.read_on()
        self.store()
        bounds = self.order.bounds
        if self.temporary < 0 and self.first:
            self.temporary = opened_temporary(self.first, bounds.temporary * MB)
        use = list(self.use())
        self.processor = max(self.processor, sum(each.processor for each in use))
        self.peak = max(self.peak, sum(each.resident for each in use))
        if self.processor > bounds.processor_seconds:
            self.stop("processor time")
        elif self.group is None and sum(each.threads for each in use) >= bounds.processes:
            self.stop("processes")
        elif self.group is None and self.is_too_large(sum(each.resident for each in use)):
            self.stop("memory")
        elif found := self.exceeded():
            self.stop(found)

    def store(self) -> None:
        """Write the report so far to the file of the order, at most once a second and only after new output."""
        written, now = sum(each.total for each in self.output.values()), time.monotonic()
        if not self.order.report or written == self.stored[0] or now < self.stored[1] + STORE:
            return
        self.stored = written, now
        file = Path(self.order.report)
        fresh = file.with_suffix(".new")
        with suppress(OSError):  # the disk is full: readers wait for the end of the run
            fresh.write_bytes(self.so_far(exit_code=0).data())
            fresh.replace(file)

    def is_too_large(self, resident: int) -> bool:
        """True if the sandbox exceeds its memory limit. `resident` is the sum of the memory of its processes.

        This sum counts shared memory several times. If it is too large, a slower method counts that memory only once.
        """
        bound = self.order.bounds.memory * MB
        return resident > bound and sum(proportional(each) for each in self.processes()) > bound

    def exceeded(self) -> Limit:
        """Return the name of a limit that the bot has reached, as the kernel reports; an empty text if none."""
        if self.group is not None and self.group.ran_out_of_memory():
            return "memory"
        if self.group is not None and self.group.ran_out_of_processes():
            return "processes"
        if self.temporary < 0:
            return ""
        found = os.statvfs(self.temporary)
        if found.f_bavail == 0 < found.f_blocks or found.f_files - found.f_ffree > self.order.bounds.files:
            return "temporary files"
        return ""

    def use(self) -> Iterator[ProcessUse]:
        """Yield the resource use of each process in the sandbox."""
        for number in self.processes():
            with suppress(OSError, ValueError, IndexError):
                yield process_use(number)

    def processes(self) -> list[int]:
        """Return the ids of all processes in the sandbox."""
        if self.group is not None:
            return self.group.processes()
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                with suppress(OSError):
                    if self.namespace and str((folder / "ns/pid").readlink()) == self.namespace:
                        found.append(int(folder.name))
        return found

    # End --------------------------------------------------------------------------------------------------------------

    def stop(self, limit: Limit) -> None:
        """Kill the bot, because it reached this limit. Remember the limit for the report, if it is the first one."""
        self.limit = self.limit or limit
        self.kill()

    def leave(self) -> None:
        """Kill the bot because the arena no longer wants it. The report still says what the bot has used.

        Raise KeyboardInterrupt if the bot was not started yet.
        """
        if self.process is None:
            raise KeyboardInterrupt
        self.dismissed = True
        self.kill()

    def kill(self) -> None:
        """Kill the first process of the sandbox, and bubblewrap. The kernel then ends all other processes in it."""
        for number in (self.first, self.process.pid if self.process is not None else 0):
            if number and self.process is not None and self.process.returncode is None:
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)

    def report(self, process: "subprocess.Popen[bytes]") -> SandboxReport:
        """Return the report about the bot's ended run: exit code, reached limit, resource use, and output."""
        code = process.returncode if process.returncode >= 0 else SIGNALLED - process.returncode
        limit = self.limit or self.exceeded() or BY_SIGNAL.get(code - SIGNALLED, "")
        dismissed = self.dismissed and not limit
        lost = "" if limit or dismissed else self.why_lost(process.returncode)
        return replace(self.so_far(code), limit=limit, dismissed=dismissed, lost=lost)

    def so_far(self, exit_code: int) -> SandboxReport:
        """Return a report with what the bot has used and written until now."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        peak = 0 if self.group is None else self.group.memory_peak()
        return SandboxReport(
            exit_code=exit_code,
            memory_peak=peak or max(self.peak, used.ru_maxrss * 1024),
            processor_seconds=round(max(self.processor, used.ru_utime + used.ru_stime), 3),
            seconds=round(time.monotonic() - self.began, 3),
            stdout=self.output["stdout"].text(),
            stderr=self.output["stderr"].text(),
        )

    def why_lost(self, code: int) -> str:
        """Return the fault of the machine that ended the sandbox; an empty text if it ended by itself.

        The bot cannot kill bubblewrap: neither its process outside the sandbox nor the one inside, which has the id 1.
        """
        if self.group is not None and self.group.is_a_victim():
            return "the machine had no memory left"
        if code < 0 or (code > SIGNALLED and not self.adopted()):
            return f"its sandbox was killed by signal {-code if code < 0 else code - SIGNALLED}"
        return ""

    def adopted(self) -> bool:
        """True if the sandbox's first process outlived bubblewrap outside, and so became a child of the supervisor.

        Bubblewrap reads the exit code of the bot before it looks at its own children. So it waits for the end of the
        first process only if this process was killed before it could report an exit code.
        """
        try:
            os.waitid(os.P_PID, self.first, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return False
        return True

    # The line to the arena --------------------------------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection of the bot, and forward it to the arena. Close it if the bot has too many."""
        if not self.allowance.is_left():
            self.selector.unregister(listener)
            return
        with suppress(BlockingIOError):
            near, _ = listener.accept()
            self.allowance.connected()
            if len(self.calls) >= self.order.bounds.connections:
                near.close()
                return
            try:
                far = self.line.dial()
            except OSError:
                near.close()
                return
            ForwardedCall(self.selector, self.calls, near, far, self.allowance)


def opened_temporary(first: int, size: int) -> int:
    """Open the sandbox's folder /tmp through the sandbox's first process.

    Return a descriptor; -1 if /tmp is not mounted yet.
    """
    file = -1
    with suppress(OSError):
        file = os.open(f"/proc/{first}/root/tmp", os.O_PATH | os.O_DIRECTORY)
        found = os.statvfs(file)
        if found.f_blocks * found.f_frsize == size and os.fstat(file).st_dev != Path("/tmp").stat().st_dev:  # noqa: S108
            return file
        os.close(file)
    return -1


def as_file(data: bytes) -> int:
    """Return the descriptor of a new file in memory that contains these bytes."""
    file = os.memfd_create("tlachtli")
    os.write(file, data)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def main() -> int:
    """Read from stdin which bot to run and its limits, and run it in a sandbox. Return the exit code.

    Print a report about the run as JSON.
    """
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        supervision = Supervision(SandboxOrder.read(first_line()))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, lambda *_: supervision.leave())
        report = supervision.run()
    except (OSError, UsageError, subprocess.SubprocessError) as error:
        report = SandboxReport(exit_code=1, trouble=" ".join(str(error).split()))
    except KeyboardInterrupt:
        return SIGNALLED + signal.SIGTERM
    try:
        sys.stdout.buffer.write(report.data())
        sys.stdout.flush()
    except BrokenPipeError:  # the arena was killed: without this, Python would report the error again at exit
        os._exit(1)
    return 0


def first_line() -> str:
    """Return the first line of stdin. Leave all bytes after it unread."""
    line = bytearray()
    while (byte := os.read(sys.stdin.fileno(), 1)) not in {b"", b"\n"}:
        line += byte
    return line.decode()


def interrupt(_number: int, _frame: object) -> None:
    """Raise KeyboardInterrupt at a signal, so that the bot is killed and the supervisor ends."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
