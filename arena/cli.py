"""The command line, `arena`: an error is one line on stderr, and the exit code says which kind of failure it was.

Exit codes: 0 done, 1 failure, 2 wrong use, 3 a bot could not start, 4 a test was rejected, 5 a record is not correct,
130 interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from arena.cli_support.args import CommandParser, SuggestingParser
from arena.cli_support.output import note
from arena.errors import ArenaError, UsageError, how_to_install

# The modules of `arena.commands`, in the order of the help. Each adds the command that has its name.
MODULES: Final = (
    *("demo", "play", "new", "doctor", "show", "search", "analyse", "verify", "perft", "tensors"),
    *("serve", "worker", "cluster", "bot", "token", "invite", "match", "tournament", "schedule", "audit", "notice"),
    *("ranking", "storage", "prune", "completion"),
)
SEVERAL: Final = {"storage": ("export", "import", "backup", "restore", "move")}  # a module of more than one command
COMMANDS: Final = {name: module for module in MODULES for name in SEVERAL.get(module, (module,))}
INTERRUPTED: Final = 130
OUR_PACKAGES: Final = ("arena", "arena_sdk", "leaderboard")

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
    """Carry out the command that the arguments name. Return its exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    args = parser(needed(words)).parse_args(words)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except ArenaError as error:
        note(f"arena: {error}")
        return error.exit_code
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in OUR_PACKAGES:
            raise
        note(f"arena: this command needs {missing.name}, which is not installed: {how_to_install('server')}")
        return UsageError.exit_code
    except KeyboardInterrupt:
        note("arena: interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has closed it, as in `arena show FILE | head`
        drop_result()
        return 1
    except OSError as reason:  # such as a full disk, or a folder without permission to write
        drop_result()
        note(f"arena: {reason}")
        return 1
    return code


def drop_result() -> None:
    """Redirect stdout, to which writing has failed, to the null device.

    Without that, Python reports the error at exit again.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def needed(words: Sequence[str]) -> Sequence[str]:
    """Return the names of the modules to import for this command line: of one command, of all commands, or of none.

    `--version` needs none. If the first word is no command, all are needed, for the help or an error message.
    """
    if words and words[0] == "--version":
        return ()
    return [COMMANDS[words[0]]] if words and words[0] in COMMANDS else MODULES


class WholeParser(SuggestingParser):
    """The parser of the whole command line of `arena`. If there are no arguments, it prints the help and exits."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the command line. If it is empty, print the help and exit with the code for wrong use."""
        if not args:
            self.print_help(sys.stderr)
            self.exit(UsageError.exit_code)
        return super().parse_known_args(args, namespace)


def parser(modules: Sequence[str] = MODULES) -> argparse.ArgumentParser:
    """Import these modules of commands, and return a parser for their commands. To import all modules takes a while."""
    whole = WholeParser(
        prog="arena",
        description="A tournament arena for bots that play modern board games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    whole.add_argument("--version", action="version", version=f"arena {release()}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True, parser_class=CommandParser)
    for module in modules:
        import_module(f"arena.commands.{module}").add(commands)
    return whole


def release() -> str:
    """Return the version of the installed package; a remark in brackets if the program runs from its source."""
    try:
        return version("tlachtli")
    except PackageNotFoundError:
        return "(run from its source)"
