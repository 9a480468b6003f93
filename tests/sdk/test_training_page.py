"""Tests of the page on training: its example is trained in a short form, and plays."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/training.md"
FOLDER = ROOT / "example_bots/training"
PATHS = {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "OPENBLAS_NUM_THREADS": "1"}


def run(*words, cwd, **variables):
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=cwd,
        env=os.environ | PATHS | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    """Train a network for a short time. Return its file, and the output of the training."""
    folder = tmp_path_factory.mktemp("network")
    words = ("--games", 30, "--simulations", 6, "--epochs", 8)
    return folder / "network.npz", run(FOLDER / "train_numpy.py", *words, cwd=folder)


def test_training_makes_the_error_smaller(network):
    errors = [float(found) for found in re.findall(r"error ([\d.]+),", network[1])]
    assert len(errors) == 8
    assert errors[-1] < errors[0]
    assert network[1].endswith("network.npz is written\n")


def test_the_trained_network_plays_and_beats_random(network):
    words = ("-m", "arena", "play", FOLDER / "networked.py", "random", "--games", 2, "--seed", 1, "--no-review")
    table = run(*words, cwd=network[0].parent)
    (line,) = [line for line in table.splitlines() if line.startswith("networked ")]
    assert line.split()[1] == "100.0%"


def test_the_trained_network_passes_the_examination_of_an_arena(network):
    words = ("-m", "arena", "doctor", "--quick", FOLDER / "networked.py")
    assert "is fit to play" in run(*words, cwd=network[0].parent)


def test_a_missing_network_is_named(tmp_path):
    words = ("-m", "arena", "play", FOLDER / "networked.py", "random", "--games", "2")
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env=os.environ | PATHS, capture_output=True, text=True, check=False
    )
    assert "network.npz is no network: train one with train_numpy.py" in done.stderr


def test_the_search_of_the_page_runs(tmp_path):
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert "Searching" in run("-c", code, cwd=tmp_path)


def test_the_variant_with_torch_is_a_program_that_writes_the_same_file():
    programs = [FOLDER / "train_numpy.py", FOLDER / "train_torch.py"]
    names = [re.findall(r'"(first|bias|second)":', path.read_text()) for path in programs]
    assert names[0][:3] == names[1][:3] == ["first", "bias", "second"]
    for path in programs:
        ast.parse(path.read_text())


def test_every_command_of_the_page_names_a_program_that_there_is():
    programs = re.findall(r"example_bots/\S+\.py", PAGE.read_text())
    assert len(programs) >= 4
    assert all((ROOT / program).exists() for program in programs)
