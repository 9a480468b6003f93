"""The doctor: it acts as an arena, does unusual things on purpose, and reports how a bot reacts."""
