"""The stored digests of random games, by game and rules version: `python -m tests.games.digests` stores new ones.

Records are replayed under the rules version that they name, so the behaviour of a version must never change. A stored
digest is never replaced.
"""

import json
import sys
from pathlib import Path

from arena.games import GAMES
from arena.games.conformance import combinations, games_digest
from tests.games.tiny import TINY

KEPT = Path(__file__).with_name("digests.json")
GAMES_KEPT = {**GAMES, TINY.name: TINY}
OF_A_VARIANT = 200  # games
OF_ONE_OF_MANY = 60  # in a game with too many options to play all combinations


def kept():
    """Return the stored digests, by game and rules version."""
    return json.loads(KEPT.read_text())


def digest(rules):
    """Return the digest of random games by these rules."""
    return games_digest(rules, OF_ONE_OF_MANY if combinations(rules) is None else OF_A_VARIANT)


def keep():
    """Store the missing digests, and print their names."""
    digests = kept()
    for name, rules in GAMES_KEPT.items():
        versions = digests.setdefault(name, {})
        version = str(rules.version)
        sys.stdout.write(f"{name} {version}: {'kept before' if version in versions else 'kept'}\n")
        if version not in versions:
            versions[version] = digest(rules)
    KEPT.write_text(json.dumps(digests, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    keep()
