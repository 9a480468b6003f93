"""`python -m arena_sdk BOT --arena HOST:PORT`: connect a house bot, or the bot in a file, to an arena."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Final

from arena.errors import ArenaError
from arena.texts import clean
from arena_sdk.contenders import resolve
from arena_sdk.dial import ParentWatch, add_arguments, dial, leave

PARENT: Final = ParentWatch()


def main(arguments: Sequence[str] | None = None) -> int:
    """Connect a bot to an arena, and stay connected until the bot leaves. Return the exit code."""
    args = parser().parse_args(arguments)
    if args.with_parent:  # before the bot is loaded: that may take long, or never end
        PARENT.watch()
    try:
        with redirect_stdout(sys.stderr):
            bot, _ = resolve(args.bot)
        return dial(bot, args, parent=PARENT if args.with_parent else None)
    except ArenaError as error:
        sys.stderr.write(f"{clean(str(error), lines=True)}\n")
        return error.exit_code


def parser() -> argparse.ArgumentParser:
    """Return the parser for the arguments of `python -m arena_sdk`."""
    arguments = argparse.ArgumentParser(
        prog="python -m arena_sdk", description="Put a bot on the wire.", allow_abbrev=False
    )
    arguments.add_argument("bot", metavar="BOT", help="a house bot (random, greedy, sampler), or a file: my_bot.py")
    add_arguments(arguments, required=True)
    arguments.add_argument(
        "--with-parent", action="store_true", help="leave at once when stdin is closed, as a child of another process"
    )
    return arguments


if __name__ == "__main__":
    leave(main())
