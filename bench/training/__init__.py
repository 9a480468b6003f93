"""Trains the learned bots: a search plays against itself, and weights are fitted to these games.

Each weight belongs to a fact about an option or a seat, and says how good that fact is for the option or the seat.
"""
