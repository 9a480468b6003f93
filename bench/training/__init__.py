"""Trains the learned bots: games of a search against itself, what matters in them, and weights that fit."""
