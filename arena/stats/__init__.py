"""Statistics of results: scores, ratings, and their intervals. No module of this package reads files or a clock."""
