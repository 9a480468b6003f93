"""Referees in their own processes: the front's links to the referees, and the matches in a referee's process."""
