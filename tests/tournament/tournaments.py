"""Tournaments with invented results: by strength, by luck, or by a list."""

import hashlib
import random

from hypothesis import strategies as st

from arena.stats.standings import Finished
from arena.tournament.formats.base import PlayedBlock

SEEDS = st.integers(min_value=0, max_value=10**6)


def bots(count):
    return [f"bot-{number}" for number in range(1, count + 1)]


def as_entered(_number, seating):
    """Return the places of a match that the entrant with the lowest number in its name wins."""
    order = sorted(seating, key=lambda name: int(name.removeprefix("bot-")))
    return tuple(1 + order.index(name) for name in seating)


def all_even(_number, seating):
    return (1,) * len(seating)


def by_luck(seed, ties=True):
    """Return a function that returns the places of a match, drawn from a hash. With `ties`, places may be shared."""

    def outcome(number, seating):
        drawn = [hashlib.sha256(f"{seed} {number} {seating} {name}".encode()).digest()[0] for name in seating]
        if ties:
            drawn = [value // 64 for value in drawn]
        else:
            drawn = [(value, name) for value, name in zip(drawn, seating, strict=True)]
        return tuple(1 + sum(other < mine for other in drawn) for mine in drawn)

    return outcome


def by_strength(seed, strengths):
    """Return a function that returns the places of a match: entrants are sorted by strength plus random luck."""

    def outcome(number, seating):
        luck = random.Random(f"{seed} {number} {seating}")
        shown = {name: luck.gauss(strengths[name], 1) for name in seating}
        order = sorted(seating, key=lambda name: -shown[name])
        return tuple(1 + order.index(name) for name in seating)

    return outcome


def steps(count, step):
    """Return the strengths of `count` bots, by name. Each bot is stronger than the next one by `step`."""
    return {name: -number * step for number, name in enumerate(bots(count))}


def void(_number, _seating):
    return None


def block(number, pairing, outcome):
    """Return a played block: one match for each rotation of its entrants over the seats.

    `outcome` returns the places of a match; None if the match does not count.
    """
    entrants = pairing.entrants
    seatings = [entrants[turn:] + entrants[:turn] for turn in range(len(entrants))]
    ended = [(seating, outcome(number, seating)) for seating in seatings]
    matches = tuple(Finished(f"block {number}", seating, places) for seating, places in ended if places is not None)
    return PlayedBlock(number, pairing, matches)


def play(a_format, entrants, outcome, before=()):
    """Play a tournament to its end, after the played blocks `before`. Return its rounds, and all blocks in order."""
    rounds, played = [], [*before]
    while (a_round := a_format.next(entrants, played)) is not None:
        rounds.append(a_round)
        played += [block(number, pairing, outcome) for number, pairing in enumerate(a_round.pairings, len(played))]
        assert len(played) < 20_000, "it does not end"
    return rounds, played


def check_resumption(a_format, entrants, rounds, played, before=0):
    """Check that a format with only a part of a round's blocks played returns that round again."""
    for a_round in rounds:
        for some in {0, 1, len(a_round.pairings) - 1}:
            if some < len(a_round.pairings):
                assert a_format.next(entrants, played[: before + some]) == a_round
        before += len(a_round.pairings)
    assert a_format.next(entrants, played) is None


def check_table(a_format, entrants, played):
    """Check that each entrant is in the table once, and that shared ranks leave gaps."""
    lines = a_format.standings(entrants, played)
    assert sorted(line.entrant for line in lines) == sorted(entrants)
    ranks = [line.rank for line in lines]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    return lines
