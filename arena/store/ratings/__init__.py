"""The parts of ratings: counts, fitted rankings, and their history."""
