"""The commands of `arena`. In each module, `add` adds a command with its arguments, and `run` does the work."""
