"""A digest of how a game plays: it changes if the engine of the game plays any random game differently."""

import hashlib
from collections.abc import Iterator

from arena.games.conformance.subjects import CheckedTable
from arena.games.conformance.sweep import variants
from arena.games.game import Rules
from arena.games.steps import OVER


def games_digest(rules: Rules, games: int = 200) -> str:
    """Return the SHA-256, in hexadecimal digits, of the answers and final positions of many random games.

    A variant is a number of seats together with values for the rules options. `variants` yields the variants.

    Each variant is played `games` times. Game n is dealt from the seed n, and its random answers follow from the same
    seed.
    """
    digest = hashlib.sha256()
    for seats, options in variants(rules):
        for number in range(games):
            for line in game_lines(CheckedTable(rules, seats, options, number)):
                digest.update(line.encode() + b"\n")
    return digest.hexdigest()


def game_lines(table: CheckedTable) -> Iterator[str]:
    """Play a random game with the rules, seats, options and seed of a CheckedTable.

    Yield the text of each answer, then the final position as a JSON text.
    """
    state = table.new()
    rng = table.rng("answers")
    while state.to_move != OVER:
        option = state.sample(rng)
        yield table.rules.spell(state, option)
        state.apply(option)
    yield state.position()
