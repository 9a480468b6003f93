"""Records of matches, in a form that any reader can replay and check."""

from arena.record.chain import Chain
from arena.record.commitment import block_seed, commit, round_digest
from arena.record.format import (
    SCHEMA,
    Answer,
    Appendix,
    Entry,
    Forfeit,
    Header,
    Note,
    Record,
    ResultLine,
    Seated,
    disclosed,
    notes_digest,
    read_record,
)
from arena.record.outcome import Departure, ForfeitReason, MatchProgress, counting_pairs, placements
from arena.record.replay import Moment, replay, state_at
from arena.record.verify import RELEASES, Report, verify

Course = MatchProgress  # its earlier name, which programs may still import

__all__ = [
    "RELEASES",
    "SCHEMA",
    "Answer",
    "Appendix",
    "Chain",
    "Course",
    "Departure",
    "Entry",
    "Forfeit",
    "ForfeitReason",
    "Header",
    "MatchProgress",
    "Moment",
    "Note",
    "Record",
    "Report",
    "ResultLine",
    "Seated",
    "block_seed",
    "commit",
    "counting_pairs",
    "disclosed",
    "notes_digest",
    "placements",
    "read_record",
    "replay",
    "round_digest",
    "state_at",
    "verify",
]
