"""Connect a bot to an arena from the command line: the arguments, and the connection."""

import argparse
import atexit
import gc
import os
import re
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from typing import Final, NoReturn

from arena.errors import BotError, UsageError
from arena.games import GAMES
from arena_sdk.bot import AnyBot, bot_name, seats_of
from arena_sdk.contenders import check_attributes
from arena_sdk.local import Raised, seeded

VERSION: Final = re.compile(r"[A-Za-z0-9_.-]{1,32}", re.ASCII)
MATCHES: Final = 1
LEFT: Final = 130  # exit code of a bot that leaves at once
LEAVING: Final = 5.0  # seconds that a bot has to leave when its parent has ended

WORDS: Final = """\
The token stands in the environment (ARENA_TOKEN) or in a file. Off this machine the call goes over TLS. Ctrl-C, or
SIGTERM, takes no more matches and plays the running ones to their end; a second one leaves at once.
Exit codes: 0 drained, 1 the arena cannot be reached, 2 wrong use, 3 bot or token were refused, 130 left at once.
"""


def add_arguments(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """Add to a parser the command-line arguments that a bot needs to connect to an arena."""
    remote = parser.add_argument_group("on an arena", WORDS)
    remote.add_argument("--arena", metavar="HOST:PORT", required=required, help="attend this arena, or unix:/PATH")
    remote.add_argument("--token-file", metavar="FILE", help="where the token stands (default: ARENA_TOKEN)")
    remote.add_argument("--ca", metavar="FILE", help="over TLS, trusting only this file's CA")
    remote.add_argument("--tls", action="store_true", help="over TLS on this machine too, trusting public authorities")
    remote.add_argument(
        "--plaintext", action="store_true", help="without TLS off this machine too: the token can be read on the way"
    )
    remote.add_argument(
        "--matches",
        type=int,
        metavar="N",
        help=f"play so many at once, each on a thread of its own (default: {MATCHES})",
    )
    remote.add_argument("--json", action="store_true", help="one line of JSON for each result")
    remote.add_argument("-v", "--verbose", action="store_true", help="tell of each match of an examination, too")


def dial(bot: type[AnyBot], args: argparse.Namespace, *, parent: "ParentWatch | None" = None) -> int:
    """Connect a bot to an arena, and stay connected until the bot leaves. Return the exit code.

    The bot's prints go to stderr.
    """
    matches = MATCHES if args.matches is None else args.matches
    if matches < 1:
        raise UsageError(f"--matches {matches}: expected at least 1")
    try_out(bot)
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # the errors that matter are written below, in words
    # gRPC takes a while to import, and only a bot that connects needs it.
    from arena_sdk.remote.access import Access, read_token  # noqa: PLC0415
    from arena_sdk.remote.attendance import Attendance  # noqa: PLC0415
    from arena_sdk.remote.news import News  # noqa: PLC0415

    atexit.register(gc.freeze)  # see `leave`
    access = Access.to(args.arena, read_token(args.token_file), ca=args.ca, plaintext=args.plaintext, tls=args.tls)
    attendance = Attendance(bot, access, matches, News(as_json=args.json, verbose=args.verbose))
    if parent is not None:
        parent.ended = attendance.stop
    with redirect_stdout(sys.stderr):
        return attendance.run()


def leave(code: int) -> NoReturn:
    """End this process immediately.

    One of gRPC's threads may be stopped while it holds the lock of a call. Python finalizes that call when it exits,
    and would then wait without end. This function ends the process without finalizers.
    """
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def try_out(bot: type[AnyBot]) -> None:
    """Raise BotError if an arena would refuse the bot's class, or if no instance of it can be made."""
    if not VERSION.fullmatch(str(bot.version)):
        expected = "expected 1 to 32 letters, digits, '_', '.' and '-'"
        raise BotError(f"{bot_name(bot)} has the version {bot.version!r}: {expected}")
    if bot.games and not set(bot.games) & set(GAMES):
        raise BotError(f"{bot_name(bot)} plays {', '.join(bot.games)}: expected games among {', '.join(GAMES)}")
    games = [rules for rules in GAMES.values() if not bot.games or rules.name in bot.games]
    for rules in games:
        check_attributes(bot, rules)
    if not any(seats_of(bot, rules) for rules in games):
        expected = ", ".join(f"{rules.name} with {'/'.join(map(str, rules.seats))}" for rules in games)
        raise BotError(f"{bot_name(bot)} plays with seats = {bot.seats!r}: expected a number of {expected}")
    try:
        seeded(bot, 0)
    except (Exception, SystemExit) as reason:  # noqa: BLE001 -- whatever an author's code does
        raised = Raised(reason)
        raise BotError(f"{bot_name(bot)} could not be started: {raised.what}\n{raised.traceback}") from None


class ParentWatch:
    """Ends this process when its parent process has ended for any reason. The parent's end closes stdin."""

    def __init__(self) -> None:
        self.ended: Callable[[], None] = lambda: os._exit(LEFT)  # until the bot attends, nothing has to be closed

    def watch(self) -> None:
        """Start a thread that waits for the end of stdin and then disconnects the bot.

        If the process is still running some seconds later, the thread ends it.
        """
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        """Wait for the end of stdin, then disconnect the bot. End the process if that takes too long."""
        while os.read(sys.stdin.fileno(), 1):
            pass
        self.ended()
        time.sleep(LEAVING)
        os._exit(LEFT)
