"""The stored state of an arena: accounts, matches with their records, and the sums of the ratings, in one database."""
