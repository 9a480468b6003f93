"""The stored digests of random games, by game and rules version: `python -m tests.games.digests` stores new ones.

Records are replayed under the rules version that they name, so the behaviour of a version must never change. A stored
digest is never replaced. Options that a later release adds have a digest of their own, beside the first digest of the
version.
"""

import json
import sys
from pathlib import Path

from arena.games import GAMES
from arena.games.conformance import additions, games_digest
from arena.games.game import FIRST_RELEASE, RELEASES
from tests.games.tiny import TINY

KEPT = Path(__file__).with_name("digests.json")
GAMES_KEPT = {**GAMES, TINY.name: TINY}


def kept():
    """Return the stored digests, by game and key."""
    return json.loads(KEPT.read_text())


def releases(rules):
    """Return the releases for which a game has a digest: the first one, and each that added options or values."""
    return [FIRST_RELEASE, *(each for each in RELEASES[1:] if list(additions(rules, each)))]


def key(rules, release):
    """Return the key under which a digest is stored: the rules version, and the release unless it is the first one."""
    return str(rules.version) if release == FIRST_RELEASE else f"{rules.version}, options of {release}"


def keep():
    """Store the missing digests, and print their names."""
    digests = kept()
    for name, rules in GAMES_KEPT.items():
        versions = digests.setdefault(name, {})
        for release in releases(rules):
            if key(rules, release) in versions:
                sys.stdout.write(f"{name} {key(rules, release)}: kept before\n")
            else:
                versions[key(rules, release)] = games_digest(rules, release=release)
                sys.stdout.write(f"{name} {key(rules, release)}: kept\n")
    KEPT.write_text(json.dumps(digests, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    keep()
