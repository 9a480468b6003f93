"""Records of matches: what was played, in a form that anybody can play again and check."""

from arena.record.chain import Chain
from arena.record.commitment import block_seed, commit, round_digest
from arena.record.format import (
    SCHEMA,
    Answer,
    Appendix,
    Entry,
    Forfeit,
    Header,
    Record,
    ResultLine,
    Seated,
    disclosed,
    read_record,
)
from arena.record.outcome import Departure, ForfeitReason, MatchProgress, counting_pairs, placements
from arena.record.replay import Moment, replay, state_at
from arena.record.verify import RELEASES, Report, verify

__all__ = [
    "RELEASES",
    "SCHEMA",
    "Answer",
    "Appendix",
    "Chain",
    "Departure",
    "Entry",
    "Forfeit",
    "ForfeitReason",
    "Header",
    "MatchProgress",
    "Moment",
    "Record",
    "Report",
    "ResultLine",
    "Seated",
    "block_seed",
    "commit",
    "counting_pairs",
    "disclosed",
    "placements",
    "read_record",
    "replay",
    "round_digest",
    "state_at",
    "verify",
]
