"""What ratings are made of: counts, fitted rankings, and their history."""
