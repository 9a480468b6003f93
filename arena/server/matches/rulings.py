"""Rulings of an organiser: compute the new state of a match that is voided or adjudicated."""

from dataclasses import replace

from arena.errors import UsageError
from arena.server.matches.results import WITHDRAWN, MatchSummary


def check_not_void(entry: MatchSummary) -> None:
    """Raise UsageError if a match is void already."""
    if entry.state == "void":
        raise UsageError(f"match {entry.match} is void already: expected one that counts")


def voided(entry: MatchSummary, ruling: str, now: float) -> MatchSummary:
    """Return the new state of a match that an organiser voids."""
    ruling = ruling or "an organiser made it void"
    return replace(entry, state="void", ruling=ruling, ended=entry.ended or now)


def withdrawn(entry: MatchSummary, now: float) -> MatchSummary:
    """Return the new state of a match that has not begun when its tournament is cancelled or fails."""
    return replace(entry, state="void", ruling=WITHDRAWN, fault=True, ended=now)


def adjudicated(entry: MatchSummary, placements: tuple[int, ...], ruling: str) -> MatchSummary:
    """Return a finished match with the places that an organiser gives.

    Raise UsageError if the match has no result, or if the places are not possible.
    """
    if entry.result is None or entry.state != "finished":
        raise UsageError(f"match {entry.match} has no result: expected one that is finished")
    if len(placements) != len(entry.seats) or placements != tuple(
        1 + sum(other < place for other in placements) for place in placements
    ):
        raise UsageError(f"placements: expected {len(entry.seats)} places, 1 for the first, equal ones shared")
    result = replace(entry.result, placements=placements)
    return replace(entry, result=result, ruling=ruling or "an organiser decided it", adjudicated=True)
