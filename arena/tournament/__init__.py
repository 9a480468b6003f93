"""Tournaments: pairings as pure functions of results, and the runner that plays them."""
