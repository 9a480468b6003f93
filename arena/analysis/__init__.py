"""Analyse a record: the luck of each seat, and what each decision cost.

The cost is computed twice: from what the seat could see, and with all hidden tiles open.
"""

from arena.analysis.account import VERSION, Account, Analysis, Mark, analyse, analyse_record
from arena.analysis.judge import Judge, Judgement
from arena.analysis.luck import GameChance, LuckEvent, luck_of
from arena.analysis.stored import read_analysis
from arena.analysis.story import StoryLine, StoryWords, story, story_lines

__all__ = [
    "VERSION",
    "Account",
    "Analysis",
    "GameChance",
    "Judge",
    "Judgement",
    "LuckEvent",
    "Mark",
    "StoryLine",
    "StoryWords",
    "analyse",
    "analyse_record",
    "luck_of",
    "read_analysis",
    "story",
    "story_lines",
]
