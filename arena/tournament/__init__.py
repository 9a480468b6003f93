"""Tournaments: who meets whom and when, as functions of results alone, and what carries them out."""
