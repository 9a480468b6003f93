"""The doctor: it plays the part of an arena, does unusual things on purpose, and reports how a bot reacts."""
