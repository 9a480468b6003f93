"""Calls to the front (`arena serve`) from other processes of the arena, such as referees. Each keeps one call open."""
