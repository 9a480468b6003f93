"""The migrations: every change of the tables since the first release, in order. None of them can be undone."""
