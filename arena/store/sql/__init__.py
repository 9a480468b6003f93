"""The questions to the database, by subject."""
