"""Matches that are really played, and stored in a database that a test chooses."""

from dataclasses import replace

from arena.games.chance import Deal
from arena.record import Seated, block_seed
from arena.referee import MatchSetup, TimeControl, play_match
from arena.server.matches.results import Loss, MatchSummary, StoredRound
from tests.games.tiny import TINY
from tests.referee.seats import First, Last

SECRET, SALT = bytes(range(32)), bytes(range(32, 64))
NAMES = ("ana", "ben", "cleo", "dora")
HOUSE = ("greedy", "random", "mcts-200")


def entry(match="m-1", names=("ana", "ben"), a_round="r-1", block=0, **changes):
    terms = {
        "match": match,
        "game": "tiny",
        "rules_version": TINY.version,
        "options": {},
        "seats": tuple(Seated(name, "1", "house" if name in HOUSE else "bot") for name in names),
        "clock": "10+0.1",
        "fairness": "committed",
        "created": 1000.0,
        "round": a_round,
        "block": block,
    }
    return MatchSummary(**terms | changes)


async def opened_round(results, name="r-1"):
    await results.keep_round(StoredRound(name, SECRET))
    await results.keep_round(StoredRound(name, SECRET, (("ana", "1", b"n"), ("ben", "1", b""))))


def setup(kept):
    return MatchSetup(
        match=kept.match,
        rules=TINY,
        seats=kept.seats,
        clock=TimeControl.read(kept.clock),
        salt=SALT,
        deal=Deal(seed(kept)),
        options=kept.options,
    )


def seed(kept):
    return block_seed(SECRET, [b"n", b""], kept.block)


class ReadsLate(First):
    """A seat behind a network that reads its questions late and has lag."""

    async def choose(self, decision):
        decision.watch.hold()
        now = decision.watch._began
        decision.watch.sent(now + 0.004)
        decision.watch.round_trip(1_000)
        decision.watch.arrived(now + 0.010)
        return await super().choose(decision)


async def play(results, kept, seats=None, journal=None, tickets=(), *, lines=(), **changes):
    """Play a match to its end, as the server does, and store it. Return its summary.

    With `lines`, resume the match after these lines of its journal.
    """
    kept = replace(kept, state="running", started=1001.0)
    if lines:
        journal = await results.go_on(kept.match, lines)
    elif journal is None:
        journal = await results.open_match(kept, tickets)
    players = seats or [First() if seat % 2 else Last() for seat in range(len(kept.seats))]
    outcome = await play_match(replace(setup(kept), **changes), players, journal, lines=lines)
    losses = tuple(Loss(lost.seat, lost.reason, lost.turn) for lost in outcome.forfeits)
    kept = replace(kept, state="finished", result=outcome.result, losses=losses, head=outcome.head, ended=1002.0)
    await results.keep(kept)
    return kept


async def play_block(results, number, names, a_round="r-1"):
    """Play the matches of a block, one for each rotation of the seats. Return their summaries."""
    done = []
    for turn in range(len(names)):
        rotated = names[turn:] + names[:turn]
        done.append(await play(results, entry(f"{a_round}-{number}-{turn}", rotated, a_round, number)))
    return done
