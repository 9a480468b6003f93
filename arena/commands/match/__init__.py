"""`arena match`: matches between bots that attend a served arena, with their table and their records."""

import argparse
from pathlib import Path
from typing import Final

from arena.cli_support.args import Commands, add_game, add_json, add_remote, command, counting
from arena_sdk.series import CLOCK

RECORDS: Final = Path("matches")


def add(commands: Commands) -> None:
    """The arguments of `arena match`."""
    parser = command(
        commands,
        "match",
        run,
        about="Play matches between bots that attend a served arena: every deal from every seat. "
        "The results are rated, unless --unrated, --seed or --position is given. Needs an organiser's token; the "
        "records are stored here, too.",
        examples=[
            "arena match ana greedy --arena 127.0.0.1:7420 --token-file arena-data/organiser.token",
            "arena match ana@2 bob random --blocks 10 --tc 60+1 --arena 127.0.0.1:7420 --token-file organiser.token",
        ],
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="NAME, or NAME@VERSION; house bots and teotibot by name")
    add_game(parser)
    parser.add_argument("--tc", default=CLOCK, metavar="CLOCK", help="the time control (default: %(default)s)")
    parser.add_argument("--blocks", type=counting(1), default=1, metavar="N", help="deals (default: %(default)s)")
    parser.add_argument("--seed", default="", metavar="TEXT", help="fix the deals: unrated; without it they are fair")
    parser.add_argument("--position", metavar="FILE", help="begin every match from the position in this file: unrated")
    rating = parser.add_mutually_exclusive_group()
    rating.add_argument("--unrated", dest="rated", action="store_false", help="keep the results out of the ratings")
    rating.add_argument(
        "--rated", action="store_true", help="let the results enter the ratings: so it is without --seed and --position"
    )
    parser.set_defaults(rated=None)
    parser.add_argument(
        "--records", type=Path, default=RECORDS, metavar="DIR", help="keep the records there (default: %(default)s)"
    )
    add_remote(parser, required=True)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Have them played, wait, and print the table; 1 where a match is void."""
    # gRPC is imported when somebody is to be called.
    from arena.commands.match import match_series  # noqa: PLC0415

    return match_series.run(args)
