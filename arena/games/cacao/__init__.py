"""Cacao, for two to four players: the file tree is the rulebook's table of contents, docs/rules/cacao.md its text."""
