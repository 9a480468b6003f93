"""The queries to the database, by subject."""
