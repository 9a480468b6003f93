"""The stored state of an arena in one database: accounts, matches with their records, and counts for ratings."""
