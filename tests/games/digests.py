"""The kept digests of random games, by game and rules version: `python -m tests.games.digests` keeps those of today.

Records are replayed under the rules version that they name, so a version plays for ever as it did on its first day. A
digest that is kept is never written again.
"""

import json
import sys
from pathlib import Path

from arena.games import GAMES
from arena.games.conformance import games_digest
from tests.games.tiny import TINY

KEPT = Path(__file__).with_name("digests.json")
GAMES_KEPT = {**GAMES, TINY.name: TINY}


def kept():
    """Digests by game and version."""
    return json.loads(KEPT.read_text())


def keep():
    """Add what is new, and say so."""
    digests = kept()
    for name, rules in GAMES_KEPT.items():
        versions = digests.setdefault(name, {})
        if str(rules.version) in versions:
            sys.stdout.write(f"{name} {rules.version}: kept before\n")
        else:
            versions[str(rules.version)] = games_digest(rules)
            sys.stdout.write(f"{name} {rules.version}: kept\n")
    KEPT.write_text(json.dumps(digests, indent=2, sort_keys=True) + "\n")


if __name__ == "__main__":
    keep()
