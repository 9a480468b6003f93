"""T-7 Main actions: one file for each kind."""
