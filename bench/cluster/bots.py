"""The bots of the cup: house bots, submitted bots in Python and JavaScript, and bots that their author runs at home."""

import shutil
from pathlib import Path
from typing import Final

from bench.environment import ROOT

HOUSE: Final = ("greedy", "sampler", "mcts-50", "mcts-200")
SUBMITTED: Final = ("planter", "counter")  # in Python and in JavaScript
DIALLING: Final = ("ana", "bob")
ENTRANTS: Final = (*HOUSE, *SUBMITTED, *DIALLING)
BOT: Final = """
import time

from arena_sdk import Bot, run


class Steady(Bot):
    "Takes an option by its number, after a moment."

    version = "1"

    def choose(self, turn):
        time.sleep(0.2)
        return turn.options[turn.number * 7 % len(turn.options)]


run(Steady)
"""
PYTHON: Final = 'version = "1"\nentry = "python planter.py --matches 4"\ngames = ["cacao"]\n'
NODE: Final = 'version = "1"\nentry = "node bot.mjs --matches 4 --proto proto"\nruntime = "node"\ngames = ["cacao"]\n'
MODULES: Final = ROOT / "example_bots" / "javascript" / "node_modules"


def fill_python(folder: Path) -> None:
    """Write the package of the submitted bot in Python to a new folder."""
    folder.mkdir()
    shutil.copy(ROOT / "example_bots" / "planter.py", folder)
    (folder / "bot.toml").write_text(PYTHON)


def fill_node(folder: Path) -> None:
    """Write the package of the submitted bot in JavaScript, with the protocol and its npm packages, to a new folder."""
    leave = shutil.ignore_patterns("*.d.ts", "*.map", "*.md", "*.ts", "@types", "undici-types", ".*", "LICENSE*")
    folder.mkdir()
    shutil.copy(MODULES.parent / "bot.mjs", folder)
    shutil.copytree(MODULES, folder / "node_modules", ignore=leave)
    shutil.copytree(ROOT / "proto" / "arena", folder / "proto" / "arena")
    (folder / "bot.toml").write_text(NODE)
