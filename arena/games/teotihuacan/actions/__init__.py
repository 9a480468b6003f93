"""T-7 Main actions: a file per kind."""
