"""Tests of the page for learners: its examples run as one program, and the sizes in its table are true."""

import re
from pathlib import Path

from arena.games import GAMES

PAGE = Path(__file__).parents[2] / "docs/learning.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_example_runs(capsys):
    names = {"__name__": "learning"}
    for text in BLOCK.findall(PAGE.read_text()):
        exec(compile(text, str(PAGE), "exec"), names)  # noqa: S102 -- that is what the test is about
    assert "Network against random at cacao" in capsys.readouterr().out


def test_the_table_holds_the_sizes():
    text = PAGE.read_text()
    for name, rules in GAMES.items():
        for seats in rules.seats:
            actions, observation = rules.action_space(seats), rules.observation_space(seats)
            planes = " x ".join(map(str, observation.blocks[0].shape))
            row = [name, seats, f"{actions.size:,}", actions.mask_bytes, f"{observation.size:,}", planes]
            assert "| " + " | ".join(map(str, row)) + " |" in text
