"""Attacks on a served arena, and their cost for the games of honest bots."""
