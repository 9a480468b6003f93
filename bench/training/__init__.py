"""Trains the learned bots: plays games of a search against itself, makes notes on them, and fits weights to these."""
