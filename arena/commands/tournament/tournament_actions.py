"""The actions of `arena tournament`: check regulations, and run, resume, show, list, cancel or export tournaments."""

import argparse
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from arena.bots import HOUSE
from arena.cli_support.output import note, say, say_json, table
from arena.cli_support.progress_bar import Values, standings_table
from arena.commands.organiser_client import organiser_of
from arena.errors import UsageError, guess
from arena.tournament.venue import standing

INTERRUPTED: Final = 130
REJECTED: Final = 4
COLUMNS: Final = ("id", "name", "state", "reason")


def read_file(path: Path) -> str:
    """Return the text of a file of regulations. Raise UsageError if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as reason:
        raise UsageError(f"{path} cannot be read as regulations: {reason.strerror}") from None
    except ValueError:
        raise UsageError(f"{path} cannot be read as regulations: expected a text in UTF-8") from None


def run_check(args: argparse.Namespace) -> int:
    """Print what a file of regulations means, in sentences. Raise UsageError if the regulations are invalid."""
    from arena.commands.local_organiser import checked  # noqa: PLC0415 -- regulations need cronsim

    regulations = checked(read_file(args.file), args.file)
    words = regulations.in_words()
    if args.json:
        say_json({"name": regulations.name, "words": words, "canonical": regulations.written()})
    else:
        say("\n".join([regulations.name, *(f"  {sentence}" for sentence in words)]))
    others = [f"{each.name}{guess(each.name, HOUSE)}" for each in regulations.entrants if each.name not in HOUSE]
    if others:
        note(f"not a house bot: {', '.join(others)}; expected in a file of --bot, or as a bot of the arena")
    return 0


# Holding one -------------------------------------------------------------------------------------------------------


def run_start(args: argparse.Namespace) -> int:
    """Start a tournament, wait for its end, and print its result."""
    return ended(organiser_of(args).hold(read_file(args.file), args.file, seed=args.seed, name=args.name), args)


def run_resume(args: argparse.Namespace) -> int:
    """Continue a tournament, wait for its end, and print its result."""
    return ended(organiser_of(args).resume(args.tournament), args)


def run_sprt(args: argparse.Namespace) -> int:
    """Play matches until a sequential test (SPRT) can say if the first bot is better than the others.

    Return exit code 0 if it is better, 4 if it is not, and 1 if the test did not decide.
    """
    if not 2 <= len(args.bots) <= 4:
        raise UsageError(
            f"{len(args.bots)} bots: expected two to four, the first of which is tested against the others"
        )
    organiser = organiser_of(args)
    names = organiser.contenders(args.bots)
    file = sprt_file(args, names)
    note(f"is {names[0]} better than {' and '.join(names[1:])} by {args.elo1:g} Elo points, or by {args.elo0:g} only?")
    return decided(organiser.hold(file, None), args)


def sprt_file(args: argparse.Namespace, names: Sequence[str]) -> str:
    """Return the text of regulations for an SPRT, a sequential test that compares the first bot with the others."""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
    keys = {
        "name": args.name or f"{names[0]} against {', '.join(names[1:])} {stamp}",
        "game": args.game,
        "clock": args.tc,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in (keys | {"entrants": list(names)}).items()]
    lines += [
        f"seats = {len(names)}",
        'format = "sprt"',
        "rated = false",
        *([f"seed = {json.dumps(args.seed)}"] if args.seed else []),
        "[sprt]",
    ]
    test = {"elo0": args.elo0, "elo1": args.elo1, "alpha": args.alpha, "beta": args.beta}
    test |= {"games": len(names) * args.blocks}
    return "\n".join([*lines, *(f"{key} = {value}" for key, value in test.items())]) + "\n"


def decided(found: Values, args: argparse.Namespace) -> int:
    """Print the result of an SPRT, a sequential test of the first bot.

    Return exit code 0 if the test found this bot better, 4 if it found it not better, and 1 if it did not decide.
    """
    code = ended(found, args)
    if code:
        return code
    note(f"{found['verdict'] or 'not decided'} after {found['finished']} matches")
    return {"accepted": 0, "rejected": REJECTED}.get(found["verdict"], 1)


def ended(found: Values, args: argparse.Namespace) -> int:
    """Print the result of a tournament.

    Return exit code 0 if it finished, 130 if it can be resumed, 1 in other cases.
    """
    told(found, args)
    if found["state"] == "finished":
        return 0
    return INTERRUPTED if found["state"] in {"interrupted", "running", "waiting"} else 1


def told(found: Values, args: argparse.Namespace) -> None:
    """Print a tournament: its table and a line with its state, or all its values as JSON with `--json`."""
    if args.json:
        say_json({key: value for key, value in found.items() if key != "file"})
        return
    if found["standings"]:
        say(standings_table(found))
    link = " for" if found["state"] == "waiting" else ":"
    reason = f"{link} {found['reason']}" if found["reason"] else ""
    how = f"{standing(found['state'])}{reason}"
    note(f"{found['name']} ({found['id']}) {how}; {found['finished']} matches are finished")


# Looking at them ---------------------------------------------------------------------------------------------------


def run_show(args: argparse.Namespace) -> int:
    """Print a tournament with its table."""
    told(organiser_of(args).tournament(args.tournament), args)
    return 0


def run_list(args: argparse.Namespace) -> int:
    """Print all tournaments."""
    rows = [{key: each[key] for key in COLUMNS} for each in organiser_of(args).tournaments()]
    if args.json:
        say_json(rows)
    else:
        say(table(COLUMNS, [list(row.values()) for row in rows], left=len(COLUMNS)))
    return 0


def run_cancel(args: argparse.Namespace) -> int:
    """Cancel a tournament."""
    told(organiser_of(args).cancel(args.tournament, args.reason, abandon=args.abandon), args)
    return 0


def run_export(args: argparse.Namespace) -> int:
    """Print all data of a tournament as JSON."""
    say_json(organiser_of(args).export(args.tournament))
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "check": run_check,
    "run": run_start,
    "resume": run_resume,
    "list": run_list,
    "show": run_show,
    "cancel": run_cancel,
    "export": run_export,
    "sprt": run_sprt,
}
