"""The seeds of tournaments: the seed of each run of a schedule, and when readers may see a seed.

With a seed, an organiser could compute every deal. So results from a seed are never rated, and readers see a seed only
when its tournament is finished. A cancelled or failed tournament can still be resumed, so its seed stays secret.
"""

from dataclasses import replace
from typing import Final

from arena.errors import ArenaError
from arena.games.chance import named_seed
from arena.tournament.regulations import Regulations, read
from arena.tournament.venue import Tournament

HIDDEN: Final = "# The seed is a secret of the organiser until the tournament is finished.\n"
OF_SCHEDULE: Final = (
    "# The seed of a schedule is a secret of the organiser. Every run has a seed that follows from it.\n"
)
UNREADABLE: Final = "# Not shown: this release cannot read these regulations, and they may hold a seed.\n"


def seed_of_run(seed: str, number: int) -> str:
    """Return the seed of one run of a schedule. It does not disclose the schedule's seed or the seed of another run."""
    return named_seed(seed.encode(), f"run {number}").hex() if seed else ""


def seed_of(tournament: Tournament, regulations: Regulations) -> str:
    """Return the seed of a tournament's deals; empty if the arena and the bots determine the deals together."""
    return tournament.seed or regulations.seed


def played_by(tournament: Tournament) -> Regulations:
    """Return the regulations of a tournament, with the seed that determines its deals."""
    found = read(tournament.file)
    return replace(found, seed=seed_of(tournament, found))


def public_seed(tournament: Tournament) -> str:
    """Return a tournament's seed; an empty text while readers may not know it.

    The seed of a schedule stays secret, because later runs use it.
    """
    if tournament.state != "finished":
        return ""
    return tournament.seed if tournament.schedule else played_by(tournament).seed


def public_file(tournament: Tournament) -> str:
    """Return the regulations for readers: the organiser's text, but without a seed that is still secret."""
    try:
        found = read(tournament.file)
    except ArenaError:
        return UNREADABLE
    if not found.seed or (tournament.state == "finished" and not tournament.schedule):
        return tournament.file
    seed = public_seed(tournament)
    note = "" if seed else OF_SCHEDULE if tournament.schedule else HIDDEN
    return note + replace(found, seed=seed).written()


def public_schedule_file(file: str) -> str:
    """Return the regulations of a schedule for readers, without the seed."""
    found = read(file)
    return OF_SCHEDULE + replace(found, seed="").written() if found.seed else file
