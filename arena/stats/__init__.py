"""Statistics of results: scores, ratings, and how certain they are. Nothing here reads files or a clock."""
