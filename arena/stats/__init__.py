"""Statistics of results: scores, and how certain they are. Pure arithmetic, no files and no clock."""
