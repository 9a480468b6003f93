"""Accounts, and the check of the token that a call presents."""
