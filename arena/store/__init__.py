"""What lasts: accounts, matches with their records, and the sums that ratings are made of, in one database.

SQLite in one file, or PostgreSQL by its address. A match is finished when its result is committed here, together with
its record and what it adds to the sums, in one transaction.
"""
