"""`arena demo`: a small round robin of the house bots, to see what the arena does."""

import argparse
import os
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from arena.commands.matches import Plan, Task, make_folder
from arena.commands.parsing import Commands, add_json, command, counting
from arena.commands.play import INTERRUPTED, gather
from arena.commands.results import Entry, as_table, as_values, thinking
from arena.commands.terminal import note, say, say_json
from arena.games import rules
from arena_sdk.series import CLOCK, fixtures

BOTS: Final = ("random", "greedy", "sampler", "mcts-50")  # a table of four, and quick ones
Table = tuple[str, ...]  # the bots of a pairing

PAIRS: Final[tuple[Table, ...]] = tuple(combinations(BOTS, 2))
# Who meets whom in each game. A game of Teotihuacan is long, so those who play games out in their heads stay away.
TABLES: Final[dict[str, tuple[Table, ...]]] = {
    "cacao": (*PAIRS, BOTS),
    "teotihuacan": (("random", "greedy"),),
}
PROCESSES: Final = 4  # at most, unless more are asked for


def add(commands: Commands) -> None:
    """The arguments of `arena demo`."""
    parser = command(
        commands,
        "demo",
        run,
        about="Play a small tournament of the house bots: Cacao each against each, then all at one table, and a few "
        "games of Teotihuacan. Takes about a minute, writes nothing unless asked to.",
        examples=["arena demo", "arena demo --blocks 20 --records demo"],
    )
    parser.add_argument(
        "--blocks", type=counting(1), default=5, metavar="N", help="deals for each pairing (default: %(default)s)"
    )
    parser.add_argument("--seed", default="1", metavar="TEXT", help="another tournament (default: %(default)s)")
    parser.add_argument("--records", type=Path, metavar="DIR", help="keep the records of all matches there")
    parser.add_argument(
        "--concurrency",
        type=counting(1),
        default=min(PROCESSES, os.cpu_count() or 1),
        metavar="N",
        help="play so many at once, each in a process of its own (default: %(default)s, from the processors here)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play it and print the tables."""
    if args.records is not None:
        make_folder(args.records)
    tasks: list[Task] = []
    for game, tables in TABLES.items():
        matches = [task for bots in tables for task in tasks_of(game, bots, args.blocks, args.seed)]
        note(f"{game}, {len(matches)} matches: " + ", ".join(" - ".join(bots) for bots in tables))
        tasks += matches
    entries: list[Entry] = []
    code = 0
    try:
        gather(tasks, args.concurrency, args.records, entries)
    except KeyboardInterrupt:
        note(f"interrupted after {len(entries)} of {len(tasks)} matches")
        code = INTERRUPTED
    report(entries, as_json=args.json)
    return code


def tasks_of(game: str, bots: Table, blocks: int, seed: str) -> list[Task]:
    """The matches of one pairing."""
    options = tuple(rules(game).complete({}).items())
    plan = Plan(game, options, bots, CLOCK, f"{seed}-{'-'.join(bots)}")
    return [(plan, fixture) for fixture in fixtures(len(bots), blocks)]


def report(entries: list[Entry], *, as_json: bool) -> None:
    """A table for each game and number of seats."""
    kinds = dict.fromkeys((game, len(bots)) for game, tables in TABLES.items() for bots in tables)
    by_kind = {
        (game, seats): [entry for entry in entries if (entry.plan.game, len(entry.names)) == (game, seats)]
        for game, seats in kinds
    }
    if as_json:
        tables: list[dict[str, Any]] = [
            {"game": game, "seats": seats, **as_values(played)} for (game, seats), played in by_kind.items()
        ]
        say_json(tables)
        return
    for (game, seats), played in by_kind.items():
        if played:
            say(f"{game}, {seats} seats\n{as_table(played)}\n")
    if entries:
        note(thinking(entries))
