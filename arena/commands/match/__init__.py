"""`arena match`: let a served arena play matches of connected bots; list matches, make them void, change places."""

import argparse
from pathlib import Path
from typing import Final

from arena.cli_support.actions import add_place, add_reason, add_yes
from arena.cli_support.args import CommandParser, Commands, add_game, add_json, add_remote, command, counting
from arena_sdk.series import CLOCK

RECORDS: Final = Path("matches")


def add(commands: Commands) -> None:
    """Add the command `arena match` with its arguments and actions to the command line."""
    parser = command(
        commands,
        "match",
        run,
        about="Play matches between bots that attend a served arena: every deal from every seat. "
        "The results are rated, unless --unrated, --seed or --position is given. Needs an organiser's token; the "
        "records are stored here, too. If the first word is list, show, void, adjudicate or replay, it is about "
        "matches that the arena has: `arena match void --help` says more.",
        examples=[
            "arena match ana greedy --arena 127.0.0.1:7420 --token-file arena-data/organiser.token",
            "arena match ana@2 bob random --blocks 10 --tc 60+1 --arena 127.0.0.1:7420 --token-file organiser.token",
            "arena match list --bot ana",
            "arena match void 473b65c9527bdf73 --reason 'the light went out' --yes",
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
    assert isinstance(parser, CommandParser)
    add_actions(parser)


def add_actions(parser: CommandParser) -> None:
    """Add the actions of `arena match` on existing matches: list, show, void, replay and adjudicate."""

    def action(name: str, about: str, *, reason: bool = True) -> argparse.ArgumentParser:
        found = parser.actions[name] = CommandParser(
            prog=f"{parser.prog} {name}", description=about, allow_abbrev=False
        )
        found.set_defaults(run=run_action, action=name)
        if name != "list":
            found.add_argument("match", metavar="MATCH", help="its public name, as `arena match list` shows it")
        if reason:
            add_reason(found)
            add_yes(found)
        add_place(found)
        add_json(found)
        return found

    listing = action("list", "List matches, the newest first.", reason=False)
    listing.add_argument("--bot", default="", metavar="NAME", help="only those of this bot")
    listing.add_argument("--state", default="", choices=["offered", "running", "finished", "void"], help="only these")
    listing.add_argument("--tournament", default="", metavar="NAME", help="only those of this tournament")
    listing.add_argument("--last", type=counting(1), default=20, metavar="N", help="how many (default: %(default)s)")
    action("show", "Show a match.", reason=False)
    action("void", "Make a match count for nothing. The ratings follow.")
    action("replay", "Make a match of a tournament void, unless it is, and have it played again.")
    decide = action("adjudicate", "Give a finished match the places that an organiser decides on. Its record stays.")
    decide.add_argument(
        "--places",
        required=True,
        type=places,
        metavar="P,P,...",
        help="the place of each seat, equal ones shared",
    )


def places(text: str) -> tuple[int, ...]:
    """Return the final place of each seat, in the order of seats, from an argument such as `1,2,2`."""
    try:
        return tuple(int(place) for place in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a place for each seat, as 1,2") from None


def run_action(args: argparse.Namespace) -> int:
    """Run the action that the command line names, such as `list` or `void`."""
    # The server part and gRPC are imported when they are used.
    from arena.commands.match import match_actions  # noqa: PLC0415

    return match_actions.ACTIONS[args.action](args)


def run(args: argparse.Namespace) -> int:
    """Let the arena play the matches, wait for them, and print the table of results.

    Return exit code 1 if a match is void, or if all matches were forfeited.
    """
    # gRPC is imported when an arena is called.
    from arena.commands.match import match_series  # noqa: PLC0415

    return match_series.run(args)
