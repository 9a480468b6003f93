"""Find other records of the same deal, to compare what other bots reached with it at the same seat."""

from pathlib import Path
from typing import Final

from arena.analysis.story import SameDeal
from arena.errors import ArenaError
from arena.record.format import Record, read_record

MOST: Final = 2000  # files that are read at most


def same_deals(path: Path, seat: int) -> list[SameDeal]:
    """Return the result of each other match with the same deal: the bot at seat `seat`, its points and its place.

    Only records in the folder of `path` are searched. The list is empty if the record at `path` does not have the seed
    of its deal.
    """
    mine = read_record(path.read_bytes())
    if mine.appendix is None:
        return []
    found = []
    for other in sorted(path.parent.glob("*.jsonl"))[:MOST]:
        record = None if other == path else readable(other)
        if record is not None and is_same_deal(mine, record) and record.result is not None:
            header, result = record.header, record.result
            found.append(
                SameDeal(header.match, header.seats[seat].entrant, result.scores[seat], result.placements[seat])
            )
    return found


def readable(path: Path) -> Record | None:
    """Return the record in a file; None if the file cannot be read or is no record."""
    try:
        return read_record(path.read_bytes())
    except (ArenaError, OSError):
        return None


def is_same_deal(one: Record, other: Record) -> bool:
    """True if two records are of different matches with the same deal, game, rules options and number of seats."""
    if one.appendix is None or other.appendix is None or one.header.match == other.header.match:
        return False
    return (
        one.appendix.seed == other.appendix.seed
        and one.header.game == other.header.game
        and one.header.options == other.header.options
        and len(one.header.seats) == len(other.header.seats)
    )
