"""The digest of how a game plays: any change in the behaviour of a game's engine changes its digest."""

import hashlib
from collections.abc import Iterator

from arena.games.conformance.subjects import CheckedTable
from arena.games.conformance.sweep import additions, variants
from arena.games.game import FIRST_RELEASE, Rules
from arena.games.steps import OVER


def games_digest(rules: Rules, games: int = 200, release: str = FIRST_RELEASE) -> str:
    """Return one SHA-256 over the answers and final positions of random games.

    There are `games` games for each number of seats and each value of each rules option.

    Each release has a digest of its own, which stays the same when a later release adds options. The digest of the
    first release covers its `variants`, the digest of a later release covers its `additions`. Game n of each variant is
    dealt from the seed `n` in decimal digits; `sample` draws the answers from the generator `answers` under that seed.
    """
    digest = hashlib.sha256()
    for seats, options in variants(rules, release) if release == FIRST_RELEASE else additions(rules, release):
        for number in range(games):
            for line in game_lines(CheckedTable(rules, seats, options, number)):
                digest.update(line.encode() + b"\n")
    return digest.hexdigest()


def game_lines(table: CheckedTable) -> Iterator[str]:
    """Play a random game. Yield its answers as text, and then its final position."""
    state = table.new()
    rng = table.rng("answers")
    while state.to_move != OVER:
        option = state.sample(rng)
        yield table.rules.spell(state, option)
        state.apply(option)
    yield state.position()
