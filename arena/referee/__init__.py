"""The referee: plays matches between seats of any kind."""

from arena.referee.automaton_seat import AutomatonSeat
from arena.referee.clock import UNTIMED, Heart, Stopwatch, TimeControl, Timing
from arena.referee.heartbeat import heartbeat
from arena.referee.journal import NO_JOURNAL, Journal
from arena.referee.match import MatchOutcome, Spent, play_match
from arena.referee.match_setup import MatchSetup
from arena.referee.match_terms import MatchTerms
from arena.referee.seat import Choice, Decision, HearsForfeit, Over, Recalls, Seat, SeatFailed, SeatTime, Start
from arena.referee.verdict import Forfeited, summary

__all__ = [
    "NO_JOURNAL",
    "UNTIMED",
    "AutomatonSeat",
    "Choice",
    "Decision",
    "Forfeited",
    "HearsForfeit",
    "Heart",
    "Journal",
    "MatchOutcome",
    "MatchSetup",
    "MatchTerms",
    "Over",
    "Recalls",
    "Seat",
    "SeatFailed",
    "SeatTime",
    "Spent",
    "Start",
    "Stopwatch",
    "TimeControl",
    "Timing",
    "heartbeat",
    "play_match",
    "summary",
]
