"""Attacks on a served arena, and how many games the honest bots lose by them."""
