"""Tests of the build: compiled if possible, pure Python if not, and a clear line about the reason."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
NO_COMPILER = "no-such-compiler"
HOT = "def double(n: int) -> int:\n    return 2 * n\n"
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


@pytest.fixture
def project(tmp_path):
    """Return a project that is built as this one is. Its engine has one function, which mypyc compiles in a second."""
    for name in ("pyproject.toml", "setup.py", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    games = tmp_path / "arena" / "games"
    laws = games / "conformance"
    laws.mkdir(parents=True)
    for path in (tmp_path / "README.md", *(folder / "__init__.py" for folder in (games.parent, games, laws))):
        path.touch()
    for interpreted in (games / "view.py", laws / "laws.py"):
        interpreted.write_text(HOT)
    (games / "hot.py").write_text(HOT)
    for name in named(tmp_path):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in (path.parent, path.parent.parent):
            (folder / "__init__.py").touch()
        path.touch()
    (tmp_path / "sdk").mkdir()
    return tmp_path


def named(project):
    """Return the modules that setup.py lists for compilation."""
    ask = [sys.executable, "-c", "import setup; print(*setup.FOR_EVERY_DECISION)"]
    asked = subprocess.run(ask, cwd=project, capture_output=True, text=True, check=True)
    return [name.removesuffix(".py") for name in asked.stdout.split()]


def build(project, **settings):
    environment = {name: value for name, value in os.environ.items() if name not in {"ARENA_MYPYC", "CC"}}
    command = [sys.executable, "-c", BUILD, str(project / "dist")]
    return subprocess.run(command, cwd=project, env=environment | settings, capture_output=True, text=True, check=False)


def wheel(project):
    (path,) = (project / "dist").glob("*.whl")
    return path


def compiled_modules(project):
    return {name.partition(".")[0] for name in ZipFile(wheel(project)).namelist() if name.endswith(".so")}


def our_lines(done):
    return [line for line in done.stderr.splitlines() if line.startswith("tlachtli:")]


@pytest.fixture
def compiler(project):
    """Skip the test if there is no C compiler."""
    probe = [sys.executable, "-c", "import setup; setup.try_compiler()"]
    if subprocess.run(probe, cwd=project, capture_output=True, check=False).returncode:
        pytest.skip("no C compiler with Python's headers; scripts/test --all installs one")


@pytest.mark.usefixtures("compiler")
def test_the_engine_is_compiled_and_other_modules_are_not(project):
    done = build(project)
    assert done.returncode == 0, done.stderr
    assert our_lines(done) == []
    assert compiled_modules(project) == {"arena/engine__mypyc", "arena/games/hot", *named(project)}
    assert all((ROOT / f"{name}.py").exists() for name in named(project))


@pytest.mark.usefixtures("compiler")
def test_compiled_modules_need_nothing_at_run_time_but_what_they_import(project):
    build(project)
    ZipFile(wheel(project)).extractall(project / "installed")
    use = "import sys; from arena.games import hot; print(hot.__file__, hot.double(21), 'librt' in sys.modules)"
    shown = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append('installed'); {use}"],
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    file, doubled, librt = shown.split()
    assert (Path(file).suffix, doubled, librt) == (".so", "42", "False")


def test_without_a_compiler_the_build_is_pure_and_says_so_in_one_line(project):
    done = build(project, CC=NO_COMPILER)
    assert done.returncode == 0, done.stderr
    (line,) = our_lines(done)
    assert NO_COMPILER in line
    assert line.endswith("it runs as pure Python")
    assert wheel(project).name.endswith("-py3-none-any.whl")


def test_without_a_compiler_a_required_engine_fails_and_says_what_was_expected(project):
    done = build(project, CC=NO_COMPILER, ARENA_MYPYC="require")
    assert done.returncode == 1
    (line,) = our_lines(done)
    assert NO_COMPILER in line
    assert line.endswith("asks for mypy and a C compiler with Python's headers")
    assert not list(project.glob("dist/*.whl"))


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("wish", "code"), [("1", 0), ("require", 1)])
def test_a_file_that_mypyc_refuses_is_named_and_fails_only_a_required_engine(project, wish, code):
    (project / "arena/games/hot.py").write_text(HOT.replace("2 * n", "'two'"))
    done = build(project, ARENA_MYPYC=wish)
    assert done.returncode == code
    assert "arena/games/hot.py:2: error" in done.stdout + done.stderr
    assert len(our_lines(done)) == 1


def test_a_pure_build_compiles_nothing_and_prints_nothing(project):
    done = build(project, ARENA_MYPYC="0", CC=NO_COMPILER)
    assert done.returncode == 0, done.stderr
    assert our_lines(done) == []
    assert wheel(project).name.endswith("-py3-none-any.whl")


def test_a_value_other_than_0_1_and_require_is_refused(project):
    done = build(project, ARENA_MYPYC="yes")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "ARENA_MYPYC=yes: expected 0, 1 or require"
