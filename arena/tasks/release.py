"""The release of the arena. Workers and arenas compare their releases before they share work."""

import hashlib
from importlib.metadata import PackageNotFoundError, version

from arena.bots import HOUSE
from arena.games import GAMES


def release() -> str:
    """Return a text: the number of this release, and a digest of the versions of all games and house bots.

    Two workers with the same text make the same records from the same tasks.
    """
    try:
        number = version("tlachtli")
    except PackageNotFoundError:
        number = "(run from its source)"
    parts = [f"{name} {rules.version}" for name, rules in sorted(GAMES.items())]
    parts += [f"{name} {bot.version}" for name, bot in sorted(HOUSE.items())]
    return f"{number} {hashlib.sha256(' '.join(parts).encode()).hexdigest()[:8]}"
