"""Bots that authors submit: packages, and the sandbox in which the arena runs a bot."""
