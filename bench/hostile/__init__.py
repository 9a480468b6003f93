"""Attacks on a served arena, and how many games of honest bots are lost by the attacks."""
