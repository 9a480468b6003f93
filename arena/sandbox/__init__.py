"""Bots that authors hand in: packages, and the sandbox in which the arena runs them."""
