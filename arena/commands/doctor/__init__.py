"""`arena doctor`: check that a bot obeys the protocol, reconnects, answers in time, and plays its games."""

import argparse

from arena.cli_support.args import Commands, add_json, add_remote, command


def add(commands: Commands) -> None:
    """Add the command `arena doctor` with its arguments to the command line."""
    parser = command(
        commands,
        "doctor",
        run,
        about="Examine a bot: the protocol step by step, whole games, odd positions, broken connections, a restart. "
        "It takes two minutes at most: a slow bot gets fewer games and positions, and the report names what was left "
        "out. A step that fails shows what was said on the wire. The bot is a Python file, a folder that `arena new` "
        "made, a house bot, a command that puts it on the wire (--arena HOST:PORT is appended, or {arena} replaced; "
        "the token stands in ARENA_TOKEN), or, with --arena, the name of a bot that attends there. Ends with 3 if the "
        "bot cannot play.",
        examples=[
            "arena doctor my_bot.py",
            "arena doctor my_bot.py --quick",
            'arena doctor "node bot.mjs"',
            'arena doctor "./my_bot --server {arena}" --json',
            "arena doctor my_bot --arena 127.0.0.1:7420 --token-file my_bot.token",
        ],
    )
    parser.add_argument("bot", metavar="BOT", help="a file, a folder, a house bot, a command in quotes, or a name")
    parser.add_argument("--game", action="append", default=[], metavar="GAME", help="only this game (default: all)")
    parser.add_argument(
        "--quick", action="store_true", help="half a minute at most: the smallest table of each game, no restart"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="show what was said on the wire in every step")
    add_remote(parser, required=False)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Examine a bot, and print each step when it ends."""
    # gRPC is imported when a bot is examined.
    from arena.commands.doctor import examinations  # noqa: PLC0415

    return examinations.run(args)
