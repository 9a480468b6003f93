"""Trains the learned bots: games of a search against itself, notes on them, and weights fitted to the notes."""
