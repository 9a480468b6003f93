"""An arena that tests kill: `arena_that_falls.py ADDRESS MATCHES`.

It plays a set of matches of the tiny game, two at a time. It prints a line for each decision and for each result that a
seat gets. It resumes the matches of an earlier run.
"""

import sys
from dataclasses import replace
from random import Random

import trio

import arena.games
from arena.games.chance import Deal
from arena.record import Seated, block_seed
from arena.referee import MatchSetup, TimeControl, play_match
from arena.server.matches.results import MatchSummary, PlannedMatch, StoredRound
from arena.store.db.database import Database
from arena.store.repos.stored_results import StoredResults
from tests.games.tiny import TINY
from tests.referee.seats import First

SECRET, SALT = bytes(range(32)), bytes(range(32, 64))
NAMES = ("ana", "ben", "cleo")


def say(*words):
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


class Says(First):
    """A seat that prints a line for each decision and for its result. It chooses by the decision's number."""

    def __init__(self, match):
        super().__init__()
        self.match = match

    def index(self, decision):
        say("asked", self.match)
        return Random(f"{self.match} {decision.seat} {decision.number}").randrange(len(decision.options))

    async def over(self, over):
        say("over", self.match, over.head)


def entry(number):
    seats = tuple(Seated(NAMES[(number + seat) % 3], "1", "bot") for seat in range(2))
    return MatchSummary(f"m-{number}", "tiny", TINY.version, {}, seats, "600", "committed", 1000.0, "r-1", number // 2)


def setup(kept):
    deal = Deal(block_seed(SECRET, [], kept.block))
    return MatchSetup(kept.match, TINY, kept.seats, TimeControl.read(kept.clock), SALT, deal)


async def play(results, number, room):
    async with room:
        kept = entry(number)
        await results.plan([PlannedMatch(kept, SALT)])
        left = {each.entry.match: each for each in await results.block(kept.round, kept.block)}[kept.match]
        lines = left.lines
        if left.entry.state == "finished":
            return
        if left.entry.state == "running":
            journal = await results.go_on(kept.match, lines)
        else:
            journal = await results.open_match(replace(kept, state="running", started=1001.0))
        outcome = await play_match(setup(kept), [Says(kept.match)] * 2, journal, lines=lines)
        await results.keep(replace(kept, state="finished", result=outcome.result, head=outcome.head, ended=1002.0))


async def main(address, matches):
    arena.games.GAMES[TINY.name] = TINY
    results = StoredResults(Database(address))
    await results.keep_round(StoredRound("r-1", SECRET))
    room = trio.CapacityLimiter(2)
    say("open")
    async with trio.open_nursery() as nursery:
        for number in range(matches):
            nursery.start_soon(play, results, number, room)
    say("done")


if __name__ == "__main__":
    trio.run(main, sys.argv[1], int(sys.argv[2]))
