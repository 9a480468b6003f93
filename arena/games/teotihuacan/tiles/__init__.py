"""The tiles of the box: a file per kind, a row per tile."""
