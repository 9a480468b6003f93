"""Referees as processes of their own: the front's links to them, and the matches that such a process referees."""
