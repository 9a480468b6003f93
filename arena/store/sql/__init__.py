"""All queries to the database, in one module per subject."""
