"""Referees in their own processes: the front's links to them, and the matches in such a process."""
