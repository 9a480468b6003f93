"""The scripts that set everything up: what they say before they do anything, and what they install."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONSTRAINTS = (ROOT / "constraints.txt").read_text().splitlines()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def normal(requirement):
    """The name in a requirement, as package indexes compare names."""
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
    """A clone in which nothing was set up yet."""
    (tmp_path / "scripts").symlink_to(ROOT / "scripts")
    return tmp_path


@pytest.mark.parametrize("name", ["newest", "setup", "test"])
def test_help_says_how_to_use_a_script_and_does_nothing(name):
    done = script(name, "--help")
    assert done.stdout.startswith(f"usage: scripts/{name}")
    assert (done.returncode, done.stderr) == (0, "")


def test_setup_refuses_words_it_does_not_know():
    done = script("setup", "everything")
    assert done.returncode == 2
    assert done.stderr.startswith("usage: scripts/setup")


def test_without_a_python_that_is_new_enough_setup_says_what_it_expected_and_makes_nothing(fresh):
    done = script("setup", tree=fresh, PYTHON="no-such-python")
    assert done.returncode == 1
    assert done.stderr.startswith("setup: expected Python 3.11 or newer, tried no-such-python;")
    assert [path.name for path in fresh.iterdir()] == ["scripts"]


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
