"""The command line, `arena`: what went wrong is one line on stderr, and the exit code says whose it was.

0 done, 1 failure, 2 wrong use, 3 a bot could not start, 4 a test was rejected, 5 a record is not what was played, 130
interrupted.
"""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from typing import Final, NoReturn

from arena.cli_support.args import CommandParser
from arena.cli_support.output import note
from arena.commands import (
    audit,
    bot,
    completion,
    demo,
    doctor,
    invite,
    match,
    new,
    notice,
    perft,
    play,
    prune,
    ranking,
    schedule,
    search,
    serve,
    show,
    storage,
    tensors,
    token,
    tournament,
    verify,
)
from arena.errors import ArenaError

COMMANDS: Final = (
    demo,
    play,
    new,
    doctor,
    show,
    search,
    verify,
    perft,
    tensors,
    serve,
    bot,
    token,
    invite,
    match,
    tournament,
    schedule,
    audit,
    notice,
    ranking,
    storage,
    prune,
    completion,
)
INTERRUPTED: Final = 130
INVALID_CHOICE: Final = re.compile(r"invalid choice: '(?P<word>[^']*)' \(choose from (?P<choices>.*)\)")

EPILOG: Final = """\
examples:
  arena demo
  arena new my_bot
  arena play my_bot/bot.py greedy --games 20

exit codes: 0 done, 1 failure, 2 wrong use, 3 a bot could not start,
            4 an SPRT was rejected, 5 a record is not what was played,
            130 interrupted

`arena COMMAND --help` says more about a command.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command; the exit code."""
    args = parser().parse_args(arguments)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except ArenaError as error:
        note(f"arena: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        note("arena: interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # whoever reads the result has enough, as in `arena show FILE | head`
        drop_result()
        return 1
    except OSError as reason:  # a full disk, a folder that may not be written
        drop_result()
        note(f"arena: {reason}")
        return 1
    return code


def drop_result() -> None:
    """Let nothing more be written to where a result could not be; Python would complain once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parser() -> argparse.ArgumentParser:
    """All commands and their arguments."""
    whole = Parser(
        prog="arena",
        description="A tournament arena for bots that play modern board games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"arena {release()}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True, parser_class=CommandParser)
    for command in COMMANDS:
        command.add(commands)
    return whole


class Parser(argparse.ArgumentParser):
    """An argument parser that suggests the nearest word for one that does not exist."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on stderr, and end with 2."""
        super().error(suggested(message))


def suggested(message: str) -> str:
    """Return a message of argparse about a wrong choice with the nearest right one in it; any other as it is."""
    found = INVALID_CHOICE.search(message)
    if found is None:
        return message
    close = get_close_matches(found["word"], re.findall(r"[\w./-]+", found["choices"]), n=1)
    if not close:
        return message
    return f"{message[: found.end('word') + 1]} (did you mean {close[0]!r}?){message[found.end('word') + 1 :]}"


def release() -> str:
    """The release that is installed."""
    try:
        return version("tlachtli")
    except PackageNotFoundError:
        return "(run from its source)"
