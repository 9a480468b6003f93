"""The work of `arena demo`: an arena inside this process, bots that connect to it, and a round robin for each game."""

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

import trio

from arena.bots import HOUSE
from arena.cli_support.output import note, say, say_json
from arena.cli_support.progress_bar import Gauge, Values, standings_table
from arena.commands.tournament import GRACE
from arena.games import DESCRIPTORS
from arena.host.inside import Guest, carried_out, inside, until_told
from arena.host.running_arena import RunningArena
from arena.host.site_process import read_site, sited
from arena.host.standing_ladder import LadderSettings, all_pools, laddering
from arena.server.access.accounts import TakenError
from arena.server.tournaments.tournaments import Tournaments
from arena.tournament.regulations import read
from arena.tournament.status import values

EXAMPLES: Final = Path(__file__).parents[3] / "example_bots"  # only in a clone, not in an installed release
INTERRUPTED: Final = 130
CLOCK: Final = "600+5"
LADDER: Final = 600.0  # seconds that the standing ladder plays
LOOK: Final = 2.0  # seconds between two checks that progress was shown; it must not be missing twice


@dataclass(frozen=True)
class Cup:
    """A tournament of the demo: its game, the names of its house bots, and the files of its example bots."""

    game: str
    house: tuple[str, ...]
    examples: tuple[str, ...]  # files

    def regulations(self, guests: Sequence[Guest], args: argparse.Namespace) -> str:
        """Return the text of a regulations file for this tournament. Its clock is long enough for a slow machine."""
        names = [*self.house, *(guest.name for guest in guests)]
        listed = ", ".join(f'"{name}"' for name in names)
        which, seed = ("fair", "") if args.seed is None else (args.seed, f'seed = "{args.seed}"\n')
        return (
            f'name = "{self.game.capitalize()} {which}-{args.rounds}"\n'
            f'game = "{self.game}"\nclock = "{CLOCK}"\nentrants = [{listed}]\n'
            f"{seed}\n[round-robin]\nrounds = {args.rounds}\n"
        )


CUPS: Final = tuple(
    Cup(name, game.demo.house, game.demo.examples) for name, game in DESCRIPTORS.items() if game.demo is not None
)


def guests_of(cup: Cup) -> list[Guest]:
    """Return a list of the example bots of a tournament; if it has none, a list of the bot that `arena new` makes."""
    paths = [path for name in cup.examples if (path := EXAMPLES / name).is_file()]
    return [Guest.of(path) for path in paths or [Path(str(files("arena_sdk") / "templates" / "bot.py"))]]


def run(args: argparse.Namespace) -> int:
    """Play the demo's tournaments and print their tables. Return exit code 0 if all of them finished.

    On a terminal the arena stays open after that until Ctrl-C.
    """
    stays = not (args.once or args.json or "CI" in os.environ) and sys.stdout.isatty()
    told: list[Values] = []
    done = carried_out(hold, args, stays, told)
    if args.json:
        say_json(told)
    if not done:
        note(f"to go on: {again(args)}")
    return 0 if done else INTERRUPTED


async def hold(args: argparse.Namespace, stays: bool, told: list[Values]) -> bool:
    """Play the tournaments in an arena inside this process, and append the final status of each to the list `told`.

    Return True if all of them finished.
    """
    cups = [cup for cup in CUPS if args.game in {None, cup.game}]
    guests = {cup: guests_of(cup) for cup in cups}
    bots = {guest.name: guest for each in guests.values() for guest in each}
    house = [name for name in HOUSE if any(name in cup.house for cup in cups)]
    where = read_site(args.site, None, None, insecure=False)
    async with (
        inside(args, house, [*bots.values()], args.matches) as held,
        sited(where, held.database.address) as address,
    ):
        note(f"an arena is open at 127.0.0.1:{held.server.port}; {', '.join([*house, *bots])} connect")

        async def work() -> None:
            for cup in cups:
                told.append(await held_in(held, cup.regulations(guests[cup], args), as_json=args.json))
            if stays:
                ladder = ladder_of(cups, args)
                if ladder is not None:
                    note(f"a ladder plays on for {LADDER / 60:g} minutes; --no-ladder turns it off")
                note(f"Ctrl-C ends it. {f'The site is at {address}' if address else 'There is no site'}")
                async with laddering(ladder, held.arena, held.tournaments, held.database):
                    await trio.sleep_forever()

        await until_told(held, work, again(args), GRACE)
    return len(told) == len(cups)


def ladder_of(cups: Sequence[Cup], args: argparse.Namespace) -> LadderSettings | None:
    """Return the settings of the ladder, which plays rated matches after the tournaments; None with `--no-ladder`."""
    if args.no_ladder:
        return None
    games = {cup.game for cup in cups}
    return LadderSettings(tuple(pool for pool in all_pools() if pool[0] in games), CLOCK, seconds=LADDER)


async def held_in(held: RunningArena, regulations: str, *, as_json: bool) -> Values:
    """Play a tournament until it has ended, print its table, and return its final status.

    If an earlier demo has begun the same tournament, resume that one.
    """
    tournaments = held.tournaments
    try:
        tournament = await tournaments.start(regulations)
    except TakenError:
        tournament = await tournaments.keeper.tournament(read(regulations).name)
        if tournament.state != "finished":
            await tournaments.resume(tournament.id)
    await shown(tournaments, tournament.id)
    found = values(await tournaments.status(tournament.id))
    if not as_json:
        say(f"{found['name']}\n{standings_table(found)}\n")
    return found


async def shown(tournaments: Tournaments, tournament: str) -> None:
    """Show the progress of a tournament on the terminal until it is over."""
    gauge = Gauge()

    async def remind() -> None:
        while True:
            await trio.sleep(LOOK)
            gauge.remind()

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(remind)
            async for status in tournaments.watch(tournament):
                gauge.show(values(status))
            nursery.cancel_scope.cancel()
    finally:
        gauge.close()


def again(args: argparse.Namespace) -> str:
    """Return, as text, the `arena demo` command that continues this demo."""
    words = ["--data", str(args.data), "--rounds", str(args.rounds)]
    words += ["--seed", args.seed] if args.seed is not None else []
    only = ["--game", args.game] if args.game is not None else []
    return shlex.join(["arena", "demo", *words, *only])
