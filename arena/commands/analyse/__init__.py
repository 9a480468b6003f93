"""`arena analyse` prints what decisions cost and what chance gave; `arena explain` says why one seat won or lost."""

import argparse
from pathlib import Path
from typing import Final

from arena.analysis import analyse, story
from arena.cli_support.args import Commands, add_json, command, counting, seat
from arena.cli_support.cluster_args import add_cluster, cluster_of
from arena.cli_support.files import read_bytes, write_text
from arena.cli_support.output import Progress, note, say, say_json
from arena.commands.analyse.analysis_report import as_text
from arena.commands.analyse.same_deals import same_deals
from arena.commands.analyse.shared_out import DecisionBar, shared_out
from arena.commands.storage import of_database
from arena.commands.verify import records_in
from arena.errors import UsageError
from arena.replay.document import document
from arena.replay.review import Review
from arena.tasks.executors import Crew, processors

SEARCH: Final = "mcts-800"
LUCK_ONLY: Final = "none"

ABOUT: Final = """\
Say what each decision of a match cost and what chance gave to each seat: a line for each of the dearest decisions, the
luck that was felt, and the sums, in points of a hundred. A decision is searched twice from what the seat could see;
what the two searches disagree about is shown as ±. `open` is what it cost with all stacks and hands open. Luck is
exact: the value after a draw, less its average over all that could have come. Several records share the processors.
"""
UNEXPLAINED: Final = 0.1  # of a score: a difference between the sums and the result that a reader asks about
COUNTED_AGAIN: Final = (
    "The same loss can count several times, because a missed placement stays missed and later decisions miss it again; "
    "the part that is not explained makes up for it."
)
EXPLAIN: Final = """\
Tell the story of a match for one seat in ten lines: why it ended so, where it turned, the three dearest decisions with
the command that shows each, luck, and what other bots did with the same deal from the same seat. Other records of the
deal are looked for in the folder of the record.
"""


def add(commands: Commands) -> None:
    """Add the commands `arena analyse` and `arena explain` with their arguments to the command line."""
    parser = command(
        commands,
        "analyse",
        run,
        about=ABOUT,
        examples=[
            "arena analyse match.jsonl",
            "arena analyse match.jsonl --seat 1 --by mcts-3200",
            "arena analyse matches/ --by none --json",
            "arena analyse matches/ --store",
            "arena analyse match.jsonl --html match.html",
        ],
    )
    parser.add_argument("records", nargs="+", metavar="RECORD", help="a record, or a folder: all .jsonl files in it")
    add_search(parser, none=f", or {LUCK_ONLY}: luck alone")
    parser.add_argument("--seat", type=seat, metavar="SEAT", help="search the decisions of this seat alone: A, or 0")
    parser.add_argument(
        "--concurrency",
        type=counting(1),
        metavar="N",
        help="analyse this many records at once (default: one for each processor)",
    )
    parser.add_argument("--store", action="store_true", help="store the results beside the matches of a database")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write the only record with its analysis to FILE as one HTML file"
    )
    add_cluster(parser)
    of_database(parser)
    add_json(parser)
    explaining = command(
        commands,
        "explain",
        explain,
        about=EXPLAIN,
        examples=["arena explain match.jsonl --seat A", "arena explain match.jsonl --seat 1 --by mcts-3200"],
    )
    explaining.add_argument("record", metavar="RECORD", help="a record")
    explaining.add_argument("--seat", type=seat, required=True, metavar="SEAT", help="the seat that asks: A, or 0")
    add_search(explaining)
    add_json(explaining)


def add_search(parser: argparse.ArgumentParser, none: str = "") -> None:
    """Add the option `--by`: the tree search, such as `mcts-800`, that estimates how good a seat's options were."""
    parser.add_argument(
        "--by",
        default=SEARCH,
        metavar="SEARCH",
        help=f"the search that judges, as mcts-3200 or learned-200{none} (default: {SEARCH})",
    )


def run(args: argparse.Namespace) -> int:
    """Analyse the records and print the analyses.

    With `--store`, also store them in the database; with `--html`, write the record and its analysis to an HTML file.
    """
    paths = [path for name in args.records for path in records_in(Path(name))]
    by = None if args.by == LUCK_ONLY else args.by
    if args.html is not None and len(paths) != 1:
        raise UsageError(f"--html shows one record: expected one, got {len(paths)}")
    seats = None if args.seat is None else (args.seat,)
    found = []
    progress = Progress("analyse", len(paths)) if len(paths) > 1 else None
    for path, analysis in zip(paths, shared_out(paths, by, seats, crew_for(args, len(paths))), strict=True):
        found.append(analysis)
        if progress is not None:
            progress.step(str(path))
            progress.close()
        if not args.json:
            say(as_text(analysis, str(path)))
    if args.store:
        store(args, [analysis.values() for analysis in found])
    if args.html is not None:
        write_text(args.html, document(read_bytes(str(paths[0])), review=Review(found[0])))
        note(f"{args.html} has the record and its analysis")
    if args.json:
        say_json([{"record": str(path)} | each.values() for path, each in zip(paths, found, strict=True)])
    return 0


def crew_for(args: argparse.Namespace, records: int) -> Crew | None:
    """Return the Crew of worker processes that analyse `records` records; None if this process analyses them."""
    cluster = cluster_of(args)
    if cluster is not None:
        if args.concurrency is not None:
            raise UsageError("--concurrency and --cluster: expected one of them")
        return Crew(cluster=cluster)
    workers = min(records, args.concurrency or processors())
    return Crew(workers) if workers > 1 else None


def store(args: argparse.Namespace, found: "list[dict[str, object]]") -> None:
    """Store analyses of matches in the database.

    If a match is not in the database, leave out its analysis, and raise UsageError after all others are stored.
    """
    from arena.commands.storage import opened  # noqa: PLC0415 -- the database is imported only when it is used
    from arena.store.repos.stored_analyses import store_analyses  # noqa: PLC0415

    database = opened(args, create=False)
    try:
        unknown = store_analyses(database, found)
    finally:
        database.close()
    note(f"{len(found) - len(unknown)} analyses stored")
    if unknown:
        raise UsageError(f"not in the database: {', '.join(unknown)}; expected records of its matches")


def explain(args: argparse.Namespace) -> int:
    """Print some lines that explain the result of one match to one seat: its luck, and its costliest decisions."""
    analysis = analyse(read_bytes(args.record), args.by, progress=DecisionBar())
    if args.seat >= len(analysis.seats):
        raise UsageError(f"seat {args.seat}: expected a number from 0 to {len(analysis.seats) - 1}, or its letter")
    lines = story(analysis, args.seat, args.record, same_deals(Path(args.record), args.seat))
    if args.json:
        say_json({"record": args.record, "seat": args.seat, "story": lines})
    else:
        say("\n".join(lines))
        if abs(analysis.accounts[args.seat].remainder) >= UNEXPLAINED:
            note(COUNTED_AGAIN)
    return 0
