"""`arena new NAME`: make a folder with a bot that can play immediately."""

import argparse
import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from arena.cli_support.args import Commands, command
from arena.cli_support.output import say
from arena.errors import UsageError

FILES: Final = ("bot.py", "bot.toml", "test_bot.py", "README.md")
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,31}")


def add(commands: Commands) -> None:
    """Add the command `arena new` with its arguments to the command line."""
    parser = command(
        commands,
        "new",
        run,
        about="Make a folder with a bot that plays already: bot.py, bot.toml, test_bot.py and README.md.",
        examples=["arena new my_bot", "arena play my_bot/bot.py random"],
    )
    parser.add_argument(
        "name", metavar="NAME", help="the bot's name; the folder gets it too (a path makes it elsewhere)"
    )


def run(args: argparse.Namespace) -> int:
    """Make the folder of a new bot with its files. Raise UsageError if the folder exists or the name is invalid."""
    folder = Path(args.name)
    name = folder.name
    if not NAME.fullmatch(name) or not class_name(name).isidentifier() or keyword.iskeyword(class_name(name)):
        raise UsageError(f"bot name {name!r}: expected 2 to 32 letters, digits, '_' and '-', a letter first")
    if folder.exists():
        raise UsageError(f"{folder} exists already: expected the name of a new folder")
    folder.mkdir(parents=True)
    templates = files("arena_sdk") / "templates"
    for file in FILES:
        text = (templates / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace("MyBot", class_name(name)).replace("my_bot", name), encoding="utf-8")
    install = "" if find_spec("pytest") else "pip install pytest && "
    say(
        f"{folder} is ready. It plays already:\n\n  arena play {folder}/bot.py random\n  cd {folder} && {install}pytest"
    )
    return 0


def class_name(name: str) -> str:
    """Return the name of the Python class for a bot with the name `name`: `MyBot` for `my_bot`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split("[_-]", name))
