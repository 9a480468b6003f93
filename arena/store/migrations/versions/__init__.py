"""The migrations: a file for each change of the tables."""
