"""Analyse the record of a match in Python: `analyse(data)` returns an Analysis, which `docs/analysis.md` explains."""

from arena.analysis import Account, Analysis, Judgement, LuckEvent, Mark, analyse

__all__ = ["Account", "Analysis", "Judgement", "LuckEvent", "Mark", "analyse"]
