"""The command line of bubblewrap for a sandbox: the folders that the bot sees, and the rights that it lacks.

As root, a supervisor first makes its own mount namespace and binds all files there, below a folder that every user may
enter. Then bubblewrap runs as a user that has no other processes. So the processes of the bot are counted separately,
and they own no file. Without root, bubblewrap binds the original folders.
"""

import ctypes
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import UsageError
from arena.sandbox.bot_manifest import Runtime
from arena.sandbox.bounds import SandboxBounds

INSTALL: Final = "bubblewrap is not installed: expected it, as by `apt-get install bubblewrap`"
NODE: Final = "Node.js is not installed below /usr: expected it, as by `apt-get install nodejs`"

MB: Final = 1 << 20
INSIDE_USER: Final = "1000"
BOT: Final = "/bot"
SOCKET: Final = "/run/arena.sock"
SITE: Final = "/opt/site"
OURS: Final = "/opt/tlachtli"
SHARED: Final = MB  # bytes of /dev/shm, which has no other use
LINKS: Final = ("/bin", "/sbin", "/lib", "/lib64")

CLONE_NEWNS: Final = 0x20000  # of Linux's sched.h
MS_NOSUID: Final = 2  # of Linux's mount.h, as the next ones
MS_NODEV: Final = 4
MS_BIND: Final = 4096
MS_REC: Final = 16384
MS_PRIVATE: Final = 1 << 18
MNT_DETACH: Final = 2
PR_SET_CHILD_SUBREAPER: Final = 36  # of Linux's prctl.h


@dataclass(frozen=True)
class Binding:
    """A file or folder of this machine, and its path in the sandbox. The bot can only read it."""

    source: str
    target: str


class SetupFiles(NamedTuple):
    """The descriptors of three files that are open for bubblewrap.

    `rules` has the filter of system calls. Bubblewrap writes its process id to the pipe `info`, and starts the bot when
    it can read from the pipe `start`.
    """

    rules: int
    info: int
    start: int


def bubblewrap() -> str:
    """Return the path of bubblewrap. If it is missing, raise UsageError with the command that installs it."""
    found = shutil.which("bwrap")
    if found is None:
        raise UsageError(INSTALL)
    return found


def bindings(runtime: Runtime, package: Path, socket: str) -> list[Binding]:
    """Return the files and folders that a bot's sandbox gets: those of its runtime, its package and its socket."""
    return [*of_runtime(runtime), Binding(str(package), BOT), *([Binding(socket, SOCKET)] if socket else [])]


def of_runtime(runtime: Runtime) -> Iterator[Binding]:
    """Yield the files and folders that a runtime needs in the sandbox.

    These are system programs and libraries, the interpreter and the SDK. The runtime `static` needs none.
    """
    if runtime == "static":
        return
    yield Binding("/usr", "/usr")
    for link in LINKS:
        if Path(link).is_dir() and not Path(link).is_symlink():
            yield Binding(link, link)
    if runtime == "python":
        yield from of_python()


def of_python() -> Iterator[Binding]:
    """Yield the folders of the Python interpreter, its packages and the arena, each with its path in the sandbox."""
    base = os.path.realpath(sys.base_prefix)
    if not Path(base).is_relative_to("/usr"):
        yield Binding(base, base)
    yield Binding(sysconfig.get_path("purelib"), SITE)
    for name in ("arena", "arena_sdk"):
        yield Binding(str(package_folder(name)), f"{OURS}/{name}")


def package_folder(name: str) -> Path:
    """Return the folder of a package of the arena, without importing the package."""
    for entry in sys.path:
        if (Path(entry or ".") / name / "__init__.py").exists():
            return (Path(entry or ".") / name).resolve()
    here = Path(__file__).resolve().parents[1]
    return here if name == "arena" else here.parent / "sdk" / name


def command_of(entry: Sequence[str], runtime: Runtime) -> list[str]:
    """Return the words of the command that starts a bot in its sandbox. Raise UsageError if its runtime is missing."""
    if runtime == "static":
        return [f"{BOT}/{entry[0]}", *entry[1:]]
    if runtime == "python":
        return [os.path.realpath(sys.executable), *entry[1:]]
    found = shutil.which("node", path="/usr/bin:/usr/local/bin")
    if found is None:
        raise UsageError(NODE)
    return [found, *entry[1:]]


def environment(runtime: Runtime, token: str) -> dict[str, str]:
    """Return the environment of a bot in a sandbox: a dict from the name of each variable to its value."""
    found = {"PATH": "/usr/bin", "HOME": "/tmp", "LANG": "C.UTF-8"}  # noqa: S108 -- the sandbox's own
    if token:
        found["ARENA_TOKEN"] = token
    if runtime == "python":
        # One thread for linear algebra: more would share the processor of the bot's other threads.
        found |= {"PYTHONPATH": f"{OURS}:{SITE}", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": "1"}
        found |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "GRPC_VERBOSITY": "NONE"}
    return found


def arguments(
    bound: Sequence[Binding], bounds: SandboxBounds, variables: dict[str, str], files: "SetupFiles"
) -> list[str]:
    """Return the options of bubblewrap as a list of texts, without the command of the bot.

    The caller passes them in a file, not on the command line: one of them is the bot's token, which must stay secret.
    """
    given = ["--unshare-all", "--unshare-user", "--disable-userns", "--uid", INSIDE_USER, "--gid", INSIDE_USER]
    given += ["--die-with-parent", "--new-session", "--clearenv", "--hostname", "sandbox"]
    given += ["--seccomp", str(files.rules), "--info-fd", str(files.info), "--block-fd", str(files.start)]
    for each in bound:
        given += ["--ro-bind", each.source, each.target]
    for link in LINKS:
        if Path(link).is_symlink():
            given += ["--symlink", str(Path(link).readlink()), link]
    given += ["--proc", "/proc", "--dev", "/dev", "--size", str(SHARED), "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]  # noqa: S108 -- as above
    given += ["--size", str(bounds.temporary * MB), "--tmpfs", "/tmp", "--remount-ro", "/", "--chdir", BOT]  # noqa: S108 -- as above
    for name, value in variables.items():
        given += ["--setenv", name, value]
    return given


# As root: a mount namespace of the supervisor's own ------------------------------------------------------------------


class Staging:
    """A folder with the files that a sandbox gets. Only the supervisor sees it, in its own mount namespace."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self._count = 0

    def open(self) -> None:
        """Make the mount namespace, and mount an empty file system at the folder.

        Raise OSError if this process lacks the right.
        """
        called(libc().unshare(CLONE_NEWNS))
        called(libc().mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
        flags = MS_NOSUID | MS_NODEV
        called(libc().mount(b"tmpfs", os.fsencode(self.folder), b"tmpfs", flags, b"mode=755,size=1m"))

    def close(self) -> None:
        """Unmount the folder's own file system, so that the folder can be removed."""
        libc().umount2(os.fsencode(self.folder), MNT_DETACH)

    def bind(self, binding: Binding) -> Binding:
        """Bind a file or folder into the staging folder.

        Return a Binding with the same path in the sandbox, but with the path in the staging folder as its source.
        """
        self._count += 1
        target = self.folder / str(self._count)
        if Path(binding.source).is_dir():
            target.mkdir(mode=0o755)
        else:
            target.touch()
        called(libc().mount(os.fsencode(binding.source), os.fsencode(target), None, MS_BIND, None))
        return Binding(str(target), binding.target)


def adopt_orphans() -> None:
    """Adopt each process below this one when its own parent ends. Raise OSError if that fails."""
    called(libc().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))


def libc() -> ctypes.CDLL:
    """Return the C library, so that its functions can be called."""
    return ctypes.CDLL(None, use_errno=True)


def called(result: int) -> None:
    """Raise OSError if a function of the C library has returned an error."""
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
