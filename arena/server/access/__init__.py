"""Decide what a caller may do: accounts, and the token that a call presents."""
