"""Referees in their own processes: the links of `arena serve` to them, and the matches in such a process."""
