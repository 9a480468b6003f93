"""Invented histories for ratings: matches of bots with known strengths."""

from itertools import pairwise
from math import log

from arena.stats.pools import Pool
from arena.stats.standings import Finished

POOL = Pool.of("tiny", 2, {"size": 3}, 1, "blitz")
TABLE = Pool.of("tiny", 4, {"size": 3}, 1, "blitz")
PLACES = {">": (1, 2), "=": (1, 1), "<": (2, 1)}
SOLO = Pool.of("teotihuacan/solo", 2, {}, 1, "untimed")


def match(block, entrants, strengths, rng, seat_terms=(0, 0, 0, 0)):
    """Return a finished match between entrants with these strengths, in Elo points.

    The luck of each seat is drawn from Gumbel's distribution. So the odds of each pair of entrants are those of the
    Bradley-Terry model.
    """
    luck = [-log(-log(rng.random())) * 400 / log(10) for _ in entrants]
    shown = [strengths[name] + seat_terms[seat] + luck[seat] for seat, name in enumerate(entrants)]
    return Finished(block, tuple(entrants), tuple(1 + sum(other > mine for other in shown) for mine in shown))


def history(pool, strengths, blocks, rng, seat_terms=(0, 0, 0, 0)):
    """Return the matches of `blocks` blocks, each with its pool. The entrants of a block are drawn at random.

    A block has one match for each rotation of its entrants over the seats.
    """
    played = []
    for number in range(blocks):
        seated = rng.sample(sorted(strengths), pool.seats)
        for turn in range(pool.seats):
            rotated = seated[turn:] + seated[:turn]
            played.append((pool, match(f"block-{number}", rotated, strengths, rng, seat_terms)))
    return played


def duels(pool, *results, block="b"):
    """Return matches of two entrants, each in a block of its own.

    A result such as `ana>ben` has the entrants in the order of seats. `>` means that the first one won.
    """
    played = []
    for number, text in enumerate(results):
        sign = next(sign for sign in PLACES if sign in text)
        played.append((pool, Finished(f"{block}{number}", tuple(text.split(sign)), PLACES[sign])))
    return played


def chain(*names):
    """Return results in which each entrant wins once and loses once against the next one in `names`."""
    return duels(POOL, *[text for one, two in pairwise(names) for text in (f"{one}>{two}", f"{two}>{one}")])
