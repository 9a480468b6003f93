"""Tests of the default install, as a bot author has it: a wheel without extras in an empty environment."""

import os
import re
import shutil
import subprocess
import sys
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
BUILD = "import sys; from setuptools import build_meta; build_meta.build_{}(sys.argv[1])"
PACKAGES = {
    "arena": "",
    "leaderboard": "",
    "sdk/arena_sdk": "sdk/",
}  # and what a wheel leaves out of names
CONSTRAINTS = os.environ.get("ARENA_CONSTRAINTS", ROOT / "constraints.txt")
# A run of interpreted tests uses PYTHONPATH, which must not reach into the empty environment.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"ARENA_MYPYC": "0"}


def run(*command, cwd):
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """Return a source distribution, built from a copy of the packaged files, so that the tree does not change."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("arena", "leaderboard", "sdk"):
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for name in ("LICENSE", "README.md", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, copy)
    run(sys.executable, "-c", BUILD.format("sdist"), copy / "dist", cwd=copy)
    (path,) = (copy / "dist").glob("*.tar.gz")
    return path


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """Return a wheel, which is built from the source distribution."""
    unpacked = tmp_path_factory.mktemp("unpacked")
    shutil.unpack_archive(sdist, unpacked, filter="data")
    (source,) = unpacked.iterdir()
    run(sys.executable, "-c", BUILD.format("wheel"), unpacked / "dist", cwd=source)
    (path,) = (unpacked / "dist").glob("*.whl")
    return path


@pytest.fixture(scope="module")
def arena(wheel, tmp_path_factory):
    """Return a function that runs `arena` commands of the default install in a folder."""
    home = tmp_path_factory.mktemp("home")
    run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=home)
    pip = (sys.executable, "-m", "pip", "--python", home / "venv/bin/python")
    run(*pip, "install", "-qq", "--constraint", CONSTRAINTS, wheel, cwd=home)

    def command(*words):
        return run(home / "venv/bin/arena", *words, cwd=home)

    command.home = home
    return command


def test_the_default_install_asks_for_five_packages_and_no_more(wheel):
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(files.read(name).decode())
    needed = {line.partition(">")[0] for line in metadata.get_all("Requires-Dist") if "extra ==" not in line}
    assert needed == {"grpcio", "librt", "mypy-extensions", "protobuf", "trio"}


def test_a_wheel_from_the_source_distribution_has_every_file_of_the_packages(wheel):
    with ZipFile(wheel) as files:
        packed = {name for name in files.namelist() if ".dist-info/" not in name}
    ours = {
        str(path.relative_to(ROOT)).removeprefix(left_out)
        for folder, left_out in PACKAGES.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in {".so", ".pyc", ".c", ".h"}
    }
    assert packed == ours


def test_an_author_makes_a_bot_plays_it_and_shows_and_verifies_the_record(arena):
    arena("new", "my_bot")
    arena("play", "my_bot/bot.py", "random", "--game", "cacao", "--games", "2", "--records", "records")
    records = sorted((arena.home / "records").iterdir())
    assert len(records) == 2
    for record in records:
        assert arena("show", record, "--at", "5").strip()
        arena("verify", record)


def test_a_command_that_needs_more_says_what_to_install(arena):
    for words in (["ranking"], ["backup"], ["prune"], ["bot", "list"], ["demo"], ["serve"]):
        done = subprocess.run(
            [str(arena.home / "venv/bin/arena"), *words],
            cwd=arena.home,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2, words
        assert re.fullmatch(r"arena: .* needs \w+, which is not installed: expected pip install .*\n", done.stderr), (
            words
        )


@pytest.mark.long
def test_the_doctor_examines_a_bot_in_the_default_install(arena):
    arena("new", "patient")
    assert "is fit to play" in arena("doctor", "patient/bot.py")
