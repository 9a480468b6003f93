"""Tests of hostile programs in a real sandbox: the result of each, and the limit that stopped it."""

import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.errors import UsageError
from arena.sandbox import bubblewrap as wrapping
from arena.sandbox import supervisor
from arena.sandbox.bounds import KEPT, OutputExcerpt, SandboxBounds
from arena.sandbox.confinement import MB
from arena.sandbox.control_groups import OWN, ROOT, clear_groups, new_group, own_paths
from arena.sandbox.forwarded_calls import UNSENT, ForwardedCall
from arena.sandbox.sandbox_order import SandboxOrder
from arena.sandbox.sandboxes import SUPERVISOR, run_in_sandbox, sandbox_trouble
from arena.sandbox.system_calls import call_filter
from tests.sandbox import hostile_programs
from tests.server.wire import insisting

GROUPED = not insisting()
TROUBLE = sandbox_trouble(grouped=GROUPED)
needs_groups = pytest.mark.skipif(not GROUPED, reason="no control groups")
needs_sandbox = pytest.mark.skipif(bool(TROUBLE), reason=TROUBLE)
pytestmark = [pytest.mark.slow]

SMALL = SandboxBounds(memory=100, processes=20, temporary=4, files=500, file_size=2, processor_seconds=1, connections=2)
WITHIN = 60.0


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "package"
    folder.mkdir()
    for each in (folder, *folder.parents[:3]):
        each.chmod(each.stat().st_mode | 0o055)
    return folder


@pytest.fixture
def run(package):
    def run(program, *, grouped=GROUPED, bounds=SMALL):
        (package / "bot.py").write_text(program)
        order = SandboxOrder(str(package), ("python", "bot.py"), "python", bounds, grouped=grouped)
        return run_in_sandbox(order, WITHIN)

    return run


def groups_left_over():
    return [
        folder
        for name, path in own_paths(OWN).items()
        for folder in (ROOT / name / path.lstrip("/")).glob("tlachtli-*")
        if not Path(f"/proc/{folder.name.removeprefix('tlachtli-')}").exists()
    ]


# Limits ---------------------------------------------------------------------------------------------------------------


@needs_sandbox
@pytest.mark.parametrize(
    "grouped", [pytest.param(True, marks=needs_groups), False], ids=["control groups", "no control groups"]
)
@pytest.mark.parametrize(
    ("program", "limit"),
    [(hostile_programs.FORK_BOMB, "processes"), (hostile_programs.MEMORY_BOMB, "memory")],
    ids=["fork bomb", "memory bomb"],
)
def test_a_program_that_exhausts_a_resource_is_stopped_by_its_limit(run, program, limit, grouped):
    report = run(program, grouped=grouped)
    stopped = report.limit == limit or (not grouped and limit == "memory" and "MemoryError" in report.stderr)
    assert stopped, report
    assert "600 MB" not in report.stdout
    assert report.memory_peak < 300 << 20


@needs_sandbox
@pytest.mark.parametrize(
    ("program", "limit"),
    [
        (hostile_programs.DISK_FILLER, "temporary files"),
        (hostile_programs.MANY_FILES, "temporary files"),
        (hostile_programs.LARGE_FILE, "file size"),
        (hostile_programs.BUSY, "processor time"),
        (hostile_programs.PTRACE, "system calls"),
        (hostile_programs.NEW_NAMESPACE, "system calls"),
        (hostile_programs.MOUNT, "system calls"),
    ],
    ids=["disk filler", "many files", "large file", "busy", "ptrace", "namespace", "mount"],
)
def test_a_hostile_program_is_stopped_by_its_limit(run, program, limit):
    report = run(program)
    assert report.limit == limit, report
    assert report.exit_code > 128
    assert not {"attached", "a new namespace", "mounted"} & set(report.stdout.split("\n"))


@needs_sandbox
@needs_groups
@pytest.mark.parametrize(
    "program", [hostile_programs.SHARED_MEMORY, hostile_programs.FILLED_SOCKETS], ids=["shared memory", "sockets"]
)
def test_memory_that_no_process_shows_counts_for_the_limit(run, program):
    report = run(program)
    assert (report.limit, report.lost) == ("memory", ""), report
    assert report.memory_peak <= 1.1 * SMALL.memory * MB


@needs_sandbox
@needs_groups
def test_all_processes_of_a_sandbox_together_get_one_processor(run):
    report = run(hostile_programs.BURNERS)
    assert report.limit == "processor time"
    assert report.processor_seconds <= 1.1 * report.seconds


@needs_sandbox
def test_a_sandbox_ends_first_when_the_machine_has_no_memory(run):
    assert run("print(open('/proc/self/oom_score_adj').read())").stdout.strip() == "1000"


def test_a_sandbox_without_a_control_group_is_refused_unless_the_organiser_insists(monkeypatch):
    monkeypatch.setattr(supervisor, "new_group", lambda _: None)
    order = SandboxOrder("/package", ("python", "bot.py"), "python", SMALL)
    with pytest.raises(UsageError, match="--without-control-groups"):
        supervisor.Supervision(order).new_group()
    assert supervisor.Supervision(replace(order, grouped=False)).new_group() is None


@needs_sandbox
def test_files_without_a_name_hold_no_memory(run):
    assert "memfd: Function not implemented" in run(hostile_programs.HIDDEN_MEMORY).stdout


@needs_sandbox
@pytest.mark.skipif(shutil.which("node", path="/usr/bin") is None, reason="needs Debian's nodejs")
@pytest.mark.parametrize(
    "grouped", [pytest.param(True, marks=needs_groups), False], ids=["control groups", "no control groups"]
)
def test_node_runs_with_and_without_control_groups(package, grouped):
    (package / "bot.mjs").write_text(hostile_programs.NODE)
    order = SandboxOrder(str(package), ("node", "bot.mjs"), "node", SMALL, grouped=grouped)
    report = run_in_sandbox(order, WITHIN)
    assert (report.stdout, report.exit_code) == ("EAFNOSUPPORT\n", 0)


@needs_sandbox
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a C compiler")
def test_a_static_program_has_its_package_alone(package):
    (package / "bot.c").write_text(hostile_programs.STATIC)
    subprocess.run(["gcc", "-static", "-o", package / "bot", package / "bot.c"], check=True)
    report = run_in_sandbox(SandboxOrder(str(package), ("bot",), "static", SMALL, grouped=GROUPED), WITHIN)
    assert (report.stdout, report.exit_code) == ("no /usr\n", 7)


@needs_sandbox
def test_children_left_behind_end_with_the_bot(run):
    report = run(hostile_programs.ORPHANS)
    assert (report.stdout, report.exit_code, report.limit) == ("left\n", 0, "")
    assert report.seconds < 19  # they would sleep for 20
    assert groups_left_over() == []


@needs_sandbox
def test_the_first_and_the_last_output_are_reported(run):
    report = run(hostile_programs.TWO_OUTPUTS)
    assert report.exit_code == 7
    assert report.stderr == "oops\n"
    assert report.stdout.startswith("a" * KEPT + f"\n[... {80000 - 2 * KEPT:,} bytes are left out of this log ...]\n")
    assert report.stdout.endswith("b" * KEPT)
    assert report.processor_seconds > 0
    assert report.memory_peak > 1 << 20


@needs_sandbox
def test_a_program_may_print_without_end_and_its_log_says_what_is_left_out(run):
    report = run(hostile_programs.LONG_OUTPUT)
    assert (report.exit_code, report.limit) == (0, "")
    assert report.stdout.startswith("the first words\n")
    assert report.stdout.endswith("the last words\n")
    left_out = (100 << 20) + len("the first words\n" + "the last words\n") - 2 * KEPT
    assert f"\n[... {left_out:,} bytes are left out of this log ...]\n" in report.stdout


@needs_sandbox
def test_the_bot_ends_when_the_arena_does(package):
    (package / "bot.py").write_text("print('begun', flush=True)\nimport time\ntime.sleep(60)")
    order = SandboxOrder(str(package), ("python", "bot.py"), "python", SMALL, grouped=GROUPED)
    supervisor = subprocess.Popen([sys.executable, *SUPERVISOR], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    data, _ = supervisor.communicate(order.line().encode(), timeout=WITHIN)  # and closes stdin
    report = json.loads(data)
    assert (report["exit_code"], report["dismissed"], report["limit"]) == (128 + signal.SIGKILL, True, "")
    assert groups_left_over() == []


# What a bot can see and reach --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """Return what a program in the sandbox finds while it looks for a way out. Another bot's socket lies beside it."""
    if TROUBLE:
        pytest.skip(TROUBLE)
    top = tmp_path_factory.mktemp("bots")
    for each in (top, *top.parents[:2]):
        each.chmod(each.stat().st_mode | 0o055)
    package = top / "package"
    package.mkdir()
    (package / "escape").symlink_to("/etc/passwd")
    names = {"OTHER": str(top / "other.sock"), "ABSTRACT": f"tlachtli-test-{os.getpid()}", "HOME": str(Path.home())}
    program = "".join(f"{name} = {value!r}\n" for name, value in {**names, "ARENA": os.getpid()}.items())
    (package / "bot.py").write_text(program + hostile_programs.LOOK_AROUND)
    with closing(socket.socket(socket.AF_UNIX)) as other, closing(socket.socket(socket.AF_UNIX)) as abstract:
        other.bind(names["OTHER"])
        abstract.bind("\0" + names["ABSTRACT"])
        for each in (other, abstract):
            each.listen()
        report = run_in_sandbox(
            SandboxOrder(str(package), ("python", "bot.py"), "python", SandboxBounds(), grouped=GROUPED), WITHIN
        )
    assert report.exit_code == 0, report
    return json.loads(report.stdout)


def test_there_is_no_network(seen):
    for family in ("internet", "internet 6", "netlink", "vsock", "packets"):
        assert seen[family] == "Address family not supported by protocol"
    assert seen["interfaces"] == "No such file or directory"


def test_no_socket_of_this_machine_can_be_reached(seen):
    assert seen["abstract"] == "Connection refused"
    assert seen["other socket"] == "No such file or directory"


def test_no_file_of_this_machine_can_be_read(seen):
    for name in ("passwords", "etc", "link"):
        assert seen[name] == "No such file or directory"
    assert seen["home"] in {"No such file or directory", "['.pyenv']"} or "token" not in seen["home"]


def test_nothing_but_tmp_can_be_written(seen):
    assert seen["new files"] == []
    assert seen["sysctl"] in {"Permission denied", "Read-only file system"}


def test_no_other_process_is_visible_and_none_gets_signals(seen):
    assert seen["processes"] == sorted({1, seen["own number"]})
    assert seen["arena"] == "No such process"
    assert seen["all"] in {"None", "No such process"}


def test_the_environment_holds_nothing_of_the_arena(seen):
    allowed = {"HOME", "LANG", "PATH", "PWD", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
    assert set(seen["environment"]) <= allowed | {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "GRPC_VERBOSITY"}
    assert seen["environment of 1"] == ""
    assert set(seen["files"]) <= {"0", "1", "2", "3"}  # the last one lists them


def test_a_program_has_no_rights_and_cannot_gain_any(seen):
    assert seen["user"] == 1000
    assert int(seen["rights"], 16) == int(seen["bounding"], 16) == 0
    assert (seen["no new rights"], seen["filter"]) == ("1", "2")
    assert not seen["setuid counts"]
    assert not seen["setuid of the system counts"]
    assert seen["keys"] == -1


# Without what it needs -----------------------------------------------------------------------------------------------


def test_without_bubblewrap_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setattr(wrapping.shutil, "which", lambda *_, **__: None)
    assert "apt-get install bubblewrap" in sandbox_trouble()


@needs_sandbox
def test_a_sandbox_that_cannot_be_made_runs_nothing(package):
    order = SandboxOrder(str(package / "missing"), ("python", "bot.py"), "python", SMALL, grouped=GROUPED)
    report = run_in_sandbox(order, WITHIN)
    assert report.trouble or "bwrap" in report.stderr
    assert report.exit_code == 1


def test_there_is_a_filter_for_the_usual_processors_alone():
    assert call_filter("x86_64") != call_filter("aarch64")
    with pytest.raises(Exception, match="processor riscv64: expected x86_64 or aarch64"):
        call_filter("riscv64")


# Parts ----------------------------------------------------------------------------------------------------------------


def test_an_excerpt_has_all_of_a_short_output():
    excerpt = OutputExcerpt()
    for piece in (b"a" * (KEPT - 1), b"bc", b"d" * (KEPT - 1)):
        excerpt.add(piece)
    assert excerpt.text() == "a" * (KEPT - 1) + "bc" + "d" * (KEPT - 1)
    excerpt.add(b"e")
    assert excerpt.left_out == 1
    assert excerpt.text().endswith("d" * (KEPT - 1) + "e")


def test_a_group_of_version_2_is_made_where_its_controllers_are(tmp_path):
    own = tmp_path / "own"
    own.write_text("0::/arena.service/main\n")
    (tmp_path / "cgroup.controllers").write_text("memory pids")
    (tmp_path / "arena.service" / "main").mkdir(parents=True)
    assert new_group("1", tmp_path, own) is None  # a folder of a disk has no controllers
    assert not list(tmp_path.rglob("tlachtli-1"))


def test_groups_of_supervisors_that_have_ended_are_removed(tmp_path):
    own = tmp_path / "own"
    own.write_text("4:memory:/arena\n")
    gone, alive = (tmp_path / "memory" / "arena" / f"tlachtli-{number}" for number in (2**22 + 1, os.getpid()))
    for each in (gone, alive):
        each.mkdir(parents=True)
    clear_groups(root=tmp_path, own=own)
    assert (gone.exists(), alive.exists()) == (False, True)


@pytest.fixture
def link():
    """Return a connection between a bot and the arena, its two outer ends, and the function that forwards bytes."""
    (bot, near), (far, arena) = socket.socketpair(), socket.socketpair()
    selector, calls = selectors.DefaultSelector(), set()
    made = ForwardedCall(selector, calls, near, far, SimpleNamespace(is_left=lambda: True, read=lambda _: None))
    bot.setblocking(False)
    arena.setblocking(False)

    def carry(times=1):
        for _ in range(times):
            for key, _ in selector.select(0):
                if selector.get_map().get(key.fd) is key:
                    key.data()

    with closing(bot), closing(arena), closing(selector):
        yield SimpleNamespace(bot=bot, arena=arena, carry=carry, links=calls, waiting=lambda: len(made.waiting[far]))
        made.close()


def test_a_link_carries_both_ways_and_holds_up_a_side_that_is_not_read(link):
    sent = 0
    for _ in range(500):
        with suppress(BlockingIOError):
            sent += link.bot.send(b"x" * (1 << 16))
        link.carry()
    assert link.waiting() < 2 * UNSENT  # and the rest waits where the bot is
    came = bytearray()
    while len(came) < sent:
        with suppress(BlockingIOError):
            came += link.arena.recv(1 << 20)
        link.carry()
    link.arena.send(b"answer")
    link.carry(3)
    assert link.bot.recv(10) == b"answer"


def test_a_link_ends_with_either_end_also_if_both_have_something_to_say(link):
    link.bot.send(b"last words")
    link.arena.send(b"last words")
    link.bot.close()
    link.arena.close()
    link.carry(3)
    assert link.links == set()
