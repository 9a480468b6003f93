"""`arena play`: play bots against each other in this process, and print each bot's score with its 95 % interval."""

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from arena.bots import HOUSE
from arena.cli_support.args import CommandParser, Commands, add_game, add_json, command, counting, game_and_options
from arena.cli_support.cluster_args import add_cluster, cluster_of
from arena.cli_support.openings import add_opening, given_opening
from arena.cli_support.output import Progress, note, say, say_json
from arena.commands.play.local_series import Plan, Task, again, keep, make_folder, played
from arena.commands.play.series_report import SeriesEntry, as_table, as_values, thinking
from arena.commands.play.series_review import dear_decisions, points_table
from arena.errors import ArenaError, UsageError, alternatives, counted
from arena.games.automata import automaton, check_automaton, game_of, in_order
from arena.games.game import State
from arena.games.steps import OVER
from arena.referee.clock import TimeControl
from arena.stats.sequences import AnyTime
from arena.stats.standings import standings
from arena.tasks.executors import Crew
from arena_sdk.practice import blocks_for, new_seed
from arena_sdk.series import CLOCK, SeriesFixture, fixtures, rounded_up, turns_of

INTERRUPTED: Final = 130
GAMES: Final = 20
MOST: Final = 2000  # games, if they end when the score is known well enough

ABOUT: Final = """\
Play bots against each other in this process: no server, no database.

A bot is a house bot (random, greedy, sampler, mcts-50, mcts-200, mcts-800, mcts-3200, learned, learned-200,
learned-800), a file (my_bot.py), one class of a file (my_bot.py:MyBot), or a folder that `arena new` made (my_bot); as
many as are named sit at the table.
Matches come in blocks, one deal played from every seat; a score is the mean over blocks, with its 95 % interval over
blocks. With three and four seats it is the share of opponents that were beaten. With --until it plays until the first
bot's score is known as exactly as that; then a second interval is shown, which stays valid if it is read after every
block. With --position or --setup every block begins there; only what bots draw from their generators differs.

After the table stand the points of the first bot by category, beside those of the other seats, and the three of its
decisions that cost most, each with the command that shows it.

Against teotibot, the automaton of Teotihuacan (teotibot-novice, -easy, -standard, -hard, -expert, -master, or with
knobs of T-17.6.4 turned, as teotibot-wood+1.cashing-2), it is the solo game: the seats are fixed,
and a draw is a loss.
"""


def add(commands: Commands) -> None:
    """Add the command `arena play` with its arguments to the command line."""
    parser = command(
        commands,
        "play",
        run,
        about=ABOUT,
        examples=[
            "arena play greedy random",
            "arena play my_bot.py sampler --games 20 --seed 7 --records matches",
            "arena play my_bot.py teotibot",
            "arena play my_bot.py greedy random --option auto_resolve=off --tc 10+0.1",
            "arena play old/bot.py new/bot.py --games 200 --concurrency 2",
            "arena play new/bot.py old/bot.py --until ±5",
            "arena play my_bot.py sampler --position position.json",
        ],
    )
    assert isinstance(parser, CommandParser)
    parser.hints["--seats"] = " (the number of seats is the number of bots that are named)"
    parser.add_argument("bots", nargs="+", metavar="BOT", help="the players, two to four")
    add_game(parser)
    add_opening(parser)
    parser.add_argument(
        "--games",
        type=counting(1),
        metavar="N",
        help=f"how many, in whole blocks (default: {GAMES}; with --until at most, {MOST})",
    )
    parser.add_argument(
        "--until",
        type=margin,
        metavar="±X",
        help="stop when the first bot's score is known to X points in a hundred, looked at after every block",
    )
    parser.add_argument("--seed", metavar="TEXT", help="plays the series of that name again (default: a new one)")
    parser.add_argument("--match", type=counting(1), metavar="N", help="play only match N of the series")
    parser.add_argument(
        "--tc",
        default=CLOCK,
        metavar="CLOCK",
        help="seconds for the match + more for each decision, as 10+0.1; st=0.5 for each decision; both, as "
        "60+0.5,st=10; or none (default: %(default)s)",
    )
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="keep all records there (default: the forfeited ones, in matches)"
    )
    parser.add_argument(
        "--concurrency",
        type=counting(1),
        default=1,
        metavar="N",
        help="play this many at once, each in a process of its own; the result is the same (default: %(default)s)",
    )
    parser.add_argument(
        "--no-review",
        action="store_true",
        help="leave out where points come from and the dearest decisions, which take a tenth of the time of the series "
        "or half a second",
    )
    add_cluster(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Play the series and print its table. If the series is interrupted, print the table of the matches so far."""
    plan, todo = read_plan(args)
    if args.records is not None:
        make_folder(args.records)
    note(opening(plan, todo, args))
    entries: list[SeriesEntry] = []
    code = 0
    began = time.monotonic()
    try:
        tasks = [(plan, fixture) for fixture in todo]
        gather(tasks, crew_for(args, len(tasks)), args.records, entries, enough(plan, args.until))
    except KeyboardInterrupt:
        note(f"interrupted after {len(entries)} of {len(todo)} matches; the whole series is\n  {again(plan)}")
        code = INTERRUPTED
    finally:
        spent = None if args.no_review or code else time.monotonic() - began
        report(plan, entries, spent, as_json=args.json, always=args.until is not None)
    if entries and all(len(entry.match.forfeits) >= len(entry.names) - 1 for entry in entries):
        note("every match was forfeited: the result says nothing about strength")
        return code or ArenaError.exit_code
    return code


def crew_for(args: argparse.Namespace, matches: int) -> Crew | None:
    """Return the workers for `--concurrency` or `--cluster`, as a Crew; None if this process plays the matches."""
    cluster = cluster_of(args)
    if cluster is not None:
        if files := [bot for bot in args.bots if bot not in HOUSE and automaton(bot) is None]:
            raise UsageError(f"{files[0]} is a file of this machine: with --cluster expected house bots")
        return Crew(cluster=cluster)
    return None if args.concurrency == 1 else Crew(min(args.concurrency, matches))


def margin(text: str) -> float:
    """Return an error margin, given in percent, as a fraction: 0.05 for the text `±5`, `5` or `5%`."""
    try:
        found = float(text.removeprefix("±").removeprefix("+-").removesuffix("%")) / 100
    except ValueError:
        found = 0.0
    if not 0 < found < 0.5:
        raise argparse.ArgumentTypeError(f"{text}: expected points in a hundred above 0 and below 50, as ±5")
    return found


def enough(plan: Plan, until: float | None) -> Callable[[Sequence[SeriesEntry]], bool]:
    """Return a function that gets all matches so far after each match, and returns True if the series may end.

    It returns True at the end of a block (one deal, played in each seating) if the first bot's score is known to ±
    `until` or better; `until` is a fraction, such as 0.05. If `until` is None, it always returns False.
    """
    first, turns = plan.contenders[0].name, turns_of(plan.series.rules, len(plan.sources))
    looked = AnyTime()

    def known(entries: Sequence[SeriesEntry]) -> bool:
        if until is None or len(entries) % turns:
            return False
        row = next(row for row in standings(each.finished for each in entries[-turns:]) if row.entrant == first)
        if row.score is not None:
            looked.add(row.score.mean)
        low, high = looked.interval
        return (high - low) / 2 <= until

    return known


def report(plan: Plan, entries: Sequence[SeriesEntry], spent: float | None, *, as_json: bool, always: bool) -> None:
    """Print the result of a series as a table, or as JSON.

    `spent` is the time of the series in seconds: if it is not None, a review of the first bot's play follows the table.
    With `always`, the table has an interval that is valid even if it is read again and again during the series.
    """
    if as_json:
        say_json(plan_values(plan) | as_values(entries))
    elif entries:
        say(as_table(entries, always=always))
        if spent is not None:
            note(f"\n{points_table(plan, entries)}\n")
            note("\n".join([*dear_decisions(plan, entries, spent), ""]))
        note(thinking(entries))


def plan_values(plan: Plan) -> dict[str, Any]:
    """Return the game, options, clock and seed of a series as a dict for JSON, with the command that plays it again."""
    return {
        "game": plan.game,
        "options": dict(plan.options),
        "clock": plan.clock,
        "seed": plan.seed,
        "again": again(plan),
    }


def read_plan(args: argparse.Namespace) -> tuple[Plan, list[SeriesFixture]]:
    """Return the Plan of the series that the command line describes, and a list of the matches to play.

    Raise UsageError if no such series can be played, for example because a bot's file is missing.
    """
    TimeControl.read(args.tc)
    begun = given_opening(args, "game", "option")
    plan = new_plan(args) if begun is None else plan_from(args, begun)
    _ = plan.contenders  # a file without a bot is found before the first match
    seats = len(args.bots)
    turns = turns_of(plan.series.rules, seats)
    if args.match is None:
        return plan, fixtures(seats, blocks_for(games_of(args), turns), turns)
    return plan, fixtures(seats, blocks_for(args.match, turns), turns)[args.match - 1 : args.match]


def games_of(args: argparse.Namespace) -> int:
    """Return the number of matches in `--games`; the default is larger with `--until`, which may end a series early."""
    if args.games is not None:
        return int(args.games)
    return GAMES if args.until is None else MOST


def new_plan(args: argparse.Namespace) -> Plan:
    """Return the Plan of a series without a given first position: each block has a new deal, played in each seating."""
    rules, options = game_and_options(args, args.bots)
    check_bots(args.bots, rules.name, rules.seats)
    return Plan(rules.name, tuple(options.items()), in_order(rules, args.bots), args.tc, seed_of(args))


def plan_from(args: argparse.Namespace, state: State) -> Plan:
    """Return the Plan of a series in which all matches begin with the position `state`."""
    if state.to_move == OVER:
        raise UsageError("the game is over there: expected a position in which a seat has a choice")
    check_bots(args.bots, state.rules.name, (state.seats,))
    words = ("--setup", args.setup) if args.position is None else ("--position", args.position)
    rules, options = state.rules, state.settings
    game_of(rules.name, args.bots, rules.name)  # an automaton has a seat only in its own game
    check_automaton(rules, options, args.bots)
    bots = in_order(rules, args.bots)
    return Plan(rules.name, tuple(options.items()), bots, args.tc, seed_of(args), state.position(), words)


def check_bots(bots: Sequence[str], game: str, seats: Sequence[int]) -> None:
    """Raise UsageError if the game cannot be played with this number of bots."""
    if len(bots) not in seats:
        raise UsageError(f"{game} with {counted(len(bots), 'bot')}: expected {alternatives(seats)}")


def seed_of(args: argparse.Namespace) -> str:
    """Return the text in `--seed`, or a new random seed without this option."""
    return new_seed() if args.seed is None else args.seed


def opening(plan: Plan, todo: Sequence[SeriesFixture], args: argparse.Namespace) -> str:
    """Return a line that announces the series: game, bots, number of matches, clock and seed."""
    names = ", ".join(contender.name for contender in plan.contenders)
    rounded = "" if args.match else rounded_up(games_of(args), len(todo), len(plan.contenders))
    least = "" if args.until is None else "at most "
    return f"{plan.game}: {names}; matches {least}{len(todo)}{rounded}, clock {plan.clock}, seed {plan.seed}"


def gather(
    tasks: Sequence[Task],
    crew: Crew | None,
    records: Path | None,
    entries: list[SeriesEntry],
    enough: Callable[[Sequence[SeriesEntry]], bool],
) -> None:
    """Play matches until all are played or the function `enough` returns True.

    Append each match to the list `entries`, and print forfeits as soon as they happen.
    """
    progress = Progress("match", len(tasks))
    known: set[tuple[str, str]] = set()
    with closing(progress), closing(played(tasks, crew)) as matches:
        for (plan, _), match in zip(tasks, matches, strict=False):  # the score may be known before the last task
            entry = SeriesEntry(plan, match, keep(plan, match, records))
            entries.append(entry)
            progress.step(entry.points)
            if match.forfeits or match.remarks:
                progress.close()
                entry.tell(known)
            if enough(entries):
                break
