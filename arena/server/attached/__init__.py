"""Calls between the front and other processes of the arena, such as referees. Each process keeps one call open."""
