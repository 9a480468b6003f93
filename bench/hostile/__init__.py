"""Attacks on a served arena, and what they cost the honest bots that play meanwhile."""
