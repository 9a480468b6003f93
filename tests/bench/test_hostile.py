"""Tests of some attacks of `scripts/hostile`: no honest bot forfeits, and the arena continues."""

import subprocess
import sys

import pytest

from bench.hostile.attack import ATTACKS, NEED_SEATS, SOAK
from bench.hostile.fuzz import fuzz
from bench.hostile.scene import Scene, times_of
from tests.server.wire import ROOT, eventually

SECONDS = 120  # at most, on a machine that has other work too
MOST = 3  # times, at least: each attack ends as soon as it has done what it does so often
CHOSEN = (
    "broken bytes",
    "open and reset",
    "bad tokens, 30 connections",
    "calls with a token",
    "messages of a megabyte",
    "windows of no bytes",
    "choices to be refused",
    "failures with hostile texts",
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    """Return a served arena with two honest bots, which play against each other."""
    opened = Scene(tmp_path_factory.mktemp("hostile"), front=False, honest=2, warm=0, blocks=200)
    yield opened
    opened.close()
    said = "\n".join(opened.server.said)
    assert "Traceback" not in said, said
    assert "\x1b" not in said


@pytest.mark.parametrize("name", CHOSEN)
def test_an_attack_costs_no_honest_bot_a_match(scene, name):
    assert times_of(scene.attack(name, SECONDS, MOST)) >= MOST
    before = scene.rows[-1]["overs"]
    eventually(lambda: scene.rows[-1]["overs"] > before)
    assert scene.forfeits() == 0
    assert scene.lives()


def test_broken_texts_are_refused_and_keep_no_memory(capsys):
    assert fuzz(1000) == 0
    assert "\n0 kinds of faults" in capsys.readouterr().out


def test_a_soak_has_sixteen_known_attacks():
    assert len(set(SOAK)) == 16
    assert set(ATTACKS) >= {*SOAK, *CHOSEN, *NEED_SEATS}


def test_the_command_names_its_attacks():
    done = subprocess.run(
        [sys.executable, "-m", "bench.hostile", "--list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == list(ATTACKS)
    wrong = subprocess.run(
        [sys.executable, "-m", "bench.hostile", "--only", "kindness"], cwd=ROOT, capture_output=True, check=False
    )
    assert wrong.returncode == 2
