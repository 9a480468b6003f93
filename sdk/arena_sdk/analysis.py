"""Analyse records in Python: `analyse(data)` returns values. `docs/analysis.md` explains each value."""

from arena.analysis import Account, Analysis, Judgement, LuckEvent, Mark, analyse

__all__ = ["Account", "Analysis", "Judgement", "LuckEvent", "Mark", "analyse"]
