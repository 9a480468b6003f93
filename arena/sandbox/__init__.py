"""Submitted bots: their packages, and the sandbox in which the arena runs a bot."""
