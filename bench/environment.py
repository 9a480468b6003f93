"""The bench's own virtual environments, in `.bench/`, separate from those for development and tests.

`anchors` has the engines of other projects, `compiled` and `interpreted` have a wheel of the project, and `tools`
builds these wheels. An environment is stored, and made again when its sources have changed.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
HOME: Final = ROOT / ".bench"
FAILURE: Final = HOME / "failure.log"  # the error output of the last command that failed
MODERN: Final = (12, 13, 14)  # of Python 3, for packages without wheels for older ones
GRACE: Final = 20.0  # seconds for a process to end after an interrupt
NOT_BUILT_FROM: Final = ("bench/", "tests/", "docs/")  # a change there needs no new wheel


class BenchError(Exception):
    """Raised if something could not be measured; the message says why."""


class Deadline:
    """The time at which the bench has to end."""

    def __init__(self, seconds: float) -> None:
        self.end = monotonic() + seconds

    def left(self) -> float:
        """Return the seconds until the deadline. Raise BenchError if the deadline has passed."""
        left = self.end - monotonic()
        if left <= 0:
            raise BenchError("out of time")
        return left


def run(command: Sequence[str | Path], deadline: Deadline, folder: Path = ROOT, **variables: str) -> str:
    """Return the output of a command. Raise BenchError if the command fails or takes too long."""
    what = " ".join(str(part) for part in command if str(part) == Path(part).name)  # the path is left out of messages
    try:
        process = subprocess.Popen(  # noqa: S603  commands of the bench's own
            command,
            cwd=folder,
            env=outside() | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    except OSError as error:
        raise BenchError(f"{what}: {error}") from error
    with process:
        try:
            output, errors = process.communicate(timeout=deadline.left())
        except subprocess.TimeoutExpired as error:
            interrupt(process)
            raise BenchError(f"{what}: not finished when the time of the bench was over") from error
    if process.returncode != 0:
        FAILURE.write_text(f"{' '.join(str(part) for part in command)}\n{output}\n{errors}")
        raise BenchError(f"{what}: exit code {process.returncode}, see {FAILURE.relative_to(ROOT)}")
    return output


def interrupt(process: "subprocess.Popen[str]") -> None:
    """End a process as Ctrl-C does, so that it can end those that it started. Kill it if that takes too long."""
    process.send_signal(signal.SIGINT)
    try:
        process.communicate(timeout=GRACE)
    except subprocess.TimeoutExpired:
        process.kill()


def outside() -> dict[str, str]:
    """Return the environment variables of this process, except those that make further packages visible to Python."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV", "ARENA_"))
    }


class Environment:
    """A virtual environment. It is made when it is first needed."""

    def __init__(self, name: str, made_by: str = sys.executable) -> None:
        self.made_by: Final = made_by  # the Python that it is made with
        self.folder: Final = HOME / name
        self.python: Final = self.folder / "bin" / "python"

    def hold(self, contents: str, arguments: Sequence[str | Path], deadline: Deadline) -> None:
        """Make the environment with the packages in `arguments`. Do nothing if an earlier run has made it.

        `contents` is a text about the packages. If it differs from that of the earlier run, the environment is made
        again.
        """
        stamp = self.folder / "holds"
        contents = f"{sys.version} {self.made_by}\n{contents}"
        if stamp.exists() and stamp.read_text() == contents:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        run([self.made_by, "-m", "venv", "--without-pip", self.folder], deadline)  # works without ensurepip, too
        self.pip(["install", "--quiet", *arguments], deadline)
        stamp.write_text(contents)

    def pip(self, arguments: Sequence[str | Path], deadline: Deadline, **variables: str) -> None:
        """Run pip on this environment, with these arguments. The pip is that of the Python that runs the bench."""
        pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", self.python]
        run([*pip, *arguments], deadline, ROOT, **variables)


def anchors(deadline: Deadline) -> Environment:
    """Return the environment with the engines of other projects, with which the bench compares the project's speed."""
    environment = Environment("anchors")
    pinned = ROOT / "bench" / "anchors.txt"
    environment.hold(pinned.read_text(), ["-r", pinned], deadline)
    return environment


def project(name: str, deadline: Deadline) -> Environment:
    """Return the environment `compiled` or `interpreted`, with the current project installed."""
    environment = Environment(name)
    constraints = ROOT / "constraints.txt"
    constrained: list[str | Path] = ["-c", constraints] if constraints.exists() else []
    if (environment.folder / "holds").exists() and (environment.folder / "holds").read_text().endswith(fingerprint()):
        return environment
    wheel, _ = build(name, deadline)
    environment.hold(fingerprint(), [*constrained, f"{wheel}[server,postgresql,cluster]"], deadline)
    return environment


def learners(name: str, deadline: Deadline) -> Environment:
    """Return an environment with the compiled project and packages for reinforcement learning, such as PettingZoo.

    With the name `modern` it has Python 3.12 or later, with any other name the Python that runs the bench.
    """
    environment = Environment(name, modern_python() if name == "modern" else sys.executable)
    pinned = ROOT / "bench" / "learners.txt"
    contents = pinned.read_text() + fingerprint()
    stamp = environment.folder / "holds"
    if not (stamp.exists() and stamp.read_text().endswith(contents)):
        wheel, _ = build("compiled", deadline, environment.made_by)
        environment.hold(contents, ["-r", pinned, f"{wheel}[rl]"], deadline)
    return environment


def catan(deadline: Deadline) -> Environment:
    """Return the environment with fastcatan, which has wheels for Python 3.12 and later only."""
    environment = Environment("catan", modern_python())
    pinned = ROOT / "bench" / "catan.txt"
    environment.hold(pinned.read_text(), ["-r", pinned], deadline)
    return environment


def modern_python() -> str:
    """Return a Python 3.12 or later: BENCH_PYTHON, this Python, one on the path, or one that pyenv installed.

    Raise BenchError if there is none.
    """
    named = [os.environ["BENCH_PYTHON"]] if "BENCH_PYTHON" in os.environ else []
    for candidate in [*named, sys.executable, *(f"python3.{minor}" for minor in MODERN), *installed_by_pyenv()]:
        found = shutil.which(candidate)
        if found is not None and version_of(found) >= (3, 12):
            return found
    raise BenchError("no Python from 3.12 is found, which fastcatan needs; BENCH_PYTHON may name one")


def installed_by_pyenv() -> list[str]:
    """Return the paths of the Pythons from 3.12 on that pyenv installed, 3.12 first.

    These are the programs themselves. The commands such as `python3.12` that pyenv puts on the search path work only
    for a version that the user has selected in pyenv.
    """
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    return [str(path) for minor in MODERN for path in sorted(root.glob(f"versions/3.{minor}.*/bin/python3"))]


def version_of(python: str) -> tuple[int, ...]:
    """Return the version of a Python as a tuple such as (3, 12); an empty tuple if this Python does not start."""
    ask = [python, "-c", "import sys; print(*sys.version_info[:2])"]
    done = subprocess.run(ask, capture_output=True, text=True, check=False)  # noqa: S603 -- found on the path
    return tuple(int(number) for number in done.stdout.split()) if done.returncode == 0 else ()


def build(name: str, deadline: Deadline, python: str = sys.executable) -> tuple[Path, float]:
    """Build a wheel of a clean copy, with a compiled or interpreted engine. Return its path and the build's seconds."""
    tools = Environment("tools" if python == sys.executable else "tools-modern", python)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    tools.hold("\n".join(needed), needed, deadline)
    modern = "" if python == sys.executable else "-modern"
    source = clean_copy(HOME / f"source-{name}{modern}")
    wheels = HOME / f"wheels-{name}{modern}"
    shutil.rmtree(wheels, ignore_errors=True)
    began = monotonic()
    tools.pip(
        ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, source],
        deadline,
        ARENA_MYPYC="require" if name == "compiled" else "0",
    )
    spent = monotonic() - began
    return next(wheels.glob("*.whl")), spent


def clean_copy(target: Path) -> Path:
    """Empty a folder. Copy all project files that git does not ignore into it, as they are now. Return the folder."""
    shutil.rmtree(target, ignore_errors=True)
    for file in source_files():
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, target / file)
    return target


def source_files() -> list[str]:
    """Return the path of every file that git tracks or would add."""
    listed = run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], Deadline(30))
    return sorted(file for file in set(listed.split("\0")) if file and (ROOT / file).is_file())


def fingerprint() -> str:
    """Return a digest of all files that go into a wheel of the project."""
    digest = hashlib.sha256()
    for file in source_files():
        if not file.startswith(NOT_BUILT_FROM):
            digest.update(file.encode() + b"\0" + hashlib.sha256((ROOT / file).read_bytes()).digest())
    return digest.hexdigest()
