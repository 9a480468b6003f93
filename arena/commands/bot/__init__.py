"""`arena bot`: manage bots and their tokens, in a served arena or in an arena's folder on this machine."""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from arena.cli_support.actions import add_action, add_reason, add_yes
from arena.cli_support.args import Commands, add_remote, counting

ABOUT: Final = """\
Register, rename, suspend, reinstate and delete bots, withdraw a version, list bots with their tokens, and those that
are online; list the bots that were part of faults of the arena. Hand a version in that the arena runs in a sandbox, and
read how its runs ended. With --arena the served arena is asked, with a token; without it the database of an arena on
this machine is used, whether that runs or not.
"""


LOSSES: Final = {
    "suspend": "keep a bot from attending until it is reinstated; it loses its running matches",
    "delete": "take a bot's name, author and texts away for good; its results stay under a neutral name",
    "withdraw": "withdraw a version of a bot for good; it loses its running matches",
}


def add(commands: Commands) -> None:
    """Add the command `arena bot` with its arguments and actions to the command line."""
    parser = commands.add_parser(
        "bot",
        help="register, list, rename, suspend, reinstate and delete bots, and more about them",
        description=ABOUT,
        epilog="examples:\n  arena bot register my_bot --author me --token-out my_bot.token\n  arena bot list\n"
        "  arena bot revoke 3f9a21c07be4 --reason 'it was in a screenshot'\n"
        "  arena bot submit my_bot/ --arena 127.0.0.1:7420 --token-file my_bot.token\n"
        "  arena bot suspend my_bot --reason 'it floods the arena' --yes",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    action = partial(add_action, actions, run)
    register = action("register", "make a bot; its token is shown now and never again")
    register.add_argument("name", metavar="NAME", help="2 to 32 letters, digits, '_', '.' and '-'")
    register.add_argument("--author", default="", metavar="TEXT", help="its author")
    register.add_argument("--description", default="", metavar="TEXT", help="one line about it")
    register.add_argument("--invite", default="", metavar="CODE", help="an invite's code instead of a token")
    register.add_argument(
        "--token-out",
        type=Path,
        metavar="FILE",
        help="write the token into this new file, which its owner alone can read",
    )
    listing = action("list", "all bots with their versions, tokens and number of streams; never a secret")
    listing.add_argument("name", nargs="?", default="", metavar="NAME", help="only this one")
    action("faults", "the bots with matches that a fault of the arena adjourned or made void, and their standing then")
    revoke = action("revoke", "make a token worthless at once: its bot leaves; asks only on a terminal")
    revoke.add_argument("token", metavar="ID", help="the token's id, as `arena bot list` shows it")
    add_reason(revoke)
    add_yes(revoke)
    rename = action("rename", "give a bot another name; its results stay its own")
    rename.add_argument("name", metavar="NAME", help="the bot")
    rename.add_argument("new_name", metavar="NEW_NAME", help="2 to 32 letters, digits, '_', '.' and '-'")
    add_reason(rename)
    reinstate = action("reinstate", "let a suspended bot attend again")
    reinstate.add_argument("name", metavar="NAME", help="the bot")
    add_reason(reinstate)
    add_submissions(partial(add_action, actions, kept=False))
    for name, about in LOSSES.items():
        lost = action(name, about)
        lost.add_argument("name", metavar="NAME@VERSION" if name == "withdraw" else "NAME", help="the bot")
        add_reason(lost)
        add_yes(lost)


def add_submissions(action: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the actions for authors of bots that the arena runs in a sandbox. These actions need only the bot's token."""
    submit = action(run_submission, "submit", "hand a version in: the arena runs it in a sandbox")
    submit.add_argument("package", type=Path, metavar="FOLDER|ZIP", help="the bot with its bot.toml")
    submit.add_argument("--bot", default="", metavar="NAME", help="the bot, with an organiser's token")
    logs = action(run_submission, "logs", "how the last runs of the bot in its sandbox ended, and what they wrote")
    logs.add_argument("--version", default="", metavar="VERSION", help="only runs of this version")
    logs.add_argument("--runs", type=counting(1), default=1, metavar="N", help="how many (default: %(default)s)")
    package = action(run_submission, "package", "read the package of a version of the bot again")
    package.add_argument("version", metavar="VERSION", help="the version")
    package.add_argument("--out", type=Path, required=True, metavar="FILE", help="write the zip into this new file")
    for each in (submit, logs, package):
        add_remote(each, required=True)


def run_submission(args: argparse.Namespace) -> int:
    """Run the action that the command line names for the author of a bot: `submit`, `logs` or `package`."""
    # gRPC is imported when it is used.
    from arena.commands.bot import submissions  # noqa: PLC0415

    return submissions.ACTIONS[args.action](args)


def run(args: argparse.Namespace) -> int:
    """Run the action of an organiser that the command line names, such as `register`, in a served arena or a folder."""
    # The server part and gRPC are imported when they are used.
    from arena.commands.bot import bot_actions  # noqa: PLC0415

    return bot_actions.ACTIONS[args.action](args)
