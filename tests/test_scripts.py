"""Tests of the scripts that set up the project: their checks, and what they install."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONSTRAINTS = (ROOT / "constraints.txt").read_text().splitlines()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def normal(requirement):
    """Return the name in a requirement, normalised as package indexes do it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=;\[ ]", requirement)[0]).lower()


def script(name, *words, tree=ROOT, **settings):
    return subprocess.run(
        [tree / "scripts" / name, *words],
        cwd="/",
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def fresh(tmp_path):
    """Return a folder with the scripts of the project, in which nothing was set up."""
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    return tmp_path


@pytest.mark.parametrize("name", ["build", "newest", "setup", "soak", "test"])
def test_help_says_how_to_use_a_script_and_does_nothing(name):
    done = script(name, "--help")
    assert done.stdout.startswith(f"usage: scripts/{name}")
    assert (done.returncode, done.stderr) == (0, "")


def test_setup_refuses_words_it_does_not_know():
    done = script("setup", "everything")
    assert done.returncode == 2
    assert done.stderr.startswith("usage: scripts/setup")


def test_setup_without_a_new_enough_python_says_what_it_expected(fresh):
    done = script("setup", tree=fresh, PYTHON="no-such-python")
    assert done.returncode == 1
    assert done.stderr.startswith("setup: expected Python 3.11 or newer, tried no-such-python;")
    assert [path.name for path in fresh.iterdir()] == ["scripts"]


@pytest.fixture
def set_up(fresh):
    """Return a folder in which everything was set up before."""
    for name in ("setup.py", "constraints.txt", "pyproject.toml", "sdk", "leaderboard"):
        (fresh / name).symlink_to(ROOT / name)
    (fresh / "arena").mkdir()  # its own, because compiled files are removed from it
    (fresh / "arena" / "__init__.py").touch()
    venv = fresh / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").write_text(f'#!/bin/sh\n[ "$2" = compileall ] || exec {sys.executable} "$@"\n')
    (venv / "bin" / "python").chmod(0o755)
    (venv / "bin" / "uv").write_text('#!/bin/sh\n[ "$1" = --version ] || { echo "uv $*"; exit 3; }\n')
    (venv / "bin" / "uv").chmod(0o755)
    (venv / "tools").write_text(
        "dev,server,postgresql " + (ROOT / "setup.py").read_text() + (ROOT / "constraints.txt").read_text()
    )
    wanted = "cat pyproject.toml constraints.txt scripts/setup && ls -- */__init__.py sdk/*/__init__.py"
    made = subprocess.run(["bash", "-c", wanted], cwd=fresh, capture_output=True, text=True, check=True).stdout
    (venv / "installed").write_text(f"dev,server,postgresql {made}")
    return fresh


def test_setup_ends_with_what_comes_next_unless_another_script_goes_on(set_up):
    done = script("setup", tree=set_up, ARENA_MYPYC="0", ARENA_SETUP_QUIETLY="")
    assert (done.returncode, done.stderr) == (0, "setup: done; next: source .venv/bin/activate\n")
    done = script("setup", tree=set_up, ARENA_MYPYC="0", ARENA_SETUP_QUIETLY="1")
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("demo", "test"):
        assert "ARENA_SETUP_QUIETLY=1" in (ROOT / "scripts" / name).read_text()


def test_what_the_tests_need_is_enough_for_running_and_not_the_other_way_round(set_up):
    assert script("setup", "--running", tree=set_up, ARENA_MYPYC="0", ARENA_SETUP_QUIETLY="1").stderr == ""
    installed = set_up / ".venv" / "installed"
    installed.write_text(installed.read_text().replace("dev,server,postgresql", "server", 1))
    assert script("setup", "--running", tree=set_up, ARENA_MYPYC="0", ARENA_SETUP_QUIETLY="1").stderr == ""
    done = script("setup", tree=set_up, ARENA_MYPYC="0")
    assert done.returncode == 1
    assert "uv pip install --python .venv/bin/python" in done.stderr
    assert ".[dev,server,postgresql]" in done.stderr
    assert not installed.exists()  # it is half installed: the next run has to go on


def test_the_demo_installs_what_running_needs_and_compiles_nothing(set_up):
    assert "scripts/setup --running\n" in (ROOT / "scripts" / "demo").read_text()
    settings = {name: value for name, value in os.environ.items() if name != "ARENA_MYPYC"}
    stale = set_up / "arena" / "engine__mypyc.so"
    stale.touch()
    command = [set_up / "scripts" / "setup", "--running"]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "setup: done; next: source .venv/bin/activate\n")
    assert not stale.exists()  # it is older than its source, and would hide it


@pytest.mark.parametrize(
    ("variable", "found"),
    [("PIP_INDEX_URL", "UV_DEFAULT_INDEX"), ("PIP_EXTRA_INDEX_URL", "UV_INDEX"), ("PIP_FIND_LINKS", "UV_FIND_LINKS")],
)
def test_packages_come_from_where_pip_gets_them(set_up, variable, found):
    (set_up / ".venv" / "installed").unlink()
    (set_up / ".venv" / "bin" / "uv").write_text(
        f'#!/bin/sh\n[ "$1" = --version ] || {{ echo "from ${found}"; exit 3; }}\n'
    )
    done = script("setup", tree=set_up, PYTHON=sys.executable, ARENA_MYPYC="0", **{variable: "file:///packages/simple"})
    assert "from file:///packages/simple\n" in done.stderr


@pytest.mark.parametrize("name", ["soak", "test"])
def test_the_tests_that_a_script_names_are_there(name):
    named = re.findall(r"tests/[\w/.]+", (ROOT / "scripts" / name).read_text().partition("HELP\n}")[2])
    assert len(named) > 4
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(("words", "code"), [(["everything", "more"], 2), (["--everything"], 2)])
def test_build_refuses_words_it_does_not_know(words, code):
    done = script("build", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("usage: scripts/build")


# Waits until a line of progress was printed; so the test needs no clock.
WAITS = "until grep -q 'waiting ... 4 s' said; do sleep 0.01; done; echo a warning"


def timed(folder, work):
    command = f"set -euo pipefail; source {ROOT}/scripts/common.sh; log=log; timed waiting {work} 2>said"
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=os.environ | {"TICK": "0.01", "WAITS": WAITS}, check=False
    ).returncode


def test_long_work_says_that_it_goes_on_and_its_output_goes_to_the_log(tmp_path):
    assert timed(tmp_path, 'bash -c "$WAITS"') == 0
    first, second, *_, last = (tmp_path / "said").read_text().splitlines()
    assert first == "bash: waiting"
    assert second == "bash: waiting ... 4 s"
    assert re.fullmatch(r"bash: waiting: done after \d+ s", last)
    assert (tmp_path / "log").read_text() == "a warning\n"


def test_work_that_fails_shows_the_end_of_the_log_and_says_where_it_is(tmp_path):
    assert timed(tmp_path, "bash -c 'echo because; exit 3'") == 1
    said = (tmp_path / "said").read_text()
    assert "because\n" in said
    assert re.search(r"waiting: failed after \d+ s; the whole output is in log$", said, re.MULTILINE)


def test_wheels_are_made_for_every_python_that_the_project_names():
    named = [line.rpartition(":: ")[2] for line in PROJECT["project"]["classifiers"] if ":: 3." in line]
    assert named == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{each.replace('.', '')}-*" for each in named]
    assert PROJECT["tool"]["cibuildwheel"]["environment"]["ARENA_MYPYC"] == "require"


SKIPS = """
import signal

import pytest

def test_a_process_can_be_interrupted_also_if_its_shell_ignores_interrupts():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

def test_what_there_is_not():
    pytest.skip("not here")
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [[], ["-n2", "--dist=worksteal"]], ids=["alone", "side by side"])
@pytest.mark.parametrize(("wish", "code"), [([], 0), (["--no-skips"], 1)], ids=["any", "no skips"])
def test_a_skip_is_reported_and_fails_with_no_skips(tmp_path, workers, wish, code):
    (tmp_path / "test_skips.py").write_text(SKIPS)
    command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-m", "pytest", "-c", "pyproject.toml"]
    command += ["-p", "tests.conftest", "-p", "no:cacheprovider"]
    done = subprocess.run([*command, *workers, *wish, tmp_path], cwd=ROOT, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == code, done.stdout + done.stderr
    assert [line.partition(": ")[2] for line in lines if line.startswith("SKIPPED")] == ["not here"]
    assert "1 passed, 1 skipped" in lines[-1]
    assert any(line.startswith("--no-skips: ") for line in lines) == bool(wish)


def test_constraints_are_plain_names_and_versions():
    assert [line for line in CONSTRAINTS if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_whatever_the_project_asks_for_has_a_tested_version():
    project = PROJECT["project"]
    asked = [*PROJECT["build-system"]["requires"], *project["dependencies"]]
    asked += [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    assert {normal(line) for line in asked} - {normal(line) for line in CONSTRAINTS} == set()


def test_every_exception_to_a_lint_rule_has_its_reason():
    lines = (ROOT / "pyproject.toml").read_text().partition("[tool.ruff.lint]")[2].partition("[tool.mypy]")[0]
    exceptions = [line for line in lines.splitlines() if re.match(r'\s+"[A-Z]+[0-9]*",|"[^"]+" = \[', line)]
    assert len(exceptions) > 10
    assert [line for line in exceptions if "#" not in line and not line.endswith("[")] == []
